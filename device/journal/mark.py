"""Marks: records of a journal's position (game, length, sums) as of the last acknowledged rows.

A mark is written after the transaction that it describes has been synced, and needs no sync itself. So if there is a
mark, what it describes had been acknowledged, whatever happened to it since. Marks stay in SQLite's log and can be
found there as plain bytes. Each carries a checksum of its own.
"""

from __future__ import annotations

import re
import struct
from collections.abc import Iterator
from typing import BinaryIO

from device.journal.checksums import SUM_BYTES, with_sum, without_sum
from device.system import files
from values.named_tuple import NamedTuple

_MAGIC = b"tk-mark\x01"
_FIELDS = struct.Struct(">??QQIIII")
_BODY_BYTES = len(_MAGIC) + _FIELDS.size
MARK_BYTES = _BODY_BYTES + SUM_BYTES
_PATTERN = re.compile(re.escape(_MAGIC) + b"(?=([\\x00-\\xff]{%d}))" % (MARK_BYTES - len(_MAGIC)))
"""A mark, which is matched up to its magic number only: what follows that of a torn mark may be the next one."""


MAX_LOG_BYTES = 64_000_000
"""Maximum number of bytes of a log that are read."""

_READ_BYTES = 1_000_000


class JournalPosition(NamedTuple):
    """The game in play, 0 for none, its number of rows, the last row's sum, and the game's own sum."""

    game: int = 0
    length: int = 0
    last_sum: int = 0
    game_sum: int = 0


class JournalMark(NamedTuple):
    """A journal's position.

    `is_synced` is whether what it describes was on the disk when the mark was written; `has_log`, whether a log must
    lie beside the journal. `serial` counts the marks. `missing_count` is how many rows a recovery could not read. The
    other fields are those of `position`.
    """

    is_synced: bool = False
    has_log: bool = False
    serial: int = 0
    game: int = 0
    length: int = 0
    last_sum: int = 0
    game_sum: int = 0
    missing_count: int = 0

    @property
    def position(self) -> JournalPosition:
        """The position that is marked."""
        return JournalPosition(self.game, self.length, self.last_sum, self.game_sum)


def encode_mark(mark: JournalMark) -> bytes:
    """Encode a mark for storage."""
    return with_sum(_MAGIC + _FIELDS.pack(*mark))


def decode_mark(stored: object) -> JournalMark | None:
    """Decode a stored mark; None if it is not a valid one."""
    body = without_sum(stored)
    if body is None or len(body) != _BODY_BYTES or not body.startswith(_MAGIC):
        return None
    return JournalMark(*_FIELDS.unpack(body[len(_MAGIC) :]))


class FoundMark(NamedTuple):
    """A mark, and the byte at which it begins."""

    mark: JournalMark
    offset: int


def find_newest_mark(file: BinaryIO) -> FoundMark | None:
    """The newest synced mark in a file's first `MAX_LOG_BYTES`; None if there is none. Raises OSError."""
    return max(_synced_marks(file), key=lambda found_mark: found_mark.mark.serial, default=None)


def _synced_marks(file: BinaryIO) -> Iterator[FoundMark]:
    for offset in range(0, MAX_LOG_BYTES, _READ_BYTES):
        content = files.read_piece(file.fileno(), _READ_BYTES + MARK_BYTES - 1, offset)
        for match in _PATTERN.finditer(content):
            mark = decode_mark(match[0] + match[1])
            if mark is not None and mark.is_synced:
                yield FoundMark(mark, offset + match.start())
        if len(content) <= _READ_BYTES:
            return
