"""Plays lines of a record, and says what came of it."""

from __future__ import annotations

import shlex
from collections.abc import Iterable

import pytest

from device.contract.declarations import Declaration, First, RecordLine
from device.contract.refusal import Refusal, RefusalCode, Refused
from device.contract.setup import TableSetup
from device.games.no_loose_ends.cards import Card
from device.games.no_loose_ends.game import GAME
from device.games.no_loose_ends.state import Round, State
from display.words import ENGLISH

NAMES = ("Teresa", "Kaylen", "Taylor", "Ann", "Ben")


def started(players: int = 3, **chosen: str) -> State:
    """A game of this many players; options by name, with `_` for `-`."""
    return GAME.start(
        TableSetup(NAMES[:players], tuple((name.replace("_", "-"), value) for name, value in chosen.items()))
    )


def passed(players: int = 3, **chosen: str) -> State:
    """The same with nobody bidding: the last player leads the first trick."""
    return after(started(players, **chosen), [f"{name} pass" for name in NAMES[:players]])


def read(state: State, line: str) -> Declaration:
    head, *words = shlex.split(line)
    names = state.table.players
    if head == "first":
        return First(names.index(words[0]))
    return GAME.read(RecordLine(names.index(head), tuple(words)))


def written(state: State, declaration: Declaration) -> str:
    assert declaration.seat is not None
    return " ".join((state.name(declaration.seat), *GAME.write(declaration).words))


def after(state: State, lines: str | Iterable[str], *, waive_revoke: bool = False) -> State:
    """The state after some lines, one a line or divided by semicolons."""
    for line in divided(lines):
        apply = GAME.waiver.apply if waive_revoke and GAME.waiver is not None else GAME.apply
        state = apply(state, read(state, line))
    return state


def divided(lines: str | Iterable[str]) -> list[str]:
    parts = lines if isinstance(lines, str) else ";".join(lines)
    return [line.strip() for line in parts.replace("\n", ";").split(";") if line.strip()]


def refusal(state: State, line: str) -> Refusal:
    """The fault of a line that must be refused."""
    with pytest.raises(Refused) as refused:
        GAME.apply(state, read(state, line))
    fault = refused.value.fault
    assert "{" not in said(fault)
    return fault


def code(state: State, line: str) -> str:
    return refusal(state, line).code.value


def accepts(state: State, line: str) -> bool:
    try:
        GAME.apply(state, read(state, line))
    except Refused:
        return False
    return True


def said(fault: Refusal) -> str:
    return ENGLISH.say(fault.sentence)


def syntax(state: State, line: str) -> bool:
    """Whether a line can't be read."""
    with pytest.raises(Refused) as refused:
        read(state, line)
    assert "{" not in ENGLISH.say(refused.value.fault.sentence)
    return refused.value.fault.code is RefusalCode.SYNTAX


def playing(state: State) -> Round:
    """The round in progress."""
    assert state.round is not None
    return state.round


def uncovered(state: State, name: str) -> list[str]:
    return [str(card) for card in playing(state).uncovered(NAMES.index(name))]


def card(word: str) -> Card:
    suit, number = word.split("-")
    return Card(suit, int(number))
