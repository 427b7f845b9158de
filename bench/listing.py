"""Listing twenty thousand games."""

from __future__ import annotations

from collections.abc import Iterator
from pathlib import Path

from bench.figures import Figure, ratio, scratch
from bench.processes import peak_mb, run
from device.journal import database
from device.journal.catchup import rebuild
from device.journal.store import Journal
from device.session.rows import JournalRow, RowKind

RUNS = 7
GAMES = 20_000
LIMIT, MEMORY_LIMIT_MB = 9.0, 40.0
HEADER = ("game no-thanks", "players Ann Bo Cleo")
ROWS = [JournalRow(RowKind.RECORD, line) for line in (*HEADER, *("flip 7" for _ in range(20)))]


def figures() -> Iterator[Figure]:
    """Time of the whole process beside one that only imports SQLite, and its memory."""
    with scratch() as directory:
        _fill(directory)

        def listed() -> None:
            lines = run("-m", "device", "export", "--list", "--data", directory).splitlines()
            assert len(lines) == GAMES

        value = ratio(listed, lambda: run("-c", "import PIL.Image, PIL.ImageDraw, PIL.ImageFont, sqlite3"), RUNS)
        yield Figure("listing 20,000 games ÷ importing Pillow and sqlite3", value, LIMIT)
        yield Figure("peak memory of listing 20,000 games, MB", peak_mb("listed", directory), MEMORY_LIMIT_MB)


def _fill(data: Path) -> None:
    synchronous, database.SYNCHRONOUS = database.SYNCHRONOUS, "OFF"
    try:
        journal = Journal.open(data)
        for _ in range(GAMES):
            journal.begin(ROWS)
        rebuild(journal, lambda done, of: None)  # as the table's next start does with what older versions wrote
        journal.close()
    finally:
        database.SYNCHRONOUS = synchronous
