"""Shows the progress of long operations: a bar on a terminal, lines in a log."""

from __future__ import annotations

import sys
import time
from collections.abc import Callable

from device.system.printing import show_progress, warn

SHOWN_AFTER_S = 1.0
"""An operation that takes less time than this, in seconds, shows no progress."""

BAR_WIDTH = 40
"""The width of the bar in characters."""

MAX_LINES = 10
"""Maximum number of lines in a log."""

REDRAWN_S = 0.1
"""Minimum seconds between two drawings of the bar."""


class Progress:
    """Shows on standard error how many of `total` items are done. `now` is a clock in seconds."""

    def __init__(self, what: str, total: int, *, now: Callable[[], float] = time.monotonic) -> None:
        self._what = what
        self._total = total
        self._now = now
        self._begun = now()
        self._done = 0
        self._logged = 0
        self._drawn: float | None = None
        self._bar = ""

    def step(self) -> None:
        """Count one more item as done."""
        self.set_done(self._done + 1)

    def set_done(self, done: int, total: int | None = None) -> None:
        """Set the number of items done, and the total, if it is only known now."""
        self._done = done
        self._total = self._total if total is None else max(1, total)
        at = self._now()
        if sys.stderr.isatty():
            self._draw(at)
        elif (
            at - self._begun >= SHOWN_AFTER_S
            and self._tenths_done > self._logged
            and (self._logged or done < self._total)
        ):
            self._logged = self._tenths_done
            warn(f"{self._what}: {done} of {self._total}")

    def clear(self) -> None:
        """Remove the bar, so that a line can be printed in its place. It appears again with the next progress."""
        if self._bar:
            show_progress(" " * len(self._bar) + "\r", over=False)
            self._bar, self._drawn = "", self._begun

    @property
    def _tenths_done(self) -> int:
        return MAX_LINES * self._done // self._total

    def _draw(self, at: float) -> None:
        over = self._done >= self._total
        if self._drawn is None:
            if at - self._begun < SHOWN_AFTER_S or over:
                return
        elif at - self._drawn < REDRAWN_S and not over:
            return
        self._drawn = at
        full = BAR_WIDTH * self._done // self._total
        bar = f"{self._what} [{'#' * full}{' ' * (BAR_WIDTH - full)}] {self._done} of {self._total}"
        show_progress(bar, over=over)
        self._bar = "" if over else bar
