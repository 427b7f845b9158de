"""The database of the club in a bad evening: copied, restored, and compared at the end."""

from __future__ import annotations

import shutil
import time
from collections import Counter
from collections.abc import Sequence
from pathlib import Path

from club.store import decisions
from club.store.database import ClubStore, StoreFailed
from device.outbox.club_messages import GameMark
from tests.club.checking import Check, Differences, arrived
from tests.club.databases import PostgreSQL
from tests.club.pressing import Rows, tag_of
from tests.club.tables import TablePlan

TIMEOUT_S = 60.0
"""Timeout in seconds for a starting database."""


class ClubDatabase:
    """SQLite, or a PostgreSQL server of its own."""

    def __init__(self, place: Path, server: PostgreSQL | None, boxes: Sequence[str]) -> None:
        self.server = server
        self._place = place
        self.url = f"sqlite:///{place / 'club.db'}" if server is None else server.url
        self._had: list[tuple[str, Rows]] = []
        """Records that the hub had when a card was restored."""
        self._moves: list[tuple[str, str, bool]] = []
        """The director's decisions about boxes, which are repeated for a restored database."""
        self._store = ClubStore.open(self.url)
        with self._store.transaction() as transaction:
            for name in boxes:
                transaction.boxes.add_box(name)

    def close(self) -> None:
        """Close all connections."""
        self._store.close()

    def copy(self) -> None:
        """Make a backup. Nobody may use the database meanwhile."""
        self._store.close()
        if self.server is None:
            for path in self._place.glob("club.db*"):
                shutil.copy(path, self._place / f"backup-{path.name}")
        else:
            self.server.copy()

    def put_back(self) -> None:
        """Restore the backup. What is not in it need not be there any more."""
        self._store.close()
        if self.server is None:
            for path in self._place.glob("club.db*"):
                path.unlink()
            for path in self._place.glob("backup-club.db*"):
                shutil.copy(path, self._place / path.name.removeprefix("backup-"))
        else:
            self.server.put_back()
        self._store = ClubStore.open(self.url)
        for box, to, moved in self._moves:
            self.move(box, to, moved=moved)
        there = set(self._records())
        self._had = [one for one in self._had if one in there]

    def remember(self, box: str) -> None:
        """Store the records of a box whose card is being restored: they must stay here."""
        self._had += self._records(box)

    def _records(self, box: str | None = None) -> list[tuple[str, Rows]]:
        found = []
        with self._asked().read_only_transaction() as transaction:
            for game in transaction.games.list_games(box):
                records = [
                    tuple(transaction.lines.lines_of_game(game.number)),
                    *(one.lines for one in transaction.other_records.records_of_game(game.number)),
                ]
                found += [(tag, lines) for lines in records if (tag := tag_of(lines)) is not None]
        return found

    def identities(self) -> list[GameMark]:
        """The marks of all games, as pages show them; empty while the database is down."""
        try:
            with self._store.read_only_transaction() as transaction:
                return [game.mark for game in transaction.games.list_games()]
        except StoreFailed:
            return []

    def move(self, box: str, to: str, *, moved: bool) -> None:
        """Record the director's decision whether a box's games belong to another one.

        It is recorded again in a restored database.
        """
        with self._asked().transaction() as transaction:
            decisions.decide_claim(transaction, box, to, time.time(), belongs_to_claimant=moved)
        if (box, to, moved) not in self._moves:
            self._moves.append((box, to, moved))

    def _asked(self) -> ClubStore:
        """The store, once it answers."""
        until = time.monotonic() + TIMEOUT_S
        while True:
            try:
                with self._store.read_only_transaction() as transaction:
                    transaction.boxes.list_boxes()
            except StoreFailed:
                if time.monotonic() > until:
                    raise
                time.sleep(0.2)
            else:
                return self._store

    def arrived(self, plans: Sequence[TablePlan]) -> int:
        """The number of games that are here as they were pressed."""
        try:
            return arrived(self._store, plans)
        except StoreFailed:
            return 0

    def check(self, plans: Sequence[TablePlan], standings: Counter[tuple[str, ...]]) -> Differences:
        """Compare everything."""
        return Check(self._store, plans, self._had).hub(standings)
