"""Plays lines of a record of LOOP, and says what came of it."""

from __future__ import annotations

from device.games.loop.game import GAME
from device.games.loop.state import State
from tests.games import record_lines
from tests.games.record_lines import RecordLines

NAMES = ("Ann", "Ben", "Cleo", "Dan", "Eve", "Fay")
ELEVEN = ("1 2 3 4", "5 6 7", "9 10 11", "13")
"""Cards enough to go out, none of them an 8."""

_LINES: RecordLines[State] = RecordLines(GAME, NAMES, 4)
started, read, after, refused, code = _LINES.started, _LINES.read, _LINES.after, _LINES.refusal, _LINES.code
said = record_lines.said


def turn(state: State) -> str:
    return state.name(state.turn)


def unanswered(state: State, *combinations: str) -> State:
    """The player on turn plays each of these, and everybody else passes each time."""
    for numbers in combinations:
        player = state.turn
        state = after(state, f"{state.name(player)} plays {numbers}")
        while state.in_play is not None and not (state.turn == player and player not in state.order_out):
            state = after(state, f"{turn(state)} pass")
    return state


def whole_round(state: State, *hands: tuple[str, ...]) -> State:
    """A round in which the players go out one by one from the starter on, all but the last with these cards."""
    for hand in hands:
        state = unanswered(state, *hand)
    return state
