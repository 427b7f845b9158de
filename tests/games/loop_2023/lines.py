"""Plays lines of a record of LOOP's first edition, and says what came of it."""

from __future__ import annotations

import shlex
from collections.abc import Iterable

import pytest

from device.contract.declarations import Declaration, First, RecordLine
from device.contract.refusal import Refusal, RefusalCode, Refused
from device.contract.scores import Scores
from device.contract.setup import TableSetup
from device.games.loop_2023.game import GAME
from device.games.loop_2023.state import Playing, State
from display.words import ENGLISH

NAMES = ("Ann", "Ben", "Cleo", "Dan")


def started(players: int = 3, **chosen: str) -> State:
    """A game of this many players; options by name, with `_` for `-`."""
    return GAME.start(
        TableSetup(NAMES[:players], tuple((name.replace("_", "-"), value) for name, value in chosen.items()))
    )


def read(state: State, line: str) -> Declaration:
    head, *words = shlex.split(line)
    names = state.table.players
    if head == "first":
        return First(names.index(words[0]))
    return GAME.read(RecordLine(names.index(head), tuple(words)))


def after(state: State, *lines: str) -> State:
    """The state after some lines, several in one string divided by semicolons."""
    for line in (line.strip() for part in lines for line in part.split(";")):
        if line:
            state = GAME.apply(state, read(state, line))
    return state


def refusal(state: State, line: str) -> Refusal:
    """The fault of a line that must be refused."""
    declaration = read(state, line)
    with pytest.raises(Refused) as refused:
        GAME.apply(state, declaration)
    fault = refused.value.fault
    assert "{" not in ENGLISH.say(fault.sentence)
    return fault


def code(state: State, line: str) -> str:
    return refusal(state, line).code.value


def sentence(state: State, line: str) -> str:
    return ENGLISH.say(refusal(state, line).sentence)


def syntax(words: str) -> bool:
    """Whether what follows a name can't be read."""
    with pytest.raises(Refused) as refused:
        GAME.read(RecordLine(0, tuple(words.split())))
    assert "{" not in ENGLISH.say(refused.value.fault.sentence)
    return refused.value.fault.code is RefusalCode.SYNTAX


def playing(state: State) -> Playing:
    assert isinstance(state.phase, Playing)
    return state.phase


def on_turn(state: State) -> str:
    return state.name(state.seating[playing(state).turn])


def leads(state: State) -> bool:
    """Whether the player on turn leads."""
    return playing(state).best is None


def seated(state: State) -> tuple[str, ...]:
    return tuple(state.name(player) for player in state.seating)


def scored(state: State) -> Scores:
    return GAME.scores(state)


def out(state: State) -> tuple[str, ...]:
    """Who is out of the round in progress; nobody once it is over."""
    if not isinstance(state.phase, Playing):
        return NAMES
    return tuple(state.name(player) for player in state.phase.out)


def outs(names: Iterable[str]) -> str:
    """Lines of the level `finish`: who goes out, one after the other."""
    return ";".join(f"{name} out" for name in names)
