"""The hub at work: between the broker and the store."""

from __future__ import annotations

import time
from collections.abc import Callable, Sequence
from contextlib import closing, suppress
from typing import Protocol

from club.broker import topics
from club.broker.link import BrokerAddress, BrokerLink, Connected, LinkEvent, TroubleTeller
from club.hub.box_inbox import TOGETHER, BoxInbox
from club.hub.heard_boxes import HeardBoxes
from club.hub.tables_told import AssistantOptions as AssistantOptions
from club.hub.tables_told import TablesTold
from club.store.database import ClubStore, StoreFailed
from club.store.receiver import Answer, Arrived, MovedGame, Receiver
from device.outbox.codec import encode
from device.outbox.values import Committed, InventoryAsked
from display.words import text

LOOK_S = 0.5
"""How often it is looked whether the hub is to stop, in seconds."""

COMPARE_S = 3.0
"""How often it is looked whether boxes have joined, or the director has changed something in the store, in seconds."""

NOTE_S = 1.0
"""How often it is written which boxes have come and gone, in seconds, at most."""

RECOVER_S = 2.0
"""Seconds before a store that has failed is asked again."""


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
        inbox = BoxInbox()
        self._link = BrokerLink(broker, [], heard=inbox.put)
        self._heard = HeardBoxes(self._link, inbox, told)
        self._trouble = TroubleTeller(self._link, told)
        self._greeted = True
        """Whether every box has been told what is here of it since the last connection."""
        self._tables = TablesTold(store, self._link, assistant)
        self._watchers: TablesWatched | None = None

    def stop(self) -> None:
        """End soon; any thread and a signal may call it."""
        self._stopped = True

    def run(self, watchers: TablesWatched | None = None) -> None:
        """Hear until stopped; `watchers` are told what changes at the tables."""
        self._watchers = watchers
        self._judge_again()
        with closing(self._link):
            compared = noted = time.monotonic()
            while not self._stopped:
                arrived = self._arrived()
                now = time.monotonic()
                if not self._greeted or now - compared >= COMPARE_S:
                    compared = now
                    arrived += self._look_at_boxes()
                for at in range(0, len(arrived), TOGETHER):
                    self._receive(arrived[at : at + TOGETHER])
                self._set_floods_aside(self._heard.look())
                if now - noted >= NOTE_S:
                    noted = now
                    self._note_connections()
                self._say()
                self._trouble.tell()

    def _judge_again(self) -> None:
        """Judge what has waited for the package of its game; where the store fails, the next start does."""
        with suppress(StoreFailed):
            self._receiver.judge_again()

    def _arrived(self) -> list[Arrived]:
        """What has come, as much as goes together."""
        return [one for event in self._heard.take(LOOK_S) for one in self._hear(event)]

    def _hear(self, event: LinkEvent) -> list[Arrived]:
        if isinstance(event, Connected):
            self._told("connected to the broker")
            self._tables.connected()
            self._greeted = False
            return []
        if self._tables.hears_assistant(event):
            return []
        sender = topics.sender(event.topic)
        if sender is None:
            return []
        box, word = sender
        if word == "online":
            self._online[box] = event.payload == b"1"
            return []
        if word == "table":
            self._tables.hear(box, event.payload)
            return []
        if event.retained:
            # Nobody needs it again: boxes say again what was not committed.
            self._link.publish(event.topic, b"", retain=True)
            return []
        return [Arrived(box, event.payload)] if event.payload else []

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
        with suppress(StoreFailed):  # that is told of when something arrives; the next look has it all
            if self._tables.tell(time.monotonic()) and self._watchers is not None:
                self._watchers.changed()

    def _look_at_boxes(self) -> list[Arrived]:
        """Listen to who is of the club. Have those boxes told what is here of them of which the director has changed
        something, and after a connection all: the store may be an older one than the boxes remember."""
        try:
            with self._store.reading() as kept:
                boxes = [box for box in kept.boxes.all() if not box.revoked]
        except StoreFailed as failed:
            self._fail(failed)
            return []
        self._heard.listen(box.name for box in boxes)
        told = self._receiver.behind(boxes) if self._greeted else [box.name for box in boxes]
        self._greeted = True
        return [Arrived(box, encode(InventoryAsked())) for box in told]

    def _set_floods_aside(self, boxes: list[str]) -> None:
        """Tell the director of boxes that say far too much."""
        with suppress(StoreFailed):
            if boxes:
                self._receiver.complain(
                    boxes, text("This box says far more than the hub can hear, and is heard at times.")
                )

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
        self._heard.spend(receipt.costs)
        if self._watchers is not None:
            self._watchers.moved(receipt.moved)
        self._tables.touched(box for box, answer in receipt.answers if isinstance(answer, Committed))
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
