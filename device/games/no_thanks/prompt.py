"""The questions of No Thanks!, and the levels that answer them."""

from __future__ import annotations

from collections.abc import Callable
from functools import lru_cache, partial

from device.contract.declarations import Declaration
from device.contract.keycodes import NONE, Cell, Choice, Layout, Level, Offer
from device.contract.number_pad import pad, signed_figures
from device.contract.prompt import Prompt
from device.contract.setup import Seat
from device.contract.tuples import with_entry
from device.games.no_thanks.by_card import by_card_choice, offers_by_card
from device.games.no_thanks.cards import DRAW_DECK_SIZE
from device.games.no_thanks.declarations import Flip, Holds, Pass, Points, Take, Tiger
from device.games.no_thanks.holdings_levels import TypedCards, keys_for_cards, next_card_level
from device.games.no_thanks.options import Settings
from device.games.no_thanks.runs import count_cards
from device.games.no_thanks.state import HoldingsRound, PointsRound, State, TurnsRound
from device.games.no_thanks.totals import owners_by_card
from device.kits.any_order import ask_in_any_order, is_declared_by
from display.vocabulary import Face
from display.words import text

TAKE_SLOT, TIGER_SLOT = 0, 5
"""The cells of a turn other than “none”, which is the pass: A and DC."""

OTHER_PLAYER_ENTRY = (Cell.DA, text("somebody else's answer"))
"""The menu's entry for players who are not asked yet."""


def prompt(state: State) -> Prompt[Declaration] | None:
    """Return the next question, which never depends on anybody's tokens. None once the game is finished."""
    if state.round is None:
        return None
    if isinstance(state.round, HoldingsRound):
        return _holdings_prompt(state, state.round)
    if isinstance(state.round, PointsRound):
        return _points_prompt(state, state.round)
    if state.round.open_card is None:
        return _flip_prompt(state, state.round)
    return _turn_prompt(state, state.round, state.round.open_card)


def _flip_prompt(state: State, round_: TurnsRound) -> Prompt[Declaration]:
    name = state.table.players[round_.turn]
    question = (
        text("{player} turns up the next card: which is it?", player=name)
        if round_.has_begun
        else text("{player} starts and turns up a card: which is it?", player=name)
    )
    flip_level = _flip_level(state.settings, round_.seen_cards)
    return Prompt(question, (round_.turn,), flip_level, later_levels=(_turn_level(state, round_),))


def _turn_prompt(state: State, round_: TurnsRound, open_card: int) -> Prompt[Declaration]:
    name = state.table.players[round_.turn]
    question = text("Does {player} pass or take the {card}?", player=name, card=Face(number=open_card))
    is_last_round = len(state.scored_rounds) == state.settings.round_count - 1
    is_last_card = is_last_round and round_.taken_card_count == DRAW_DECK_SIZE - 1
    return Prompt(
        question,
        (round_.turn,),
        _turn_level(state, round_),
        later_levels=() if is_last_card else (_flip_level(state.settings, round_.seen_cards),),
    )


def _holdings_prompt(state: State, round_: HoldingsRound) -> Prompt[Declaration]:
    names, seat = state.table.players, round_.next_seat
    all_typed = [
        _nothing_typed(state, round_, other) for other, holds in enumerate(round_.declared_by_seat) if holds is None
    ]
    choices: tuple[Choice[Declaration], ...] = tuple(
        Choice(typed.seat, names[typed.seat], partial(next_card_level, typed), typed.can_become) for typed in all_typed
    )
    question = text("{player}: cards, done, tokens?", player=names[seat])
    first_level = next_card_level(_nothing_typed(state, round_, seat))
    in_any_order = ask_in_any_order(question, seat, first_level, choices, OTHER_PLAYER_ENTRY)
    if not offers_by_card(state):
        return in_any_order
    return in_any_order._replace(joint_choices=(by_card_choice(state.settings, names),))


def keys_of_same_cards(state: State, declaration: Declaration) -> Offer[str] | None:
    """Return the keys of the cards in a line that is asked again, so that only the tokens need be changed.

    If the round lacks cards, “done” is not among them: the card that was left out is typed next.
    """
    if (
        not isinstance(declaration, Holds)
        or not isinstance(state.round, HoldingsRound)
        or state.round.next_seat != declaration.seat
    ):
        return None
    keys = keys_for_cards(declaration.seat, state.settings, declaration.runs)
    if _lacks_cards(state.round, declaration):
        keys = keys.removesuffix(Cell(NONE).name)
    return Offer(text("the same cards"), keys, is_only_answer=False)


def _lacks_cards(round_: HoldingsRound, last_holds: Holds) -> bool:
    """Whether all players together hold fewer cards than are taken in a round, if this player is the last."""
    declared_by_seat = with_entry(round_.declared_by_seat, last_holds.seat, last_holds)
    card_count = sum(count_cards(holds.runs) for holds in declared_by_seat if holds is not None)
    return None not in declared_by_seat and card_count < DRAW_DECK_SIZE


def _points_prompt(state: State, round_: PointsRound) -> Prompt[Declaration]:
    names, settings, next_seat = state.table.players, state.settings, round_.next_seat
    choices: tuple[Choice[Declaration], ...] = tuple(
        Choice(seat, names[seat], partial(_points_level, settings, seat), partial(is_declared_by, Points, seat))
        for seat, points in enumerate(round_.declared_by_seat)
        if points is None
    )
    question = text("{player}: how many points?", player=names[next_seat])
    return ask_in_any_order(question, next_seat, _points_level(settings, next_seat), choices, OTHER_PLAYER_ENTRY)


@lru_cache(maxsize=16)
def _points_level(settings: Settings, seat: Seat) -> Level[Declaration]:
    return signed_figures(
        "points", range(-settings.dealt_tokens, settings.max_points + 1), partial(Points, seat), _points_of
    )


def _points_of(meaning: object) -> int | None:
    return meaning.points if isinstance(meaning, Points) else None


def _nothing_typed(state: State, round_: HoldingsRound, seat: Seat) -> TypedCards:
    """Return what a player has typed before the first card: nothing."""
    other_holds = (holds for other, holds in enumerate(round_.declared_by_seat) if other != seat)
    owner_by_card = tuple(owners_by_card(state, round_).items())
    return TypedCards(
        seat,
        state.settings,
        player=state.table.players[seat],
        owner_by_card=owner_by_card,
        is_last_to_declare=None not in other_holds,
    )


@lru_cache(maxsize=8)
def _flip_level(settings: Settings, seen_cards: frozenset[int]) -> Level[Declaration]:
    return _card_level(settings, Flip, seen_cards)


def _turn_level(state: State, round_: TurnsRound) -> Level[Declaration]:
    may_lay_tiger = state.settings.has_tigers and round_.turn not in round_.tiger_seats
    return _cached_turn_level(state.settings, round_.turn, round_.seen_cards if may_lay_tiger else None)


@lru_cache(maxsize=8)
def _cached_turn_level(settings: Settings, seat: Seat, seen_cards: frozenset[int] | None) -> Level[Declaration]:
    """The level of a turn. A pass is always offered: nobody may see who has no tokens.

    `seen_cards` are the cards that a hidden tiger can't be; None if no tiger can be laid.
    """
    choices: list[Choice[Declaration]]
    choices = [
        Choice(TAKE_SLOT, text("take"), Take(seat)),
        Choice(NONE, text("pass"), Pass(seat), synonym=text("no thanks")),
    ]
    if seen_cards is not None:
        tiger_level = _card_level(settings, partial(Tiger, seat), seen_cards)
        choices.append(Choice(TIGER_SLOT, text("lay the hidden tiger"), tiger_level))
    return Level("turn", text("Turn"), Layout.LIST, tuple(choices))


def _card_level(settings: Settings, declare: Callable[[int], Declaration], seen: frozenset[int]) -> Level[Declaration]:
    """The level of cards that nobody has seen. The keys of the others still work, and the rules refuse them."""
    choices = (Choice(card, str(card), declare(card), listed=card not in seen) for card in settings.deck)
    return pad("card", text("Card"), choices)
