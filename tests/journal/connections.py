"""Access to the SQLite connections that a journal opens: to limit, damage or watch them."""

from __future__ import annotations

import sqlite3
from collections.abc import Callable, Iterator
from contextlib import ExitStack, closing, contextmanager
from pathlib import Path
from typing import Any
from unittest.mock import patch

from device.journal.store import FILE_NAME, Journal
from hal.clock.wallclock import Calendar


@contextmanager
def watched(seen: Callable[[sqlite3.Connection], object]) -> Iterator[None]:
    """Call `seen` with every connection that is opened meanwhile."""
    real = sqlite3.connect

    def connect(*place: Any, **options: Any) -> sqlite3.Connection:
        connection: sqlite3.Connection = real(*place, **options)
        seen(connection)
        return connection

    with patch("sqlite3.connect", connect):
        yield


def opened(directory: Path, calendar: Calendar | None = None) -> tuple[Journal, sqlite3.Connection]:
    """A journal open for writing, and its connection to the file, which is the last one that it opens."""
    connections: list[sqlite3.Connection] = []
    with watched(connections.append):
        journal = Journal.open(directory, calendar)
    return journal, next(connection for connection in reversed(connections) if _is_open(connection))


@contextmanager
def closed_at_end() -> Iterator[None]:
    """Close every journal that was opened for writing meanwhile."""
    real = Journal.open
    with ExitStack() as opened, patch.object(Journal, "open", lambda *of: opened.enter_context(closing(real(*of)))):
        yield


def _is_open(connection: sqlite3.Connection) -> bool:
    try:
        return connection.total_changes >= 0
    except sqlite3.ProgrammingError:
        return False


@contextmanager
def own_connection(directory: Path) -> Iterator[sqlite3.Connection]:
    """Another program's connection to a journal's file; its changes are committed at the end."""
    connection = sqlite3.connect(directory / FILE_NAME)
    try:
        with connection:
            yield connection
    finally:
        connection.close()
