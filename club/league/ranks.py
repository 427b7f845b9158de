"""Counts how many of the others a score or rank beats."""

from __future__ import annotations

from bisect import bisect_left, bisect_right
from collections.abc import Sequence
from fractions import Fraction

HALF = Fraction(1, 2)


def share_beaten(own: int, everybody: Sequence[int]) -> Fraction:
    """How many of the others have less than `own`; those with as much count half.

    `everybody` is sorted in ascending order, and `own` is one of them.
    """
    less = bisect_left(everybody, own)
    level = bisect_right(everybody, own) - less - 1
    return less + level * HALF
