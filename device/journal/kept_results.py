"""What games came to, as a journal keeps it beside their rows: see `device.journal.derived`."""

from __future__ import annotations

from collections.abc import Collection, Iterable, Iterator, Sequence

from device.history.results import GameResult
from device.journal import derived, validate
from device.journal.database import Database
from device.journal.derived import EndedGame, GameOutcome, KeptGame
from device.journal.errors import sentences

RESULT_BYTES = 16_384
"""As many bytes of the log does a result take, tables and all, but for the longest."""


class KeptResults:
    """The results in a journal. Every method raises JournalError when the file cannot do its part."""

    def __init__(self, database: Database) -> None:
        self._database = database

    def games(self, before: int = validate.MOST_NUMBER, most: int = -1, kind: str | None = None) -> list[KeptGame]:
        """The last games before that number, at most so many (-1: all), the latest first, with what they came to.

        What is damaged of them is left out, and so are games that are known to be of another kind.
        """
        with self._database.reading() as connection:
            return derived.games(connection, before, most, kind)

    def outcomes(self, deleted: Collection[str] = ()) -> Iterator[GameOutcome]:
        """All games but those that were `deleted`, first to last, each with what it came to in words.

        They are read while they are asked for.
        """
        with self._database.reading() as connection:
            yield from derived.game_outcomes(connection, deleted)

    def count(self, kind: str) -> int:
        """How many games of a kind have a result."""
        with sentences(self._database.path):
            return derived.count(self._database.connection, kind)

    def latest_kinds(self, most: int) -> list[str]:
        """Of which kinds the last games are that have a result, at most so many games, the latest first."""
        with sentences(self._database.path):
            return derived.latest_kinds(self._database.connection, most)

    def games_of(self, names: Iterable[str]) -> set[int]:
        """The numbers of the games with results in which any of these names was played under."""
        with sentences(self._database.path):
            return derived.games_of(self._database.connection, names)

    def ended(self, after: int, most: int) -> list[EndedGame]:
        """The first games after that number, at most so many, that are over; each with whether it lacks a result."""
        with sentences(self._database.path):
            return derived.ended(self._database.connection, after, most)

    def keep(self, results: Sequence[tuple[int, GameResult | None]]) -> None:
        """Keep what games came to, as their rows are now. Games that are gone are left out."""
        self._database.make_room(RESULT_BYTES * len(results))
        with self._database.transaction() as connection:
            for game, result in results:
                if connection.execute("SELECT 1 FROM game WHERE number = ?", (game,)).fetchone() is not None:
                    derived.put(connection, game, result)

    def forget(self) -> None:
        """Forget all results, to be worked out anew."""
        with self._database.transaction() as connection:
            derived.clear(connection)
