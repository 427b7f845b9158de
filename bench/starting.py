"""Start-up and memory of the whole process."""

from __future__ import annotations

from collections.abc import Iterator
from pathlib import Path

from bench.figures import Measurement, ratio, scratch
from bench.processes import peak_mb, run
from device.journal.store import Journal
from device.session.keyscript import presses
from device.session.rows import JournalRow, RowKind
from tests.games.registered import deal, written

RUNS = 11
GAMES = 10_000
START_LIMIT, JOURNAL_LIMIT, MEMORY_LIMIT_MB = 3.0, 1.1, 60.0
IMPORTS = "import PIL.Image, PIL.ImageDraw, PIL.ImageFont, sqlite3"


def figures() -> Iterator[Measurement]:
    """Start to first page, with a journal and without; memory of a mock evening."""
    with scratch() as directory:
        empty, full = directory / "empty", directory / "full"
        _fill(full)

        def start(data: Path) -> None:
            run("-m", "device", "--hal", "mock", "--keys", "/dev/null", "--data", data)

        value = ratio(lambda: start(empty), lambda: run("-c", IMPORTS), RUNS)
        yield Measurement("process start to first page ÷ importing Pillow and sqlite3", value, START_LIMIT)
        value = ratio(lambda: start(full), lambda: start(empty), RUNS)
        yield Measurement("the same with 10,000 games in the journal ÷ with none", value, JOURNAL_LIMIT)
        yield _memory(directory)


def _memory(directory: Path) -> Measurement:
    names = ("Ann", "Bo", "Cleo", "Dan")
    lines = written("no-loose-ends", names, (), deal("no-loose-ends", 3, len(names)))
    keys = directory / "keys"
    keys.write_text("\n".join(presses("\n".join(lines).encode())), encoding="utf-8")
    peak = peak_mb("mock_evening", "impression-7.3-spectra", directory / "evening", keys)
    return Measurement("peak memory of a mock evening at 800×480, MB", peak, MEMORY_LIMIT_MB)


def _fill(data: Path) -> None:
    """A journal with many finished games, and an empty one in play."""
    lines = written(
        "no-loose-ends", ("Ann", "Bo"), (("detail", "totals"),), deal("no-loose-ends", 1, 2, (("detail", "totals"),))
    )
    rows = [JournalRow(RowKind.RECORD, line) for line in lines]
    journal = Journal.open(data)
    for _ in range(GAMES):
        journal.begin(rows)
    journal.begin()
    journal.close()
