"""Opens a journal: examines it before anything is changed, migrates it to the current version, and repairs damage."""

from __future__ import annotations

import sqlite3
from collections.abc import Iterator
from contextlib import closing, contextmanager
from pathlib import Path

from device.journal import checking, linking, repair, schema
from device.journal.database import Database, open_database
from device.journal.errors import (
    JournalError,
    ReadErrors,
    check_value,
    damaged_error,
    journal_error_from,
    journal_errors,
    primary_code,
)
from device.journal.mark import JournalMark
from device.system import files
from device.system.atomicfile import make_directory
from display.words import Text, text
from values.named_tuple import NamedTuple

FILE_NAME = "journal.db"

_SELECT_ROWS = "SELECT place, kind, text FROM line WHERE game = ? ORDER BY place"


class OpenedDatabase(NamedTuple):
    """An open journal, and what is wrong with the file from which it is read; None if nothing."""

    database: Database
    trouble: Text | None = None
    is_incomplete: bool = False
    """Whether the disk failed to read some of the file, so that existing rows may be missing."""


def open_to_write(directory: Path) -> OpenedDatabase:
    """Open the journal of a directory for writing: see `device.journal.store.Journal.open`. Raises JournalError."""
    path = directory / FILE_NAME
    with journal_errors(path):
        repair.finish_repair(path)
    database = _open_unless_damaged(path)
    if database is None:
        _check_readable(path)  # what a disk fails to read is not damage, nor is what it reads differently next time
        database = _open_unless_damaged(path)
    if database is None:
        with journal_errors(path):
            repair.repair(path)
        database = _open_for_writing(path)
    return OpenedDatabase(database)


def repair_if_damaged(path: Path) -> None:
    """Replace a closed journal by what can be read of it, if it is damaged. A sound journal stays.

    Raises JournalError.
    """
    _check_readable(path)
    try:
        _check_all(path)
    except JournalError as error:
        if not error.is_damaged:
            raise
        with journal_errors(path):
            repair.repair(path)


def _open_unless_damaged(path: Path) -> Database | None:
    """Open the journal for writing; create it if there is none. None if it is damaged.

    Raises JournalError for any other failure.
    """
    try:
        return _open_for_writing(path, _examine(path))
    except JournalError as error:
        if not error.is_damaged:
            raise
        return None


def _check_readable(path: Path) -> None:
    from device.journal.pagefile import check_readable  # imported late: needed only if a journal is damaged

    with journal_errors(path):
        check_readable(path)


def _check_all(path: Path) -> None:
    """Check a whole journal. Raises JournalError if it is not sound."""
    with closing(_open_for_reading(path)) as database, database.read_transaction() as connection:
        checking.check_all(connection, path)


def open_to_read(directory: Path, *, must_be_complete: bool = False) -> OpenedDatabase:
    """Open a directory's journal for reading only: see `device.journal.store.Journal.open_to_read`. Raises
    JournalError."""
    path = directory / FILE_NAME
    with journal_errors(path):
        if not files.is_file(path):
            raise JournalError(text("There is no journal in {folder}.", folder=str(directory)))
    try:
        database = _open_for_reading(path)
    except JournalError as error:
        if error.is_foreign:
            raise
        return _recover_after(error, path, must_be_complete=must_be_complete)
    if database.first_row("PRAGMA user_version") != (schema.VERSION,):
        # Only a writer can migrate the file.
        database.close()
        return recover_file(path, must_be_complete=must_be_complete)
    return OpenedDatabase(database)


def _recover_after(error: JournalError, path: Path, *, must_be_complete: bool) -> OpenedDatabase:
    """Read a journal page by page that could not be opened because of `error`, which is raised if no game is found."""
    recovered = recover_file(path, must_be_complete=must_be_complete)
    if not (error.is_damaged or recovered.is_incomplete):
        return recovered  # SQLite only could not read the file without writing: that is no trouble
    if checking.current_game(recovered.database.connection) is None:
        recovered.database.close()
        raise error
    return recovered if recovered.is_incomplete else recovered._replace(trouble=error.sentence)


def recover_file(path: Path, *, must_be_complete: bool = False) -> OpenedDatabase:
    """Read a journal page by page into memory. With `must_be_complete`, an unreadable part is an error.

    Raises JournalError if there is no journal.
    """
    read_errors: ReadErrors = []
    with journal_errors(path):
        connection, is_complete = repair.recover_into_memory(path, None if must_be_complete else read_errors)
    trouble = None if is_complete else damaged_error(path).sentence
    if read_errors:
        trouble = journal_error_from(read_errors[0], path).sentence
    return OpenedDatabase(_in_memory(connection, path), trouble, is_incomplete=bool(read_errors))


def empty_journal(directory: Path) -> OpenedDatabase:
    """An empty journal in memory, for a directory that has none."""
    return OpenedDatabase(_in_memory(repair.create_in_memory(), directory / FILE_NAME))


def _in_memory(connection: sqlite3.Connection, path: Path) -> Database:
    database = Database(connection, path)
    database.mark = linking.read_mark(connection)
    return database


def _examine(path: Path) -> JournalMark | None:
    """Find damage without changing anything: a connection for writing would clear a log that it can't read.

    Returns the file's mark; None if there is no file yet, or it has no mark, or only a writer can examine it. Raises
    JournalError.
    """
    with journal_errors(path):
        if not checking.journal_exists(path):
            return None
    try:
        with closing(_open_for_reading(path)) as database:
            return database.mark
    except JournalError as error:
        # SQLite says so of a journal in the middle of an operation that only a writer can complete.
        cause = error.__cause__
        if not isinstance(cause, sqlite3.Error) or primary_code(cause) != sqlite3.SQLITE_READONLY:
            raise
        return None


def _open_for_reading(path: Path) -> Database:
    database = open_database(path, writing=False)
    with _close_on_error(database):
        version = _checked_version(database)
        _check_current_game(database, version)
        if version >= schema.FIRST_VERSION_WITH_CHECKSUMS:
            database.mark = linking.read_mark(database.connection)
    return database


def _open_for_writing(path: Path, mark: JournalMark | None = None) -> Database:
    """Open the journal for writing; examine it if its mark is not known. It is created if there is none."""
    with journal_errors(path):
        make_directory(path.parent)
        if not files.exists(path):
            repair.create(path)
    database = open_database(path, writing=True)
    database.has_log = mark is not None and mark.has_log
    with _close_on_error(database):
        version = _checked_version(database)
        if mark is None:
            _check_current_game(database, version)
        database.set_up_for_writing()
        if version < schema.VERSION:
            _migrate(database)
        database.begin_log()
    return database


def _check_current_game(database: Database, version: int) -> None:
    """Check now what the current game needs, so that damage does not show only at the first undo."""
    connection = database.connection
    if version >= schema.FIRST_VERSION_WITH_CHECKSUMS:
        checking.check_start(connection, database.path)
    try:
        current = checking.current_game(connection)
        if current is not None:
            if version < schema.FIRST_VERSION_WITH_CHECKSUMS:
                _check_old_rows(connection, current)
                checking.game_identity(connection, current)  # raises if it is not valid, as `begin_moment` does
            if version > 1:  # before that, there were no boots
                checking.begin_moment(connection, current)  # raises
    except ValueError as error:  # the current game is there, yet its data is not
        raise damaged_error(database.path) from error


def _check_old_rows(connection: sqlite3.Connection, game: int) -> None:
    for place, (stored_place, kind, line_text) in enumerate(connection.execute(_SELECT_ROWS, (game,)), 1):
        check_value(stored_place == place, stored_place)
        checking.checked_row(kind, line_text)


def _migrate(database: Database) -> None:
    with database.transaction() as connection:
        # Another process may have migrated it meanwhile.
        version = _checked_version(database)
        if version < schema.VERSION:
            schema.migrate(connection, version)
            linking.compute_sums(connection)


def _checked_version(database: Database) -> int:
    """The file's version, 0 for an empty file. Raises JournalError for files that are not for this program."""
    connection, path = database.connection, database.path
    version: int = connection.execute("PRAGMA user_version").fetchone()[0]
    # Foreign tables, and triggers or views in place of ours, could do anything.
    if schema.is_ours(connection, version):
        return version
    if schema.was_a_journal(connection, version):
        raise damaged_error(path)
    if version > schema.VERSION:
        sentence = text(
            "{file} was written by a newer Tablekeeper. Install that one, or use another folder.", file=str(path)
        )
    else:
        sentence = text("{file} is not a journal of Tablekeeper. Use another folder.", file=str(path))
    raise JournalError(sentence, is_foreign=True)


@contextmanager
def _close_on_error(database: Database) -> Iterator[None]:
    try:
        with journal_errors(database.path):
            yield
    except BaseException:
        database.close()
        raise
