"""Database access to the lines of game records, and to the revisions in which they arrived."""

from __future__ import annotations

from collections.abc import Sequence

from sqlalchemy import func, select

from club.store.bulk import insert_rows
from club.store.schema import LINE, REPLACED_LINE, REVISION
from club.store.store_part import StorePart
from device.outbox.club_messages import GameMark
from device.session.rows import JournalRow, RowKind
from values.named_tuple import NamedTuple

ROW_BYTES, REVISION_BYTES = 100, 800
"""Estimated bytes in PostgreSQL: of a line without its text, and of a revision. Both include index entries. A
revision's include the old version of its game's row, which stays until the next vacuum."""


class RevisionChange(NamedTuple):
    """What one revision changes: the first `kept_line_count` lines stay, and `added_lines` take the place of the lines
    in `replaced_lines`."""

    game_number: int
    mark: GameMark
    kept_line_count: int
    added_lines: Sequence[JournalRow]
    replaced_lines: Sequence[JournalRow]
    received_at: float

    @property
    def line_count(self) -> int:
        """How many lines the record has after this revision."""
        return self.kept_line_count + len(self.added_lines)

    @property
    def size_bytes(self) -> int:
        """About how many bytes it takes in the database."""
        lines = (*self.added_lines, *self.replaced_lines)
        return REVISION_BYTES + sum(ROW_BYTES + len(line.text) for line in lines)


class RecordLines(StorePart):
    """Reads and writes the lines of all games, within one transaction of the store."""

    def lines_of_game(self, game: int, skip: int = 0, limit: int | None = None) -> list[JournalRow]:
        """The lines of a game's record, without the first `skip` ones; at most `limit` lines."""
        query = select(LINE.c.kind, LINE.c.text).where(LINE.c.game == game, LINE.c.place > skip)
        query = query.order_by(LINE.c.place).limit(limit)
        return [JournalRow(RowKind(kind), text) for kind, text in self._execute(query)]

    def replaced_lines(self, game: int, limit: int | None = None) -> list[tuple[int, int, JournalRow]]:
        """At most `limit` lines that revisions took back: the revision's number, the line's place, and the line."""
        columns = select(REPLACED_LINE.c.revision, REPLACED_LINE.c.place, REPLACED_LINE.c.kind, REPLACED_LINE.c.text)
        query = (
            columns.where(REPLACED_LINE.c.game == game)
            .order_by(REPLACED_LINE.c.revision, REPLACED_LINE.c.place)
            .limit(limit)
        )
        return [
            (revision, place, JournalRow(RowKind(kind), text)) for revision, place, kind, text in self._execute(query)
        ]

    def digest_of(self, game: int, revision: int) -> str | None:
        """The digest of a committed revision; None if no revision has this number."""
        query = select(REVISION.c.digest).where(REVISION.c.game == game, REVISION.c.number == revision)
        digest: str | None = self._execute(query).scalar()
        return digest

    def has_only_grown_since(self, game: int, mark: GameMark, line_count: int) -> bool:
        """Whether every revision since `mark`, at which the game had `line_count` lines, has kept all of those
        lines."""
        columns = select(REVISION.c.number, REVISION.c.digest, REVISION.c.keeps)
        query = columns.where(REVISION.c.game == game, REVISION.c.number >= mark.number).order_by(REVISION.c.number)
        revision_rows = self._execute(query).all()
        if not revision_rows or (revision_rows[0].number, revision_rows[0].digest) != (mark.number, mark.digest):
            return False
        return all(row.keeps >= line_count for row in revision_rows[1:])

    def add_revisions(self, changes: Sequence[RevisionChange]) -> None:
        """Write revisions in order. A revision with replaced lines must be the first of its game in `changes`."""
        for change in changes:
            if change.replaced_lines:
                self._move_lines(change.game_number, change.kept_line_count, change.replaced_lines, change.mark.number)
        line_rows = [
            {"game": change.game_number, "place": place, "kind": line.kind.value, "text": line.text}
            for change in changes
            for place, line in enumerate(change.added_lines, change.kept_line_count + 1)
        ]
        insert_rows(self._connection, LINE, line_rows)
        revision_rows = [
            {
                "game": change.game_number, "number": change.mark.number, "digest": change.mark.digest,
                "keeps": change.kept_line_count, "length": change.line_count, "received": change.received_at,
            }
            for change in changes
        ]  # fmt: skip
        insert_rows(self._connection, REVISION, revision_rows)

    def cut_after(self, game: int, kept_line_count: int) -> None:
        """Keep the first `kept_line_count` lines of a game, and delete its revisions: another record continues from
        there."""
        self._execute(LINE.delete().where(LINE.c.game == game, LINE.c.place > kept_line_count))
        self._execute(REVISION.delete().where(REVISION.c.game == game))

    def move_to_replaced(self, game: int, revision: int) -> None:
        """Move all lines of a game to the replaced ones, and delete its revisions. `revision` is the game's last."""
        lines = self.lines_of_game(game)
        next_revision = 1 + int(
            self._execute(
                select(func.coalesce(func.max(REPLACED_LINE.c.revision), 0)).where(REPLACED_LINE.c.game == game)
            ).scalar_one()
        )
        if lines:
            self._move_lines(game, 0, lines, max(next_revision, revision))
        self._execute(REVISION.delete().where(REVISION.c.game == game))

    def _move_lines(self, game: int, kept_line_count: int, lines: Sequence[JournalRow], revision: int) -> None:
        """Move the lines of a game after the first `kept_line_count`, which are `lines`, to those that `revision`
        replaced."""
        rows = [
            {"game": game, "revision": revision, "place": place, "kind": line.kind.value, "text": line.text}
            for place, line in enumerate(lines, kept_line_count + 1)
        ]
        insert_rows(self._connection, REPLACED_LINE, rows)
        self._execute(LINE.delete().where(LINE.c.game == game, LINE.c.place > kept_line_count))
