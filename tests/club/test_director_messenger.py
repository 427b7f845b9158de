"""Director and tables: what is said is published until the table is done with it, and calls are kept."""

from __future__ import annotations

from collections.abc import Iterable
from typing import cast

import pytest

from club.broker import topics
from club.broker.link import BrokerLink
from club.homeassistant.announcer import HomeAssistantAnnouncer
from club.hub.director_messenger import DirectorMessenger
from club.hub.table_publisher import HomeAssistantOptions, TablePublisher
from club.store.database import ClubStore, StoreFailed
from club.store.director_messages import SentMessage
from device.outbox.codec import UnreadableMessage, decode, encode
from device.outbox.director import DirectorPhrase, DirectorWords, NextSeating, SeatPlace, TableReport
from display.words import ENGLISH, text

NOW = 1_800_000_000.0


@pytest.fixture
def store(store: ClubStore) -> ClubStore:
    with store.transaction() as transaction:
        transaction.boxes.add_box("blue")
    return store


class Broker:
    """What is retained."""

    def __init__(self) -> None:
        self.retained: dict[str, bytes] = {}
        self.published = 0

    def publish(self, topic: str, payload: bytes) -> None:
        self.published += 1
        if payload:
            self.retained[topic] = payload
        else:
            self.retained.pop(topic, None)


def test_words_are_there_until_the_table_is_done_with_them(store: ClubStore) -> None:
    broker = Broker()
    minder = DirectorMessenger(store, broker.publish, lambda: NOW)
    minder.publish_all_again()
    minder.exchange_messages()
    with store.transaction() as transaction:
        first = transaction.director_messages.store_words("red", DirectorPhrase.FIVE_MINUTES, NOW)
        second = transaction.director_messages.store_words("red", "Cake is served.", NOW)
        seats = transaction.director_messages.store_seating("red", 1, (SeatPlace("Ann", 2),), NOW)
    assert [first.number, second.number, seats.number] == [NOW, NOW + 1, NOW + 2]
    minder.exchange_messages()
    minder.exchange_messages()
    assert broker.published == 2
    assert decode(broker.retained[topics.director_words_topic("red")]) == DirectorWords(
        int(NOW) + 1, written="Cake is served."
    )
    assert decode(broker.retained[topics.seating_topic("red")]) == seats
    minder.note_report("red", encode(TableReport(words_number=first.number)))
    minder.exchange_messages()
    assert set(broker.retained) == {topics.director_words_topic("red"), topics.seating_topic("red")}
    minder.note_report("red", encode(TableReport(words_number=second.number)))
    minder.exchange_messages()
    assert set(broker.retained) == {topics.seating_topic("red")}
    with store.transaction() as transaction:
        assert transaction.director_messages.last_messages() == [
            SentMessage("red", second, NOW, True),
            SentMessage("red", seats, NOW, False),
        ]
    broker.retained.clear()
    minder.publish_all_again()
    minder.exchange_messages()
    assert set(broker.retained) == {topics.seating_topic("red")}


def test_a_report_is_told_once_although_the_database_fails_after_it_was_stored(
    store: ClubStore, monkeypatch: pytest.MonkeyPatch
) -> None:
    """The hub has browsers load the calls anew by it."""

    def fail(_: ClubStore) -> None:
        raise StoreFailed(text("The database is away."))

    minder = DirectorMessenger(store, Broker().publish, lambda: NOW)
    minder.note_report("red", encode(TableReport(is_calling=True)))
    with monkeypatch.context() as patched:
        patched.setattr(ClubStore, "read_only_transaction", fail)
        with pytest.raises(StoreFailed):
            minder.exchange_messages()
    assert [minder.exchange_messages(), minder.exchange_messages()] == [True, False]


class SilentLink:
    """A connection at which nobody listens."""

    is_connected = True

    def publish(self, topic: str, payload: bytes, *, retain: bool = False) -> None:
        pass

    def subscribe(self, topics: Iterable[str]) -> None:
        pass


def test_a_report_is_told_although_home_assistant_could_not_be_told_before(
    store: ClubStore, monkeypatch: pytest.MonkeyPatch
) -> None:
    def fail(_: HomeAssistantAnnouncer) -> None:
        raise StoreFailed(text("The database is away."))

    publisher = TablePublisher(store, cast(BrokerLink, SilentLink()), HomeAssistantOptions("homeassistant", ENGLISH))
    publisher.handle_report("red", encode(TableReport(is_calling=True)))
    with monkeypatch.context() as patched:
        patched.setattr(HomeAssistantAnnouncer, "publish_changes", fail)
        with pytest.raises(StoreFailed):
            publisher.exchange(10.0)
    assert publisher.exchange(20.0)


def test_who_has_heard_nothing_writes_nothing(store: ClubStore, monkeypatch: pytest.MonkeyPatch) -> None:
    broker = Broker()
    with store.transaction() as transaction:
        transaction.director_messages.store_words("red", DirectorPhrase.FIVE_MINUTES, NOW)
    with monkeypatch.context() as patched:
        patched.delattr(ClubStore, "transaction")
        DirectorMessenger(store, broker.publish).exchange_messages()
    assert set(broker.retained) == {topics.director_words_topic("red")}


def test_a_call_is_kept_from_when_it_began_until_it_is_taken_back(store: ClubStore) -> None:
    moments = iter((NOW, NOW + 5, NOW + 9))
    minder = DirectorMessenger(store, Broker().publish, lambda: next(moments))
    for called, expected in ((True, {"red": NOW}), (True, {"red": NOW}), (False, {})):
        minder.note_report("red", encode(TableReport(called)))
        minder.exchange_messages()
        with store.transaction() as transaction:
            assert transaction.director_messages.open_calls() == expected


def test_whoever_called_first_comes_first(store: ClubStore) -> None:
    moments = iter((NOW + 5, NOW))
    minder = DirectorMessenger(store, Broker().publish, lambda: next(moments))
    for box in ("red", "blue"):
        minder.note_report(box, encode(TableReport(is_calling=True)))
        minder.exchange_messages()
    with store.transaction() as transaction:
        assert list(transaction.director_messages.open_calls().items()) == [("blue", NOW), ("red", NOW + 5)]


def test_a_revoked_box_calls_no_longer(store: ClubStore) -> None:
    """Its call stood on the pages for ever: nothing that it sent was meant to count, not even the end of the call."""
    minder = DirectorMessenger(store, Broker().publish, lambda: NOW)
    minder.note_report("red", encode(TableReport(is_calling=True)))
    minder.exchange_messages()
    with store.transaction() as transaction:
        transaction.boxes.revoke_box("red")
        assert transaction.director_messages.open_calls() == {}
        transaction.boxes.readmit_box("red")
        assert transaction.director_messages.open_calls() == {"red": NOW}


def test_what_a_revoked_box_reports_is_ignored(store: ClubStore) -> None:
    minder = DirectorMessenger(store, Broker().publish, lambda: NOW)
    with store.transaction() as transaction:
        transaction.boxes.revoke_box("red")
    minder.note_report("red", encode(TableReport(is_calling=True)))
    minder.exchange_messages()
    with store.transaction() as transaction:
        transaction.boxes.readmit_box("red")
        assert transaction.director_messages.open_calls() == {}


def test_what_is_no_report_and_who_is_no_box_says_nothing(store: ClubStore) -> None:
    minder = DirectorMessenger(store, Broker().publish, lambda: NOW)
    for payload in (b"", b"rubbish", encode(NextSeating(1, 1, ()))):
        minder.note_report("red", payload)
    minder.note_report("green", encode(TableReport(is_calling=True)))
    minder.exchange_messages()
    with store.transaction() as transaction:
        assert transaction.director_messages.open_calls() == {}


@pytest.mark.parametrize("words", ["x" * 121, "two\nlines", "\u202eback"])
def test_what_no_table_could_show_is_not_said(store: ClubStore, words: str) -> None:
    with pytest.raises(UnreadableMessage, match="written"), store.transaction() as transaction:
        transaction.director_messages.store_words("red", words, NOW)
    with store.transaction() as transaction:
        assert transaction.director_messages.last_messages() == []
