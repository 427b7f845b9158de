"""A simulated box whose process is restarted again and again on the same data, with a failing disk and clock."""

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
    """A mock table with its journal in a directory. `mock` exists only while it runs."""

    def __init__(self, directory: Path) -> None:
        self.data = directory / "data"
        """The directory of the journal."""
        self.calendar = JumpingCalendar()
        self.disk = FailingDisk(self.data, self.calendar)
        memory = directory / "memory"
        memory.mkdir()
        self._spill = RoomySpill(self.disk, self.data, memory)
        self.interruption = Interruption.POWER
        """How the last process ended."""

    def run(self, moves: Iterator[PlayerMove]) -> bool:
        """Play from the start until the moves end. Returns False if the process was broken off."""
        # A fixed clock, so that a slow machine does not count as a slow disk.
        self._journal_writer = JournalWriter(self.disk.open, None, self._spill, self.calendar, clock=lambda: 0.0)
        self.mock = MockTable(panel.panel_kind(PANEL), ())
        self._companion = Controller(PlayedTable(self.mock, moves), self._journal_writer, TableSettings(roster=ROSTER))
        try:
            self._companion.run()
        except BrokenOff as broken:
            self._break_off(broken.how)
            return False
        return True

    def close(self) -> None:
        """End the box. The disk works again."""
        self.disk.mend()
        self._journal_writer.close()

    @property
    def page(self) -> Page:
        """The current page."""
        return self._companion.page()

    @property
    def on_disk(self) -> bool:
        """Whether everything acknowledged is on the disk."""
        return self._journal_writer.fault is None

    def past(self) -> Past:
        """The game in play, with all corrections made."""
        current = self._journal_writer.current_game()
        return past.past_of_rows([] if current is None else self._journal_writer.counting_rows(current))

    def _break_off(self, how: Interruption) -> None:
        """End the process without tidying up. After a power cut, memory is empty, too.

        The disk is mended for the next start: from a read-only one, years of games would be read into memory.
        """
        self.interruption = how
        self.disk.break_off()
        self.disk.mend()
        if how is Interruption.POWER:
            self._spill.clear()
        del self._journal_writer, self.mock, self._companion
