"""A run on a simulator: one table after the other on one journal, until somebody ends it."""

from __future__ import annotations

from collections.abc import Callable
from contextlib import suppress
from typing import Protocol

from device.config import preferences
from device.journal.writer import JournalWriter
from device.pods.seats import PodSeats
from device.run import finalsave
from device.run.assemble import SWITCH_S, assembled, opened_journal
from device.run.settings import RunSettings
from device.run.table_requests import PlayRecord, TableRequests
from device.table.sidebar import SidebarFiller
from device.table.transcript import Tell
from display.words import Language
from hal.panel.orientation import Mounting
from hal.panel.panel import PanelKind
from hal.table.sidebar import Sidebar
from hal.table.threaded import ThreadedTable
from values.named_tuple import NamedTuple


class Place(Sidebar, Protocol):
    """Where tables are shown: a page in a browser, or a terminal."""

    def table(self, kind: PanelKind, mounting: Mounting) -> ThreadedTable:
        """A new table with a panel of this kind, mounted so."""

    def leave(self, table: ThreadedTable) -> None:
        """Close a table."""


class Simulator(NamedTuple):
    """Everything that stays from table to table. `announce` is told of each before it begins, and of new languages.

    `switched_off` is told when the table's keys have ended it, with the language last spoken there.
    """

    place: Place
    requests: TableRequests
    settings: RunSettings
    tell: Tell
    announce: Callable[[PlayRecord], None]
    seats: PodSeats | None = None
    switch_s: float = SWITCH_S
    switched_off: Callable[[Language], None] = lambda _: None

    def run(self) -> int:
        """Play until the requests end. Returns the exit status.

        The journal stays open from table to table: what is half typed is forgotten, and nothing else.
        """
        spoken = self.settings.language
        try:
            with opened_journal(self.settings.data, self.switch_s) as journal:
                while (play := self.requests.next()) is not None:
                    if play.language is not spoken:
                        self._keep_language(play.language)
                    spoken = play.language
                    if play.uploaded is not None:
                        journal.begin(play.uploaded.rows)
                    self.announce(play)
                    self._play(play, journal)
        finally:
            # Whoever still waits for a game hears that there is none.
            self.requests.end()
        return finalsave.status(journal, spoken)

    def _play(self, play: PlayRecord, journal: JournalWriter) -> None:
        spoken = play.language

        def speak(language: Language) -> None:
            nonlocal spoken
            spoken = language
            self.requests.spoken(language)
            self.announce(play._replace(language=language))

        settings = self.settings._replace(language=play.language).as_chosen()
        table = self.place.table(play.kind, settings.config.panel.mounting)
        try:
            sidebar = SidebarFiller(self.place, play.language, speak)
            # The sidebar only posts to its place's own threads: at once, it comes with the answer to the press.
            with assembled(
                table, journal, settings, self.tell, [sidebar], seats=self.seats, background=False
            ) as controller:
                self.requests.started(table.stop, table.wake)
                if play.uploaded is not None:
                    # Whoever hears it may press a key at once: there is a table for it now.
                    play.uploaded.begun(None if journal.fault is None else journal.fault.sentence)
                controller.run()
        finally:
            self.place.leave(table)
        if controller.off:
            self.switched_off(spoken)
            self.requests.end()

    def _keep_language(self, language: Language) -> None:
        # Where it can't be kept, it is spoken until the next start all the same.
        with suppress(OSError):
            preferences.keep_language(self.settings.data, language.code)
