"""The remark about the game that a table has just finished: its rarest feature among all games of its kind so far."""

from __future__ import annotations

from collections.abc import Callable
from functools import partial

from device.journal.store import Journal
from device.journal.writer import JournalWriter
from device.people.people import People
from device.table.game_log import GameLog
from display.words import Text


class GameRemarks:
    """Finds the remark once for each end of a game, and caches it. There is none if the disk can't be read.

    `people` returns the people as they are now: which names belong to which person.
    """

    def __init__(self, journal: JournalWriter, log: GameLog, people: Callable[[], People]) -> None:
        self._journal = journal
        self._log = log
        self._people = people
        self._remark_key: tuple[int, int] | None = None
        self._remark: Text | None = None

    def remark(self) -> Text | None:
        """The remark about the current game. Call this only when that game is finished."""
        number, row_count = self._log.number, self._log.current.timeline.row_count
        if (number, row_count) != self._remark_key:
            game, people = self._log.session.record.game, self._people()
            self._remark_key = number, row_count
            self._remark = None
            if game is not None:
                self._remark = self._journal.read_or(partial(_find_remark, people, number, game.id), None)
        return self._remark


def _find_remark(people: People, number: int, game_id: str, journal: Journal) -> Text | None:
    from device.reports.games import remark_about  # imported late: not needed until a game is over

    return remark_about(journal, people, number, game_id)
