"""Decides which record of a game counts if a box and the hub have different ones, by a rule that people can be told.

If the box has less of the same record, nothing changes. If the records differ, the box's counts as soon as its revision
number is no lower than the hub's, for then nobody has seen a later one; the hub's record is kept whole. Nothing is
replaced once the director has chosen, or while the director has not seen that two boxes send as this one.
"""

from __future__ import annotations

from collections.abc import Sequence
from enum import Enum

from club.store.database import StoreTransaction
from club.store.known_games import KnownGame
from club.store.notices import NoticeAnswer, NoticeKind
from club.store.other_records import OtherGameRecord
from device.outbox.values import ConflictingRecord
from device.session.rows import JournalRow
from values.common_prefix import common_prefix_length

MAX_COUNTED = 4
"""Most records of a game that counted once: after these, only the director decides which one counts."""

MAX_UNCOUNTED = 3
"""Most records of a game that never counted. A further one replaces the oldest, which its box still has."""

_SET_UP_WORDS = {"game", "players", "title", "set"}
"""First words of the lines that set up a game. A table does not keep a game that has only such lines."""


class ContestOutcome(Enum):
    """The outcome of comparing a box's record with the hub's."""

    BEHIND = "behind"
    """The box has less; nothing changes."""
    GOES_ON = "goes on"
    """The box has the same lines and more, which must be added."""
    REPLACES = "replaces"
    """The box's record counts from now on; the hub's is kept."""
    KEPT = "kept"
    """The box's record is kept for the director, and does not count."""


class Contest:
    """One game, of which a box has sent a record that differs from the hub's. `now` is in seconds since 1970."""

    def __init__(
        self, transaction: StoreTransaction, box: str, stored: KnownGame, sent: ConflictingRecord, now: float
    ) -> None:
        self._transaction = transaction
        self._box = box
        self._stored = stored
        self._sent = sent
        self._now = now
        self._stored_lines: tuple[JournalRow, ...] = tuple(stored.record.lines[: stored.length])
        self.written_bytes = 0
        """About how many bytes were written to the database."""

    def decide(self) -> ContestOutcome:
        """Decide which record counts, keep the other one, and notify the director."""
        game = self._sent.mark.game
        if self._is_outdated():
            if self._must_notify():
                self._transaction.notices.add(NoticeKind.BEHIND, self._box, game, self._now)
            return ContestOutcome.BEHIND
        if _starts_with(self._sent.lines, self._stored_lines):
            return ContestOutcome.GOES_ON
        others = self._transaction.others.of_game(self._stored.game)
        continued = self._continued_record(others)
        chosen = self._transaction.notices.answer(NoticeKind.DIFFERS, self._box, game) is NoticeAnswer.CHOSEN
        if continued is not None and not chosen:
            self._transaction.notices.add(NoticeKind.TWICE, self._box, "", self._now, anew=True)
        self._transaction.notices.add(NoticeKind.DIFFERS, self._box, game, self._now)
        shorter = self._sent.mark.number < self._stored.mark.number
        if chosen or continued is not None or shorter or self._is_replacing_blocked(others):
            self._keep_sent(others, continued)
            return ContestOutcome.KEPT
        self._replace_stored(others)
        return ContestOutcome.REPLACES

    def keep_record_of_copy(self) -> None:
        """Keep a record from a copy of the box's card, unless it is the beginning of the hub's record."""
        if _starts_with(self._stored_lines, self._sent.lines):
            return
        if not _starts_with(self._sent.lines, self._stored_lines):
            self._transaction.notices.add(NoticeKind.DIFFERS, self._box, self._sent.mark.game, self._now)
        self._keep_sent(self._transaction.others.of_game(self._stored.game), None)

    def _is_outdated(self) -> bool:
        """Whether the box has an earlier revision of the hub's record, or the beginning of it."""
        mark = self._sent.mark
        if mark.number > self._stored.mark.number:
            return False
        if self._transaction.lines.digest_of(self._stored.game, mark.number) == mark.digest:
            return True
        return _starts_with(self._stored_lines, self._sent.lines)

    def _must_notify(self) -> bool:
        """Whether the hub has lines that the box lacks, besides those that set up the game."""
        lacks = self._stored_lines[common_prefix_length(self._stored_lines, self._sent.lines) :]
        return any(line.text.partition(" ")[0] not in _SET_UP_WORDS for line in lacks)

    def _continued_record(self, others: Sequence[OtherGameRecord]) -> OtherGameRecord | None:
        """The record that once counted, was replaced by another of this box, and that the box now continues.

        One box has one journal, so that such a record shows that there are two boxes. Returns None if there is none.
        """
        shared = common_prefix_length(self._stored_lines, self._sent.lines)
        found = (record for record in others if record.has_counted and len(record.lines) > shared)
        return next((record for record in found if _starts_with(self._sent.lines, record.lines)), None)

    def _is_replacing_blocked(self, others: Sequence[OtherGameRecord]) -> bool:
        """Whether no record may be replaced before the director has looked."""
        twice = self._transaction.notices.is_open(NoticeKind.TWICE, self._box)
        return twice or sum(record.has_counted for record in others) >= MAX_COUNTED

    def _keep_sent(self, others: Sequence[OtherGameRecord], continued: OtherGameRecord | None) -> None:
        mark, lines = self._sent.mark, self._sent.lines
        if any(record.mark.number == mark.number and record.lines == lines for record in others):
            return
        replaced = continued or self._earlier_record(others)
        uncounted = [record for record in others if not record.has_counted]
        if replaced is None and len(uncounted) >= MAX_UNCOUNTED:
            self._transaction.others.remove(uncounted[0].number)
        self.written_bytes += self._transaction.others.store(
            self._stored.game, mark, lines, self._now, counted=continued is not None, instead=replaced
        )

    def _earlier_record(self, others: Sequence[OtherGameRecord]) -> OtherGameRecord | None:
        """An earlier record of the same journal, if it can be told: both differ from the hub's at the same line."""
        shared = common_prefix_length(self._stored_lines, self._sent.lines)
        for record in others:
            with_other = common_prefix_length(record.lines, self._sent.lines)
            if not record.has_counted and common_prefix_length(self._stored_lines, record.lines) == shared < with_other:
                return record
        return None

    def _replace_stored(self, others: Sequence[OtherGameRecord]) -> None:
        earlier = self._earlier_record(others)
        if earlier is not None:
            self._transaction.others.remove(earlier.number)
        self.written_bytes += self._transaction.others.store(
            self._stored.game, self._stored.mark, self._stored_lines, self._now, counted=True
        )


def _starts_with(lines: Sequence[JournalRow], beginning: Sequence[JournalRow]) -> bool:
    return common_prefix_length(lines, beginning) == len(beginning)
