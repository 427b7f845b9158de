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
from club.broker.link import BrokerAddress, BrokerConnected, BrokerLink, LinkEvent, TroubleLogger
from club.courier.delivery import DeliveryStatus, GameDelivery, JournalUnreadable
from club.courier.director_relay import DirectorRelay
from club.courier.joiner import Joiner
from club.courier.table_client import RECONNECT_S, TableClient, TableUnreachable
from device.outbox.club_messages import ClubMessage, CommittedGame, ConflictingRecord, GameMark, GameRevision, Inventory
from device.outbox.codec import UnreadableMessage, decode
from device.outbox.director import ClubStanding
from hal.system.wakeup import Wakeup

POLL_INTERVAL_S = 1.0
"""How often the main loop checks whether something must be sent again, in seconds."""

FULL_CHECK_INTERVAL_S = 600.0
"""How often all games are checked, since old ones may have been corrected, in seconds."""


class Courier:
    """Carries everything from one table to its hub until it is stopped. `log` receives sentences for the log."""

    def __init__(
        self, box: str, door: Path, broker: BrokerAddress, log: Callable[[str], None], joiner: Joiner | None = None
    ) -> None:
        """`box` is the box's name at the broker; `joiner` joins another club if the table wishes that.

        Raises OSError if the certificate can't be used.
        """
        self._box = box
        self._log = log
        self._joiner = joiner
        self._door = door
        self._table: TableClient | None = None
        self._delivery = GameDelivery(self, secrets.token_hex(8))
        self._next_full_check_at = 0.0
        self._is_stopped = False
        self._wakeup = Wakeup()
        self._link = BrokerLink(broker, topics.topics_to_box(box), topics.online_topic(box), self._wakeup.wake_up)
        self._trouble_logger = TroubleLogger(self._link, log)
        self._director_relay = DirectorRelay(box, partial(self._link.publish, retain=True))

    @property
    def status(self) -> DeliveryStatus:
        """The status of the delivery to the hub."""
        return self._delivery.status

    def stop(self) -> None:
        """Have `run` return soon. Any thread or a signal handler may call this."""
        self._is_stopped = True
        self._wakeup.wake_up()

    def run(self) -> bool:
        """Run until stopped, or until the box has joined another club. Returns whether it has joined one."""
        has_joined = is_table_lost = False
        with closing(self._wakeup), closing(self._link):
            while not (self._is_stopped or has_joined):
                try:
                    with closing(TableClient(self._door)) as self._table:
                        self._next_full_check_at = 0.0
                        self._director_relay.start_connection(self._table)
                        if is_table_lost:
                            self._log("the table's door is open again")
                        is_table_lost = False
                        has_joined = self._serve(self._table)
                except TableUnreachable as unreachable:
                    # Nothing is lost: the table still has it after the next connection.
                    if not is_table_lost:
                        self._log(f"the table can't be asked: {unreachable}")
                    is_table_lost = True
                    select.select([self._wakeup], [], [], RECONNECT_S)
                    self._wakeup.clear()
        return has_joined

    def next_revision(self, game: str, base: GameMark | None) -> GameRevision | ConflictingRecord | None:
        """What to send to a hub that has this game at `base`, by the table.

        Raises TableUnreachable and JournalUnreadable.
        """
        assert self._table is not None
        return self._table.next_revision(game, base)

    def _serve(self, table: TableClient) -> bool:
        """Run until stopped, or until the box has joined another club. Returns whether it has joined one.

        Raises TableUnreachable.
        """
        has_joined = False
        while not (self._is_stopped or has_joined):
            has_joined = self._run_once(table)
        return has_joined

    def _run_once(self, table: TableClient) -> bool:
        """Do one round of the main loop. Returns whether the box has joined another club."""
        self._wait_for_news(table)
        while (event := self._link.next_event()) is not None:
            self._handle_event(event, table)
        if table.has_changed and self._link.is_connected:
            self._send_to_hub(self._delivery.latest_game_messages(time.monotonic()), table)
        try:
            self._ask_for_games(table)
        except JournalUnreadable:
            # No game is considered deleted. What has changed is looked for again at the next poll.
            self._next_full_check_at = 0.0
        if self._link.is_connected:
            self._send_to_hub(self._delivery.due_messages(time.monotonic()), table)
            self._director_relay.publish_report(table)
        self._trouble_logger.log_if_changed()
        has_joined = self._join_if_wished(table)
        self._report_standing(table)
        return has_joined

    def _wait_for_news(self, table: TableClient) -> None:
        readable: list[TableClient | Wakeup] = [table, self._wakeup]
        ready = select.select(readable, [], [], 0.0 if table.has_changed else POLL_INTERVAL_S)[0]
        self._wakeup.clear()
        if table in ready:
            table.receive_news()

    def _handle_event(self, event: LinkEvent, table: TableClient) -> None:
        if isinstance(event, BrokerConnected):
            self._log("connected to the broker")
            self._delivery.request_inventory_again()
            self._director_relay.publish_report_again()
        elif self._director_relay.is_from_director(event):
            self._director_relay.pass_to_table(event, table)
        else:
            with suppress(UnreadableMessage):
                message = decode(event.payload)
                if isinstance(message, CommittedGame | Inventory):
                    self._delivery.handle_answer(message)

    def _ask_for_games(self, table: TableClient) -> None:
        """Ask the table for its games; after a change, only for the latest, since older ones rarely change."""
        now, has_changed = time.monotonic(), table.has_changed
        table.has_changed = False  # reset before asking, so that no later change is missed
        if now >= self._next_full_check_at:
            games = table.list_games()
            self._next_full_check_at = now + FULL_CHECK_INTERVAL_S
            self._delivery.forget_games_except({listed_game.game for listed_game in games})
        elif has_changed:
            games = table.list_games(1)
        else:
            return
        for listed_game in reversed(games):
            self._delivery.note_row_count(listed_game.game, listed_game.row_count)

    def _send_to_hub(self, messages: Iterable[ClubMessage], table: TableClient) -> None:
        for message in messages:
            self._link.publish(topics.messages_topic(self._box), table.encode_message(message))

    def _join_if_wished(self, table: TableClient) -> bool:
        """Join another club if somebody has typed its digits. Returns whether the box has joined it."""
        return self._joiner is not None and table.wishes is not None and self._joiner.join_if_wished(table.wishes.join)

    def _report_standing(self, table: TableClient) -> None:
        status = self._delivery.status
        answer = None if self._joiner is None else self._joiner.answer
        has_inventory = self._link.is_connected and status.has_inventory
        standing = ClubStanding(self._box, has_inventory, status.undelivered_game_count, answer, status.doubts)
        self._director_relay.send_standing_if_due(table, standing, time.monotonic())
