"""Date and time of day, where the machine knows them, and moments that become dates once it does.

A Raspberry Pi without a battery comes up with a date out of a file, and learns the real one from the network, if there
is one, some time later. So moments are kept as seconds since the machine was started, which is always known.
"""

from __future__ import annotations

import os
import time as clocks
from collections.abc import Callable
from datetime import datetime, time
from pathlib import Path
from typing import Protocol

from values.named_tuple import NamedTuple

EARLIEST = 1767225600.0
"""The beginning of 2026, in seconds since 1970: this program was written later, so no earlier date is right."""

DEVICE_TREE = "proc/device-tree"
"""A Raspberry Pi has a device tree; machines without one have a clock that runs while they are off."""
SYNCHRONISED = "run/systemd/timesync/synchronized"
"""systemd-timesyncd makes this file when it has got the time from the network, once after each start."""
RTC = "sys/class/rtc/rtc0/since_epoch"
AGREE_S = 300.0
"""How far the machine's time and its battery-backed clock may be apart. One without a battery is years off."""

_TIME_ERROR = 5
_TIMEX_BYTES = 512


def kernel_synchronised() -> bool:
    """Whether somebody who knows the time has set the kernel's clock: adjtimex(2) says so, to those who may ask."""
    import ctypes  # only a board that has just been started needs to ask

    try:
        # The first field, `modes`, is 0: nothing is changed. The buffer is larger than any machine's struct timex.
        state: int = ctypes.CDLL(None).adjtimex(ctypes.create_string_buffer(_TIMEX_BYTES))
    except (OSError, AttributeError):
        return False
    return 0 <= state < _TIME_ERROR


def is_known(
    root: Path = Path("/"),
    now: Callable[[], float] = clocks.time,
    synchronised: Callable[[], bool] = kernel_synchronised,
) -> bool:
    """Whether the machine's date and time can be trusted.

    They are once the network has set the clock: systemd-timesyncd says so, and the kernel of any other program. Before
    that they are on a machine that keeps time while it is off: one whose battery-backed clock agrees, or one that is
    no Raspberry Pi. `root` is where its /proc, /run and /sys are.
    """
    moment = now()
    if moment < EARLIEST:
        return False
    known = not (root / DEVICE_TREE).exists() or (root / SYNCHRONISED).exists() or _agrees(root, moment)
    return known or synchronised()


def _agrees(root: Path, moment: float) -> bool:
    try:
        return abs(int((root / RTC).read_text(encoding="ascii")) - moment) <= AGREE_S
    except (OSError, ValueError):
        return False


def time_of_day(
    root: Path = Path("/"),
    now: Callable[[], float] = clocks.time,
    synchronised: Callable[[], bool] = kernel_synchronised,
) -> time | None:
    """The time on a clock on the wall, in the machine's time zone; None if the machine does not know it."""
    return datetime.fromtimestamp(now()).time() if is_known(root, now, synchronised) else None  # noqa: DTZ006  (local time is meant)


def is_zone(name: str) -> bool:
    """Whether this machine knows a time zone by this name, like Europe/Paris."""
    from zoneinfo import ZoneInfo  # most boxes have theirs from the system

    try:
        ZoneInfo(name)
    except (KeyError, ValueError, OSError):
        return False
    return True


def use_zone(name: str) -> None:
    """Let times of day be those of this zone, in the whole program."""
    os.environ["TZ"] = name
    clocks.tzset()


class BootMoment(NamedTuple):
    """A moment in one run of the machine: `boot` names the run, `uptime` is in seconds since it began."""

    boot: str
    uptime: float


class Calendar(Protocol):
    """Tells moments, and what the date is once that is known. Never fails."""

    def moment(self) -> BootMoment:
        """Now. Moments of one boot never run backwards, whatever is done to the date."""

    def epoch(self) -> float | None:
        """When this boot began, in seconds since 1970; None while the date is not known. Once given, it stays."""


class SystemCalendar:
    """The calendar of a Linux machine, which has a date once its clock can be trusted (`is_known`)."""

    def __init__(self, root: Path = Path("/"), synchronised: Callable[[], bool] = kernel_synchronised) -> None:
        self._root = root
        self._synchronised = synchronised
        self._boot: str | None = None
        self._epoch: float | None = None

    def moment(self) -> BootMoment:
        if self._boot is None:
            self._boot = self._identity()
        return BootMoment(self._boot, clocks.clock_gettime(clocks.CLOCK_BOOTTIME))

    def epoch(self) -> float | None:
        if self._epoch is None and is_known(self._root, clocks.time, self._synchronised):
            self._epoch = clocks.time() - clocks.clock_gettime(clocks.CLOCK_BOOTTIME)
        return self._epoch

    def _identity(self) -> str:
        try:
            return (self._root / "proc/sys/kernel/random/boot_id").read_text(encoding="ascii").strip()
        except (OSError, UnicodeDecodeError):
            return ""
