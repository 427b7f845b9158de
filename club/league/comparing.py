"""How many of the others somebody comes before."""

from __future__ import annotations

from collections.abc import Sequence
from fractions import Fraction

HALF = Fraction(1, 2)


def beaten(own: int, everybody: Sequence[int]) -> Fraction:
    """How many of the others have less, who is level counting half. `own` is among `everybody`."""
    less = sum(other < own for other in everybody)
    level = sum(other == own for other in everybody) - 1
    return less + level * HALF
