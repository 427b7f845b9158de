"""What can be wrong with a journal, its disk or its directory is said in a sentence, and costs nothing more."""

from __future__ import annotations

import errno
import os
import sqlite3
from contextlib import closing
from pathlib import Path
from typing import Any

import pytest

from device.journal import database
from device.journal.errors import JournalError
from device.journal.schema import PAGE_BYTES
from device.journal.store import FILE_NAME, Journal
from device.journal.wal_file import WalSpace
from display.words import ENGLISH
from tests.journal.connections import opened, own_connection
from tests.journal.rights import NoRights
from tests.journal.rows import row, row_list
from tools.damage import sample


def test_damaged_journal_is_kept_aside_and_a_new_one_begun(tmp_path: Path) -> None:
    for number in (1, 2):
        rubbish = f"nothing like a database, {number} ".encode() * 400
        (tmp_path / FILE_NAME).write_bytes(rubbish)
        journal = Journal.open(tmp_path)
        assert journal.notice is not None
        assert f"journal.db.damaged-{number}" in ENGLISH.say(journal.notice)
        assert journal.current_game() is None
        assert journal.counting_rows(journal.begin_game(row_list("one"))) == row_list("one")
        journal.close()
        assert (tmp_path / f"{FILE_NAME}.damaged-{number}").read_bytes() == rubbish


def test_damage_in_the_game_in_play_shows_on_opening_and_costs_what_comes_after_it(tmp_path: Path) -> None:
    journal = Journal.open(tmp_path)
    rows = [row(f"{n} " * 50) for n in range(200)]
    journal.begin_game(row_list("old"))
    journal.begin_game(rows)
    journal.close()
    file = tmp_path / FILE_NAME
    broken = bytearray(file.read_bytes())
    middle = broken.index(b"100 100 100") // PAGE_BYTES * PAGE_BYTES
    broken[middle : middle + 64] = b"\xff" * 64
    file.write_bytes(broken)
    journal = Journal.open(tmp_path)
    assert journal.notice is not None
    assert journal.counting_rows(1) == row_list("old")
    assert 80 < len(journal.counting_rows(2)) <= 100
    assert journal.counting_rows(2) == rows[: len(journal.counting_rows(2))]
    journal.close()
    assert (tmp_path / f"{FILE_NAME}.damaged-1").read_bytes() == broken


def test_row_of_an_unknown_kind_is_damage(journal: Journal, tmp_path: Path) -> None:
    game = journal.begin_game(row_list("one"))
    with own_connection(tmp_path) as connection:
        connection.execute("UPDATE line SET kind = 'rumour'")
    with pytest.raises(JournalError, match="unknown kind, “rumour”"):
        journal.counting_rows(game)


def test_empty_file_was_cut_for_a_new_one_gets_its_name_when_it_is_complete(tmp_path: Path) -> None:
    (tmp_path / FILE_NAME).touch()
    journal = Journal.open(tmp_path)
    assert journal.current_game() is None
    assert journal.notice is not None
    assert "a new one is begun" in ENGLISH.say(journal.notice)
    journal.close()


def test_a_disk_without_room_for_many_rows_is_an_error_in_a_sentence(
    journal: Journal, monkeypatch: pytest.MonkeyPatch
) -> None:
    game = journal.begin_game(row_list("one"))

    def make(room: WalSpace, size: int = 0) -> bool:
        raise OSError(errno.EFBIG, "File too large")

    monkeypatch.setattr(WalSpace, "reserve", make)
    with pytest.raises(JournalError, match="The disk is full"):
        journal.append(game, row_list("two") * 500)
    monkeypatch.undo()
    assert journal.counting_rows(game) == row_list("one")


def test_other_programs_databases_are_left_alone(tmp_path: Path) -> None:
    with sqlite3.connect(tmp_path / FILE_NAME) as connection:
        connection.execute("CREATE TABLE recipe (name TEXT)")
    connection.close()
    before = (tmp_path / FILE_NAME).read_bytes()
    with pytest.raises(JournalError, match="not a journal of Tablekeeper"):
        Journal.open(tmp_path)
    assert (tmp_path / FILE_NAME).read_bytes() == before


@pytest.mark.parametrize(
    ("letters", "changed"), [(b"tablegamegame", b"Tablegamegame"), (b"boot INTEGER", b"boot \tNTEGER")]
)
def test_a_journal_of_which_a_letter_of_the_tables_description_changed_is_damaged_and_not_foreign(
    tmp_path: Path, letters: bytes, changed: bytes
) -> None:
    with closing(Journal.open(tmp_path)) as journal:
        journal.begin_game(row_list("one"))
    content = (tmp_path / FILE_NAME).read_bytes()
    (tmp_path / FILE_NAME).write_bytes(content.replace(letters, changed, 1))
    with closing(Journal.open(tmp_path)) as journal:
        assert journal.counting_rows(1) == row_list("one")
    assert (tmp_path / f"{FILE_NAME}.damaged-1").is_file()


def test_directory_is_made(tmp_path: Path) -> None:
    directory = tmp_path / "data" / "deep?#%"
    journal = Journal.open(directory)
    journal.begin_game()
    journal.close()
    assert (directory / FILE_NAME).is_file()


def test_directory_that_may_not_be_written_to_is_named(reachable: Path) -> None:
    with NoRights(reachable), pytest.raises(JournalError, match="no right to write") as caught:
        Journal.open(reachable)
    assert str(reachable) in str(caught.value)
    assert not caught.value.is_damaged
    assert list(reachable.iterdir()) == []


def test_directory_that_is_a_file_is_named(tmp_path: Path) -> None:
    (tmp_path / "data").touch()
    with pytest.raises(JournalError, match="data is no directory"):
        Journal.open(tmp_path / "data")
    with pytest.raises(JournalError, match="The disk is gone"):
        Journal.open(tmp_path / "data" / "below")


def test_disk_that_fails_to_find_the_journal_is_not_said_to_be_gone(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    stat = os.stat

    def failing(path: Any, **options: Any) -> os.stat_result:
        if path == tmp_path / FILE_NAME:
            raise OSError(errno.EIO, "Input/output error")
        return stat(path, **options)

    with closing(Journal.open(tmp_path)) as journal:
        game = journal.begin_game(row_list("one"))
        with monkeypatch.context() as patch:
            patch.setattr(os, "stat", failing)
            with pytest.raises(JournalError, match="The disk fails"):
                journal.append(game, row_list("two"))
        journal.append(game, row_list("two"))
        assert journal.counting_rows(game) == row_list("one", "two")


def test_full_disk_is_named_and_leaves_what_was_there(tmp_path: Path) -> None:
    journal, connection = opened(tmp_path)
    game = journal.begin_game(row_list("one"))
    pages = connection.execute("PRAGMA page_count").fetchone()[0]
    connection.execute(f"PRAGMA max_page_count = {pages}")
    big = row("x" * 10_000)
    for rows in ([big], [row("two"), big]):
        with pytest.raises(JournalError, match="The disk is full"):
            journal.append(game, rows)
    assert journal.counting_rows(game) == row_list("one")
    connection.execute("PRAGMA max_page_count = 1000000")
    journal.append(game, [big])
    assert journal.counting_rows(game) == [row("one"), big]
    journal.close()


def test_two_writers_do_not_mix_their_rows(journal: Journal, tmp_path: Path) -> None:
    game = journal.begin_game(row_list("one"))
    other = Journal.open(tmp_path)
    other.append(game, row_list("theirs"))
    with pytest.raises(JournalError, match="Another Tablekeeper"):
        journal.append(game, row_list("ours"))
    with pytest.raises(JournalError, match="Another Tablekeeper"):
        journal.undo(game, 1)
    assert other.counting_rows(game) == row_list("one", "theirs")
    other.close()


def test_writer_that_another_program_keeps_waiting_says_so(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(database, "BUSY_TIMEOUT_S", 0.0)
    journal = Journal.open(tmp_path)
    game = journal.begin_game()
    other = sqlite3.connect(tmp_path / FILE_NAME, isolation_level=None)
    other.execute("BEGIN IMMEDIATE")
    with pytest.raises(JournalError, match="Another program is busy"):
        journal.append(game, row_list("one"))
    other.execute("ROLLBACK")
    other.close()
    journal.append(game, row_list("one"))
    journal.close()


def test_disk_that_gives_no_room_for_the_log_costs_no_sound_journal(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    """After a cut of the power, the file says that a log is beside it; who fails to open it closes the file again, and
    SQLite takes the log away with that."""
    files, games = sample(tmp_path / "sample", closed=False)
    data = tmp_path / "data"
    data.mkdir()
    for name, content in files.items():
        (data / name).write_bytes(content)

    def full(_: WalSpace, __: Path) -> None:
        raise OSError(errno.ENOSPC, os.strerror(errno.ENOSPC))

    with monkeypatch.context() as patch:
        patch.setattr(WalSpace, "__init__", full)
        with pytest.raises(JournalError, match="disk is full"):
            Journal.open(data)
    with closing(Journal.open(data)) as journal:
        assert journal.notice is None
        assert tuple(tuple(journal.counting_rows(game.number)) for game in journal.games()) == games
    assert not list(data.glob("*.damaged-*"))
