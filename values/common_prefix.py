"""Find where two sequences begin to differ."""

from __future__ import annotations

from collections.abc import Sequence
from itertools import takewhile
from operator import eq
from typing import TypeVar

T = TypeVar("T")


def common_prefix_length(a: Sequence[T], b: Sequence[T]) -> int:
    """Return how many items at the beginning of both sequences are equal."""
    if a == b[: len(a)]:
        return len(a)
    return len(list(takewhile(bool, map(eq, a, b))))
