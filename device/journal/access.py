"""Access to a journal's file for a table that cannot wait. It reopens the file after a failure, and repairs damage."""

from __future__ import annotations

from collections.abc import Callable
from contextlib import suppress
from functools import partial

from device.journal.deleted import DeletedGames
from device.journal.errors import JournalError
from device.journal.losses import Loss
from device.journal.store import Journal
from display.words import Text, text

SLOW_WRITE_S = 1.0
"""A write that takes at least this many seconds means that the disk is slow. The table then shows a notice."""

RETRY_DELAY_FACTOR = 10
"""After a slow failure, the disk is not tried again for this many times as long as the failure took."""

_SLOW_DISK_NOTICE = text("The disk is slow. After each declaration, wait for the signal; use another disk soon.")

OpenJournal = Callable[[], Journal]
"""Opens a journal, or raises JournalError."""


class JournalAccess:
    """The journal that `open_journal` opens, and reopens after every failure. No method raises JournalError.

    `on_open` is called with each newly opened journal; it may raise JournalError. `clock` returns seconds.
    """

    def __init__(
        self, open_journal: OpenJournal, on_open: Callable[[Journal], None], clock: Callable[[], float]
    ) -> None:
        self._open_journal = open_journal
        self._on_open = on_open
        self._clock = clock
        self._journal: Journal | None = None
        self._writes_marks_separately = False
        self._retry_at = float("-inf")
        self.fault: JournalError | None = None
        """The last failure. None if nothing has failed, or after a successful `write`."""
        self.deleted: DeletedGames | None = None
        """The deleted games, also while the journal can't be opened; None before it was first opened."""
        self._losses: tuple[Loss, ...] = ()
        self._slow_notices: tuple[Text, ...] = ()
        self.is_slow = False
        """Whether a write has been slow (see `SLOW_WRITE_S`)."""

    @property
    def notices(self) -> tuple[Text, ...]:
        """Notices for the players besides `fault`, until somebody closes them: a journal was damaged, the disk is
        slow."""
        return (*(loss.sentence for loss in self._losses), *self._slow_notices)

    def close_notice(self, notice: Text) -> None:
        """Remove a notice that somebody has closed. That of a loss stays if the journal can't be written."""
        for loss in self._losses:
            if loss.sentence == notice and self.call_with_journal(partial(Journal.close_loss, loss=loss)):
                self._losses = tuple(kept_loss for kept_loss in self._losses if kept_loss != loss)
        self._slow_notices = tuple(kept_notice for kept_notice in self._slow_notices if kept_notice != notice)

    def allow_retry_now(self) -> None:
        """Allow the next `write` at once, even after a slow failure."""
        self._retry_at = float("-inf")

    def write(self, operation: Callable[[Journal], object]) -> bool:
        """Call `operation`, which writes, and clear the fault on success. Returns whether it succeeded.

        After a slow failure, it returns False for a while without trying.
        """
        if self._clock() < self._retry_at or not self.call_with_journal(operation):
            return False
        self.fault = None
        return True

    def call_with_journal(self, operation: Callable[[Journal], object]) -> bool:
        """Call `operation` with the journal; if the file is damaged, once more with a new one. Returns True on success.

        A failure is stored in `fault`, and the file is reopened at the next call.
        """
        started_at, journal_before = self._clock(), self._journal
        succeeded = self._call_and_repair(operation)
        duration = self._clock() - started_at
        took_long = duration >= SLOW_WRITE_S
        # Opening and repairing may take long: only the time of a write shows how slow a disk is.
        stayed_open = journal_before is not None and self._journal is journal_before
        if took_long and succeeded and stayed_open and not self.is_slow:
            self.is_slow = True
            self._slow_notices = (_SLOW_DISK_NOTICE,)
        # A key press waits while the disk fails slowly. The next ones need not: do not try again for a while.
        failed_slowly = took_long and not succeeded
        self._retry_at = self._clock() + RETRY_DELAY_FACTOR * duration if failed_slowly else float("-inf")
        return succeeded

    def write_mark(self) -> None:
        """Mark what is on the disk as acknowledged, if a journal is open and nothing has failed.

        After the first call, marks are only written by this method; see `Journal.write_mark`.
        """
        self._writes_marks_separately = True
        if self._journal is not None and self.fault is None:
            self.call_with_journal(Journal.write_mark)

    def close_file(self) -> None:
        """Close the file. The next operation reopens it."""
        if self._journal is not None:
            self._journal.close()
            self._journal = None

    def _call_and_repair(self, operation: Callable[[Journal], object]) -> bool:
        for _ in range(2):  # with the file, and with the repaired one
            try:
                if self._journal is None:
                    self._journal = self._open()
                operation(self._journal)
            except JournalError as error:
                self.fault = error
                if self._journal is None or not error.is_damaged:
                    break
                self._repair_file(self._journal)
            else:
                return True
        self.close_file()
        return False

    def _open(self) -> Journal:
        journal = self._open_journal()
        try:
            self._losses, self.deleted = journal.losses, journal.deleted
            if self._writes_marks_separately:
                journal.write_mark()  # from now on, the journal writes marks at such calls only
            self._on_open(journal)
        except JournalError:
            journal.close()
            raise
        return journal

    def _repair_file(self, journal: Journal) -> None:
        """Close a damaged journal and repair its file, if the disk allows it. The next call opens it again."""
        self._journal = None
        with suppress(JournalError):
            journal.close_and_repair()
