"""A table at which people answer without the four keys: by pointing at its picture, or by typing."""

from __future__ import annotations

from collections.abc import Callable, Iterator
from functools import partial
from pathlib import Path
from typing import TYPE_CHECKING

from device.journal import writer
from device.journal.export import exported_lines
from device.people.store import PeopleStore
from device.reports.archive_client import ArchiveAtOnce
from device.session import record as records
from device.session.keyscript import key_groups
from device.system.log_level import LogLevel
from device.table.controller import Controller
from device.table.listeners import Listeners
from device.table.sidebar_filler import SidebarFiller
from device.table.table_settings import TableSettings
from device.table.transcript import Transcript
from display.words import ENGLISH, Language
from hal.clock.clock import VirtualClock
from hal.keys.keys import Gesture, Key, Press
from hal.mock.table import MockSignal
from hal.panel import panel
from hal.panel.panel import PanelKind, RefreshMode
from hal.signal.readout import Status
from hal.table.sidebar import PictureArea, SidebarContents
from hal.table.table import (
    DirectAnswer,
    EditingKey,
    EditingKeyPressed,
    Event,
    InputEnd,
    PicturePointed,
    Pods,
    RefreshDone,
    WordsTyped,
)

if TYPE_CHECKING:
    from PIL.Image import Image

NAMES = ("Ann", "Bo", "Cleo", "Dan")

Answer = Callable[["AnsweredTable"], DirectAnswer]


class AnsweredTable:
    """A table whose panel refreshes at once; then the next answer comes. It stores what a browser would receive."""

    def __init__(
        self,
        data: Path,
        answers: Callable[[AnsweredTable], Iterator[Event]],
        *,
        roster: tuple[str, ...] = (),
        language: Language = ENGLISH,
        kind: str = "what-black",
    ) -> None:
        self.transcript: list[str] = []
        self.data = data
        self.clock = VirtualClock()
        self.signal = MockSignal(self.clock)
        self.readout = self
        self.pods: Pods | None = None
        self.status = Status("")
        self.contents = SidebarContents()
        self._kind = panel.panel_kind(kind)
        self._answers = answers(self)
        self._drawn = False
        journal = writer.journal_writer_for(data, lambda: 0.0)
        archive = partial(ArchiveAtOnce, data)
        settings = TableSettings(language, roster, current_people=PeopleStore(data).people, open_archive=archive)
        transcript = Transcript(lambda line, level=LogLevel.INFO: self.transcript.append(line), language)
        listeners = Listeners(SidebarFiller(self, language, lambda _: None), transcript)
        self.controller = Controller(self, journal, settings, listeners)
        self.controller.run()
        journal.close()

    # The interface for its controller

    @property
    def panel_kind(self) -> PanelKind:
        return self._kind

    def next_event(self, deadline: float | None) -> Event:
        if self._drawn:
            self._drawn = False
            return RefreshDone(self.clock.now())
        return next(self._answers, InputEnd())

    def show(self, image: Image, mode: RefreshMode = RefreshMode.FULL) -> None:
        self._drawn = True

    def wake(self) -> None: ...

    def close(self) -> None: ...

    # What the controller sends

    def show_status(self, status: Status) -> None:
        self.status = status

    def show_sidebar(self, contents: SidebarContents) -> None:
        self.contents = contents

    @property
    def spots(self) -> tuple[PictureArea, ...]:
        return self.contents.picture_areas.areas

    @property
    def cues(self) -> list[str]:
        return [cue.value for _, cue in self.signal.played_cues]

    def record(self) -> list[str]:
        return list(exported_lines(self.data, None))

    # What people do

    def spot(self, keys: tuple[str, ...]) -> PictureArea:
        """The place of the picture for the next of some keys, in the notation of `presses`."""
        if keys[0].startswith("hold"):
            return next(spot for spot in self.spots if spot.is_hold and spot.keys == keys[0][-1])
        typed, coming = self.status.typed_keys, "".join(keys)
        # Of a long entry, only the end is the next code.
        return next(
            spot
            for spot in self.spots
            if not spot.is_hold and len(spot.keys) > len(typed) and (typed + coming).startswith(spot.keys)
        )

    def pointed(self, spot: PictureArea) -> PicturePointed:
        return PicturePointed(self.contents.picture_areas.question_number, spot.keys, spot.is_hold)

    def point(self, label: str) -> PicturePointed:
        """Point at the place with a label."""
        return self.pointed(next(spot for spot in self.spots if spot.label == label))


def by_pointing(keys: tuple[str, ...]) -> Callable[[AnsweredTable], Iterator[Event]]:
    """Generate answers that point at the picture, once for each code in these keys."""

    def answers(table: AnsweredTable) -> Iterator[Event]:
        left = keys
        while left:
            spot = table.spot(left)
            left = left[1 if spot.is_hold else len(spot.keys) - len(table.status.typed_keys) :]
            yield table.pointed(spot)

    return answers


def by_typing(record: bytes, roster: tuple[str, ...]) -> Callable[[AnsweredTable], Iterator[Event]]:
    """Generate answers that type the picture's words for each code of a record; names at once, hold of C as Enter."""

    def answers(table: AnsweredTable) -> Iterator[Event]:
        name = ""
        for group in key_groups(record, roster):
            if group.rows[0].text.startswith("letter "):
                name += records.split(group.rows[0].text)[1]
            elif name:
                yield WordsTyped(name)
                name = ""
            else:
                yield from _typed(table, group.presses, group.rows[0].text.partition(" points ")[2])

    return answers


def _typed(table: AnsweredTable, keys: tuple[str, ...], points: str) -> Iterator[Event]:
    """Yield the words of one declaration. `points` without a cell on the page are typed at once."""
    while keys:
        if keys[0] == "hold C":
            yield EditingKeyPressed(EditingKey.ENTER)
            keys = keys[1:]
        elif keys[0].startswith("hold"):
            # A button of the page, which can be reached by keyboard.
            yield Press(Key(keys[0][-1]), Gesture.HOLD, 0.0)
            keys = keys[1:]
        else:
            spot = table.spot(keys)
            if points and (spot.label.endswith("+") or points == "0"):
                yield WordsTyped(points)
                return
            keys = keys[len(spot.keys) - len(table.status.typed_keys) :]
            yield WordsTyped(spot.label)


def after(*keys: str) -> tuple[Press, ...]:
    """Keys that are pressed, as a script has them."""
    gestures = {False: Gesture.PRESS, True: Gesture.HOLD}
    return tuple(Press(Key(key[-1]), gestures[key.startswith("hold")], 0.0) for key in keys)


def played(data: Path, *answers: Event, roster: tuple[str, ...] = NAMES, language: Language = ENGLISH) -> AnsweredTable:
    """A table after these answers."""
    return AnsweredTable(data, lambda table: iter(answers), roster=roster, language=language)


def typed(data: Path, *words: str, language: Language = ENGLISH) -> AnsweredTable:
    """A table at which nobody is known, after these words."""
    return played(data, *map(WordsTyped, words), roster=(), language=language)
