"""A table on real threads that is synchronised with key presses in virtual time, on machines of any speed."""

from __future__ import annotations

import os
import signal
import threading
from collections.abc import Callable, Iterable
from typing import Any

from gpiozero.pins.mock import MockFactory

from device.system.end_signals import end_on_signals
from hal.clock.clock import VirtualClock
from hal.keys.keys import Edge, Key
from hal.mock.script import Script
from hal.table.delivery import TableInput
from hal.table.threaded_table import ThreadedTable

LOOK_S = 0.002
LATEST_S = 60.0
"""Timeout in real seconds for a table to handle an edge."""
SWITCH_OFF_S = 4.0


class SteppedTable(ThreadedTable):
    """A table that reports when it has done everything due at a moment of its clock."""

    def __init__(self, *args: Any) -> None:
        self._taken = self._done = 0
        self._until: float | None = None
        super().__init__(*args)

    def _wait_until(self, until: float | None) -> TableInput | None:
        self._until, self._done = until, self._taken
        event = super()._wait_until(until)
        self._taken += isinstance(event, Edge)
        return event

    def caught_up(self, edges: int) -> bool:
        """Whether this many edges are handled, and everything due by now; or whether the table is closed."""
        due = self._until is not None and self._until <= self.clock.now()
        return self._is_closed or (self._done >= edges and not due)


class SteppedClock(VirtualClock):
    """A clock that advances only when its table has done what was due."""

    def __init__(self) -> None:
        super().__init__()
        self.table: SteppedTable | None = None
        self._edges = 0

    def of(self, *args: Any) -> SteppedTable:
        """Make the table that this clock is synchronised with."""
        self.table = SteppedTable(*args)
        self._edges = 0
        return self.table

    def advance_to(self, moment: float) -> None:
        super().advance_to(moment)
        if self.table is not None:
            # The table may be waiting, in real time, for a moment that has just come.
            self.table.wake()
            self.catch_up()

    def edge(self) -> None:
        """Note that a contact has moved, and wait until the table has handled it."""
        self._edges += 1
        self.catch_up()

    def catch_up(self) -> None:
        """Wait for the table. Raises AssertionError after a timeout."""
        for _ in range(int(LATEST_S / LOOK_S)):
            if self.table is None or self.table.caught_up(self._edges):
                return
            threading.Event().wait(LOOK_S)
        raise AssertionError(f"the table has not dealt with {self._edges} edges")


class KeyPresser(threading.Thread):
    """A thread that presses keys, then switches off by A and D, or does something else at the end."""

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
        self._edges = list(Script(lines, start_s=1.0))
        self._finally = finally_do or self.switch_off

    def begin(self) -> MockFactory:
        """Return the pins. Pressing begins once the program listens to the keys."""
        # A factory makes each pin when it is first requested: requested by two threads at once, it may make two.
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
            # Nothing else would end the table for which the test waits.
            terminate()
            raise

    def _move(self, edge: Edge) -> None:
        self._clock.advance_to(max(edge.time_s, self._clock.now()))
        contact = self._contacts[list(Key).index(edge.key)]
        (contact.drive_low if edge.is_closed else contact.drive_high)()
        self._clock.edge()

    def switch_off(self) -> None:
        """Hold A and D for as long as needed."""
        for key in (Key.A, Key.D):
            self._move(Edge(key, True, self._clock.now() + 1.0))
        self._clock.advance_to(self._clock.now() + SWITCH_OFF_S)


def terminate() -> None:
    """Send SIGTERM once the table's handler is installed; an earlier test may have left another handler."""
    while getattr(signal.getsignal(signal.SIGTERM), "__module__", "") != end_on_signals.__module__:
        threading.Event().wait(LOOK_S)
    os.kill(os.getpid(), signal.SIGTERM)
