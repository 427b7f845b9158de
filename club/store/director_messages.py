"""Database access to messages between director and tables: the last of each kind sent to a table, and its calls."""

from __future__ import annotations

from sqlalchemy import func, insert, select, update

from club.store.schema import BOX, CLUB, OPEN_CALL, PAST_CALL, SENT_MESSAGE
from club.store.store_part import StorePart
from device.outbox.codec import decode, encode
from device.outbox.director import DirectorPhrase, DirectorWords, NextSeating, SeatPlace, TableReport
from values.named_tuple import NamedTuple

TableMessage = DirectorWords | NextSeating
"""A message from the director to a table."""


class SentMessage(NamedTuple):
    """A message that was sent to a table, when, in seconds since 1970, and whether the table has dealt with it."""

    box: str
    content: TableMessage
    sent_at: float
    is_done: bool


class PastCall(NamedTuple):
    """A past call for the director: when it began and ended, in seconds since 1970."""

    box: str
    began_at: float
    ended_at: float


class DirectorMessages(StorePart):
    """Text messages, seatings and calls, within a transaction of the store."""

    def store_words(self, box: str, message_text: DirectorPhrase | str, now: float) -> DirectorWords:
        """Store the director's words for a table, in place of the ones before. An empty text withdraws them.

        Raises UnreadableMessage for a text that no table could show.
        """
        number = self._next_number(now)
        if isinstance(message_text, DirectorPhrase):
            message = DirectorWords(number, message_text)
        else:
            message = DirectorWords(number, written=message_text)
        self._store(box, "words", message, now)
        return message

    def store_seating(self, box: str, table: int, places: tuple[SeatPlace, ...], now: float) -> NextSeating:
        """Store the next seating for a box, whose table has the number `table`. Empty `places` withdraw the one before.

        Raises UnreadableMessage for a seating that no table could show.
        """
        message = NextSeating(self._next_number(now), table, places)
        self._store(box, "seating", message, now)
        return message

    def last_messages(self, after_number: int = 0, box: str | None = None) -> list[SentMessage]:
        """The last message of each kind to each table, or to one box's; only those with a number above
        `after_number`."""
        query = select(SENT_MESSAGE.c.box, SENT_MESSAGE.c.message, SENT_MESSAGE.c.told, SENT_MESSAGE.c.done).where(
            SENT_MESSAGE.c.number > after_number
        )
        if box is not None:
            query = query.where(SENT_MESSAGE.c.box == box)
        messages = []
        for message_box, encoded, sent_at, is_done in self._execute(query.order_by(SENT_MESSAGE.c.number)):
            content = decode(encoded)
            assert isinstance(content, DirectorWords | NextSeating)
            messages.append(SentMessage(message_box, content, sent_at, is_done))
        return messages

    def store_report(self, box: str, report: TableReport, now: float) -> list[TableMessage]:
        """Store a table's report. Returns the messages that the table has newly dealt with."""
        self._begin_or_end_call(box, report.is_calling, now)
        handled: list[TableMessage] = []
        for sent_message in self.last_messages(box=box):
            is_words = isinstance(sent_message.content, DirectorWords)
            handled_number = report.words_number if is_words else report.seating_number
            if not sent_message.is_done and sent_message.content.number == handled_number:
                handled.append(sent_message.content)
        if handled:
            numbers = [handled_message.number for handled_message in handled]
            self._execute(update(SENT_MESSAGE).where(SENT_MESSAGE.c.number.in_(numbers)).values(done=True))
        return handled

    def open_calls(self) -> dict[str, float]:
        """Since when boxes have been calling the director, in seconds since 1970, the longest first; none of revoked
        boxes."""
        query = select(OPEN_CALL.c.box, OPEN_CALL.c.since).join(BOX, BOX.c.name == OPEN_CALL.c.box)
        rows = self._execute(query.where(BOX.c.revoked.is_(False)).order_by(OPEN_CALL.c.since))
        return {row.box: row.since for row in rows}

    def past_calls(self, limit: int) -> list[PastCall]:
        """At most `limit` past calls, the latest first."""
        query = select(PAST_CALL.c.box, PAST_CALL.c.since, PAST_CALL.c.until).order_by(PAST_CALL.c.number.desc())
        return [PastCall(*row) for row in self._execute(query.limit(limit))]

    def _begin_or_end_call(self, box: str, is_calling: bool, now: float) -> None:
        calls = self.open_calls()
        if is_calling and box not in calls:
            self._execute(insert(OPEN_CALL).values(box=box, since=now))
        elif box in calls and not is_calling:
            self._execute(OPEN_CALL.delete().where(OPEN_CALL.c.box == box))
            values = {"box": box, "since": calls[box], "until": now}
            self._execute(insert(PAST_CALL).values(values))

    def _next_number(self, now: float) -> int:
        """The next message number. It is at least the time, so that it grows even if a backup was restored."""
        self._execute(select(CLUB.c.number).with_for_update())  # no other hub draws the same number
        last = int(self._execute(select(func.coalesce(func.max(SENT_MESSAGE.c.number), 0))).scalar_one())
        return max(last + 1, int(now))

    def _store(self, box: str, kind: str, message: TableMessage, now: float) -> None:
        encoded = encode(message)
        decode(encoded)  # raises UnreadableMessage for what no table could show
        self._execute(SENT_MESSAGE.delete().where(SENT_MESSAGE.c.box == box, SENT_MESSAGE.c.kind == kind))
        values = {"number": message.number, "box": box, "kind": kind, "message": encoded, "told": now, "done": False}
        self._execute(insert(SENT_MESSAGE).values(values))
