"""A failing and recovering disk under a real journal."""

from __future__ import annotations

import sqlite3
from contextlib import suppress
from pathlib import Path

from device.journal.errors import JournalError
from device.journal.store import Journal
from device.session.rows import JournalRow
from display.words import text
from tests.journal.connections import opened


class Disk:
    """A directory whose journal can be made to fail: it can't be opened, or is too full to be changed."""

    def __init__(self, directory: Path) -> None:
        self.directory = directory
        self.gone = False
        self.full = False
        self.journal: Journal | None = None
        self._connection: sqlite3.Connection | None = None
        self.opened = 0

    def open(self) -> Journal:
        if self.gone:
            raise JournalError(text("The disk is gone."))
        self.opened += 1
        self.journal, self._connection = opened(self.directory)
        if self.full:
            self._switch("ON")
        return self.journal

    def fail(self) -> None:
        """Let all writes fail from now on."""
        self.full = True
        self._switch("ON")

    def mend(self) -> None:
        self.gone = self.full = False
        self._switch("OFF")

    def _switch(self, state: str) -> None:
        # A writer closes a journal that has failed.
        with suppress(sqlite3.ProgrammingError):
            if self._connection is not None:
                self._connection.execute(f"PRAGMA query_only = {state}")

    def games(self) -> list[list[JournalRow]]:
        """The games as another process reads them."""
        journal = Journal.open(self.directory)
        games = [journal.counting_rows(listed.number) for listed in journal.games()]
        journal.close()
        return games
