"""Something to run over: a loop whose assertions are never reached proves nothing."""

from __future__ import annotations

from collections.abc import Iterable
from typing import TypeVar

Value = TypeVar("Value")


def non_empty(values: Iterable[Value]) -> list[Value]:
    """All of these; fails if there are none."""
    found = list(values)
    assert found, "nothing to run over"
    return found
