"""Collects everything that anybody can see, hear or request of a game, by place, so that two games can be compared."""

from __future__ import annotations

import math
import random
import re
import shutil
import sys
from collections.abc import Iterable, Iterator, Sequence
from contextlib import closing
from pathlib import Path
from types import FrameType
from typing import TypeVar

import pytest

from device.cli.commands import main
from device.journal import store, writer
from device.journal.store import Journal
from device.outbox.club_messages import ClubMessage, OutboxGames, OutboxRequest, RevisionRequest
from device.outbox.codec import decode, encode
from device.outbox.journal_outbox import JournalOutbox
from device.reports import documents, panel_pages
from device.session.places import (
    ArchivePlace,
    ChangeKind,
    ChangePlace,
    EveningPlace,
    EveningsPlace,
    GameCodePlace,
    GamePlace,
    GameStatisticsPlace,
    InvitationPlace,
    PairsPlace,
    PeopleChange,
    PeoplePlace,
    PersonPlace,
    PinChangePlace,
    PinPlace,
    SpellPlace,
    StatisticsPlace,
    WifiEndPlace,
)
from device.session.rows import JournalRow
from device.session.session import public_lines_after
from device.table.events import PageChanged, TableEvent
from device.table.sidebar_filler import SidebarFiller
from display.words import ENGLISH
from hal.table.sidebar import SidebarContents, record_version
from hal.table.table import RecordEdited
from tests.journal.calendars import FixedCalendar
from tests.table.correcting_keys import kept
from tests.table.tables import Mock
from tests.thorough import THOROUGH

T = TypeVar("T")

Seen = dict[str, str]
"""The things seen, by their place."""

FORMS = ("", " --json", " --csv")
COMMANDS = (
    *(f"export{form}" for form in ("", " 1", " --list", " --corrections", " 1 --corrections")),
    *(f"history{form}" for form in (*FORMS, " --rounds", " 1", " 1 --json")),
    *(f"statistics{form}" for form in FORMS),
    "people list",
)


def seen_at(data: Path, path: str, code: str) -> str:
    """The content that a browser gets at a path, with all parts of a file."""
    made = documents.make_file(data, path, (), code)
    return repr(documents.find_document(data, path, (), code)) if made is None else repr((*made[:2], *made.parts))


DOCUMENTS = (*documents.PAGES, *documents.FILES, "game/1", "game/1.bgsplay", "game/1.png")
PLACES: tuple[ArchivePlace, ...] = (
    InvitationPlace("http://192.168.1.20:8080/", "K7PWX4RM"), WifiEndPlace(),
    PinPlace(), PinChangePlace(None),
    EveningsPlace(), EveningPlace(1), GamePlace(1), GameCodePlace(1), StatisticsPlace(),
    GameStatisticsPlace("no-thanks", "No Thanks!"), PairsPlace(), PeoplePlace(), PersonPlace("Ann"),
    SpellPlace("Ann", "B"), ChangePlace(PeopleChange(ChangeKind.RENAME, "Ann", "Bea")),
)  # fmt: skip
assert {type(place) for place in PLACES} == set(panel_pages.PAGES)

IDENTITY = re.compile(r"\b[0-9a-f]{16}\b")
"""Game identities, which differ between any two games."""


def stop_calendars(monkeypatch: pytest.MonkeyPatch) -> None:
    """Stop the clock, and give all games the same identity, which is part of a play's address."""
    for module in (store, writer):
        monkeypatch.setattr(module, "SystemCalendar", lambda: FixedCalendar(date=1_790_000_000.0))
        monkeypatch.setattr(module, "new_identity", lambda: b"12345678")


def begun(place: Path, rows: Iterable[JournalRow]) -> Path:
    """Make a directory with a game of these rows."""
    journal = Journal.open(place)
    journal.begin_game(list(rows), bytes(16))  # only digests are shown, of this and of the record
    journal.close()
    return place


class _Eyes:
    """Stores each page with its marks, and everything that is shown beside the panel."""

    name = "eyes"

    def __init__(self) -> None:
        self.seen: list[str] = []
        self._beside = SidebarFiller(self, ENGLISH, lambda language: None)

    def handle_event(self, event: TableEvent) -> None:
        self._beside.handle_event(event)
        if isinstance(event, PageChanged):
            self.seen.append(repr((event.page, event.marks)))

    def show_sidebar(self, contents: SidebarContents) -> None:
        self.seen.append(repr(contents))

    def show_status(self, status: object) -> None:
        self.seen.append(repr(status))


class Counted:
    """Counts calls of functions of the package `device`."""

    def __init__(self) -> None:
        self.calls = 0

    def __enter__(self) -> Counted:
        sys.setprofile(self._count)
        return self

    def __exit__(self, *_: object) -> None:
        sys.setprofile(None)

    def _count(self, frame: FrameType, event: str, _: object) -> None:
        self.calls += event == "call" and "/device/" in frame.f_code.co_filename


class Looker:
    """Looks at copies of a game in every way."""

    def __init__(self, game: Path) -> None:
        self.seen: Seen = {}
        self._game = game

    def press(
        self,
        name: str,
        keys: Sequence[str],
        capsys: pytest.CaptureFixture[str] | None = None,
        text: Sequence[str] = (),
    ) -> None:
        """Store what a table shows while these keys are pressed, after the record was edited to this text, if any.

        With `capsys`, also what can then be made of its files, if anything was stored.
        """
        data = self._game.with_name(f"{self._game.name} {name}")
        shutil.copytree(self._game, data)
        eyes = _Eyes()
        mock = Mock(data, keys, listener=eyes)
        mock.table.readout = eyes
        if text:
            mock.eventful.first = iter([self._edited(text, name)])
        mock.run()
        self._add(f"{name}: pages", eyes.seen)
        self._add(f"{name}: transcript", map(repr, mock.logged))
        self._add(f"{name}: cues", [repr(cue) for _, cue in mock.table.signal.played_cues])
        if capsys is not None and _length(data) != _length(self._game):
            self.files(name, data, capsys, 1.0 if THOROUGH else 0.3)

    def files(self, name: str, data: Path, capsys: pytest.CaptureFixture[str], share: float = 1.0) -> None:
        """Store the output of commands, the pages of past games in browsers and panels, and a courier's messages.

        Of these only a random `share`, which is the same for each game that is looked at with this name.
        """
        chance = random.Random(name)

        def some(of: Sequence[T]) -> list[T]:
            return chance.sample(of, math.ceil(share * len(of)))

        for command in some(COMMANDS):
            capsys.readouterr()
            code = main([*command.split(), "--data", str(data)])
            self._add(f"{name}: {command}", [repr(code), *capsys.readouterr()])
        for path in some(DOCUMENTS):
            self._add(f"{name}: /past/{path}", [seen_at(data, path, code) for code in ("en", "fr")])
        rounds = kept(data).session.scores.rounds
        for place in some((*PLACES, *(GamePlace(1, page) for page in range(1, len(rounds) + 1)))):
            self._add(f"{name}: {place}", [repr(panel_pages.make_page(data, place, most)) for most in (7, 16)])
        with closing(JournalOutbox(data)) as outbox:
            self._add(f"{name}: outbox", map(repr, _carried(outbox)))

    def _edited(self, text: Sequence[str], name: str) -> RecordEdited:
        found = kept(self._game)
        lines = "".join(f"{line}\n" for line in public_lines_after(found.rows, found.session))
        return RecordEdited(
            "\n".join(text).encode(), record_version(lines), lambda said: self._add(f"{name}: answer", [said])
        )

    def _add(self, place: str, seen: Iterable[str]) -> None:
        """Store each of these at its place, without the directory's name."""
        for number, one in enumerate(seen):
            self.seen[f"{place} {number}"] = IDENTITY.sub("#", one.replace(self._game.name, ""))


def _length(data: Path) -> list[int]:
    """The number of rows stored of each game."""
    with closing(Journal.open_to_read(data)) as journal:
        return [game.length for game in journal.game_lengths()]


def _carried(outbox: JournalOutbox) -> Iterator[object]:
    """Yield the answers to a courier: the list of games, and each record for a hub that has nothing of it."""

    def answer(asked: OutboxRequest | RevisionRequest) -> ClubMessage:
        return decode(outbox.answer(encode(asked)) or b"")

    listed = answer(OutboxRequest(0))
    assert isinstance(listed, OutboxGames)
    yield listed
    for game in listed.games:
        yield answer(RevisionRequest(game.game, None))
