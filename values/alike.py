"""Where two sequences begin to differ."""

from __future__ import annotations

from collections.abc import Sequence
from itertools import takewhile
from operator import eq
from typing import TypeVar

T = TypeVar("T")


def alike(one: Sequence[T], other: Sequence[T]) -> int:
    """How many items are the same, from the first."""
    if one == other[: len(one)]:
        return len(one)
    return len(list(takewhile(bool, map(eq, one, other))))
