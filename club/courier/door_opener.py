"""Opens and closes the courier's connection to the table (the "door"), and logs once if it is lost."""

from __future__ import annotations

from collections.abc import Callable
from pathlib import Path

from club.courier.door import DoorShut, TableDoor


class DoorOpener:
    """The one connection of a courier to its table. `told` receives sentences for the log."""

    def __init__(self, path: Path, told: Callable[[str], None]) -> None:
        self.door: TableDoor | None = None
        """The open connection; None if there is none."""
        self._path = path
        self._told = told
        self._shut = False

    def open(self) -> TableDoor:
        """Connect to the table. Raises DoorShut."""
        self.door = TableDoor(self._path)
        return self.door

    def was_opened(self) -> None:
        """Log that the connection works again, if it was logged as lost."""
        if self._shut:
            self._told("the table's door is open again")
        self._shut = False

    def leave(self, why: DoorShut) -> None:
        """Close the connection after an error, and log the reason, unless it is still the same failure."""
        if not self._shut:
            self._told(f"the table can't be asked: {why}")
        self._shut = True
        self.close()

    def close(self) -> None:
        """Close the connection, if it is open."""
        if self.door is not None:
            self.door.close()
            self.door = None
