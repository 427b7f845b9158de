"""A wall clock that jumps by years while people play."""

from __future__ import annotations

from hal.clock.wallclock import BootMoment

NOON_S = 1_795_000_000.0
"""Some moment of the wall clock, in seconds since 1970."""


class JumpingCalendar:
    """A calendar that breaks its contract: a date that it has given does not stay valid."""

    def __init__(self) -> None:
        self._wall = NOON_S

    def boot_moment(self) -> BootMoment:
        return BootMoment("soak", 0.0)

    def boot_time_s(self) -> float | None:
        return self._wall

    def jump(self, seconds: float) -> None:
        """Set the clock forwards or back."""
        self._wall += seconds
