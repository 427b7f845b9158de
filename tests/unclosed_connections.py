"""The warning that Python 3.13 gives for a connection to SQLite that nobody closes, in earlier Pythons too."""

from __future__ import annotations

import sqlite3
import sys
import warnings
from typing import Any
from unittest.mock import patch


class _WarningConnection(sqlite3.Connection):
    def __del__(self) -> None:
        try:
            self.total_changes  # noqa: B018 (only an open connection has it)
        except sqlite3.ProgrammingError:
            return
        warnings.warn(f"unclosed database in {self!r}", ResourceWarning, stacklevel=1)


def warn_of_unclosed_connections() -> None:
    """From now on, until the process ends. The warnings are errors of the test in which the connection is let go."""
    if sys.version_info >= (3, 13):
        return
    real = sqlite3.connect

    def connect(*place: Any, factory: type[sqlite3.Connection] = _WarningConnection, **options: Any) -> object:
        return real(*place, factory=factory, **options)

    for name in ("sqlite3.connect", "sqlite3.dbapi2.connect"):
        patch(name, connect).start()
