"""The answers to a question, as far as it is looked into."""

from __future__ import annotations

from collections.abc import Iterator
from typing import TypeVar

from device.contract.keycodes import Level

M = TypeVar("M")


def answers(level: Level[M], deep: int) -> Iterator[M]:
    """What the codes of a level mean, so many levels deep: entries of any length have no last."""
    for choice in level.choices:
        if choice.ends:
            yield choice.meaning
        elif deep and (deeper := choice.level()) is not None:
            yield from answers(deeper, deep - 1)
