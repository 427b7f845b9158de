"""A table with a simulated real panel, whose page another program serves."""

from __future__ import annotations

import threading
from collections.abc import Callable
from functools import partial
from pathlib import Path
from time import monotonic, sleep

from device.config import Config, DesktopSettings
from device.config.chosen_settings import configured_settings
from device.config.table_pin import PinKeeper
from device.journal import uploaded_record, writer
from device.reports.archive_client import ArchiveAtOnce, ArchiveDocuments
from device.run.mirror import make_mirror
from device.run.page_service import PageService
from device.run.program_uploads import ProgramUploads
from device.table.controller import Controller
from device.table.listeners import Listeners
from device.table.table_settings import TableSettings
from display.text_alternative import page_sections
from display.words import ENGLISH, Language
from hal.clock.clock import RealClock
from hal.keys.keys import Gesture, Key, Press
from hal.signal.signal import NoSignal
from hal.table.threaded_table import ThreadedTable
from tests.browser.real_panel import RealPanel
from tests.browser.sockets import wait_for_code_question
from tests.browser.timeouts import TIMEOUT_S


class Box:
    """A table with a socket for the web service, which plays until `close`.

    It continues a `record`, if there is one. With `programs`, it takes newer programs.
    """

    def __init__(
        self,
        path: Path,
        *,
        language: Language = ENGLISH,
        roster: tuple[str, ...] = (),
        record: str = "",
        programs: ProgramUploads | None = None,
    ) -> None:
        self.door, self.data = path / "door", path / "games"
        self._language, self._roster, self._record = language, roster, record
        self.data.mkdir(exist_ok=True)
        clock = self.clock = RealClock()
        documents = ArchiveDocuments(self.data, language, configured_settings(Config()))
        self.mirror = make_mirror(
            DesktopSettings(door=str(self.door)), clock, documents, PinKeeper(self.data), programs
        )
        self.panel = RealPanel()
        self.table = ThreadedTable(
            clock, self.mirror.mirror_panel(self.panel), self.mirror.mirror_signal(NoSignal()), self.mirror.readout
        )
        self.mirror.connect_table(self.table)
        self._loop = threading.Thread(target=self._play)
        self._begun = threading.Event()
        self._loop.start()
        self._begun.wait(TIMEOUT_S)

    def _play(self) -> None:
        # A journal may only be used in the thread that opened it.
        journal = writer.journal_writer_for(self.data)
        if self._record:
            journal.begin_game(uploaded_record.rows_of_upload(self._record.encode()))
        settings = TableSettings(
            self._language, self._roster, open_archive=partial(ArchiveAtOnce, self.data), phones=self.mirror.phones
        )
        self.controller = Controller(
            self.table, journal, settings, Listeners(self.mirror.make_listener(self._language))
        )
        self._begun.set()
        self.controller.run()
        journal.close()

    def shows(self, question: str) -> bool:
        """Whether the table asks this question now."""
        page = self.controller.shown_page
        return page is not None and page.question is not None and ENGLISH.say(page.question) == question

    def wait_until_shows(self, question: str) -> None:
        """Wait until the table asks this question."""
        end = monotonic() + TIMEOUT_S
        while not self.shows(question):
            assert monotonic() < end, question
            sleep(0.01)

    def said(self) -> str:
        """The panel's content in words."""
        page = self.controller.shown_page
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


def address(service: PageService) -> str:
    """The host and port of a page."""
    return service.url.removeprefix("http://").rstrip("/")


def invited(box: Box, service: PageService, shown: Callable[[], bool] = lambda: True) -> str:
    """Create a code for phones, and wait until the page asks for it."""
    assert box.mirror.phones is not None
    code = box.mirror.phones.create_code(shown)
    wait_for_code_question(address(service))
    return code
