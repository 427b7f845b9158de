"""What the disk fails to read is trouble with the disk: it is told and tried again, and never called damaged."""

from __future__ import annotations

import errno
import os
from contextlib import closing
from pathlib import Path

import pytest

from device.journal.errors import JournalError
from device.journal.export import exported_lines
from device.journal.store import FILE_NAME, Journal
from device.journal.writer import JournalWriter
from device.outbox.club_messages import OutboxRequest
from device.outbox.codec import encode
from device.outbox.journal_outbox import JournalOutbox
from device.session.rows import JournalRow, RowKind
from device.system import files
from tests.system.failing_reads import BLOCK, BadBlocks

ROWS = [JournalRow(RowKind.RECORD, line) for line in ("game loop", "players Ann Ben Cleo Dan", "set detail finish")]


@pytest.fixture
def bad_blocks(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> BadBlocks:
    """A journal of two games, whose index of games is damaged, on a disk some of whose blocks can't be read."""
    with closing(Journal.open(tmp_path)) as journal:
        for number in range(2):
            journal.begin_game([*ROWS, *(JournalRow(RowKind.RECORD, f"Ann plays {number} {n}") for n in range(40))])
    with (tmp_path / FILE_NAME).open("r+b") as file:
        file.seek(36)  # how many pages are free, by https://www.sqlite.org/fileformat2.html
        file.write(bytes([0, 0, 0, 7]))
    found = BadBlocks(tmp_path / FILE_NAME)
    monkeypatch.setattr(os, "pread", found.pread)
    return found


def rows_at(path: Path, text: bytes) -> int:
    """The block in which something is."""
    return (path / FILE_NAME).read_bytes().index(text) // BLOCK


def test_nothing_is_set_aside_while_the_disk_fails_to_read_some_of_it(tmp_path: Path, bad_blocks: BadBlocks) -> None:
    bad_blocks.blocks = {rows_at(tmp_path, b"Ann plays 1 30")}
    before = (tmp_path / FILE_NAME).read_bytes()
    with pytest.raises(JournalError, match="The disk fails") as caught:
        Journal.open(tmp_path)
    assert not caught.value.is_damaged
    assert [path.name for path in tmp_path.glob(f"{FILE_NAME}*") if not path.name.endswith(("-shm", "-wal"))] == [
        FILE_NAME
    ]
    assert (tmp_path / FILE_NAME).read_bytes() == before
    bad_blocks.blocks = set()
    with closing(Journal.open(tmp_path)) as journal:
        assert journal.notice is not None
        assert [game.length for game in journal.games()] == [43, 43]


def test_table_does_not_go_on_with_a_game_of_which_the_disk_fails_to_read_the_end(
    tmp_path: Path, bad_blocks: BadBlocks
) -> None:
    """Once the disk reads it again, its end would be taken for something that had been undone."""
    bad_blocks.blocks = {rows_at(tmp_path, b"Ann plays 1 30")}
    writer = JournalWriter(
        lambda: Journal.open(tmp_path), lambda: Journal.open_to_read(tmp_path, must_be_complete=True)
    )
    assert "The disk fails" in str(writer.fault)
    assert writer.current_game() is None
    writer.begin_game(ROWS)
    bad_blocks.blocks = set()
    writer.retry_writing()
    assert writer.fault is None
    writer.close()
    with closing(Journal.open(tmp_path)) as journal:
        assert [game.length for game in journal.games()] == [43, 43, 3]


def test_export_says_that_the_disk_fails_and_not_that_the_journal_is_damaged(
    tmp_path: Path, bad_blocks: BadBlocks
) -> None:
    bad_blocks.blocks = {rows_at(tmp_path, b"Ann plays 1 30")}
    told: list[str] = []
    assert "Ann plays 1 0" in list(exported_lines(tmp_path, 2, warn=told.append))
    assert told == [f"the disk fails to read all of the journal in {tmp_path}; this is what can be read of it."]


def test_export_of_which_nothing_can_be_read_is_refused(tmp_path: Path, bad_blocks: BadBlocks) -> None:
    bad_blocks.blocks = set(range((tmp_path / FILE_NAME).stat().st_size // BLOCK))
    with pytest.raises(JournalError, match=r"damaged|The disk fails"):
        Journal.open_to_read(tmp_path)


def test_courier_gets_no_answer_rather_than_half_of_one(tmp_path: Path, bad_blocks: BadBlocks) -> None:
    bad_blocks.blocks = {rows_at(tmp_path, b"Ann plays 1 30")}
    with closing(JournalOutbox(tmp_path)) as outbox:
        assert outbox.answer(encode(OutboxRequest(0))) is None
        bad_blocks.blocks = set()
        assert outbox.answer(encode(OutboxRequest(0))) is not None


def test_block_that_can_not_be_read_is_no_end_of_a_file(tmp_path: Path, bad_blocks: BadBlocks) -> None:
    bad_blocks.blocks = {3}
    with (tmp_path / FILE_NAME).open("rb") as file:
        assert len(files.read_piece(file.fileno(), 3 * BLOCK, 0)) == 3 * BLOCK
        with pytest.raises(OSError, match=os.strerror(errno.EIO)):
            files.read_piece(file.fileno(), 4 * BLOCK, 0)
