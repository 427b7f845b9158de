"""A journal is opened: looked at before anything is touched, brought up to date, and mended where it is damaged."""

from __future__ import annotations

import sqlite3
from collections.abc import Callable, Iterator
from contextlib import closing, contextmanager
from pathlib import Path
from typing import TypeVar

from device.journal import checking, linking, repair, schema
from device.journal.database import Database, connected
from device.journal.errors import JournalError, Unread, check_sense, damaged, primary_code, sentences, understood
from device.journal.mark import JournalMark
from device.system import files
from device.system.atomicfile import make_directory
from display.words import Text, text
from values.named_tuple import NamedTuple

FILE = "journal.db"

Found = TypeVar("Found")

_OLD_ROWS = "SELECT place, kind, text FROM line WHERE game = ? ORDER BY place"


class OpenedDatabase(NamedTuple):
    """An open journal, and what is wrong with the file that it is read from; None if nothing."""

    database: Database
    trouble: Text | None = None
    unread: bool = False
    """Whether the disk failed to read some of it, so that it may lack what is there."""


def opened_to_write(directory: Path) -> OpenedDatabase:
    """The journal of a directory, ready for writing: see `device.journal.store.Journal.open`. Raises JournalError."""
    path = directory / FILE
    with sentences(path):
        repair.finish(path)
    database = _unless_damaged(_examined, path)
    if database is None:
        # What a disk fails to read is no damage, nor is what it reads otherwise the next time.
        _check_readable(path)
        database = _unless_damaged(_examined, path)
    if database is None:
        with sentences(path):
            repair.mend(path)
        database = _writing(path)
    return OpenedDatabase(database)


def mend(path: Path) -> None:
    """Put what can be read of a closed journal in its place if it is damaged; it stays if all of it can be read well.

    Raises JournalError.
    """
    _check_readable(path)
    if not _unless_damaged(_check_all, path):
        with sentences(path):
            repair.mend(path)


def _unless_damaged(look: Callable[[Path], Found], path: Path) -> Found | None:
    """What is found of a journal; None if it is damaged. Raises JournalError for anything else."""
    try:
        return look(path)
    except JournalError as error:
        if not error.damaged:
            raise
        return None


def _check_readable(path: Path) -> None:
    from device.journal.pagefile import check_readable  # a sound journal needs none

    with sentences(path):
        check_readable(path)


def _examined(path: Path) -> Database:
    """The journal for writing; made if there is none. Raises JournalError before anything has been touched."""
    return _writing(path, _examine(path))


def _check_all(path: Path) -> bool:
    """True if all of a journal is sound. Raises JournalError."""
    with closing(_reading(path)) as database, database.reading() as connection:
        checking.check_all(connection, path)
    return True


def opened_to_read(directory: Path, *, whole: bool = False) -> OpenedDatabase:
    """The same for reading only: see `device.journal.store.Journal.read`. Raises JournalError."""
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
        # Only a writer can bring the file up to date.
        database.close()
        return recovered(directory, whole=whole)
    return OpenedDatabase(database)


def recovered(directory: Path, *, whole: bool = False) -> OpenedDatabase:
    """What can be read of a journal page by page, in memory; `whole` is for all that the disk has, or nothing.

    Raises JournalError if there is none.
    """
    return recovered_file(directory / FILE, whole=whole)


def recovered_file(path: Path, *, whole: bool = False) -> OpenedDatabase:
    """The same of a journal by its file's name. Raises JournalError."""
    unread: Unread = []
    with sentences(path):
        connection, complete = repair.recovered(path, None if whole else unread)
    trouble = None if complete else damaged(path).sentence
    if unread:
        trouble = understood(unread[0], path).sentence
    return OpenedDatabase(_in_memory(connection, path), trouble, bool(unread))


def empty(directory: Path) -> OpenedDatabase:
    """An empty journal in memory, where the directory has none."""
    return OpenedDatabase(_in_memory(repair.empty(), directory / FILE))


def _in_memory(connection: sqlite3.Connection, path: Path) -> Database:
    database = Database(connection, path)
    database.mark = linking.head(connection)
    return database


def _examine(path: Path) -> JournalMark | None:
    """Find damage without touching anything: a connection that may write clears away a log that it can't read.

    The file's mark; None if there is no file yet, or none with a mark, or only a writer can look at it. Raises
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
    """Whether a journal is in the middle of something that a reader can't end."""
    return isinstance(error.__cause__, sqlite3.Error) and primary_code(error.__cause__) == sqlite3.SQLITE_READONLY


def _reading(path: Path) -> Database:
    database = connected(path, writing=False)
    with _or_close(database):
        version = _checked_version(database)
        _look(database, version)
        if version >= schema.SUMMED:
            database.mark = linking.head(database.connection)
    return database


def _writing(path: Path, mark: JournalMark | None = None) -> Database:
    """The journal for writing; looked at if its mark is not known. Made if there is none."""
    with sentences(path):
        make_directory(path.parent)
        if not files.exists(path):
            repair.create(path)
    database = connected(path, writing=True)
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
    """Damage where it matters tonight shows now and not at the first undo."""
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
    except ValueError as error:  # it has a game, and not
        raise damaged(database.path) from error


def _check_old_rows(connection: sqlite3.Connection, game: int) -> None:
    for place, (kept, kind, line) in enumerate(connection.execute(_OLD_ROWS, (game,)), 1):
        check_sense(kept == place, kept)
        checking.believed(kind, line)


def _bring_up_to_date(database: Database) -> None:
    with database.transaction() as connection:
        # Another process may have been quicker.
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
    # Other tables, and triggers or views in place of ours, would do who knows what.
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
