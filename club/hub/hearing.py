"""The hub at work: between the broker and the store."""

from __future__ import annotations

import time
from collections.abc import Callable, Iterator, Sequence
from contextlib import closing, suppress
from dataclasses import dataclass
from functools import partial
from typing import Protocol

from club.broker import topics
from club.broker.link import BrokerAddress, BrokerLink, Connected, LinkEvent
from club.homeassistant.announcing import Announcer
from club.hub.talking import TalkMinder
from club.store.database import ClubStore, StoreFailed
from club.store.receiving import Answer, Arrived, MovedGame, Receiver
from device.outbox.codec import LARGEST_MESSAGE, encode
from device.outbox.values import Committed, InventoryAsked
from display.words import Language

TOGETHER = 200
"""As many messages go into one transaction, at most."""

TOGETHER_BYTES = 2 * LARGEST_MESSAGE
"""They have so many bytes, at most: a message may be sixteen times as long once it is decompressed."""

LOOK_S = 0.5
"""How often it is looked whether the hub is to stop, in seconds."""

COMPARE_S = 10.0
"""How often it is looked whether the director has changed something in the store, in seconds."""

TELL_S = 0.5
"""How often it is looked whether the director has said something to a table, in seconds."""

RECOVER_S = 2.0
"""Seconds before a store that has failed is asked again."""


@dataclass(frozen=True, slots=True)
class AssistantOptions:
    """Where Home Assistant looks for devices, and in which language it is told."""

    prefix: str
    language: Language


class TablesWatched(Protocol):
    """Those who look at the tables now. What they are told is never waited for."""

    def prepare(self, games: Sequence[MovedGame]) -> None:
        """These games are soon other than they were, if nothing fails: nobody is told yet."""

    def moved(self, games: Sequence[MovedGame]) -> None:
        """These games are other than they were."""

    def changed(self) -> None:
        """Something else of the tables is other than it was."""


class Hub:
    """Hears the boxes of one club until it is told to stop. `told` hears sentences for the log."""

    def __init__(
        self,
        store: ClubStore,
        broker: BrokerAddress,
        told: Callable[[str], None],
        assistant: AssistantOptions | None = None,
    ) -> None:
        """With an `assistant`, Home Assistant is told of the tables.

        Raises OSError if the certificate can't be used.
        """
        self._store = store
        self._receiver = Receiver(store, time.time)
        self._told = told
        self._stopped = False
        self._failed = False
        self._online: dict[str, bool] = {}
        """What the broker has said of connections and is not in the store yet."""
        self._link = BrokerLink(broker, f"hub-{store.identity}", [topics.SAID])
        self._greeted = True
        """Whether every box has been told what is here of it since the last connection."""
        self._talk = TalkMinder(store, partial(self._link.publish, retain=True))
        self._announcer: Announcer | None = None
        if assistant is not None:
            self._announcer = self._announcing(assistant)
            self._link.listen([self._announcer.status_topic])
        self._told_at = 0.0
        self._watchers: TablesWatched | None = None

    def _announcing(self, options: AssistantOptions) -> Announcer:
        def publish(topic: str, payload: bytes, retain: bool) -> None:
            self._link.publish(topic, payload, retain=retain)

        return Announcer(self._store, publish, options.prefix, options.language)

    def stop(self) -> None:
        """End soon; any thread and a signal may call it."""
        self._stopped = True

    def run(self, watchers: TablesWatched | None = None) -> None:
        """Hear until stopped; `watchers` are told what changes at the tables."""
        self._watchers = watchers
        with closing(self._link):
            compared = time.monotonic()
            while not self._stopped:
                arrived = self._arrived()
                if not self._greeted:
                    arrived += self._everybody()
                if time.monotonic() - compared >= COMPARE_S:
                    compared = time.monotonic()
                    arrived += self._changed()
                for transaction in transactions(arrived):
                    self._receive(transaction)
                self._note_connections()
                self._say()

    def _arrived(self) -> list[Arrived]:
        """What has come, as much as goes together."""
        found: list[Arrived] = []
        event = self._link.next(LOOK_S)
        while event is not None:
            found += self._hear(event)
            event = self._link.next() if len(found) < TOGETHER else None
        return found

    def _hear(self, event: LinkEvent) -> list[Arrived]:
        if isinstance(event, Connected):
            self._told("connected to the broker")
            self._talk.connected()
            if self._announcer is not None:
                self._announcer.connected()
            self._greeted = False
            return []
        if self._announcer is not None and event.topic == self._announcer.status_topic:
            self._announcer.hear_status(event.payload)
            return []
        sender = topics.sender(event.topic)
        if sender is None:
            return []
        box, word = sender
        self._link.listen(topics.reported(box))
        if word == "online":
            self._online[box] = event.payload == b"1"
            return []
        if word == "table":
            self._talk.hear(box, event.payload)
            return []
        return [Arrived(box, event.payload)]

    def _note_connections(self) -> None:
        """Keep which boxes have come and gone."""
        if not self._online:
            return
        with suppress(StoreFailed):  # else at the next turn
            with self._store.transaction() as kept:
                kept.connections.note(self._online, time.time())
            self._online.clear()
            if self._watchers is not None:
                self._watchers.changed()

    def _say(self) -> None:
        """Tell the tables what the director has said since."""
        now = time.monotonic()
        if self._link.connected and now - self._told_at >= TELL_S:
            self._told_at = now
            with suppress(StoreFailed):  # that is told of when something arrives; the next look has it all
                if self._talk.look() and self._watchers is not None:
                    self._watchers.changed()
                if self._announcer is not None:
                    self._announcer.look()

    def _everybody(self) -> list[Arrived]:
        """Have every box told what is here of it: the store may be an older one than the boxes remember."""
        try:
            with self._store.reading() as kept:
                boxes = [box.name for box in kept.boxes.all() if not box.revoked]
        except StoreFailed as failed:
            self._fail(failed)
            return []
        self._greeted = True
        self._link.listen(topic for box in boxes for topic in topics.reported(box))
        return [Arrived(box, encode(InventoryAsked())) for box in boxes]

    def _changed(self) -> list[Arrived]:
        """Have the boxes told what is here of them of which the director has changed something."""
        try:
            return [Arrived(box, encode(InventoryAsked())) for box in self._receiver.behind()]
        except StoreFailed:
            return []  # it is told of when something arrives

    def _receive(self, arrived: list[Arrived]) -> None:
        try:
            receipt = self._receiver.receive(arrived, self._prepare)
        except StoreFailed as failed:
            self._fail(failed)
            time.sleep(RECOVER_S)
            return
        if self._failed:
            self._told("the database works again")
        self._failed = False
        if self._watchers is not None:
            self._watchers.moved(receipt.moved)
        if self._announcer is not None:
            self._announcer.touched(box for box, answer in receipt.answers if isinstance(answer, Committed))
        for box, answer in receipt.answers:
            self._answer(box, answer)

    def _prepare(self, games: Sequence[MovedGame]) -> None:
        if self._watchers is not None:
            self._watchers.prepare(games)

    def _fail(self, failed: StoreFailed) -> None:
        """Say once that the store can't do it now."""
        if not self._failed:
            self._told(str(failed))
        self._failed = True

    def _answer(self, box: str, answer: Answer) -> None:
        if isinstance(answer, Committed):
            self._link.publish(topics.committed(box), encode(answer), retain=True)
        else:
            self._link.publish(topics.inventory(box), encode(answer))


def transactions(arrived: Sequence[Arrived]) -> Iterator[list[Arrived]]:
    """What has arrived, in order, divided into what goes together."""
    found: list[Arrived] = []
    size = 0
    for one in arrived:
        size += len(one.message)
        if found and (len(found) == TOGETHER or size > TOGETHER_BYTES):
            yield found
            found, size = [], len(one.message)
        found.append(one)
    if found:
        yield found
