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
from device.games.no_thanks.by_card import PLAYERS, by_card_choice
from device.games.no_thanks.cards import DRAW_DECK_SIZE
from device.games.no_thanks.declarations import Flip, Holds, Pass, Points, Take, Tiger
from device.games.no_thanks.entry import TypedCards, keys_for_cards, next_card_level
from device.games.no_thanks.options import Settings
from device.games.no_thanks.runs import count_cards
from device.games.no_thanks.state import HoldingsRound, PointsRound, State, TurnsRound
from device.games.no_thanks.totals import owners_by_card
from device.kits.any_order import ask_in_any_order, is_declared_by
from display.vocabulary import Face
from display.words import text

TAKE, TIGER = 0, 5
"""The cells of a turn other than “none”, which is the pass: A and DC."""

OTHER_PLAYER_ENTRY = (Cell.DA, text("another player's figures"))
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


def _flip_prompt(state: State, play: TurnsRound) -> Prompt[Declaration]:
    name = state.table.players[play.turn]
    question = (
        text("{player} turns up the next card: which is it?", player=name)
        if play.has_begun
        else text("{player} starts and turns up a card: which is it?", player=name)
    )
    return Prompt(
        question, (play.turn,), _flip_level(state.settings, play.seen_cards), ahead=(_turn_level(state, play),)
    )


def _turn_prompt(state: State, play: TurnsRound, open_card: int) -> Prompt[Declaration]:
    question = text(
        "Does {player} pass or take the {card}?", player=state.table.players[play.turn], card=Face(number=open_card)
    )
    is_last_card = play.cards_taken == DRAW_DECK_SIZE - 1 and len(state.scored_rounds) == state.settings.rounds - 1
    return Prompt(
        question,
        (play.turn,),
        _turn_level(state, play),
        ahead=() if is_last_card else (_flip_level(state.settings, play.seen_cards),),
    )


def _holdings_prompt(state: State, holdings: HoldingsRound) -> Prompt[Declaration]:
    names, seat = state.table.players, holdings.next_seat
    entries = [_empty_entry(state, holdings, other) for other, holds in enumerate(holdings.by_seat) if holds is None]
    cells: tuple[Choice[Declaration], ...] = tuple(
        Choice(typed.seat, names[typed.seat], partial(next_card_level, typed), typed.can_become) for typed in entries
    )
    question = text("{player}: cards, then tokens?", player=names[seat])
    prompt = ask_in_any_order(
        question, seat, next_card_level(_empty_entry(state, holdings, seat)), cells, OTHER_PLAYER_ENTRY
    )
    may_ask_by_card = not holdings.has_begun and len(names) in PLAYERS
    return prompt._replace(together=(by_card_choice(state.settings, names),)) if may_ask_by_card else prompt


def keys_of_same_cards(state: State, declared: Declaration) -> Offer[str] | None:
    """Return the keys of the cards in a line that is asked again, so that only the tokens need be changed.

    If the round lacks cards, “done” is not among them: the card that was left out is typed next.
    """
    if (
        not isinstance(declared, Holds)
        or not isinstance(state.round, HoldingsRound)
        or state.round.next_seat != declared.seat
    ):
        return None
    keys = keys_for_cards(declared.seat, state.settings, declared.runs)
    if _lacks_cards(state.round, declared):
        keys = keys.removesuffix(Cell(NONE).name)
    return Offer(text("the same cards"), keys, only=False)


def _lacks_cards(round_: HoldingsRound, last: Holds) -> bool:
    """Whether all players together hold fewer cards than are taken in a round, if this player is the last."""
    held = with_entry(round_.by_seat, last.seat, last)
    return None not in held and sum(count_cards(holds.runs) for holds in held if holds is not None) < DRAW_DECK_SIZE


def _points_prompt(state: State, points_round: PointsRound) -> Prompt[Declaration]:
    names, settings, first = state.table.players, state.settings, points_round.next_seat
    cells: tuple[Choice[Declaration], ...] = tuple(
        Choice(seat, names[seat], partial(_points_level, settings, seat), partial(is_declared_by, Points, seat))
        for seat, points in enumerate(points_round.by_seat)
        if points is None
    )
    question = text("{player}: how many points?", player=names[first])
    return ask_in_any_order(question, first, _points_level(settings, first), cells, OTHER_PLAYER_ENTRY)


@lru_cache(maxsize=16)
def _points_level(settings: Settings, seat: Seat) -> Level[Declaration]:
    return signed_figures(
        "points", range(-settings.all_tokens, settings.possible_sums[-1] + 1), partial(Points, seat), _points_of
    )


def _points_of(meaning: object) -> int | None:
    return meaning.points if isinstance(meaning, Points) else None


def _empty_entry(state: State, holdings: HoldingsRound, seat: Seat) -> TypedCards:
    """Return an empty entry for a player."""
    other_holds = (holds for other, holds in enumerate(holdings.by_seat) if other != seat)
    owned = tuple(owners_by_card(state, holdings).items())
    return TypedCards(
        seat,
        state.settings,
        player=state.table.players[seat],
        owner_by_card=owned,
        is_last_player=None not in other_holds,
    )


@lru_cache(maxsize=8)
def _flip_level(settings: Settings, seen: frozenset[int]) -> Level[Declaration]:
    return _card_level(settings, Flip, seen)


def _turn_level(state: State, play: TurnsRound) -> Level[Declaration]:
    may_lay_tiger = state.settings.has_tigers and play.turn not in play.tiger_seats
    return _cached_turn_level(state.settings, play.turn, play.seen_cards if may_lay_tiger else None)


@lru_cache(maxsize=8)
def _cached_turn_level(settings: Settings, seat: Seat, seen: frozenset[int] | None) -> Level[Declaration]:
    """The level of a turn. A pass is always offered: nobody may see who has no tokens.

    `seen` are the cards that a hidden tiger can't be; None if no tiger can be laid.
    """
    cells: list[Choice[Declaration]]
    cells = [Choice(TAKE, text("take"), Take(seat)), Choice(NONE, text("pass"), Pass(seat))]
    if seen is not None:
        cells.append(Choice(TIGER, text("lay the hidden tiger"), _card_level(settings, partial(Tiger, seat), seen)))
    return Level("turn", text("Turn"), Layout.LIST, tuple(cells))


def _card_level(settings: Settings, means: Callable[[int], Declaration], seen: frozenset[int]) -> Level[Declaration]:
    """The level of cards that nobody has seen. The keys of the others still work, and the rules refuse them."""
    cells = (Choice(card, str(card), means(card), offered=card not in seen) for card in settings.deck)
    return pad("card", text("Card"), cells)
