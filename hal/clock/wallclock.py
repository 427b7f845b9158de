"""Date and time of day, if the machine knows them, and times since boot that can be converted to dates later.

A Raspberry Pi without a battery boots with a date from a file, and gets the real one from the network, if there is one,
some time later. So times are stored as seconds since boot, which are always known.
"""

from __future__ import annotations

import os
import time as clocks
from collections.abc import Callable
from datetime import datetime, time
from pathlib import Path
from typing import Protocol

from values.named_tuple import NamedTuple

EARLIEST_TIME_S = 1767225600.0
"""The beginning of 2026, in seconds since 1970: this program was written later, so no earlier date is right."""

DEVICE_TREE = "proc/device-tree"
"""A Raspberry Pi has a device tree; machines without one have a clock that runs while they are off."""
SYNCHRONISED_FILE = "run/systemd/timesync/synchronized"
"""systemd-timesyncd creates this file when it has received the time from the network, once after each boot."""
BATTERY_CLOCK = "sys/class/rtc/rtc0/since_epoch"
MAX_DIFFERENCE_S = 300.0
"""Maximum difference, in seconds, between system time and the battery-backed clock. Without a battery it is years."""

_CLOCK_NOT_SYNCHRONISED = 5
_TIMEX_BUFFER_BYTES = 512


def is_kernel_clock_synchronised() -> bool:
    """Whether the kernel's clock has been synchronised, according to adjtimex(2); False if that can't be called."""
    import ctypes  # imported late: needed only if the date is not known yet

    try:
        # The first field, `modes`, is 0: nothing is changed. The buffer is larger than any machine's struct timex.
        state: int = ctypes.CDLL(None).adjtimex(ctypes.create_string_buffer(_TIMEX_BUFFER_BYTES))
    except (OSError, AttributeError):
        return False
    return 0 <= state < _CLOCK_NOT_SYNCHRONISED


def is_time_known(
    root: Path = Path("/"),
    now: Callable[[], float] = clocks.time,
    is_synchronised: Callable[[], bool] = is_kernel_clock_synchronised,
) -> bool:
    """Whether the machine's date and time can be trusted.

    They can once the clock is synchronised with the network: by systemd-timesyncd's file, or by another program, as the
    kernel knows. Before that, they can on a machine that keeps time while it is off: if the battery-backed clock
    agrees, or if it is no Raspberry Pi. `root` is the directory of /proc, /run and /sys.
    """
    now_s = now()
    if now_s < EARLIEST_TIME_S:
        return False
    if not (root / DEVICE_TREE).exists() or (root / SYNCHRONISED_FILE).exists():
        return True
    return _agrees_with_battery_clock(root, now_s) or is_synchronised()


def _agrees_with_battery_clock(root: Path, now_s: float) -> bool:
    try:
        return abs(int((root / BATTERY_CLOCK).read_text(encoding="ascii")) - now_s) <= MAX_DIFFERENCE_S
    except (OSError, ValueError):
        return False


def time_of_day(
    root: Path = Path("/"),
    now: Callable[[], float] = clocks.time,
    is_synchronised: Callable[[], bool] = is_kernel_clock_synchronised,
) -> time | None:
    """Return the local time of day; None if the machine does not know it."""
    return datetime.fromtimestamp(now()).time() if is_time_known(root, now, is_synchronised) else None  # noqa: DTZ006  (local time is meant)


def is_time_zone(name: str) -> bool:
    """Whether this machine knows a time zone by this name, such as Europe/Paris."""
    from zoneinfo import ZoneInfo  # imported late: needed only if a time zone is configured

    try:
        ZoneInfo(name)
    except (KeyError, ValueError, OSError):
        return False
    return True


def set_time_zone(name: str) -> None:
    """Set the time zone of the whole program."""
    os.environ["TZ"] = name
    clocks.tzset()


class BootMoment(NamedTuple):
    """A time in one boot of the machine: `boot_id` identifies the boot, `uptime_s` is in seconds since it began."""

    boot_id: str
    uptime_s: float


class Calendar(Protocol):
    """Returns times since boot, and their date once it is known. Never fails."""

    def boot_moment(self) -> BootMoment:
        """Return the current time. Times of one boot never run backwards, whatever happens to the date."""

    def boot_time_s(self) -> float | None:
        """Return when this boot began, in seconds since 1970; None while the date is unknown.

        Once known, it never changes.
        """


class SystemCalendar:
    """The calendar of a Linux machine, which has a date once its clock can be trusted (`is_time_known`)."""

    def __init__(
        self, root: Path = Path("/"), is_synchronised: Callable[[], bool] = is_kernel_clock_synchronised
    ) -> None:
        self._root = root
        self._is_synchronised = is_synchronised
        self._boot_id: str | None = None
        self._boot_time_s: float | None = None

    def boot_moment(self) -> BootMoment:
        if self._boot_id is None:
            self._boot_id = self._read_boot_id()
        return BootMoment(self._boot_id, clocks.clock_gettime(clocks.CLOCK_BOOTTIME))

    def boot_time_s(self) -> float | None:
        if self._boot_time_s is None and is_time_known(self._root, clocks.time, self._is_synchronised):
            self._boot_time_s = clocks.time() - clocks.clock_gettime(clocks.CLOCK_BOOTTIME)
        return self._boot_time_s

    def _read_boot_id(self) -> str:
        try:
            return (self._root / "proc/sys/kernel/random/boot_id").read_text(encoding="ascii").strip()
        except (OSError, UnicodeDecodeError):
            return ""
