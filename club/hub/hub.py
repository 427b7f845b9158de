"""The hub's main loop: receives the boxes' messages from the MQTT broker, has them stored, and answers."""

from __future__ import annotations

import time
from collections.abc import Callable, Sequence
from contextlib import closing, suppress
from typing import Protocol

from club.broker import topics
from club.broker.link import BrokerAddress, BrokerConnected, BrokerLink, LinkEvent, TroubleLogger
from club.hub.box_subscriptions import BoxSubscriptions
from club.hub.hub_inbox import MAX_BATCH_MESSAGES, HubInbox
from club.hub.table_publisher import HomeAssistantOptions as HomeAssistantOptions
from club.hub.table_publisher import TablePublisher
from club.store.database import ClubStore, StoreFailed
from club.store.receiver import Answer, BoxMessage, ChangedGame, Receiver
from device.outbox.club_messages import CommittedGame, HubInventoryRequest
from device.outbox.codec import encode
from display.words import text

STOP_CHECK_S = 0.5
"""How often the main loop checks whether to stop, in seconds."""

BOX_POLL_INTERVAL_S = 3.0
"""How often the store is polled for boxes that have joined, and for changes by the director, in seconds."""

CONNECTIONS_INTERVAL_S = 1.0
"""Minimum time between two writes of which boxes have connected or disconnected, in seconds."""

FAILURE_PAUSE_S = 2.0
"""Seconds to wait after a failure of the store."""


class TableWatchers(Protocol):
    """The viewers of the tables' page (`club.hub.watchers`). None of these methods blocks."""

    def prepare(self, games: Sequence[ChangedGame]) -> None:
        """Prepare for changes of these games that are about to be committed. Nothing is sent yet."""

    def publish(self, games: Sequence[ChangedGame]) -> None:
        """Send the changes of these games."""

    def send_renewal(self) -> None:
        """Send that something other than a game has changed at the tables."""


class Hub:
    """Serves the boxes of one club until it is stopped. `log` receives sentences for the log."""

    def __init__(
        self,
        store: ClubStore,
        broker: BrokerAddress,
        log: Callable[[str], None],
        assistant: HomeAssistantOptions | None = None,
    ) -> None:
        """With an `assistant`, the tables are announced to Home Assistant.

        Raises OSError if the certificate can't be used.
        """
        self._store = store
        self._receiver = Receiver(store, time.time)
        self._log = log
        self._is_stopped = False
        self._has_store_failed = False
        self._connection_changes: dict[str, bool] = {}
        """The connection states that the broker has sent, and that are not in the store yet, by box."""
        inbox = HubInbox()
        self._link = BrokerLink(broker, [], on_event=inbox.put)
        self._subscriptions = BoxSubscriptions(self._link, inbox, log)
        self._trouble_logger = TroubleLogger(self._link, log)
        self._has_sent_inventories = True
        """Whether every box has been sent an inventory since the last connection to the broker."""
        self._publisher = TablePublisher(store, self._link, assistant)
        self._watchers: TableWatchers | None = None

    def stop(self) -> None:
        """Have `run` return soon. Any thread or a signal handler may call this."""
        self._is_stopped = True

    def run(self, watchers: TableWatchers | None = None) -> None:
        """Run the main loop until stopped. Changes at the tables are sent to `watchers`."""
        self._watchers = watchers
        self._judge_waiting_records()
        with closing(self._link):
            boxes_polled_at = connections_stored_at = time.monotonic()
            while not self._is_stopped:
                messages = self._next_messages()
                now = time.monotonic()
                if not self._has_sent_inventories or now - boxes_polled_at >= BOX_POLL_INTERVAL_S:
                    boxes_polled_at = now
                    messages += self._poll_boxes()
                for start in range(0, len(messages), MAX_BATCH_MESSAGES):
                    self._store_messages(messages[start : start + MAX_BATCH_MESSAGES])
                self._report_floods(self._subscriptions.update_mutes())
                if now - connections_stored_at >= CONNECTIONS_INTERVAL_S:
                    connections_stored_at = now
                    self._store_connections()
                self._publish_director_messages()
                self._trouble_logger.log_if_changed()

    def _judge_waiting_records(self) -> None:
        """Judge records that have waited for their game's package. If the store fails, the next start tries again."""
        with suppress(StoreFailed):
            self._receiver.judge_waiting_records()

    def _next_messages(self) -> list[BoxMessage]:
        """Wait for the next events, and return the boxes' messages among them."""
        events = self._subscriptions.inbox.next_events(STOP_CHECK_S)
        return [message for event in events for message in self._handle_event(event)]

    def _handle_event(self, event: LinkEvent) -> list[BoxMessage]:
        if isinstance(event, BrokerConnected):
            self._log("connected to the broker")
            self._publisher.publish_all_again()
            self._has_sent_inventories = False
            return []
        if self._publisher.handle_assistant_event(event):
            return []
        sender = topics.parse_sender(event.topic)
        if sender is None:
            return []
        box, last_level = sender
        if last_level == "online":
            self._connection_changes[box] = event.payload == b"1"
            return []
        if last_level == "table":
            self._publisher.handle_report(box, event.payload)
            return []
        if event.was_retained:
            # Remove it from the broker: boxes send again whatever was not committed.
            self._link.publish(event.topic, b"", retain=True)
            return []
        return [BoxMessage(box, event.payload)] if event.payload else []

    def _store_connections(self) -> None:
        """Store which boxes have connected or disconnected."""
        if not self._connection_changes:
            return
        with suppress(StoreFailed):  # the next call tries again
            with self._store.transaction() as transaction:
                transaction.box_connections.store_changes(self._connection_changes, time.time())
            self._connection_changes.clear()
            if self._watchers is not None:
                self._watchers.send_renewal()

    def _publish_director_messages(self) -> None:
        """Send the tables the director's new messages."""
        with suppress(StoreFailed):  # `_store_messages` logs failures; the next call sends everything
            if self._publisher.exchange(time.monotonic()) and self._watchers is not None:
                self._watchers.send_renewal()

    def _poll_boxes(self) -> list[BoxMessage]:
        """Read the club's boxes, and subscribe to them. Returns a request in the name of each that needs an inventory.

        These are the boxes of which the director has changed something. After a connection, these are all boxes: the
        store may have been restored from a backup.
        """
        try:
            with self._store.read_only_transaction() as transaction:
                boxes = [box for box in transaction.boxes.list_boxes() if not box.is_revoked]
        except StoreFailed as failed:
            self._log_failure(failed)
            return []
        self._subscriptions.set_boxes(box.name for box in boxes)
        box_names = (
            self._receiver.boxes_changed_elsewhere(boxes) if self._has_sent_inventories else [box.name for box in boxes]
        )
        self._has_sent_inventories = True
        return [BoxMessage(box, encode(HubInventoryRequest())) for box in box_names]

    def _report_floods(self, boxes: list[str]) -> None:
        """Notify the director of boxes that flood the hub."""
        with suppress(StoreFailed):
            if boxes:
                self._receiver.set_complaint_aside(
                    boxes, text("This box says far more than the hub can hear, and is heard at times.")
                )

    def _store_messages(self, messages: list[BoxMessage]) -> None:
        try:
            receipt = self._receiver.receive(messages, self._prepare_watchers)
        except StoreFailed as failed:
            self._log_failure(failed)
            time.sleep(FAILURE_PAUSE_S)
            return
        if self._has_store_failed:
            self._log("the database works again")
        self._has_store_failed = False
        self._subscriptions.inbox.spend(receipt.costs)
        if self._watchers is not None:
            self._watchers.publish(receipt.changed_games)
        self._publisher.note_changed(box for box, answer in receipt.answers if isinstance(answer, CommittedGame))
        for box, answer in receipt.answers:
            self._publish_answer(box, answer)

    def _prepare_watchers(self, games: Sequence[ChangedGame]) -> None:
        if self._watchers is not None:
            self._watchers.prepare(games)

    def _log_failure(self, failed: StoreFailed) -> None:
        """Log a failure of the store, unless the failure before it was logged already."""
        if not self._has_store_failed:
            self._log(str(failed))
        self._has_store_failed = True

    def _publish_answer(self, box: str, answer: Answer) -> None:
        if isinstance(answer, CommittedGame):
            self._link.publish(topics.committed_topic(box), encode(answer), retain=True)
        else:
            self._link.publish(topics.inventory_topic(box), encode(answer))
