"""Reading what dm-log-writes recorded."""

from __future__ import annotations

import struct

import pytest

from tests.emulation.logs import written
from tools.emulation.disk_log import MAGIC, SECTOR, DiskMark, DiskWrite, Entry, NotALog, read_log

LOG: list[Entry] = [
    DiskWrite(2 * SECTOR, b"a" * 2 * SECTOR),
    DiskMark("one word"),
    DiskWrite(0, b"", flushes=True),
    DiskWrite(SECTOR, b"b" * SECTOR, flushes=True, durable=True),
    DiskWrite(0, b"c" * SECTOR, durable=True),
]


def test_entries_are_read_in_order_with_all_that_is_known_of_them() -> None:
    assert read_log(written(LOG)) == LOG


def test_a_discard_leaves_zeros() -> None:
    head = struct.pack("<QQQI", MAGIC, 1, 1, SECTOR).ljust(SECTOR, b"\0")
    entry = struct.pack("<QQQQ", 3, 2, 4, 0).ljust(SECTOR, b"\0")
    assert read_log(head + entry) == [DiskWrite(3 * SECTOR, bytes(2 * SECTOR))]


def test_a_log_in_larger_sectors() -> None:
    head = struct.pack("<QQQI", MAGIC, 1, 1, 4096).ljust(4096, b"\0")
    entry = struct.pack("<QQQQ", 2, 1, 0, 0).ljust(4096, b"\0")
    assert read_log(head + entry + b"d" * 4096) == [DiskWrite(8192, b"d" * 4096)]


@pytest.mark.parametrize(
    ("raw", "sentence"),
    [
        (b"", "The log has no superblock."),
        (bytes(SECTOR), "The log begins with 0x0, version 0: it is none of dm-log-writes."),
        (written(LOG)[:-1], "The log ends within entry 4 of 5."),
        (written(LOG)[: 4 * SECTOR], "The log ends at entry 1 of 5."),
    ],
)
def test_what_is_no_log_or_cut_short_is_said(raw: bytes, sentence: str) -> None:
    with pytest.raises(NotALog) as caught:
        read_log(raw)
    assert str(caught.value) == sentence
