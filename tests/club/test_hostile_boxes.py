"""Boxes that mean ill, at a real broker and a hub at work: others lose nothing by them."""

from __future__ import annotations

import subprocess
import threading
import time
import zlib
from collections.abc import Callable, Iterator
from contextlib import closing

import pytest

from club.broker import topics
from club.broker.link import BrokerLink, Connected, Published
from club.hub.hearing import Hub
from club.store.asides import MOST_ASIDE
from club.store.database import ClubStore
from device.outbox.codec import Unreadable, decode, encode
from device.outbox.public import public_record, revision
from device.outbox.values import Committed, GameMark, GameRevision
from device.session.rows import JournalRow, RowKind
from tests.club.brokers import HUB, Mosquitto, mosquitto
from tests.club.histories import kept_rows

PATIENCE_S = 120.0
AGAIN_S = 1.0
"""After so long without an answer a box says it again."""


class Club:
    """A broker, a store and a hub at work, and somebody who speaks as a box to it."""

    def __init__(self, broker: Mosquitto, store: ClubStore) -> None:
        self.broker, self.store = broker, store
        self.links = {name: BrokerLink(broker.address(name), name, topics.told(name)) for name in ("red", "blue")}
        for link in self.links.values():
            assert isinstance(link.next(PATIENCE_S), Connected)

    def say(self, box: str, *messages: bytes) -> None:
        for message in messages:
            self.links[box].publish(topics.said(box), message)

    def answer(self, box: str, game: str, number: int) -> Committed:
        """What the hub says to this revision of a game."""
        found = self.heard(box, game, number, PATIENCE_S)
        assert found is not None, f"no answer to {box} of {game}"
        return found

    def heard(self, box: str, game: str, number: int, seconds: float) -> Committed | None:
        """The same; None if it says nothing for so long."""
        until = time.monotonic() + seconds
        while time.monotonic() < until:
            event = self.links[box].next(0.1)
            if isinstance(event, Published):
                told = decode(event.payload)
                if (
                    isinstance(told, Committed)
                    and told.mark.game == game
                    and number in (told.mark.number, told.refused)
                ):
                    return told
        return None

    def plays(self, box: str, game: str, kept: list[JournalRow]) -> None:
        """A box says all that it keeps of a game until it is committed: a hub that is not there yet hears nothing."""
        until = time.monotonic() + PATIENCE_S
        answer = None
        while answer is None and time.monotonic() < until:
            self.say(box, encode(said(game, kept)))
            answer = self.heard(box, game, len(kept), AGAIN_S)
        assert answer is not None
        assert answer.mark.number == len(kept)

    def lines(self, box: str, game: str) -> tuple[JournalRow, ...]:
        with self.store.reading() as kept:
            found = kept.games.find(box, game)
            return () if found is None else tuple(kept.lines.of(found.number))

    def aside(self, box: str) -> int:
        with self.store.reading() as kept:
            return sum(one.box == box for one in kept.asides.all())

    def close(self) -> None:
        for link in self.links.values():
            link.close()


def said(game: str, kept: list[JournalRow], base: GameMark | None = None) -> GameRevision:
    found = revision(game, kept, base)
    assert found is not None
    return found


def wait(what: Callable[[], bool]) -> None:
    until = time.monotonic() + PATIENCE_S
    while not what():
        assert time.monotonic() < until
        time.sleep(0.01)


@pytest.fixture(scope="module")
def club(tmp_path_factory: pytest.TempPathFactory) -> Iterator[Club]:
    place = tmp_path_factory.mktemp("club")
    with mosquitto("red", "blue") as broker, closing(ClubStore.open(f"sqlite:///{place / 'club.db'}")) as store:
        with store.transaction() as kept:
            kept.boxes.add("red")
            kept.boxes.add("blue")
        hub = Hub(store, broker.address(HUB), lambda _: None)
        thread = threading.Thread(target=hub.run)
        thread.start()
        try:
            with closing(Club(broker, store)) as found:
                yield found
        finally:
            hub.stop()
            thread.join()


def test_a_game_of_another_box_stays_as_it_is(club: Club) -> None:
    kept = list(kept_rows(0))
    club.plays("blue", "b1", kept)
    shorter = encode(said("b1", kept[:9]))
    club.say("red", shorter)
    assert club.answer("red", "b1", 9).refused == 9
    assert club.lines("blue", "b1") == public_record(kept)
    assert club.lines("red", "b1") == ()


def test_a_million_lines_in_a_few_bytes_are_set_aside(club: Club) -> None:
    line = JournalRow(RowKind.RECORD, "Ann pass")
    one = encode(GameRevision(GameMark("aa", 1, "0" * 32), None, 0, (line,)))
    before, text, after = one.partition(b'["record","Ann pass"]')
    million = zlib.compress(before + b",".join([text] * 1_000_000) + after, 1)
    with pytest.raises(Unreadable, match="larger than any game could be"):
        decode(million)
    waiting = club.aside("red")
    club.say("red", million)
    wait(lambda: club.aside("red") > waiting)
    club.plays("red", "a1", list(kept_rows(1)))


def test_a_flood_of_games_that_no_rules_allow_takes_bounded_room_and_others_arrive(club: Club) -> None:
    rows = [JournalRow(RowKind.RECORD, "game chess")]
    club.say("red", *(encode(said(f"{number:04x}", rows)) for number in range(2 * MOST_ASIDE)))
    kept = list(kept_rows(1))
    club.plays("blue", "b2", kept)
    assert club.lines("blue", "b2") == public_record(kept)
    assert club.aside("red") <= MOST_ASIDE


def test_old_revisions_that_are_said_again_change_nothing(club: Club) -> None:
    kept = list(kept_rows(3))
    early = encode(said("a2", kept[:7]))
    club.say("red", early)
    base = club.answer("red", "a2", 7).mark
    late = encode(said("a2", kept, base))
    club.say("red", late)
    whole = club.answer("red", "a2", len(kept))
    club.say("red", *[early, late] * 20)
    club.plays("red", "a3", list(kept_rows(0)))  # what came before it was heard
    with club.store.reading() as read:
        found = read.games.find("red", "a2")
    assert found is not None
    assert found.mark == whole.mark
    assert club.lines("red", "a2") == public_record(kept)


def test_a_password_that_was_stolen_is_of_no_use_once_the_box_is_revoked(club: Club) -> None:
    """In mid-game: what was committed before stays, and the broker lets nobody in by it any more."""
    kept = list(kept_rows(2))
    club.plays("red", "a4", kept[:12])
    with club.store.transaction() as wrote:
        wrote.boxes.revoke("red")
    club.say("red", encode(said("a4", kept)), encode(said("a5", kept)))
    club.plays("blue", "b3", kept)  # what came before it was heard
    assert club.lines("red", "a4") == public_record(kept[:12])
    assert club.lines("red", "a5") == ()
    passwords = club.broker.place / "passwords"
    subprocess.run(["mosquitto_passwd", "-D", str(passwords), "red"], check=True)
    club.broker.read_again()
    wait(lambda: club.links["red"].trouble is not None)
    assert club.links["blue"].connected
