"""Decides which record of a game counts if a box and the hub have different ones, by a rule that people can be told.

If the box has less of the same record, nothing changes. If the records differ, the record with the higher revision
number counts; if the numbers are equal, the box's record counts. So nobody has seen a later revision than the one that
counts. The other record is set aside whole. No record is replaced once the director has chosen one. None is replaced
either while two boxes send under one name and the director has not seen it.
"""

from __future__ import annotations

from collections.abc import Sequence
from enum import Enum

from club.store.database import StoreTransaction
from club.store.known_games import KnownGame
from club.store.notices import NoticeAnswer, NoticeKind
from club.store.other_records import OtherGameRecord
from device.outbox.club_messages import ConflictingRecord
from device.session.names import HEADER_WORDS
from device.session.rows import JournalRow
from values.common_prefix import common_prefix_length

MAX_COUNTED_RECORDS = 4
"""Maximum number of records of a game that counted once: after these, only the director decides which one counts."""

MAX_UNCOUNTED_RECORDS = 3
"""Maximum number of records of a game that never counted. A further record replaces the oldest of them. Its box still
has the one that is replaced."""


class ConflictOutcome(Enum):
    """The outcome of comparing a box's record with the hub's."""

    BEHIND = "behind"
    """The box has less; nothing changes."""
    CONTINUES = "continues"
    """The box has the same lines and more, which must be added."""
    REPLACES = "replaces"
    """The box's record counts from now on; the hub's is set aside."""
    SET_ASIDE = "set aside"
    """The box's record is set aside: kept for the director, it does not count."""


class RecordConflict:
    """One game, of which a box has sent a record that differs from the hub's. `now` is in seconds since 1970."""

    def __init__(
        self, transaction: StoreTransaction, box: str, known_game: KnownGame, sent_record: ConflictingRecord, now: float
    ) -> None:
        self._transaction = transaction
        self._box = box
        self._known_game = known_game
        self._sent_record = sent_record
        self._now = now
        self._stored_lines: tuple[JournalRow, ...] = tuple(known_game.record.lines[: known_game.committed_length])
        self.written_bytes = 0
        """About how many bytes were written to the database."""

    def decide(self) -> ConflictOutcome:
        """Decide which record counts, set the other one aside, and notify the director."""
        identity = self._sent_record.mark.game
        if self._is_outdated():
            if self._must_notify():
                self._transaction.notices.add_notice(NoticeKind.BEHIND, self._box, identity, self._now)
            return ConflictOutcome.BEHIND
        if _starts_with(self._sent_record.lines, self._stored_lines):
            return ConflictOutcome.CONTINUES
        other_records = self._transaction.other_records.records_of_game(self._known_game.number)
        continued_record = self._continued_record(other_records)
        is_chosen = self._transaction.notices.answer_to(NoticeKind.DIFFERS, self._box, identity) is NoticeAnswer.CHOSEN
        if continued_record is not None and not is_chosen:
            self._transaction.notices.add_notice(NoticeKind.SENT_BY_TWO_BOXES, self._box, "", self._now, reopens=True)
        self._transaction.notices.add_notice(NoticeKind.DIFFERS, self._box, identity, self._now)
        is_older = self._sent_record.mark.number < self._known_game.mark.number
        if is_chosen or continued_record is not None or is_older or self._is_replacing_blocked(other_records):
            self._set_aside_sent(other_records, continued_record)
            return ConflictOutcome.SET_ASIDE
        self._set_aside_stored(other_records)
        return ConflictOutcome.REPLACES

    def set_aside_record_of_copy(self) -> None:
        """Set aside a record from a copy of the box's SD card, unless it is the beginning of the hub's record."""
        if _starts_with(self._stored_lines, self._sent_record.lines):
            return
        if not _starts_with(self._sent_record.lines, self._stored_lines):
            self._transaction.notices.add_notice(NoticeKind.DIFFERS, self._box, self._sent_record.mark.game, self._now)
        self._set_aside_sent(self._transaction.other_records.records_of_game(self._known_game.number), None)

    def _is_outdated(self) -> bool:
        """Whether the box has an earlier revision of the hub's record, or the beginning of it."""
        mark = self._sent_record.mark
        if mark.number > self._known_game.mark.number:
            return False
        if self._transaction.lines.digest_of(self._known_game.number, mark.number) == mark.digest:
            return True
        return _starts_with(self._stored_lines, self._sent_record.lines)

    def _must_notify(self) -> bool:
        """Whether the hub has lines that the box lacks, besides those that set up the game.

        A table does not keep a game that has only such lines.
        """
        missing_lines = self._stored_lines[common_prefix_length(self._stored_lines, self._sent_record.lines) :]
        return any(line.text.partition(" ")[0] not in HEADER_WORDS for line in missing_lines)

    def _continued_record(self, other_records: Sequence[OtherGameRecord]) -> OtherGameRecord | None:
        """The record that once counted, was replaced by another of this box, and that the box now continues.

        One box has one journal, so that such a record shows that there are two boxes. Returns None if there is none.
        """
        shared_length = common_prefix_length(self._stored_lines, self._sent_record.lines)
        candidates = (record for record in other_records if record.has_counted and len(record.lines) > shared_length)
        return next((record for record in candidates if _starts_with(self._sent_record.lines, record.lines)), None)

    def _is_replacing_blocked(self, other_records: Sequence[OtherGameRecord]) -> bool:
        """Whether no record may be replaced before the director has looked."""
        is_copied = self._transaction.notices.is_open(NoticeKind.SENT_BY_TWO_BOXES, self._box)
        return is_copied or sum(record.has_counted for record in other_records) >= MAX_COUNTED_RECORDS

    def _set_aside_sent(
        self, other_records: Sequence[OtherGameRecord], continued_record: OtherGameRecord | None
    ) -> None:
        mark, lines = self._sent_record.mark, self._sent_record.lines
        if any(record.mark.number == mark.number and record.lines == lines for record in other_records):
            return
        replaced_record = continued_record or self._earlier_record(other_records)
        uncounted = [record for record in other_records if not record.has_counted]
        if replaced_record is None and len(uncounted) >= MAX_UNCOUNTED_RECORDS:
            self._transaction.other_records.delete_record(uncounted[0].number)
        game_number, has_counted = self._known_game.number, continued_record is not None
        self.written_bytes += self._transaction.other_records.store_record(
            game_number, mark, lines, self._now, has_counted=has_counted, replaced_record=replaced_record
        )

    def _earlier_record(self, other_records: Sequence[OtherGameRecord]) -> OtherGameRecord | None:
        """An earlier record of the same journal, if it can be told: both differ from the hub's at the same line."""
        shared_length = common_prefix_length(self._stored_lines, self._sent_record.lines)
        for record in other_records:
            length_shared_with_other = common_prefix_length(record.lines, self._sent_record.lines)
            if (
                not record.has_counted
                and common_prefix_length(self._stored_lines, record.lines) == shared_length < length_shared_with_other
            ):
                return record
        return None

    def _set_aside_stored(self, other_records: Sequence[OtherGameRecord]) -> None:
        earlier_record = self._earlier_record(other_records)
        if earlier_record is not None:
            self._transaction.other_records.delete_record(earlier_record.number)
        self.written_bytes += self._transaction.other_records.store_record(
            self._known_game.number, self._known_game.mark, self._stored_lines, self._now, has_counted=True
        )


def _starts_with(lines: Sequence[JournalRow], beginning: Sequence[JournalRow]) -> bool:
    return common_prefix_length(lines, beginning) == len(beginning)
