"""Access to the results that a journal stores beside the games' rows: see `device.journal.derived`."""

from __future__ import annotations

from collections.abc import Collection, Iterable, Iterator, Sequence

from device.history.results import GameResult
from device.journal import derived, validate
from device.journal.database import Database
from device.journal.derived import EndedGame, GameOutcome, KeptGame
from device.journal.errors import journal_errors

RESULT_BYTES = 16_384
"""Bytes of the log that a result takes at most, with all tables; only the longest results take more."""


class StoredResults:
    """The results in a journal. Every method raises JournalError when the file can't be read or written."""

    def __init__(self, database: Database) -> None:
        self._database = database

    def games(self, before: int = validate.MAX_NUMBER, most: int = -1, kind: str | None = None) -> list[KeptGame]:
        """The last games before the number `before`, at most `most` (-1: all), the latest first, with their results.

        Damaged values are left out, and so are games known to be of another kind.
        """
        with self._database.read_transaction() as connection:
            return derived.games(connection, before, most, kind)

    def outcomes(self, deleted: Collection[str] = ()) -> Iterator[GameOutcome]:
        """All games except the `deleted` ones, first to last, each with its outcome in words.

        They are read lazily.
        """
        with self._database.read_transaction() as connection:
            yield from derived.game_outcomes(connection, deleted)

    def count(self, kind: str) -> int:
        """The number of games of a kind that have a result."""
        with journal_errors(self._database.path):
            return derived.count_games(self._database.connection, kind)

    def latest_kinds(self, most: int) -> list[str]:
        """The kinds of the latest games with a result, the latest first; at most `most` games."""
        with journal_errors(self._database.path):
            return derived.latest_kinds(self._database.connection, most)

    def games_of(self, names: Iterable[str]) -> set[int]:
        """The numbers of the games with results in which a player had any of these names."""
        with journal_errors(self._database.path):
            return derived.games_of(self._database.connection, names)

    def finished_games(self, after: int, most: int) -> list[EndedGame]:
        """The first finished games after the number `after`, at most `most`, each with whether it lacks a result."""
        with journal_errors(self._database.path):
            return derived.finished_games(self._database.connection, after, most)

    def store(self, results: Sequence[tuple[int, GameResult | None]]) -> None:
        """Store the results of games for their current rows. Games that no longer exist are left out."""
        self._database.make_room(RESULT_BYTES * len(results))
        with self._database.transaction() as connection:
            for game, result in results:
                if connection.execute("SELECT 1 FROM game WHERE number = ?", (game,)).fetchone() is not None:
                    derived.store_result(connection, game, result)

    def delete_all(self) -> None:
        """Delete all results, so that they are computed again."""
        with self._database.transaction() as connection:
            derived.delete_all(connection)
