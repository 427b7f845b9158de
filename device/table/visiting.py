"""The way into the past at a table: what it takes is loaded with the first visit, and a start has nothing of it."""

from __future__ import annotations

from collections.abc import Callable
from typing import TYPE_CHECKING

if TYPE_CHECKING:
    from device.table.archive import ArchiveVisits


class Visiting:
    """Opens the past when somebody goes there, and minds it from then on."""

    def __init__(self, opened: Callable[[], ArchiveVisits]) -> None:
        self._open = opened
        self._visits: ArchiveVisits | None = None

    @property
    def visits(self) -> ArchiveVisits:
        """Who leads through the past."""
        if self._visits is None:
            self._visits = self._open()
        return self._visits

    def deadline(self) -> float | None:
        """When to look again, in seconds of the table's clock; None while nothing is awaited."""
        return None if self._visits is None else self._visits.deadline()

    def look(self) -> None:
        """Show the page that is awaited, if it is there by now."""
        if self._visits is not None:
            self._visits.look()

    def changed(self) -> None:
        """Somebody has changed the past elsewhere: the page of it that is shown is made anew."""
        if self._visits is not None:
            self._visits.changed()

    def again(self) -> None:
        """The date has become known: what waits for that is looked at again."""
        if self._visits is not None:
            self._visits.again()
