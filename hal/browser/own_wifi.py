"""A box's own Wi-Fi: what a table, the program that serves its page and a phone tell each other of it."""

from __future__ import annotations

import re
import secrets
from enum import Enum

from hal.browser.invitations import LETTERS
from values.named_tuple import NamedTuple

ADDRESS = "10.42.0.1"
"""The box's in its own Wi-Fi: the first of the network that NetworkManager shares unless it is told another."""

PASSWORD_LENGTH = 12
"""Letters of a password: 60 bits, more than anybody tries in the minutes that it is good for."""

_NAME = re.compile(r"Tablekeeper-[A-Za-z0-9]{4}")
_PASSWORD = re.compile(f"[{LETTERS}]{{{PASSWORD_LENGTH}}}")
_SPECIAL = re.compile(r'([\\;,:"])')


class WifiState(Enum):
    """How it is with a box's own Wi-Fi: the last ones are why it is not open."""

    CLOSED = "closed"
    OPENING = "opening"
    OPEN = "open"
    NO_MANAGER = "no-manager"
    """No NetworkManager answers, or no message bus."""
    NO_RADIO = "no-radio"
    """There is no Wi-Fi hardware that can open a network."""
    SWITCHED_OFF = "switched-off"
    """A switch or a setting keeps the radio off (rfkill)."""
    BUSY = "busy"
    """The radio is in another network, or not ready yet."""
    NOT_ALLOWED = "not-allowed"
    """The machine does not let this program open one."""
    REFUSED = "refused"
    """NetworkManager has tried, and could not."""
    TIMED_OUT = "timed-out"
    LOST = "lost"
    """It was open, and something else has ended it."""


class OwnWifi(NamedTuple):
    """A state, and the network's name and password while it is open."""

    state: WifiState = WifiState.CLOSED
    name: str = ""
    password: str = ""

    def __repr__(self) -> str:
        """Without the password: this may get into a log."""
        return f"OwnWifi({self.state}, {self.name})"


def new_wifi() -> OwnWifi:
    """A network that is to be open, with a name and a password of its own: a phone that was in an earlier one takes it
    for another."""
    mark, password = ("".join(secrets.choice(LETTERS) for _ in range(long)) for long in (4, PASSWORD_LENGTH))
    return OwnWifi(WifiState.OPEN, f"Tablekeeper-{mark}", password)


def checked(wifi: OwnWifi) -> OwnWifi:
    """The same, if a box can have it. Raises ValueError for a name or password that `new_wifi` does not make."""
    if wifi.state is WifiState.OPEN:
        sound = bool(_NAME.fullmatch(wifi.name) and _PASSWORD.fullmatch(wifi.password))
    else:
        sound = not wifi.name and not wifi.password
    if not sound:
        raise ValueError(wifi.state)
    return wifi


def joining(name: str, password: str) -> str:
    """What a phone's camera reads to join a network, as ZXing has described it and phones take it."""
    return f"WIFI:T:WPA;S:{_escaped(name)};P:{_escaped(password)};;"


def _escaped(word: str) -> str:
    return _SPECIAL.sub(r"\\\1", word)
