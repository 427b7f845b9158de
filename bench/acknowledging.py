"""Measures the time from a press that completes a declaration to its acknowledgement, against a bare synced insert."""

from __future__ import annotations

import sqlite3
import statistics
import time
from collections.abc import Iterator
from contextlib import closing
from pathlib import Path

from device.journal import writer
from device.session.keyscript import key_script
from device.table.controller import Controller
from hal.mock.table import MockTable
from hal.panel import panel
from hal.signal.signal import Cue
from hal.table.table import Event
from tests.games.registered import deal, written
from tools.figures import Measurement, scratch, seconds

LIMIT = 1.4
NAMES = ("Ann", "Bo", "Cleo", "Dan")


class _TimedTable(MockTable):
    """A table that times each acknowledgement from the loop's event on, and inserts bare rows in between.

    `completing` are the numbers of the events that complete a declaration. The
    second of two measurements has warm caches, so the bare row comes first every other time.
    """

    def __init__(self, lines: list[str], bare: sqlite3.Connection, completing: frozenset[int]) -> None:
        super().__init__(panel.panel_kind("impression-7.3-spectra"), lines)
        self.completed: set[int] = set()
        self.taken: list[float] = []
        self.bare: list[float] = []
        self._connection = bare
        self._completing = completing
        self._event = 0
        self._handed = 0.0
        self.signal.play = self._note_cue  # type: ignore[method-assign]

    def next_event(self, deadline: float | None) -> Event:
        event = super().next_event(deadline)
        self._event += 1
        if self._event in self._completing and len(self.taken) % 2:
            self.bare.append(seconds(self._insert))
        self._handed = time.perf_counter()
        return event

    def _note_cue(self, cue: Cue) -> None:
        if cue is not Cue.ACCEPTED:
            return
        taken = time.perf_counter() - self._handed
        self.completed.add(self._event)
        if self._event in self._completing and not len(self.taken) % 2:
            self.bare.append(seconds(self._insert))
        self.taken.append(taken)

    def _insert(self) -> None:
        insert_row(self._connection, len(self.bare))


def figures() -> Iterator[Measurement]:
    """One figure: medians over a whole game of No Loose Ends."""
    lines = written("no-loose-ends", NAMES, (), deal("no-loose-ends", 3, len(NAMES)))
    script = list(key_script("\n".join(lines).encode()))
    with scratch() as directory, closing(bare_journal(directory)) as bare:
        # The same evening always runs the same way: a rehearsal shows which events complete a declaration.
        rehearsal = _play(directory / "rehearsal", _TimedTable(script, bare, frozenset()))
        table = _play(directory / "data", _TimedTable(script, bare, frozenset(rehearsal.completed)))
    value = statistics.median(table.taken) / statistics.median(table.bare)
    yield Measurement("acknowledging a declaration ÷ one bare synced insert", value, LIMIT)


def _play(data: Path, table: _TimedTable) -> _TimedTable:
    journal_writer = writer.journal_writer_for(data)
    Controller(table, journal_writer).run()
    journal_writer.close()
    return table


def bare_journal(directory: Path) -> sqlite3.Connection:
    """Create a database with the barest table for the same row, on the same disk."""
    connection = sqlite3.connect(directory / "bare.db", isolation_level=None)
    connection.execute("PRAGMA journal_mode=WAL")
    connection.execute("PRAGMA synchronous=FULL")
    connection.execute(
        "CREATE TABLE line (game INTEGER, place INTEGER, kind TEXT, text TEXT, changed REAL, "
        "PRIMARY KEY (game, place)) WITHOUT ROWID"
    )
    return connection


def insert_row(connection: sqlite3.Connection, place: int) -> None:
    """Insert one more bare row, synced."""
    row = (1, place, "record", "Teresa bid red-10", time.time())
    connection.execute("INSERT INTO line VALUES (?, ?, ?, ?, ?)", row)
