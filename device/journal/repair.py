"""A damaged journal is kept aside, never deleted, and what can be read of it goes on.

The new file is built beside the old one, and takes its place in steps of which
each is on the disk before the next: after a power cut, `finish` does what is left.
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
from device.journal.errors import Unread, is_damage
from device.journal.losses import Loss
from device.journal.schema import PAGE_BYTES
from device.system import files
from device.system.atomicfile import sync_directory

_LOG_SUFFIXES = ("-shm", "-wal", "")


def mend(path: Path) -> None:
    """Put what can be read of a closed journal in its place, with what people must know of it.

    The file is kept as `journal.db.damaged-1` (-2, …). Raises OSError or sqlite3.Error; `finish` then goes on. What
    the disk fails to read is not called damaged: nothing has been moved then.
    """
    from device.journal.recover import recover  # a sound journal needs none

    if not files.exists(path):
        path.touch(0o600)  # only its log is left
    with _building(path) as connection:
        found = recover(path, connection)
        with connection:
            connection.execute("BEGIN")
            losses.put(connection, [Loss(_kept(path).name, found.lines, found.missing)])
    _give(_mending(path), path.stat())
    # Under this name it is complete.
    _mending(path).replace(_mended(path))
    sync_directory(path.parent)
    if not finish(path):
        raise OSError(errno.EIO, os.strerror(errno.EIO))  # what was written well was not read back


def create(path: Path) -> None:
    """Make an empty journal, which has its name once it is complete. Raises OSError or sqlite3.Error."""
    with _building(path) as connection:
        _fill_empty(connection)
    _give(_mending(path), path.parent.stat(), mode=0o600)
    _mending(path).replace(path)
    sync_directory(path.parent)


@contextmanager
def _building(path: Path) -> Iterator[sqlite3.Connection]:
    """A new file beside a journal, for its owner only."""
    building = _mending(path)
    for leftover in (building, Path(f"{building}-journal")):
        leftover.unlink(missing_ok=True)
    building.touch(0o600, exist_ok=False)
    with closing(sqlite3.connect(building, isolation_level=None)) as connection:
        # A row is a hundred bytes, and a commit writes whole pages: small ones spare the card and the wait.
        connection.execute(f"PRAGMA page_size = {PAGE_BYTES}")
        yield connection


def _give(new: Path, like: os.stat_result, mode: int | None = None) -> None:
    """Let a file belong to whom this one does: what root makes for a service must be the service's to write."""
    if os.geteuid() == 0:
        os.chown(new, like.st_uid, like.st_gid)
    new.chmod(stat.S_IMODE(like.st_mode) if mode is None else mode)


def _fill_empty(connection: sqlite3.Connection) -> None:
    with connection:
        connection.execute("BEGIN")
        schema.migrate(connection, 0)
        linking.begin(connection)


def finish(path: Path) -> bool:
    """Let a new journal that is complete take its place; False if there is none. What people must know is in it."""
    if not files.exists(_mended(path)):
        return False
    files.check(_mended(path))
    from device.journal.pagefile import check_readable  # a sound journal needs none

    whole = _is_whole(_mended(path))
    if not whole:
        # Where the disk fails, it is tried again before anything is believed to be spoilt.
        check_readable(_mended(path))
        whole = _is_whole(_mended(path))
    if not whole:
        # Somebody or something spoilt it. What it was made from is better; once that has been moved, it is no worse.
        if files.exists(path):
            _mended(path).unlink()
        else:
            _mended(path).replace(path)
        return False
    kept = _kept(path)
    for suffix in _LOG_SUFFIXES:
        with suppress(FileNotFoundError):
            os.rename(f"{path}{suffix}", f"{kept}{suffix}")
    # The old log beside the new file would be taken for its own.
    sync_directory(path.parent)
    _mended(path).replace(path)
    sync_directory(path.parent)
    return True


def _is_whole(mended: Path) -> bool:
    """Whether a new journal can be read. Raises sqlite3.Error where the disk fails to."""
    try:
        with closing(sqlite3.connect(mended)) as connection:
            if not schema.is_ours(connection, schema.VERSION):
                return False
            connection.execute("SELECT count(*) FROM line").fetchone()
            return linking.head(connection) is not None and losses.waiting(connection) is not None
    except UnicodeDecodeError:  # see device.journal.errors.sentences
        return False
    except sqlite3.DatabaseError as error:
        if is_damage(error):
            return False
        raise


def recovered(path: Path, unread: Unread | None = None) -> tuple[sqlite3.Connection, bool]:
    """A database in memory with what can be read of a journal, and whether that is all.

    Raises OSError if it cannot be opened, or the disk fails and `unread` is not given.
    """
    from device.journal.recover import recover

    with _in_memory() as connection:
        return connection, recover(path, connection, unread).complete


def empty() -> sqlite3.Connection:
    """A database in memory with no rows."""
    with _in_memory() as connection:
        _fill_empty(connection)
        return connection


@contextmanager
def _in_memory() -> Iterator[sqlite3.Connection]:
    """A new database in memory, closed if filling it fails."""
    connection = sqlite3.connect(":memory:", isolation_level=None)
    try:
        yield connection
    except BaseException:
        connection.close()
        raise


def _mending(path: Path) -> Path:
    return Path(f"{path}.mending")


def _mended(path: Path) -> Path:
    return Path(f"{path}.mended")


def _kept(path: Path) -> Path:
    """The first name that is free; once the file itself has been moved, the name that it was given."""
    number = 1
    while files.exists(Path(f"{path}.damaged-{number}")):
        number += 1
    moved = not files.exists(path) and number > 1
    return Path(f"{path}.damaged-{number - 1 if moved else number}")
