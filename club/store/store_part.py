"""What all parts of the store have in common: they read and write within one transaction."""

from __future__ import annotations

from sqlalchemy import Connection


class StorePart:
    """A part of the store, within a transaction of it."""

    def __init__(self, connection: Connection) -> None:
        self._connection = connection
        self._execute = connection.execute
