"""The file of a journal and its log, open: transactions that are durable when they end, and the mark that says so.

In WAL mode with `synchronous=FULL`, SQLite syncs the log before a transaction
counts as committed; with NORMAL, a power cut could take the last ones back.
Readers, such as an export in another process, never wait for the writer, nor
the writer for them.
"""

from __future__ import annotations

import os
import sqlite3
from collections.abc import Iterator
from contextlib import contextmanager, suppress
from pathlib import Path
from typing import Any
from urllib.parse import quote

from device.journal import linking, logfile, validate
from device.journal.errors import JournalError, busy, damaged, gone, sentences
from device.journal.logfile import Room
from device.journal.mark import JournalMark
from device.system import files
from device.system.atomicfile import sync_directory

BUSY_S = 1.0
SYNCHRONOUS = "FULL"


class Database:
    """A journal's file that is open, for one thread. Every method raises JournalError when the file cannot do its part.

    Without a `room` in the log it can only be read, or is in memory. `mark` is the newest one: where the journal is by
    the account of this connection. None in a file of a version that had none.
    """

    def __init__(self, connection: sqlite3.Connection, path: Path, opened: tuple[int, int] | None = None) -> None:
        """`opened` tells the file that the connection is to from others; None for one in memory."""
        self.connection = connection
        self.path = path
        self._opened = opened
        self.mark: JournalMark | None = None
        self.marks_later = False
        """Whether somebody calls `write_mark` once the table has been answered, so that it need not wait."""
        self.keeps_log = False
        """Whether the file says that a log is beside it, which SQLite takes away at the end."""
        self._room: Room | None = None
        self._file: tuple[int, int] | None = None
        self._is_marked = True
        self._is_said = True
        """Whether the file itself says that a log must be beside it, where that is so."""

    @property
    def newest(self) -> JournalMark:
        """The newest mark, which everything has that can be written to."""
        assert self.mark is not None
        return self.mark

    # Reading

    @contextmanager
    def reading(self) -> Iterator[sqlite3.Connection]:
        """Reads that belong together see the same, whatever another process writes meanwhile."""
        with sentences(self.path):
            if self.connection.in_transaction:
                yield self.connection
                return
            self.connection.execute("BEGIN")
            try:
                yield self.connection
            finally:
                with suppress(sqlite3.Error):
                    self.connection.execute("ROLLBACK")

    def row(self, question: str, *values: object) -> tuple[Any, ...] | None:
        """The first row that answers a question; None if there is none."""
        with sentences(self.path):
            found: tuple[Any, ...] | None = self.connection.execute(question, values).fetchone()
        return found

    # Writing

    @contextmanager
    def transaction(self) -> Iterator[sqlite3.Connection]:
        """What is written meanwhile is on the disk when it ends, or none of it."""
        self.write_mark()
        self.check_file()
        with sentences(self.path):
            self.connection.execute("BEGIN IMMEDIATE")
            try:
                yield self.connection
                self.connection.execute("COMMIT")
            except BaseException:
                with suppress(sqlite3.Error):
                    self.connection.execute("ROLLBACK")
                raise

    def acknowledge(self) -> None:
        """What has been written counts: mark it, now or when somebody calls `write_mark`."""
        self._is_marked = False
        if not self.marks_later:
            self.write_mark()

    def write_mark(self) -> None:
        """Mark what has been synced, if that has not been done. If the mark itself is lost, nothing else is."""
        if self._is_marked:
            return
        mark = self.newest
        with sentences(self.path):
            self._is_marked = True
            self.mark = mark._replace(serial=mark.serial + 1, sure=True)
            self.connection.execute("PRAGMA synchronous = NORMAL")
            try:
                linking.put(self.connection, self.mark)
            finally:
                self.connection.execute(f"PRAGMA synchronous = {SYNCHRONOUS}")
            if self._room is not None:
                self._room.make()
            if not self._is_said:
                self._say_in_file()

    def place(self, first: int) -> None:
        """Say where the journal is after a change of this game, or of those that there are, in its transaction."""
        mark = self.newest
        linking.relink(self.connection, first, self.path)
        game, length, last, game_sum = linking.place(self.connection)
        self.mark = JournalMark(False, mark.open, mark.serial, game, length, last, game_sum)
        linking.put(self.connection, self.mark)

    def check_file(self) -> None:
        """A file that was removed can be written to all the same, and all of it is lost."""
        if self._file is not None and _identity(self.path) != self._file:
            raise gone(self.path)

    @property
    def follows_file(self) -> bool:
        """Whether what is read is what the file of this name has now."""
        return self._opened is not None and _identity(self.path) == self._opened

    # The log

    def begin(self) -> None:
        """Begin to write: every transaction is durable from now on."""
        self.connection.execute("PRAGMA journal_mode = WAL")
        self.connection.execute(f"PRAGMA synchronous = {SYNCHRONOUS}")
        # What was undone must not come back when a damaged file is read page by page.
        self.connection.execute("PRAGMA secure_delete = ON")

    def begin_log(self) -> None:
        """See that there is room in the log, and then say in the file that a log must be beside it."""
        self._file = self._file or _identity(self.path)
        mark = self._head()
        self._room = self._room or Room(self.path)
        made = self._room.make()
        if made or not mark.open:
            self._room.sync()
            sync_directory(self.path.parent)
        if not mark.open:
            with self.transaction() as connection:
                linking.put(connection, mark._replace(open=True, sure=False))
            self._say_in_file()
        self.keeps_log = True
        self.mark = mark._replace(open=True)

    def _say_in_file(self) -> None:
        """Copy what the log says of itself into the file, which has to say it without the log. Somebody who reads there
        keeps it from that; then it is done once they have gone."""
        _, logged, copied = self.connection.execute("PRAGMA wal_checkpoint(PASSIVE)").fetchone()
        self._is_said = logged == copied

    def make_room(self, needed: int) -> None:
        """See that a transaction of so many bytes has room in the log, if that is more than a declaration has."""
        with sentences(self.path):
            if self._room is not None and needed > logfile.MARGIN // 2 and self._room.make(logfile.MARGIN + needed):
                self._room.sync()

    def settle(self) -> None:
        """Write anew what is in the log, after an error of the disk.

        Once a sync has failed, the system may hold pages for written that never reached the disk, and a later sync
        says nothing of them (fsync(2), EIO). Copied into the file, they are written for certain.
        """
        with sentences(self.path):
            self._end_log()
            waiting: int = self.connection.execute("PRAGMA wal_checkpoint(TRUNCATE)").fetchone()[0]
            self.begin_log()
        if waiting:
            raise busy(self.path)

    def close(self) -> None:
        """Close the file. May be called again; nothing else may. Raises nothing."""
        room, self._room = self._room, None
        if room is not None:
            room.close()
        if room is not None or self.keeps_log:
            # Also where a log could not be opened: SQLite takes it away all the same.
            with suppress(JournalError), sentences(self.path):
                self._end_log()
        with suppress(sqlite3.Error):
            self.connection.close()
        if self.keeps_log:
            self.keeps_log = False
            # SQLite has taken it away if it could copy what was in it.
            with suppress(OSError):
                Room(self.path).make_again()

    def _end_log(self) -> None:
        """Say in the file that it needs no log from now on."""
        mark = self._head()
        with self.transaction() as connection:
            linking.put(connection, mark._replace(open=False, sure=False))
        self.keeps_log = False

    def _head(self) -> JournalMark:
        mark = linking.head(self.connection)
        if mark is None:
            raise damaged(self.path)
        return mark


def connected(path: Path, *, writing: bool) -> Database:
    """The file, which has to be there. Raises JournalError."""
    with sentences(path):
        _check_files(path)
        opened = _identity(path)
        # Not by `as_uri`: from Python 3.14 on, that loads all that fetches web pages.
        uri = f"file://{quote(os.fsencode(path.absolute()))}?mode={'rw' if writing else 'ro'}"
        connection = sqlite3.connect(uri, uri=True, timeout=BUSY_S, isolation_level=None)
        connection.setlimit(sqlite3.SQLITE_LIMIT_LENGTH, validate.LONGEST_BYTES)
    return Database(connection, path, opened)


def _check_files(path: Path) -> None:
    """SQLite would wait for ever for whoever writes into a pipe. Raises NoFile."""
    for suffix in ("", "-wal", "-shm", "-journal"):
        with suppress(FileNotFoundError):
            files.check(f"{path}{suffix}")


def _identity(path: Path) -> tuple[int, int] | None:
    """What tells a file from another of its name; None if there is none."""
    try:
        found = os.stat(path)
    except OSError:
        return None
    return found.st_dev, found.st_ino
