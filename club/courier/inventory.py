"""Collects the hub's inventory of a box, requested at each connection, and again when the hub has lost something."""

from __future__ import annotations

from device.outbox.club_messages import GameMark, Inventory, StoreState

RETRY_S = 10.0
"""Seconds without an answer after which a message is sent again."""


class InventoryCollector:
    """Collects the pages of an inventory until all have arrived. Times are in seconds of a monotonic clock."""

    def __init__(self) -> None:
        self.state: StoreState | None = None
        """The last state of its store that the hub sent."""
        self.is_complete = False
        """Whether the whole inventory has arrived."""
        self.is_copied = False
        """Whether, according to the last inventory, two boxes use this box's identity."""
        self._pages: dict[int, Inventory] = {}
        self._requested_at: float | None = None

    def reset(self) -> None:
        """Have the inventory requested again."""
        self.is_complete, self._requested_at = False, None
        self._pages.clear()

    def claim_request(self, now: float) -> bool:
        """Whether to request the inventory now. If so, the time of the request is noted."""
        if self._requested_at is not None and now - self._requested_at < RETRY_S:
            return False
        self._requested_at = now
        return True

    def has_lost(self, state: StoreState) -> bool:
        """Whether the hub has lost something since its last state: the store is another one, or has fewer commits."""
        earlier_state = self.state
        return earlier_state is not None and (
            state.store != earlier_state.store or state.commit_count < earlier_state.commit_count
        )

    def add_page(self, page: Inventory) -> dict[str, GameMark] | None:
        """Add a page of the inventory. Returns the marks by game once all pages have arrived, otherwise None."""
        if any(
            earlier_page.state != page.state or earlier_page.page_count != page.page_count
            for earlier_page in self._pages.values()
        ):
            self._pages.clear()
        self._pages[page.page] = page
        if len(self._pages) < page.page_count:
            return None
        marks = {mark.game: mark for stored_page in self._pages.values() for mark in stored_page.games}
        self.state, self.is_complete, self.is_copied = page.state, True, page.is_copied
        self._pages.clear()
        return marks
