"""Computes missing results of games, in short steps, so that the table never has to wait.

Results are missing for games that were left unfinished, and for all games in a journal of a version without results.
After an interruption, the work continues at the next start.
"""

from __future__ import annotations

from collections.abc import Callable, Generator, Iterator, Sequence

from device.contract.refusal import Refused
from device.history.results import (
    GameResult,
    ResultCollector,
    TimedRow,
    are_rules_missing,
    follow_rows,
    is_package_missing,
    result_without_rules,
    with_times,
)
from device.journal.errors import JournalError
from device.journal.store import Journal
from device.journal.stored_results import EndedGame
from device.journal.writer import JournalWriter
from device.session.past import apply_corrections
from device.session.rows import JournalRow
from device.session.undo import counting_rows

BATCH_SIZE = 20
"""Number of results written in one transaction. Each transaction waits for the disk."""

MAX_GAMES_PER_STEP = 100
"""Number of games examined in one step: to examine ten thousand at once would delay a key press."""

REBUILD_BATCH_SIZE = 200
"""Number of results that `rebuild_results` writes in one transaction. It may be more because nobody plays meanwhile."""

GameResults = list[tuple[int, GameResult | None]]


class ResultCatchup:
    """Computes the results of all games that lack one. Each `step` takes about as long as reading a few rows."""

    def __init__(self, journal: JournalWriter) -> None:
        self._journal = journal
        self._steps = self._compute_all()
        self._must_search_again = False
        self.is_done = False
        """Whether the search is over: all games have a result, except those that are damaged or refused by the
        disk, or whose package is missing."""

    def search_again(self) -> None:
        """Search again for games that lack a result, after another game has been begun."""
        self._must_search_again, self.is_done = True, False

    def step(self) -> None:
        """Do the next short step."""
        if next(self._steps, _NO_STEP) is not _NO_STEP:
            return
        # The search that has ended may have read the list of games before the last one was begun.
        self.is_done = not self._must_search_again
        if self._must_search_again:
            self._steps, self._must_search_again = self._compute_all(), False

    def _compute_all(self) -> Iterator[None]:
        results: GameResults = []
        for game in self._games_without_result():
            timed_rows = None if game is None else self._rows(game)
            if game is not None and timed_rows is not None and not is_package_missing(_rows_that_count(timed_rows)):
                results.append((game, (yield from _compute_result(timed_rows))))
            if len(results) == BATCH_SIZE:
                if not self._journal.store_results(results):
                    return
                results = []
            yield
        if results:
            self._journal.store_results(results)

    def _games_without_result(self) -> Iterator[int | None]:
        """The numbers of the games that lack a result.
        Between batches, None is yielded, so that the caller can do other work."""
        last_examined = 0
        while True:
            ended_games = self._ended_games(last_examined)
            yield from (ended_game.number for ended_game in ended_games if ended_game.lacks_result)
            if len(ended_games) < MAX_GAMES_PER_STEP:
                return
            yield None
            last_examined = ended_games[-1].number

    def _ended_games(self, after: int) -> list[EndedGame]:
        no_games: list[EndedGame] = []
        return self._journal.call_or(lambda journal: journal.results.ended_games(after, MAX_GAMES_PER_STEP), no_games)

    def _rows(self, game: int) -> list[TimedRow] | None:
        return self._journal.call_or(lambda journal: _timed_rows_or_none(journal, game), None)


_NO_STEP = object()


def rebuild_results(journal: Journal, progress: Callable[[int, int], None]) -> int:
    """Recompute the results of all games. `progress` is called with the number of games done and the total. Returns
    the total.

    Games whose rows are damaged are left out. A result stays if the rules of its game are not installed, also if the
    work is interrupted: nothing could compute it. Raises JournalError.
    """
    kept_games = _games_with_results_without_rules(journal)
    journal.results.delete_all(except_for=kept_games)
    game_numbers = [game.number for game in reversed(journal.results.games())]
    results: GameResults = []
    for done_count, game in enumerate(game_numbers, 1):
        timed_rows = None if game in kept_games else _timed_rows_or_none(journal, game)
        if timed_rows is not None and not is_package_missing(_rows_that_count(timed_rows)):
            results.append((game, _run_to_end(_compute_result(timed_rows))))
        if done_count % REBUILD_BATCH_SIZE == 0 or done_count == len(game_numbers):
            journal.results.store(results)
            results = []
            progress(done_count, len(game_numbers))
    return len(game_numbers)


def _games_with_results_without_rules(journal: Journal) -> set[int]:
    """The games that have a result, but no installed rules, without those whose rows are damaged."""
    numbers = set[int]()
    for game in journal.results.games():
        if game.result is not None and are_rules_missing(game.result):
            timed_rows = _timed_rows_or_none(journal, game.number)
            if timed_rows is not None and is_package_missing(_rows_that_count(timed_rows)):
                numbers.add(game.number)
    return numbers


def computed_result(journal: Journal, game: int) -> GameResult | None:
    """Compute a game's result from its rows, without storing it;
    None if nobody has played it, or the rows are damaged."""
    timed_rows = _timed_rows_or_none(journal, game)
    return None if timed_rows is None else _run_to_end(_compute_result(timed_rows))


def _timed_rows_or_none(journal: Journal, game: int) -> list[TimedRow] | None:
    """The rows of a game; None if they are damaged or missing."""
    try:
        return journal.timed_rows(game)
    except (JournalError, ValueError):
        return None


def _rows_that_count(timed_rows: list[TimedRow]) -> list[JournalRow]:
    return counting_rows([timed.row for timed in timed_rows])


def _compute_result(timed_rows: list[TimedRow]) -> Generator[None, None, GameResult | None]:
    rows = _rows_that_count(timed_rows)
    if is_package_missing(rows):
        return result_without_rules(rows)
    collector: ResultCollector = yield from follow_rows(corrected_rows(rows))
    result = collector.result if collector.is_begun else None
    return None if result is None else with_times(result, timed_rows)


def corrected_rows(rows: list[JournalRow]) -> Sequence[JournalRow]:
    """The rows with all corrections applied; unchanged if the rules can't read the corrections."""
    try:
        return apply_corrections(rows)
    except Refused:
        return rows


def _run_to_end(steps: Generator[None, None, GameResult | None]) -> GameResult | None:
    while True:
        try:
            next(steps)
        except StopIteration as stop:
            result: GameResult | None = stop.value
            return result
