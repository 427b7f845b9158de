"""Reads the records of a damaged SQLite file: page by page, without SQLite.

SQLite finds rows by way of the pages above them, and gives up at the first broken one. This module examines every page
by itself, in the file and in its write-ahead log, so that a bad page costs only its own rows. Nothing is written to the
disk, and no lock or index file is needed. It can therefore also read a sound journal on a disk that is full or
read-only. Read errors of the disk itself are not damage; they are reported to the caller (see
`device.journal.errors.ReadErrors`).

The layout is that of https://www.sqlite.org/fileformat2.html, whose sections are named below.
"""

from __future__ import annotations

import errno
import os
import struct
from collections.abc import Callable, Iterator
from contextlib import ExitStack, contextmanager, suppress
from functools import partial
from pathlib import Path
from typing import BinaryIO

from device.journal import mark as marks
from device.journal import validate
from device.journal.errors import ReadErrors, read_or_none
from device.journal.schema import PAGE_BYTES
from device.journal.wal_file import log_path
from device.system import files
from values.named_tuple import NamedTuple

Value = int | float | str | bytes | None
Values = tuple[Value, ...]

MAX_BYTES = 256_000_000
"""Maximum number of bytes that are read of a file, and of its log: fifty thousand games."""

_PIECE_BYTES = 4096
_CHECK_PIECE_BYTES = 1_000_000
_MAX_COLUMNS = 9
"""The number of columns of the table that has most."""
_MIN_CELL_BYTES = 6
"""Minimum size of a cell in bytes, with the pointer to it."""
_MAX_READS_PER_PAGE = 4
"""How often each page may be read as an overflow page, on average, in a broken file."""
_WAL_MAGIC = {0x377F0682: "<", 0x377F0683: ">"}
_TABLE_LEAF, _INDEX_LEAF, _INDEX_INTERIOR = 0x0D, 0x0A, 0x02
_VERSION_OFFSET = 60
"""The offset of `user_version` in a database (SQLite, Database File Format 1.3)."""
_INTEGER_BYTES = (0, 1, 2, 3, 4, 6, 8)


def check_readable(path: Path) -> None:
    """Read everything that a recovery uses of a database and its log. Raises OSError if the disk fails to."""
    for file_path in (path, log_path(path)):
        with suppress(FileNotFoundError), files.open_file(file_path) as file:
            for offset in range(0, min(os.fstat(file.fileno()).st_size, MAX_BYTES), _CHECK_PIECE_BYTES):
                files.read_piece(file.fileno(), _CHECK_PIECE_BYTES, offset)


def records(path: Path, read_errors: ReadErrors | None = None) -> Iterator[Values]:
    """Every record on any page of a database, in no order; tables WITHOUT ROWID are on index pages. Raises OSError."""
    with _open_pages(path, read_errors) as pages:
        overflow = _OverflowPages(pages)
        for page_number in pages.numbers():
            yield from _Page(pages.read(page_number), page_number, overflow).records()


def user_version(path: Path, read_errors: ReadErrors | None = None) -> int:
    """The `user_version` of a database; 0 if it has no first page. Raises OSError."""
    with _open_pages(path, read_errors) as pages:
        first = pages.read(1) if 1 in pages.numbers() else b""
    return int.from_bytes(first[_VERSION_OFFSET : _VERSION_OFFSET + 4], "big")


def file_stamps(path: Path) -> list[tuple[int, int]]:
    """The sizes and modification times of a database and its log, which show whether they have been written since."""
    statuses = [os.stat(file_path) for file_path in (path, log_path(path)) if files.exists(file_path)]
    return [(status.st_size, status.st_mtime_ns) for status in statuses]


def table_of(record: Values) -> str | None:
    """The name of the table to which a record belongs; None if it is no row of a journal."""
    for table, belongs in (("line", _is_line), ("game", _is_game), ("boot", _is_boot_row)):
        if belongs(record):
            return table
    return None


def _is_line(record: Values) -> bool:
    match record:
        case (int(game), int(row), str(kind), str(line_text), int() | float(), *rest) if _are_boot_and_sums(rest):
            is_valid = validate.is_game_number(game, validate.RECOVERED_NUMBER_LIMIT) and validate.is_row_number(row)
            # In a row without a sum, control characters show that a page was broken.
            is_plain = len(rest) > 1 or validate.has_no_control_characters(line_text)
            return is_valid and is_plain and validate.valid_row(kind, line_text) is not None
    return False


def _is_game(record: Values) -> bool:
    match record:
        case (int(number), bytes(identity), int() | float(), *rest) if len(rest) in (0, 1, 3, 6):
            is_valid = validate.is_game_number(number, validate.RECOVERED_NUMBER_LIMIT) and validate.is_identity(
                identity
            )
            return is_valid and _are_boot_and_sums(rest[:3])
    return False


def _is_boot_row(record: Values) -> bool:
    """Whether a record is a row of the table `boot`."""
    match record:
        case (int(), str(identity), int() | float() | None, *sums) if len(sums) <= 1:
            return validate.is_boot_identity(identity) and all(isinstance(value, int) for value in sums)
    return False


def _are_boot_and_sums(values: list[Value]) -> bool:
    """Whether these are the number of a boot and sums; or empty, as in files of older versions."""
    return len(values) <= 3 and all(isinstance(value, int) for value in values)


# Pages


@contextmanager
def _open_pages(path: Path, read_errors: ReadErrors | None) -> Iterator[_Pages]:
    with ExitStack() as open_files:
        file = open_files.enter_context(files.open_file(path))
        log = None
        with suppress(FileNotFoundError):
            log = _File(open_files.enter_context(files.open_file(log_path(path))), read_errors)
        yield _Pages(_File(file, read_errors), log)


class _File:
    """A file that is read in pieces."""

    def __init__(self, file: BinaryIO, read_errors: ReadErrors | None) -> None:
        self.descriptor = file.fileno()
        self.size = os.fstat(self.descriptor).st_size
        self._file = file
        self._read_errors = read_errors

    def read(self, start: int, length: int) -> bytes:
        """Read a piece of the file, with zeros behind its end. Raises OSError, or see `ReadErrors`."""
        pieces: list[bytes] = []
        for offset in range(start, start + length, _PIECE_BYTES):
            piece_length = min(_PIECE_BYTES, start + length - offset)
            piece = read_or_none(partial(files.read_piece, self.descriptor, piece_length, offset), self._read_errors)
            pieces.append((piece or b"").ljust(piece_length, b"\0"))
        return b"".join(pieces)

    def newest_mark(self) -> marks.FoundMark | None:
        """The newest mark in the file; None if there is none. Raises OSError, or see `ReadErrors`."""
        return read_or_none(partial(marks.find_newest_mark, self._file), self._read_errors)


class _Pages:
    """Every page in its newest committed form, by its number from 1. Pages are read on demand, and not cached."""

    def __init__(self, file: _File, log: _File | None) -> None:
        self._file, self._log = file, log
        self._length = min(file.size, MAX_BYTES)
        self._page_size = _page_size(file.read(0, 100)) or PAGE_BYTES
        self._frames = _CommittedFrames(0, {}) if log is None else _committed_frames(log)

    def __len__(self) -> int:
        return -(-self._length // self._page_size) + len(self._frames.offsets)

    def numbers(self) -> Iterator[int]:
        """The numbers of the existing pages: those in the log, and those of the file that are no holes."""
        offsets = self._frames.offsets
        yield from offsets
        for start, end in _parts_without_holes(self._file.descriptor, self._length):
            numbers = range(start // self._page_size + 1, -(-end // self._page_size) + 1)
            yield from (number for number in numbers if number not in offsets)

    def read(self, number: int) -> bytes:
        """Read a page. Raises KeyError if there is no such page."""
        frame_offset = self._frames.offsets.get(number)
        if frame_offset is not None and self._log is not None:
            return self._log.read(frame_offset, self._frames.page_size)
        start = (number - 1) * self._page_size
        if not 0 <= start < self._length:
            raise KeyError(number)
        return self._file.read(start, min(self._page_size, self._length - start))


def _parts_without_holes(descriptor: int, length: int) -> Iterator[tuple[int, int]]:
    """The parts of a file that are not holes, as far as the system reports them."""
    end = 0
    while end < length:
        try:
            start = os.lseek(descriptor, end, os.SEEK_DATA)
            end = os.lseek(descriptor, start, os.SEEK_HOLE)
        except OSError as error:
            if error.errno != errno.ENXIO:  # ENXIO means that the rest is a hole
                yield end, length
            return
        if start < length:
            yield start, min(end, length)


def _page_size(content: bytes) -> int | None:
    """The page size from the file's header (section 1.3, The Database Header); None if it is not valid."""
    size = int.from_bytes(content[16:18], "big")
    size = 65536 if size == 1 else size
    return size if content.startswith(b"SQLite format 3\0") and _is_page_size(size) else None


def _is_page_size(size: int) -> bool:
    return 512 <= size <= 65536 and size & (size - 1) == 0


class _CommittedFrames(NamedTuple):
    """The page size of a log, in bytes, and the offset of each page in it."""

    page_size: int
    offsets: dict[int, int]


class _LogHeader(NamedTuple):
    """A log's header (section 4.1): page size, byte order of the sums, salts, and sum; `is_valid` if the sum is
    right."""

    page_size: int
    order: str
    salts: list[int]
    sums: tuple[int, int]
    is_valid: bool


def _log_header(log: _File) -> _LogHeader:
    header = log.read(0, 24)
    magic, _, size, _, *salts = struct.unpack(">6I", header)
    order = _WAL_MAGIC.get(magic, "<")
    sums = _checksum(order, header, (0, 0))
    is_valid = magic in _WAL_MAGIC and sums == struct.unpack(">2I", log.read(24, 8))
    return _LogHeader(size if _is_page_size(size) else PAGE_BYTES, order, salts, sums, is_valid)


def _committed_frames(log: _File) -> _CommittedFrames:
    """The newest committed form of each page in a log (section 4, The Write-Ahead Log).

    A frame's sum continues from the stored sum of the frame before it. Frames after a broken one are sound if they fit
    their own neighbours, and count if a later mark (see `device.journal.mark`) proves that they had been synced. Frames
    left from before the log was last restarted have other salts.
    """
    size, order, salts, sums, is_valid = _log_header(log)
    newest = log.newest_mark()
    synced_offset = 0 if newest is None else newest.offset
    is_broken = not is_valid
    committed: dict[int, int] = {}
    uncommitted: dict[int, int] = {}
    for offset in range(32, min(log.size, MAX_BYTES) - size - 23, size + 24):
        frame = log.read(offset, size + 24)
        page_number, commit, *frame_salts = struct.unpack(">4I", frame[:16])
        sums, sums_before = struct.unpack(">2I", frame[16:24]), sums
        if not is_valid and offset == 32:
            salts = frame_salts
            continue
        if frame_salts != salts or sums != _checksum(order, frame[:8] + frame[24:], sums_before):
            is_broken = True
            continue
        if is_broken and offset > synced_offset:
            break
        uncommitted[page_number] = offset + 24
        if commit:
            committed.update(uncommitted)
            uncommitted.clear()
    return _CommittedFrames(size, committed)


def _checksum(order: str, data: bytes, sums_before: tuple[int, int]) -> tuple[int, int]:
    """The log's checksum (section 4.2, Checksum Algorithm)."""
    first, second = sums_before
    words = struct.unpack(f"{order}{len(data) // 4}I", data)
    for even, odd in zip(words[::2], words[1::2], strict=True):
        first = (first + even + second) & 0xFFFFFFFF
        second = (second + odd + first) & 0xFFFFFFFF
    return first, second


class _OverflowPages:
    """Overflow pages (section 1.6.2, Cell Payload Overflow Pages). In a broken file, they may form circles."""

    def __init__(self, pages: _Pages) -> None:
        self._pages = pages
        # In a sound file, each page belongs to one record.
        self._reads_left = _MAX_READS_PER_PAGE * len(pages)

    def read(self, number: int, length: int) -> bytes:
        """The content of the chain of pages from `number` on, up to `length` bytes. Raises ValueError and KeyError."""
        content = b""
        while len(content) < length and number:
            self._reads_left -= 1
            if self._reads_left < 0:
                raise ValueError("pages are read over and over")
            page = self._pages.read(number)
            content += page[4:]
            number = int.from_bytes(page[:4], "big")
        return content[:length]


class _Page:
    """A page of records (section 1.6, B-tree Pages)."""

    def __init__(self, page: bytes, page_number: int, overflow: _OverflowPages) -> None:
        self._page = page
        self._overflow = overflow
        self._start = 100 if page_number == 1 else 0
        self._size = len(self._page)

    def records(self) -> Iterator[Values]:
        if self._size < 512 or self._page[self._start] not in (_TABLE_LEAF, _INDEX_LEAF, _INDEX_INTERIOR):
            return
        page_kind = self._page[self._start]
        pointers = self._start + (12 if page_kind == _INDEX_INTERIOR else 8)
        cell_count = int.from_bytes(self._page[self._start + 3 : self._start + 5], "big")
        for index in range(min(cell_count, self._size // _MIN_CELL_BYTES)):
            offset = pointers + 2 * index
            try:
                yield self._cell(page_kind, int.from_bytes(self._page[offset : offset + 2], "big"))
            except (IndexError, ValueError, KeyError, struct.error):
                continue  # a broken cell; those beside it may be sound

    def _cell(self, page_kind: int, offset: int) -> Values:
        if page_kind == _INDEX_INTERIOR:
            offset += 4  # skip the pointer to the left page
        length, offset = _decode_varint(self._page, offset)
        if page_kind == _TABLE_LEAF:
            row_number, offset = _decode_varint(self._page, offset)
            row_number = row_number - 2**64 if row_number >= 2**63 else row_number  # signed, 64 bits
            # In the record itself, a NULL takes the place of the row's number.
            return (row_number, *_decode_record(self._payload(length, offset, self._size - 35))[1:])
        return _decode_record(self._payload(length, offset, (self._size - 12) * 64 // 255 - 23))

    def _payload(self, length: int, offset: int, max_local: int) -> bytes:
        """The payload of a cell, including its overflow pages."""
        if length <= max_local:
            return _check_length(self._page[offset : offset + length], length)
        if length > validate.MAX_ROW_BYTES:
            raise ValueError("no row is as long")
        min_local = (self._size - 12) * 32 // 255 - 23
        local_length = min_local + (length - min_local) % (self._size - 4)
        local_length = local_length if local_length <= max_local else min_local
        content = self._page[offset : offset + local_length]
        pointer = _check_length(self._page[offset + local_length : offset + local_length + 4], 4)
        next_page = int.from_bytes(pointer, "big")
        return _check_length(content + self._overflow.read(next_page, length - len(content)), length)


def _check_length(content: bytes, length: int) -> bytes:
    if len(content) != length:
        raise ValueError("the page ends before the record")
    return content


def _decode_record(payload: bytes) -> Values:
    """Decode a record (section 2.1, Record Format)."""
    end, offset = _decode_varint(payload, 0)
    body_offset = end
    values: list[Value] = []
    while offset < end:
        if len(values) == _MAX_COLUMNS:
            raise ValueError("more columns than any table of ours has")
        code, offset = _decode_varint(payload, offset)
        length, decode = _serial_type(code)
        values.append(decode(_check_length(payload[body_offset : body_offset + length], length)))
        body_offset += length
    return tuple(values)


def _serial_type(code: int) -> tuple[int, Callable[[bytes], Value]]:
    """The length of a value of a serial type, and the function that decodes it."""
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


def _decode_varint(data: bytes, offset: int) -> tuple[int, int]:
    """Decode a varint of up to nine bytes. Returns the number and the offset of its end."""
    value = 0
    for count in range(8):
        byte = data[offset + count]
        value = value << 7 | byte & 0x7F
        if byte < 0x80:
            return value, offset + count + 1
    return value << 8 | data[offset + 8], offset + 9
