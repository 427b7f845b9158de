"""A fixed calendar for tests."""

from __future__ import annotations

from hal.clock.wallclock import BootMoment


class FixedCalendar:
    """A calendar that stands still. `date` is in seconds since 1970."""

    def __init__(self, boot: str = "boot", uptime: float = 0.0, date: float | None = None) -> None:
        self.now = BootMoment(boot, uptime)
        self._epoch = None if date is None else date - uptime

    def boot_moment(self) -> BootMoment:
        return self.now

    def boot_time_s(self) -> float | None:
        return self._epoch

    def learn(self, date: float) -> None:
        """Make the date known from now on."""
        self._epoch = date - self.now.uptime_s
