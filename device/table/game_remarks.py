"""The remark about the game that a table has just finished: its rarest feature among all games of its kind so far."""

from __future__ import annotations

from collections.abc import Callable
from functools import lru_cache, partial

from device.journal.store import Journal
from device.journal.writer import JournalWriter
from device.people.people import People
from device.table.table_games import TableGames
from display.words import Text


class GameRemarks:
    """Finds the remark once for each end of a game, and caches it. There is none if the disk can't be read.

    `people` returns the people as they are now: which names belong to which person.
    """

    def __init__(self, journal: JournalWriter, games: TableGames, people: Callable[[], People]) -> None:
        self._journal = journal
        self._games = games
        self._people = people
        self._cached_remark = lru_cache(maxsize=1)(self._find_remark)

    def remark(self) -> Text | None:
        """The remark about the current game. Call this only when that game is finished."""
        return self._cached_remark(self._games.number, self._games.current.timeline.stored_row_count)

    def _find_remark(self, number: int, _: int) -> Text | None:
        """See `remark`. The number of rows only tells the cache when to find it again."""
        game = self._games.session.record.game
        if game is None:
            return None
        return self._journal.call_or(partial(_read_remark, self._people(), number, game.id), None)


def _read_remark(people: People, number: int, game_id: str, journal: Journal) -> Text | None:
    from device.reports.games import remark_about  # imported late: not needed until a game is over

    return remark_about(journal, people, number, game_id)
