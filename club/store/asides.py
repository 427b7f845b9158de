"""What does not count until the director has looked at it, in the database."""

from __future__ import annotations

from sqlalchemy import Connection, delete, insert, select, update

from club.store import sentences
from club.store.judged_record import lacking
from club.store.schema import ASIDE
from device.outbox.values import GameMark
from display.words import Text
from values.named_tuple import NamedTuple

MOST_ASIDE = 100
"""How many things of one box wait for the director; what else it says is set aside in place of the newest."""

MOST_KEPT = 4096
"""Bytes of a message that are kept of it, for whoever looks for a fault."""

MOST_OF_LACKING = 65_536
"""The same of a game that the hub lacks, whose record is judged later: a long evening's takes 20,000."""

_ROW_BYTES = 500
"""What else the database keeps of it."""


class SetAside(NamedTuple):
    """What was set aside for the director."""

    number: int
    box: str
    game: str
    revision: int
    sentence: Text
    received: float


class LackedGame(NamedTuple):
    """A game that waits for the package of what is played: its box, its identity, the word of what is played, and the
    message that told of it, or the beginning of that."""

    box: str
    game: str
    played: str
    message: bytes


class Asides:
    """What was set aside for the director, within a transaction of the store."""

    def __init__(self, connection: Connection) -> None:
        self._connection = connection

    def keep(self, box: str, mark: GameMark, sentence: Text, message: bytes, now: float, most: int = MOST_KEPT) -> int:
        """Keep what is not to count for the director, in place of what there is of that game already, at most so many
        bytes of its message. Returns how many bytes of the database that takes, nearly."""
        open_ones = select(ASIDE.c.number).where(ASIDE.c.box == box, ASIDE.c.settled.is_(False))
        known = self._connection.execute(open_ones.where(ASIDE.c.identity == mark.game)).scalar()
        if known is None:
            waiting = (
                self._connection.execute(open_ones.order_by(ASIDE.c.number.desc()).limit(MOST_ASIDE)).scalars().all()
            )
            known = waiting[0] if len(waiting) == MOST_ASIDE else None
        words, beginning = sentences.written(sentence), message[:most]
        values = {
            "box": box, "identity": mark.game, "revision": mark.number, "digest": mark.digest,
            "sentence": words, "message": beginning, "received": now, "settled": False,
        }  # fmt: skip
        if known is None:
            self._connection.execute(insert(ASIDE).values(values))
        else:
            self._connection.execute(update(ASIDE).where(ASIDE.c.number == known).values(values))
        return _ROW_BYTES + len(words) + len(beginning)

    def settle(self, box: str, identity: str) -> None:
        """What was set aside of a game needs the director no more: it is there no more."""
        self._connection.execute(delete(ASIDE).where(ASIDE.c.box == box, ASIDE.c.identity == identity))

    def lacking(self) -> list[LackedGame]:
        """The games that wait because the hub lacked what is played, the oldest first."""
        columns = select(ASIDE.c.box, ASIDE.c.identity, ASIDE.c.sentence, ASIDE.c.message)
        found = self._connection.execute(columns.where(ASIDE.c.settled.is_(False)).order_by(ASIDE.c.number))
        waiting = ((box, game, sentences.read(why), message) for box, game, why, message in found)
        return [
            LackedGame(box, game, str(dict(why.arguments)["game"]), message)
            for box, game, why, message in waiting
            if why.message == lacking("").message
        ]

    def all(self) -> list[SetAside]:
        """What waits for the director, the oldest first."""
        columns = select(
            ASIDE.c.number, ASIDE.c.box, ASIDE.c.identity, ASIDE.c.revision, ASIDE.c.sentence, ASIDE.c.received
        )
        found = self._connection.execute(columns.where(ASIDE.c.settled.is_(False)).order_by(ASIDE.c.number))
        return [SetAside(*row[:4], sentences.read(row[4]), row[5]) for row in found]
