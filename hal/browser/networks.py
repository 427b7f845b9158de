"""Values and the interface for joining a Wi-Fi from the box's page: the networks in range, and the result."""

from __future__ import annotations

from enum import Enum
from typing import Protocol

from values.named_tuple import NamedTuple

MAX_NAME_LENGTH = 32
"""Maximum number of bytes of a network's name."""
PASSWORD_LENGTHS = range(8, 64)
"""The allowed numbers of characters of a password (WPA)."""


class JoinState(Enum):
    """The state of joining a network. From `WRONG_PASSWORD` on, the reason why it failed."""

    NOT_JOINING = "nothing"
    JOINING = "joining"
    JOINED = "joined"
    WRONG_PASSWORD = "wrong-password"
    NOT_FOUND = "not-found"
    NO_ADDRESS = "no-address"
    """The network accepted the box, but gave it no address."""
    REFUSED = "refused"
    TIMED_OUT = "timed-out"
    LOST = "lost"
    """NetworkManager or the message bus ended meanwhile."""
    NO_MANAGER = "no-manager"
    NO_RADIO = "no-radio"
    SWITCHED_OFF = "switched-off"
    RADIO_BUSY = "busy"
    NOT_ALLOWED = "not-allowed"


class Network(NamedTuple):
    """A network in range, with the strength of its signal; `key_management` is NetworkManager's way to use its
    password, "" for none."""

    name: str
    signal_percent: int
    key_management: str


class NetworksInRange(NamedTuple):
    """The networks in range, the strongest first. `current_network` is the name of the one that the box is in;
    `is_own_wifi_active` is whether the box's own Wi-Fi is active; `join_state` is that of joining the network
    `joining_network`."""

    networks: tuple[Network, ...] = ()
    current_network: str = ""
    is_own_wifi_active: bool = False
    join_state: JoinState = JoinState.NOT_JOINING
    joining_network: str = ""


class WifiNetworks(Protocol):
    """The Wi-Fi networks around the box, one of which it can join. For any thread."""

    def networks_in_range(self) -> NetworksInRange:
        """Return the networks and the state of joining. May take long."""

    def begin_joining(self, name: str, password: str) -> None:
        """Begin to join a network, unless one is being joined. Returns at once."""


def can_be_joined(name: str, password: str) -> bool:
    """Whether a network can have this name and this password, which is empty for an open network."""
    has_valid_name = 0 < len(name.encode(errors="replace")) <= MAX_NAME_LENGTH and name.isprintable()
    has_valid_password = len(password) in PASSWORD_LENGTHS and password.isascii() and password.isprintable()
    return has_valid_name and (not password or has_valid_password)
