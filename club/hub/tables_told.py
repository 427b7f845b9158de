"""What the hub tells by itself: the tables what their director says, Home Assistant how the tables are."""

from __future__ import annotations

from collections.abc import Iterable
from functools import partial

from club.broker.link import BrokerLink, Published
from club.homeassistant.announcer import Announcer
from club.hub.director_talk import TalkMinder
from club.store.database import ClubStore
from display.words import Language
from values.named_tuple import NamedTuple

TELL_S = 0.5
"""How often it is looked whether the director has said something to a table, in seconds."""


class AssistantOptions(NamedTuple):
    """Where Home Assistant looks for devices, and in which language it is told."""

    prefix: str
    language: Language


class TablesTold:
    """Tells tables and Home Assistant what is new for them, by one link to the broker."""

    def __init__(self, store: ClubStore, link: BrokerLink, assistant: AssistantOptions | None) -> None:
        """With an `assistant`, Home Assistant is told of the tables."""
        self._link = link
        self._talk = TalkMinder(store, partial(link.publish, retain=True))
        self._announcer: Announcer | None = None
        self._told_at = 0.0
        if assistant is not None:

            def publish(topic: str, payload: bytes, retain: bool) -> None:
                link.publish(topic, payload, retain=retain)

            self._announcer = Announcer(store, publish, assistant.prefix, assistant.language)
            link.listen([self._announcer.status_topic])

    def connected(self) -> None:
        """A broker is there, which may have forgotten everything."""
        self._talk.connected()
        if self._announcer is not None:
            self._announcer.connected()

    def hears_assistant(self, event: Published) -> bool:
        """Hear what Home Assistant says; whether it was that."""
        if self._announcer is None or event.topic != self._announcer.status_topic:
            return False
        self._announcer.hear_status(event.payload)
        return True

    def hear(self, box: str, payload: bytes) -> None:
        """What a table lets its director know."""
        self._talk.hear(box, payload)

    def touched(self, boxes: Iterable[str]) -> None:
        """Games of these boxes are other than they were."""
        if self._announcer is not None:
            self._announcer.touched(boxes)

    def tell(self, now: float) -> bool:
        """Tell what is new, every now and then; `now` are seconds of any steady clock. Whether tables have let
        something know. Raises StoreFailed."""
        if not self._link.connected or now - self._told_at < TELL_S:
            return False
        self._told_at = now
        heard = self._talk.look()
        if self._announcer is not None:
            self._announcer.look()
        return heard
