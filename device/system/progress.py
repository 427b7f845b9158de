"""Shows the progress of long operations: a bar on a terminal, lines in a log."""

from __future__ import annotations

import sys
import time
from collections.abc import Callable

from device.system.printing import show_progress, warn

SHOW_AFTER_S = 1.0
"""An operation that takes less time than this, in seconds, shows no progress."""

BAR_WIDTH = 40
"""The width of the bar in characters."""

MAX_LOG_LINES = 10
"""Maximum number of lines in a log."""

REDRAW_PAUSE_S = 0.1
"""Minimum seconds between two drawings of the bar."""


class Progress:
    """Shows on standard error how many of `total` items are done. `clock` returns seconds."""

    def __init__(self, label: str, total: int, *, clock: Callable[[], float] = time.monotonic) -> None:
        self._label = label
        self._total = max(1, total)
        self._clock = clock
        self._started_at = clock()
        self._done_count = 0
        self._logged_parts = 0
        self._drawn_at: float | None = None
        self._bar = ""

    def step(self) -> None:
        """Count one more item as done."""
        self.set_done(self._done_count + 1)

    def set_done(self, done_count: int, total: int | None = None) -> None:
        """Set the number of items done, and the total, if it is only known now."""
        self._done_count = done_count
        self._total = self._total if total is None else max(1, total)
        now = self._clock()
        if sys.stderr.isatty():
            self._draw(now)
        elif now - self._started_at >= SHOW_AFTER_S:
            self._log()

    def clear(self) -> None:
        """Remove the bar, so that a line can be printed in its place. It appears again with the next progress."""
        if self._bar:
            show_progress(" " * len(self._bar) + "\r", is_finished=False)
            self._bar, self._drawn_at = "", self._started_at

    def _log(self) -> None:
        """Log each of `MAX_LOG_LINES` equal parts once; nothing if all is done before anything was logged."""
        done_parts = MAX_LOG_LINES * self._done_count // self._total
        if done_parts > self._logged_parts and (self._logged_parts or self._done_count < self._total):
            self._logged_parts = done_parts
            warn(f"{self._label}: {self._done_count} of {self._total}")

    def _draw(self, now: float) -> None:
        is_finished = self._done_count >= self._total
        if self._drawn_at is None:
            if now - self._started_at < SHOW_AFTER_S or is_finished:
                return
        elif now - self._drawn_at < REDRAW_PAUSE_S and not is_finished:
            return
        self._drawn_at = now
        filled_width = BAR_WIDTH * self._done_count // self._total
        bar = f"{self._label} [{'#' * filled_width:{BAR_WIDTH}}] {self._done_count} of {self._total}"
        show_progress(bar, is_finished=is_finished)
        self._bar = "" if is_finished else bar
