"""Finds games whose record at the hub differs from the box's journal, by comparing them one by one."""

from __future__ import annotations

from collections import OrderedDict
from collections.abc import Iterable, Mapping

from club.courier import inventory
from device.outbox.director import ClubDoubt
from device.outbox.values import Committed, ConflictingRecord, GameMark


class RecordComparison:
    """The queue of games to compare, and those that differ.

    A journal that was restored from a backup differs from the hub's records without any message about it. Times are in
    seconds of a monotonic clock.
    """

    def __init__(self) -> None:
        self._waiting: OrderedDict[str, None] = OrderedDict()
        self._urgent: OrderedDict[str, None] = OrderedDict()
        """The games to compare soon: the hub has more of them than the journal, or its answer is late.

        `_waiting` has the others."""
        self._sent: dict[str, float] = {}
        """The differing games that were sent to the hub, and that it has not answered; and when they were sent."""
        self._differing: dict[str, ConflictingRecord] = {}
        self._foreign_games: set[str] = set()
        """The games that the hub has as another box's."""

    def doubts(self, *, twice: bool) -> tuple[ClubDoubt, ...]:
        """The problems between this box and its club. `twice` says whether two boxes send as this one."""
        behind = any(record.mark.number < record.against.number for record in self._differing.values())
        differs = any(record.mark.number >= record.against.number for record in self._differing.values())
        states = (
            (ClubDoubt.BEHIND, behind), (ClubDoubt.DIFFERS, differs), (ClubDoubt.ELSEWHERE, bool(self._foreign_games)),
            (ClubDoubt.TWICE, twice),
        )  # fmt: skip
        return tuple(doubt for doubt, is_so in states if is_so)

    def differs(self, game: str) -> bool:
        """Whether the hub has another record of a game than the journal."""
        return game in self._differing

    def queue_all(self, marks: Iterable[GameMark], rows: Mapping[str, int]) -> None:
        """Queue all games that the hub has. `rows` has the number of rows of each game in the journal."""
        self._waiting.clear()
        self._urgent.clear()
        self._sent.clear()
        for mark in marks:
            self._queue(mark, rows)

    def _queue(self, mark: GameMark, rows: Mapping[str, int]) -> None:
        waiting = self._urgent if mark.number > rows.get(mark.game, 0) else self._waiting
        waiting[mark.game] = None

    def pop_next(self, now: float, *, idle: bool) -> str | None:
        """Remove and return the next game to compare. Those that are not urgent only follow while `idle`."""
        for game in [game for game, since in self._sent.items() if now - since >= inventory.RETRY_S]:
            del self._sent[game]
            self._urgent[game] = None
        waiting = self._urgent or (self._waiting if idle else None)
        return waiting.popitem()[0] if waiting else None

    def note_result(self, game: str, other: ConflictingRecord | None, now: float) -> None:
        """Note the result of a comparison: the record that differs, which is sent to the hub at `now`, or None."""
        if other is None:
            self._differing.pop(game, None)
        else:
            self._differing[game] = other
            self._sent[game] = now

    def handle_answer(self, message: Committed, rows: Mapping[str, int]) -> None:
        """Process the hub's answer about a game."""
        game, mark = message.mark.game, message.mark
        (self._foreign_games.add if message.elsewhere else self._foreign_games.discard)(game)
        self._sent.pop(game, None)
        other = self._differing.get(game)
        if other is None:
            if mark.number > rows.get(game, 0):
                self._urgent[game] = None
        elif mark == other.mark:
            del self._differing[game]
        elif mark != other.against:
            self._urgent[game] = None
