"""A table that starts on a disk, retries it if it fails, and prints its messages."""

from __future__ import annotations

import json
import sys
from collections.abc import Iterator
from pathlib import Path

from device.journal.spill import Spill
from device.journal.store import Journal
from device.journal.writer import JournalWriter
from device.session.rows import JournalRow, RowKind
from device.table.table_games import TableGames
from display.words import ENGLISH

TRIES = 4
"""The number of times that a table retries a failing disk before it is switched off."""


def start(data: Path, memory: Path) -> Iterator[str]:
    """Yield the messages of a table that starts, begins a game and is switched off normally."""
    journal = JournalWriter(
        lambda: Journal.open(data),
        lambda: Journal.open_to_read(data, must_be_complete=True),
        Spill(data, [memory]),
        clock=lambda: 0.0,
    )
    games = TableGames(journal)
    yield from _told(journal)
    for _ in range(TRIES):
        journal.retry_writing()
        yield from _told(journal)
    games.begin_another()
    games.perform_step(JournalRow(RowKind.RECORD, "game loop"))
    yield from _told(journal)
    journal.close()
    yield from _told(journal)


def _told(journal: JournalWriter) -> Iterator[str]:
    if journal.fault is not None:
        yield str(journal.fault)
    if journal.notice is not None:
        yield ENGLISH.say(journal.notice)


def main() -> None:
    """Start in the first directory of the arguments, with the second as memory."""
    data, memory = map(Path, sys.argv[1:])
    print(json.dumps(list(dict.fromkeys(start(data, memory)))))


if __name__ == "__main__":
    main()
