"""Decides when the panel draws which page, and by which kind of refresh: a state machine over pages of any type."""

from __future__ import annotations

from enum import Enum
from typing import Generic, TypeVar

from hal.panel.panel import PartialRefresh, RefreshMode

T = TypeVar("T")

MAX_RETRY_DELAY_S = 60.0

CLEANING_WAIT_AT_DEAL_S = 1.0
"""Seconds that the first page of a round stands before a full refresh removes the ghosts (remains of earlier pages)
that partial refreshes leave: people deal then."""
MIN_PARTIAL_COUNT = 8
"""Minimum partial refreshes since the last full one for a full refresh while cards are dealt."""
CLEANING_WAIT_WHEN_DUE_S = 15.0
"""Seconds that any page stands before a full refresh, once half of the partial refreshes that the panel allows are
used."""
CLEANING_WAIT_S = 120.0
"""Seconds that any page stands before a full refresh, after fewer partial refreshes."""


class PageUse(Enum):
    """The use of a page, as far as it matters for ghosts."""

    DECLARING = "somebody declares"
    DEALING = "a round has not begun"
    LASTING = "it stays for hours: it is drawn by a full refresh"


class Refresher(Generic[T]):
    """Decides what an uninterruptible panel draws next. Times are seconds of one clock.

    Pages are offered as they arise, half-typed codes once the table is still (`Stillness`). Only the newest page
    matters; it is due as soon as the panel is free. The shown page is drawn again only if partial refreshes have left
    ghosts and the table is still. After a failure, the panel's content is unknown: the wait doubles from 1 to 60
    seconds, and the next refresh is a full one.
    """

    def __init__(self) -> None:
        self._newest: T | None = None
        self._use = PageUse.DECLARING
        self._mode = RefreshMode.FULL
        self._max_partials = 0
        self._partial_count = 0
        self._finished_at = 0.0
        self._retry_at = 0.0
        self._failure_count = 0
        self._next_page: T | None = None
        self.page_being_drawn: T | None = None
        """The page of the refresh under way; None while the panel is free."""
        self.shown_page: T | None = None
        """The page on the panel; None before the first, and after a failure."""

    @property
    def is_behind(self) -> bool:
        """Whether the panel still shows another page than the newest. False if its content is unknown."""
        return self.shown_page is not None and self._newest != self.shown_page

    def offer(self, page: T, use: PageUse = PageUse.DECLARING) -> None:
        """Set the newest page."""
        self._newest = page
        self._use = use
        self._next_page = None

    def choose_page(self, now: float) -> T | None:
        """The page to start now; None while the panel is busy, or nothing is due."""
        due = self.deadline()
        self._next_page = self._newest if due is not None and now >= due else None
        return self._next_page

    def start(self, partial_refresh: PartialRefresh | None = None) -> RefreshMode:
        """Start the page that `choose_page` returned. Returns the kind of refresh to use.

        `partial_refresh` is what the panel can do besides full refreshes. Raises RuntimeError if `choose_page` returned
        none, or another page was offered since.
        """
        if self._next_page is None:
            raise RuntimeError("no page is due")
        self._max_partials = 0 if partial_refresh is None else partial_refresh.max_in_a_row
        must_clean = self._next_page == self.shown_page or self._use is PageUse.LASTING
        is_partial = self.shown_page is not None and self._partial_count < self._max_partials and not must_clean
        self._mode = RefreshMode.PARTIAL if is_partial else RefreshMode.FULL
        self.page_being_drawn, self._next_page = self._next_page, None
        return self._mode

    def finish(self, now: float, succeeded: bool) -> None:
        """End the refresh under way, successfully or not. Raises RuntimeError if there is none."""
        if self.page_being_drawn is None:
            raise RuntimeError("no page is being drawn")
        self._finished_at = now
        if succeeded:
            self.shown_page = self.page_being_drawn
            self._failure_count = 0
            self._partial_count = self._partial_count + 1 if self._mode is RefreshMode.PARTIAL else 0
        else:
            self.shown_page = None
            self._retry_at = now + min(2.0**self._failure_count, MAX_RETRY_DELAY_S)
            self._failure_count += 1
        self.page_being_drawn = None

    def deadline(self) -> float | None:
        """When `choose_page` returns a page if nothing else happens (at once, if that is past); None for never."""
        if self._newest is None or self.page_being_drawn is not None:
            return None
        if self._newest != self.shown_page:
            return self._retry_at
        return self._finished_at + self._seconds_until_clean() if self._partial_count else None

    def _seconds_until_clean(self) -> float:
        """Seconds that the shown page must stand before a full refresh cleans it."""
        if self._use is PageUse.DEALING and self._partial_count >= MIN_PARTIAL_COUNT:
            return CLEANING_WAIT_AT_DEAL_S
        return CLEANING_WAIT_WHEN_DUE_S if 2 * self._partial_count >= self._max_partials else CLEANING_WAIT_S
