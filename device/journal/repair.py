"""Repairs a damaged journal: the file is kept under another name, never deleted, and a new one gets what can be read.

The new file is built beside the old one, and takes its place in steps. Each step is on the disk before the next one.
After a power cut, `finish_repair` completes the rest if the new file is complete.
"""

from __future__ import annotations

import errno
import os
import sqlite3
import stat
from collections.abc import Iterator
from contextlib import closing, contextmanager, suppress
from pathlib import Path

from device.journal import linking, losses, schema
from device.journal.errors import ReadErrors, is_damage
from device.journal.losses import Loss
from device.journal.schema import PAGE_BYTES
from device.system import files
from device.system.atomicfile import sync_directory

_FILE_SUFFIXES = ("-shm", "-wal", "")


def repair(path: Path) -> None:
    """Replace a closed journal by what can be read of it, with a loss to show to people.

    The old file is kept as `journal.db.damaged-1` (-2, …). Raises OSError or sqlite3.Error; `finish_repair` then
    completes the rest if the new file is complete. A read error of the disk does not count as damage: nothing has been
    moved then.
    """
    from device.journal.recover import recover  # imported late: needed only if a journal is damaged

    if not files.exists(path):
        path.touch(0o600)  # only its log is left
        _give_owner(path, path.parent.stat(), mode=0o600)
    with _new_database(path) as connection:
        outcome = recover(path, connection)
        with connection:
            connection.execute("BEGIN")
            losses.store_losses(connection, [Loss(_damaged_path(path).name, outcome.line_count, outcome.missing_count)])
    _give_owner(_unfinished_path(path), path.stat())
    # A file of this name is complete.
    _unfinished_path(path).replace(_complete_path(path))
    sync_directory(path.parent)
    if not finish_repair(path):
        raise OSError(errno.EIO, os.strerror(errno.EIO))  # what was written successfully could not be read back


def create(path: Path) -> None:
    """Create an empty journal, which gets its name once it is complete. Raises OSError or sqlite3.Error."""
    with _new_database(path) as connection:
        _create_tables(connection)
    _give_owner(_unfinished_path(path), path.parent.stat(), mode=0o600)
    _unfinished_path(path).replace(path)
    sync_directory(path.parent)


@contextmanager
def _new_database(path: Path) -> Iterator[sqlite3.Connection]:
    """A new, empty database beside a journal, which only its owner can read."""
    unfinished = _unfinished_path(path)
    for leftover in (unfinished, Path(f"{unfinished}-journal")):
        leftover.unlink(missing_ok=True)
    unfinished.touch(0o600, exist_ok=False)
    with closing(sqlite3.connect(unfinished, isolation_level=None)) as connection:
        # A row has about a hundred bytes, and a commit writes whole pages: small pages spare the card and take less
        # time.
        connection.execute(f"PRAGMA page_size = {PAGE_BYTES}")
        yield connection


def _give_owner(path: Path, owner: os.stat_result, mode: int | None = None) -> None:
    """Give a file the owner of another: what root creates for the service must be writable by the service."""
    if os.geteuid() == 0:
        os.chown(path, owner.st_uid, owner.st_gid)
    path.chmod(stat.S_IMODE(owner.st_mode) if mode is None else mode)


def _create_tables(connection: sqlite3.Connection) -> None:
    """Create the tables of a journal without games."""
    with connection:
        connection.execute("BEGIN")
        schema.migrate(connection, 0)
        linking.fill_empty_tables(connection)


def finish_repair(path: Path) -> bool:
    """Move a complete new journal into place; False if there is none. The loss to show to people is in it."""
    if not files.exists(_complete_path(path)):
        return False
    files.check_is_file(_complete_path(path))
    from device.journal.pagefile import check_readable  # imported late: needed only if a journal was damaged

    is_readable = _is_readable(_complete_path(path))
    if not is_readable:
        # After a read error, the disk is tried again before the file counts as spoilt.
        check_readable(_complete_path(path))
        is_readable = _is_readable(_complete_path(path))
    if not is_readable:
        # The new file was spoilt afterwards. The one from which it was made is better; if that has been moved already,
        # the new one is no worse than nothing.
        if files.exists(path):
            _complete_path(path).unlink()
        else:
            _complete_path(path).replace(path)
        return False
    damaged_path = _damaged_path(path)
    # The log goes before its file: beside the new file, it would be taken for that one's own.
    for suffix in _FILE_SUFFIXES:
        with suppress(FileNotFoundError):
            os.rename(f"{path}{suffix}", f"{damaged_path}{suffix}")
    sync_directory(path.parent)
    _complete_path(path).replace(path)
    sync_directory(path.parent)
    return True


def _is_readable(path: Path) -> bool:
    """Whether a new journal can be read. Raises sqlite3.Error if the disk fails to."""
    try:
        with closing(sqlite3.connect(path)) as connection:
            if not schema.is_ours(connection, schema.VERSION):
                return False
            connection.execute("SELECT count(*) FROM line").fetchone()
            return linking.read_mark(connection) is not None and losses.unclosed_losses(connection) is not None
    except UnicodeDecodeError:  # see device.journal.errors.journal_error_from
        return False
    except sqlite3.DatabaseError as error:
        if is_damage(error):
            return False
        raise


def recover_into_memory(path: Path, read_errors: ReadErrors | None = None) -> tuple[sqlite3.Connection, bool]:
    """Read what can be read of a journal into a database in memory. Returns it, and whether that is everything.

    Raises OSError if the file can't be opened, or if the disk fails and `read_errors` is not given.
    """
    from device.journal.recover import recover

    with _memory_database() as connection:
        return connection, recover(path, connection, read_errors).is_complete


def create_in_memory() -> sqlite3.Connection:
    """A journal's database in memory, without rows."""
    with _memory_database() as connection:
        _create_tables(connection)
        return connection


@contextmanager
def _memory_database() -> Iterator[sqlite3.Connection]:
    """A new database in memory, closed if filling it fails."""
    connection = sqlite3.connect(":memory:", isolation_level=None)
    try:
        yield connection
    except BaseException:
        connection.close()
        raise


def _unfinished_path(path: Path) -> Path:
    return Path(f"{path}.mending")


def _complete_path(path: Path) -> Path:
    return Path(f"{path}.mended")


def _damaged_path(path: Path) -> Path:
    """The first free name for a damaged file; if the file itself has been moved already, the name that it was given."""
    number = 1
    while files.exists(Path(f"{path}.damaged-{number}")):
        number += 1
    is_moved = not files.exists(path) and number > 1
    return Path(f"{path}.damaged-{number - 1 if is_moved else number}")
