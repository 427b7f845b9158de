"""Measures what a club with a dead network costs a press: the socket, the courier and the club's mark all exist."""

from __future__ import annotations

import socket
import statistics
import subprocess
import sys
import time
from collections.abc import Iterator
from contextlib import ExitStack, closing, contextmanager
from pathlib import Path
from tempfile import TemporaryDirectory

from bench.acknowledging import NAMES
from bench.processes import beside
from device.journal import writer
from device.run.club_door import ClubDoor
from device.session.keyscript import key_script
from device.table.club_mailbox import ClubMailbox
from device.table.controller import Controller
from device.table.listeners import Listeners
from device.table.table_club import TableClub
from device.table.table_settings import TableSettings
from hal.mock.table import MockTable
from hal.panel import panel
from hal.signal.signal import Cue
from hal.table.table import Event
from tests.games.registered import deal, written
from tools.figures import Measurement, scratch

LIMIT = 1.05
RUNS = 4
LINES = 40
"""The number of lines that are played of a game."""
REST_S = 0.002
"""Seconds between two events: people, too, leave a courier time."""


class _PacedTable(MockTable):
    """A table that times each acknowledgement from the loop's event on."""

    def __init__(self, lines: list[str]) -> None:
        super().__init__(panel.panel_kind("what-black"), lines)
        self.taken: list[float] = []
        self._handed = 0.0
        self.signal.play = self._note_cue  # type: ignore[method-assign]

    def next_event(self, deadline: float | None) -> Event:
        event = super().next_event(deadline)
        time.sleep(REST_S)
        self._handed = time.perf_counter()
        return event

    def _note_cue(self, cue: Cue) -> None:
        if cue is Cue.ACCEPTED:
            self.taken.append(time.perf_counter() - self._handed)


def figures() -> Iterator[Measurement]:
    """One figure: medians over the same game, played alternately with and without a club."""
    lines = written("no-loose-ends", NAMES, (), deal("no-loose-ends", 3, len(NAMES)))[:LINES]
    script = list(key_script("\n".join(lines).encode()))
    with scratch() as place:
        _evening(place / "rehearsal", script, None)
        pairs = [_pair(place / str(run), script, club_first=bool(run % 2)) for run in range(RUNS)]
    value = statistics.median(club for club, _ in pairs) / statistics.median(alone for _, alone in pairs)
    yield Measurement("× without a club: a press at a box whose network is dead", value, LIMIT)


def _pair(place: Path, script: list[str], *, club_first: bool) -> tuple[float, float]:
    alone = 0.0 if club_first else _evening(place / "alone", script, None)
    with _club(place / "club") as (club, door):
        with_club = _evening(place / "club", script, club, door)
    return with_club, alone or _evening(place / "alone", script, None)


def _evening(data: Path, script: list[str], club: TableClub | None, door: ClubDoor | None = None) -> float:
    """Play an evening. Returns the median time of an acknowledgement in seconds."""
    table, journal = _PacedTable(script), writer.journal_writer_for(data)
    listeners = Listeners(*(() if door is None else (door,)), background=True)
    Controller(table, journal, TableSettings(club=club), listeners).run()
    listeners.close()
    journal.close()
    return statistics.median(table.taken)


@contextmanager
def _club(data: Path) -> Iterator[tuple[TableClub, ClubDoor]]:
    """A club whose broker accepts connections but never answers."""
    data.mkdir(parents=True)
    with ExitStack() as opened:
        dead = opened.enter_context(closing(socket.create_server(("127.0.0.1", 0))))
        place = f"127.0.0.1:{dead.getsockname()[1]}"
        post = ClubMailbox()
        # A path on the project's disk may be too long for a socket.
        path = Path(opened.enter_context(TemporaryDirectory())) / "courier"
        door = opened.enter_context(closing(ClubDoor.for_directory(path, data, post)))
        command = [sys.executable, "-m", "device", "courier", "--box", "red", "--door", str(path), "--broker", place]
        opened.enter_context(beside(command, stdout=subprocess.DEVNULL))
        time.sleep(2.0)
        yield TableClub(post, place), door
