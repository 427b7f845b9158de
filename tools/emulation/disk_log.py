"""Parses logs of dm-log-writes (Documentation/admin-guide/device-mapper/log-writes.rst in the kernel).

It has a superblock in the first sector, then the entries: each is a sector that describes it, then the data written.
"""

from __future__ import annotations

import struct
from collections.abc import Iterator
from typing import NamedTuple

SECTOR = 512
MAGIC = 0x6A736677736872
VERSION = 1
_SUPER = struct.Struct("<QQQI")
_ENTRY = struct.Struct("<QQQQ")
_FLUSH, _FUA, _DISCARD, _MARK = 1, 2, 4, 8


class NotALog(ValueError):
    """The data is no log, or a truncated one. The message is a sentence."""


class DiskWrite(NamedTuple):
    """Data written at a place, in bytes from the disk's beginning.

    `flushes` says that everything before was made durable first; `durable`, that this write is durable once it is done.
    Without data it is only a flush.
    """

    place: int
    data: bytes
    flushes: bool = False
    durable: bool = False


class DiskMark(NamedTuple):
    """A mark in the log, with a text set by a program."""

    word: str


Entry = DiskWrite | DiskMark


def read_log(raw: bytes) -> list[Entry]:
    """Parse a log to its entries, in order. Raises NotALog."""
    if len(raw) < SECTOR:
        raise NotALog("The log has no superblock.")
    magic, version, count, sector = _SUPER.unpack_from(raw)
    if (magic, version) != (MAGIC, VERSION):
        raise NotALog(f"The log begins with {magic:#x}, version {version}: it is none of dm-log-writes.")
    return list(_entries(raw, count, sector))


def _entries(raw: bytes, count: int, sector: int) -> Iterator[Entry]:
    at = sector
    for number in range(count):
        if at + sector > len(raw):
            raise NotALog(f"The log ends at entry {number} of {count}.")
        first, sectors, flags, length = _ENTRY.unpack_from(raw, at)
        inline = raw[at + _ENTRY.size : at + _ENTRY.size + length]
        at += sector
        if flags & _MARK:
            yield DiskMark(inline.rstrip(b"\0").decode("utf-8", "replace"))
            continue
        if flags & _DISCARD:
            data = bytes(sectors * sector)
        else:
            data = raw[at : at + sectors * sector]
            at += sectors * sector
            if len(data) < sectors * sector:
                raise NotALog(f"The log ends within entry {number} of {count}.")
        yield DiskWrite(first * sector, data, bool(flags & _FLUSH), bool(flags & _FUA))
