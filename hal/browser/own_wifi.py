"""A box's own Wi-Fi: its state, as the table and the page's program exchange it, and the QR code for joining it."""

from __future__ import annotations

import re
import secrets
from enum import Enum

from hal.browser.invitations import CODE_LETTERS
from values.named_tuple import NamedTuple

BOX_ADDRESS = "10.42.0.1"
"""The box's address in its own Wi-Fi: the first of the network that NetworkManager shares by default."""

PASSWORD_LENGTH = 12
"""Letters of a password: 60 bits, more than can be tried in the minutes for which it is valid."""

_SUFFIX_LENGTH = 4
_NAME = re.compile(f"Tablekeeper-[{CODE_LETTERS}]{{{_SUFFIX_LENGTH}}}")
_PASSWORD = re.compile(f"[{CODE_LETTERS}]{{{PASSWORD_LENGTH}}}")
_SPECIAL_CHARACTERS = re.compile(r'([\\;,:"])')


class WifiState(Enum):
    """The state of a box's own Wi-Fi. From `NO_MANAGER` on, they are reasons why it is not active."""

    INACTIVE = "inactive"
    ACTIVATING = "activating"
    ACTIVE = "active"
    NO_MANAGER = "no-manager"
    """NetworkManager or the message bus does not answer."""
    NO_RADIO = "no-radio"
    """There is no Wi-Fi hardware that can be an access point."""
    SWITCHED_OFF = "switched-off"
    """A switch or a setting keeps the radio off (rfkill)."""
    BUSY = "busy"
    """The radio is in another network, or not ready yet."""
    NOT_ALLOWED = "not-allowed"
    """The system does not let this program activate a network."""
    REFUSED = "refused"
    """NetworkManager has tried, and failed."""
    TIMED_OUT = "timed-out"
    LOST = "lost"
    """It was active, and was ended by another program or a failure."""


class OwnWifi(NamedTuple):
    """The state, and the network's name and password while it is active."""

    state: WifiState = WifiState.INACTIVE
    name: str = ""
    password: str = ""

    def __repr__(self) -> str:
        """Return a representation without the password, since it may get into a log."""
        return f"OwnWifi({self.state}, {self.name})"


def new_active_wifi() -> OwnWifi:
    """Return an active network with a new name and password.

    The name is new, too, so that a phone that was in an earlier network does not take it for the same.
    """
    letters = "".join(secrets.choice(CODE_LETTERS) for _ in range(_SUFFIX_LENGTH + PASSWORD_LENGTH))
    return OwnWifi(WifiState.ACTIVE, f"Tablekeeper-{letters[:_SUFFIX_LENGTH]}", letters[_SUFFIX_LENGTH:])


def check_wifi(wifi: OwnWifi) -> OwnWifi:
    """Return the value if it is valid. Raises ValueError for names and passwords that no box gives."""
    if wifi.state is WifiState.ACTIVE:
        is_valid = bool(_NAME.fullmatch(wifi.name) and _PASSWORD.fullmatch(wifi.password))
    else:
        is_valid = not wifi.name and not wifi.password
    if not is_valid:
        raise ValueError(wifi.state)
    return wifi


def wifi_qr_text(name: str, password: str) -> str:
    """Return the text of a QR code for joining a network, in the format described by ZXing and known to phones."""
    return f"WIFI:T:WPA;S:{_escape(name)};P:{_escape(password)};;"


def _escape(text: str) -> str:
    return _SPECIAL_CHARACTERS.sub(r"\\\1", text)
