"""Snapshots of games, stored beside a journal, so that a start need not process everything that was corrected or
undone.

A game gets one when so many of its rows no longer count that a start would take noticeably longer. It is a file of its
own, not a table, so that an earlier version of the program can still use the journal. A snapshot that is damaged or
lost, belongs to other rows, or was written by another version, counts as missing: only the rows are authoritative.
"""

from __future__ import annotations

import re
import sqlite3
import struct
from collections.abc import Sequence
from contextlib import suppress
from pathlib import Path

from device import __version__
from device.journal.checksums import RowsEnd, with_sum, without_sum
from device.journal.packed_games import unpack_rows, unpack_snapshot
from device.session.lazy_list import LazyList
from device.session.rows import JournalRow
from device.session.snapshot import ResumedGame, timeline_of
from device.system import atomicfile, files
from values.named_tuple import NamedTuple

MAX_SNAPSHOTS = 10
"""Maximum number of snapshots: those of the games corrected last are stored."""

MAX_BYTES = 16_000_000
"""Maximum size of a snapshot in bytes."""

_MAGIC = b"tk-snapshot\x01"
_FIELDS = struct.Struct(">II")
_LENGTH = struct.Struct(">I")
_PART_COUNT = 4
_SELECT_SUM = "SELECT sum FROM line WHERE game = ? AND place = ?"


class GameSnapshot(NamedTuple):
    """A snapshot of a game's first `row_count` rows, the last of which has the sum `last_sum`.

    `parts` are the packed snapshot, and `packed_rows` those rows, also packed."""

    row_count: int
    last_sum: int
    parts: tuple[bytes, ...]
    packed_rows: tuple[bytes, ...]

    @property
    def end(self) -> RowsEnd:
        """The end of the rows that it covers."""
        return RowsEnd(self.row_count, self.last_sum)

    def resumed_game(self, rows: Sequence[JournalRow]) -> ResumedGame:
        """The data needed to continue the game, given all its rows. Each caller gets a copy of its own."""
        return ResumedGame(unpack_snapshot(self.parts), rows)

    def counting_rows(self, later_rows: Sequence[JournalRow]) -> Sequence[JournalRow]:
        """The rows of the game that count, including corrections, if the rows `later_rows` follow the snapshot."""
        timeline = timeline_of(unpack_snapshot(self.parts))
        timeline.extend(later_rows)
        return timeline.rows

    def all_rows(self, later_rows: list[JournalRow]) -> LazyList[JournalRow]:
        """All stored rows of the game, the last of which are `later_rows`."""
        return LazyList(
            lambda: [row for part in self.packed_rows for row in unpack_rows(part)], self.row_count, later_rows
        )


def load_snapshot(connection: sqlite3.Connection, path: Path, game: int, identity: object) -> GameSnapshot | None:
    """The snapshot of a game in the journal with this path; None if there is none that fits the game's rows."""
    with suppress(OSError, ValueError):
        snapshot = _decode(files.read_file(_snapshot_path(path, game), MAX_BYTES), identity)
        stored = None if snapshot is None else connection.execute(_SELECT_SUM, (game, snapshot.row_count)).fetchone()
        if snapshot is not None and stored == (snapshot.last_sum,):
            return snapshot if unpack_snapshot(snapshot.parts).row_count == snapshot.row_count else None
    return None


def load_by_number(connection: sqlite3.Connection, path: Path, game: int) -> GameSnapshot | None:
    """Like `load_snapshot`, by the game's number alone."""
    identity = connection.execute("SELECT identity FROM game WHERE number = ?", (game,)).fetchone()
    return None if identity is None else load_snapshot(connection, path, game, identity[0])


def store_snapshot(path: Path, game: int, identity: bytes, snapshot: GameSnapshot) -> None:
    """Store the snapshot of a game in place of its previous one. The oldest snapshots beyond `MAX_SNAPSHOTS` are
    deleted.

    Raises OSError.
    """
    content = _encode(identity, snapshot)
    if len(content) <= MAX_BYTES:
        atomicfile.replace_file(_snapshot_path(path, game), content, follow=False)
        for old_path in _snapshot_paths(path)[MAX_SNAPSHOTS:]:
            old_path.unlink(missing_ok=True)


def _snapshot_path(path: Path, game: int) -> Path:
    return path.with_name(f"{path.name}.snapshot-{game}")


def _snapshot_paths(path: Path) -> list[Path]:
    """The snapshots beside a journal, the newest first."""
    name = re.compile(rf"{re.escape(path.name)}\.snapshot-[0-9]+")
    paths = [snapshot_path for snapshot_path in path.parent.iterdir() if name.fullmatch(snapshot_path.name)]
    return sorted(paths, key=lambda snapshot_path: snapshot_path.lstat().st_mtime_ns, reverse=True)


def _header(identity: bytes) -> bytes:
    """The first bytes of a snapshot, which name the game and the version of the program."""
    return _MAGIC + f"{__version__} {len(identity)}\n".encode() + identity


def _encode(identity: bytes, snapshot: GameSnapshot) -> bytes:
    body = _header(identity) + _FIELDS.pack(snapshot.row_count, snapshot.last_sum)
    body += b"".join(_LENGTH.pack(len(part)) + part for part in (*snapshot.parts, *snapshot.packed_rows))
    return with_sum(body)


def _decode(content: bytes, identity: object) -> GameSnapshot | None:
    """Decode a snapshot file; None if it is not a complete snapshot of this game by this version of the program."""
    body = without_sum(content)
    if body is None or not isinstance(identity, bytes) or not body.startswith(beginning := _header(identity)):
        return None
    try:
        row_count, last_sum = _FIELDS.unpack_from(body, len(beginning))
        parts, offset = [], len(beginning) + _FIELDS.size
        while offset < len(body):
            (length,) = _LENGTH.unpack_from(body, offset)
            offset += _LENGTH.size
            parts.append(body[offset : offset + length])
            offset += length
    except struct.error:
        return None
    if len(parts) <= _PART_COUNT:
        return None
    return GameSnapshot(row_count, last_sum, tuple(parts[:_PART_COUNT]), tuple(parts[_PART_COUNT:]))
