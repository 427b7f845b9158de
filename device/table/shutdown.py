"""Switching off: the last page is brought to the panel, or given up after a while."""

from __future__ import annotations

TRIES = 3
"""How many refreshes may fail before the power goes without the last page."""

PATIENCE_S = 30.0
"""How long a panel that never answers is waited for, beyond two of its refreshes."""


class Shutdown:
    """The table's leave. Times are seconds of its clock."""

    def __init__(self) -> None:
        self.off = False
        """Whether the table is off; its last page is on the panel, if that works."""
        self.begun = False
        """Whether the table has been switched off, and nothing but the last page is to be shown any more."""
        self.leave_by: float | None = None
        """When the table goes off without its panel's doing; None while it is at play."""
        self._tries = TRIES

    def begin(self, now: float, refresh_s: float) -> None:
        """Switch off; a refresh of the panel takes `refresh_s`."""
        self.begun = True
        self.leave_by = now + 2 * refresh_s + PATIENCE_S

    def refreshed(self, *, ok: bool, last: bool) -> None:
        """A refresh has ended since, well or not; `last` says that it has brought the last page."""
        if not ok:
            self._tries -= 1
        self.off = last or not self._tries

    def wait(self, now: float) -> None:
        """It is `now`, and the panel may not have answered."""
        if self.leave_by is not None and now >= self.leave_by:
            self.off = True
