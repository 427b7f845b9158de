"""How many of the others somebody comes before."""

from __future__ import annotations

from bisect import bisect_left, bisect_right
from collections.abc import Sequence
from fractions import Fraction

HALF = Fraction(1, 2)


def beaten(own: int, everybody: Sequence[int]) -> Fraction:
    """How many of the others have less, who is level counting half. `own` is among `everybody`, who have the least
    first."""
    less = bisect_left(everybody, own)
    level = bisect_right(everybody, own) - less - 1
    return less + level * HALF
