"""Joining a club from the courier, when the table wishes it: requests credentials from the hub, and stores them."""

from __future__ import annotations

import select
import time
from collections.abc import Callable
from contextlib import closing
from math import inf
from pathlib import Path

from club.courier.table_client import RECONNECT_S, TableClient, TableUnreachable
from club.joining.join_client import WrongDigits, join_club
from club.joining.membership import Membership
from club.joining.messages import JoinProtocolError
from device.outbox.director import ClubStanding, JoinAnswer, JoinOutcome, JoinWish

STOP_CHECK_S = 1.0
"""How often the courier checks whether to stop, in seconds."""

JoinClubFunction = Callable[[str, str], Membership]
"""Requests credentials from a hub by digits, like `club.joining.join_client.join_club`."""


class Joiner:
    """Joins clubs for one table. Credentials are stored in `directory`, which only its owner may read."""

    def __init__(self, directory: Path, log: Callable[[str], None], join_club_: JoinClubFunction = join_club) -> None:
        self.answer: JoinAnswer | None = None
        """The outcome of the last attempt; None before the first."""
        self._directory = directory
        self._log = log
        self._join_club = join_club_

    def join_if_wished(self, wish: JoinWish | None) -> bool:
        """Join the club that a table wishes, unless this was attempted already. Returns whether the box has joined."""
        if wish is None or (self.answer is not None and self.answer.attempt == wish.attempt):
            return False
        outcome = self._join_by_wish(wish)
        self.answer = JoinAnswer(wish.attempt, outcome)
        return outcome is JoinOutcome.JOINED

    def _join_by_wish(self, wish: JoinWish) -> JoinOutcome:
        try:
            membership = self._join_club(wish.hub, wish.digits)
        except WrongDigits:
            self._log(f"{wish.hub} does not know these digits")
            return JoinOutcome.WRONG
        except (OSError, JoinProtocolError) as error:
            self._log(f"nobody can join at {wish.hub}: {error}")
            return JoinOutcome.UNREACHED
        try:
            membership.save(self._directory)
        except OSError as error:
            self._log(f"{self._directory} can't be written: {error.strerror}")
            return JoinOutcome.UNSAVED
        self._log(f"joined the club of {membership.host} as {membership.box}")
        return JoinOutcome.JOINED


class JoinWaiter:
    """The courier of a box that belongs to no club yet: it waits until somebody types a club's digits at the table."""

    def __init__(
        self, door: Path, joiner: Joiner, timeout_s: float = inf, clock: Callable[[], float] = time.monotonic
    ) -> None:
        """`timeout_s` is for how many seconds of the `clock` it waits."""
        self._door = door
        self._joiner = joiner
        self._clock = clock
        self._deadline = clock() + timeout_s
        self._is_stopped = False

    def stop(self) -> None:
        """Have `run` return soon. Any thread or a signal handler may call this."""
        self._is_stopped = True

    def run(self) -> bool:
        """Wait until stopped, until the box has joined a club, or for `timeout_s`. Returns False if it was stopped."""
        while self._is_waiting():
            try:
                with closing(TableClient(self._door)) as table:
                    if self._serve_wish(table):
                        return True
            except TableUnreachable:
                select.select([], [], [], RECONNECT_S)
        return not self._is_stopped

    def _is_waiting(self) -> bool:
        return not self._is_stopped and self._clock() < self._deadline

    def _serve_wish(self, table: TableClient) -> bool:
        sent_standing: ClubStanding | None = None
        while self._is_waiting():
            standing = ClubStanding("", connected=False, undelivered_game_count=0, joining=self._joiner.answer)
            if standing != sent_standing:
                sent_standing = standing
                table.send(standing)
            if select.select([table], [], [], STOP_CHECK_S)[0]:
                table.receive_news()
            if table.wishes is not None and self._joiner.join_if_wished(table.wishes.join):
                return True
        return False
