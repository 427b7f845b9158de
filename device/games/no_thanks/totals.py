"""The rules for declaring what each player holds at the end of a round (detail `totals`)."""

from __future__ import annotations

from dataclasses import replace
from typing import NoReturn

from device.contract.declarations import Declaration
from device.contract.refusal import RefusalCode, refuse, refuse_player
from device.contract.tuples import with_entry
from device.games.no_thanks.cards import DRAW_DECK_SIZE
from device.games.no_thanks.declarations import ALL_OTHER_TOKENS, Holds
from device.games.no_thanks.options import Settings
from device.games.no_thanks.refusal_codes import NoThanksRefusal
from device.games.no_thanks.refusals import card_elsewhere_text, check_card, named_twice_text
from device.games.no_thanks.runs import Run, cards_of, count_cards
from device.games.no_thanks.state import HoldingsRound, State
from display.vocabulary import Face
from display.words import counted, text


def count_declared(state: State) -> int:
    """Return the number of players who have declared in the unfinished round: their tokens are secret."""
    return (
        sum(holds is not None for holds in state.round.declared_by_seat)
        if isinstance(state.round, HoldingsRound)
        else 0
    )


def public_words(words: tuple[str, ...]) -> tuple[str, ...]:
    """Return the words of a line (without the name) that may be shown before scoring: all but the tokens."""
    return words[: words.index("tokens")] if words[:1] == ("holds",) and "tokens" in words else words


def mask_state(state: State) -> State:
    """Return the state without the tokens declared in the unfinished round."""
    if not isinstance(state.round, HoldingsRound):
        return state
    return state._replace(
        round=HoldingsRound(tuple(holds and replace(holds, token_count=None) for holds in state.round.declared_by_seat))
    )


def with_actual_amount(state: State, declaration: Declaration) -> Declaration:
    """Return a declaration with the tokens that nobody else has in place of `ALL_OTHER_TOKENS`. Raises Refused."""
    if (
        not isinstance(declaration, Holds)
        or declaration.token_count != ALL_OTHER_TOKENS
        or not isinstance(state.round, HoldingsRound)
    ):
        return declaration
    other_token_count = sum(holds.token_count or 0 for holds in state.round.declared_by_seat if holds is not None)
    if other_token_count > state.settings.dealt_tokens:
        _refuse_tokens(state.settings, declaration)
    return replace(declaration, token_count=state.settings.dealt_tokens - other_token_count)


def apply_holds(state: State, round_: HoldingsRound, declaration: Holds) -> HoldingsRound:
    """Return the round after a player's declaration. After the last player's, all must add up. Raises Refused."""
    if round_.declared_by_seat[declaration.seat] is not None:
        sentence = text("{player} has already said what there was in this round.")
        refuse_player(state.table, RefusalCode.OUT_OF_TURN, sentence, declaration.seat, may_be_earlier=True)
    for run in declaration.runs:
        _check_run(state.settings, run, declaration)
    _check_distinct(state, round_, declaration)
    _check_counts(state, declaration)
    holds_by_seat = with_entry(round_.declared_by_seat, declaration.seat, declaration)
    if None not in holds_by_seat:
        all_holds = [holds for holds in holds_by_seat if holds is not None]
        _check_cards(state.settings, all_holds, declaration)
        _check_tokens(state.settings, all_holds, declaration)
    return HoldingsRound(holds_by_seat)


def _check_run(settings: Settings, run: Run, declaration: Holds) -> None:
    low, high = run
    # A run may be absurdly long. Only its ends, and the cards known to be out, can be wrong.
    for card in (low, high, *settings.removed_cards):
        if low <= card <= high:
            check_card(settings, card, declaration.seat)


def owners_by_card(state: State, round_: HoldingsRound) -> dict[int, str]:
    """Return the owner of each card that was declared."""
    names = state.table.players
    return {
        card: names[holds.seat]
        for holds in round_.declared_by_seat
        if holds is not None
        for card in cards_of(holds.runs)
    }


def _check_distinct(state: State, round_: HoldingsRound, declaration: Holds) -> None:
    name, owner_by_card = state.table.players[declaration.seat], owners_by_card(state, round_)
    own_cards: set[int] = set()
    for card in cards_of(declaration.runs):
        face = Face(number=card)
        if card in owner_by_card:
            sentence = card_elsewhere_text(name, card, owner_by_card[card])
            refuse(RefusalCode.CARD_ALREADY_SEEN, sentence, declaration.seat, face, may_be_earlier=True)
        if card in own_cards:
            refuse(RefusalCode.CARD_ALREADY_SEEN, named_twice_text(name, card), declaration.seat, face)
        own_cards.add(card)


def _check_counts(state: State, declaration: Holds) -> None:
    settings, card_count, token_count = state.settings, count_cards(declaration.runs), declaration.token_count or 0
    if card_count > settings.max_cards_each:
        sentence = text(
            "{player} cannot hold {cards} cards: there are at most {most} to take.",
            cards=card_count,
            most=settings.max_cards_each,
        )
    elif token_count > settings.dealt_tokens:
        sentence = text("{player} cannot hold so many tokens: only {dealt} were dealt.", dealt=settings.dealt_tokens)
    elif not card_count and token_count > settings.start_token_count:
        sentence = text(
            "{player} took no card, and so cannot hold more than the {dealt} tokens of the start.",
            dealt=settings.start_token_count,
        )
    else:
        return
    refuse_player(state.table, NoThanksRefusal.DOES_NOT_ADD_UP, sentence, declaration.seat)


def _check_cards(settings: Settings, all_holds: list[Holds], last_holds: Holds) -> None:
    card_count = sum(count_cards(holds.runs) for holds in all_holds)
    max_cards = DRAW_DECK_SIZE + sum(bool(holds.runs) for holds in all_holds)
    if card_count < DRAW_DECK_SIZE or (card_count > DRAW_DECK_SIZE and not settings.has_tigers):
        sentence = counted(
            "All players together hold {n} card, but {taken} are taken in a round: look again.",
            "All players together hold {n} cards, but {taken} are taken in a round: look again.",
            card_count,
            taken=DRAW_DECK_SIZE,
        )
    elif card_count > max_cards:
        sentence = text(
            "All players together hold {cards} cards, but there are at most {most}, tigers included: look again.",
            cards=card_count,
            most=max_cards,
        )
    else:
        return
    refuse(NoThanksRefusal.DOES_NOT_ADD_UP, sentence, last_holds.seat, may_be_earlier=True)


def _check_tokens(settings: Settings, all_holds: list[Holds], last_holds: Holds) -> None:
    token_counts = [holds.token_count for holds in all_holds if holds.token_count is not None]
    if len(token_counts) < len(all_holds):
        sentence = text(
            "The round would be over, and whether its tokens add up is not told before it is scored: leave out the"
            " last line, and declare it when the game asks for it."
        )
        refuse(RefusalCode.WRONG_PHASE, sentence, last_holds.seat)
    # The refusal must not reveal which of the two is wrong, and by how much: that would show what others hold in
    # secret.
    card_count, max_cards = (
        sum(count_cards(holds.runs) for holds in all_holds),
        DRAW_DECK_SIZE + _max_tigers(settings, all_holds, token_counts),
    )
    if sum(token_counts) != settings.dealt_tokens or card_count > max_cards:
        _refuse_tokens(settings, last_holds)


def _refuse_tokens(settings: Settings, last_holds: Holds) -> NoReturn:
    sentence = text(
        "Cards or tokens of all players do not add up: together they must have {dealt} tokens. Count again.",
        dealt=settings.dealt_tokens,
    )
    refuse(NoThanksRefusal.DOES_NOT_ADD_UP, sentence, last_holds.seat, may_be_earlier=True)


def _max_tigers(settings: Settings, all_holds: list[Holds], token_counts: list[int]) -> int:
    """Return how many players can have laid a tiger: those who hold a card.

    A player with more tokens than at the start must hold two cards, because tokens only come with cards taken.
    """
    return sum(
        count_cards(holds.runs) > (own_token_count > settings.start_token_count)
        for holds, own_token_count in zip(all_holds, token_counts, strict=True)
    )
