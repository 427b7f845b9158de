"""When a contact moved, which the kernel knows better than a program that hears of it late."""

from __future__ import annotations

from hal.clock.clock import Clock

LATE_S = 2.0
"""A report that seems later than this was not late: the kernel's origin has moved."""
SAME_S = 30.0
"""By as much may a report be late, in seconds, where the kernel's clock is ours: a machine may be as busy as that."""
DRIFT = 1e-3
"""By how much of the time passed two clocks may have gone apart; NTP slews by half of that at most."""


class KernelTime:
    """Turns the kernel's moments, seconds since an origin that it does not tell, into moments of a clock.

    Moments that are less than `SAME_S` old by this clock are taken to be of this very clock, as lgpio's are: they
    are what they say, however late the report, the first one, too.

    Of another clock, what is reported at once shows how far the two are apart; what is reported late, because the
    machine was busy, is dated by that. So a bounce of milliseconds stays one, and a short press is neither
    lost nor made a hold.
    """

    def __init__(self, clock: Clock) -> None:
        self._clock = clock
        self._apart: float | None = None
        self._heard = 0.0

    def moment(self, kernel: float) -> float:
        """The moment of the clock at which something happened that is reported now; never later than now."""
        now = self._clock.now()
        apart = now - kernel
        if 0.0 <= apart < SAME_S:
            apart = 0.0
        elif self._apart is not None and apart - self._apart < LATE_S:
            apart = min(apart, self._apart + DRIFT * (now - self._heard))
        self._apart, self._heard = apart, now
        return kernel + apart
