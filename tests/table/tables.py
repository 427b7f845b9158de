"""A table for tests: mock hardware with a real journal, controlled by keys as by a user."""

from __future__ import annotations

from collections.abc import Callable, Iterable, Iterator
from functools import partial
from pathlib import Path

from device.config import chosen_language
from device.journal import writer
from device.journal.export import exported_lines
from device.journal.writer import JournalWriter
from device.people.store import PeopleStore
from device.pods.seats import FILE_NAME, PodSeats
from device.reports.archive_client import ArchiveAtOnce
from device.run.installed_games import prepare_games
from device.system.log_level import LogLevel
from device.table.controller import Controller
from device.table.events import PageChanged, TableEvent
from device.table.listeners import Listener, Listeners
from device.table.table_settings import TableSettings
from device.table.transcript import LineWriter, Transcript
from display.vocabulary import Page
from display.words import ENGLISH, Language
from hal.keys.keys import Edge
from hal.mock.script import ScriptedKeys
from hal.mock.table import MockTable
from hal.panel import panel
from hal.signal.readout import Status
from hal.table.table import Event, InputEnd, Table

KIND = "what-black"


class Mock:
    """A program on the mock hardware. `told` is its transcript."""

    def __init__(
        self,
        data: Path,
        lines: Iterable[str],
        *,
        kind: str = KIND,
        roster: tuple[str, ...] = (),
        frames: Path | None = None,
        language: Language = ENGLISH,
        listener: Listener | None = None,
    ) -> None:
        self.data = data
        self.by_hand = False
        """Whether people press the keys, who know no page before the panel shows it."""
        self.logged: list[tuple[str, LogLevel]] = []
        self.journal_writer = writer.journal_writer_for(data, lambda: 0.0)  # no disk is slow
        self.eventful = EventfulTable(panel.panel_kind(kind), lines, frames)
        self.table: MockTable = self.eventful
        remember = partial(chosen_language.store_language, data)
        people = PeopleStore(data).people
        archive = partial(ArchiveAtOnce, data)
        here = prepare_games(data)
        settings = TableSettings(language, roster, remember, PodSeats(data / FILE_NAME), people, here.notices, archive)
        settings = settings._replace(
            game_ids=here.order,
            left_game_number=here.left_game_number,
            store_left_game_number=here.store_left_game_number,
            has_people_at_keys=lambda: self.by_hand,
        )
        self.controller = controlled(self.table, self.journal_writer, self.tell, settings, listener)

    @property
    def told(self) -> list[str]:
        return [line for line, _ in self.logged]

    def tell(self, line: str, level: LogLevel = LogLevel.INFO) -> None:
        self.logged.append((line, level))

    def run(self) -> Mock:
        self.controller.run()
        self.journal_writer.close()
        return self

    def page(self) -> Page:
        """The table's last page. The journal is closed again afterwards."""
        page = self.controller.page()
        self.journal_writer.close()
        return page

    def record(self) -> list[str]:
        """The record of the current game."""
        return list(exported_lines(self.data, None))


def controlled(
    table: Table,
    journal: JournalWriter,
    tell: LineWriter,
    settings: TableSettings | None = None,
    listener: Listener | None = None,
) -> Controller:
    """A controller whose transcript goes to `tell`."""
    settings = settings or TableSettings()
    listeners = Listeners(Transcript(tell, settings.language))
    if listener is not None:
        listeners.subscribe(listener)
    return Controller(table, journal, settings, listeners)


class KeptReadout:
    """A readout that stores what it shows."""

    def __init__(self) -> None:
        self.said: list[Status] = []

    def show_status(self, status: Status) -> None:
        self.said.append(status)


class Pages:
    """A listener that stores every page."""

    name = "pages"

    def __init__(self) -> None:
        self.seen: list[Page] = []

    def handle_event(self, event: TableEvent) -> None:
        if isinstance(event, PageChanged):
            self.seen.append(event.page)


class EventfulTable(MockTable):
    """Mock hardware with additional events: `first` before any key, `last` after all of them."""

    first: Iterator[Event] = iter(())
    last: tuple[Event, ...] = ()
    at_end: Callable[[], None] = staticmethod(lambda: None)

    def play_edges(self, edges: Iterator[Edge]) -> None:
        """Play these instead of a key script."""
        self._keys = ScriptedKeys(edges)

    def next_event(self, deadline: float | None) -> Event:
        event = next(self.first, None)
        if event is not None:
            return event
        event = super().next_event(deadline)
        if isinstance(event, InputEnd) and self.last:
            self.at_end()
            event, *rest = self.last
            self.last = tuple(rest)
        return event


def play(data: Path, lines: Iterable[str], *, kind: str = KIND, roster: tuple[str, ...] = ()) -> Mock:
    """Play a key script to its end."""
    return Mock(data, lines, kind=kind, roster=roster).run()
