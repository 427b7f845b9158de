"""Clocks, real or virtual, that are passed to everything that needs the time."""

from __future__ import annotations

import time
from typing import Protocol


class Clock(Protocol):
    """Returns seconds since some fixed time; never runs backwards."""

    def now(self) -> float: ...


class RealClock:
    """The machine's monotonic clock. May be read from any thread."""

    def now(self) -> float:
        return time.monotonic()


class VirtualClock:
    """A clock that stands still until it is advanced."""

    def __init__(self, start: float = 0.0) -> None:
        self._now = start

    def now(self) -> float:
        return self._now

    def sleep(self, seconds: float) -> None:
        """Advance by `seconds`. Raises ValueError if they are negative."""
        self.advance_to(self._now + seconds)

    def advance_to(self, time_s: float) -> None:
        """Advance to `time_s`, in seconds. Raises ValueError if that is in the past."""
        if time_s < self._now:
            raise ValueError(f"clock at {self._now} cannot go back to {time_s}")
        self._now = time_s
