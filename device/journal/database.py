"""An open journal file with its log: durable transactions, and the mark that records what was acknowledged.

In WAL mode with `synchronous=FULL`, SQLite syncs the log before a transaction counts as committed. With NORMAL, a power
cut could lose the last ones. Readers, such as an export in another process, never wait for the writer, nor does the
writer wait for them.
"""

from __future__ import annotations

import os
import sqlite3
from collections.abc import Iterator
from contextlib import contextmanager, suppress
from pathlib import Path
from typing import Any
from urllib.parse import quote

from device.journal import linking, validate, wal_file
from device.journal.errors import (
    JournalError,
    busy_error,
    damaged_error,
    file_gone_error,
    journal_error_from,
    journal_errors,
)
from device.journal.mark import JournalMark
from device.journal.wal_file import WalSpace
from device.system import files
from device.system.atomicfile import sync_directory

BUSY_TIMEOUT_S = 1.0
SYNCHRONOUS_MODE = "FULL"


class Database:
    """An open journal file, for one thread. Every method raises JournalError when the file can't be read or written.

    `mark` is the newest mark: the journal's position as this connection knows it. It is None in a file of a version
    without marks.
    """

    def __init__(self, connection: sqlite3.Connection, path: Path, identity: tuple[int, int] | None = None) -> None:
        """`identity` identifies the file (device and inode); None for a database in memory."""
        self.connection = connection
        self.path = path
        self._file_identity = identity
        self.mark: JournalMark | None = None
        self.writes_mark_separately = False
        """Whether a caller calls `write_mark` after the table has been answered, so that the answer need not wait for
        it."""
        self.has_log = False
        """Whether the file says that a log belongs to it. SQLite removes the log when the file is closed."""
        self._log_space: WalSpace | None = None
        """The space reserved in the log; None if the file is only read, or is in memory."""
        self._is_mark_written = True
        self._is_log_copied = True
        """Whether the file itself, without its log, already says that a log belongs to it."""

    @property
    def newest_mark(self) -> JournalMark:
        """The newest mark. Every file that is open for writing has one."""
        assert self.mark is not None
        return self.mark

    # Reading

    @contextmanager
    def read_transaction(self) -> Iterator[sqlite3.Connection]:
        """A read transaction: all reads within it see the same state, whatever another process writes meanwhile."""
        with journal_errors(self.path):
            if self.connection.in_transaction:
                yield self.connection
                return
            self.connection.execute("BEGIN")
            try:
                yield self.connection
            finally:
                with suppress(sqlite3.Error):
                    self.connection.execute("ROLLBACK")

    def first_row(self, query: str, *values: object) -> tuple[Any, ...] | None:
        """The first row of a query's result; None if there is none."""
        with journal_errors(self.path):
            row: tuple[Any, ...] | None = self.connection.execute(query, values).fetchone()
        return row

    # Writing

    @contextmanager
    def transaction(self) -> Iterator[sqlite3.Connection]:
        """A write transaction: when the context ends, everything written in it is on the disk, or none of it."""
        self.write_mark()
        self.check_file()
        with journal_errors(self.path):
            self.connection.execute("BEGIN IMMEDIATE")
            try:
                yield self.connection
                self.connection.execute("COMMIT")
            except BaseException:
                with suppress(sqlite3.Error):
                    self.connection.execute("ROLLBACK")
                raise

    def acknowledge(self) -> None:
        """Acknowledge what has been written: write the mark now, or leave that to `write_mark` if
        `writes_mark_separately`."""
        self._is_mark_written = False
        if not self.writes_mark_separately:
            self.write_mark()

    def write_mark(self) -> None:
        """Write the mark for what has been synced, unless that is done. Losing the mark itself loses nothing else."""
        if self._is_mark_written:
            return
        mark = self.newest_mark
        with journal_errors(self.path):
            self._is_mark_written = True
            self.mark = mark._replace(serial=mark.serial + 1, is_synced=True)
            self.connection.execute("PRAGMA synchronous = NORMAL")
            try:
                linking.write_mark(self.connection, self.mark)
            finally:
                self.connection.execute(f"PRAGMA synchronous = {SYNCHRONOUS_MODE}")
            if self._log_space is not None:
                self._log_space.reserve()
            if not self._is_log_copied:
                self._copy_log_into_file()

    def store_position_from(self, first_game: int) -> None:
        """Store the new position in the current transaction, after a change of the games from `first_game` on."""
        mark = self.newest_mark
        linking.relink(self.connection, first_game, self.path)
        position = linking.journal_position(self.connection)._asdict()
        self.mark = JournalMark(has_log=mark.has_log, serial=mark.serial, **position)
        linking.write_mark(self.connection, self.mark)

    def check_file(self) -> None:
        """Raise JournalError if the file is gone or replaced, or can't be found: writes would succeed, and be lost."""
        try:
            if self._file_identity not in (None, _identity_of(self.path)):
                raise file_gone_error(self.path)
        except OSError as error:
            raise journal_error_from(error, self.path) from error

    @property
    def is_file_in_place(self) -> bool:
        """Whether the file that is open is still the one with this name; False if that can't be told."""
        with suppress(OSError):
            return self._file_identity is not None and _identity_of(self.path) == self._file_identity
        return False

    # The log

    def set_up_for_writing(self) -> None:
        """Set up for writing: every transaction is durable from now on."""
        self.connection.execute("PRAGMA journal_mode = WAL")
        self.connection.execute(f"PRAGMA synchronous = {SYNCHRONOUS_MODE}")
        # Undone rows must not reappear when a damaged file is read page by page.
        self.connection.execute("PRAGMA secure_delete = ON")

    def begin_log(self) -> None:
        """Reserve space in the log, then record in the file that a log belongs to it."""
        mark = self._stored_mark()
        self._log_space = self._log_space or WalSpace(self.path)
        has_grown = self._log_space.reserve()
        if has_grown or not mark.has_log:
            self._log_space.sync()
            sync_directory(self.path.parent)
        if not mark.has_log:
            with self.transaction() as connection:
                linking.write_mark(connection, mark._replace(has_log=True, is_synced=False))
            self._copy_log_into_file()
        self.has_log = True
        self.mark = mark._replace(has_log=True)

    def _copy_log_into_file(self) -> None:
        """Copy the log into the file, so that the file alone says that a log belongs to it. While another process
        reads, the copy is not complete; it is tried again later."""
        _, pages_in_log, pages_copied = self.connection.execute("PRAGMA wal_checkpoint(PASSIVE)").fetchone()
        self._is_log_copied = pages_in_log == pages_copied

    def reserve_log_bytes(self, byte_count: int) -> None:
        """Reserve space in the log for a transaction, if its bytes are more than a declaration needs."""
        if self._log_space is None or byte_count <= wal_file.MARGIN_BYTES // 2:
            return
        with journal_errors(self.path):
            if self._log_space.reserve(wal_file.MARGIN_BYTES + byte_count):
                self._log_space.sync()

    def rewrite_log(self) -> None:
        """Write the content of the log again, after an error of the disk.

        After a failed sync, the system may consider pages written that never reached the disk, and a later sync does
        not report them (fsync(2), EIO). Copying them into the file writes them for certain.
        """
        with journal_errors(self.path):
            self._end_log()
            is_busy: int = self.connection.execute("PRAGMA wal_checkpoint(TRUNCATE)").fetchone()[0]
            self.begin_log()
        if is_busy:
            raise busy_error(self.path)

    def close(self) -> None:
        """Close the file. May be called again; no other method may be called afterwards. Raises nothing."""
        log_space, self._log_space = self._log_space, None
        if log_space is not None:
            log_space.close()
        if log_space is not None or self.has_log:
            # Also needed if the log could not be opened: SQLite removes the log anyway.
            with suppress(JournalError), journal_errors(self.path):
                self._end_log()
        with suppress(sqlite3.Error):
            self.connection.close()
        if self.has_log:
            self.has_log = False
            # SQLite has removed the log if it could copy its content.
            with suppress(OSError):
                WalSpace(self.path).recreate_log()

    def _end_log(self) -> None:
        """Record in the file that it needs no log from now on."""
        mark = self._stored_mark()
        with self.transaction() as connection:
            linking.write_mark(connection, mark._replace(has_log=False, is_synced=False))
        self.has_log = False

    def _stored_mark(self) -> JournalMark:
        mark = linking.read_mark(self.connection)
        if mark is None:
            raise damaged_error(self.path)
        return mark


def open_database(path: Path, *, writing: bool) -> Database:
    """Open the journal file, which must exist. Raises JournalError."""
    with journal_errors(path):
        _check_files(path)
        identity = _identity_of(path)
        # Not `as_uri`: from Python 3.14 on, that imports the modules for fetching web pages.
        uri = f"file://{quote(os.fsencode(path.absolute()))}?mode={'rw' if writing else 'ro'}"
        connection = sqlite3.connect(uri, uri=True, timeout=BUSY_TIMEOUT_S, isolation_level=None)
        connection.setlimit(sqlite3.SQLITE_LIMIT_LENGTH, validate.MAX_ROW_BYTES)
    return Database(connection, path, identity)


def _check_files(path: Path) -> None:
    """Raise NotAFile if one of the files is a pipe or the like: SQLite would wait forever for a writer."""
    for suffix in ("", "-wal", "-shm", "-journal"):
        with suppress(FileNotFoundError):
            files.check_is_file(f"{path}{suffix}")


def _identity_of(path: Path) -> tuple[int, int] | None:
    """The device and inode of a file, which differ from those of another one of the same name; None if there is none.

    Raises OSError if that can't be told.
    """
    try:
        status = os.stat(path)
    except (FileNotFoundError, NotADirectoryError):
        return None
    return status.st_dev, status.st_ino
