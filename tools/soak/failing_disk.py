"""A disk with a journal that can be full or removed."""

from __future__ import annotations

import resource
from collections.abc import Iterator
from contextlib import contextmanager
from pathlib import Path

from device.journal.errors import JournalError
from device.journal.spill import Spill, SpillContent
from device.journal.store import FILE_NAME, Journal
from display.words import text
from hal.clock.wallclock import Calendar


class FailingDisk:
    """Opens the journal of a directory, and can let its disk fail.

    A full disk is simulated by the system's limit for the size of this process's files, so that a write can also break
    off in the middle. `calendar` gives the journal's dates.
    """

    def __init__(self, directory: Path, calendar: Calendar) -> None:
        self._directory = directory
        self._calendar = calendar
        self._away = False
        self._opened: Journal | None = None
        self.failing = False

    def open(self) -> Journal:
        """Open the journal, for `JournalWriter`. Raises JournalError."""
        if self._away:
            raise JournalError(text("The disk is gone."))
        self._opened = Journal.open(self._directory, self._calendar)
        return self._opened

    def take_away(self) -> None:
        """Remove the disk: the open file stays usable until it fails, but no other can be opened."""
        self._away = self.failing = True

    def fill(self, left: int) -> None:
        """Fill the disk: the journal's log can grow by `left` bytes, and other files not beyond that size.

        Unused space after the log's last frame does not count: with it, a short game would not be affected.
        """
        log = self._directory / f"{FILE_NAME}-wal"
        self.failing = True
        used = len(log.read_bytes().rstrip(b"\0")) if log.exists() else 0
        _limit(used + left)

    def break_off(self) -> None:
        """End the process without tidying up: the journal's file is closed, and nothing more is written."""
        if self._opened is not None:
            # The last connection that closes a journal removes its log, unless there is a reader. So the log stays, as
            # after a real power cut.
            with self.room():
                reader = Journal.open_to_read(self._directory)
                reader.current_game()
                self._opened.close()
                reader.close()

    def mend(self) -> None:
        """Let the disk work again."""
        self._away = self.failing = False
        _limit(None)

    @contextmanager
    def room(self) -> Iterator[None]:
        """Lift the limit, for files that are not on this disk."""
        limits = resource.getrlimit(resource.RLIMIT_FSIZE)
        _limit(None)
        try:
            yield
        finally:
            resource.setrlimit(resource.RLIMIT_FSIZE, limits)


class RoomySpill(Spill):
    """A spill that has room when the disk has none."""

    def __init__(self, disk: FailingDisk, data: Path, place: Path) -> None:
        super().__init__(data, [place])
        self._disk = disk

    def save(self, spilled: SpillContent) -> Path | None:
        with self._disk.room():
            return super().save(spilled)


def _limit(size: int | None) -> None:
    """Limit the size of this process's files; None for no limit."""
    _, hard = resource.getrlimit(resource.RLIMIT_FSIZE)
    resource.setrlimit(resource.RLIMIT_FSIZE, (hard if size is None else size, hard))
