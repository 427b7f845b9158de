"""Switching off: waits until the last page is on the panel, or until it takes too long."""

from __future__ import annotations

MAX_FAILED_REFRESHES = 3
"""Number of refreshes that may fail before the power goes off without the last page."""

TIMEOUT_S = 30.0
"""Seconds to wait for a panel that never answers, in addition to two of its refreshes."""


class Shutdown:
    """The state of switching off. Times are seconds of the table's clock."""

    def __init__(self) -> None:
        self.is_off = False
        """Whether the table is off; its last page is on the panel, if that works."""
        self.has_begun = False
        """Whether switching off has begun. From then on, only the last page is shown."""
        self.ends_at: float | None = None
        """When the table goes off without an answer of the panel; None while it is on."""
        self._tries_left = MAX_FAILED_REFRESHES

    def start(self, now: float, refresh_s: float) -> None:
        """Switch off; a refresh of the panel takes `refresh_s`."""
        self.has_begun = True
        self.ends_at = now + 2 * refresh_s + TIMEOUT_S

    def note_refresh(self, *, succeeded: bool, is_last: bool) -> None:
        """Note that a refresh has ended, successfully or not. `is_last` says that it showed the last page."""
        if not succeeded:
            self._tries_left -= 1
        if is_last or self._tries_left <= 0:
            self.is_off = True

    def end_if_due(self, now: float) -> None:
        """Go off if the panel has not answered by now."""
        if self.ends_at is not None and now >= self.ends_at:
            self.is_off = True
