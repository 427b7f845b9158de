"""Measures the start-up time and memory of the whole process."""

from __future__ import annotations

from collections.abc import Callable, Iterator
from contextlib import closing
from functools import partial
from pathlib import Path

from bench.processes import peak_mb, run
from device.journal.store import Journal
from device.journal.uploaded_record import rows_of_upload as rows_of
from device.session.keyscript import key_script
from device.session.rows import JournalRow, RowKind
from device.session.undo import REDO_ROW, UNDO_ROW
from tests.games.by_others import install, named
from tests.games.registered import deal, written
from tools.figures import Measurement, ratio, scratch

RUNS = 11
CORRECTIONS = 10_000
JUDGED = 10
"""The number of lines judged again for each correction. The product is the maximum that a game can have."""
UNDOS = 100_000
LIMIT, MORE_LIMIT_MB = 1.1, 2.0
PACKAGES, PACKAGE_RUNS, PACKAGES_LIMIT = 3, 41, 1.05
GAMES = 10_000
START_LIMIT, JOURNAL_LIMIT, MEMORY_LIMIT_MB = 3.0, 1.1, 60.0
IMPORTS = "import PIL.Image, PIL.ImageDraw, PIL.ImageFont, sqlite3"


def figures() -> Iterator[Measurement]:
    """The time from start to first page, with and without a journal, and the memory of a mock evening."""
    with scratch() as directory:
        empty, full = directory / "empty", directory / "full"
        _fill(full)

        def start(data: Path) -> None:
            run("-m", "device", "--hal", "mock", "--keys", "/dev/null", "--data", data)

        value = ratio(lambda: start(empty), lambda: run("-c", IMPORTS), RUNS)
        yield Measurement("process start to first page ÷ importing Pillow and sqlite3", value, START_LIMIT)
        value = ratio(lambda: start(full), lambda: start(empty), RUNS)
        yield Measurement("the same with 10,000 games in the journal ÷ with none", value, JOURNAL_LIMIT)
        yield from _with_corrections(directory, start)
        yield _with_packages(directory)
        yield _memory(directory)


def _with_packages(directory: Path) -> Measurement:
    """The start with installed packages of games by other developers, whose places in the menu are already stored."""
    with_games, without = directory / "packages", directory / "no packages"
    without.mkdir()
    for number in range(PACKAGES):
        install(with_games, named(f"Other {number}", f"other-{number}"), f"other-{number}")

    def start(path: Path) -> None:
        run("-m", "device", "--hal", "mock", "--keys", "/dev/null", "--data", path / "data", path=path)

    value = ratio(partial(start, with_games), partial(start, without), PACKAGE_RUNS)
    return Measurement(f"the same with {PACKAGES} packages of games ÷ with none", value, PACKAGES_LIMIT)


def _with_corrections(directory: Path, start: Callable[[Path], None]) -> Iterator[Measurement]:
    """The start of a game that was corrected or undone many times, against that of one that never was.

    The first start, which is not counted, stores the snapshot that a table stores while it plays.
    """
    plain, corrected, undone = directory / "plain", directory / "corrected", directory / "undone"
    for data, corrections, undos in ((plain, 0, 0), (corrected, CORRECTIONS, 0), (undone, 0, UNDOS)):
        with closing(Journal.open(data)) as journal:
            journal.begin_game(_corrected_rows(corrections, undos))
    for data, what in ((corrected, f"{CORRECTIONS:,} corrections"), (undone, f"{UNDOS:,} undos")):
        value = ratio(partial(start, data), partial(start, plain), RUNS)
        yield Measurement(f"the same of a game with {what} ÷ with none", value, LIMIT)
        yield Measurement(f"memory of a start with {what} − with none, MB", _peak(data) - _peak(plain), MORE_LIMIT_MB)


def _peak(data: Path) -> float:
    """The peak memory of a start, in MiB."""
    return peak_mb("mock_evening", "impression-7.3-spectra", data, "/dev/null")


def _corrected_rows(corrections: int, undos: int) -> list[JournalRow]:
    """A round in which one card is corrected many times, and whose last line is undone and redone many times."""
    played = [line for card in range(3, 25) for line in (f"flip {card}", "Ann take")]
    rows = rows_of("\n".join(["game no-thanks", "players Ann Ben Cleo", *played]).encode())
    card = len(rows) - JUDGED + 1
    changes = [JournalRow(RowKind.CORRECTION, f"change {card} record flip {34 + n % 2}") for n in range(corrections)]
    return [*rows, *changes, *[UNDO_ROW, REDO_ROW] * (undos // 2)]


def _memory(directory: Path) -> Measurement:
    names = ("Ann", "Bo", "Cleo", "Dan")
    lines = written("no-loose-ends", names, (), deal("no-loose-ends", 3, len(names)))
    keys = directory / "keys"
    keys.write_text("\n".join(key_script("\n".join(lines).encode())), encoding="utf-8")
    peak = peak_mb("mock_evening", "impression-7.3-spectra", directory / "evening", keys)
    return Measurement("peak memory of a mock evening at 800×480, MB", peak, MEMORY_LIMIT_MB)


def _fill(data: Path) -> None:
    """Fill a journal with many finished games, and an empty one in play."""
    lines = written(
        "no-loose-ends", ("Ann", "Bo"), (("detail", "totals"),), deal("no-loose-ends", 1, 2, (("detail", "totals"),))
    )
    rows = [JournalRow(RowKind.RECORD, line) for line in lines]
    journal = Journal.open(data)
    for _ in range(GAMES):
        journal.begin_game(rows)
    journal.begin_game()
    journal.close()
