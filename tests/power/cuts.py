"""The states that a power cut may leave on a disk, from what a program did to it."""

from __future__ import annotations

import random
from collections.abc import Sequence
from typing import NamedTuple

from tests.power.disk import Disk, Files
from tests.power.tracing import Operation, Told
from tests.thorough import THOROUGH

TRIED = None if THOROUGH else 30
"""On how many states a journal is opened that is corrected, set aside or brought up to date; None for all."""

ACCOUNT = (b"The journal was damaged.", b"The disk fails", b"everything is on the disk again")
"""How lines begin that are told of journal and disk."""


class Cut(NamedTuple):
    """A state of the disk, and how many lines had been told by then, at the most, and at the least, that led to it."""

    files: Files
    told: int
    reached: int


def tried(found: list[Cut]) -> list[Cut]:
    """Those that are tried: the first and the last, and of the others, drawn from all moments, as many as there may
    be."""
    if TRIED is None or len(found) <= TRIED:
        return found
    return [found[0], *random.Random(3).sample(found[1:-1], TRIED - 2), found[-1]]


def cuts(
    operations: Sequence[Operation], before: Files | None = None, rounds: int = 3, after: range | None = None
) -> list[Cut]:
    """Every different state that a power cut may leave, at any moment or after certain operations only.

    What is told of journal and disk acknowledges no declaration and does not count.
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
