"""Having the table's door open, and knocking where it is shut."""

from __future__ import annotations

from collections.abc import Callable
from pathlib import Path

from club.courier.door import DoorShut, TableDoor


class DoorOpener:
    """The one door of a courier. `told` hears sentences for the log."""

    def __init__(self, path: Path, told: Callable[[str], None]) -> None:
        self.door: TableDoor | None = None
        """The open door; None where it is shut."""
        self._path = path
        self._told = told
        self._shut = False

    def open(self) -> TableDoor:
        """Open the door that is shut. Raises DoorShut."""
        self.door = TableDoor(self._path)
        return self.door

    def was_opened(self) -> None:
        """Say that the door is open again, if it was said to be shut."""
        if self._shut:
            self._told("the table's door is open again")
        self._shut = False

    def leave(self, why: DoorShut) -> None:
        """Go away, and say once why the table can't be asked."""
        if not self._shut:
            self._told(f"the table can't be asked: {why}")
        self._shut = True
        self.close()

    def close(self) -> None:
        """Go away. May be called again."""
        if self.door is not None:
            self.door.close()
            self.door = None
