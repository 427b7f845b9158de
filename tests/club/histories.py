"""What boxes keep of dealt games whose tables undo and redo what they declared."""

from __future__ import annotations

import random
from functools import cache

from device.session.rows import JournalRow
from device.session.undo import REDO, UNDO, Timeline
from tests.history.dealt_games import rows_of

NAMES = ("Ann", "Ben", "Cleo", "Dan", "Eve", "Fay", "Gus", "Hal")
KINDS = ("no-thanks", "wizard")
"""Games whose rules take little time."""


@cache
def kept_rows(seed: int) -> tuple[JournalRow, ...]:
    """All rows that a box keeps of one whole game; of every few steps some are undone, and redone."""
    chance = random.Random(seed)
    timeline = Timeline()
    kept: list[JournalRow] = []

    def add(row: JournalRow) -> None:
        kept.append(row)
        timeline.add(row)

    for row in rows_of(KINDS[seed % len(KINDS)], NAMES, seed):
        add(row)
        if chance.random() < 0.05:
            back = chance.randint(1, 4)
            for _ in range(back):
                add(UNDO)
            while timeline.taken_back:
                add(REDO)
    return tuple(kept)
