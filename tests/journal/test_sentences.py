"""What is wrong with a disk or a journal, in the very words that people read; and what a journal says of itself."""

from __future__ import annotations

import errno
import os
import sqlite3
from pathlib import Path
from types import SimpleNamespace

import pytest

from device.journal import errors, linking, uploaded_record, validate, wal_file, writer
from device.journal import mark as marks
from device.journal.errors import JournalError
from device.journal.identity import public_identity
from device.journal.mark import FoundMark, JournalMark
from device.journal.spill import Spill, SpillContent
from device.journal.store import FILE_NAME, Journal
from device.journal.writer import JournalWriter
from device.session.record import RecordRefused
from device.system import error_reasons
from device.system.files import NotAFile
from display.words import ENGLISH, text
from tests.history.dealt_games import result_of, rows_of
from tests.journal.connections import own_connection
from tests.journal.rows import row_list

NOWHERE = Path("/nowhere/at/all") / FILE_NAME

REASONS = {
    errno.ENOSPC: "the disk is full",
    errno.EDQUOT: "the disk is full",
    errno.EROFS: "the disk is read-only",
    errno.EACCES: "Tablekeeper has no right to it",
    errno.EPERM: "Tablekeeper has no right to it",
    errno.ENOENT: "it is not there",
    errno.ESTALE: "it is not there",
    errno.ENOTDIR: "a file is where a directory should be",
    errno.EISDIR: "a directory is where a file should be",
    errno.EIO: "the disk fails",
    errno.EMFILE: "too many files are open",
    errno.ENFILE: "too many files are open",
    errno.ELOOP: os.strerror(errno.ELOOP),
}


def said(sentence: object) -> str:
    return ENGLISH.say(sentence)  # type: ignore[arg-type]


@pytest.mark.parametrize(("number", "reason"), REASONS.items(), ids=[errno.errorcode[number] for number in REASONS])
def test_why_the_system_could_not_do_it(number: int, reason: str) -> None:
    assert said(error_reasons.error_reason(OSError(number, os.strerror(number)))) == reason


def test_an_error_without_words_is_called_by_its_kind() -> None:
    assert error_reasons.error_reason(OSError()) == "OSError"
    assert (
        said(error_reasons.error_reason(NotAFile("it", text("a pipe is where a file should be"))))
        == "a pipe is where a file should be"
    )


def sqlite(code: int) -> sqlite3.Error:
    error = sqlite3.OperationalError("SQLite's own words")
    error.sqlite_errorcode = code
    return error


def test_what_sqlite_can_not_open_is_told_by_what_is_there(tmp_path: Path) -> None:
    def cannot_open(path: Path) -> str:
        found = errors.journal_error_from_sqlite(sqlite(sqlite3.SQLITE_CANTOPEN), path)
        assert str(found) == said(found.sentence)
        return str(found)

    there, missing, inside = tmp_path / "there", tmp_path / "missing" / FILE_NAME, tmp_path / "there" / FILE_NAME
    there.touch()
    assert cannot_open(there) == f"The disk is read-only: {tmp_path} cannot be written to."
    assert cannot_open(tmp_path / FILE_NAME) == f"Tablekeeper has no right to write to {tmp_path}."
    assert cannot_open(missing) == f"The disk is gone: {missing.parent} is not there."
    assert cannot_open(inside) == f"{there} is no directory. Name another one for the journal."
    assert cannot_open(tmp_path) == f"The disk fails to read or write {tmp_path.parent}. Use another one soon."


def test_a_folder_that_the_user_may_not_write_to_is_no_read_only_disk(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    path = tmp_path / FILE_NAME
    path.touch()
    monkeypatch.setattr(os, "access", lambda path, mode, **_: mode != os.W_OK)
    for code in (sqlite3.SQLITE_CANTOPEN, sqlite3.SQLITE_READONLY):
        found = errors.journal_error_from_sqlite(sqlite(code), path)
        assert str(found) == f"Tablekeeper has no right to write to {tmp_path}."
    monkeypatch.setattr(os, "statvfs", lambda path: SimpleNamespace(f_flag=os.ST_RDONLY))
    read_only = errors.journal_error_from_sqlite(sqlite(sqlite3.SQLITE_READONLY), path)
    assert str(read_only) == f"The disk is read-only: {tmp_path} cannot be written to."


@pytest.mark.parametrize("number", [errno.EMFILE, errno.ENFILE])
def test_too_many_open_files_are_no_failing_disk(number: int) -> None:
    assert str(errors.journal_error_from(OSError(number, os.strerror(number)), NOWHERE)) == (
        f"{NOWHERE} can't be opened: too many files are open. Start Tablekeeper again."
    )


SQLITE = {
    sqlite3.SQLITE_FULL: "The disk is full. Whoever looks after the box makes room in /nowhere/at/all.",
    sqlite3.SQLITE_BUSY: f"Another program is busy with {NOWHERE}. Close it.",
    sqlite3.SQLITE_LOCKED: f"Another program is busy with {NOWHERE}. Close it.",
    sqlite3.SQLITE_CONSTRAINT: f"Another Tablekeeper writes to {NOWHERE}. Close one of them.",
    sqlite3.SQLITE_READONLY: "The disk is read-only: /nowhere/at/all cannot be written to.",
    sqlite3.SQLITE_PERM: f"Tablekeeper has no right to read {NOWHERE}. Start it as the user whose file that is.",
    sqlite3.SQLITE_CORRUPT: f"The journal {NOWHERE} is damaged.",
    sqlite3.SQLITE_IOERR: "The disk fails to read or write /nowhere/at/all. Use another one soon.",
    sqlite3.SQLITE_IOERR_SHMSIZE: "The disk is full. Whoever looks after the box makes room in /nowhere/at/all.",
}


@pytest.mark.parametrize(("code", "sentence"), SQLITE.items())
def test_what_sqlite_says_is_put_into_words(code: int, sentence: str) -> None:
    found = errors.journal_error_from_sqlite(sqlite(code), NOWHERE)
    assert (str(found), found.is_damaged) == (sentence, code == sqlite3.SQLITE_CORRUPT)


def test_a_full_disk_is_named() -> None:
    assert (
        str(errors.disk_full_error(Path("/games")))
        == "The disk is full. Whoever looks after the box makes room in /games."
    )


@pytest.mark.parametrize(
    ("title", "played"),
    [
        ("game score-pad · title Canasta · players Ann Bo", "Canasta"),
        ("game score-pad · title Canasta", "Canasta"),
        ("game score-pad · title", ""),
        ("game loop · players Ann Bo Cleo Dan", ""),
        ('game loop · players "Ann', ""),
    ],
)
def test_what_was_played_is_in_a_game_s_name(title: str, played: str) -> None:
    assert linking.title_played_in(title) == played


def test_how_long_games_are_and_how_many_there_are_of_a_kind(tmp_path: Path) -> None:
    journal = Journal.open(tmp_path)
    played = rows_of("no-thanks", ("Ann", "Bo", "Cleo", "Dan", "Eva", "Fay", "Gus"), 1)
    numbers = [journal.begin_game(rows) for rows in (played, row_list("one"), played)]
    journal.results.store([(number, result_of(played)) for number in (numbers[0], numbers[2])])
    lengths = [(one.number, one.identity, one.length) for one in journal.game_lengths()]
    assert lengths == [
        (number, public_identity(journal.game_identity(number)), length)
        for number, length in zip(numbers, (len(played), 1, len(played)), strict=True)
    ]
    assert journal.results.count_games("no-thanks") == 2
    assert journal.results.count_games("loop") == 0
    journal.close()


def test_a_game_without_rows_that_no_disk_has_lacks_nothing() -> None:
    def refuse() -> Journal:
        raise JournalError(text("The disk is gone."))

    journal_writer = JournalWriter(refuse)
    game = journal_writer.begin_game()
    assert not journal_writer.has_unsaved_rows
    journal_writer.append(game, row_list("one"))
    assert journal_writer.has_unsaved_rows


def test_a_journal_that_can_only_be_read_is_gone_on_with(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    journal = Journal.open(tmp_path)
    game = journal.begin_game(row_list("one", "two"))
    journal.close()

    def refuse(directory: Path) -> Journal:
        raise JournalError(text("The disk is read-only: {folder} cannot be written to.", folder=str(directory)))

    monkeypatch.setattr(Journal, "open", refuse)
    journal_writer = writer.journal_writer_for(tmp_path)
    assert journal_writer.current_game() == game
    assert journal_writer.counting_rows(game) == row_list("one", "two")


def test_a_table_that_marks_later_is_marked_when_it_says_so(tmp_path: Path) -> None:
    opened: list[Journal] = []

    def open_journal() -> Journal:
        opened.append(Journal.open(tmp_path))
        return opened[-1]

    def marked() -> int:
        with own_connection(tmp_path) as connection:
            head = linking.read_mark(connection)
        assert head is not None
        return head.length

    journal_writer = JournalWriter(open_journal)
    game = journal_writer.begin_game(row_list("one"))
    journal_writer.write_mark()
    journal_writer.append(game, row_list("two"))
    assert marked() == 1
    journal_writer.write_mark()
    assert marked() == 2
    assert len(opened) == 1
    journal_writer.close()


def test_a_directory_of_a_spill_with_something_else_in_it_is_left(tmp_path: Path) -> None:
    spill = Spill(tmp_path / "data", [tmp_path])
    kept = spill.save(SpillContent())
    assert kept is not None
    (kept / "something else").touch()
    spill.clear()
    assert [path.name for path in kept.iterdir()] == ["something else"]
    assert spill.load() is None


def test_an_uploaded_record_that_no_journal_holds_is_refused_with_the_reason(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(validate, "MAX_ROWS", 1)
    with pytest.raises(RecordRefused) as caught:
        uploaded_record.rows_of_upload(b"game loop\nplayers A B C D\n")
    assert said(caught.value.refusal.sentence) == "This game has 1 lines, as many as one can have. Begin another one."


def test_the_newest_mark_counts_wherever_it_stands(tmp_path: Path) -> None:
    """By its serial number, not by where a game is; those that are not sure tell nothing."""
    found = [JournalMark(True, True, serial, game, 1, 1, 1) for serial, game in ((2, 9), (7, 1), (3, 5))]
    unsure = JournalMark(False, True, 99, 9, 1, 1, 1)
    data = b"--".join(map(marks.encode_mark, (*found, unsure)))
    (tmp_path / "file").write_bytes(data)
    with open(tmp_path / "file", "rb") as file:
        newest = marks.find_newest_mark(file)
    assert newest == FoundMark(found[1], data.index(marks.encode_mark(found[1])))


def test_a_mark_after_a_torn_one_counts(tmp_path: Path) -> None:
    whole = marks.encode_mark(JournalMark(True, True, 2, 9, 1, 1, 1))
    torn = whole[: len(whole) // 2]
    (tmp_path / "file").write_bytes(torn + whole)
    with open(tmp_path / "file", "rb") as file:
        newest = marks.find_newest_mark(file)
    assert newest == FoundMark(JournalMark(True, True, 2, 9, 1, 1, 1), len(torn))


@pytest.mark.parametrize(("content", "has"), [(b"", False), (b"\0" * 64, False), (b" " * 32, True), (b"\0\n", True)])
def test_a_log_has_frames_if_there_is_anything_in_it(tmp_path: Path, content: bytes, has: bool) -> None:
    (tmp_path / f"{FILE_NAME}-wal").write_bytes(content)
    assert wal_file.has_frames(tmp_path / FILE_NAME) is has


def test_the_game_in_play_is_listed_by_its_header(tmp_path: Path) -> None:
    journal = Journal.open(tmp_path)
    for _ in range(2):
        journal.begin_game(row_list("game loop", "players Ann Bo Cleo Dan"))
    assert [one.title for one in journal.games()] == ["game loop · players Ann Bo Cleo Dan"] * 2
    journal.close()
