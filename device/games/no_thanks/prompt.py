"""The questions of No Thanks!, and the levels that answer them."""

from __future__ import annotations

from collections.abc import Callable
from functools import lru_cache, partial

from device.contract.declarations import Declaration
from device.contract.keycodes import NONE, Cell, Choice, Layout, Level, Offer
from device.contract.number_pad import pad, signed_figures
from device.contract.prompt import Prompt
from device.contract.setup import Seat
from device.games.no_thanks.by_card import PLAYERS, by_card
from device.games.no_thanks.cards import TAKEN
from device.games.no_thanks.declarations import Flip, Holds, Pass, Points, Take, Tiger
from device.games.no_thanks.entry import Typed, entry, keys_of_cards
from device.games.no_thanks.options import Settings
from device.games.no_thanks.state import Play, State, Sums, Tally
from device.games.no_thanks.totals import owners
from display.vocabulary import Face
from display.words import text

TAKE, TIGER = 0, 5
"""The cells of a turn other than “none”, which is the pass: A and DC."""

SOMEBODY_ELSE = Cell.DA
"""A cell of the menu."""


def prompt(state: State) -> Prompt[Declaration] | None:
    """Return the next question, which never depends on anybody's tokens. None once the game is finished."""
    if state.round is None:
        return None
    if isinstance(state.round, Tally):
        return _tally(state, state.round)
    if isinstance(state.round, Sums):
        return _sums(state, state.round)
    if state.round.active is None:
        return _flip(state, state.round)
    return _turn(state, state.round, state.round.active)


def _flip(state: State, play: Play) -> Prompt[Declaration]:
    name = state.table.players[play.turn]
    question = (
        text("{name} turns up the next card: which is it?", name=name)
        if play.begun
        else text("{name} starts and turns up a card: which is it?", name=name)
    )
    return Prompt(question, (play.turn,), _flips(state.settings, play.seen), ahead=(_turns(state, play),))


def _turn(state: State, play: Play, active: int) -> Prompt[Declaration]:
    question = text(
        "Does {name} pass or take the {card}?", name=state.table.players[play.turn], card=Face(number=active)
    )
    last = play.taken == TAKEN - 1 and len(state.done) == state.settings.rounds - 1
    return Prompt(
        question, (play.turn,), _turns(state, play), ahead=() if last else (_flips(state.settings, play.seen),)
    )


def _tally(state: State, tally: Tally) -> Prompt[Declaration]:
    names = state.table.players
    each = _entries(state, tally)
    others = tuple(choice for choice in each.choices if choice.slot != tally.next)
    question = text("{name}: cards, then tokens?", name=names[tally.next])
    more: tuple[Choice[Declaration], ...] = ()
    if others:
        more = (Choice(SOMEBODY_ELSE, text("somebody else"), each._replace(choices=others)),)
    level = entry(_typed(state, tally, tally.next))
    first = not tally.begun and len(names) in PLAYERS
    together = (by_card(state.settings, names),) if first else ()
    return Prompt(question, (tally.next,), level, more=more, each=each, together=together)


def begun_again(state: State, declared: Declaration) -> Offer[str] | None:
    """Return the keys of the cards in a line that is asked again, so that only the tokens need be changed."""
    if not isinstance(declared, Holds) or not isinstance(state.round, Tally) or state.round.next != declared.seat:
        return None
    return Offer(text("the same cards"), keys_of_cards(declared.seat, state.settings, declared.runs), only=False)


def _entries(state: State, tally: Tally) -> Level[Declaration]:
    """The level of all players who have not declared their cards, in any order or at the same time."""
    entries = [_typed(state, tally, seat) for seat, said in enumerate(tally.held) if said is None]
    cells: tuple[Choice[Declaration], ...] = tuple(
        Choice(typed.seat, state.table.players[typed.seat], partial(entry, typed), typed.admits) for typed in entries
    )
    return Level("player", text("player"), Layout.LIST, cells, who=True)


def _sums(state: State, sums: Sums) -> Prompt[Declaration]:
    names, settings = state.table.players, state.settings
    left = [seat for seat, points in enumerate(sums.said) if points is None]
    cells: tuple[Choice[Declaration], ...] = tuple(
        Choice(seat, names[seat], partial(_points, settings, seat), partial(_said_by, seat)) for seat in left
    )
    each: Level[Declaration] = Level("player", text("player"), Layout.LIST, cells, who=True)
    more: tuple[Choice[Declaration], ...] = ()
    if left[1:]:
        more = (Choice(SOMEBODY_ELSE, text("somebody else"), each._replace(choices=cells[1:])),)
    question = text("{player}: how many points?", player=names[sums.next])
    return Prompt(question, (sums.next,), _points(settings, sums.next), more=more, each=each)


@lru_cache(maxsize=16)
def _points(settings: Settings, seat: Seat) -> Level[Declaration]:
    return signed_figures(
        "points", range(-settings.tokens_total, settings.sums[-1] + 1), partial(Points, seat), _number
    )


def _number(meaning: object) -> int | None:
    return meaning.points if isinstance(meaning, Points) else None


def _said_by(seat: Seat, meaning: object) -> bool:
    return isinstance(meaning, Points) and meaning.seat == seat


def _typed(state: State, tally: Tally, seat: Seat) -> Typed:
    """Return an empty entry for a player."""
    others = (said for other, said in enumerate(tally.held) if other != seat)
    owned = tuple(owners(state, tally).items())
    return Typed(seat, state.settings, player=state.table.players[seat], owned=owned, last=None not in others)


@lru_cache(maxsize=8)
def _flips(settings: Settings, seen: frozenset[int]) -> Level[Declaration]:
    return _card(settings, Flip, seen)


def _turns(state: State, play: Play) -> Level[Declaration]:
    tiger = state.settings.tiger and play.turn not in play.tigers
    return _moves(state.settings, play.turn, play.seen if tiger else None)


@lru_cache(maxsize=8)
def _moves(settings: Settings, seat: Seat, seen: frozenset[int] | None) -> Level[Declaration]:
    """The level of a turn. A pass is always offered: nobody may see who has no tokens.

    `seen` are the cards that a hidden tiger can't be; None if no tiger can be laid.
    """
    cells: list[Choice[Declaration]]
    cells = [Choice(TAKE, text("take"), Take(seat)), Choice(NONE, text("pass"), Pass(seat))]
    if seen is not None:
        cells.append(Choice(TIGER, text("lay the hidden tiger"), _card(settings, partial(Tiger, seat), seen)))
    return Level("turn", text("Turn"), Layout.LIST, tuple(cells))


def _card(settings: Settings, means: Callable[[int], Declaration], seen: frozenset[int]) -> Level[Declaration]:
    """The level of cards that nobody has seen. The keys of the others still work, and the rules refuse them."""
    cells = (Choice(card, str(card), means(card), offered=card not in seen) for card in settings.deck)
    return pad("card", text("Card"), cells)
