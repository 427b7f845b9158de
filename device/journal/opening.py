"""A journal is opened: looked at before anything is touched, brought up to date, and mended where it is damaged."""

from __future__ import annotations

import sqlite3
from collections.abc import Iterator
from contextlib import contextmanager
from pathlib import Path

from device.journal import checking, linking, repair, schema
from device.journal.database import Database, connected
from device.journal.errors import JournalError, damaged, senseless, sentences
from device.system.atomicfile import make_directory
from display.words import Text, text
from values.named_tuple import NamedTuple

FILE = "journal.db"

_OLD_ROWS = "SELECT place, kind, text FROM line WHERE game = ? ORDER BY place"


class OpenedDatabase(NamedTuple):
    """An open journal, and what had to be done on opening that people must know of."""

    database: Database
    notice: Text | None = None


def opened_to_write(directory: Path) -> OpenedDatabase:
    """The journal of a directory, ready for writing: see `device.journal.store.Journal.open`. Raises JournalError."""
    path = directory / FILE
    with sentences(path):
        notice = repair.finish(path)
    try:
        looked = _examine(path)
        database = _writing(path, looked=looked)
    except JournalError as error:
        if not error.damaged:
            raise
        with sentences(path):
            notice = repair.mend(path)
        database = _writing(path)
    return OpenedDatabase(database, notice)


def opened_to_read(directory: Path) -> OpenedDatabase:
    """The same for reading only: see `device.journal.store.Journal.read`. Raises JournalError."""
    path = directory / FILE
    with sentences(path):
        if not path.is_file():
            raise JournalError(text("There is no journal in {folder}.", folder=str(directory)))
    try:
        database = _reading(path)
    except JournalError as error:
        if error.foreign:
            raise
        found = recovered(directory)
        if error.damaged:
            if checking.current(found.database.connection) is None:
                raise
            found = found._replace(notice=error.sentence)
        return found
    if _version(database) < schema.VERSION:
        # Only a writer can bring the file up to date.
        database.close()
        return recovered(directory)
    return OpenedDatabase(database)


def recovered(directory: Path) -> OpenedDatabase:
    """What can be read of a journal page by page, in memory. Raises JournalError if there is none."""
    path = directory / FILE
    with sentences(path):
        connection, complete = repair.recovered(path)
    return OpenedDatabase(_in_memory(connection, path), None if complete else damaged(path).sentence)


def empty(directory: Path) -> OpenedDatabase:
    """An empty journal in memory, where the directory has none."""
    return OpenedDatabase(_in_memory(repair.empty(), directory / FILE))


def _in_memory(connection: sqlite3.Connection, path: Path) -> Database:
    database = Database(connection, path)
    database.mark = linking.head(connection)
    return database


def _examine(path: Path) -> bool:
    """Find damage without touching anything: a connection that may write clears away a log that it can't read.

    True if the file could be looked at; False if there is none yet, or the disk does not allow it.
    """
    try:
        with sentences(path):
            if not checking.is_there(path):
                return False
        _reading(path).close()
    except JournalError as error:
        if error.damaged:
            raise
        return False
    return True


def _reading(path: Path) -> Database:
    database = connected(path, writing=False)
    with _or_close(database):
        version = _checked_version(database)
        _look(database, version)
        if version >= schema.SUMMED:
            database.mark = linking.head(database.connection)
    return database


def _writing(path: Path, *, looked: bool = True) -> Database:
    with sentences(path):
        make_directory(path.parent)
        if not path.exists():
            repair.create(path)
    database = connected(path, writing=True)
    with _or_close(database):
        version = _checked_version(database)
        if not looked:
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
        if kept != place:
            raise senseless(kept)
        checking.believed(kind, line)


def _bring_up_to_date(database: Database) -> None:
    with database.transaction() as connection:
        # Another process may have been quicker.
        version = _checked_version(database)
        if version < schema.VERSION:
            schema.migrate(connection, version)
            linking.sum_up(connection)


def _version(database: Database) -> int:
    with sentences(database.path):
        return _checked_version(database)


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
