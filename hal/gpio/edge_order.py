"""Edges in the order in which they happened, where they are heard of late and out of it."""

from __future__ import annotations

import threading
from collections.abc import Callable

from hal.clock.clock import Clock
from hal.keys.keys import Edge

LATE_S = 0.02
"""What is heard of later than this, in seconds, may have been overtaken."""
PAUSE_S = 2.0
"""So may what happened so much later than the edge before it: others may be heard of next."""
WAIT_S = 0.05
"""For how long, in seconds, an edge that may have been overtaken waits for others. A press is longer."""

Later = Callable[[float, Callable[[], None]], None]
"""Calls something after so many seconds, from whatever thread."""


class InOrder:
    """Posts edges in order of their moments.

    lgpio reads one pin after the other, and sorts what it reads at once by differences that must be less than 2.1 s
    (`tscomp` in its lgPthAlerts.c): on a machine that has had no time for it, edges overtake those of other keys, and
    of their own. So what comes late, or after a pause, waits a moment for the rest. May be called from any thread.
    """

    def __init__(self, clock: Clock, post: Callable[[Edge], None], later: Later | None = None) -> None:
        self._clock = clock
        self._post = post
        self._later = later or _later
        self._lock = threading.Lock()
        self._waiting: list[Edge] = []
        self._newest = float("-inf")
        """When the newest edge happened that was posted."""

    def post(self, edge: Edge) -> None:
        """An edge was heard of: post it, or have it wait for those before it."""
        with self._lock:
            if not self._waiting and self._prompt(edge):
                self._post_now(edge)
                return
            self._waiting.append(edge)
            first = len(self._waiting) == 1
        if first:
            self._later(WAIT_S, self._go)

    def _prompt(self, edge: Edge) -> bool:
        return self._clock.now() - edge.at < LATE_S and edge.at - self._newest < PAUSE_S

    def _post_now(self, edge: Edge) -> None:
        self._newest = max(self._newest, edge.at)
        self._post(edge)

    def _go(self) -> None:
        with self._lock:
            # What happened at one moment stays in the order in which it was heard of.
            for edge in sorted(self._waiting, key=lambda edge: edge.at):
                self._post_now(edge)
            self._waiting.clear()


def _later(seconds: float, call: Callable[[], None]) -> None:
    timer = threading.Timer(seconds, call)
    timer.daemon = True
    timer.start()
