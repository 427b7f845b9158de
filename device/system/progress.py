"""How far something is that takes more than a moment: a bar on a terminal, lines in a log."""

from __future__ import annotations

import sys
import time
from collections.abc import Callable

from device.system.printing import show_progress, warn

PATIENCE_S = 1.0
"""What is over within so many seconds shows no progress."""

BAR = 40
"""Characters of the bar."""

LINES = 10
"""Lines that a log gets of it, at the most."""

REDRAWN_S = 0.1
"""How often the bar is drawn, at the most."""


class Progress:
    """Shows on standard error how many of `of` are done. `now` is a clock in seconds."""

    def __init__(self, what: str, of: int, *, now: Callable[[], float] = time.monotonic) -> None:
        self._what = what
        self._of = of
        self._now = now
        self._begun = now()
        self._done = 0
        self._told = 0
        self._drawn: float | None = None
        self._bar = ""

    def step(self) -> None:
        """One more is done."""
        self.at(self._done + 1)

    def at(self, done: int, of: int | None = None) -> None:
        """So many are done; of how many, where that is known only now."""
        self._done = done
        self._of = self._of if of is None else max(1, of)
        at = self._now()
        if sys.stderr.isatty():
            self._draw(at)
        elif at - self._begun >= PATIENCE_S and self._tenth > self._told and (self._told or done < self._of):
            self._told = self._tenth
            warn(f"{self._what}: {done} of {self._of}")

    def clear(self) -> None:
        """Take the bar away, for a line that is printed in its place; it comes again with what is done next."""
        if self._bar:
            show_progress(" " * len(self._bar) + "\r", over=False)
            self._bar, self._drawn = "", self._begun

    @property
    def _tenth(self) -> int:
        return LINES * self._done // self._of

    def _draw(self, at: float) -> None:
        over = self._done >= self._of
        if self._drawn is None:
            if at - self._begun < PATIENCE_S or over:
                return
        elif at - self._drawn < REDRAWN_S and not over:
            return
        self._drawn = at
        full = BAR * self._done // self._of
        bar = f"{self._what} [{'#' * full}{' ' * (BAR - full)}] {self._done} of {self._of}"
        show_progress(bar, over=over)
        self._bar = "" if over else bar
