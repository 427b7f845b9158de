"""When the panel draws which page: a clocked machine over pages of any kind."""

from __future__ import annotations

from typing import Generic, TypeVar

T = TypeVar("T")

LONGEST_WAIT_S = 60.0


class Refresher(Generic[T]):
    """Decides what a panel that cannot be interrupted draws next. Times are seconds of one clock.

    Pages are offered as they come about, half-typed codes once the table is still (`Stillness`). Only the newest
    matters; it is due as soon as the panel is free. What is shown is never drawn again. After a failure, which leaves
    nobody knows what on the panel, the wait doubles from 1 to 60 seconds.
    """

    def __init__(self) -> None:
        self._newest: T | None = None
        self._retry_at = 0.0
        self._failures = 0
        self._given: T | None = None
        self._drawing: T | None = None
        self._shown: T | None = None

    @property
    def shown(self) -> T | None:
        """The page on the panel; None before the first, and after a failure."""
        return self._shown

    @property
    def drawing(self) -> T | None:
        """The page of the refresh under way; None while the panel is free."""
        return self._drawing

    def offer(self, page: T) -> None:
        """This is the newest page."""
        self._newest = page
        self._given = None

    def next(self, now: float) -> T | None:
        """The page to start now; None while the panel is busy, or nothing is due."""
        due = self.deadline()
        self._given = self._newest if due is not None and now >= due else None
        return self._given

    def started(self) -> None:
        """The page that `next` gave has been started. Raises RuntimeError if it gave none, or another was offered."""
        if self._given is None:
            raise RuntimeError("no page is due")
        self._drawing, self._given = self._given, None

    def finished(self, now: float, ok: bool) -> None:
        """The refresh under way has ended, well or not. Raises RuntimeError if there is none."""
        if self._drawing is None:
            raise RuntimeError("no page is being drawn")
        if ok:
            self._shown = self._drawing
            self._failures = 0
        else:
            self._shown = None
            self._retry_at = now + min(2.0**self._failures, LONGEST_WAIT_S)
            self._failures += 1
        self._drawing = None

    def deadline(self) -> float | None:
        """When `next` gives a page, if nothing else happens, in seconds; None if only an event can bring one.

        A time that has passed means now.
        """
        wanted = self._newest is not None and self._newest != self._shown
        return self._retry_at if wanted and self._drawing is None else None
