"""When the panel draws which page, and how: a clocked machine over pages of any kind."""

from __future__ import annotations

from enum import Enum
from typing import Generic, TypeVar

from hal.panel.panel import PartialRefresh, RefreshMode

T = TypeVar("T")

LONGEST_WAIT_S = 60.0

DEALING_S = 1.0
"""How long the first page of a round stands until a full refresh takes away the ghosts of partial ones: people deal."""
GHOSTS = 8
"""Partial refreshes that are worth one while people deal."""
WORN_S = 15.0
"""The same for any page, once half of the partial refreshes that a panel bears have been."""
STILL_S = 120.0
"""The same for any page after fewer."""


class Pause(Enum):
    """What a page is for, as far as ghosts go."""

    NONE = "somebody declares"
    DEALING = "a round has not begun"
    LASTING = "it stays for hours: it is drawn by a full refresh"


class Refresher(Generic[T]):
    """Decides what a panel that cannot be interrupted draws next. Times are seconds of one clock.

    Pages are offered as they come about, half-typed codes once the table is still (`Stillness`). Only the newest
    matters; it is due as soon as the panel is free. What is shown is never drawn again, but once partial refreshes have
    left ghosts and the table is still. After a failure, which leaves nobody knows what on the panel, the wait doubles
    from 1 to 60 seconds, and the next refresh is a full one.
    """

    def __init__(self) -> None:
        self._newest: T | None = None
        self._pause = Pause.NONE
        self._mode = RefreshMode.FULL
        self._bears = 0
        self._partials = 0
        self._finished_at = 0.0
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

    @property
    def behind(self) -> bool:
        """Whether the panel still shows another page than the newest; not if nobody knows what it shows."""
        return self._shown is not None and self._newest != self._shown

    def offer(self, page: T, pause: Pause = Pause.NONE) -> None:
        """This is the newest page."""
        self._newest = page
        self._pause = pause
        self._given = None

    def next(self, now: float) -> T | None:
        """The page to start now; None while the panel is busy, or nothing is due."""
        due = self.deadline()
        self._given = self._newest if due is not None and now >= due else None
        return self._given

    def started(self, partial: PartialRefresh | None = None) -> RefreshMode:
        """The page that `next` gave is started, on a panel that can do this besides full refreshes: how.

        Raises RuntimeError if it gave none, or another was offered.
        """
        if self._given is None:
            raise RuntimeError("no page is due")
        self._bears = 0 if partial is None else partial.most
        cleans = self._given == self._shown or self._pause is Pause.LASTING
        quick = self._shown is not None and self._partials < self._bears and not cleans
        self._mode = RefreshMode.PARTIAL if quick else RefreshMode.FULL
        self._drawing, self._given = self._given, None
        return self._mode

    def finished(self, now: float, ok: bool) -> None:
        """The refresh under way has ended, well or not. Raises RuntimeError if there is none."""
        if self._drawing is None:
            raise RuntimeError("no page is being drawn")
        self._finished_at = now
        if ok:
            self._shown = self._drawing
            self._failures = 0
            self._partials = self._partials + 1 if self._mode is RefreshMode.PARTIAL else 0
        else:
            self._shown = None
            self._retry_at = now + min(2.0**self._failures, LONGEST_WAIT_S)
            self._failures += 1
        self._drawing = None

    def deadline(self) -> float | None:
        """When `next` gives a page, if nothing else happens, in seconds; None if only an event can bring one.

        A time that has passed means now.
        """
        if self._newest is None or self._drawing is not None:
            return None
        if self._newest != self._shown:
            return self._retry_at
        return self._finished_at + self._rest_s() if self._partials else None

    def _rest_s(self) -> float:
        """How long what is shown must stand until a full refresh cleans it."""
        if self._pause is Pause.DEALING and self._partials >= GHOSTS:
            return DEALING_S
        return WORN_S if 2 * self._partials >= self._bears else STILL_S
