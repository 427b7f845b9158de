"""Measures the results of ten thousand games: the time to show them and to compute them again, and the memory."""

from __future__ import annotations

from collections.abc import Iterator
from contextlib import closing
from itertools import islice
from pathlib import Path

from bench.processes import peak_mb, run
from device.history.results import ResultCollector
from device.journal import database
from device.journal.result_catchup import rebuild_results
from device.journal.store import Journal
from device.people.people import People
from device.reports.games import past_games
from device.session.rows import JournalRow, RowKind
from tests.games.registered import deal, written
from tools.figures import Measurement, ratio, scratch

RUNS = 7
FEW, MANY = 100, 10_000
A_PAGE = 20
"""The number of games shown at once."""
PAGE_LIMIT, MEMORY_LIMIT_MB = 1.5, 8.0
START_LIMIT = 1.1
REBUILD_LIMIT = 1 / 0.8
"""That is, at least four fifths of the speed of replaying the rows alone."""
TOTALS = (("detail", "totals"),)


def figures() -> Iterator[Measurement]:
    """The history's first page, the start of a table, memory, and a rebuild of the results, each with many games."""
    with scratch() as directory:
        rows, evening = _rows(("Ann", "Bo"), TOTALS), directory / "evening"
        _fill(evening, _rows(("Ann", "Bo", "Cleo", "Dan"), ()), FEW)
        few, many, none = directory / "few", directory / "many", directory / "none"
        _fill(few, rows, FEW)
        _fill(many, rows, MANY)
        value = ratio(lambda: _page(many), lambda: _page(few), RUNS)
        yield Measurement("first page of a history of 10,000 games ÷ of 100", value, PAGE_LIMIT)
        value = ratio(lambda: _start(many), lambda: _start(none), RUNS)
        yield Measurement("start to first page with 10,000 games and their results ÷ none", value, START_LIMIT)
        more = peak_mb("history_looked_at", many) - peak_mb("history_looked_at", few)
        yield Measurement("peak memory of looking at 10,000 games more than of 100, MB", more, MEMORY_LIMIT_MB)
        value = ratio(lambda: _rebuild(evening), lambda: _replay(evening), RUNS)
        yield Measurement("rebuilding results ÷ replaying their rows", value, REBUILD_LIMIT)


def _rows(names: tuple[str, ...], chosen: tuple[tuple[str, str], ...]) -> list[JournalRow]:
    """The shortest game for two, by totals; or, with no options, one as tables declare it."""
    lines = written("no-loose-ends", names, chosen, deal("no-loose-ends", 1, len(names), chosen))
    return [JournalRow(RowKind.RECORD, line) for line in lines]


def _fill(data: Path, rows: list[JournalRow], games: int) -> None:
    synchronous, database.SYNCHRONOUS_MODE = database.SYNCHRONOUS_MODE, "OFF"
    try:
        with closing(Journal.open(data)) as journal:
            for _ in range(games):
                journal.begin_game(rows)
            journal.begin_game()
            rebuild_results(journal, lambda done, of: None)
    finally:
        database.SYNCHRONOUS_MODE = synchronous


def _page(data: Path) -> None:
    with closing(Journal.open_to_read(data)) as journal:
        assert len(list(islice(past_games(journal, People()), A_PAGE))) == A_PAGE


def _start(data: Path) -> None:
    run("-m", "device", "--hal", "mock", "--keys", "/dev/null", "--data", data)


def _rebuild(data: Path) -> None:
    with closing(Journal.open(data)) as journal:
        assert rebuild_results(journal, lambda done, of: None) == FEW + 1


def _replay(data: Path) -> None:
    with closing(Journal.open(data)) as journal:
        for game in range(1, FEW + 1):
            following = ResultCollector()
            for row in journal.counting_rows(game):
                following.read_row(row)
