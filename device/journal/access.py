"""Access to a journal's file for a table that cannot wait: opened anew after each failure, mended if it is damaged."""

from __future__ import annotations

from collections.abc import Callable
from contextlib import suppress
from functools import partial

from device.journal.deleted import DeletedGames
from device.journal.errors import JournalError
from device.journal.losses import Loss
from device.journal.store import Journal
from display.words import Text, text

SLOW_S = 1.0
"""From how many seconds on a disk is slow, and people are told."""

PATIENCE = 10
"""A disk that refuses only after long is left alone for this many times as long."""

_SLOW = text("The disk is slow. After each declaration, wait for the signal; use another disk soon.")

Opener = Callable[[], Journal]
"""Opens a journal, or raises JournalError."""


class JournalAccess:
    """The journal that `opener` opens, and opens again after every failure; no method raises JournalError.

    What is opened is shown to `opened`, which may raise JournalError. `clock` tells seconds.
    """

    def __init__(self, opener: Opener, opened: Callable[[Journal], None], clock: Callable[[], float]) -> None:
        self._opener = opener
        self._show_opened = opened
        self._clock = clock
        self._journal: Journal | None = None
        self._marks_later = False
        self._again_at = float("-inf")
        self.fault: JournalError | None = None
        """Why something could not be done; None while all can, or once a `write` has done all that was waiting."""
        self.deleted: DeletedGames | None = None
        """Which games were deleted, whether or not the journal can be reached just now; None before it ever was."""
        self._losses: tuple[Loss, ...] = ()
        self._slowness: tuple[Text, ...] = ()
        self.slow = False
        """Whether a write has taken long."""

    @property
    def notices(self) -> tuple[Text, ...]:
        """What people must know of besides, until somebody has closed it: a journal was damaged, the disk is slow."""
        return (*(loss.sentence for loss in self._losses), *self._slowness)

    def close_notice(self, notice: Text) -> None:
        """Somebody has read something that people must know of."""
        for loss in self._losses:
            if loss.sentence == notice and self.do(partial(Journal.close_loss, loss=loss)):
                self._losses = tuple(one for one in self._losses if one != loss)
        self._slowness = tuple(one for one in self._slowness if one != notice)

    def hasten(self) -> None:
        """Try the disk again now, however long it took."""
        self._again_at = float("-inf")

    def write(self, work: Callable[[Journal], object]) -> bool:
        """Do all that is waiting for the file; nothing is wrong any more once it is done. True if it was.

        Not for a while where the disk took long to refuse.
        """
        if self._clock() < self._again_at or not self.do(work):
            return False
        self.fault = None
        return True

    def do(self, work: Callable[[Journal], object]) -> bool:
        """Do something with the file; if it is damaged, with a new one. True if it was done.

        A failure is remembered, and the file is opened anew the next time.
        """
        began, opened = self._clock(), self._journal
        done = self._try(work)
        took = self._clock() - began
        # Opening may take its time, and mending: only a write shows how slow a disk is.
        if took >= SLOW_S and done and not self.slow and opened is not None and self._journal is opened:
            self.slow = True
            self._slowness = (_SLOW,)
        # The keys wait for a disk that takes long to refuse: they shall not wait each time.
        self._again_at = self._clock() + PATIENCE * took if took >= SLOW_S and not done else float("-inf")
        return done

    def mark(self) -> None:
        """See `Journal.mark`."""
        self._marks_later = True
        if self._journal is not None and self.fault is None:
            self.do(Journal.mark)

    def let_go(self) -> None:
        """Close the file, to be opened anew by what is done next."""
        if self._journal is not None:
            self._journal.close()
            self._journal = None

    def _try(self, work: Callable[[Journal], object]) -> bool:
        for _ in ("the file", "a new one"):
            try:
                if self._journal is None:
                    self._journal = self._opened()
                work(self._journal)
            except JournalError as error:
                self.fault = error
                if self._journal is None or not error.damaged:
                    break
                self._set_aside(self._journal)
            else:
                return True
        self.let_go()
        return False

    def _opened(self) -> Journal:
        journal = self._opener()
        try:
            self._losses, self.deleted = journal.losses, journal.deleted
            if self._marks_later:
                journal.mark()
            self._show_opened(journal)
        except JournalError:
            journal.close()
            raise
        return journal

    def _set_aside(self, journal: Journal) -> None:
        self._journal = None
        with suppress(JournalError):
            journal.mend()
