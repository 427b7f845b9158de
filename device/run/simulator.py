"""A run on a simulator: one table after another on the same journal, until somebody ends it."""

from __future__ import annotations

from collections.abc import Callable
from contextlib import suppress
from typing import Protocol

from device.config import chosen_language
from device.journal.writer import JournalWriter
from device.pods.seats import PodSeats
from device.run import final_status
from device.run.run_settings import RunSettings
from device.run.table_assembly import THREAD_SWITCH_S, assemble_table, open_journal
from device.run.table_requests import NextTable, TableRequests
from device.table.sidebar_filler import SidebarFiller
from device.table.transcript import LineWriter
from display.words import Language
from hal.panel.orientation import Mounting
from hal.panel.panel import PanelKind
from hal.table.sidebar import Sidebar
from hal.table.threaded_table import ThreadedTable
from values.named_tuple import NamedTuple


class TablePlace(Sidebar, Protocol):
    """The place where tables are shown: a page in a browser, or a terminal."""

    def open_table(self, kind: PanelKind, mounting: Mounting) -> ThreadedTable:
        """Open a new table with a panel of this kind, mounted like this."""

    def close_table(self, table: ThreadedTable) -> None:
        """Close a table."""


class Simulator(NamedTuple):
    """Everything that stays the same from table to table.

    `announce` is called before each table, and after a change of language. `on_switched_off` is called with the table's
    last language when its keys have ended it.
    """

    place: TablePlace
    requests: TableRequests
    settings: RunSettings
    tell: LineWriter
    announce: Callable[[NextTable], None]
    seats: PodSeats | None = None
    thread_switch_s: float = THREAD_SWITCH_S
    on_switched_off: Callable[[Language], None] = lambda _: None

    def run(self) -> int:
        """Play until the requests end. Returns the exit status.

        The journal stays open from table to table: only half-typed codes are lost.
        """
        language = last_language = self.settings.language
        try:
            with open_journal(self.settings.data, self.thread_switch_s) as journal:
                while (next_table := self.requests.next_table()) is not None:
                    if next_table.language is not language:
                        self._store_language(next_table.language)
                    language = next_table.language
                    if next_table.uploaded_game is not None:
                        journal.begin_game(next_table.uploaded_game.rows)
                    self.announce(next_table)
                    last_language = self._play(next_table, journal)
        finally:
            # A thread that still waits for a game gets an answer.
            self.requests.end()
        return final_status.final_status(journal, last_language)

    def _play(self, next_table: NextTable, journal: JournalWriter) -> Language:
        """Play at one table. Returns its last language: people may have changed it there."""
        current_language = next_table.language

        def set_language(language: Language) -> None:
            nonlocal current_language
            current_language = language
            self.requests.note_language(language)
            self.announce(next_table._replace(language=language))

        settings = self.settings._replace(language=next_table.language).with_table_choices()
        table = self.place.open_table(next_table.kind, settings.config.panel.mounting)
        try:
            sidebar = SidebarFiller(self.place, next_table.language, set_language)
            # The sidebar only posts to other threads, so call it at once: it comes with the answer to the press.
            with assemble_table(
                table, journal, settings, self.tell, [sidebar], seats=self.seats, background=False
            ) as controller:
                self.requests.note_started(table.stop, table.wake)
                if next_table.uploaded_game is not None:
                    # Whoever gets this answer may press a key at once, so the table must exist before.
                    next_table.uploaded_game.finish(None if journal.fault is None else journal.fault.sentence)
                controller.run()
        finally:
            self.place.close_table(table)
        if controller.is_off:
            self.on_switched_off(current_language)
            self.requests.end()
        return current_language

    def _store_language(self, language: Language) -> None:
        # If the language can't be stored, it is used until the next start all the same.
        with suppress(OSError):
            chosen_language.store_language(self.settings.data, language.code)
