"""Plays lines of a record of LOOP, and says what came of it."""

from __future__ import annotations

import shlex
from enum import StrEnum

import pytest

from device.contract.declarations import Declaration, First, RecordLine
from device.contract.refusal import Refusal, Refused
from device.contract.setup import TableSetup
from device.games.loop.game import GAME
from device.games.loop.state import State
from display.words import ENGLISH

NAMES = ("Ann", "Ben", "Cleo", "Dan", "Eve", "Fay")
ELEVEN = ("1 2 3 4", "5 6 7", "9 10 11", "13")
"""Cards enough to go out, none of them an 8."""


def started(players: int = 4, **chosen: str) -> State:
    return GAME.start(TableSetup(NAMES[:players], tuple(chosen.items())))


def read(state: State, line: str) -> Declaration:
    head, *words = shlex.split(line)
    if head == "first":
        return First(state.table.players.index(words[0]))
    return GAME.read(RecordLine(state.table.players.index(head), tuple(words)))


def after(state: State, lines: str) -> State:
    """The state after some lines, one a line or divided by semicolons."""
    for line in lines.replace(";", "\n").splitlines():
        if line.strip():
            state = GAME.apply(state, read(state, line))
    return state


def refused(state: State, line: str) -> Refusal:
    """Why a line is refused; fails if it is legal."""
    with pytest.raises(Refused) as caught:
        after(state, line)
    return caught.value.fault


def code(state: State, line: str) -> StrEnum:
    return refused(state, line).code


def said(fault: Refusal) -> str:
    return ENGLISH.say(fault.sentence)


def turn(state: State) -> str:
    return state.name(state.turn)


def unanswered(state: State, *combinations: str) -> State:
    """The player on turn plays each of these, and everybody else passes each time."""
    for numbers in combinations:
        player = state.turn
        state = after(state, f"{state.name(player)} plays {numbers}")
        while state.in_play is not None and not (state.turn == player and player not in state.order):
            state = after(state, f"{turn(state)} pass")
    return state


def whole_round(state: State, *hands: tuple[str, ...]) -> State:
    """A round in which the players go out one by one from the starter on, all but the last with these cards."""
    for hand in hands:
        state = unanswered(state, *hand)
    return state
