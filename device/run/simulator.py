"""A run on a simulator: one table after another on the same journal, until somebody ends it."""

from __future__ import annotations

from collections.abc import Callable
from contextlib import suppress
from typing import Protocol

from device.config import preferences
from device.journal.writer import JournalWriter
from device.pods.seats import PodSeats
from device.run import finalsave
from device.run.assemble import SWITCH_S, assemble, open_journal
from device.run.settings import RunSettings
from device.run.table_requests import PlayRecord, TableRequests
from device.table.sidebar_filler import SidebarFiller
from device.table.transcript import WriteLine
from display.words import Language
from hal.panel.orientation import Mounting
from hal.panel.panel import PanelKind
from hal.table.sidebar import Sidebar
from hal.table.threaded import ThreadedTable
from values.named_tuple import NamedTuple


class TablePlace(Sidebar, Protocol):
    """The place where tables are shown: a page in a browser, or a terminal."""

    def open_table(self, kind: PanelKind, mounting: Mounting) -> ThreadedTable:
        """Open a new table with a panel of this kind, mounted like this."""

    def close_table(self, table: ThreadedTable) -> None:
        """Close a table."""


class Simulator(NamedTuple):
    """Everything that stays the same from table to table.

    `announce` is called before each table, and after a change of language. `switched_off` is called with the table's
    last language when its keys have ended it.
    """

    place: TablePlace
    requests: TableRequests
    settings: RunSettings
    tell: WriteLine
    announce: Callable[[PlayRecord], None]
    seats: PodSeats | None = None
    switch_s: float = SWITCH_S
    switched_off: Callable[[Language], None] = lambda _: None

    def run(self) -> int:
        """Play until the requests end. Returns the exit status.

        The journal stays open from table to table: only half-typed codes are lost.
        """
        language = self.settings.language
        try:
            with open_journal(self.settings.data, self.switch_s) as journal:
                while (play := self.requests.next_settings()) is not None:
                    if play.language is not language:
                        self._keep_language(play.language)
                    language = play.language
                    if play.uploaded is not None:
                        journal.begin_game(play.uploaded.rows)
                    self.announce(play)
                    self._play(play, journal)
        finally:
            # A thread that still waits for a game gets an answer.
            self.requests.end()
        return finalsave.final_status(journal, language)

    def _play(self, play: PlayRecord, journal: JournalWriter) -> None:
        current_language = play.language

        def set_language(language: Language) -> None:
            nonlocal current_language
            current_language = language
            self.requests.note_language(language)
            self.announce(play._replace(language=language))

        settings = self.settings._replace(language=play.language).with_table_choices()
        table = self.place.open_table(play.kind, settings.config.panel.mounting)
        try:
            sidebar = SidebarFiller(self.place, play.language, set_language)
            # The sidebar only posts to other threads, so call it at once: it comes with the answer to the press.
            with assemble(
                table, journal, settings, self.tell, [sidebar], seats=self.seats, background=False
            ) as controller:
                self.requests.note_started(table.stop, table.wake)
                if play.uploaded is not None:
                    # Whoever gets this answer may press a key at once, so the table must exist before.
                    play.uploaded.finish(None if journal.fault is None else journal.fault.sentence)
                controller.run()
        finally:
            self.place.close_table(table)
        if controller.off:
            self.switched_off(current_language)
            self.requests.end()

    def _keep_language(self, language: Language) -> None:
        # If the language can't be stored, it is used until the next start all the same.
        with suppress(OSError):
            preferences.store_language(self.settings.data, language.code)
