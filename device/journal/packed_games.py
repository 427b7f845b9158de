"""Compresses rows and snapshots of games. Parts that are seldom needed are only unpacked when they are used."""

from __future__ import annotations

import struct
import zlib
from collections.abc import Callable, Iterable, MutableSequence, Sequence
from functools import partial
from typing import Any, TypeVar

from device.session.lazy_list import LazyList
from device.session.past import CorrectionUndo, Reopening
from device.session.rows import JournalRow, RowKind
from device.session.snapshot import Snapshot
from device.session.undo import UndoneRows, count_undone

MAX_BYTES = 64_000_000
"""Maximum number of bytes that are unpacked: more than the longest game has."""

MIN_PACKED_ROWS = 1000
"""Minimum number of rows that are packed together."""

_UNPACK_ERRORS = (zlib.error, LookupError, TypeError, AttributeError, RecursionError)
"""Exceptions, besides ValueError, that unpacking foreign data can raise."""

_COUNT = struct.Struct(">I")

T = TypeVar("T")


def pack_rows(parts: Sequence[bytes], rows: Sequence[JournalRow]) -> tuple[bytes, ...]:
    """Pack more rows after those that are packed already. If the last packed part is small, it is packed again with
    them.

    Raises ValueError if they are too large together, and what `unpack_rows` raises.
    """
    if parts and _COUNT.unpack_from(parts[-1])[0] < MIN_PACKED_ROWS:
        rows = [*unpack_rows(parts[-1]), *rows]
        parts = parts[:-1]
    return (*parts, _COUNT.pack(len(rows)) + _pack(_format_rows(rows)))


def unpack_rows(content: bytes) -> list[JournalRow]:
    """Unpack the rows of one part. Raises ValueError, or one of the errors of `_UNPACK_ERRORS`, for foreign data."""
    return _parse_rows(_unpack(content[_COUNT.size :]))


def pack_snapshot(snapshot: Snapshot) -> tuple[bytes, ...]:
    """Pack a snapshot. The first part has what continues the game, and the others have what old undos and redos need.
    Returns () if it is too large."""
    counting, taken_back, corrections = snapshot.counting_rows, snapshot.taken_back, snapshot.corrections
    head = {
        "kept": snapshot.row_count,
        "last": _format_row(snapshot.last_row),
        "rows": _format_rows(snapshot.rows),
        "marks": [list(reopening) for reopening in snapshot.reopenings],
        "judged": snapshot.judged_again_count,
        "counts": [len(counting), len(taken_back), len(corrections)],
        "step": _format_rows(counting[len(counting) - count_undone(counting) :]),
        "back": [_undone_items(undone) for undone in taken_back[-1:]],
        "correction": [_correction_items(correction) for correction in corrections[-1:]],
    }
    later_parts = (
        _format_rows(counting),
        [_undone_items(undone) for undone in taken_back],
        [_correction_items(correction) for correction in corrections],
    )
    try:
        return _pack(head), *map(_pack, later_parts)
    except ValueError:
        return ()


def unpack_snapshot(parts: Sequence[bytes]) -> Snapshot:
    """Unpack a snapshot. Its first part is read now, and the rest when it is needed.

    Raises ValueError if the first part is not valid. Its lists raise ValueError when a later part is read that is not
    valid.
    """
    try:
        head = _unpack(parts[0])
        _, counting_part, undone_part, correction_part = parts
        counting_count, undone_count, correction_count = head["counts"]
        corrections = list(map(_read_correction, head["correction"]))
        return Snapshot(
            _number(head["kept"]),
            _parse_row(head["last"]),
            _parse_rows(head["rows"]),
            [_read_reopening(item) for item in head["marks"]],
            _number(head["judged"]),
            _lazy_list(counting_part, _parse_row, counting_count, _parse_rows(head["step"])),
            _lazy_list(undone_part, _read_undone, undone_count, [_read_undone(item) for item in head["back"]]),
            _lazy_list(correction_part, _read_correction, correction_count, corrections),
        )
    except _UNPACK_ERRORS as error:
        raise ValueError("not a packed game") from error


def _number(value: object) -> int:
    if not isinstance(value, int) or not 0 <= value < MAX_BYTES:
        raise ValueError("not a packed game")
    return value


def _lazy_list(content: bytes, read: Callable[[Any], T], count: object, last: list[T]) -> MutableSequence[T]:
    """A list of which the last items are known; the others are unpacked when they are needed."""
    first_known = _number(_number(count) - len(last))
    return LazyList(partial(_unpack_first, content, read, first_known), first_known, last)


def _unpack_first(content: bytes, read: Callable[[Any], T], count: int) -> list[T]:
    """Unpack the first `count` items. Raises ValueError if there are fewer."""
    try:
        items = [read(item) for item in _unpack(content)[:count]]
    except _UNPACK_ERRORS as error:
        raise ValueError("not a packed game") from error
    if len(items) != count:
        raise ValueError("not a packed game")
    return items


def _pack(value: object) -> bytes:
    import json  # imported late: hardly any game has a snapshot

    content = json.dumps(value, ensure_ascii=False, separators=(",", ":")).encode()
    if len(content) > MAX_BYTES:
        raise ValueError("there is too much of it")
    return zlib.compress(content)


def _unpack(content: bytes) -> Any:
    import json

    return json.loads(zlib.decompressobj().decompress(content, MAX_BYTES))


def _format_row(row: JournalRow) -> str:
    return f"{row.kind.value} {row.text}"


def _format_rows(rows: Iterable[JournalRow]) -> list[str]:
    return [_format_row(row) for row in rows]


def _parse_row(line: str) -> JournalRow:
    kind, _, text = line.partition(" ")
    return JournalRow(RowKind(kind), text)


def _parse_rows(lines: Iterable[str]) -> list[JournalRow]:
    return [_parse_row(line) for line in lines]


def _read_reopening(items: list[Any]) -> Reopening:
    row_count, reopened_rounds, is_after_correction = items
    return Reopening(_number(row_count), tuple(map(_number, reopened_rounds)), bool(is_after_correction))


def _undone_items(undone: UndoneRows) -> list[Any]:
    return [undone.is_game, *_format_rows(undone.rows)]


def _read_undone(items: list[Any]) -> UndoneRows:
    is_game, *lines = items
    return UndoneRows(tuple(_parse_rows(lines)), bool(is_game))


def _correction_items(correction: CorrectionUndo) -> list[Any]:
    rows, reopenings = _format_rows(correction.rows), list(map(list, correction.reopenings))
    return [*correction._replace(rows=rows, reopenings=reopenings)]  # type: ignore[arg-type]


def _read_correction(items: list[Any]) -> CorrectionUndo:
    head_length, rows, tail_length, reopenings, *counts = items
    start = (
        _number(head_length),
        tuple(_parse_rows(rows)),
        _number(tail_length),
        tuple(map(_read_reopening, reopenings)),
    )
    return CorrectionUndo(*start, *map(_number, counts))
