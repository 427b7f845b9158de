"""Builds logs as dm-log-writes would write them."""

from __future__ import annotations

import struct
from collections.abc import Sequence

from tools.emulation.disk_log import MAGIC, SECTOR, DiskMark, DiskWrite, Entry

FLUSH, FUA, MARK = 1, 2, 8


def written(entries: Sequence[Entry]) -> bytes:
    """The bytes of a log with these entries."""
    parts = [struct.pack("<QQQI", MAGIC, 1, len(entries), SECTOR).ljust(SECTOR, b"\0")]
    for entry in entries:
        match entry:
            case DiskMark(word):
                inline = word.encode() + b"\0"
                parts.append((struct.pack("<QQQQ", 0, 0, MARK, len(inline)) + inline).ljust(SECTOR, b"\0"))
            case DiskWrite(place, data, flushes, durable):
                flags = FLUSH * flushes | FUA * durable
                head = struct.pack("<QQQQ", place // SECTOR, len(data) // SECTOR, flags, 0)
                parts += [head.ljust(SECTOR, b"\0"), data]
    return b"".join(parts)
