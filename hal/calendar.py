"""What day it is, on a machine that may have no clock of its own.

A Raspberry Pi starts with a date out of a file, and learns the real one from the
network, if there is one, some time later. So moments are kept as seconds since the machine
was started, which is always known, and become dates once the start has one.
"""

from __future__ import annotations

import time
from collections.abc import Callable
from pathlib import Path
from typing import NamedTuple, Protocol

from hal.wallclock import is_known, kernel_synchronised


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
    """The calendar of a Linux machine, which has a date once its clock can be trusted (`hal.wallclock.is_known`)."""

    def __init__(self, root: Path = Path("/"), synchronised: Callable[[], bool] = kernel_synchronised) -> None:
        self._root = root
        self._synchronised = synchronised
        self._boot: str | None = None
        self._epoch: float | None = None

    def moment(self) -> Moment:
        if self._boot is None:
            self._boot = self._identity()
        return Moment(self._boot, time.clock_gettime(time.CLOCK_BOOTTIME))

    def epoch(self) -> float | None:
        if self._epoch is None and is_known(self._root, time.time, self._synchronised):
            self._epoch = time.time() - time.clock_gettime(time.CLOCK_BOOTTIME)
        return self._epoch

    def _identity(self) -> str:
        try:
            return (self._root / "proc/sys/kernel/random/boot_id").read_text(encoding="ascii").strip()
        except (OSError, UnicodeDecodeError):
            return ""
