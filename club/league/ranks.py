"""Counts how many of the others a score or rank beats."""

from __future__ import annotations

from bisect import bisect_left, bisect_right
from collections.abc import Sequence
from fractions import Fraction

HALF = Fraction(1, 2)


def count_beaten(own_value: int, sorted_values: Sequence[int]) -> Fraction:
    """How many of the others have less than `own_value`; those with as much count half.

    `sorted_values` is sorted in ascending order, and `own_value` is one of them.
    """
    lower_count = bisect_left(sorted_values, own_value)
    equal_count = bisect_right(sorted_values, own_value) - lower_count - 1
    return lower_count + equal_count * HALF
