"""Pipes, devices, sockets and directories where the journal's files are meant: told, and waited for by nobody."""

from __future__ import annotations

import errno
import fcntl
import os
import socket
import subprocess
import sys
from collections.abc import Callable
from contextlib import chdir, closing
from pathlib import Path

import pytest

from device.journal.export import NothingToExport, exported_lines
from device.journal.store import FILE_NAME, Journal
from device.journal.writer import JournalWriter
from device.session.rows import JournalRow, RowKind
from device.system import lock
from device.system.program_news import program_news
from device.table.table_games import TableGames
from tests.hostile.bounds import bounded
from tests.power import tracing

GAME = [JournalRow(RowKind.RECORD, line) for line in ("game loop", "players Ann Ben Cleo Dan")]


def pipe(path: Path) -> str:
    os.mkfifo(path)
    return "a pipe is where a file should be"


def link_to_a_pipe(path: Path) -> str:
    os.mkfifo(path.with_name("pipe"))
    path.symlink_to(path.with_name("pipe"))
    return "a pipe is where a file should be"


def device(path: Path) -> str:
    path.symlink_to("/dev/zero")
    return "a device is where a file should be"


def terminal(path: Path) -> str:
    path.symlink_to("/dev/tty")
    return "a device is where a file should be"


def directory(path: Path) -> str:
    path.mkdir()
    return "a directory is where a file should be"


def listening(path: Path) -> str:
    with socket.socket(socket.AF_UNIX) as made, chdir(path.parent):  # a socket's name is short
        made.bind(path.name)
    return "a socket is where a file should be"


KINDS = (pipe, link_to_a_pipe, device, terminal, directory, listening)


@pytest.fixture
def played(tmp_path: Path) -> Path:
    """A directory with a game."""
    data = tmp_path / "data"
    with closing(Journal.open(data)) as journal:
        journal.begin_game(GAME)
    return data


@pytest.mark.parametrize("suffix", ["", "-wal", "-shm", "-journal", ".mended"])
@pytest.mark.parametrize("make", KINDS)
def test_table_tells_it_plays_on_and_has_everything_once_it_is_gone(
    make: Callable[[Path], str], suffix: str, played: Path
) -> None:
    path, kept = played / f"{FILE_NAME}{suffix}", played / "kept"
    there = path.exists()
    if there:
        path.replace(kept)
    why = make(path)
    with bounded():
        writer = JournalWriter(
            lambda: Journal.open(played), lambda: Journal.open_to_read(played, must_be_complete=True)
        )
        TableGames(writer).begin_another()
    assert str(writer.fault) == f"{path} can't be read: {why}. Remove it."
    path.rmdir() if make is directory else path.unlink()
    if there:
        kept.replace(path)
    writer.retry_writing()
    assert writer.fault is None
    writer.close()
    with closing(Journal.open(played)) as journal:
        assert journal.stored_rows(1) == GAME
        assert journal.notice is None


@pytest.mark.parametrize("suffix", ["", "-wal", "-shm", "-journal"])
@pytest.mark.parametrize("make", KINDS)
def test_export_says_it_or_has_what_is_in_the_journal(make: Callable[[Path], str], suffix: str, played: Path) -> None:
    path = played / f"{FILE_NAME}{suffix}"
    path.unlink(missing_ok=True)
    why = make(path)
    told: list[str] = []
    with bounded():
        try:
            told += exported_lines(played, None, warn=told.append)
        except NothingToExport as error:
            told.append(str(error))
    assert (
        why in " ".join(told) or "There is no journal" in told[0] or told == ["game loop", "players Ann Ben Cleo Dan"]
    )


def test_disk_without_locks_is_not_another_table(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    def without(_: int, __: int) -> None:
        raise OSError(errno.ENOLCK, os.strerror(errno.ENOLCK))

    monkeypatch.setattr(fcntl, "flock", without)
    with pytest.raises(lock.DirectoryNotLocked, match="is on a disk that can't lock files"), lock.hold_lock(tmp_path):
        pass


@pytest.mark.skipif(not tracing.available(), reason="strace is missing, or may not trace here")
@pytest.mark.parametrize("error", ["ENOLCK", "EOPNOTSUPP"])
@pytest.mark.parametrize("locked", [True, False])
def test_command_says_that_a_disk_has_no_locks(error: str, locked: bool, played: Path) -> None:
    """A command locks the journal by SQLite, whether or not a table has left its own lock beside it."""
    if locked:
        with lock.hold_lock(played):
            pass
    kept = [played / name for name in (FILE_NAME, f"{FILE_NAME}-wal", f"{FILE_NAME}-shm", lock.FILE_NAME)]
    failing = ["strace", "-f", "-qq", "-o", os.devnull, "-etrace=fcntl", f"-einject=fcntl:error={error}"]
    command = [sys.executable, "-m", "device", "history", "--rebuild", "--data", str(played)]
    done = subprocess.run(
        [*failing, *(f"-P{path}" for path in kept), *command], capture_output=True, text=True, timeout=60, check=False
    )
    assert (done.returncode, done.stdout) == (2, "")
    assert " ".join(done.stderr.split()) == (
        f"tablekeeper: {played} is on a disk that can't lock files, so that two programs could write over each other."
        " Use another folder."
    )


@pytest.mark.parametrize("content", [b"[" * 9_000, b'{"a":' * 2_000, b"\xff", b"7", b"[[[]]]", b'[["plays", 1]]'])
def test_news_of_a_program_that_make_no_sense_are_none(content: bytes, tmp_path: Path) -> None:
    path = tmp_path / "news"
    path.write_bytes(content)
    assert program_news(path) == ()


def test_news_of_a_program_are_not_waited_for(tmp_path: Path) -> None:
    os.mkfifo(tmp_path / "news")
    with bounded():
        assert program_news(tmp_path / "news") == ()
