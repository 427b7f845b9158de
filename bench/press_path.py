"""Counts our functions, and their modules, that are called from a press to its acknowledgement.

The press is one that completes a declaration, and the count begins with its event.
"""

from __future__ import annotations

import statistics
import sys
from collections.abc import Iterator
from pathlib import Path
from types import FrameType

from device.journal import writer
from device.session.keyscript import key_script
from device.table.controller import Controller
from hal.mock.table import MockTable
from hal.panel import panel
from hal.signal.signal import Cue
from hal.table.table import Event
from tests.games.registered import deal, written
from tools.figures import Measurement, scratch

ROOMS = tuple(f"{Path(__file__).parents[1] / room}/" for room in ("device", "display", "guard", "hal", "values"))
CALLS_LIMIT, MODULES_LIMIT = 130, 36
"""A third of both belongs to the game: its rules check a declaration before it is stored."""

NAMES = ("Ann", "Bo", "Cleo", "Dan")


class _WatchedTable(MockTable):
    """A table that notes the files of the functions called from each event to its acknowledgement."""

    def __init__(self, lines: list[str]) -> None:
        super().__init__(panel.panel_kind("impression-7.3-spectra"), lines)
        self.paths: list[list[str]] = []
        self._called: list[str] = []
        self.signal.play = self._note_cue  # type: ignore[method-assign]

    def next_event(self, deadline: float | None) -> Event:
        sys.setprofile(None)
        event = super().next_event(deadline)
        self._called = []
        sys.setprofile(self._note)
        return event

    def _note(self, frame: FrameType, happened: str, _: object) -> None:
        if happened == "call" and frame.f_code.co_filename.startswith(ROOMS):
            self._called.append(frame.f_code.co_filename)

    def _note_cue(self, cue: Cue) -> None:
        sys.setprofile(None)
        if cue is Cue.ACCEPTED:
            self.paths.append(self._called)


def figures() -> Iterator[Measurement]:
    """Medians over a game of No Loose Ends, the same in each run."""
    lines = written("no-loose-ends", NAMES, (), deal("no-loose-ends", 3, len(NAMES)))
    table = _WatchedTable(list(key_script("\n".join(lines).encode())))
    with scratch() as directory:
        journal_writer = writer.journal_writer_for(directory)
        Controller(table, journal_writer).run()
        sys.setprofile(None)
        journal_writer.close()
    calls = statistics.median(map(len, table.paths))
    modules = statistics.median(len(set(path)) for path in table.paths)
    yield Measurement("calls from a press that completes a declaration to its acknowledgement", calls, CALLS_LIMIT)
    yield Measurement("modules on that way", modules, MODULES_LIMIT)
