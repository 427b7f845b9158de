"""Quiet hours: a daily period without sound, which may span midnight."""

from __future__ import annotations

import re
from datetime import time

from values.named_tuple import NamedTuple

_HOURS = re.compile(r"([01]?[0-9]|2[0-3]):([0-5][0-9])\s*[-\N{EN DASH}]\s*([01]?[0-9]|2[0-3]):([0-5][0-9])", re.ASCII)


class QuietHours(NamedTuple):
    """From `start` until just before `end`; over midnight if `end` is the earlier."""

    start: time
    end: time

    def is_within(self, moment: time) -> bool:
        """Whether a time of day is within the quiet hours."""
        if self.start <= self.end:
            return self.start <= moment < self.end
        return moment >= self.start or moment < self.end


def parse_quiet_hours(hours: str) -> QuietHours:
    """Parse quiet hours such as “22:00-07:00”. Raises ValueError."""
    found = _HOURS.fullmatch(hours.strip())
    if found is None:
        raise ValueError(hours)
    first, last = time(int(found[1]), int(found[2])), time(int(found[3]), int(found[4]))
    if first == last:
        raise ValueError(hours)
    return QuietHours(first, last)
