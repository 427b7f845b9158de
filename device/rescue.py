"""What can still be read of a journal that SQLite will not open: one row at a time, page by page.

SQLite finds rows by way of the pages above them, and gives up at the first that is
broken. Here every page is looked at for itself, in the file and in its
write-ahead log, so one bad page costs its own rows only. Nothing is written
to the disk, and no lock or index file is needed: that makes it the way to read a
sound journal on a disk that is full or read-only, too.

The layout is that of https://www.sqlite.org/fileformat2.html, whose sections are named below.
"""

from __future__ import annotations

import os
import struct
from collections.abc import Callable, Iterator
from pathlib import Path
from typing import NamedTuple

from device.rows import Kind

PAGE_BYTES = 1024
"""The size of a page where the file no longer says it."""

Value = int | float | str | bytes | None
Values = tuple[Value, ...]

_READ_BYTES = 4096
_TRIES = 5
_WAL_MAGIC = {0x377F0682: "<", 0x377F0683: ">"}
_TABLE_LEAF, _INDEX_LEAF, _INDEX_INTERIOR = 0x0D, 0x0A, 0x02
_INTEGER_BYTES = (0, 1, 2, 3, 4, 6, 8)


class Rescued(NamedTuple):
    """The rows of the tables `boot`, `game` and `line`, as they are inserted. Of a game's lines, none is missing."""

    boots: tuple[Values, ...]
    games: tuple[Values, ...]
    lines: tuple[Values, ...]


def rescue(path: Path) -> Rescued:
    """Read a journal and its write-ahead log. Raises OSError if there is none."""
    tables: dict[str, dict[Values, Values]] = {"boot": {}, "game": {}, "line": {}}
    for record in records(path):
        table = _table(record)
        if table is not None:
            key = record[:2] if table == "line" else record[:1]
            known = tables[table].get(key)
            # Of two rows in one place, the later one counts.
            if known is None or _written(known) < _written(record):
                tables[table][key] = record
    return _complete(tables)


def records(path: Path) -> Iterator[Values]:
    """Every record that any page of a database has, in no order. Raises OSError."""
    pages = _pages(path)
    for number in sorted(pages):
        yield from _Page(pages, number).records()


def _table(record: Values) -> str | None:
    """The table that a record belongs to; None for what is no row of a journal's."""
    match record:
        case (int(), int(), str(kind), str(row), int() | float(), *rest) if kind in set(Kind) and _are(rest, int):
            # No row has control characters: where there are some, a page was broken.
            return "line" if all(letter >= " " for letter in row) else None
        case (int(), bytes(), int() | float(), *rest) if _are(rest, int):
            return "game"
        case (int(), str(), int() | float() | None):
            return "boot"
    return None


def _are(values: list[Value], kind: type) -> bool:
    return len(values) <= 1 and all(isinstance(value, kind) for value in values)


def _written(record: Values) -> tuple[float, float]:
    """When a row was written, as (boot, time)."""
    boot = record[5] if len(record) == 6 else 1
    changed = record[4] if len(record) > 4 else 0
    assert isinstance(boot, int)
    assert isinstance(changed, int | float)
    return boot, changed


def _complete(tables: dict[str, dict[Values, Values]]) -> Rescued:
    """Leave out what comes after a gap: rows count only together with all rows before them."""
    games = dict(tables["game"])
    lines: list[Values] = []
    length: dict[Value, int] = {}
    for key in sorted(tables["line"]):
        game, place = key
        if place == length.get(game, 0) + 1:
            length[game] = length.get(game, 0) + 1
            lines.append((*tables["line"][key], 1)[:6])
            if (game,) not in games:
                games[(game,)] = (game, os.urandom(8), 0.0, 1)
    boots = {**tables["boot"], (1,): (1, "", 0.0)}
    for boot in {*((*game, 1)[3] for game in games.values()), *(line[5] for line in lines)}:
        boots.setdefault((boot,), (boot, f"lost {boot!r}", None))
    return Rescued(tuple(boots.values()), tuple((*game, 1)[:4] for game in games.values()), tuple(lines))


# Pages


def _pages(path: Path) -> dict[int, bytes]:
    """Every page in its newest committed form, by its number from 1."""
    log = Path(f"{path}-wal")
    for _ in range(_TRIES):
        before = _stamps(path, log)
        frames, content = _read(log) if log.exists() else b"", _read(path)
        if _stamps(path, log) == before:
            break
    committed = _frames(frames)
    size = _page_size(content) or (len(next(iter(committed.values()))) if committed else PAGE_BYTES)
    pages = {at // size + 1: content[at : at + size] for at in range(0, len(content), size)}
    return {**pages, **committed}


def _stamps(*paths: Path) -> list[tuple[int, int]]:
    return [(one.stat().st_size, one.stat().st_mtime_ns) for one in paths if one.exists()]


def _read(path: Path) -> bytes:
    """A file's content; zeros where the disk cannot read it."""
    found = bytearray()
    with open(path, "rb", buffering=0) as file:
        size = os.fstat(file.fileno()).st_size
        for at in range(0, size, _READ_BYTES):
            wanted = min(_READ_BYTES, size - at)
            try:
                found += os.pread(file.fileno(), wanted, at).ljust(wanted, b"\0")
            except OSError:
                found += bytes(wanted)
    return bytes(found)


def _page_size(content: bytes) -> int | None:
    """Section 1.3, The Database Header."""
    size = int.from_bytes(content[16:18], "big")
    size = 65536 if size == 1 else size
    sound = content.startswith(b"SQLite format 3\0") and 512 <= size <= 65536 and size & (size - 1) == 0
    return size if sound else None


def _frames(log: bytes) -> dict[int, bytes]:
    """Section 4, The Write-Ahead Log: the newest committed form of each page in it."""
    if len(log) < 32:
        return {}
    magic, _, size, _, *salts = struct.unpack(">6I", log[:24])
    order = _WAL_MAGIC.get(magic)
    if order is None or not 512 <= size <= 65536:
        return {}
    sums = _checksum(order, log[:24], (0, 0))
    committed: dict[int, bytes] = {}
    waiting: dict[int, bytes] = {}
    for at in range(32, len(log) - size - 23, size + 24):
        number, commit, *frame_salts = struct.unpack(">4I", log[at : at + 16])
        page = log[at + 24 : at + 24 + size]
        sums = _checksum(order, log[at : at + 8] + page, sums)
        if frame_salts != salts or sums != struct.unpack(">2I", log[at + 16 : at + 24]):
            break
        waiting[number] = page
        if commit:
            committed.update(waiting)
            waiting.clear()
    return committed


def _checksum(order: str, data: bytes, start: tuple[int, int]) -> tuple[int, int]:
    """Section 4.2, Checksum Algorithm."""
    one, two = start
    words = struct.unpack(f"{order}{len(data) // 4}I", data)
    for even, odd in zip(words[::2], words[1::2], strict=True):
        one = (one + even + two) & 0xFFFFFFFF
        two = (two + odd + one) & 0xFFFFFFFF
    return one, two


class _Page:
    """Section 1.6, B-tree Pages."""

    def __init__(self, pages: dict[int, bytes], number: int) -> None:
        self._pages = pages
        self._page = pages[number]
        self._start = 100 if number == 1 else 0
        self._size = len(self._page)

    def records(self) -> Iterator[Values]:
        if self._size < 512 or self._page[self._start] not in (_TABLE_LEAF, _INDEX_LEAF, _INDEX_INTERIOR):
            return
        kind = self._page[self._start]
        pointers = self._start + (12 if kind == _INDEX_INTERIOR else 8)
        for number in range(int.from_bytes(self._page[self._start + 3 : self._start + 5], "big")):
            at = pointers + 2 * number
            try:
                yield self._cell(kind, int.from_bytes(self._page[at : at + 2], "big"))
            except (IndexError, ValueError, KeyError, struct.error):
                continue  # a broken cell; those beside it may be sound

    def _cell(self, kind: int, at: int) -> Values:
        if kind == _INDEX_INTERIOR:
            at += 4  # the page to the left
        length, at = _varint(self._page, at)
        if kind == _TABLE_LEAF:
            row, at = _varint(self._page, at)
            # The row's number stands in the record as a NULL in its place.
            return (row, *_record(self._payload(length, at, self._size - 35))[1:])
        return _record(self._payload(length, at, (self._size - 12) * 64 // 255 - 23))

    def _payload(self, length: int, at: int, most: int) -> bytes:
        """What is in the cell, and on overflow pages (section 1.6.2, Cell Payload Overflow Pages)."""
        if length <= most:
            return _exactly(self._page[at : at + length], length)
        if length > self._size * len(self._pages):
            raise ValueError("the record is longer than the file")
        least = (self._size - 12) * 32 // 255 - 23
        here = least + (length - least) % (self._size - 4)
        here = here if here <= most else least
        found = self._page[at : at + here]
        following = int.from_bytes(_exactly(self._page[at + here : at + here + 4], 4), "big")
        while len(found) < length and following:
            page = self._pages[following]
            found += page[4:]
            following = int.from_bytes(page[:4], "big")
        return _exactly(found[:length], length)


def _exactly(found: bytes, length: int) -> bytes:
    if len(found) != length:
        raise ValueError("the page ends before the record")
    return found


def _record(payload: bytes) -> Values:
    """Section 2.1, Record Format."""
    end, at = _varint(payload, 0)
    body = end
    values: list[Value] = []
    while at < end:
        code, at = _varint(payload, at)
        length, decode = _serial(code)
        values.append(decode(_exactly(payload[body : body + length], length)))
        body += length
    return tuple(values)


def _serial(code: int) -> tuple[int, Callable[[bytes], Value]]:
    """How long a value of a serial type is, and how to read it."""
    if code == 0:
        return 0, lambda content: None
    if code <= 6:
        return _INTEGER_BYTES[code], lambda content: int.from_bytes(content, "big", signed=True)
    if code == 7:
        return 8, lambda content: float(struct.unpack(">d", content)[0])
    if code in (8, 9):
        return 0, lambda content: code - 8
    if code < 12:
        raise ValueError("a serial type that SQLite does not use")
    return (code - 12) // 2, bytes.decode if code % 2 else bytes


def _varint(data: bytes, at: int) -> tuple[int, int]:
    """A number of up to nine bytes, and where it ends."""
    value = 0
    for count in range(8):
        byte = data[at + count]
        value = value << 7 | byte & 0x7F
        if byte < 0x80:
            return value, at + count + 1
    return value << 8 | data[at + 8], at + 9
