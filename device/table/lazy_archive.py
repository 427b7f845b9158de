"""Opens the pages of past games on first use, so that their modules are not imported at a start."""

from __future__ import annotations

from collections.abc import Callable
from typing import TYPE_CHECKING

if TYPE_CHECKING:
    from device.table.archive_visits import ArchiveVisits


class LazyArchive:
    """Opens the pages of past games on first use."""

    def __init__(self, open_visits: Callable[[], ArchiveVisits]) -> None:
        self.opened: ArchiveVisits | None = None
        """The handler of these pages; None before its first use."""
        self._open = open_visits

    @property
    def visits(self) -> ArchiveVisits:
        """The handler of these pages. It is made on first use."""
        if self.opened is None:
            self.opened = self._open()
        return self.opened
