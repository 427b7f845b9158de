"""When a contact moved, which the kernel knows better than a program that hears of it late."""

from __future__ import annotations

from hal.clock.clock import Clock

LATE_S = 2.0
"""A report that seems later than this was not late: the kernel's origin has moved."""
SAME_LATE_S = 30.0
"""The same where the kernel's clock is ours, whose origin does not move: a machine may be as busy as that."""
SAME_S = 1.0
"""By as much may a report be late, in seconds, to show that it is of the same clock."""
DRIFT = 1e-3
"""By how much of the time passed the two clocks may have gone apart; NTP slews by half of that at most."""


class KernelTime:
    """Turns the kernel's moments, seconds since an origin that it does not tell, into moments of a clock.

    What is reported at once shows how far the two are apart; what is reported
    late, because the machine was busy, is dated by that. So a bounce of
    milliseconds stays one, and a short press is neither lost nor made a hold.

    The first report may be late itself. Once one is less than `SAME_S` old by this
    clock, they are taken to be of this very clock, as lgpio's are, and not to drift.
    """

    def __init__(self, clock: Clock) -> None:
        self._clock = clock
        self._apart: float | None = None
        self._drift = DRIFT
        self._heard = 0.0

    def moment(self, kernel: float) -> float:
        """The moment of the clock at which something happened that is reported now; never later than now."""
        now = self._clock.now()
        apart = now - kernel
        if 0.0 <= apart < SAME_S:
            apart = self._drift = 0.0
        elif self._apart is None or apart - self._apart >= (LATE_S if self._drift else SAME_LATE_S):
            self._drift = DRIFT
        else:
            apart = min(apart, self._apart + self._drift * (now - self._heard))
        self._apart, self._heard = apart, now
        return kernel + apart
