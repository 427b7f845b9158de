"""A disk that can be full, or away, while a journal is on it."""

from __future__ import annotations

import resource
from collections.abc import Iterator
from contextlib import contextmanager
from pathlib import Path

from device.journal.errors import JournalError
from device.journal.spill import Spill, Spilled
from device.journal.store import FILE, Journal
from display.words import text
from hal.clock.wallclock import Calendar


class FailingDisk:
    """Opens the journal of a directory, and can make it fail.

    A full disk is the system's doing: no file of this process may grow beyond a size, so that a write can also break
    off in the middle. `calendar` tells the journal's dates.
    """

    def __init__(self, directory: Path, calendar: Calendar) -> None:
        self._directory = directory
        self._calendar = calendar
        self._away = False
        self._opened: Journal | None = None
        self.failing = False

    def open(self) -> Journal:
        """For `JournalWriter`. Raises JournalError."""
        if self._away:
            raise JournalError(text("The disk is gone."))
        self._opened = Journal.open(self._directory, self._calendar)
        return self._opened

    def take_away(self) -> None:
        """The file that is open stays usable until it fails; no other can be opened."""
        self._away = self.failing = True

    def fill(self, left: int) -> None:
        """From now on the log of the journal takes so many bytes, and other files none beyond that size.

        The room that the log keeps behind its last frame counts as not there: with it, a short game would not notice.
        """
        log = self._directory / f"{FILE}-wal"
        self.failing = True
        used = len(log.read_bytes().rstrip(b"\0")) if log.exists() else 0
        _limit(used + left)

    def break_off(self) -> None:
        """The process ends without tidying up: the journal's file is closed, and nothing is written any more."""
        if self._opened is not None:
            # Who closes a journal last clears its log away, but for a reader: so it stays, as after a real power cut.
            with self.room():
                reader = Journal.read(self._directory)
                reader.current()
                self._opened.close()
                reader.close()

    def mend(self) -> None:
        """The disk does its work again."""
        self._away = self.failing = False
        _limit(None)

    @contextmanager
    def room(self) -> Iterator[None]:
        """For what is not on this disk."""
        limits = resource.getrlimit(resource.RLIMIT_FSIZE)
        _limit(None)
        try:
            yield
        finally:
            resource.setrlimit(resource.RLIMIT_FSIZE, limits)


class RoomySpill(Spill):
    """A spill, which has room when the disk has none."""

    def __init__(self, disk: FailingDisk, data: Path, place: Path) -> None:
        super().__init__(data, [place])
        self._disk = disk

    def save(self, spilled: Spilled) -> Path | None:
        with self._disk.room():
            return super().save(spilled)


def _limit(size: int | None) -> None:
    """Beyond which size no file of this process may grow; None for any."""
    _, hard = resource.getrlimit(resource.RLIMIT_FSIZE)
    resource.setrlimit(resource.RLIMIT_FSIZE, (hard if size is None else size, hard))
