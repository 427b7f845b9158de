"""Decide which event a table delivers next, with the same logic for real and virtual time."""

from __future__ import annotations

from collections.abc import Callable

from hal.clock.clock import Clock
from hal.keys.keys import Edge, KeyOutcome
from hal.pods.events import PodEvent
from hal.table.table import BrowserAction, Event, InputEnd, RefreshDone, Tick, WakeUp

TableInput = Edge | KeyOutcome | PodEvent | BrowserAction | WakeUp | RefreshDone | InputEnd
"""An item in the queue of a table's input."""


class EventDelivery:
    """Delivers input as it comes, a Tick at a deadline, and after the end only `InputEnd`s.

    `wait_for_input` returns the next input, or None once the given time is reached (seconds of the clock; None: never).
    After the first `InputEnd`, a refresh under way is waited for, but at most for as many seconds as `max_stop_wait_s`
    returns.
    """

    def __init__(
        self,
        clock: Clock,
        wait_for_input: Callable[[float | None], TableInput | None],
        max_stop_wait_s: Callable[[], float],
    ) -> None:
        self._clock = clock
        self._wait_for_input = wait_for_input
        self._max_stop_wait_s = max_stop_wait_s
        self._is_refreshing = False
        self._has_ended = False
        self._stop_deadline: float | None = None

    def begin_refresh(self) -> None:
        """Note that a refresh begins; its RefreshDone will come. Raises RuntimeError while one is under way."""
        if self._is_refreshing:
            raise RuntimeError("the panel is busy")
        self._is_refreshing = True

    def end_refresh(self) -> None:
        """Note that the refresh is over, or could not begin."""
        self._is_refreshing = False

    def next_event(self, deadline: float | None) -> Event:
        """Wait for the next event, until `deadline` at the longest."""
        while not self._has_ended:
            event: Event | None = self._wait_for_input(self._wait_deadline(deadline))
            if isinstance(event, InputEnd):
                if self._stop_deadline is None:
                    self._stop_deadline = self._clock.now() + self._max_stop_wait_s()
                continue
            if isinstance(event, RefreshDone):
                self.end_refresh()
            if event is None:
                event = self._process_timeout(deadline)
            if event is not None:
                return event
        return InputEnd()

    def _wait_deadline(self, deadline: float | None) -> float | None:
        if self._stop_deadline is None:
            return deadline
        stop_deadline = self._stop_deadline if self._is_refreshing else self._clock.now()
        return stop_deadline if deadline is None else min(deadline, stop_deadline)

    def _process_timeout(self, deadline: float | None) -> Tick | None:
        """End the delivery if nothing more is waited for after an `InputEnd`; else return a Tick at the deadline."""
        now = self._clock.now()
        if self._stop_deadline is not None and (not self._is_refreshing or now >= self._stop_deadline):
            self._has_ended = True
        elif deadline is not None and now >= deadline:
            return Tick(now)
        return None
