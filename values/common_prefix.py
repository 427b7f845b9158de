"""Find where two sequences begin to differ."""

from __future__ import annotations

from collections.abc import Sequence
from itertools import takewhile
from operator import eq
from typing import TypeVar

T = TypeVar("T")


def common_prefix_length(one: Sequence[T], other: Sequence[T]) -> int:
    """Return how many items at the beginning of both sequences are equal."""
    if one == other[: len(one)]:
        return len(one)
    return len(list(takewhile(bool, map(eq, one, other))))
