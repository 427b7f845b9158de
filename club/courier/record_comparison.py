"""Finds games whose record at the hub differs from the box's journal, by comparing them one by one."""

from __future__ import annotations

from collections.abc import Iterable, Mapping

from club.courier import inventory
from device.outbox.club_messages import CommittedGame, ConflictingRecord, GameMark
from device.outbox.director import ClubDoubt


class RecordComparison:
    """The queue of games to compare, and those that differ, by their identities.

    A journal that was restored from a backup differs from the hub's records without any message about it. Times are in
    seconds of a monotonic clock.
    """

    def __init__(self) -> None:
        self._urgent_games: dict[str, None] = {}
        """The games to compare soon: the hub has more of them than the journal, or a result or answer is late."""
        self._other_games: dict[str, None] = {}
        """The other games to compare."""
        self._begun_at_by_game: dict[str, float] = {}
        """When the comparisons began that have no result yet, or whose result was sent to the hub without an answer."""
        self._differing_records: dict[str, ConflictingRecord] = {}
        self._foreign_games: set[str] = set()
        """The games that the hub has as another box's."""

    def doubts(self, *, is_copied: bool) -> tuple[ClubDoubt, ...]:
        """The problems between this box and its club. `is_copied` says whether two boxes send as this one."""
        is_behind = any(record.mark.number < record.hub_mark.number for record in self._differing_records.values())
        is_different = any(record.mark.number >= record.hub_mark.number for record in self._differing_records.values())
        states = (
            (ClubDoubt.BEHIND, is_behind),
            (ClubDoubt.DIFFERS, is_different),
            (ClubDoubt.ELSEWHERE, bool(self._foreign_games)),
            (ClubDoubt.TWICE, is_copied),
        )
        return tuple(doubt for doubt, applies in states if applies)

    def is_differing(self, game: str) -> bool:
        """Whether the hub has another record of a game than the journal."""
        return game in self._differing_records

    def queue_all(self, marks: Iterable[GameMark], row_counts: Mapping[str, int]) -> None:
        """Queue all games that the hub has. `row_counts` has the number of rows of each game in the journal."""
        self._urgent_games.clear()
        self._other_games.clear()
        self._begun_at_by_game.clear()
        for mark in marks:
            self._queue(mark, row_counts)

    def _queue(self, mark: GameMark, row_counts: Mapping[str, int]) -> None:
        queue = self._urgent_games if mark.number > row_counts.get(mark.game, 0) else self._other_games
        queue[mark.game] = None

    def pop_next(self, now: float, *, is_idle: bool) -> str | None:
        """Remove and return a game whose comparison begins now: an urgent one, or, while `is_idle`, another.

        It is queued again, as urgent, unless its result is noted in time.
        """
        for game in [game for game, begun_at in self._begun_at_by_game.items() if now - begun_at >= inventory.RETRY_S]:
            del self._begun_at_by_game[game]
            self._urgent_games[game] = None
        queue = self._urgent_games or (self._other_games if is_idle else {})
        if not queue:
            return None
        game, _ = queue.popitem()
        self._begun_at_by_game[game] = now
        return game

    def note_result(self, game: str, differing_record: ConflictingRecord | None, now: float) -> None:
        """Note the result of a comparison: the record that differs, which is sent to the hub at `now`, or None."""
        if differing_record is None:
            self._differing_records.pop(game, None)
            self._begun_at_by_game.pop(game, None)
        else:
            self._differing_records[game] = differing_record
            self._begun_at_by_game[game] = now

    def handle_answer(self, answer: CommittedGame, row_counts: Mapping[str, int]) -> None:
        """Process the hub's answer about a game."""
        game, mark = answer.mark.game, answer.mark
        if answer.belongs_elsewhere:
            self._foreign_games.add(game)
        else:
            self._foreign_games.discard(game)
        self._begun_at_by_game.pop(game, None)
        differing_record = self._differing_records.get(game)
        if differing_record is None:  # what the hub has more must be compared
            if mark.number > row_counts.get(game, 0):
                self._urgent_games[game] = None
        elif mark == differing_record.mark:  # the hub has taken over the box's record
            del self._differing_records[game]
        elif mark != differing_record.hub_mark:  # the hub's record has changed since the comparison
            self._urgent_games[game] = None
