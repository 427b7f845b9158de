"""Rate limit for each box: a token bucket of processor time and database bytes, so that no box delays the others."""

from __future__ import annotations

from club.store.box_costs import BoxCost

MAX_SECONDS, SECONDS_PER_S = 1.0, 0.02
"""Seconds of processor time that a box may use at once, and for each second from then on: a fiftieth of the processor.
A declaration costs a ten-thousandth of a second, a whole game a hundredth."""

MAX_BYTES, BYTES_PER_S = 128_000, 5_000
"""The same for bytes in the database: three to twelve games at once, then one every two to eight seconds. Old row
versions take nearly as much again until the next vacuum."""

MESSAGE_COST_S = 0.0005
"""Seconds of processor time charged for any message when it arrives."""


class BoxBudget:
    """The remaining budget of one box. `now` is in seconds of a monotonic clock."""

    def __init__(self, now: float) -> None:
        self._seconds_left = MAX_SECONDS
        self._bytes_left = float(MAX_BYTES)
        self._refilled_at = now

    def refill(self, now: float) -> None:
        """Add the budget for the time since the last call."""
        elapsed_s, self._refilled_at = now - self._refilled_at, now
        self._seconds_left = min(MAX_SECONDS, self._seconds_left + elapsed_s * SECONDS_PER_S)
        self._bytes_left = min(MAX_BYTES, self._bytes_left + elapsed_s * BYTES_PER_S)

    def spend(self, cost: BoxCost) -> None:
        """Subtract a cost. The budget may become negative (debt)."""
        self._seconds_left -= cost.processor_s
        self._bytes_left -= cost.written_bytes

    @property
    def share_left(self) -> float:
        """The part of the budget that is left: 1 for all of it, below 0 if the box is in debt."""
        return min(self._seconds_left / MAX_SECONDS, self._bytes_left / MAX_BYTES)

    @property
    def is_full(self) -> bool:
        """Whether the whole budget is left: the box has cost nothing lately."""
        return self.share_left >= 1.0

    @property
    def debt_s(self) -> float:
        """Seconds until the box is out of debt."""
        return max(0.0, -self._seconds_left / SECONDS_PER_S, -self._bytes_left / BYTES_PER_S)
