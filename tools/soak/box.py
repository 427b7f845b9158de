"""A box whose process is started again and again on the same data, with a disk and a clock that fail."""

from __future__ import annotations

from collections.abc import Iterator
from pathlib import Path

from device.journal.writer import JournalWriter
from device.session import past
from device.session.past import Past
from device.table.controller import Controller
from device.table.table_settings import TableSettings
from display.vocabulary import Page
from hal.mock.table import MockTable
from hal.panel import panel
from tools.soak.failing_disk import FailingDisk, RoomySpill
from tools.soak.jumping_calendar import JumpingCalendar
from tools.soak.planned_games import ROSTER
from tools.soak.players import BrokenOff, Interruption, PlayedTable, PlayerMove

PANEL = "impression-5.7"


class SoakBox:
    """A mock table with its journal in a directory. `mock` is there while it runs."""

    def __init__(self, directory: Path) -> None:
        self.data = directory / "data"
        """Where the journal is."""
        self.calendar = JumpingCalendar()
        self.disk = FailingDisk(self.data, self.calendar)
        memory = directory / "memory"
        memory.mkdir()
        self._spill = RoomySpill(self.disk, self.data, memory)
        self.broken = Interruption.POWER
        """How the last process broke off."""

    def run(self, moves: Iterator[PlayerMove]) -> bool:
        """Play from the start until nobody wants to go on. False if the process broke off."""
        # However slow this machine is, the disk is not.
        self._journal_writer = JournalWriter(self.disk.open, None, self._spill, self.calendar, clock=lambda: 0.0)
        self.mock = MockTable(panel.kind(PANEL), ())
        self._companion = Controller(PlayedTable(self.mock, moves), self._journal_writer, TableSettings(roster=ROSTER))
        try:
            self._companion.run()
        except BrokenOff as broken:
            self._break_off(broken.how)
            return False
        return True

    def close(self) -> None:
        """No more of it; the disk works again."""
        self.disk.mend()
        self._journal_writer.close()

    @property
    def page(self) -> Page:
        """The page as it is now."""
        return self._companion.page()

    @property
    def on_disk(self) -> bool:
        """Whether the disk has all that was acknowledged."""
        return self._journal_writer.trouble is None

    def past(self) -> Past:
        """The game in play, with all corrections made."""
        current = self._journal_writer.current()
        return past.of([] if current is None else self._journal_writer.rows(current))

    def _break_off(self, how: Interruption) -> None:
        """Nothing of this start is left, and nothing was tidied up. Without power, memory is empty, too.

        The disk works for the next start: on one that can only be read, years of games would be read into memory.
        """
        self.broken = how
        self.disk.break_off()
        self.disk.mend()
        if how is Interruption.POWER:
            self._spill.clear()
        del self._journal_writer, self.mock, self._companion
