"""Records of games other than those that count: what a box and the hub have of one game, where that differs."""

from __future__ import annotations

import json
from collections.abc import Sequence
from typing import Any

from sqlalchemy import Connection, delete, insert, select, update

from club.store.schema import OTHER
from device.outbox.values import GameMark
from device.session.rows import JournalRow, RowKind
from values.named_tuple import NamedTuple


class KeptRecord(NamedTuple):
    """Another record of a game, and when it came, in seconds since 1970; `counted` where it was the game's once."""

    number: int
    game: int
    mark: GameMark
    lines: tuple[JournalRow, ...]
    received: float
    counted: bool


class OtherRecords:
    """The other records of games, within a transaction of the store."""

    def __init__(self, connection: Connection) -> None:
        self._connection = connection

    def of(self, game: int) -> list[KeptRecord]:
        """Those of a game, the first that came first."""
        found = self._connection.execute(select(OTHER).where(OTHER.c.game == game).order_by(OTHER.c.number))
        return [_kept(row) for row in found]

    def keep(
        self,
        game: int,
        mark: GameMark,
        lines: Sequence[JournalRow],
        now: float,
        *,
        counted: bool,
        instead: KeptRecord | None = None,
    ) -> int:
        """Keep a record, perhaps in place of one that it goes on from. Returns how many bytes of the database it takes,
        nearly."""
        written = json.dumps([[line.kind.value, line.text] for line in lines], ensure_ascii=False)
        values = {
            "game": game, "revision": mark.number, "digest": mark.digest, "lines": written, "received": now,
            "counted": counted,
        }  # fmt: skip
        if instead is None:
            self._connection.execute(insert(OTHER).values(values))
        else:
            self._connection.execute(update(OTHER).where(OTHER.c.number == instead.number).values(values))
        return len(written)

    def forget_uncounted(self, game: int) -> None:
        """The game is given to another box, which says all that it has of it again."""
        self._connection.execute(delete(OTHER).where(OTHER.c.game == game, OTHER.c.counted.is_(False)))

    def remove(self, number: int) -> None:
        """A record is the game's own now, or is kept no more."""
        self._connection.execute(delete(OTHER).where(OTHER.c.number == number))


def _read(written: str) -> tuple[JournalRow, ...]:
    return tuple(JournalRow(RowKind(kind), words) for kind, words in json.loads(written))


def _kept(row: Any) -> KeptRecord:
    mark = GameMark("", row.revision, row.digest)
    return KeptRecord(row.number, row.game, mark, _read(row.lines), row.received, row.counted)
