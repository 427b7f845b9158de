"""Opens a journal: examines it before anything is changed, migrates it to the current version, and repairs damage."""

from __future__ import annotations

import sqlite3
from collections.abc import Callable, Iterator
from contextlib import closing, contextmanager
from pathlib import Path
from typing import TypeVar

from device.journal import checking, linking, repair, schema
from device.journal.database import Database, open_database
from device.journal.errors import (
    JournalError,
    Unread,
    check_sense,
    damaged,
    journal_error_from,
    primary_code,
    sentences,
)
from device.journal.mark import JournalMark
from device.system import files
from device.system.atomicfile import make_directory
from display.words import Text, text
from values.named_tuple import NamedTuple

FILE = "journal.db"

Found = TypeVar("Found")

_OLD_ROWS = "SELECT place, kind, text FROM line WHERE game = ? ORDER BY place"


class OpenedDatabase(NamedTuple):
    """An open journal, and what is wrong with the file from which it is read; None if nothing."""

    database: Database
    trouble: Text | None = None
    unread: bool = False
    """Whether the disk failed to read some of the file, so that existing rows may be missing."""


def opened_to_write(directory: Path) -> OpenedDatabase:
    """Open the journal of a directory for writing: see `device.journal.store.Journal.open`. Raises JournalError."""
    path = directory / FILE
    with sentences(path):
        repair.finish(path)
    database = _unless_damaged(_examined, path)
    if database is None:
        # What a disk fails to read is not damage, nor is what it reads differently the next time.
        _check_readable(path)
        database = _unless_damaged(_examined, path)
    if database is None:
        with sentences(path):
            repair.mend(path)
        database = _writing(path)
    return OpenedDatabase(database)


def mend(path: Path) -> None:
    """Replace a closed journal by what can be read of it, if it is damaged. A sound journal stays.

    Raises JournalError.
    """
    _check_readable(path)
    if not _unless_damaged(_check_all, path):
        with sentences(path):
            repair.mend(path)


def _unless_damaged(look: Callable[[Path], Found], path: Path) -> Found | None:
    """The result of `look`; None if the journal is damaged. Raises JournalError for any other failure."""
    try:
        return look(path)
    except JournalError as error:
        if not error.damaged:
            raise
        return None


def _check_readable(path: Path) -> None:
    from device.journal.pagefile import check_readable  # imported late: needed only if a journal is damaged

    with sentences(path):
        check_readable(path)


def _examined(path: Path) -> Database:
    """Open the journal for writing; create it if there is none. Raises JournalError before anything is changed."""
    return _writing(path, _examine(path))


def _check_all(path: Path) -> bool:
    """Check a whole journal. Returns True if it is sound, else raises JournalError."""
    with closing(_reading(path)) as database, database.reading() as connection:
        checking.check_all(connection, path)
    return True


def opened_to_read(directory: Path, *, whole: bool = False) -> OpenedDatabase:
    """Open a directory's journal for reading only: see `device.journal.store.Journal.read`. Raises JournalError."""
    path = directory / FILE
    with sentences(path):
        if not files.is_file(path):
            raise JournalError(text("There is no journal in {folder}.", folder=str(directory)))
    try:
        database = _reading(path)
    except JournalError as error:
        if error.foreign:
            raise
        found = recovered(directory, whole=whole)
        if error.damaged or found.unread:
            if checking.current(found.database.connection) is None:
                found.database.close()
                raise
            found = found._replace(trouble=found.trouble if found.unread else error.sentence)
        return found
    if database.row("PRAGMA user_version") != (schema.VERSION,):
        # Only a writer can migrate the file.
        database.close()
        return recovered(directory, whole=whole)
    return OpenedDatabase(database)


def recovered(directory: Path, *, whole: bool = False) -> OpenedDatabase:
    """Read a journal page by page into memory. With `whole`, an unreadable part is an error.

    Raises JournalError if there is no journal.
    """
    return recovered_file(directory / FILE, whole=whole)


def recovered_file(path: Path, *, whole: bool = False) -> OpenedDatabase:
    """Like `recovered`, for the journal with this path. Raises JournalError."""
    unread: Unread = []
    with sentences(path):
        connection, complete = repair.recovered(path, None if whole else unread)
    trouble = None if complete else damaged(path).sentence
    if unread:
        trouble = journal_error_from(unread[0], path).sentence
    return OpenedDatabase(_in_memory(connection, path), trouble, bool(unread))


def empty(directory: Path) -> OpenedDatabase:
    """An empty journal in memory, for a directory that has none."""
    return OpenedDatabase(_in_memory(repair.empty(), directory / FILE))


def _in_memory(connection: sqlite3.Connection, path: Path) -> Database:
    database = Database(connection, path)
    database.mark = linking.read_mark(connection)
    return database


def _examine(path: Path) -> JournalMark | None:
    """Find damage without changing anything: a connection for writing would clear a log that it can't read.

    Returns the file's mark; None if there is no file yet, or it has no mark, or only a writer can examine it. Raises
    JournalError.
    """
    with sentences(path):
        if not checking.is_there(path):
            return None
    try:
        with closing(_reading(path)) as database:
            return database.mark
    except JournalError as error:
        if not _asks_for_a_writer(error):
            raise
        return None


def _asks_for_a_writer(error: JournalError) -> bool:
    """Whether a journal is in the middle of an operation that only a writer can complete."""
    return isinstance(error.__cause__, sqlite3.Error) and primary_code(error.__cause__) == sqlite3.SQLITE_READONLY


def _reading(path: Path) -> Database:
    database = open_database(path, writing=False)
    with _or_close(database):
        version = _checked_version(database)
        _look(database, version)
        if version >= schema.SUMMED:
            database.mark = linking.read_mark(database.connection)
    return database


def _writing(path: Path, mark: JournalMark | None = None) -> Database:
    """Open the journal for writing; examine it if its mark is not known. It is created if there is none."""
    with sentences(path):
        make_directory(path.parent)
        if not files.exists(path):
            repair.create(path)
    database = open_database(path, writing=True)
    database.keeps_log = mark is not None and mark.open
    with _or_close(database):
        version = _checked_version(database)
        if mark is None:
            _look(database, version)
        database.begin()
        if version < schema.VERSION:
            _bring_up_to_date(database)
        database.begin_log()
    return database


def _look(database: Database, version: int) -> None:
    """Check now what the current game needs, so that damage does not show only at the first undo."""
    connection = database.connection
    if version >= schema.SUMMED:
        checking.check(connection, database.path)
    try:
        current = checking.current(connection)
        if current is not None:
            if version < schema.SUMMED:
                _check_old_rows(connection, current)
                checking.identity(connection, current)
            if version > 1:
                checking.begun_at(connection, current)
    except ValueError as error:  # the current game is there, yet its data is not
        raise damaged(database.path) from error


def _check_old_rows(connection: sqlite3.Connection, game: int) -> None:
    for place, (kept, kind, line) in enumerate(connection.execute(_OLD_ROWS, (game,)), 1):
        check_sense(kept == place, kept)
        checking.checked_row(kind, line)


def _bring_up_to_date(database: Database) -> None:
    with database.transaction() as connection:
        # Another process may have migrated it meanwhile.
        version = _checked_version(database)
        if version < schema.VERSION:
            schema.migrate(connection, version)
            linking.sum_up(connection)


def _checked_version(database: Database) -> int:
    """The file's version, 0 for an empty file. Raises JournalError for files that are not for this program."""
    connection, path = database.connection, database.path
    version: int = connection.execute("PRAGMA user_version").fetchone()[0]
    if version != schema.VERSION and schema.is_spoilt(connection, version):
        raise damaged(path)
    if version > schema.VERSION:
        sentence = text(
            "{file} was written by a newer Tablekeeper. Install that one, or use another folder.", file=str(path)
        )
        raise JournalError(sentence, foreign=True)
    # Foreign tables, and triggers or views in place of ours, could do anything.
    if not schema.is_ours(connection, version):
        if version == schema.VERSION and schema.is_spoilt(connection, version):
            raise damaged(path)
        sentence = text("{file} is not a journal of Tablekeeper. Use another folder.", file=str(path))
        raise JournalError(sentence, foreign=True)
    return version


@contextmanager
def _or_close(database: Database) -> Iterator[None]:
    try:
        with sentences(database.path):
            yield
    except BaseException:
        database.close()
        raise
