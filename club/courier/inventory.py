"""What a hub has of a box, asked for at each connection, and again when the hub has lost something."""

from __future__ import annotations

from device.outbox.values import CommitState, GameMark, Inventory

RETRY_S = 10.0
"""After how many seconds without an answer something is said again."""


class AskedInventory:
    """The pages of an inventory, until all are there. Times are seconds of any steady clock."""

    def __init__(self) -> None:
        self.state: CommitState | None = None
        """What the hub has said last of its store."""
        self.ready = False
        """Whether the hub has said all that it has."""
        self.twice = False
        """Whether two speak to the hub as this box, as it said then."""
        self._pages: dict[int, Inventory] = {}
        self._asked_at: float | None = None

    def ask_anew(self) -> None:
        """What the hub has is to be asked for."""
        self.ready, self._asked_at = False, None
        self._pages.clear()

    def due(self, now: float) -> bool:
        """Whether it is to be asked for now; it is then taken for asked."""
        if self._asked_at is not None and now - self._asked_at < RETRY_S:
            return False
        self._asked_at = now
        return True

    def has_lost(self, state: CommitState) -> bool:
        """Whether the hub that says this has lost something that it had."""
        known = self.state
        return known is not None and (state.store != known.store or state.commits < known.commits)

    def take(self, page: Inventory) -> dict[str, GameMark] | None:
        """A page of what the hub has: all marks by game, once all pages are there."""
        if any(other.state != page.state or other.pages != page.pages for other in self._pages.values()):
            self._pages.clear()
        self._pages[page.page] = page
        if len(self._pages) < page.pages:
            return None
        marks = {mark.game: mark for one in self._pages.values() for mark in one.games}
        self.state, self.ready, self.twice = page.state, True, page.twice
        self._pages.clear()
        return marks
