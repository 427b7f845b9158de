"""What day it is, on a machine that may have no clock of its own.

A Raspberry Pi starts with a date out of a file, and learns the real one from the
network, if there is one, some time later. So moments are kept as seconds since the machine
was started, which is always known, and become dates once the start has one.
"""

from __future__ import annotations

import time
from pathlib import Path
from typing import NamedTuple, Protocol

EARLIEST = 1767225600.0
"""The beginning of 2026, in seconds since 1970: this program was written later, so no earlier date is right."""

_TIME_ERROR = 5
_TIMEX_BYTES = 512


class Moment(NamedTuple):
    """A moment in one run of the machine: `boot` names the run, `uptime` is in seconds since it began."""

    boot: str
    uptime: float


class Calendar(Protocol):
    """Tells moments, and what the date is once that is known. Never fails."""

    def moment(self) -> Moment:
        """Now. Moments of one boot never run backwards, whatever is done to the date."""

    def epoch(self) -> float | None:
        """When this boot began, in seconds since 1970; None while the date is not known. Once given, it stays."""


class SystemCalendar:
    """The calendar of a Linux machine. `root` is where its /proc and /sys are.

    The date is known once the network has set the clock: systemd-timesyncd leaves a file then, and the
    kernel knows it of any other program. Before that, it is taken to be right on a machine that keeps time
    while it is off: one whose clock chip has a date that can be right, or one that is no board with a device tree.
    """

    def __init__(self, root: Path = Path("/")) -> None:
        self._root = root
        self._boot: str | None = None
        self._epoch: float | None = None

    def moment(self) -> Moment:
        if self._boot is None:
            self._boot = self._read("proc/sys/kernel/random/boot_id") or ""
        return Moment(self._boot, time.clock_gettime(time.CLOCK_BOOTTIME))

    def epoch(self) -> float | None:
        if self._epoch is None and time.time() >= EARLIEST and self._known():
            self._epoch = time.time() - time.clock_gettime(time.CLOCK_BOOTTIME)
        return self._epoch

    def _known(self) -> bool:
        if not (self._root / "proc/device-tree").exists():
            return True
        chip = self._read("sys/class/rtc/rtc0/since_epoch")
        # A chip without a battery begins at 1970, or at 2000.
        runs = chip is not None and chip.isdecimal() and float(chip) >= EARLIEST
        return runs or (self._root / "run/systemd/timesync/synchronized").exists() or kernel_synchronised()

    def _read(self, name: str) -> str | None:
        try:
            return (self._root / name).read_text(encoding="ascii").strip()
        except (OSError, UnicodeDecodeError):
            return None


def kernel_synchronised() -> bool:
    """Whether somebody who knows the time has set the kernel's clock: adjtimex(2) says so, to those who may ask."""
    import ctypes  # only a board that has just been started needs to ask

    try:
        # The first field, `modes`, is 0: nothing is changed. The buffer is larger than any machine's struct timex.
        state: int = ctypes.CDLL(None).adjtimex(ctypes.create_string_buffer(_TIMEX_BYTES))
    except (OSError, AttributeError):
        return False
    return 0 <= state < _TIME_ERROR
