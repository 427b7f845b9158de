"""Replaces one entry of a tuple."""

from __future__ import annotations

from typing import TypeVar

T = TypeVar("T")


def with_entry(values: tuple[T, ...], index: int, value: T) -> tuple[T, ...]:
    """Return a copy of `values` in which the entry at `index` (from 0) is `value`."""
    # This is called for each press. It takes two thirds of the time that slices would.
    changed = list(values)
    changed[index] = value
    return tuple(changed)
