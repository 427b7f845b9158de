"""What the table is asked on a score pad, and the cells that answer it."""

from __future__ import annotations

from functools import lru_cache, partial

from device.contract.declarations import Declaration, GameEnd
from device.contract.keycodes import Cell, Choice, Layout, Level, Offer
from device.contract.number_pad import signed_figures
from device.contract.prompt import Prompt
from device.contract.setup import Seat
from device.games.score_pad.declarations import Points
from device.games.score_pad.options import MOST
from device.games.score_pad.rules import may_end
from device.games.score_pad.state import State
from display.words import counted, figure, text

SOMEBODY_ELSE, END = Cell.DA, Cell.DB
"""The game's cells of the menu."""


def prompt(state: State) -> Prompt[Declaration] | None:
    """Whose points come next, seat by seat; the menu has the others, and pods answer at once. None after the game."""
    asked = state.asked
    if asked is None:
        return None
    left = [seat for seat, points in enumerate(state.said) if points is None]
    cells: tuple[Choice[Declaration], ...] = tuple(
        Choice(seat, state.name(seat), partial(_level, seat), partial(_said_by, seat)) for seat in left
    )
    each = Level("player", text("player"), Layout.LIST, cells, who=True)
    question = text("{player}: how many points?", player=state.name(asked))
    return Prompt(question, (asked,), _offering(state, left), more=_more(state, each), each=each)


def _offering(state: State, left: list[Seat]) -> Level[Declaration]:
    """Any points of the first of those who are left; of the last one those that make the sum of a round, if it has one,
    are offered."""
    level, together = _level(left[0]), state.settings.sum
    rest = 0 if together is None else together - sum(points or 0 for points in state.said)
    if together is None or len(left) > 1 or abs(rest) > MOST:
        return level
    label = counted("{player}: {points} point", "{player}: {points} points", abs(rest), player=state.name(left[0]),
        points=figure(rest))  # fmt: skip
    return level._replace(offer=Offer(label, Points(left[0], rest)))


def _more(state: State, each: Level[Declaration]) -> tuple[Choice[Declaration], ...]:
    """What the menu has: the points of those who are not asked yet, and the end."""
    others = each._replace(choices=each.choices[1:])
    more: list[Choice[Declaration]] = []
    if others.choices:
        more.append(Choice(SOMEBODY_ELSE, text("points of somebody else"), others))
    if may_end(state):
        more.append(Choice(END, text("the game is over"), GameEnd()))
    return tuple(more)


def _said_by(seat: Seat, meaning: object) -> bool:
    return isinstance(meaning, Points) and meaning.seat == seat


@lru_cache(maxsize=16)
def _level(seat: Seat) -> Level[Declaration]:
    return signed_figures("points", range(-MOST, MOST + 1), partial(Points, seat), _points)


def _points(meaning: object) -> int | None:
    return meaning.points if isinstance(meaning, Points) else None
