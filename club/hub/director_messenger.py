"""Passes messages between the director, by the store, and the tables, by the broker."""

from __future__ import annotations

import time
from collections.abc import Callable
from contextlib import suppress

from club.broker import topics
from club.store.database import ClubStore
from club.store.director_messages import TableMessage
from device.outbox.codec import UnreadableMessage, decode, encode
from device.outbox.director import DirectorWords, TableReport

MAX_REPORT_LENGTH = 500
"""Maximum number of bytes of a table's report to its director; real ones have less than a third of that."""

PublishFunction = Callable[[str, bytes], None]
"""Publishes a payload to a topic, retained. An empty payload removes the retained message."""


class DirectorMessenger:
    """Publishes the director's messages until the tables have dealt with them, and stores the tables' reports."""

    def __init__(self, store: ClubStore, publish: PublishFunction, now: Callable[[], float] = time.time) -> None:
        """`now` returns seconds since 1970."""
        self._store = store
        self._publish = publish
        self._now = now
        self._last_published_number = 0
        self._reports: dict[str, TableReport] = {}
        self._has_stored_reports = False
        """Whether reports were stored of which `exchange_messages` has not told its caller yet."""

    def publish_all_again(self) -> None:
        """Have the next `exchange_messages` publish everything again: a broker that was connected to may have lost its
        messages."""
        self._last_published_number = 0

    def exchange_messages(self) -> bool:
        """Store the tables' reports, and publish the director's new messages. Returns whether there were reports.

        Raises StoreFailed. In that case, the next call does what is left, and returns whether there were reports since.
        """
        for box, message in self._store_reports() if self._reports else ():
            self._publish(_topic(box, message), b"")
        with self._store.read_only_transaction() as transaction:
            messages = transaction.director_messages.last_messages(self._last_published_number)
        for sent_message in messages:
            self._last_published_number = max(self._last_published_number, sent_message.content.number)
            if not sent_message.is_done:
                self._publish(_topic(sent_message.box, sent_message.content), encode(sent_message.content))
        has_stored_reports, self._has_stored_reports = self._has_stored_reports, False
        return has_stored_reports

    def _store_reports(self) -> list[tuple[str, TableMessage]]:
        """Store the tables' reports, but none of revoked boxes.

        Returns the messages that the tables have newly dealt with, each with its box.
        """
        with self._store.transaction() as transaction:
            club_boxes = transaction.boxes.lock_boxes(self._reports).boxes
            finished_messages = [
                (box, message)
                for box, report in self._reports.items()
                if box in club_boxes and not club_boxes[box].is_revoked
                for message in transaction.director_messages.store_report(box, report, self._now())
            ]
        self._reports.clear()
        self._has_stored_reports = True
        return finished_messages

    def note_report(self, box: str, payload: bytes) -> None:
        """Keep a table's report for the next `exchange_messages`. A payload that is no report is ignored."""
        with suppress(UnreadableMessage):
            report = decode(payload) if len(payload) <= MAX_REPORT_LENGTH else None
            if isinstance(report, TableReport):
                self._reports[box] = report


def _topic(box: str, message: TableMessage) -> str:
    return topics.director_words_topic(box) if isinstance(message, DirectorWords) else topics.seating_topic(box)
