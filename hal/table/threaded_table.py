"""A table in real time: the panel refreshes in a thread of its own, so that keys never wait for it."""

from __future__ import annotations

import threading
from queue import Empty, SimpleQueue
from typing import TYPE_CHECKING

from hal.clock.clock import Clock
from hal.keys.keys import Edge, KeyOutcome
from hal.panel.panel import Panel, PanelKind, RefreshMode
from hal.pods.events import PodEvent
from hal.signal.readout import Readout
from hal.signal.signal import Signal
from hal.table.delivery import EventDelivery, TableInput
from hal.table.table import BrowserAction, Event, InputEnd, Pods, RefreshDone, WakeUp

if TYPE_CHECKING:
    from PIL.Image import Image

MAX_CLOSE_S = 2.0
"""Timeout for a panel at closing, in seconds; the thread of a panel that does not return is abandoned."""

MAX_SINGLE_WAIT_S = 10.0
"""Maximum seconds of a single wait for the next event."""


class ThreadedTable:
    """A table with one worker thread for the panel. Events are posted from any thread.

    `max_stop_wait_s` is the timeout, in seconds, for a refresh under way after an `InputEnd`; by default it is twice
    the panel's refresh time.
    """

    def __init__(
        self,
        clock: Clock,
        panel: Panel,
        signal: Signal,
        readout: Readout | None = None,
        *,
        max_stop_wait_s: float | None = None,
    ) -> None:
        self.clock = clock
        self.signal = signal
        self.readout = readout
        self.pods: Pods | None = None
        """Set by the code that starts the pods, since they post to the table; that code closes them, too."""
        self._panel = panel
        self._max_stop_wait_s = max_stop_wait_s
        self._events: SimpleQueue[TableInput] = SimpleQueue()
        self._pictures: SimpleQueue[tuple[Image, RefreshMode] | None] = SimpleQueue()
        self._is_closed = False
        self._delivery = EventDelivery(clock, self._wait_until, self._stop_wait_s)
        # A daemon thread, so that a panel that hangs cannot keep the program from ending.
        self._worker = threading.Thread(target=self._drive_panel, name="panel", daemon=True)
        self._worker.start()

    @property
    def panel_kind(self) -> PanelKind:
        return self._panel.kind

    def post(self, event: Edge | KeyOutcome | PodEvent | BrowserAction) -> None:
        """Queue an event of keys or pods, or an action beside the panel.

        May be called from any thread, and from a signal handler.
        """
        self._events.put(event)

    def wake(self) -> None:
        """Make the loop look for work that another thread has left. May be called from any thread."""
        self._events.put(WakeUp())

    def waiting_event_count(self) -> int:
        """Return how many events wait for `next_event`. May be called from any thread."""
        return self._events.qsize()

    def stop(self) -> None:
        """Queue an `InputEnd`, after everything posted before. May be called from any thread or signal handler."""
        self._events.put(InputEnd())

    def next_event(self, deadline: float | None) -> Event:
        """Return the next event; waits in real time."""
        return self._delivery.next_event(deadline)

    def show(self, image: Image, mode: RefreshMode = RefreshMode.FULL) -> None:
        """Start a refresh. Raises RuntimeError while one is under way, or after closing."""
        if self._is_closed:
            raise RuntimeError("the table is closed")
        self._delivery.begin_refresh()
        self._pictures.put((image, mode))

    def close(self) -> None:
        """End the worker. Waits for a refresh under way, but not longer than `MAX_CLOSE_S`."""
        if not self._is_closed:
            self._is_closed = True
            self._pictures.put(None)
            self._worker.join(MAX_CLOSE_S)

    def _stop_wait_s(self) -> float:
        return 2 * self.panel_kind.refresh_s if self._max_stop_wait_s is None else self._max_stop_wait_s

    def _wait_until(self, deadline: float | None) -> TableInput | None:
        while True:
            # Another thread may receive a signal; this one handles it when it wakes.
            wait_s = None if deadline is None else max(0.0, deadline - self.clock.now())
            try:
                return self._events.get(timeout=MAX_SINGLE_WAIT_S if wait_s is None else min(wait_s, MAX_SINGLE_WAIT_S))
            except Empty:
                if wait_s is not None and wait_s <= MAX_SINGLE_WAIT_S:
                    return None

    def _drive_panel(self) -> None:
        while (picture := self._pictures.get()) is not None:
            error = None
            try:
                self._panel.show(*picture)
            # Drivers raise SystemExit, too, which would end this thread silently.
            except BaseException as failure:
                error = str(failure) or type(failure).__name__
            self._events.put(RefreshDone(self.clock.now(), error))
