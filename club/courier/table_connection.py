"""Opens and closes the courier's connection to the table (the "door"), and logs once if it is lost."""

from __future__ import annotations

from collections.abc import Callable
from pathlib import Path

from club.courier.table_client import TableClient, TableUnreachable


class TableConnection:
    """The one connection of a courier to its table. `log` receives sentences for the log."""

    def __init__(self, path: Path, log: Callable[[str], None]) -> None:
        self.client: TableClient | None = None
        """The open connection; None if there is none."""
        self._path = path
        self._log = log
        self._is_lost = False

    def connect(self) -> TableClient:
        """Connect to the table. Raises TableUnreachable."""
        self.client = TableClient(self._path)
        return self.client

    def log_reconnected(self) -> None:
        """Log that the connection works again, if it was logged as lost."""
        if self._is_lost:
            self._log("the table's door is open again")
        self._is_lost = False

    def close_after_error(self, error: TableUnreachable) -> None:
        """Close the connection after an error, and log the reason, unless it was logged as lost already."""
        if not self._is_lost:
            self._log(f"the table can't be asked: {error}")
        self._is_lost = True
        self.close()

    def close(self) -> None:
        """Close the connection, if it is open."""
        if self.client is not None:
            self.client.close()
            self.client = None
