"""Plays lines of a record of LOOP's first edition, and says what came of it."""

from __future__ import annotations

from collections.abc import Iterable

import pytest

from device.contract.declarations import RecordLine
from device.contract.refusal import RefusalCode, Refused
from device.contract.scores import Scores
from device.games.loop_2023.game import GAME
from device.games.loop_2023.state import RoundInPlay, State
from tests.games.record_lines import RecordLines, said

NAMES = ("Ann", "Ben", "Cleo", "Dan")

_LINES: RecordLines[State] = RecordLines(GAME, NAMES, 3)
started, read, after = _LINES.started, _LINES.read, _LINES.after
refusal, code, sentence = _LINES.refusal, _LINES.code, _LINES.sentence


def syntax(words: str) -> bool:
    """Whether what follows a name can't be read."""
    with pytest.raises(Refused) as refused:
        GAME.read(RecordLine(0, tuple(words.split())))
    assert "{" not in said(refused.value.refusal)
    return refused.value.refusal.code is RefusalCode.SYNTAX


def playing(state: State) -> RoundInPlay:
    assert isinstance(state.phase, RoundInPlay)
    return state.phase


def on_turn(state: State) -> str:
    return state.name(state.seating[playing(state).turn])


def leads(state: State) -> bool:
    """Whether the player on turn leads."""
    return playing(state).to_beat is None


def seated(state: State) -> tuple[str, ...]:
    return tuple(state.name(player) for player in state.seating)


def scored(state: State) -> Scores:
    return GAME.scores(state)


def out(state: State) -> tuple[str, ...]:
    """Who is out of the round in progress; nobody once it is over."""
    if not isinstance(state.phase, RoundInPlay):
        return NAMES
    return tuple(state.name(player) for player in state.phase.players_out)


def outs(names: Iterable[str]) -> str:
    """Lines of the level `finish`: who goes out, one after the other."""
    return ";".join(f"{name} out" for name in names)
