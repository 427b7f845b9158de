"""Lists the possible answers to a question, to a limited depth."""

from __future__ import annotations

from collections.abc import Iterator
from typing import TypeVar

from device.contract.keycodes import Level

M = TypeVar("M")


def possible_answers(level: Level[M], depth: int) -> Iterator[M]:
    """The meanings of all codes that start at a level, at most `depth` levels below it.

    The limit is needed because some entries may be of any length.
    """
    for choice in level.choices:
        if choice.completes_code:
            yield choice.meaning
        elif depth and (next_level := choice.level()) is not None:
            yield from possible_answers(next_level, depth - 1)
