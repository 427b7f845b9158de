"""Computes the states that a power cut may leave on a disk, from a program's operations on it."""

from __future__ import annotations

import random
from collections.abc import Sequence
from typing import NamedTuple

from tests.power.disk import Disk, Files
from tests.power.tracing import Operation, Told
from tests.thorough import THOROUGH

TRIED = None if THOROUGH else 30
"""The number of states that are tried for a journal that is corrected, set aside or updated; None for all."""

ACCOUNT = (b"The journal was damaged.", b"The disk fails", b"everything is on the disk again")
"""The beginnings of messages about journal and disk."""


class Cut(NamedTuple):
    """A state of the disk, with the number of messages before it: `told` at most, and `reached` at least."""

    files: Files
    told: int
    reached: int


def tried(found: list[Cut]) -> list[Cut]:
    """The cuts to try: the first, the last, and random others up to the limit."""
    if TRIED is None or len(found) <= TRIED:
        return found
    return [found[0], *random.Random(3).sample(found[1:-1], TRIED - 2), found[-1]]


def cuts(
    operations: Sequence[Operation], before: Files | None = None, rounds: int = 3, after: range | None = None
) -> list[Cut]:
    """Every different state that a power cut may leave, at any moment or only after certain operations.

    Messages about journal and disk acknowledge no declaration and do not count.
    """
    disk = Disk(before)
    chance = random.Random(7)
    told = b""
    found: dict[tuple[tuple[str, bytes], ...], Cut] = {}
    for number, operation in enumerate([None, *operations], -1):
        if isinstance(operation, Told):
            told += operation.data
        elif operation is not None:
            disk.do(operation)
        if after is not None and number not in after:
            continue
        lines = sum(line.endswith(b"\n") and not line.startswith(ACCOUNT) for line in told.splitlines(True))
        for files in disk.states(chance, rounds):
            content = tuple(sorted(files.items()))
            cut = found.get(content)
            found[content] = Cut(files, lines, lines) if cut is None else cut._replace(told=lines)
    return list(found.values())
