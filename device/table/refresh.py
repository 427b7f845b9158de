"""When the panel draws which page: a clocked machine over pages of any kind."""

from __future__ import annotations

from typing import Generic, TypeVar

Page = TypeVar("Page")

LONGEST_WAIT_S = 60.0


class Refresher(Generic[Page]):
    """Decides what a panel that cannot be interrupted draws next. Times are seconds of one clock.

    Pages are offered as they come about; only the newest matters. A settled
    page, one that ends a declaration, is due as soon as the panel is free. A
    page with a half-typed code is due once the table has been still for `still`
    seconds; until then the settled page before it stays due. What is shown is
    never drawn again. After a failure, which leaves nobody knows what on the
    panel, the wait doubles from 1 to 60 seconds.
    """

    def __init__(self, still: float = 0.0) -> None:
        self._still = still
        self._newest: Page | None = None
        self._half_typed = False
        self._settled: Page | None = None
        self._owed = False
        """Whether nothing has been started since the settled page was offered."""
        self._still_at = 0.0
        self._retry_at = 0.0
        self._failures = 0
        self._given: Page | None = None
        self._drawing: Page | None = None
        self._shown: Page | None = None

    @property
    def shown(self) -> Page | None:
        """The page on the panel; None before the first, and after a failure."""
        return self._shown

    @property
    def drawing(self) -> Page | None:
        """The page of the refresh under way; None while the panel is free."""
        return self._drawing

    def offer(self, page: Page, now: float, *, settled: bool) -> None:
        """This is the newest page. The table has not been still: this counts as `pressed`."""
        self._newest = page
        self._half_typed = not settled
        self._given = None
        if settled:
            self._settled = page
            self._owed = True
        self.pressed(now)

    def pressed(self, now: float) -> None:
        """Somebody is at the keys: stillness begins anew."""
        self._still_at = now + self._still

    def next(self, now: float) -> Page | None:
        """The page to start now; None while the panel is busy, or nothing is due."""
        self._given = None
        if self._drawing is None and now >= self._retry_at:
            if self._wanting(self._newest) and now >= self._newest_at():
                self._given = self._newest
            elif self._owed and self._wanting(self._settled):
                self._given = self._settled
        return self._given

    def started(self, now: float) -> None:
        """The page that `next` gave, at this or an earlier time, has been started.

        Raises RuntimeError if it gave none, or another has been offered since.
        """
        if self._given is None:
            raise RuntimeError("no page is due")
        self._drawing, self._given = self._given, None
        self._owed = False

    def finished(self, now: float, ok: bool) -> None:
        """The refresh under way has ended, well or not. Raises RuntimeError if there is none."""
        if self._drawing is None:
            raise RuntimeError("no page is being drawn")
        if ok:
            self._shown = self._drawing
            self._failures = 0
        else:
            self._shown = None
            self._owed = True
            self._retry_at = now + min(2.0**self._failures, LONGEST_WAIT_S)
            self._failures += 1
        self._drawing = None

    def deadline(self) -> float | None:
        """When `next` may give a page, if nothing else happens, in seconds; None if only an event can bring one.

        A time that has passed means now.
        """
        if self._drawing is not None:
            return None
        if self._owed and self._wanting(self._settled):
            return self._retry_at
        if self._wanting(self._newest):
            return max(self._newest_at(), self._retry_at)
        return None

    def _wanting(self, page: Page | None) -> bool:
        return page is not None and page != self._shown

    def _newest_at(self) -> float:
        """From when on the newest page may be drawn: at once if it is settled, else once the table is still."""
        return self._still_at if self._half_typed else self._retry_at
