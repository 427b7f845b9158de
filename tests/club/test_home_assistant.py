"""Home Assistant: each table appears as one device, says how it stands, and goes when its box is revoked."""

from __future__ import annotations

import json
import threading
from collections.abc import Iterator
from contextlib import closing, contextmanager
from typing import Any

from club.broker import topics
from club.broker.link import BrokerConnected, BrokerLink, MessageArrived
from club.homeassistant.announcer import HomeAssistantAnnouncer
from club.homeassistant.payloads import MAX_SEATS, config_topic
from club.hub.hub import HomeAssistantOptions, Hub
from club.store.database import ClubStore
from device import games
from device.session.rows import JournalRow, RowKind
from device.session.undo import UNDO_ROW
from display.words import ENGLISH
from tests.club.brokers import HUB, broker_of
from tests.club.histories import arrive

PREFIX = "homeassistant"
LINES = ("game no-thanks", "players Ann Ben Cleo", "flip 3", "Ann pass")


def rows(*more: str) -> list[JournalRow]:
    return [JournalRow(RowKind.RECORD, line) for line in (*LINES, *more)]


class Heard:
    """What is retained, and what was said besides, in order."""

    def __init__(self) -> None:
        self.retained: dict[str, Any] = {}
        self.said: list[tuple[str, Any]] = []

    def publish(self, topic: str, payload: bytes, *, retain: bool = False) -> None:
        found = json.loads(payload) if payload else None
        if not retain:
            self.said.append((topic, found))
        elif found is None:
            self.retained.pop(topic, None)
        else:
            self.retained[topic] = found


def test_a_table_is_one_device_with_its_game_players_turn_and_declarations(store: ClubStore) -> None:
    heard = Heard()
    announcer = HomeAssistantAnnouncer(store, heard.publish, PREFIX, ENGLISH)
    announcer.publish_changes()
    config, state = config_topic(PREFIX, store.identity, "red"), topics.assistant_state_topic("red")
    assert config == f"homeassistant/device/tablekeeper-{store.identity}-red/config"
    assert heard.retained[state] | {"round": 0} == {
        "game": "", "round": 0, "turn": "", "asked": "", "finished": False, "players": []
    }  # fmt: skip
    arrive(store, "red", "aa", rows())
    announcer.note_changed(["red"])
    announcer.publish_changes()
    device = heard.retained[config]
    assert device["device"]["name"] == "Table 1"
    assert device["origin"]["name"] == "Tablekeeper"
    assert device["availability"] == [
        {"topic": "tablekeeper/box/red/online", "payload_available": "1", "payload_not_available": "0"}
    ]
    entities = device["components"]
    assert {key: one["name"] for key, one in entities.items() if "name" in one} == {
        "game": "Game", "round": "Round", "turn": "Turn", "asked": "Asked", "player1": "Ann", "player2": "Ben",
        "player3": "Cleo", "declared": "Last declaration",
    }  # fmt: skip
    assert entities["player4"] == entities[f"player{MAX_SEATS}"] == {"platform": "sensor"}
    assert len({one["unique_id"] for one in entities.values() if "unique_id" in one}) == 8
    assert entities["player1"]["default_entity_id"] == "sensor.table_1_player1"
    assert entities["declared"]["default_entity_id"] == "event.table_1_declared"
    assert "battery" not in json.dumps(device)
    assert heard.retained[state] == {
        "game": "No Thanks!", "round": 1, "turn": "Ben", "asked": "Does Ben pass or take the 3?", "finished": False,
        "players": [{"name": "Ann", "points": 0, "place": None}, {"name": "Ben", "points": 0, "place": None},
                    {"name": "Cleo", "points": 0, "place": None}],
    }  # fmt: skip
    assert heard.said == [
        (topics.assistant_declared_topic("red"), {"event_type": "declared", "words": "Ann passes.", "round": 1})
    ]


def test_nothing_is_said_twice_and_an_undo_is_no_declaration(store: ClubStore) -> None:
    heard = Heard()
    announcer = HomeAssistantAnnouncer(store, heard.publish, PREFIX, ENGLISH)
    arrive(store, "red", "aa", rows())
    announcer.publish_changes()
    assert heard.said == []
    for kept in ([*rows(), UNDO_ROW], [*rows(), UNDO_ROW], [*rows(), UNDO_ROW, rows()[-1]]):
        arrive_if_new(store, kept)
        announcer.note_changed(["red"])
        announcer.publish_changes()
    assert [found["words"] for _, found in heard.said] == ["Ann passes."]


def arrive_if_new(store: ClubStore, kept: list[JournalRow]) -> None:
    with store.read_only_transaction() as read:
        found = read.games.find_game("red", "aa")
    assert found is not None
    if found.mark.number < len(kept):
        arrive(store, "red", "aa", kept)


def test_a_device_goes_with_its_box_also_where_the_hub_was_away(store: ClubStore) -> None:
    heard = Heard()
    arrive(store, "red", "aa", rows())
    announcer = HomeAssistantAnnouncer(store, heard.publish, PREFIX, ENGLISH)
    announcer.publish_changes()
    assert len(heard.retained) == 2
    with store.transaction() as transaction:
        transaction.boxes.revoke_box("red")
    announcer.publish_changes()
    assert heard.retained == {}
    with store.transaction() as transaction:
        transaction.boxes.readmit_box("red")
    announcer.publish_changes()
    assert len(heard.retained) == 2
    with store.transaction() as transaction:
        transaction.boxes.revoke_box("red")
    announcer.publish_changes()
    assert heard.retained == {}
    heard.retained = {config_topic(PREFIX, store.identity, "red"): {}}
    HomeAssistantAnnouncer(store, heard.publish, PREFIX, ENGLISH).publish_changes()
    assert heard.retained == {}


def test_who_gave_no_name_is_told_by_the_seat(store: ClubStore) -> None:
    heard = Heard()
    announcer = HomeAssistantAnnouncer(store, heard.publish, PREFIX, ENGLISH)
    lines = ("game no-thanks", "players Ann 2 Cleo", "flip 3", "Ann pass")
    arrive(store, "red", "aa", [JournalRow(RowKind.RECORD, line) for line in lines])
    announcer.publish_changes()
    state = heard.retained[topics.assistant_state_topic("red")]
    assert (state["turn"], [player["name"] for player in state["players"]]) == ("Player 2", ["Ann", "Player 2", "Cleo"])
    device = heard.retained[config_topic(PREFIX, store.identity, "red")]
    assert device["components"]["player2"]["name"] == "Player 2"


def test_no_game_has_more_players_than_are_shown() -> None:
    assert max(games.load(one).players.stop - 1 for one in games.ids()) <= MAX_SEATS


@contextmanager
def running(hub: Hub) -> Iterator[None]:
    thread = threading.Thread(target=hub.run)
    thread.start()
    try:
        yield
    finally:
        hub.stop()
        thread.join()


def next_of(link: BrokerLink, topic: str) -> bytes:
    """The next message of a topic."""
    while True:
        event = link.next_event(60)
        assert event is not None
        if isinstance(event, MessageArrived) and event.topic == topic:
            return event.payload


def test_a_real_broker_keeps_the_device_for_home_assistant_until_the_box_is_revoked(store: ClubStore) -> None:
    arrive(store, "red", "aa", rows())
    config = config_topic(PREFIX, store.identity, "red")
    with broker_of("homeassistant") as broker:
        hub = Hub(store, broker.address(HUB), lambda _: None, HomeAssistantOptions(PREFIX, ENGLISH))
        address = broker.address("homeassistant")
        with running(hub), closing(BrokerLink(address, [f"{PREFIX}/#", "tablekeeper/assistant/#"])) as link:
            assert isinstance(link.next_event(60), BrokerConnected)
            link.publish(topics.assistant_status_topic(PREFIX), b"online")  # as it says when it starts
            assert json.loads(next_of(link, config))["device"]["name"] == "Table 1"
            assert json.loads(next_of(link, topics.assistant_state_topic("red")))["turn"] == "Ben"
            with store.transaction() as transaction:
                transaction.boxes.revoke_box("red")
            assert next_of(link, config) == b""
