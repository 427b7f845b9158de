"""The MQTT topics of a club. A broker's access list (docs/club.md) lets a box write below its own name, and read what
the hub sends it.

Retained topics are subscribed to by their full names: some brokers do not send retained messages for wildcards."""

from __future__ import annotations

import re

from values.named_tuple import NamedTuple

ROOT = "tablekeeper"

RESERVED_NAMES = frozenset({"hub", "homeassistant"})
"""Accounts of the broker that no box may have (docs/club.md): a box that joined by such a name would replace its
password."""

_BOX_NAME = re.compile(r"[a-z0-9][a-z0-9-]{0,31}")
_BOX_TOPIC = re.compile(rf"{ROOT}/box/({_BOX_NAME.pattern})/(said|online|table)")


def is_box_name(name: str) -> bool:
    """Whether this has the form of a box's name: up to 32 lower-case letters, digits and hyphens."""
    return _BOX_NAME.fullmatch(name) is not None


def messages_topic(box: str) -> str:
    """The topic of a box's messages to the hub."""
    return f"{ROOT}/box/{box}/said"


def online_topic(box: str) -> str:
    """The topic of whether a box is connected: `1` or `0`, retained. The broker publishes `0` for a lost box (will)."""
    return f"{ROOT}/box/{box}/online"


def table_topic(box: str) -> str:
    """The topic of a table's report to its director: whether it calls, and what it has dealt with; retained."""
    return f"{ROOT}/box/{box}/table"


def committed_topic(box: str) -> str:
    """The topic of the hub's last answer to a revision: what it has committed of the game; retained."""
    return f"{ROOT}/hub/{box}/committed"


def inventory_topic(box: str) -> str:
    """The topic of the hub's inventory of a box's games."""
    return f"{ROOT}/hub/{box}/inventory"


def director_words_topic(box: str) -> str:
    """The topic of the director's text message to a table; retained until the table has dealt with it."""
    return f"{ROOT}/hub/{box}/words"


def seating_topic(box: str) -> str:
    """The topic of a table's next seating; retained until the table has dealt with it."""
    return f"{ROOT}/hub/{box}/seating"


def assistant_state_topic(box: str) -> str:
    """The topic of a table's state for Home Assistant; retained."""
    return f"{ROOT}/assistant/{box}/state"


def assistant_declared_topic(box: str) -> str:
    """The topic of a table's declarations, as events for Home Assistant."""
    return f"{ROOT}/assistant/{box}/declared"


def assistant_status_topic(prefix: str) -> str:
    """The topic on which Home Assistant publishes that it has started: it may have lost retained messages."""
    return f"{prefix}/status"


def topics_to_box(box: str) -> tuple[str, ...]:
    """All topics on which the hub publishes to a box."""
    return committed_topic(box), inventory_topic(box), director_words_topic(box), seating_topic(box)


def topics_from_box(box: str) -> tuple[str, ...]:
    """All topics on which a box publishes to the hub."""
    return messages_topic(box), online_topic(box), table_topic(box)


class TopicSender(NamedTuple):
    """The box that publishes on a topic, and the topic's last level."""

    box: str
    last_level: str

    @property
    def sends_state(self) -> bool:
        """Whether each message of the topic is a state, which replaces the one before."""
        return self.last_level != "said"


def parse_sender(topic: str) -> TopicSender | None:
    """The sender of a topic; None if it is not a box's topic."""
    match = _BOX_TOPIC.fullmatch(topic)
    return None if match is None else TopicSender(match[1], match[2])
