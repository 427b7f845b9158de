"""Real couriers, a real Mosquitto and a real store: what tables declare is at the hub, whoever is killed meanwhile."""

from __future__ import annotations

import threading
import time
from collections.abc import Callable, Iterator
from contextlib import ExitStack, closing, contextmanager
from pathlib import Path

import pytest

from club.broker import topics
from club.broker.link import BrokerAddress, BrokerConnected, BrokerLink, MessageArrived
from club.courier.courier import Courier
from club.hub.hub import Hub
from club.store.database import ClubStore
from device.journal.store import Journal
from device.outbox.codec import encode
from device.outbox.director import ClubStanding, DirectorPhrase, SeatPlace, TableReport, TableWishes, ToTable
from device.outbox.revisions import public_record
from device.run.club_door import ClubDoor
from device.session.rows import JournalRow
from device.table.club_mailbox import ClubMailbox
from device.table.events import Declared
from tests.club.brokers import HUB, Broker, broker_of, mosquitto
from tests.club.doors import AnswersAtOnce
from tests.club.histories import kept_rows

TIMEOUT_S = 120.0
BOXES = ("red", "blue")


class Box:
    """A journal, the door to it, and a courier."""

    def __init__(self, name: str, place: Path, broker: Broker, seed: int) -> None:
        self.name = name
        self.rows = list(kept_rows(seed))
        self.journal = Journal.open(place)
        self.journal.begin_game()
        self.post = ClubMailbox()
        self.door = ClubDoor(place / "courier", AnswersAtOnce(place), mailbox=self.post)
        self.told: list[str] = []
        self._path, self._broker = place / "courier", broker.address(name)
        self.begin()

    def begin(self) -> None:
        """With a new courier."""
        self.courier = Courier(self.name, self._path, self._broker, self.told.append)
        self.thread = threading.Thread(target=self.courier.run)
        self.thread.start()

    def end(self) -> None:
        """Without a courier from now on."""
        self.courier.stop()
        self.thread.join()

    def declare(self, rows: list[JournalRow]) -> None:
        self.journal.append(1, rows)
        self.door.handle_event(Declared(tuple(rows), ()))

    def close(self) -> None:
        self.end()
        self.door.close()
        self.journal.close()


@contextmanager
def hub(store: ClubStore, broker: Broker) -> Iterator[list[str]]:
    told: list[str] = []
    found = Hub(store, broker.address(HUB), told.append)
    thread = threading.Thread(target=found.run)
    thread.start()
    try:
        yield told
    finally:
        found.stop()
        thread.join()


def wait(what: Callable[[], bool]) -> None:
    until = time.monotonic() + TIMEOUT_S
    while not what():
        assert time.monotonic() < until
        time.sleep(0.02)


def arrived(store: ClubStore, box: Box) -> bool:
    """Whether the store has the record of a box."""
    with store.transaction() as transaction:
        games = transaction.games.list_games(box.name)
        lines = tuple(transaction.lines.lines_of_game(games[0].number)) if games else ()
    return lines == public_record(box.journal.stored_rows(1))


# Of a broker that is killed in a handshake, too, paho leaves the socket to Python.
@pytest.mark.filterwarnings("ignore::pytest.PytestUnraisableExceptionWarning")
def test_all_arrives_though_hub_and_broker_are_killed(tmp_path: Path) -> None:
    with ExitStack() as opened:
        broker = opened.enter_context(broker_of(*BOXES))
        store = opened.enter_context(closing(ClubStore.open(f"sqlite:///{tmp_path / 'club.db'}")))
        with store.transaction() as transaction:
            for name in BOXES:
                transaction.boxes.add_box(name)
        boxes = [
            opened.enter_context(closing(Box(name, tmp_path / name, broker, seed))) for seed, name in enumerate(BOXES)
        ]

        def declare(first: int, last: int) -> None:
            for box in boxes:
                box.declare(box.rows[first:last])

        with hub(store, broker):
            declare(0, 8)
            wait(lambda: all(arrived(store, box) for box in boxes))
        declare(8, 12)
        broker.kill()
        declare(12, 16)
        broker.start()
        with hub(store, broker):
            declare(16, 10_000)
            wait(lambda: all(arrived(store, box) for box in boxes))
            wait(lambda: all(box.courier.status == (True, 0, ()) for box in boxes))
            talk(store, *boxes)
            say_to_a_table_that_is_away(store, broker, boxes[0])
        boxes[1].post.set_wishes(TableWishes(TableReport(is_calling=True)))
        with hub(store, broker):
            wait(lambda: set(calls(store)) == {"blue"})
        with store.transaction() as transaction:
            assert transaction.set_aside_messages.list_messages() == []
            assert len(transaction.games.list_games()) == len(BOXES)


def talk(store: ClubStore, red: Box, blue: Box) -> None:
    """The director says something to one table while the other one calls."""
    with store.transaction() as transaction:
        words = transaction.director_messages.store_words("red", DirectorPhrase.FIVE_MINUTES, 1.8e9)
        seating = transaction.director_messages.store_seating("red", 1, (SeatPlace("Ann", 2),), 1.8e9)
    found: set[ToTable] = set()

    def told() -> bool:
        found.update(red.post.take_messages())
        return {words, seating, ClubStanding("red", connected=True, undelivered_game_count=0)} <= found

    wait(told)
    red.post.set_wishes(TableWishes(TableReport(words_number=words.number)))
    blue.post.set_wishes(TableWishes(TableReport(is_calling=True)))

    def done() -> bool:
        with store.transaction() as transaction:
            return [one.is_done for one in transaction.director_messages.last_messages()] == [True, False]

    wait(done)
    wait(lambda: set(calls(store)) == {"blue"})
    blue.post.set_wishes(TableWishes(TableReport()))
    wait(lambda: not calls(store))


def calls(store: ClubStore) -> dict[str, float]:
    with store.read_only_transaction() as transaction:
        return transaction.director_messages.open_calls()


def say_to_a_table_that_is_away(store: ClubStore, broker: Broker, red: Box) -> None:
    """It gets the words when it comes back: the broker retains them."""
    red.end()
    with closing(BrokerLink(broker.address("red"), topics.topics_to_box("red"))) as listening:
        wait(lambda: isinstance(listening.next_event(), BrokerConnected))
        with store.transaction() as transaction:
            words = transaction.director_messages.store_words("red", "Cake is served.", 1.9e9)
        wait(lambda: listening.next_event(0.1) == MessageArrived(topics.director_words_topic("red"), encode(words)))
    red.begin()
    wait(lambda: words in red.post.take_messages())


def heard(link: BrokerLink, most: int) -> list[MessageArrived]:
    """What comes on a link until a box says “end”."""
    found: list[MessageArrived] = []
    until = time.monotonic() + TIMEOUT_S
    while time.monotonic() < until and len(found) < most:
        event = link.next_event(0.1)
        if isinstance(event, MessageArrived) and event.payload == b"end":
            return found
        if isinstance(event, MessageArrived):
            found.append(event)
    return found


def test_a_box_speaks_for_itself_only_and_hears_what_is_for_it() -> None:
    with (
        mosquitto(*BOXES) as broker,
        closing(BrokerLink(broker.address(HUB), [topics.messages_topic("+")])) as listening,
        closing(BrokerLink(broker.address("red"), ["#"])) as red,
    ):
        wait(lambda: isinstance(listening.next_event(), BrokerConnected))
        wait(lambda: isinstance(red.next_event(), BrokerConnected))
        for topic in (topics.messages_topic("blue"), topics.committed_topic("red"), topics.messages_topic("red")):
            red.publish(topic, b"said")
        listening.publish(topics.committed_topic("blue"), b"for blue")
        listening.publish(topics.committed_topic("red"), b"for red")
        red.publish(topics.messages_topic("red"), b"end")
        assert heard(listening, 9) == [MessageArrived(topics.messages_topic("red"), b"said")]
        listening.publish("tablekeeper/hub/red/x", b"end")
        assert heard(red, 9) == [MessageArrived(topics.committed_topic("red"), b"for red")]


def test_nobody_hears_what_a_box_says_for_another() -> None:
    """Whether its broker only leaves that out, as Mosquitto does, or ends the connection, as RabbitMQ does."""
    with (
        broker_of(*BOXES) as broker,
        closing(BrokerLink(broker.address(HUB), [topics.messages_topic("+")])) as listening,
    ):
        wait(lambda: isinstance(listening.next_event(), BrokerConnected))
        found: list[MessageArrived] = []
        with closing(BrokerLink(broker.address("red"), topics.topics_to_box("red"))) as forger:
            wait(lambda: isinstance(forger.next_event(), BrokerConnected))
            forger.publish(topics.messages_topic("blue"), b"forged")
            forger.publish(topics.messages_topic("red"), b"forged, too")

            def heard_or_cut() -> bool:
                found.extend(event for event in [listening.next_event(0.1)] if isinstance(event, MessageArrived))
                return bool(found) or not forger.is_connected

            wait(heard_or_cut)
        with closing(BrokerLink(broker.address("red"), topics.topics_to_box("red"))) as red:
            wait(lambda: isinstance(red.next_event(), BrokerConnected))
            red.publish(topics.messages_topic("red"), b"end")
            found += heard(listening, 9)
        assert all(event.topic == topics.messages_topic("red") for event in found)


def trouble(address: BrokerAddress) -> str:
    """What a link to a broker complains of."""
    with closing(BrokerLink(address, ["#"])) as link:
        wait(lambda: link.trouble_sentence is not None)
        assert not link.is_connected
        return str(link.trouble_sentence)


def test_who_has_not_the_password_is_not_let_in() -> None:
    with broker_of("red") as broker:
        refused = {"the broker refuses: Not authorized", "the broker refuses: Bad user name or password"}
        assert trouble(broker.address("red", "guessed")) in refused


@pytest.mark.filterwarnings("ignore::pytest.PytestUnraisableExceptionWarning")  # paho leaves that socket to Python
def test_a_broker_with_another_certificate_is_not_believed() -> None:
    with broker_of("red") as broker:
        address = broker.address("red")._replace(certificate=broker.certify("other"))
        assert trouble(address) == "the broker can't be reached, or has another certificate"


def test_a_courier_says_once_that_there_is_no_door(tmp_path: Path) -> None:
    told: list[str] = []
    courier = Courier("red", tmp_path / "nothing", BrokerAddress("127.0.0.1", 9), told.append)
    thread = threading.Thread(target=courier.run)
    thread.start()
    wait(lambda: bool(told))
    courier.stop()
    thread.join()
    assert told == [f"the table can't be asked: {tmp_path / 'nothing'}: No such file or directory"]


class UnreadableAnswers(AnswersAtOnce):
    """Answers nothing while the journal can't be read."""

    def __init__(self, data: Path) -> None:
        super().__init__(data)
        self.is_readable = True
        self.refused_count = 0

    def answer(self, asked: bytes) -> bytes | None:
        if self.is_readable:
            return super().answer(asked)
        self.refused_count += 1
        return None


def test_a_game_that_begins_while_the_journal_cannot_be_read_is_found_afterwards(tmp_path: Path) -> None:
    answers = UnreadableAnswers(tmp_path)
    with (
        closing(Journal.open(tmp_path)) as journal,
        closing(ClubDoor(tmp_path / "courier", answers, mailbox=ClubMailbox())) as door,
    ):
        journal.begin_game()
        journal.append(1, list(kept_rows(0)))
        courier = Courier("red", tmp_path / "courier", BrokerAddress("127.0.0.1", 9), lambda sentence: None)
        thread = threading.Thread(target=courier.run)
        thread.start()
        wait(lambda: courier.status.undelivered_game_count == 1)
        answers.is_readable = False
        journal.begin_game()
        rows = list(kept_rows(1))
        journal.append(2, rows)
        door.handle_event(Declared(tuple(rows), ()))
        wait(lambda: answers.refused_count > 0)
        answers.is_readable = True
        wait(lambda: courier.status.undelivered_game_count == 2)
        courier.stop()
        thread.join()
