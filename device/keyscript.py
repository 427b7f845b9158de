"""From a record to the presses that declare it on a fresh device, from power-on."""

from __future__ import annotations

from collections.abc import Iterator
from typing import NamedTuple

from device import session as sessions
from device.choices import find
from device.retelling import Told, tell
from device.rows import Row
from device.session import Stage, Step, step
from device.setup import Roster
from device.view import Menu, Play, question

ACCEPT = step(Step.ACCEPT)


def presses(data: bytes, roster: Roster = ()) -> Iterator[str]:
    """Lines for a key script. Raises RecordRefused before the first if the record is not legal."""
    steps = tell(data, roster)
    return (press for told in steps for press in _presses(told, roster))


class Stroke(NamedTuple):
    """The presses of one declaration, or of one step of the table, and the rows that come of it."""

    presses: tuple[str, ...]
    rows: tuple[Row, ...]


def strokes(data: bytes, roster: Roster = ()) -> Iterator[Stroke]:
    """The same, step by step: each can be undone by one hold of A."""
    return (Stroke(tuple(_presses(told, roster)), _rows(told)) for told in tell(data, roster))


def _rows(told: Told) -> tuple[Row, ...]:
    if isinstance(told.says, Row):
        advances = sessions.perform(told.session, told.says)
    else:
        advances = sessions.declare(told.session, told.says)
    return tuple(advance.row for advance in advances)


def _presses(told: Told, roster: Roster) -> list[str]:
    """The presses for one step: by the question itself, else by the menu."""
    if told.session.stage is Stage.SUMMARY and told.says == ACCEPT:
        return ["hold C"]
    keys = find(question(told.session, Play(), roster).level, told.says)
    if keys is not None:
        return list(keys)
    keys = find(question(told.session, Menu(), roster).level, told.says)
    if keys is None:
        raise LookupError(f"no code for {told.says}")
    return ["hold D", *keys]
