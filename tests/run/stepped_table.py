"""A table on real threads that keeps step with fingers in virtual time, however slow the machine is."""

from __future__ import annotations

import os
import signal
import threading
from collections.abc import Callable, Iterable
from typing import Any

from gpiozero.pins.mock import MockFactory

from device.system.ending import ended_by_signals
from hal.clock.clock import VirtualClock
from hal.keys.keys import Edge, Key
from hal.mock.script import Script
from hal.table.delivery import Posted
from hal.table.threaded import ThreadedTable

LOOK_S = 0.002
LATEST_S = 60.0
"""How long, in real seconds, a table may take for an edge before it is given up."""
SWITCH_OFF_S = 4.0


class SteppedTable(ThreadedTable):
    """Tells when it has done all there is to do at a moment of its clock."""

    def __init__(self, *args: Any) -> None:
        self._taken = self._done = 0
        self._until: float | None = None
        super().__init__(*args)

    def _wait(self, until: float | None) -> Posted | None:
        self._until, self._done = until, self._taken
        event = super()._wait(until)
        self._taken += isinstance(event, Edge)
        return event

    def caught_up(self, edges: int) -> bool:
        """Whether so many edges have been dealt with, and all that was due by now; or it is over."""
        due = self._until is not None and self._until <= self.clock.now()
        return self._closed or (self._done >= edges and not due)


class SteppedClock(VirtualClock):
    """A clock that moves on when its table has done what was due."""

    def __init__(self) -> None:
        super().__init__()
        self.table: SteppedTable | None = None
        self._edges = 0

    def of(self, *args: Any) -> SteppedTable:
        """The table that this clock keeps step with."""
        self.table = SteppedTable(*args)
        self._edges = 0
        return self.table

    def advance_to(self, moment: float) -> None:
        super().advance_to(moment)
        if self.table is not None:
            # It may wait for a moment, in real time, which has just come.
            self.table.wake()
            self.catch_up()

    def edge(self) -> None:
        """A contact has moved: wait until the table has dealt with it."""
        self._edges += 1
        self.catch_up()

    def catch_up(self) -> None:
        """Wait for the table. Raises AssertionError if it never comes so far."""
        for _ in range(int(LATEST_S / LOOK_S)):
            if self.table is None or self.table.caught_up(self._edges):
                return
            threading.Event().wait(LOOK_S)
        raise AssertionError(f"the table has not dealt with {self._edges} edges")


class KeyPresser(threading.Thread):
    """Somebody who presses keys, then switches off by A and D, unless told to do something else at the end."""

    def __init__(
        self,
        factory: MockFactory,
        clock: SteppedClock,
        lines: Iterable[str],
        finally_do: Callable[[], None] | None = None,
    ) -> None:
        super().__init__(daemon=True)
        self.pins = (5, 6, 16, 24)
        self._factory, self._clock = factory, clock
        self._contacts: list[Any] = []
        self._edges = list(Script(lines, start=1.0))
        self._finally = finally_do or self.switch_off

    def begin(self) -> MockFactory:
        """The pins; pressing begins once the keys are listened to."""
        # A factory makes each when it is first asked for: asked from two threads at once, it may make two of it.
        self._contacts = [self._factory.pin(number) for number in self.pins]
        self.start()
        return self._factory

    def run(self) -> None:
        while any(contact.when_changed is None for contact in self._contacts):
            threading.Event().wait(LOOK_S)
        try:
            for edge in self._edges:
                self._move(edge)
            self._finally()
        except AssertionError:
            # Nobody else would ever end the table that the test waits for.
            terminate()
            raise

    def _move(self, edge: Edge) -> None:
        self._clock.advance_to(max(edge.at, self._clock.now()))
        contact = self._contacts[list(Key).index(edge.key)]
        (contact.drive_low if edge.down else contact.drive_high)()
        self._clock.edge()

    def switch_off(self) -> None:
        """Hold A and D for as long as that takes."""
        for key in (Key.A, Key.D):
            self._move(Edge(key, True, self._clock.now() + 1.0))
        self._clock.advance_to(self._clock.now() + SWITCH_OFF_S)


def terminate() -> None:
    """Send SIGTERM, once the table would take it for its end; whoever ran before may have left a handler, too."""
    while getattr(signal.getsignal(signal.SIGTERM), "__module__", "") != ended_by_signals.__module__:
        threading.Event().wait(LOOK_S)
    os.kill(os.getpid(), signal.SIGTERM)
