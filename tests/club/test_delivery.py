"""Whatever the network, the hub and its store do: in the end the hub has what each box has, and nothing else."""

from __future__ import annotations

import random
import shutil
from collections.abc import Callable
from pathlib import Path
from tempfile import TemporaryDirectory

from hypothesis import given, settings
from hypothesis import strategies as st

from club.courier.delivery import GameDelivery, JournalUnreadable
from club.courier.inventory import RETRY_S
from club.store.database import ClubStore
from club.store.receiver import BoxMessage, Receiver
from device.outbox.club_messages import CommittedGame, ConflictingRecord, GameMark, GameRevision, Inventory, StoreState
from device.outbox.codec import decode, encode
from device.outbox.revisions import next_revision, public_record
from device.session.rows import JournalRow
from tests.club.histories import kept_rows
from tests.history.dealt_games import result_of
from tests.non_empty import non_empty
from tests.thorough import THOROUGH

Wire = list[tuple[str, bytes]]


class SimulatedBox:
    """A box with some games, of which more and more is declared, and its courier."""

    def __init__(self, name: str, seeds: list[int]) -> None:
        self.name = name
        self.games = {f"{seed:04x}": list(kept_rows(seed)) for seed in seeds}
        self.at = dict.fromkeys(self.games, 0)
        self.start()

    def start(self) -> None:
        """The courier is started anew, and knows nothing."""
        self.delivery = GameDelivery(self)
        for game, number in self.at.items():
            self.delivery.note_row_count(game, number)
        self.delivery.request_inventory_again()

    def rows(self, game: str) -> list[JournalRow]:
        return self.games[game][: self.at[game]]

    def next_revision(self, game: str, base: GameMark | None) -> GameRevision | ConflictingRecord | None:
        return next_revision(game, self.rows(game), base)

    def play(self, chance: random.Random, most: int, now: float) -> list[bytes]:
        """More is declared of one game. What the courier says at once."""
        game = chance.choice(list(self.games))
        self.at[game] = min(self.at[game] + chance.randint(1, most), len(self.games[game]))
        found = [encode(message) for message in self.delivery.latest_game_messages(now)]
        self.delivery.note_row_count(game, self.at[game])
        return found

    def hear(self, message: bytes) -> None:
        found = decode(message)
        assert isinstance(found, CommittedGame | Inventory)
        self.delivery.handle_answer(found)


class Chaos:
    """Boxes and a hub, between which messages are lost, doubled and swapped, while both are started anew."""

    def __init__(self, place: Path, seed: int) -> None:
        self.chance = random.Random(seed)
        self.place = place
        self.now = 0.0
        self.store = self.open()
        self.boxes = {
            name: SimulatedBox(name, [2 * number + 4 * self.chance.randint(0, 1) + at for at in (0, 1)])
            for number, name in enumerate(("red", "blue"))
        }
        with self.store.transaction() as transaction:
            for name in self.boxes:
                transaction.boxes.add_box(name)
        self.backup()
        self.up: Wire = []
        self.down: Wire = []

    def open(self) -> ClubStore:
        store = ClubStore.open(f"sqlite:///{self.place / 'club.db'}")
        self.receiver = Receiver(store, lambda: 1.8e9 + self.now, cache_bytes=45_000)
        return store

    def backup(self) -> None:
        self.store.close()
        shutil.copy(self.place / "club.db", self.place / "backup.db")

    def put_back(self) -> None:
        """The hub's store is the one of an earlier moment."""
        self.store.close()
        shutil.copy(self.place / "backup.db", self.place / "club.db")
        self.store = self.open()
        for box in self.boxes.values():
            box.delivery.request_inventory_again()

    def trouble(self) -> None:
        def start_box() -> None:
            self.chance.choice(list(self.boxes.values())).start()

        troubles: list[Callable[[], None]] = [start_box, self.backup, self.put_back, self.receiver.clear_cache]
        self.chance.choice(troubles)()

    def carry(self, wire: Wire, faults: bool) -> Wire:
        """What arrives of what was sent."""
        found: Wire = []
        for message in wire:
            times = self.chance.choice((0, 1, 1, 1, 2)) if faults else 1
            found += [message] * times
        if faults:
            self.chance.shuffle(found)
        wire.clear()
        return found

    def turn(self, faults: bool) -> None:
        self.now += RETRY_S / 3
        for name, box in self.boxes.items():
            self.up += ((name, encode(message)) for message in box.delivery.due_messages(self.now))
        messages = [BoxMessage(*one) for one in self.carry(self.up, faults)]
        receipt = self.receiver.receive(messages)
        self.down += ((name, encode(answer)) for name, answer in receipt.answers)
        for name, message in self.carry(self.down, faults):
            self.boxes[name].hear(message)

    def settled(self) -> bool:
        return all(box.delivery.status == (True, 0, ()) for box in self.boxes.values())


@settings(max_examples=200 if THOROUGH else 6)
@given(st.integers(0, 10**6))
def test_all_arrives_whatever_is_lost_doubled_swapped_or_put_back(seed: int) -> None:
    with TemporaryDirectory() as place:
        chaos = Chaos(Path(place), seed)
        for _ in range(15):
            for box in chaos.boxes.values():
                chaos.up += ((box.name, message) for message in box.play(chaos.chance, 30, chaos.now))
            chaos.turn(faults=True)
            if chaos.chance.random() < 0.2:
                chaos.trouble()
        turns = 0
        while not chaos.settled():
            chaos.turn(faults=False)
            turns += 1
            assert turns < 40
        compare(chaos)


class FailingBox:
    """A box whose games are those of the hub, and whose journal can't be read for the first few requests."""

    def __init__(self, failure_count: int) -> None:
        self.failure_count = failure_count
        self.compared: list[str] = []

    def next_revision(self, game: str, base: GameMark | None) -> None:
        if self.failure_count:
            self.failure_count -= 1
            raise JournalUnreadable
        self.compared.append(game)


def test_a_game_that_could_not_be_compared_is_compared_later() -> None:
    """It was forgotten until the next inventory."""
    box = FailingBox(failure_count=2)
    delivery = GameDelivery(box)
    marks = tuple(GameMark(game, number, "d") for game, number in (("equal", 1), ("behind", 9)))
    for game in non_empty(("equal", "behind")):
        delivery.note_row_count(game, 1)
    delivery.handle_answer(Inventory(StoreState("store", 1), 0, 1, marks))
    for turn in range(8):
        assert list(delivery.due_messages(turn * RETRY_S / 2)) == []
    assert sorted(box.compared) == ["behind", "equal"]


def compare(chaos: Chaos) -> None:
    """What the hub has is what each box has: no line lost, doubled or invented, and the results are those."""
    with chaos.store.transaction() as transaction:
        assert transaction.set_aside_messages.list_messages() == []
        for name, box in chaos.boxes.items():
            found = {game.mark.game: game for game in transaction.games.list_games(name)}
            begun = {game for game in box.games if public_record(box.rows(game))}
            assert set(found) == begun
            for game in begun:
                record = public_record(box.rows(game))
                assert tuple(transaction.lines.lines_of_game(found[game].number)) == record
                assert found[game].result == result_of(record)
    chaos.store.close()
