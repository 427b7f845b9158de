"""Boxes with real journals and couriers' state, and a hub's receiver, in one thread and without a network."""

from __future__ import annotations

from collections.abc import Sequence
from pathlib import Path

from club.courier.delivery import GameDelivery, JournalUnreadable
from club.courier.inventory import RETRY_S
from club.store.database import ClubStore
from club.store.notices import NoticeKind
from club.store.receiver import BoxMessage, Receiver
from device.journal.store import Journal
from device.outbox.club_messages import (
    CommittedGame,
    ConflictingRecord,
    GameMark,
    GameRevision,
    HubInventoryRequest,
    Inventory,
    OutboxGames,
    OutboxRequest,
    RevisionRequest,
)
from device.outbox.codec import decode, encode
from device.outbox.director import ClubDoubt
from device.outbox.revisions import public_record
from device.session.rows import JournalRow, RowKind
from tests.club.doors import AnswersAtOnce

NOW = 1.8e9


def rows(*lines: str) -> list[JournalRow]:
    return [JournalRow(RowKind.RECORD, line) for line in lines]


PAD = rows("game score-pad", "players Ann Ben", "title Hearts")
"""The rows before the rounds of a score pad, which have two lines each."""


def scored(*points: int) -> list[JournalRow]:
    return rows(*(line for one in points for line in (f"Ann points {one}", "Ben points 1")))


def texts(*some: list[JournalRow]) -> tuple[str, ...]:
    return tuple(row.text for lines in some for row in lines)


class JournaledBox:
    """A box whose courier asks its journal, as through the table's socket. `name` is its name at the broker."""

    def __init__(self, name: str, place: Path, courier: str) -> None:
        self.name = name
        self.place = place
        self._outbox = AnswersAtOnce(place)
        self._courier = courier
        self.start()

    def start(self) -> None:
        """Restart the courier, which then knows nothing."""
        self.delivery = GameDelivery(self, self._courier)
        self.delivery.request_inventory_again()

    def next_revision(self, game: str, base: GameMark | None) -> GameRevision | ConflictingRecord | None:
        answer = self._outbox.answer(encode(RevisionRequest(game, base)))
        if answer is None:
            raise JournalUnreadable
        found = decode(answer)
        return found if isinstance(found, GameRevision | ConflictingRecord) else None

    def look(self) -> None:
        """Read the list of the journal's games."""
        answer = self._outbox.answer(encode(OutboxRequest(0)))
        assert answer is not None
        found = decode(answer)
        assert isinstance(found, OutboxGames)
        self.delivery.forget_games_except({one.game for one in found.games})
        for one in reversed(found.games):
            self.delivery.note_row_count(one.game, one.row_count)

    def declare(self, lines: Sequence[JournalRow], game: int | None = None) -> str:
        """Declare rows in a game of the journal, or in a new one. Returns the game's identity, as used at the hub."""
        journal = Journal.open(self.place)
        if game is None:
            game = journal.begin_game(lines)
        else:
            journal.append(game, lines)
        found = next(one.identity for one in journal.game_lengths() if one.number == game)
        journal.close()
        return found

    def record(self, game: str) -> tuple[str, ...]:
        """The lines of a game in the journal."""
        journal = Journal.open(self.place)
        number = next(one.number for one in journal.game_lengths() if one.identity == game)
        found = public_record(journal.stored_rows(number))
        journal.close()
        return tuple(row.text for row in found)

    @property
    def doubts(self) -> set[ClubDoubt]:
        return set(self.delivery.status.doubts)


class CarriedClub:
    """A store with its receiver, and boxes whose messages are carried at once."""

    def __init__(self, store: ClubStore, *boxes: str) -> None:
        self.store = store
        self.now = 0.0
        with store.transaction() as transaction:
            known = {box.name for box in transaction.boxes.list_boxes()}
            for box in boxes:
                if box not in known:
                    transaction.boxes.add_box(box)
        self.restart()

    def restart(self) -> None:
        """Restart the hub."""
        self.receiver = Receiver(self.store, lambda: NOW + self.now)

    def settle(self, *boxes: JournaledBox, turns: int = 12) -> None:
        """Carry messages until nobody has any more."""
        for _ in range(turns):
            self.now += RETRY_S
            for box in boxes:
                self.turn(box)
            with self.store.read_only_transaction() as transaction:
                known = [box for box in transaction.boxes.list_boxes() if not box.is_revoked]
            behind = [
                BoxMessage(name, encode(HubInventoryRequest())) for name in self.receiver.boxes_changed_elsewhere(known)
            ]
            for name, answer in self.receiver.receive(behind).answers:
                for box in boxes:
                    if box.name == name:
                        self._tell(box, encode(answer))

    def turn(self, box: JournaledBox) -> None:
        box.look()
        said = [BoxMessage(box.name, encode(message)) for message in box.delivery.due_messages(self.now)]
        for name, answer in self.receiver.receive(said).answers:
            assert name == box.name
            self._tell(box, encode(answer))

    def _tell(self, box: JournaledBox, message: bytes) -> None:
        found = decode(message)
        assert isinstance(found, CommittedGame | Inventory)
        box.delivery.handle_answer(found)

    def lines(self, box: str, game: str) -> tuple[str, ...]:
        """The record of a game that counts."""
        with self.store.read_only_transaction() as transaction:
            found = transaction.games.find_game(box, game)
            return () if found is None else tuple(row.text for row in transaction.lines.lines_of_game(found.number))

    def others(self, box: str, game: str) -> list[tuple[str, ...]]:
        """The other records of a game."""
        with self.store.read_only_transaction() as transaction:
            found = transaction.games.find_game(box, game)
            assert found is not None
            return [
                tuple(row.text for row in one.lines) for one in transaction.other_records.records_of_game(found.number)
            ]

    @property
    def told(self) -> list[tuple[NoticeKind, str, str, int]]:
        """The open notices for the director: kind, box, subject, and the number of games."""
        with self.store.read_only_transaction() as transaction:
            return [(one.kind, one.box, one.subject, one.game_count) for one in transaction.notices.open_notices()]

    def see(self) -> None:
        """Mark all notices as seen by the director."""
        with self.store.transaction() as transaction:
            for one in transaction.notices.open_notices():
                transaction.notices.mark_seen(one.number)
