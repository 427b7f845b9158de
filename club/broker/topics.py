"""The topics of a club. A broker's access list (docs/club.md) lets a box write below its own name, and
read what the hub tells it.

What is retained is subscribed to by its whole name: some brokers give it to nobody who subscribes by a wildcard."""

from __future__ import annotations

import re

ROOT = "tablekeeper"

RESERVED = frozenset({"hub", "homeassistant"})
"""Accounts of the broker that are no box's (docs/club.md): one that joined by such a name would take their password."""

_NAME = re.compile(r"[a-z0-9][a-z0-9-]{0,31}")
_FROM_BOX = re.compile(rf"{ROOT}/box/({_NAME.pattern})/(said|online|table)")


def is_box_name(name: str) -> bool:
    """Whether a box can have this name: up to 32 small letters, digits and hyphens."""
    return _NAME.fullmatch(name) is not None


def said(box: str) -> str:
    """What a box says."""
    return f"{ROOT}/box/{box}/said"


def online(box: str) -> str:
    """Whether a box is connected: `1` or `0`, retained; the broker says `0` for a box that is gone."""
    return f"{ROOT}/box/{box}/online"


def table(box: str) -> str:
    """What a table lets its director know: whether it calls, and what it is done with; retained."""
    return f"{ROOT}/box/{box}/table"


def committed(box: str) -> str:
    """How far the hub has what a box last said; retained."""
    return f"{ROOT}/hub/{box}/committed"


def inventory(box: str) -> str:
    """All that the hub has of a box."""
    return f"{ROOT}/hub/{box}/inventory"


def words(box: str) -> str:
    """What the director says to a table; retained until the table is done with it."""
    return f"{ROOT}/hub/{box}/words"


def seating(box: str) -> str:
    """Who sits where next; retained until the table is done with it."""
    return f"{ROOT}/hub/{box}/seating"


def assistant_state(box: str) -> str:
    """How a table stands, for Home Assistant; retained."""
    return f"{ROOT}/assistant/{box}/state"


def assistant_declared(box: str) -> str:
    """What was declared at a table just now, for Home Assistant."""
    return f"{ROOT}/assistant/{box}/declared"


def assistant_status(prefix: str) -> str:
    """Where Home Assistant says that it has started: it may have lost what was retained."""
    return f"{prefix}/status"


def told(box: str) -> tuple[str, ...]:
    """Everything that the hub tells a box."""
    return committed(box), inventory(box), words(box), seating(box)


def from_box(box: str) -> tuple[str, ...]:
    """Everything that a box says to the hub."""
    return said(box), online(box), table(box)


def sender(topic: str) -> tuple[str, str] | None:
    """Which box a topic is of, and the topic's last word; None if it is of none."""
    found = _FROM_BOX.fullmatch(topic)
    return None if found is None else (found[1], found[2])
