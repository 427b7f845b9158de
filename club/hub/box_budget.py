"""How much of a hub one box may ask for, so that it costs the others no more than a moment."""

from __future__ import annotations

from club.store.costs import BoxCost

SECONDS_AT_ONCE, SECONDS_PER_S = 1.0, 0.02
"""Seconds of the processor that a box may cost at once, and in each second from then on: of fifty others one is late
beside it. A declaration costs a ten-thousandth of a second, a whole game a hundredth."""

BYTES_AT_ONCE, BYTES_PER_S = 128_000, 5_000
"""The same of the database: three to twelve games at once, then one every two to eight seconds. Old versions come to
nearly as much again until they are tidied up."""

MESSAGE_S = 0.0005
"""Seconds that any message costs before anybody has looked at it."""


class BoxBudget:
    """What one box may still cost. `now` are seconds of a clock that is never set back."""

    def __init__(self, now: float) -> None:
        self._seconds = SECONDS_AT_ONCE
        self._bytes = float(BYTES_AT_ONCE)
        self._at = now

    def refill(self, now: float) -> None:
        """Time has gone by."""
        since, self._at = now - self._at, now
        self._seconds = min(SECONDS_AT_ONCE, self._seconds + since * SECONDS_PER_S)
        self._bytes = min(BYTES_AT_ONCE, self._bytes + since * BYTES_PER_S)

    def spend(self, cost: BoxCost) -> None:
        """The box has cost this; it may come into debt by that."""
        self._seconds -= cost.seconds
        self._bytes -= cost.bytes

    @property
    def left(self) -> float:
        """How much is left: 1 for all of it, and below 0 where the box is in debt."""
        return min(self._seconds / SECONDS_AT_ONCE, self._bytes / BYTES_AT_ONCE)

    @property
    def full(self) -> bool:
        """Whether the box has asked for nothing lately."""
        return self.left >= 1.0

    @property
    def due_s(self) -> float:
        """Seconds until the box is out of debt."""
        return max(0.0, -self._seconds / SECONDS_PER_S, -self._bytes / BYTES_PER_S)
