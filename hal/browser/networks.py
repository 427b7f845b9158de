"""Wi-Fi networks that a box can join from its page: what there is, and what became of joining one."""

from __future__ import annotations

from enum import Enum
from typing import Protocol

from values.named_tuple import NamedTuple

MAX_NAME_LENGTH = 32
"""Bytes of a network's name."""
PASSWORD_LENGTHS = range(8, 64)
"""Characters of a password (WPA)."""


class JoinState(Enum):
    """How it is with joining a network: from `WRONG_PASSWORD` on, why the box has not."""

    NOTHING = "nothing"
    JOINING = "joining"
    JOINED = "joined"
    WRONG_PASSWORD = "wrong-password"
    NOT_FOUND = "not-found"
    NO_ADDRESS = "no-address"
    """It let the box in, and gave it no address."""
    REFUSED = "refused"
    TIMED_OUT = "timed-out"
    LOST = "lost"
    """NetworkManager or its bus ended meanwhile."""
    NO_MANAGER = "no-manager"
    NO_RADIO = "no-radio"
    SWITCHED_OFF = "switched-off"
    BUSY = "busy"
    NOT_ALLOWED = "not-allowed"


class Network(NamedTuple):
    """A network in reach, of a strength from 0 to 100; `key` is how its password is used, "" where it has none."""

    name: str
    strength: int
    key: str


class NetworksSeen(NamedTuple):
    """The networks in reach, the strongest first; the one that the box is `here` in, if any; whether its `own` Wi-Fi is
    open; and what became of joining the network of a `name`."""

    networks: tuple[Network, ...] = ()
    here: str = ""
    own: bool = False
    state: JoinState = JoinState.NOTHING
    name: str = ""


class NetworkChoice(Protocol):
    """Who finds networks and joins them. Any thread."""

    def seen(self) -> NetworksSeen:
        """How things stand. May take long."""

    def join(self, name: str, password: str) -> None:
        """Begin to join a network, if none is being joined. Returns at once."""


def can_be_joined(name: str, password: str) -> bool:
    """Whether a network can have such a name and such a password; none where it is open."""
    named = 0 < len(name.encode(errors="replace")) <= MAX_NAME_LENGTH and name.isprintable()
    secret = len(password) in PASSWORD_LENGTHS and password.isascii() and password.isprintable()
    return named and (not password or secret)
