"""Simulated players at the mock hardware, who press a key only after seeing the result of the one before."""

from __future__ import annotations

from collections import deque
from collections.abc import Iterator
from enum import Enum
from typing import TYPE_CHECKING

from hal.keys.keys import Edge
from hal.mock.script import Script
from hal.mock.table import MockTable
from hal.panel.panel import RefreshMode
from hal.table.table import Event, InputEnd, RefreshDone, Tick

if TYPE_CHECKING:
    from PIL.Image import Image


class Interruption(Enum):
    """How a process ends without doing anything more."""

    POWER = "the power goes, and what is in memory with it"
    KILL = "it is killed"


PlayerMove = str | Edge | Interruption
"""The players' next move: a line of a key script, one move of a contact, or the end of the process."""


class BrokenOff(Exception):
    """The process has ended: nothing more happens at this table."""

    def __init__(self, how: Interruption) -> None:
        super().__init__(how.value)
        self.how = how


class PlayedTable:
    """A mock table whose presses are generated while it is played.

    The next move is generated once all consequences of the last one have happened. Raises BrokenOff for an
    Interruption.
    """

    def __init__(self, mock: MockTable, moves: Iterator[PlayerMove]) -> None:
        self.clock = mock.clock
        self.panel_kind = mock.panel_kind
        self.signal = mock.signal
        self.readout = mock.readout
        self.pods = mock.pods
        self._mock = mock
        self._moves = moves
        self._edges: deque[Edge] = deque()
        self._free_at = mock.clock.now()

    def next_event(self, deadline: float | None) -> Event:
        if not self._edges and self.clock.now() >= self._free_at and not self._take_move():
            return InputEnd()
        due = self._edges[0].time_s if self._edges else self._free_at
        until = due if deadline is None else min(due, deadline)
        event = self._mock.next_event(until)
        if isinstance(event, RefreshDone):
            return event
        if isinstance(event, InputEnd):  # the mock table does not wait for slow players
            self.clock.advance_to(max(until, self.clock.now()))
        if self._edges and self._edges[0].time_s <= self.clock.now():
            return self._edges.popleft()
        return Tick(self.clock.now())

    def wake(self) -> None:
        self._mock.wake()

    def show(self, image: Image, mode: RefreshMode = RefreshMode.FULL) -> None:
        self._mock.show(image, mode)

    def close(self) -> None:
        self._mock.close()

    def _take_move(self) -> bool:
        move = next(self._moves, None)
        if move is None:
            return False
        if isinstance(move, Interruption):
            raise BrokenOff(move)
        if isinstance(move, Edge):
            self._edges.append(move)
        else:
            script = Script([move], self.clock.now())
            self._edges.extend(script)
            self._free_at = script.next_press_at
        return True
