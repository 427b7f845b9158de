"""Plays lines of a record, and says what came of it."""

from __future__ import annotations

import shlex
from collections.abc import Iterable, Iterator
from dataclasses import fields, is_dataclass

import pytest

from device.contract.declarations import Declaration, First, RecordLine
from device.contract.refusal import Refusal, RefusalCode, Refused
from device.contract.setup import TableSetup
from device.games.no_thanks.game import GAME
from device.games.no_thanks.state import State
from display.words import ENGLISH, Text

NAMES = ("Ann", "Ben", "Cleo", "Dan", "Eve", "Fay", "Gus")


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
    if head in GAME.directives:
        return GAME.read(RecordLine(None, (head, *words)))
    return GAME.read(RecordLine(names.index(head), tuple(words)))


def after(state: State, lines: str | Iterable[str]) -> State:
    """The state after some lines, one a line or divided by semicolons."""
    if isinstance(lines, str):
        lines = lines.replace(";", "\n").splitlines()
    for line in lines:
        if line.strip():
            state = GAME.apply(state, read(state, line))
    return state


def refusal(state: State, line: str) -> Refusal:
    """The fault of a line that must be refused."""
    with pytest.raises(Refused) as refused:
        GAME.apply(state, read(state, line))
    fault = refused.value.fault
    assert "{" not in ENGLISH.say(fault.sentence)
    return fault


def code(state: State, line: str) -> str:
    return refusal(state, line).code.value


def syntax(state: State, line: str) -> bool:
    """Whether a line can't be read."""
    with pytest.raises(Refused) as refused:
        read(state, line)
    assert "{" not in ENGLISH.say(refused.value.fault.sentence)
    return refused.value.fault.code is RefusalCode.SYNTAX


def texts(value: object) -> Iterator[Text]:
    """Every text inside pages, prompts and faults, levels that are made on demand left out."""
    if isinstance(value, Text):
        yield value
        for _, argument in value.arguments:
            yield from texts(argument)
    elif isinstance(value, tuple):
        for item in value:
            yield from texts(item)
    elif is_dataclass(value):
        for each in fields(value):
            yield from texts(getattr(value, each.name))


def sweep(cards: Iterable[int], taker: str = "Ann") -> Iterator[str]:
    """Lines by which one player takes every one of these cards at once."""
    for card in cards:
        yield f"flip {card}"
        yield f"{taker} take"
