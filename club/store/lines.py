"""The lines of records, and the revisions that brought them, in the database."""

from __future__ import annotations

from collections.abc import Sequence

from sqlalchemy import Connection, func, select

from club.store.bulk import add_rows
from club.store.schema import LINE, REPLACED, REVISION
from device.outbox.values import GameMark
from device.session.rows import JournalRow, RowKind
from values.named_tuple import NamedTuple

ROW_BYTES, REVISION_BYTES = 100, 800
"""What PostgreSQL keeps of a line besides its letters, and of a revision with what its game was before, until that is
tidied up; index entries are in it."""


class NewLines(NamedTuple):
    """What one revision changes: the lines from `keeps` on, of which those in `before` were there instead."""

    game: int
    mark: GameMark
    keeps: int
    lines: Sequence[JournalRow]
    before: Sequence[JournalRow]
    received: float

    @property
    def length(self) -> int:
        """How many lines there are with this revision."""
        return self.keeps + len(self.lines)

    @property
    def size(self) -> int:
        """Bytes of the database that it takes, nearly."""
        rows = (*self.lines, *self.before)
        return REVISION_BYTES + sum(ROW_BYTES + len(line.text) for line in rows)


class RecordLines:
    """The lines of the games of all boxes, within a transaction of the store."""

    def __init__(self, connection: Connection) -> None:
        self._connection = connection

    def of(self, game: int, after: int = 0, most: int | None = None) -> list[JournalRow]:
        """The lines of a game's record, after so many; so many of them at most."""
        wanted = select(LINE.c.kind, LINE.c.text).where(LINE.c.game == game, LINE.c.place > after)
        wanted = wanted.order_by(LINE.c.place).limit(most)
        return [JournalRow(RowKind(kind), words) for kind, words in self._connection.execute(wanted)]

    def replaced(self, game: int, most: int | None = None) -> list[tuple[int, int, JournalRow]]:
        """Lines that revisions took back, so many at most: the revision's number, the line's place, and the line."""
        columns = select(REPLACED.c.revision, REPLACED.c.place, REPLACED.c.kind, REPLACED.c.text)
        wanted = columns.where(REPLACED.c.game == game).order_by(REPLACED.c.revision, REPLACED.c.place).limit(most)
        return [
            (revision, place, JournalRow(RowKind(kind), words))
            for revision, place, kind, words in self._connection.execute(wanted)
        ]

    def digest_of(self, game: int, revision: int) -> str | None:
        """The digest of a revision that was committed; None if there was none of that number."""
        wanted = select(REVISION.c.digest).where(REVISION.c.game == game, REVISION.c.number == revision)
        found: str | None = self._connection.execute(wanted).scalar()
        return found

    def only_added(self, game: int, mark: GameMark, length: int) -> bool:
        """Whether a game that had so many lines at a mark has had nothing but lines added to them since."""
        columns = select(REVISION.c.number, REVISION.c.digest, REVISION.c.keeps)
        since = columns.where(REVISION.c.game == game, REVISION.c.number >= mark.number).order_by(REVISION.c.number)
        found = [(GameMark(mark.game, *row[:2]), int(row[2])) for row in self._connection.execute(since)]
        return bool(found) and found[0][0] == mark and all(keeps >= length for _, keeps in found[1:])

    def add(self, changes: Sequence[NewLines]) -> None:
        """What these revisions change, in order: at most one takes lines back that another one of them brought."""
        for one in changes:
            if one.before:
                self._replace(one)
        rows = [
            {"game": one.game, "place": place, "kind": line.kind.value, "text": line.text}
            for one in changes
            for place, line in enumerate(one.lines, one.keeps + 1)
        ]
        add_rows(self._connection, LINE, rows)
        revisions = [
            {
                "game": one.game, "number": one.mark.number, "digest": one.mark.digest, "keeps": one.keeps,
                "length": one.length, "received": one.received,
            }
            for one in changes
        ]  # fmt: skip
        add_rows(self._connection, REVISION, revisions)

    def keep_first(self, game: int, keeps: int) -> None:
        """Only so many first lines of a game stay, and none of its revisions: another record goes on from them."""
        self._connection.execute(LINE.delete().where(LINE.c.game == game, LINE.c.place > keeps))
        self._connection.execute(REVISION.delete().where(REVISION.c.game == game))

    def take_all_back(self, game: int, revision: int, now: float) -> None:
        """Take back all lines of a game that has come to a revision, and forget its revisions."""
        lines = self.of(game)
        last = 1 + int(
            self._connection.execute(
                select(func.coalesce(func.max(REPLACED.c.revision), 0)).where(REPLACED.c.game == game)
            ).scalar_one()
        )
        if lines:
            self._replace(NewLines(game, GameMark("", max(last, revision), ""), 0, (), lines, now))
        self._connection.execute(REVISION.delete().where(REVISION.c.game == game))

    def _replace(self, change: NewLines) -> None:
        taken = [
            {"game": change.game, "revision": change.mark.number, "place": place, "kind": line.kind.value,
             "text": line.text}
            for place, line in enumerate(change.before, change.keeps + 1)
        ]  # fmt: skip
        add_rows(self._connection, REPLACED, taken)
        self._connection.execute(LINE.delete().where(LINE.c.game == change.game, LINE.c.place > change.keeps))
