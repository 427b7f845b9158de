"""What director and tables have to tell each other, in the database: of each kind, the last thing told to a table."""

from __future__ import annotations

from sqlalchemy import Connection, func, insert, select, update

from club.store.schema import CALL, CLUB, PAST_CALL, TOLD
from device.outbox.codec import decode, encode
from device.outbox.director import DirectorPhrase, DirectorWords, NextSeating, SeatPlace, TableReport
from values.named_tuple import NamedTuple

ForTable = DirectorWords | NextSeating
"""What a director tells a table."""


class ToldTable(NamedTuple):
    """Something that was told a table, when, and whether the table is done with it; in seconds since 1970."""

    box: str
    message: ForTable
    told: float
    done: bool


class PastCall(NamedTuple):
    """A call for the director that is over, in seconds since 1970."""

    box: str
    since: float
    until: float


class Talk:
    """Words, seatings and calls, within a transaction of the store."""

    def __init__(self, connection: Connection) -> None:
        self._connection = connection

    def say(self, box: str, words: DirectorPhrase | str, now: float) -> DirectorWords:
        """Say something to a table, in place of what was said before. Nothing, as text, takes that back.

        Raises Unreadable for what no table could show.
        """
        number = self._next(now)
        if isinstance(words, DirectorPhrase):
            message = DirectorWords(number, words)
        else:
            message = DirectorWords(number, written=words)
        self._tell(box, "words", message, now)
        return message

    def seat(self, box: str, table: int, places: tuple[SeatPlace, ...], now: float) -> NextSeating:
        """Tell a table, which is of this number, who sits where next; no places take back what was told before.

        Raises Unreadable for what no table could show.
        """
        message = NextSeating(self._next(now), table, places)
        self._tell(box, "seating", message, now)
        return message

    def told(self, after: int = 0, box: str | None = None) -> list[ToldTable]:
        """What was told the tables, or one of them, of each kind the last: what comes after a message's number."""
        wanted = select(TOLD.c.box, TOLD.c.message, TOLD.c.told, TOLD.c.done).where(TOLD.c.number > after)
        if box is not None:
            wanted = wanted.where(TOLD.c.box == box)
        found = []
        for box, message, told, done in self._connection.execute(wanted.order_by(TOLD.c.number)):
            read = decode(message)
            assert isinstance(read, DirectorWords | NextSeating)
            found.append(ToldTable(box, read, told, done))
        return found

    def hear(self, box: str, report: TableReport, now: float) -> list[ForTable]:
        """What a table lets its director know. Returns what it is done with since it said so last."""
        self._call(box, report.called, now)
        found: list[ForTable] = []
        for one in self.told(box=box):
            reached = report.words if isinstance(one.message, DirectorWords) else report.seating
            if not one.done and one.message.number == reached:
                found.append(one.message)
        if found:
            numbers = [one.number for one in found]
            self._connection.execute(update(TOLD).where(TOLD.c.number.in_(numbers)).values(done=True))
        return found

    def calls(self) -> dict[str, float]:
        """Which tables call the director, by their boxes, and since when, in seconds since 1970."""
        found = self._connection.execute(select(CALL.c.box, CALL.c.since))
        return {row.box: row.since for row in found}

    def past_calls(self, most: int) -> list[PastCall]:
        """Calls that are over, the latest first."""
        wanted = select(PAST_CALL.c.box, PAST_CALL.c.since, PAST_CALL.c.until).order_by(PAST_CALL.c.number.desc())
        return [PastCall(*row) for row in self._connection.execute(wanted.limit(most))]

    def _call(self, box: str, called: bool, now: float) -> None:
        calls = self.calls()
        if called and box not in calls:
            self._connection.execute(insert(CALL).values(box=box, since=now))
        elif box in calls and not called:
            self._connection.execute(CALL.delete().where(CALL.c.box == box))
            values = {"box": box, "since": calls[box], "until": now}
            self._connection.execute(insert(PAST_CALL).values(values))

    def _next(self, now: float) -> int:
        """A number that grows, also where the database is one of an earlier hour."""
        self._connection.execute(select(CLUB.c.number).with_for_update())  # nobody else takes it
        last = int(self._connection.execute(select(func.coalesce(func.max(TOLD.c.number), 0))).scalar_one())
        return max(last + 1, int(now))

    def _tell(self, box: str, kind: str, message: ForTable, now: float) -> None:
        data = encode(message)
        decode(data)
        self._connection.execute(TOLD.delete().where(TOLD.c.box == box, TOLD.c.kind == kind))
        values = {"number": message.number, "box": box, "kind": kind, "message": data, "told": now, "done": False}
        self._connection.execute(insert(TOLD).values(values))
