"""Quiet hours: a daily period without sound, which may span midnight."""

from __future__ import annotations

import re
from datetime import time

from values.named_tuple import NamedTuple

_QUIET_HOURS = re.compile(
    r"([01]?[0-9]|2[0-3]):([0-5][0-9])\s*[-\N{EN DASH}]\s*([01]?[0-9]|2[0-3]):([0-5][0-9])", re.ASCII
)


class QuietHours(NamedTuple):
    """From `start` until just before `end`; over midnight if `end` is the earlier."""

    start: time
    end: time

    def __str__(self) -> str:
        """As `parse_quiet_hours` reads it, such as “22:00-07:00”."""
        return f"{self.start:%H:%M}-{self.end:%H:%M}"

    def contains(self, time_of_day: time) -> bool:
        """Whether a time of day is within the quiet hours."""
        if self.start <= self.end:
            return self.start <= time_of_day < self.end
        return time_of_day >= self.start or time_of_day < self.end


def parse_quiet_hours(hours: str) -> QuietHours:
    """Parse quiet hours such as “22:00-07:00”. Raises ValueError."""
    match = _QUIET_HOURS.fullmatch(hours.strip())
    if match is None:
        raise ValueError(hours)
    start, end = time(int(match[1]), int(match[2])), time(int(match[3]), int(match[4]))
    if start == end:
        raise ValueError(hours)
    return QuietHours(start, end)
