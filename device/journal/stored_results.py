"""Access to the results that a journal stores beside the games' rows: see `device.journal.result_tables`."""

from __future__ import annotations

from collections.abc import Collection, Iterable, Iterator, Sequence

from device.history.encoding import VERSION
from device.history.results import GameResult
from device.journal import result_tables, validate
from device.journal.database import Database
from device.journal.errors import journal_errors
from device.journal.result_tables import GameOutcome, StoredGameRow
from device.session.names import seen_key
from values.named_tuple import NamedTuple

_ENDED_GAMES = """SELECT game.number, result.game IS NULL OR result.version <> ? OR result.length <> game.length
    OR result.last <> game.last FROM game LEFT JOIN result ON result.game = game.number
    WHERE game.number > ? AND game.length IS NOT NULL ORDER BY game.number LIMIT ?"""
_KINDS = "SELECT kind FROM result WHERE kind <> '' ORDER BY game DESC LIMIT ?"
_GAMES_OF = "SELECT game FROM seat WHERE key = ?"

RESULT_BYTES = 16_384
"""Bytes of the log that a result takes at most, with all tables; only the longest results take more."""


class EndedGame(NamedTuple):
    """A finished game's number, and whether it lacks a result for its current rows."""

    number: int
    lacks_result: bool


class StoredResults:
    """The results in a journal. Every method raises JournalError when the file can't be read or written."""

    def __init__(self, database: Database) -> None:
        self._database = database

    def games(self, before: int = validate.MAX_NUMBER, limit: int = -1, kind: str | None = None) -> list[StoredGameRow]:
        """The last games before the number `before`, at most `limit` (-1: all), the latest first, with their results.

        Damaged values are left out, and so are games known to be of another kind.
        """
        with self._database.read_transaction() as connection:
            return result_tables.stored_games(connection, before, limit, kind)

    def outcomes(self, deleted: Collection[str] = ()) -> Iterator[GameOutcome]:
        """All games except the `deleted` ones, first to last, each with its outcome in words.

        They are read lazily.
        """
        with self._database.read_transaction() as connection:
            yield from result_tables.game_outcomes(connection, deleted)

    def count_games(self, kind: str) -> int:
        """The number of games of a kind that have a result."""
        row = self._database.first_row("SELECT count(*) FROM result WHERE kind = ?", kind)
        return 0 if row is None else int(row[0])

    def latest_kinds(self, limit: int) -> list[str]:
        """The kinds of the latest games with a result, the latest first; at most `limit` games."""
        with journal_errors(self._database.path):
            rows = self._database.connection.execute(_KINDS, (limit,))
            return [kind for (kind,) in rows if isinstance(kind, str)]

    def games_of_player(self, names: Iterable[str]) -> set[int]:
        """The numbers of the games with results in which a player had any of these names."""
        numbers: set[int] = set()
        with journal_errors(self._database.path):
            for name in names:
                numbers |= {game for (game,) in self._database.connection.execute(_GAMES_OF, (seen_key(name),))}
        return numbers

    def finished_games(self, after: int, limit: int) -> list[EndedGame]:
        """The first finished games after the number `after`, at most `limit`, each with whether it lacks a result."""
        with journal_errors(self._database.path):
            rows = self._database.connection.execute(_ENDED_GAMES, (VERSION, after, limit))
            return [EndedGame(number, bool(lacks_result)) for number, lacks_result in rows]

    def store(self, results: Sequence[tuple[int, GameResult | None]]) -> None:
        """Store the results of games for their current rows. Games that no longer exist are left out."""
        self._database.reserve_log_bytes(RESULT_BYTES * len(results))
        with self._database.transaction() as connection:
            for game, result in results:
                if connection.execute("SELECT 1 FROM game WHERE number = ?", (game,)).fetchone() is not None:
                    result_tables.store_result(connection, game, result)

    def delete_all(self) -> None:
        """Delete all results, so that they are computed again."""
        with self._database.transaction() as connection:
            connection.execute("DELETE FROM result")
            connection.execute("DELETE FROM seat")
