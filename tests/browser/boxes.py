"""A box with a real panel, as good as one, whose page another program serves."""

from __future__ import annotations

import threading
from functools import partial
from pathlib import Path

from device.config import DesktopSettings
from device.journal import writer
from device.reports.archive_client import ArchiveAtOnce, ArchiveDocuments
from device.run.mirror import mirror_of
from device.table.controller import Controller
from device.table.listeners import Listeners
from device.table.table_settings import TableSettings
from display.text_alternative import page_sections
from display.words import ENGLISH
from hal.clock.clock import RealClock
from hal.keys.keys import Gesture, Key, Press
from hal.signal.signal import Silent
from hal.table.threaded import ThreadedTable
from tests.browser.real_panel import RealPanel
from tests.browser.timeouts import PATIENCE_S


class Box:
    """A table behind a door, which plays until it is closed."""

    def __init__(self, path: Path) -> None:
        self.door, self.data = path / "door", path / "games"
        self.data.mkdir(exist_ok=True)
        clock = self.clock = RealClock()
        documents = ArchiveDocuments(self.data, ENGLISH)
        self.mirror = mirror_of(DesktopSettings(door=str(self.door)), clock, documents)
        self.panel = RealPanel()
        self.table = ThreadedTable(
            clock, self.mirror.panel(self.panel), self.mirror.signal(Silent()), self.mirror.readout
        )
        self.mirror.attach(self.table)
        self._loop = threading.Thread(target=self._play)
        self._begun = threading.Event()
        self._loop.start()
        self._begun.wait(PATIENCE_S)

    def _play(self) -> None:
        # A journal belongs to the thread that opened it.
        journal = writer.of(self.data)
        settings = TableSettings(archive=partial(ArchiveAtOnce, self.data), phones=self.mirror.phones)
        self.controller = Controller(self.table, journal, settings, Listeners(self.mirror.listener(ENGLISH)))
        self._begun.set()
        self.controller.run()
        journal.close()

    def shows(self, question: str) -> bool:
        """Whether the table asks this now."""
        page = self.controller.shown
        return page is not None and page.question is not None and ENGLISH.say(page.question) == question

    def said(self) -> str:
        """What is on the panel, in words."""
        page = self.controller.shown
        return "" if page is None else " ".join(line for _, lines in page_sections(page, ENGLISH) for line in lines)

    def press(self, *keys: str) -> None:
        """Press keys of the box, or hold them: `A`, `hold A`."""
        for key in keys:
            gesture = Gesture.HOLD if key.startswith("hold") else Gesture.PRESS
            self.table.post(Press(Key(key[-1]), gesture, self.clock.now()))

    def close(self) -> None:
        self.table.stop()
        self._loop.join()
        self.table.close()
        self.mirror.close()
