"""A calendar to test with."""

from __future__ import annotations

from hal.clock.wallclock import BootMoment


class FixedCalendar:
    """Stands where it is put. `date` is in seconds since 1970."""

    def __init__(self, boot: str = "boot", uptime: float = 0.0, date: float | None = None) -> None:
        self.now = BootMoment(boot, uptime)
        self._epoch = None if date is None else date - uptime

    def moment(self) -> BootMoment:
        return self.now

    def epoch(self) -> float | None:
        return self._epoch

    def learn(self, date: float) -> None:
        """From now on the date is known."""
        self._epoch = date - self.now.uptime
