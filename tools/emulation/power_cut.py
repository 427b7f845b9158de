"""Simulates a disk after a power cut: all data before the last flush, and any part of what was written since.

Each write since the last flush is kept, dropped or torn: then any of its sectors of 512 bytes are kept.
"""

from __future__ import annotations

import random
from collections.abc import Iterator, Sequence
from enum import Enum
from typing import NamedTuple

from tools.emulation.disk_log import SECTOR, DiskMark, DiskWrite, Entry


class Fate(Enum):
    """The fate of a write that no flush has made durable."""

    KEPT = "kept"
    DROPPED = "dropped"
    TORN = "torn"


class PowerCut(NamedTuple):
    """A disk after a cut: the number of log entries until then, its content, and the marks until then."""

    entry_count: int
    disk: bytes
    marks: tuple[str, ...]
    doubtful_count: int
    """The number of writes that no flush had made durable."""


def cuts(before: bytes, log: Sequence[Entry], places: Sequence[int], chance: random.Random) -> Iterator[PowerCut]:
    """Yield the disk after cuts at these places of a log, each a number of entries, in order of the places.

    `before` is the disk as it was when the log began.
    """
    durable = bytearray(before)
    flushed = 0
    for place in sorted(places):
        # A flush comes before the data of its own entry.
        newest = _newest_flush(log, flushed, place)
        _apply(durable, log[flushed:newest])
        flushed = newest
        disk = bytearray(durable)
        waiting = [one for one in log[flushed:place] if isinstance(one, DiskWrite)]
        for write in waiting:
            _cut(disk, write, chance)
        marks = tuple(one.word for one in log[:place] if isinstance(one, DiskMark))
        yield PowerCut(place, bytes(disk), marks, sum(1 for one in waiting if one.data and not one.durable))


def _newest_flush(log: Sequence[Entry], after: int, before: int) -> int:
    """The place of the newest entry between two places that flushes; `after` if there is none."""
    for place in range(before - 1, after - 1, -1):
        entry = log[place]
        if isinstance(entry, DiskWrite) and entry.flushes:
            return place
    return after


def _apply(disk: bytearray, entries: Sequence[Entry]) -> None:
    for entry in entries:
        if isinstance(entry, DiskWrite):
            disk[entry.place : entry.place + len(entry.data)] = entry.data


def _cut(disk: bytearray, write: DiskWrite, chance: random.Random) -> None:
    fate = Fate.KEPT if write.durable else chance.choice(tuple(Fate))
    match fate:
        case Fate.KEPT:
            _apply(disk, [write])
        case Fate.TORN:
            _tear(disk, write, chance)
        case Fate.DROPPED:
            pass


def _tear(disk: bytearray, write: DiskWrite, chance: random.Random) -> None:
    for at in range(0, len(write.data), SECTOR):
        if chance.random() < 0.5:
            part = write.data[at : at + SECTOR]
            disk[write.place + at : write.place + at + len(part)] = part
