"""The time of day, where the machine knows it: a Pi without a clock of its own comes up with whatever it last had."""

from __future__ import annotations

import time as clocks
from collections.abc import Callable
from datetime import datetime, time
from pathlib import Path

SYNCHRONISED = "run/systemd/timesync/synchronized"
"""systemd-timesyncd makes this file when it has got the time from the network, once after each start."""
RTC = "sys/class/rtc/rtc0/since_epoch"
AGREE_S = 300.0
"""How far the machine's time and its battery-backed clock may be apart. One without a battery is years off."""


def is_known(root: Path = Path("/"), now: Callable[[], float] = clocks.time) -> bool:
    """Whether the machine's time can be trusted: it came from the network, or a battery-backed clock agrees."""
    if (root / SYNCHRONISED).exists():
        return True
    try:
        return abs(int((root / RTC).read_text(encoding="ascii")) - now()) <= AGREE_S
    except (OSError, ValueError):
        return False


def time_of_day(root: Path = Path("/"), now: Callable[[], float] = clocks.time) -> time | None:
    """The time on a clock on the wall, in the machine's time zone; None if the machine does not know it."""
    return datetime.fromtimestamp(now()).time() if is_known(root, now) else None  # noqa: DTZ006  (local time is meant)
