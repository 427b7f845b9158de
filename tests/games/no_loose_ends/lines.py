"""Plays lines of a record of No Loose Ends, and says what came of it."""

from __future__ import annotations

from collections.abc import Iterable

from device.contract.declarations import Declaration
from device.games.no_loose_ends.cards import Card
from device.games.no_loose_ends.game import GAME
from device.games.no_loose_ends.state import Round, State
from tests.games import record_lines
from tests.games.record_lines import RecordLines

NAMES = ("Teresa", "Kaylen", "Taylor", "Ann", "Ben")

_LINES: RecordLines[State] = RecordLines(GAME, NAMES, 3)
started, read, refusal = _LINES.started, _LINES.read, _LINES.refusal
code, accepts, syntax = _LINES.code, _LINES.accepts, _LINES.syntax
said, divided = record_lines.said, record_lines.divided


def passed(players: int = 3, **chosen: str) -> State:
    """A game in which nobody bids: the last player leads the first trick."""
    return after(started(players, **chosen), [f"{name} pass" for name in NAMES[:players]])


def written(state: State, declaration: Declaration) -> str:
    assert declaration.seat is not None
    return " ".join((state.name(declaration.seat), *GAME.write(declaration).words))


def after(state: State, lines: str | Iterable[str], *, waive_revoke: bool = False) -> State:
    """The state after some lines, one a line or divided by semicolons."""
    return _LINES.after(state, lines, stands=waive_revoke)


def playing(state: State) -> Round:
    """The round in progress."""
    assert state.round is not None
    return state.round


def uncovered(state: State, name: str) -> list[str]:
    return [str(card) for card in playing(state).uncovered_bids(NAMES.index(name))]


def card(word: str) -> Card:
    suit, number = word.split("-")
    return Card(suit, int(number))
