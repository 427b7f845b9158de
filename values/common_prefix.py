"""Find where two sequences begin to differ."""

from __future__ import annotations

from collections.abc import Sequence
from itertools import takewhile
from operator import eq
from typing import TypeVar

T = TypeVar("T")


def common_prefix_length(first: Sequence[T], second: Sequence[T]) -> int:
    """Return how many items at the beginning of both sequences are equal."""
    if first == second[: len(first)]:
        return len(first)
    return len(list(takewhile(bool, map(eq, first, second))))
