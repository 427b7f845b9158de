"""The courier at work: between the table's door and the broker."""

from __future__ import annotations

import select
import socket
import time
from collections.abc import Callable
from contextlib import closing, suppress
from pathlib import Path

from club.broker import topics
from club.broker.link import BrokerAddress, BrokerLink, Connected, LinkEvent, Published
from club.courier.delivery import GameDelivery, Standing
from club.courier.door import KNOCK_S, DoorShut, TableDoor
from club.courier.joining import Joiner
from device.outbox.codec import Unreadable, decode, encode
from device.outbox.director import ClubStanding, DirectorWords, NextSeating, TableReport, ToTable
from device.outbox.values import Committed, GameMark, GameRevision, Inventory

LOOK_S = 1.0
"""How often it is looked whether something is to be said again."""

LOOK_AT_ALL_S = 600.0
"""How often it is looked whether something of old games was corrected, in seconds."""

STANDING_S = 20.0
"""How often the table is told how things stand, in seconds."""

NEWS_S = 1.0
"""Seconds between two such words where something of it is new."""


class Courier:
    """Carries everything from one table to its hub until it is told to stop. `told` hears sentences for the log."""

    def __init__(
        self,
        box: str,
        door: Path,
        broker: BrokerAddress,
        told: Callable[[str], None],
        joiner: Joiner | None = None,
    ) -> None:
        """`box` is the name that the broker knows the box by; `joiner` joins another club if the table wishes that.

        Raises OSError if the certificate can't be used.
        """
        self._joiner = joiner
        self._joined = False
        self._box = box
        self._path = door
        self._told = told
        self._door: TableDoor | None = None
        self._shut = False
        self._all_at = 0.0
        self._trouble: str | None = None
        self._stopped = False
        self._delivery = GameDelivery(self)
        self._report: TableReport | None = None
        self._for_table: dict[str, ToTable] = {}
        self._told_standing: tuple[float, ClubStanding] | None = None
        self._director_topics = {topics.words(box), topics.seating(box)}
        self._bell, self._rope = socket.socketpair()
        self._bell.setblocking(False)
        self._rope.setblocking(False)
        self._link = BrokerLink(broker, box, topics.told(box), topics.online(box), self._ring)

    @property
    def standing(self) -> Standing:
        """How far everything has arrived."""
        return self._delivery.standing

    def stop(self) -> None:
        """End soon; any thread and a signal may call it."""
        self._stopped = True
        self._ring()

    def run(self) -> bool:
        """Carry until stopped, or until the box belongs to another club; whether it does."""
        with closing(self._bell), closing(self._rope), closing(self._link):
            while not (self._stopped or self._joined):
                try:
                    self._turn()
                except DoorShut as shut:
                    self._leave_door(str(shut))
            if self._door is not None:
                self._door.close()
        return self._joined

    def revision(self, game: str, base: GameMark | None) -> GameRevision | None:
        """What the table says that a hub must hear. Raises DoorShut."""
        assert self._door is not None
        return self._door.revision(game, base)

    def _turn(self) -> None:
        if self._door is None:
            self._door = TableDoor(self._path)
            self._all_at = 0.0
            self._told_standing = None
            for said in self._for_table.values():
                self._door.tell(said)
            if self._shut:
                self._told("the table's door is open again")
            self._shut = False
        self._wait(self._door)
        while (event := self._link.next()) is not None:
            self._hear(event)
        self._look(self._door)
        if self._link.connected:
            for message in self._delivery.due(time.monotonic()):
                self._link.publish(topics.said(self._box), encode(message))
            self._tell_director(self._door)
        self._tell_trouble()
        self._join(self._door)
        self._tell_table(self._door)  # last: the door rests after it

    def _look(self, door: TableDoor) -> None:
        """See what the table has: after a change only the latest games, since hardly anybody changes others."""
        now = time.monotonic()
        if now >= self._all_at:
            self._all_at = now + LOOK_AT_ALL_S
            games = door.games()
            self._delivery.gone({one.game for one in games})
        elif door.changed:
            games = door.games(1)
        else:
            return
        door.changed = False
        for one in games:
            self._delivery.kept(one.game, one.number)

    def _wait(self, door: TableDoor) -> None:
        heard: list[TableDoor | socket.socket] = [door, self._bell]
        ready = select.select(heard, [], [], LOOK_S)[0]
        self._silence()
        if door in ready:
            door.listen()

    def _hear(self, event: LinkEvent) -> None:
        if isinstance(event, Connected):
            self._told("connected to the broker")
            self._delivery.connected()
            self._report = None
            return
        if event.topic in self._director_topics:
            self._pass_on(event)
            return
        with suppress(Unreadable):
            message = decode(event.payload)
            if isinstance(message, Committed | Inventory):
                self._delivery.heard(message)

    def _pass_on(self, said: Published) -> None:
        """What the director tells the table is there until the hub takes it away."""
        self._for_table.pop(said.topic, None)
        with suppress(Unreadable):
            message = decode(said.payload) if said.payload else None
            if isinstance(message, DirectorWords | NextSeating):
                self._for_table[said.topic] = message
                if self._door is not None:
                    self._door.tell(message)

    def _tell_director(self, door: TableDoor) -> None:
        """What the table lets its director know, whenever that is new, and at each connection."""
        report = None if door.wishes is None else door.wishes.report
        if report is not None and report != self._report:
            self._report = report
            self._link.publish(topics.table(self._box), encode(report), retain=True)

    def _join(self, door: TableDoor) -> None:
        """Join another club, if somebody has typed its digits."""
        if self._joiner is not None and door.wishes is not None:
            self._joined = self._joiner.minds(door.wishes.join)

    def _tell_table(self, door: TableDoor) -> None:
        """How things stand, now and then."""
        known, lacking = self._delivery.standing
        answer = None if self._joiner is None else self._joiner.answer
        standing = ClubStanding(self._box, self._link.connected and known, lacking, answer)
        now = time.monotonic()
        if self._told_standing is not None:
            at, told = self._told_standing
            if now - at < (STANDING_S if standing == told else NEWS_S):
                return
        self._told_standing = now, standing
        door.tell(standing)

    def _tell_trouble(self) -> None:
        """Say once why there is no connection."""
        trouble = self._link.trouble
        if trouble is not None and trouble != self._trouble:
            self._told(trouble)
        self._trouble = trouble

    def _leave_door(self, why: str) -> None:
        """Whatever was to be had there, is to be had when it is open again."""
        if not self._shut:
            self._told(f"the table can't be asked: {why}")
        self._shut = True
        if self._door is not None:
            self._door.close()
            self._door = None
        select.select([self._bell], [], [], KNOCK_S)
        self._silence()

    def _ring(self) -> None:
        with suppress(OSError):
            self._rope.send(b"!")

    def _silence(self) -> None:
        with suppress(OSError):
            while self._bell.recv(4096):
                pass
