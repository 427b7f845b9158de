"""Publishes the director's messages to the tables, and the tables' states to Home Assistant."""

from __future__ import annotations

from collections.abc import Iterable
from functools import partial

from club.broker.link import BrokerLink, MessageArrived
from club.homeassistant.announcer import HomeAssistantAnnouncer
from club.hub.director_messenger import DirectorMessenger
from club.store.database import ClubStore
from display.words import Language
from values.named_tuple import NamedTuple

POLL_S = 0.5
"""How often the store is polled for new messages from the director, in seconds."""


class HomeAssistantOptions(NamedTuple):
    """The topic prefix at which Home Assistant discovers devices, and the language of the texts for it."""

    prefix: str
    language: Language


class TablePublisher:
    """Publishes news for tables and Home Assistant over one link to the broker."""

    def __init__(self, store: ClubStore, link: BrokerLink, assistant_options: HomeAssistantOptions | None) -> None:
        """With `assistant_options`, the tables are announced to Home Assistant."""
        self._link = link
        self._messenger = DirectorMessenger(store, partial(link.publish, retain=True))
        self._exchanged_at = 0.0
        self._announcer: HomeAssistantAnnouncer | None = None
        if assistant_options is not None:
            self._announcer = HomeAssistantAnnouncer(store, link.publish, *assistant_options)
            link.subscribe([self._announcer.status_topic])

    def publish_all_again(self) -> None:
        """Publish everything again: the broker, to which the link has just connected, may have lost its messages."""
        self._messenger.publish_all_again()
        if self._announcer is not None:
            self._announcer.publish_all_again()

    def handle_assistant_event(self, event: MessageArrived) -> bool:
        """Handle an event from Home Assistant. Returns False if the event is another one."""
        if self._announcer is None or event.topic != self._announcer.status_topic:
            return False
        self._announcer.handle_status(event.payload)
        return True

    def handle_report(self, box: str, payload: bytes) -> None:
        """Handle a table's report to its director."""
        self._messenger.note_report(box, payload)

    def note_changed(self, boxes: Iterable[str]) -> None:
        """Note that games of these boxes have changed."""
        if self._announcer is not None:
            self._announcer.note_changed(boxes)

    def exchange(self, now: float) -> bool:
        """Publish what is new, and process the reports that came, at most once in `POLL_S`. `now` is in seconds of a
        monotonic clock.

        Returns whether there were reports from tables. Raises StoreFailed.
        """
        if not self._link.is_connected or now - self._exchanged_at < POLL_S:
            return False
        self._exchanged_at = now
        if self._announcer is not None:
            self._announcer.publish_changes()
        return self._messenger.exchange_messages()
