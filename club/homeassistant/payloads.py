"""The MQTT payloads for Home Assistant: a table's device configuration with its entities, its state, and its events.

They follow the documentation of MQTT discovery (https://www.home-assistant.io/integrations/mqtt/#mqtt-discovery): the
configuration of a whole device is retained at `PREFIX/device/ID/config`. An entity is removed by a configuration with
nothing but its platform, a device by an empty message.
"""

from __future__ import annotations

import json
from collections.abc import Mapping
from typing import Any

from club.broker import topics
from club.league.position import Position
from device import __version__
from device.history.kinds import played_variant
from device.history.results import GameResult
from display.words import Language, Text, text

MAX_SEATS = 10
"""Maximum number of players of a game that are shown: as many as any game has."""

DECLARED_EVENT = "declared"
"""The only type of event, and the key of the event's entity."""

_SENSORS: tuple[tuple[str, Text, str], ...] = (
    ("game", text("Game"), "mdi:cards-playing"),
    ("round", text("Round"), "mdi:counter"),
    ("turn", text("Turn"), "mdi:account-arrow-right"),
    ("asked", text("Asked"), "mdi:help-circle-outline"),
)

MAX_STATE_LENGTH = 255
"""Maximum number of characters of a state, a limit of Home Assistant."""


def config_topic(prefix: str, club: str, box: str) -> str:
    """The topic of the configuration of a table's device. `club` identifies the hub."""
    return f"{prefix}/device/{_device_id(club, box)}/config"


def _device_id(club: str, box: str) -> str:
    return f"tablekeeper-{club}-{box}"


def device_config(club: str, box: str, table_number: int, result: GameResult | None, language: Language) -> bytes:
    """The configuration of a table's device, with an entity for each player."""
    say, device_id = language.say, _device_id(club, box)
    names = [] if result is None else [say(player.name) for player in result.display_seats]
    entities: dict[str, Any] = {
        key: _entity("sensor", device_id, table_number, key, say(entity_name), icon)
        | {"value_template": f"{{{{ value_json.{key} }}}}"}
        for key, entity_name, icon in _SENSORS
    }
    entities |= {f"player{number}": {"platform": "sensor"} for number in range(1, MAX_SEATS + 1)}  # removes old ones
    for seat, name in enumerate(names[:MAX_SEATS]):
        key, player = f"player{seat + 1}", f"value_json.players[{seat}]"
        entities[key] = _entity("sensor", device_id, table_number, key, name, "mdi:account") | {
            "value_template": f"{{{{ {player}.points }}}}",
            "json_attributes_topic": topics.assistant_state_topic(box),
            "json_attributes_template": f"{{{{ {player} | tojson }}}}",
            "state_class": "measurement",
        }
    event = _entity("event", device_id, table_number, DECLARED_EVENT, say(text("Last declaration")), "mdi:message-text")
    entities[DECLARED_EVENT] = event | {
        "state_topic": topics.assistant_declared_topic(box),
        "event_types": [DECLARED_EVENT],
    }
    config = {
        "device": {
            "identifiers": [device_id],
            "name": say(text("Table {number}", number=table_number)),
            "manufacturer": "Tablekeeper",
            "model": box,
            "sw_version": __version__,
        },
        "origin": {"name": "Tablekeeper", "sw_version": __version__},
        "components": entities,
        "state_topic": topics.assistant_state_topic(box),
        "availability": [{"topic": topics.online_topic(box), "payload_available": "1", "payload_not_available": "0"}],
        "qos": 1,
    }
    return _to_json(config)


def _entity(platform: str, device_id: str, table_number: int, key: str, name: str, icon: str) -> dict[str, Any]:
    """The fields that all entities have. Automations refer to an entity by table and key, since player names change."""
    return {
        "platform": platform,
        "unique_id": f"{device_id}-{key}",
        "default_entity_id": f"{platform}.table_{table_number}_{key}",
        "name": name,
        "icon": icon,
    }


def state_payload(result: GameResult | None, position: Position, language: Language) -> bytes:
    """The state of a table's game; without a game, all fields are empty."""
    say = language.say
    fields: Mapping[str, Any] = {"game": "", "round": 0, "turn": "", "asked": "", "finished": False, "players": []}
    if result is not None:
        question = "" if position.question is None else say(position.question)
        fields = {
            "game": say(played_variant(result).title)[:MAX_STATE_LENGTH],
            "round": result.current_round,
            "turn": ", ".join(map(say, position.asked_names))[:MAX_STATE_LENGTH],
            "asked": question[:MAX_STATE_LENGTH],
            "finished": result.finished,
            "players": [
                {"name": say(player.name), "points": player.points, "place": result.final_place(seat)}
                for seat, player in enumerate(result.display_seats)
            ],
        }
    return _to_json(fields)


def declaration_event(result: GameResult, position: Position, language: Language) -> bytes | None:
    """The last declaration as an event; None if there is none yet."""
    if position.last_declaration is None:
        return None
    sentence = language.say(position.last_declaration)[:MAX_STATE_LENGTH]
    return _to_json({"event_type": DECLARED_EVENT, "words": sentence, "round": result.current_round})


def _to_json(fields: Mapping[str, Any]) -> bytes:
    return json.dumps(fields, ensure_ascii=False, separators=(",", ":")).encode()
