"""What a table delivers next: one logic for keys in real time and in virtual time."""

from __future__ import annotations

from collections.abc import Callable

from hal.clock.clock import Clock
from hal.keys.keys import Edge, Outcome
from hal.pods.events import PodEvent
from hal.table.table import Beside, End, Event, PanelDone, Tick, Woken

Posted = Edge | Outcome | PodEvent | Beside | Woken | PanelDone | End
"""What waits for a table."""


class Delivery:
    """Delivers what has come, ticks at deadlines, and at the end nothing but Ends.

    `wait` returns what has come first, or None once its moment (seconds of the clock; None: never) is reached. After
    an End came, a refresh under way is waited for, but not for longer than `patience` says, in seconds.
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
        """A refresh begins; its PanelDone will come. Raises RuntimeError while one is under way."""
        if self._busy:
            raise RuntimeError("the panel is busy")
        self._busy = True

    def end_refresh(self) -> None:
        """It is over, or has not even begun."""
        self._busy = False

    def next(self, deadline: float | None) -> Event:
        """Wait for the next event, until `deadline` at the longest."""
        while not self._ended:
            event: Event | None = self._wait(self._earlier(deadline))
            if isinstance(event, End):
                self._stopping_until = self._clock.now() + self._patience()
                continue
            if isinstance(event, PanelDone):
                self.end_refresh()
            if event is None:
                event = self._in_time(deadline)
            if event is not None:
                return event
        return End()

    def _earlier(self, deadline: float | None) -> float | None:
        if self._stopping_until is None:
            return deadline
        stopping = self._stopping_until if self._busy else self._clock.now()
        return stopping if deadline is None else min(deadline, stopping)

    def _in_time(self, deadline: float | None) -> Tick | None:
        """What is due though nothing has come."""
        now = self._clock.now()
        if self._stopping_until is not None and (not self._busy or now >= self._stopping_until):
            self._ended = True
        elif deadline is not None and now >= deadline:
            return Tick(now)
        return None
