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
from club.courier.delivery import DeliveryState, GameDelivery, JournalUnreadable
from club.courier.director_relay import DirectorRelay, StandingReporter
from club.courier.joiner import Joiner
from club.courier.table_client import RECONNECT_S, TableClient, TableUnreachable
from club.courier.table_connection import TableConnection
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
        self._log = told
        self._joiner = joiner
        self._connection = TableConnection(door, told)
        self._delivery = GameDelivery(self, secrets.token_hex(8))
        self._all_at = 0.0
        self._stopped = False
        self._standing_reporter = StandingReporter()
        self._wakeup = Wakeup()
        self._link = BrokerLink(broker, topics.told(box), topics.online(box), self._wakeup.ring)
        self._trouble = TroubleTeller(self._link, told)
        self._relay = DirectorRelay(box, partial(self._link.publish, retain=True))

    @property
    def delivery_state(self) -> DeliveryState:
        """The state of the delivery to the hub."""
        return self._delivery.state

    def stop(self) -> None:
        """Have `run` return soon. Any thread or a signal handler may call this."""
        self._stopped = True
        self._wakeup.ring()

    def run(self) -> bool:
        """Run until stopped, or until the box has joined another club. Returns whether it has joined one."""
        joined = False
        with closing(self._wakeup), closing(self._link), closing(self._connection):
            while not (self._stopped or joined):
                try:
                    joined = self._run_once(self._connection.client or self._open())
                except TableUnreachable as shut:
                    # Nothing is lost: the table still has it after the next connection.
                    self._connection.close_after_error(shut)
                    select.select([self._wakeup], [], [], RECONNECT_S)
                    self._wakeup.silence()
        return joined

    def revision(self, game: str, base: GameMark | None) -> GameRevision | OtherRecord | None:
        """What to send to a hub that has this game at `base`, by the table.

        Raises TableUnreachable and JournalUnreadable.
        """
        assert self._connection.client is not None
        return self._connection.client.revision(game, base)

    def _open(self) -> TableClient:
        door = self._connection.open()
        self._all_at = 0.0
        self._standing_reporter.opened()
        self._relay.opened(door)
        self._connection.log_reconnected()
        return door

    def _run_once(self, door: TableClient) -> bool:
        """Do one round of the main loop. Returns whether the box has joined another club."""
        self._wait(door)
        while (event := self._link.next()) is not None:
            self._handle(event, door)
        if door.changed and self._link.connected:
            self._send(self._delivery.in_play(time.monotonic()), door)
        with suppress(JournalUnreadable):  # the journal can't be read: no game is considered deleted
            self._look(door)
        if self._link.connected:
            self._send(self._delivery.due(time.monotonic()), door)
            self._relay.report(door)
        self._trouble.tell()
        joined = self._join_if_wished(door)
        self._report_standing(door)
        return joined

    def _wait(self, door: TableClient) -> None:
        heard: list[TableClient | Wakeup] = [door, self._wakeup]
        ready = select.select(heard, [], [], 0.0 if door.changed else LOOK_S)[0]
        self._wakeup.silence()
        if door in ready:
            door.listen()

    def _handle(self, event: LinkEvent, door: TableClient) -> None:
        if isinstance(event, Connected):
            self._log("connected to the broker")
            self._delivery.connected()
            self._relay.connected()
        elif self._relay.is_from_director(event):
            self._relay.pass_on(event, door)
        else:
            with suppress(Unreadable):
                message = decode(event.payload)
                if isinstance(message, Committed | Inventory):
                    self._delivery.handle_answer(message)

    def _look(self, door: TableClient) -> None:
        """Ask the table for its games; after a change, only for the latest, since older ones rarely change."""
        now, changed = time.monotonic(), door.changed
        door.changed = False  # reset before asking, so that no later change is missed
        if now >= self._all_at:
            games = door.games()
            self._all_at = now + LOOK_AT_ALL_S
            self._delivery.forget_others({one.game for one in games})
        elif changed:
            games = door.games(1)
        else:
            return
        for one in reversed(games):
            self._delivery.note_rows(one.game, one.number)

    def _send(self, messages: Iterable[ClubMessage], door: TableClient) -> None:
        for message in messages:
            self._link.publish(topics.said(self._box), door.as_bytes(message))

    def _join_if_wished(self, door: TableClient) -> bool:
        """Join another club if somebody has typed its digits. Returns whether the box has joined it."""
        return self._joiner is not None and door.wishes is not None and self._joiner.join_if_wished(door.wishes.join)

    def _report_standing(self, door: TableClient) -> None:
        known, lacking, doubts = self._delivery.state
        answer = None if self._joiner is None else self._joiner.answer
        standing = ClubStanding(self._box, self._link.connected and known, lacking, answer, doubts)
        self._standing_reporter.report(door, standing, time.monotonic())
