"""Decide which event a table delivers next, with the same logic for real and virtual time."""

from __future__ import annotations

from collections.abc import Callable

from hal.clock.clock import Clock
from hal.keys.keys import Edge, Outcome
from hal.pods.events import PodEvent
from hal.table.table import BrowserAction, End, Event, PanelDone, Tick, WakeUp

Posted = Edge | Outcome | PodEvent | BrowserAction | WakeUp | PanelDone | End
"""What the queue of a table's input holds."""


class Delivery:
    """Delivers input as it comes, a Tick at a deadline, and after the end only Ends.

    `wait` returns the next input, or None once the given time is reached (seconds of the clock; None: never). After an
    End came, a refresh under way is waited for, but at most for as many seconds as `patience` returns.
    """

    def __init__(
        self, clock: Clock, wait: Callable[[float | None], Posted | None], patience: Callable[[], float]
    ) -> None:
        self._clock = clock
        self._wait = wait
        self._patience = patience
        self._busy = False
        self._ended = False
        self._stopping_until: float | None = None

    def begin_refresh(self) -> None:
        """Note that a refresh begins; its PanelDone will come. Raises RuntimeError while one is under way."""
        if self._busy:
            raise RuntimeError("the panel is busy")
        self._busy = True

    def end_refresh(self) -> None:
        """Note that the refresh is over, or could not begin."""
        self._busy = False

    def next(self, deadline: float | None) -> Event:
        """Wait for the next event, until `deadline` at the longest."""
        while not self._ended:
            event: Event | None = self._wait(self._earlier_deadline(deadline))
            if isinstance(event, End):
                self._stopping_until = self._clock.now() + self._patience()
                continue
            if isinstance(event, PanelDone):
                self.end_refresh()
            if event is None:
                event = self._tick_if_due(deadline)
            if event is not None:
                return event
        return End()

    def _earlier_deadline(self, deadline: float | None) -> float | None:
        if self._stopping_until is None:
            return deadline
        stopping = self._stopping_until if self._busy else self._clock.now()
        return stopping if deadline is None else min(deadline, stopping)

    def _tick_if_due(self, deadline: float | None) -> Tick | None:
        """Return a Tick if the deadline has come; note whether waiting for a refresh after an End is over."""
        now = self._clock.now()
        if self._stopping_until is not None and (not self._busy or now >= self._stopping_until):
            self._ended = True
        elif deadline is not None and now >= deadline:
            return Tick(now)
        return None
