"""Simulated tables: each has a journal, its socket, a courier, like a box, and people who declare."""

from __future__ import annotations

import random
import threading
from contextlib import closing
from pathlib import Path

from club.broker.link import BrokerAddress
from club.courier.courier import Courier
from device.journal.store import Journal
from device.outbox.journal_outbox import JournalOutbox
from device.run.club_door import ClubDoor
from device.session.rows import JournalRow
from device.table.club_mailbox import ClubMailbox
from device.table.events import Declared
from tools.club.people import Dealer
from tools.club.seats import Seats

BETWEEN_GAMES = 10
"""The pause between two games, in pauses between declarations."""


class OwnAnswers(JournalOutbox):
    """Answers a courier without a process of its own: eight of these would be much for one machine."""

    def ask(self, asked: bytes) -> bytes | None:
        """The answer; None if there is none."""
        return self.answer(asked)

    def close(self) -> None:
        """Do nothing: there is no process to end."""


class SimulatedTable:
    """A box whose people declare every few seconds until it is closed."""

    def __init__(
        self,
        name: str,
        place: Path,
        broker: BrokerAddress,
        people: tuple[str, ...],
        dealer: Dealer,
        pause_s: float,
    ) -> None:
        """`place` is a new directory, and `people` sit here at first.

        `pause_s` are the seconds between two declarations, on average.
        """
        place.mkdir()
        self._dealer = dealer
        self._pause_s = pause_s
        self._seed = name
        self._over = threading.Event()
        self._data = place / "data"
        post = ClubMailbox()
        self._seats = Seats(people, post)
        self._door = ClubDoor(place / "courier", OwnAnswers(self._data), mailbox=post)
        self.courier = Courier(name, place / "courier", broker, _nobody)
        self._threads = [
            threading.Thread(target=self.courier.run, name=f"courier {name}"),
            threading.Thread(target=self._play, name=f"people {name}"),
        ]
        for thread in self._threads:
            thread.start()

    def close(self) -> None:
        """End people and courier, and close the socket."""
        self._over.set()
        self.courier.stop()
        for thread in self._threads:
            thread.join()
        self._door.close()

    def _play(self) -> None:
        chance = random.Random(self._seed)
        with closing(Journal.open(self._data)) as journal:
            while not self._over.is_set():
                rows = self._dealer.game(self._seats.people)
                if rows is not None:
                    self._declare(journal, rows, chance)
                self._over.wait(BETWEEN_GAMES * self._pause_s)
                self._seats.change()

    def _declare(self, journal: Journal, rows: tuple[JournalRow, ...], chance: random.Random) -> None:
        """Declare one game, until it is over or the table is closed."""
        game = journal.begin_game()
        for row in rows:
            if self._over.wait(chance.expovariate(1 / self._pause_s)):
                return
            journal.append(game, [row])
            self._door.handle_event(Declared((row,), ()))


def _nobody(_: str) -> None:
    """Ignore a courier's messages: the hub's page shows what matters."""
