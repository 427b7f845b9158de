"""The courier's part in messages between director and table: it passes them on, and reports the delivery's status."""

from __future__ import annotations

from collections.abc import Callable
from contextlib import suppress

from club.broker import topics
from club.broker.link import MessageArrived
from club.courier.table_client import TableClient
from device.outbox.codec import UnreadableMessage, decode, encode
from device.outbox.director import ClubStanding, DirectorWords, NextSeating, TableReport, ToTable

MAX_REPORT_INTERVAL_S = 20.0
"""How often the table is sent the unchanged standing, in seconds."""

MIN_REPORT_INTERVAL_S = 1.0
"""Minimum time between two such messages if the standing has changed, in seconds."""

PublishFunction = Callable[[str, bytes], None]
"""Publishes a payload to a topic, retained."""


class DirectorRelay:
    """Passes messages between director and table, and sends the table its standing with the hub (`ClubStanding`).

    It keeps the director's messages, and sends them at each connection to the table.
    """

    def __init__(self, box: str, publish: PublishFunction) -> None:
        self._report_topic = topics.table_topic(box)
        self._director_topics = {topics.director_words_topic(box), topics.seating_topic(box)}
        self._publish = publish
        self._kept_messages: dict[str, ToTable] = {}
        self._published_report: TableReport | None = None
        self._sent_standing: tuple[float, ClubStanding] | None = None
        """When the table was last sent which standing, since the connection to it."""

    def publish_report_again(self) -> None:
        """Have the table's report published again, after a connection to the broker."""
        self._published_report = None

    def start_connection(self, table: TableClient) -> None:
        """After a connection to the table: send it all kept messages from the director, and have the next
        `send_standing_if_due` send the standing. Raises TableUnreachable."""
        self._sent_standing = None
        for message in self._kept_messages.values():
            table.send(message)

    def is_from_director(self, published: MessageArrived) -> bool:
        """Whether a message comes from the director."""
        return published.topic in self._director_topics

    def pass_to_table(self, published: MessageArrived, table: TableClient) -> None:
        """Send a message from the director to the table, and keep it until the hub removes it.

        Raises TableUnreachable.
        """
        self._kept_messages.pop(published.topic, None)
        with suppress(UnreadableMessage):
            message = decode(published.payload) if published.payload else None
            if isinstance(message, DirectorWords | NextSeating):
                self._kept_messages[published.topic] = message
                table.send(message)

    def publish_report(self, table: TableClient) -> None:
        """Publish the table's report to the director if it has changed, or after a connection to the broker."""
        report = None if table.wishes is None else table.wishes.report
        if report is not None and report != self._published_report:
            self._published_report = report
            self._publish(self._report_topic, encode(report))

    def send_standing_if_due(self, table: TableClient, standing: ClubStanding, now: float) -> None:
        """Send the standing if it has changed, or was sent long ago. `now` is in seconds of a monotonic clock.

        Raises TableUnreachable.
        """
        if self._sent_standing is not None:
            sent_at, last_standing = self._sent_standing
            if now - sent_at < (MAX_REPORT_INTERVAL_S if standing == last_standing else MIN_REPORT_INTERVAL_S):
                return
        self._sent_standing = now, standing
        table.send(standing)
