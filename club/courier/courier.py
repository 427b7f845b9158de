"""The courier's main loop: carries games and messages between the table's Unix socket (the "door") and the broker."""

from __future__ import annotations

import secrets
import select
import time
from collections.abc import Callable, Iterable
from contextlib import closing, suppress
from functools import partial
from pathlib import Path

from club.broker import topics
from club.broker.link import BrokerAddress, BrokerLink, Connected, LinkEvent, TroubleTeller
from club.courier.delivery import GameDelivery, OutboxSilent, Standing
from club.courier.director_talk import DirectorTalk, StandingTalk
from club.courier.door import KNOCK_S, DoorShut, TableDoor
from club.courier.door_opener import DoorOpener
from club.courier.joiner import Joiner
from device.outbox.codec import Unreadable, decode
from device.outbox.director import ClubStanding
from device.outbox.values import ClubMessage, Committed, GameMark, GameRevision, Inventory, OtherRecord
from device.system.wakeup import Wakeup

LOOK_S = 1.0
"""How often the main loop checks whether something must be sent again, in seconds."""

LOOK_AT_ALL_S = 600.0
"""How often all games are checked, since old ones may have been corrected, in seconds."""


class Courier:
    """Carries everything from one table to its hub until it is stopped. `told` receives sentences for the log."""

    def __init__(
        self,
        box: str,
        door: Path,
        broker: BrokerAddress,
        told: Callable[[str], None],
        joiner: Joiner | None = None,
    ) -> None:
        """`box` is the box's name at the broker; `joiner` joins another club if the table wishes that.

        Raises OSError if the certificate can't be used.
        """
        self._box = box
        self._told = told
        self._joiner = joiner
        self._opener = DoorOpener(door, told)
        self._delivery = GameDelivery(self, secrets.token_hex(8))
        self._all_at = 0.0
        self._stopped = False
        self._standing = StandingTalk()
        self._wakeup = Wakeup()
        self._link = BrokerLink(broker, topics.told(box), topics.online(box), self._wakeup.ring)
        self._trouble = TroubleTeller(self._link, told)
        self._director = DirectorTalk(box, partial(self._link.publish, retain=True))

    @property
    def standing(self) -> Standing:
        """The state of the delivery to the hub."""
        return self._delivery.standing

    def stop(self) -> None:
        """Have `run` return soon. Any thread or a signal handler may call this."""
        self._stopped = True
        self._wakeup.ring()

    def run(self) -> bool:
        """Run until stopped, or until the box has joined another club. Returns whether it has joined one."""
        joined = False
        with closing(self._wakeup), closing(self._link), closing(self._opener):
            while not (self._stopped or joined):
                try:
                    joined = self._turn(self._opener.door or self._open())
                except DoorShut as shut:
                    # Nothing is lost: the table still has it after the next connection.
                    self._opener.leave(shut)
                    select.select([self._wakeup], [], [], KNOCK_S)
                    self._wakeup.silence()
        return joined

    def revision(self, game: str, base: GameMark | None) -> GameRevision | OtherRecord | None:
        """What to send to a hub that has this game at `base`, by the table. Raises DoorShut and OutboxSilent."""
        assert self._opener.door is not None
        return self._opener.door.revision(game, base)

    def _open(self) -> TableDoor:
        door = self._opener.open()
        self._all_at = 0.0
        self._standing.opened()
        self._director.opened(door)
        self._opener.was_opened()
        return door

    def _turn(self, door: TableDoor) -> bool:
        """Do one round of the main loop. Returns whether the box has joined another club."""
        self._wait(door)
        while (event := self._link.next()) is not None:
            self._hear(event, door)
        if door.changed and self._link.connected:
            self._say(self._delivery.in_play(time.monotonic()), door)
        with suppress(OutboxSilent):  # the journal can't be read: no game is considered deleted
            self._look(door)
        if self._link.connected:
            self._say(self._delivery.due(time.monotonic()), door)
            self._director.report(door)
        self._trouble.tell()
        joined = self._joins(door)
        self._tell_standing(door)
        return joined

    def _wait(self, door: TableDoor) -> None:
        heard: list[TableDoor | Wakeup] = [door, self._wakeup]
        ready = select.select(heard, [], [], 0.0 if door.changed else LOOK_S)[0]
        self._wakeup.silence()
        if door in ready:
            door.listen()

    def _hear(self, event: LinkEvent, door: TableDoor) -> None:
        if isinstance(event, Connected):
            self._told("connected to the broker")
            self._delivery.connected()
            self._director.connected()
        elif self._director.hears(event):
            self._director.pass_on(event, door)
        else:
            with suppress(Unreadable):
                message = decode(event.payload)
                if isinstance(message, Committed | Inventory):
                    self._delivery.heard(message)

    def _look(self, door: TableDoor) -> None:
        """Ask the table for its games; after a change, only for the latest, since older ones rarely change."""
        now, changed = time.monotonic(), door.changed
        door.changed = False  # reset before asking, so that no later change is missed
        if now >= self._all_at:
            games = door.games()
            self._all_at = now + LOOK_AT_ALL_S
            self._delivery.gone({one.game for one in games})
        elif changed:
            games = door.games(1)
        else:
            return
        for one in reversed(games):
            self._delivery.kept(one.game, one.number)

    def _say(self, messages: Iterable[ClubMessage], door: TableDoor) -> None:
        for message in messages:
            self._link.publish(topics.said(self._box), door.as_said(message))

    def _joins(self, door: TableDoor) -> bool:
        """Join another club if somebody has typed its digits. Returns whether the box has joined it."""
        return self._joiner is not None and door.wishes is not None and self._joiner.minds(door.wishes.join)

    def _tell_standing(self, door: TableDoor) -> None:
        known, lacking, doubts = self._delivery.standing
        answer = None if self._joiner is None else self._joiner.answer
        standing = ClubStanding(self._box, self._link.connected and known, lacking, answer, doubts)
        self._standing.tell(door, standing, time.monotonic())
