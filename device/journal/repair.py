"""A damaged journal is kept aside, never deleted, and what can be read of it goes on.

The new file is built beside the old one, and takes its place in steps of which
each is on the disk before the next: after a power cut, `finish` does what is left.
"""

from __future__ import annotations

import os
import sqlite3
from contextlib import closing, suppress
from pathlib import Path

from device.journal import schema
from device.journal.errors import is_damage
from device.journal.pagefile import PAGE_BYTES
from device.journal.recover import salvage
from device.system.atomicfile import sync_directory
from display.words import Text, counted, text

_LOG_SUFFIXES = ("-shm", "-wal", "")


def mend(path: Path) -> Text:
    """Put what can be read of a closed journal in its place; returns what to tell people.

    The file is kept as `journal.db.damaged-1` (-2, …). Raises OSError or sqlite3.Error; `finish` then goes on.
    """
    building = Path(f"{path}.mending")
    for leftover in (building, Path(f"{building}-journal")):
        leftover.unlink(missing_ok=True)
    with closing(sqlite3.connect(building, isolation_level=None)) as connection:
        connection.execute(f"PRAGMA page_size = {PAGE_BYTES}")
        salvage(path, connection)
    # Under this name it is complete.
    building.replace(_mended(path))
    sync_directory(path.parent)
    told = finish(path)
    assert told is not None
    return told


def finish(path: Path) -> Text | None:
    """Let a new journal that is complete take its place; returns what to tell people, or None if there is none."""
    if not _mended(path).exists():
        return None
    count = _lines(_mended(path))
    if count is None:
        # Somebody or something spoilt it. What it was made from is better; once that has been moved, it is no worse.
        if path.exists():
            _mended(path).unlink()
        else:
            _mended(path).replace(path)
        return None
    kept = _kept(path)
    for suffix in _LOG_SUFFIXES:
        with suppress(FileNotFoundError):
            os.rename(f"{path}{suffix}", f"{kept}{suffix}")
    # The old log beside the new file would be taken for its own.
    sync_directory(path.parent)
    _mended(path).replace(path)
    sync_directory(path.parent)
    if not count:
        return text("The journal was damaged. It is kept as {file}, and a new one is begun.", file=kept.name)
    return counted(
        "The journal was damaged. It is kept as {file}; {n} line of it could be read and is here.",
        "The journal was damaged. It is kept as {file}; {n} lines of it could be read and are here.",
        count,
        file=kept.name,
    )


def _lines(mended: Path) -> int | None:
    """How many rows a new journal has; None if it cannot be read."""
    try:
        with closing(sqlite3.connect(mended)) as connection:
            if not schema.is_ours(connection, schema.VERSION):
                return None
            count: int = connection.execute("SELECT count(*) FROM line").fetchone()[0]
            return count
    except UnicodeDecodeError:  # see device.journal.errors.sentences
        return None
    except sqlite3.DatabaseError as error:
        if is_damage(error):
            return None
        raise


def rescued(path: Path) -> sqlite3.Connection:
    """A database in memory with what can be read of a journal. Raises OSError if it cannot be opened."""
    connection = sqlite3.connect(":memory:", isolation_level=None)
    salvage(path, connection)
    return connection


def empty() -> sqlite3.Connection:
    """A database in memory with no rows."""
    connection = sqlite3.connect(":memory:", isolation_level=None)
    schema.migrate(connection, 0)
    return connection


def _mended(path: Path) -> Path:
    return Path(f"{path}.mended")


def _kept(path: Path) -> Path:
    """The first name that is free; once the file itself has been moved, the name that it was given."""
    number = 1
    while Path(f"{path}.damaged-{number}").exists():
        number += 1
    moved = not path.exists() and number > 1
    return Path(f"{path}.damaged-{number - 1 if moved else number}")
