"""Pages that no SQLite would write, for the recovery that reads them one by one, and for SQLite itself."""

from __future__ import annotations

import os
import sqlite3
import struct
from contextlib import closing
from pathlib import Path

import pytest
from hypothesis import example, given, settings
from hypothesis import strategies as st

from device.journal import repair
from device.journal.schema import PAGE_BYTES
from device.journal.store import FILE_NAME, Journal
from device.session.rows import JournalRow, RowKind
from tests.hostile.bounds import bounded
from tests.hostile.spoilt_journals import assert_sound, look, start_and_play

LEAF, INDEX_LEAF, INTERIOR, INDEX_INTERIOR = 0x0D, 0x0A, 0x05, 0x02
NULL, INT8, FLOAT = b"\0", b"\6", b"\7"


def varint(value: int) -> bytes:
    found = bytes([value & 0x7F])
    while value := value >> 7:
        found = bytes([value & 0x7F | 0x80]) + found
    return found


def record(types: bytes, body: bytes) -> bytes:
    """Section 2.1 of the file format: the header with its own length, and the values."""
    return bytes([len(types) + 1]) + types + body


def page(kind: int, content: bytes, pointers: list[int], size: int = PAGE_BYTES, told: int | None = None) -> bytes:
    """A page with this at its end, and cells where the pointers say."""
    header = struct.pack(">BHHHB", kind, 0, len(pointers) if told is None else told, 0, 0)
    header += bytes(4) if kind in (INTERIOR, INDEX_INTERIOR) else b""
    header += b"".join(struct.pack(">H", at % 65536) for at in pointers)
    return header.ljust(size - len(content), b"\0") + content


def file_of(pages: list[bytes], size: int = PAGE_BYTES) -> bytes:
    header = b"SQLite format 3\0" + struct.pack(">H", size % 65536)
    return header.ljust(size, b"\0") + b"".join(pages)


def table_cell(row: int, types: bytes, body: bytes) -> bytes:
    payload = record(types, body)
    return varint(len(payload)) + varint(row) + payload


def text_type(length: int) -> bytes:
    return varint(2 * length + 13)


def line_cell(game: int, place: int, words: bytes, changed: float = 0.0) -> bytes:
    """A row of the table `line`, as version 1 had it."""
    types = INT8 + INT8 + text_type(6) + text_type(len(words)) + FLOAT
    payload = record(types, struct.pack(">qq", game, place) + b"record" + words + struct.pack(">d", changed))
    return varint(len(payload)) + payload


def one_cell(kind: int, cell: bytes) -> bytes:
    return page(kind, cell, [PAGE_BYTES - len(cell)])


def circle() -> bytes:
    """Records that go on on a page that goes on on itself, from every cell of hundreds of pages."""
    cell = varint(19_000) + record(INT8 + INT8, bytes(16)).ljust(200, b"x") + struct.pack(">I", 2)
    crowded = page(INDEX_LEAF, cell, [PAGE_BYTES - len(cell)] * 150)
    return file_of([struct.pack(">I", 2).ljust(PAGE_BYTES, b"x"), *[crowded] * 500])


def crowd(size: int) -> bytes:
    """Pages of cells upon cells, all of them the same, and a claim that there are more."""
    cell = line_cell(1, 1, b"x" * 200)
    crowded = page(INDEX_LEAF, cell, [size - len(cell)] * (size // 4), size, told=65535)
    return file_of([crowded] * (300_000 // size), size)


def columns() -> bytes:
    """A record with hundreds of columns, from every cell."""
    cell = varint(802) + varint(802) + NULL * 800
    return file_of([page(INDEX_LEAF, cell, [PAGE_BYTES - len(cell)] * 90, told=9999)] * 300)


def log(size: int) -> bytes:
    return struct.pack(">6I", 0x377F0682, 3007000, size, 0, 1, 1) + bytes(8) + bytes(100_000)


FILES = {
    "records in a circle": circle(),
    "crowded pages": crowd(1024),
    "crowded large pages": crowd(65536),
    "columns without end": columns(),
    "the same boot twice": file_of(
        [one_cell(LEAF, table_cell(n, NULL + text_type(4) + NULL, b"boot")) for n in (1, 2, 3)]
    ),
    "boots for none": file_of([one_cell(LEAF, table_cell(n, NULL + text_type(0) + FLOAT, bytes(8))) for n in (2, 3)]),
    "a boot with a date that is no number": file_of(
        [one_cell(LEAF, table_cell(2, NULL + text_type(1) + FLOAT, b"b" + struct.pack(">d", float("nan"))))]
    ),
    "a number with nine bytes": file_of(
        [one_cell(LEAF, b"\x08" + b"\xff" * 9 + record(NULL + text_type(4) + NULL, b"boot"))]
    ),
    "a game's number with nine bytes": file_of(
        [one_cell(LEAF, b"\x14" + b"\xff" * 9 + record(NULL + varint(28) + FLOAT, bytes(16)))]
    ),
    "a game's date that is no number": file_of(
        [one_cell(LEAF, table_cell(1, NULL + varint(28) + FLOAT, bytes(8) + struct.pack(">d", float("nan"))))]
    ),
    "a row's date that is no number": file_of([one_cell(INDEX_LEAF, line_cell(1, 1, b"game loop", float("nan")))]),
    "rows below zero": file_of([one_cell(INDEX_LEAF, line_cell(-1, -1, b"game loop"))]),
    "an identity of a page": file_of(
        [page(LEAF, cell := table_cell(1, NULL + varint(1812) + FLOAT, bytes(908)), [PAGE_BYTES - len(cell)])]
    ),
}


COLUMNS = {
    "boot": "number, identity, epoch",
    "game": "number, identity, begun, boot",
    "line": "game, place, kind, text, changed, boot",
}
"""Those that there were before there were sums."""


def recovered(path: Path, table: str) -> list[tuple[object, ...]]:
    """The rows of a table that can be read."""
    with closing(repair.recover_into_memory(path)[0]) as connection:
        return connection.execute(f"SELECT {COLUMNS[table]} FROM {table}").fetchall()


@pytest.mark.parametrize("content", FILES.values(), ids=FILES)
def test_recovery_of_what_no_sqlite_writes(tmp_path: Path, content: bytes) -> None:
    (tmp_path / FILE_NAME).write_bytes(content)
    with bounded():
        repair.recover_into_memory(tmp_path / FILE_NAME)[0].close()
    assert start_and_play(tmp_path) is None
    assert_sound(tmp_path)


@pytest.mark.parametrize("size", [0, 1, 513, 512, 65536, 2**31])
def test_log_with_pages_of_any_size(tmp_path: Path, size: int) -> None:
    Journal.open(tmp_path).close()
    Path(f"{tmp_path / FILE_NAME}-wal").write_bytes(log(size))
    with bounded():
        assert recovered(tmp_path / FILE_NAME, "game") == []
    assert start_and_play(tmp_path) is None


@pytest.mark.parametrize("name", [FILE_NAME, f"{FILE_NAME}-wal"])
def test_file_that_claims_a_gigabyte(tmp_path: Path, name: str) -> None:
    journal = Journal.open(tmp_path)
    game = journal.begin_game([JournalRow(RowKind.RECORD, "game loop")])
    journal.close()
    if name == FILE_NAME:
        with open(tmp_path / FILE_NAME, "r+b") as file:
            file.write(b"x")
    os.truncate(tmp_path / FILE_NAME, 2**30)
    with bounded():
        assert [found[0] for found in recovered(tmp_path / FILE_NAME, "game")] == [game]


@pytest.mark.parametrize("to", ["itself", "the root", "a leaf", "none", "beyond the end"])
def test_pages_that_lead_in_circles(tmp_path: Path, to: str) -> None:
    """Every page that leads to others leads to the same one, over and over."""
    journal = Journal.open(tmp_path)
    for _ in range(100):
        journal.begin_game([JournalRow(RowKind.RECORD, "x" * 100)] * 10)
    journal.close()
    content = bytearray((tmp_path / FILE_NAME).read_bytes())
    pages = len(content) // PAGE_BYTES
    leaf = next(n for n in range(2, pages) if content[n * PAGE_BYTES] == INDEX_LEAF) + 1
    led = 0
    for number in range(1, pages):
        start = number * PAGE_BYTES
        if content[start] in (INTERIOR, INDEX_INTERIOR):
            child = {"itself": number + 1, "the root": 3, "a leaf": leaf, "none": 0}.get(to, pages + 9)
            content[start + 8 : start + 12] = struct.pack(">I", child)
            for n in range(int.from_bytes(content[start + 3 : start + 5], "big")):
                at = start + int.from_bytes(content[start + 12 + 2 * n : start + 14 + 2 * n], "big")
                content[at : at + 4] = struct.pack(">I", child)
                led += 1
    assert led > 10
    (tmp_path / FILE_NAME).write_bytes(content)
    look(tmp_path)
    assert start_and_play(tmp_path) is None


@given(st.lists(st.tuples(st.integers(0, 2**16), st.binary(min_size=1, max_size=4)), max_size=30))
@settings(max_examples=8)
@example([])
@example([(466, b"\x80")])
@example([(47, b"\x05")])  # the number of the schema's format in SQLite's header
def test_new_journal_that_is_spoilt_before_it_takes_its_place(
    tmp_path_factory: pytest.TempPathFactory, spoilt: list[tuple[int, bytes]]
) -> None:
    """A power cut while a damaged journal is set aside, and then what was to take its place rots."""
    directory = tmp_path_factory.mktemp("mended")
    journal = Journal.open(directory)
    journal.begin_game([JournalRow(RowKind.RECORD, "game loop")])
    journal.close()
    content = bytearray((directory / FILE_NAME).read_bytes())
    for at, changed in spoilt:
        content[at % len(content) : at % len(content) + len(changed)] = changed
    (directory / f"{FILE_NAME}.mended").write_bytes(content)
    assert start_and_play(directory) is None
    (directory / f"{FILE_NAME}.mended").write_bytes(content)
    (directory / FILE_NAME).unlink()
    (directory / f"{FILE_NAME}.damaged-1").touch()
    trouble = start_and_play(directory)
    assert trouble is None or "is not a journal of Tablekeeper" in trouble or "newer Tablekeeper" in trouble


def test_new_journal_that_is_no_database(tmp_path: Path) -> None:
    journal = Journal.open(tmp_path)
    game = journal.begin_game([JournalRow(RowKind.RECORD, "game loop")])
    journal.close()
    (tmp_path / f"{FILE_NAME}.mended").write_bytes(b"\xff" * 4096)
    journal = Journal.open(tmp_path)
    assert journal.counting_rows(game) == [JournalRow(RowKind.RECORD, "game loop")]
    assert journal.notice is None
    journal.close()
    assert not (tmp_path / f"{FILE_NAME}.mended").exists()


def test_the_pages_made_here_are_as_sqlite_makes_them(tmp_path: Path) -> None:
    """A row that is made up by hand is found: the tests above spoil what would else be read."""
    cell = line_cell(7, 1, b"game loop")
    (tmp_path / FILE_NAME).write_bytes(file_of([one_cell(INDEX_LEAF, cell)]))
    assert recovered(tmp_path / FILE_NAME, "line") == [(7, 1, "record", "game loop", 0.0, 1)]
    with sqlite3.connect(tmp_path / "other") as connection:
        connection.execute(
            "CREATE TABLE line (game, place, kind, text, changed REAL, PRIMARY KEY (game, place)) WITHOUT ROWID"
        )
        connection.execute("INSERT INTO line VALUES (?, 1, 'record', 'game loop', 0.5)", (2**40,))
    connection.close()
    assert recovered(tmp_path / "other", "line") == [(2**40, 1, "record", "game loop", 0.5, 1)]
