"""The rules for declaring what each player holds at the end of a round (detail `totals`)."""

from __future__ import annotations

from dataclasses import replace
from typing import NoReturn

from device.contract.declarations import Declaration
from device.contract.refusal import RefusalCode, refuse
from device.contract.tuples import with_entry
from device.games.no_thanks.cards import TAKEN
from device.games.no_thanks.codes import Code
from device.games.no_thanks.declarations import THE_REST, Holds
from device.games.no_thanks.options import Settings
from device.games.no_thanks.refusals import check_card, elsewhere, twice
from device.games.no_thanks.runs import Run, cards_of, size
from device.games.no_thanks.state import State, Tally
from display.vocabulary import Face
from display.words import counted, text


def unscored(state: State) -> int:
    """Return the number of players who have declared in the unfinished round: their tokens are secret."""
    return sum(said is not None for said in state.round.held) if isinstance(state.round, Tally) else 0


def shown(words: tuple[str, ...]) -> tuple[str, ...]:
    """Return the words of a line (without the name) that may be shown before scoring: all but the tokens."""
    return words[: words.index("tokens")] if words[:1] == ("holds",) and "tokens" in words else words


def mask(state: State) -> State:
    """Return the state without the tokens declared in the unfinished round."""
    if not isinstance(state.round, Tally):
        return state
    return state._replace(round=Tally(tuple(said and replace(said, tokens=None) for said in state.round.held)))


def resolve(state: State, declared: Declaration) -> Declaration:
    """Return a declaration in which `THE_REST` is replaced by the tokens that nobody else has. Raises Refused."""
    if not isinstance(declared, Holds) or declared.tokens != THE_REST or not isinstance(state.round, Tally):
        return declared
    others = sum(said.tokens or 0 for said in state.round.held if said is not None)
    if others > state.settings.tokens_total:
        _refuse_tokens(state.settings, declared)
    return replace(declared, tokens=state.settings.tokens_total - others)


def holds(state: State, tally: Tally, declared: Holds) -> Tally:
    """Return the round after a player's declaration. After the last player's, all must add up. Raises Refused."""
    name = state.table.players[declared.seat]
    if tally.held[declared.seat] is not None:
        refuse(
            RefusalCode.OUT_OF_TURN,
            text("{name} has already said what there was in this round: undo it to change it.", name=name),
            declared.seat,
        )
    for run in declared.runs:
        _check_run(state.settings, run, declared)
    _check_distinct(state, tally, declared)
    _check_itself(state, declared)
    held = with_entry(tally.held, declared.seat, declared)
    if None not in held:
        _check_together(state.settings, [said for said in held if said is not None], declared)
    return Tally(held)


def _check_run(settings: Settings, run: Run, declared: Holds) -> None:
    low, high = run
    # A run may be absurdly long. Only its ends, and the cards known to be out, can be wrong.
    for card in (low, high, *settings.removed):
        if low <= card <= high:
            check_card(settings, card, declared.seat)


def owners(state: State, tally: Tally) -> dict[int, str]:
    """Return the owner of each card that was declared."""
    names = state.table.players
    return {card: names[said.seat] for said in tally.held if said is not None for card in cards_of(said.runs)}


def _check_distinct(state: State, tally: Tally, declared: Holds) -> None:
    name, owned = state.table.players[declared.seat], owners(state, tally)
    own: set[int] = set()
    for card in cards_of(declared.runs):
        face = Face(number=card)
        if card in owned:
            refuse(RefusalCode.CARD_ALREADY_SEEN, elsewhere(name, card, owned[card]), declared.seat, face, earlier=True)
        if card in own:
            refuse(RefusalCode.CARD_ALREADY_SEEN, twice(name, card), declared.seat, face)
        own.add(card)


def _check_itself(state: State, declared: Holds) -> None:
    name = state.table.players[declared.seat]
    cards = size(declared.runs)
    if cards > state.settings.most:
        refuse(
            Code.DOES_NOT_ADD_UP,
            text(
                "{name} cannot hold {cards} cards: there are at most {most} to take.",
                name=name,
                cards=cards,
                most=state.settings.most,
            ),
            declared.seat,
        )
    if declared.tokens is None:
        return
    if declared.tokens > state.settings.tokens_total:
        refuse(
            Code.DOES_NOT_ADD_UP,
            text(
                "{name} cannot hold so many tokens: only {dealt} were dealt.",
                name=name,
                dealt=state.settings.tokens_total,
            ),
            declared.seat,
        )
    if not cards and declared.tokens > state.settings.tokens_each:
        refuse(
            Code.DOES_NOT_ADD_UP,
            text(
                "{name} took no card, and so cannot hold more than the {dealt} tokens of the start.",
                name=name,
                dealt=state.settings.tokens_each,
            ),
            declared.seat,
        )


def _check_together(settings: Settings, held: list[Holds], last: Holds) -> None:
    _check_cards(settings, held, last)
    _check_tokens(settings, held, last)


def _check_cards(settings: Settings, held: list[Holds], last: Holds) -> None:
    cards = sum(size(said.runs) for said in held)
    if cards < TAKEN or (cards > TAKEN and not settings.tiger):
        refuse(
            Code.DOES_NOT_ADD_UP,
            counted(
                "All players together hold {n} card, but {taken} are taken in a round: look again.",
                "All players together hold {n} cards, but {taken} are taken in a round: look again.",
                cards,
                taken=TAKEN,
            ),
            last.seat,
            earlier=True,
        )
    most = TAKEN + sum(bool(said.runs) for said in held)
    if cards > most:
        refuse(
            Code.DOES_NOT_ADD_UP,
            text(
                "All players together hold {cards} cards, but there are at most {most}, tigers included: look again.",
                cards=cards,
                most=most,
            ),
            last.seat,
            earlier=True,
        )


def _check_tokens(settings: Settings, held: list[Holds], last: Holds) -> None:
    tokens = [said.tokens for said in held if said.tokens is not None]
    if len(tokens) < len(held):
        refuse(
            RefusalCode.WRONG_PHASE,
            text(
                "The round would be over, and whether its tokens add up is not told before it is scored: leave out the"
                " last line, and declare it when the game asks for it."
            ),
            last.seat,
        )
    # The refusal must not reveal which of the two is wrong, and by how much: that would show what others hold in
    # secret.
    if sum(tokens) != settings.tokens_total or sum(size(said.runs) for said in held) > TAKEN + _tigers(
        settings, held, tokens
    ):
        _refuse_tokens(settings, last)


def _refuse_tokens(settings: Settings, last: Holds) -> NoReturn:
    refuse(
        Code.DOES_NOT_ADD_UP,
        text(
            "Cards and tokens of all players do not add up: all {dealt} tokens are still there. Count again.",
            dealt=settings.tokens_total,
        ),
        last.seat,
        earlier=True,
    )


def _tigers(settings: Settings, held: list[Holds], tokens: list[int]) -> int:
    """Return how many players can have laid a tiger: those who hold a card.

    A player with more tokens than at the start must hold two cards, because tokens only come with cards taken.
    """
    return sum(size(said.runs) > (kept > settings.tokens_each) for said, kept in zip(held, tokens, strict=True))
