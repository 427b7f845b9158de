"""Boxes that mean ill, at a real broker and a hub at work: others lose nothing by them."""

from __future__ import annotations

import subprocess
import threading
import time
import zlib
from collections.abc import Callable, Iterator
from contextlib import closing
from itertools import takewhile

import pytest

from bench.programs.hostile_box import messages
from club.broker import topics
from club.broker.link import BrokerConnected, BrokerLink, MessageArrived, pinned_tls_context
from club.broker.mqtt import CallbackAPIVersion, Client, MQTTv311
from club.hub.hub import Hub
from club.store.database import ClubStore
from club.store.set_aside_messages import MAX_SET_ASIDE
from device.outbox.club_messages import CommittedGame, GameMark, GameRevision
from device.outbox.codec import UnreadableMessage, decode, encode
from device.outbox.revisions import next_revision, public_record
from device.session.rows import JournalRow, RowKind
from tests.club.brokers import HUB, PROBE, Mosquitto, mosquitto
from tests.club.histories import kept_rows

BOXES = ("red", "blue", "green", "guest")
"""Red floods the hub, which then hears it at times only; green says little."""
TIMEOUT_S = 120.0
AGAIN_S = 1.0
"""After so long without an answer a box says it again."""
FIRST = [JournalRow(RowKind.RECORD, line) for line in ("game no-thanks", "players Ann Ben Cleo")]


class Club:
    """A broker, a store and a hub at work, and somebody who speaks as a box to it."""

    def __init__(self, broker: Mosquitto, store: ClubStore) -> None:
        self.broker, self.store = broker, store
        self.told: list[str] = []
        """What the hub has said in its log."""
        self.links = {name: BrokerLink(broker.address(name), topics.topics_to_box(name)) for name in BOXES[:-1]}
        for link in self.links.values():
            assert isinstance(link.next_event(TIMEOUT_S), BrokerConnected)

    def say(self, box: str, *messages: bytes) -> None:
        for message in messages:
            self.links[box].publish(topics.messages_topic(box), message)

    def answer(self, box: str, game: str, number: int) -> CommittedGame:
        """What the hub says to this revision of a game."""
        found = self.heard(box, game, number, TIMEOUT_S)
        assert found is not None, f"no answer to {box} of {game}"
        return found

    def heard(self, box: str, game: str, number: int, seconds: float) -> CommittedGame | None:
        """The same; None if it says nothing for so long."""
        until = time.monotonic() + seconds
        while time.monotonic() < until:
            event = self.links[box].next_event(0.1)
            if isinstance(event, MessageArrived):
                told = decode(event.payload)
                if (
                    isinstance(told, CommittedGame)
                    and told.mark.game == game
                    and number in (told.mark.number, told.refused_number)
                ):
                    return told
        return None

    def plays(self, box: str, game: str, kept: list[JournalRow]) -> None:
        """A box says all that it keeps of a game until it is committed: a hub that is not there yet hears nothing."""
        until = time.monotonic() + TIMEOUT_S
        answer = None
        while answer is None and time.monotonic() < until:
            self.say(box, encode(said(game, kept)))
            answer = self.heard(box, game, len(kept), AGAIN_S)
        assert answer is not None
        assert answer.mark.number == len(kept)

    def lines(self, box: str, game: str) -> tuple[JournalRow, ...]:
        with self.store.read_only_transaction() as transaction:
            found = transaction.games.find_game(box, game)
            return () if found is None else tuple(transaction.lines.lines_of_game(found.number))

    def aside(self, box: str) -> int:
        with self.store.read_only_transaction() as transaction:
            return sum(one.box == box for one in transaction.set_aside_messages.list_messages())

    def close(self) -> None:
        for link in self.links.values():
            link.close()


def said(game: str, kept: list[JournalRow], base: GameMark | None = None) -> GameRevision:
    found = next_revision(game, kept, base)
    assert isinstance(found, GameRevision)
    return found


def wait(what: Callable[[], bool]) -> None:
    until = time.monotonic() + TIMEOUT_S
    while not what():
        assert time.monotonic() < until
        time.sleep(0.01)


@pytest.fixture(scope="module")
def club(tmp_path_factory: pytest.TempPathFactory) -> Iterator[Club]:
    place = tmp_path_factory.mktemp("club")
    with (
        mosquitto(*BOXES, "late") as broker,
        closing(ClubStore.open(f"sqlite:///{place / 'club.db'}")) as store,
    ):
        with store.transaction() as transaction:
            for name in BOXES:
                transaction.boxes.add_box(name)
        with closing(Club(broker, store)) as found:
            hub = Hub(store, broker.address(HUB), found.told.append)
            thread = threading.Thread(target=hub.run)
            thread.start()
            try:
                for number, box in enumerate(found.links):
                    found.plays(box, f"{number:02x}", FIRST)  # from now on, the hub hears it
                yield found
            finally:
                hub.stop()
                thread.join()


def test_a_game_of_another_box_stays_as_it_is(club: Club) -> None:
    kept = list(kept_rows(0))
    club.plays("blue", "b1", kept)
    shorter = encode(said("b1", kept[:9]))
    club.say("red", shorter)
    assert club.answer("red", "b1", 9).refused_number == 9
    assert club.lines("blue", "b1") == public_record(kept)
    assert club.lines("red", "b1") == ()


def test_a_million_lines_in_a_few_bytes_are_set_aside(club: Club) -> None:
    line = JournalRow(RowKind.RECORD, "Ann pass")
    one = encode(GameRevision(GameMark("aa", 1, "0" * 32), None, 0, (line,)))
    before, text, after = one.partition(b'["record","Ann pass"]')
    million = zlib.compress(before + b",".join([text] * 1_000_000) + after, 1)
    with pytest.raises(UnreadableMessage, match="larger than any game could be"):
        decode(million)
    waiting = club.aside("red")
    club.say("red", million)
    wait(lambda: club.aside("red") > waiting)
    club.plays("red", "a1", list(kept_rows(1)))


def test_a_flood_of_games_that_no_rules_allow_takes_bounded_room_and_others_arrive(club: Club) -> None:
    rows = [JournalRow(RowKind.RECORD, "game chess")]
    club.say("red", *(encode(said(f"{number:04x}", rows)) for number in range(2 * MAX_SET_ASIDE)))
    kept = list(kept_rows(1))
    club.plays("blue", "b2", kept)
    assert club.lines("blue", "b2") == public_record(kept)
    assert club.aside("red") <= MAX_SET_ASIDE


def test_old_revisions_that_are_said_again_change_nothing(club: Club) -> None:
    kept = list(kept_rows(3))
    early = encode(said("a2", kept[:7]))
    club.say("green", early)
    base = club.answer("green", "a2", 7).mark
    late = encode(said("a2", kept, base))
    club.say("green", late)
    whole = club.answer("green", "a2", len(kept))
    club.say("green", *[early, late] * 20)
    club.plays("green", "a3", list(kept_rows(0)))  # what came before it was heard
    with club.store.read_only_transaction() as read:
        found = read.games.find_game("green", "a2")
    assert found is not None
    assert found.mark == whole.mark
    assert club.lines("green", "a2") == public_record(kept)


def test_what_a_box_has_the_broker_keep_for_the_hub_is_taken_away(club: Club) -> None:
    """It would come back at each start of the hub. This box joins when it is there already."""
    said = topics.messages_topic("late")
    with closing(BrokerLink(club.broker.address("late"), [])) as link:
        wait(lambda: isinstance(link.next_event(), BrokerConnected))
        with closing(BrokerLink(club.broker.address(PROBE), [said])) as first:
            link.publish(said, b"spoilt", retain=True)
            wait(lambda: isinstance(first.next_event(0.1), MessageArrived))  # from now on, the broker has it
        with closing(BrokerLink(club.broker.address(PROBE), [said])) as listening:
            wait(lambda: listening.next_event(0.1) == MessageArrived(said, b"spoilt", True))
            with club.store.transaction() as transaction:
                transaction.boxes.add_box("late")
            wait(lambda: listening.next_event(0.1) == MessageArrived(said, b""))
    assert club.aside("late") == 0


def test_others_are_answered_while_a_box_says_all_that_it_can(club: Club) -> None:
    """Lists in lists, long games, lines that are taken back, retained messages, and all of it again and again."""
    kept, stopped = list(kept_rows(0)), threading.Event()
    flood = threading.Thread(target=say_the_worst, args=(club, stopped))
    flood.start()
    try:
        for number in range(8):
            club.plays("blue", f"b6{number:02x}", kept)
        wait(lambda: any(words.startswith("guest says far more than can be heard") for words in club.told))
        club.plays("blue", "b5", kept)
    finally:
        stopped.set()
        flood.join()


def say_the_worst(club: Club, stopped: threading.Event) -> None:
    with closing(BrokerLink(club.broker.address("guest"), [])) as link:
        assert isinstance(link.next_event(TIMEOUT_S), BrokerConnected)
        for topic, payload, retain in takewhile(lambda _: not stopped.is_set(), messages("guest")):
            link.publish(topic, payload, retain=retain)


def connect_as(club: Club, user: str, identifier: str) -> None:
    """Connect once to the broker with somebody's password and any identifier, and stay for a moment."""
    address = club.broker.address(user)
    client = Client(CallbackAPIVersion.VERSION2, identifier, protocol=MQTTv311)
    client.username_pw_set(user, address.password)
    assert address.certificate is not None
    client.tls_set_context(pinned_tls_context(address.certificate))
    client.connect(address.host, address.port)
    client.loop_start()
    wait(client.is_connected)
    client.disconnect()
    client.loop_stop()


def test_nobody_is_pushed_out_by_who_connects_under_another_name(club: Club) -> None:
    kept = list(kept_rows(0))
    club.plays("blue", "b8", kept)
    before, names = club.told.count("connected to the broker"), ("hub", f"hub-{club.store.identity}", "blue")
    for number in range(3):
        connect_as(club, "guest", names[number])
        club.plays("blue", f"b8{number:02x}", kept)
    assert club.told.count("connected to the broker") == before
    assert club.links["blue"].trouble_sentence is None


def test_a_hub_says_so_when_another_program_has_its_account(club: Club) -> None:
    with closing(BrokerLink(club.broker.address(HUB), [])):
        wait(lambda: any("does another program connect to it as “hub”, too?" in words for words in club.told))
    club.plays("blue", "b9", list(kept_rows(1)))


def test_a_password_that_was_stolen_is_of_no_use_once_the_box_is_revoked(club: Club) -> None:
    """In mid-game: what was committed before stays, and the broker lets nobody in by it any more."""
    kept = list(kept_rows(2))
    club.plays("red", "a4", kept[:12])
    with club.store.transaction() as wrote:
        wrote.boxes.revoke_box("red")
    club.say("red", encode(said("a4", kept)), encode(said("a5", kept)))
    club.plays("blue", "b3", kept)  # what came before it was heard
    assert club.lines("red", "a4") == public_record(kept[:12])
    assert club.lines("red", "a5") == ()
    passwords = club.broker.place / "passwords"
    subprocess.run(["mosquitto_passwd", "-D", str(passwords), "red"], check=True)
    club.broker.read_again()
    wait(lambda: club.links["red"].trouble_sentence is not None)
    assert club.links["blue"].is_connected
