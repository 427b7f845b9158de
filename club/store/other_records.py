"""Database access to records of games that do not count, because a box and the hub have different ones."""

from __future__ import annotations

import json
from collections.abc import Sequence
from typing import Any

from sqlalchemy import delete, insert, select, update

from club.store.schema import OTHER_RECORD
from club.store.store_part import StorePart
from device.outbox.club_messages import GameMark
from device.session.rows import JournalRow, RowKind
from values.named_tuple import NamedTuple


class OtherGameRecord(NamedTuple):
    """Another record of a game. `has_counted` says whether it once counted."""

    number: int
    mark: GameMark
    lines: tuple[JournalRow, ...]
    has_counted: bool


class OtherRecords(StorePart):
    """The other records of games, within a transaction of the store."""

    def records_of_game(self, game: int) -> list[OtherGameRecord]:
        """The other records of a game, the first received first."""
        rows = self._execute(select(OTHER_RECORD).where(OTHER_RECORD.c.game == game).order_by(OTHER_RECORD.c.number))
        return [_other_record(row) for row in rows]

    def store_record(
        self,
        game: int,
        mark: GameMark,
        lines: Sequence[JournalRow],
        now: float,
        *,
        has_counted: bool,
        replaced_record: OtherGameRecord | None = None,
    ) -> int:
        """Store a record, in place of `replaced_record` if that is given. Returns about how many bytes it takes."""
        lines_json = json.dumps([[line.kind.value, line.text] for line in lines], ensure_ascii=False)
        values = {
            "game": game, "revision": mark.number, "digest": mark.digest, "lines": lines_json, "received": now,
            "counted": has_counted,
        }  # fmt: skip
        if replaced_record is None:
            self._execute(insert(OTHER_RECORD).values(values))
        else:
            self._execute(update(OTHER_RECORD).where(OTHER_RECORD.c.number == replaced_record.number).values(values))
        return len(lines_json)

    def delete_uncounted(self, game: int) -> None:
        """Delete the records of a game that never counted: its new box sends all of its own again."""
        self._execute(delete(OTHER_RECORD).where(OTHER_RECORD.c.game == game, OTHER_RECORD.c.counted.is_(False)))

    def delete_record(self, record_number: int) -> None:
        """Delete a record, which now counts or is no longer needed."""
        self._execute(delete(OTHER_RECORD).where(OTHER_RECORD.c.number == record_number))


def _parse_lines(lines_json: str) -> tuple[JournalRow, ...]:
    return tuple(JournalRow(RowKind(kind), line_text) for kind, line_text in json.loads(lines_json))


def _other_record(row: Any) -> OtherGameRecord:
    mark = GameMark("", row.revision, row.digest)
    return OtherGameRecord(row.number, mark, _parse_lines(row.lines), row.counted)
