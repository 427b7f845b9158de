"""Measures listing twenty thousand games, with results as long as those of completely declared games."""

from __future__ import annotations

from collections.abc import Iterator
from pathlib import Path

from bench.processes import peak_mb, run
from device.journal import database
from device.journal.store import Journal
from tests.history.dealt_games import result_of, rows_of
from tools.figures import Measurement, ratio, scratch

RUNS = 7
GAMES = 20_000
LIMIT, MEMORY_LIMIT_MB = 9.0, 40.0
NAMES = ("Ann", "Bo", "Cleo", "Dan")
KEPT = 22
"""The number of rows stored of each game: a list only shows its result."""

BATCH = 200


def figures() -> Iterator[Measurement]:
    """The time of the whole process against one that only imports Pillow and SQLite, and its memory."""
    with scratch() as directory:
        _fill(directory)

        def listed() -> None:
            lines = run("-m", "device", "export", "--list", "--data", directory).splitlines()
            assert len(lines) == GAMES

        value = ratio(listed, lambda: run("-c", "import PIL.Image, PIL.ImageDraw, PIL.ImageFont, sqlite3"), RUNS)
        yield Measurement("listing 20,000 games ÷ importing Pillow and sqlite3", value, LIMIT)
        yield Measurement("peak memory of listing 20,000 games, MB", peak_mb("listed", directory), MEMORY_LIMIT_MB)


def _fill(data: Path) -> None:
    synchronous, database.SYNCHRONOUS_MODE = database.SYNCHRONOUS_MODE, "OFF"
    try:
        rows = rows_of("no-thanks", NAMES, 1)
        result = result_of(rows)
        journal = Journal.open(data)
        for _ in range(GAMES // BATCH):
            games = [journal.begin_game(rows[:KEPT]) for _ in range(BATCH)]
            journal.results.store([(game, result) for game in games])
        journal.close()
    finally:
        database.SYNCHRONOUS_MODE = synchronous
