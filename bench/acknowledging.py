"""From a press that completes a declaration to its acknowledgement, beside a bare synced insert."""

from __future__ import annotations

import sqlite3
import statistics
import tempfile
import time
from collections.abc import Iterator
from pathlib import Path

from bench.figures import Figure, seconds
from device.companion import Companion
from device.journal import Journal
from device.keeper import Keeper
from device.keyscript import presses
from display.words import ENGLISH
from hal import panel
from hal.mock import MockTable
from hal.signal import Cue
from hal.table import Event
from tests.games.registered import deal, written

LIMIT = 1.5
NAMES = ("Ann", "Bo", "Cleo", "Dan")


class _TimedTable(MockTable):
    """Notes how long each acknowledgement took since the loop got its event, and inserts a bare row after it."""

    def __init__(self, lines: list[str], bare: sqlite3.Connection) -> None:
        super().__init__(panel.kind("impression-7.3-spectra"), lines)
        self.taken: list[float] = []
        self.bare: list[float] = []
        self._connection = bare
        self._handed = 0.0
        self.signal.give = self._give  # type: ignore[method-assign]

    def next(self, deadline: float | None) -> Event:
        event = super().next(deadline)
        self._handed = time.perf_counter()
        return event

    def _give(self, cue: Cue) -> None:
        if cue is Cue.ACCEPTED:
            self.taken.append(time.perf_counter() - self._handed)
            self.bare.append(seconds(self._insert))

    def _insert(self) -> None:
        with self._connection:
            self._connection.execute("INSERT INTO row VALUES (1, ?, 'record', 'Teresa bid red-10')", (len(self.bare),))


def figures() -> Iterator[Figure]:
    """One figure: medians over a whole game of No Loose Ends."""
    lines = written("no-loose-ends", NAMES, (), deal("no-loose-ends", 3, len(NAMES)))
    with tempfile.TemporaryDirectory(dir=".") as directory:
        bare = sqlite3.connect(Path(directory) / "bare.db")
        bare.execute("PRAGMA journal_mode=WAL")
        bare.execute("PRAGMA synchronous=FULL")
        bare.execute(
            "CREATE TABLE row (game INTEGER, place INTEGER, kind TEXT, text TEXT, PRIMARY KEY (game, place)) "
            "WITHOUT ROWID"
        )
        keeper = Keeper(lambda: Journal.open(Path(directory) / "data"))
        table = _TimedTable(list(presses("\n".join(lines).encode())), bare)
        Companion(table, keeper, ENGLISH).run()
        keeper.close()
        bare.close()
    value = statistics.median(table.taken) / statistics.median(table.bare)
    yield Figure("acknowledging a declaration ÷ one bare synced insert", value, LIMIT)
