"""Opens the pages of past games on first use, so that their modules are not imported at a start."""

from __future__ import annotations

from collections.abc import Callable
from typing import TYPE_CHECKING

if TYPE_CHECKING:
    from device.table.archive_visits import ArchiveVisits


class LazyArchive:
    """Opens the pages of past games on first use, and passes events on to them."""

    def __init__(self, open_visits: Callable[[], ArchiveVisits]) -> None:
        self._open = open_visits
        self._visits: ArchiveVisits | None = None

    @property
    def visits(self) -> ArchiveVisits:
        """The handler of these pages. It is made on first use."""
        if self._visits is None:
            self._visits = self._open()
        return self._visits

    def deadline(self) -> float | None:
        """When to call `update`, in seconds of the table's clock; None while no page is awaited."""
        return None if self._visits is None else self._visits.deadline()

    def update(self) -> None:
        """Show the awaited page, if it is there by now."""
        if self._visits is not None:
            self._visits.update()

    def reload(self) -> None:
        """Reload the page that is shown: the past was changed elsewhere."""
        if self._visits is not None:
            self._visits.reload()

    def reload_undated(self) -> None:
        """Reload a page that waits for the date, now that the date is known."""
        if self._visits is not None:
            self._visits.reload_undated()
