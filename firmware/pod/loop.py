"""What a pod does, over and over: look at the keys, listen, speak, blink, draw."""

from .keys import Keys
from .lamp import Lamp
from .link import PAYLOAD, Link
from .port import Port
from .screen import NoScreen, Screen
from .stream import since

READS = 64
"""Bytes read in a turn at most, so that a host that never stops cannot keep the keys waiting."""
LONELY_MS = 3000
"""How often the light says that no host is there."""

_LAMP, _TEXT, _UPDATE = 0x4C, 0x54, 0x55
_HEARD, _NOBODY = 0x68, 0x2E


class Pod:
    """One pod. `step` does one turn and never waits."""

    def __init__(self, keys: Keys, lamp: Lamp, screen: Screen | NoScreen, port: Port, link: Link, now: int) -> None:
        self._keys = keys
        self._lamp = lamp
        self._screen = screen
        self._port = port
        self._link = link
        self._length = 0
        self._written = 0
        self._room = False
        self._lonely = now

    def step(self, now: int) -> bool:
        """One turn; False if the host wants to put new files onto the board."""
        if self._keys.look(self._link, now):
            self._lamp.show(_HEARD, now)
        for _ in range(READS):
            byte = self._port.read()
            if byte < 0:
                break
            if self._link.feed(byte, now) and not self._obey(now):
                return False
        self._speak(now)
        if self._link.away(now) and since(now, self._lonely) >= LONELY_MS:
            self._lonely = now
            self._lamp.show(_NOBODY, now)
        self._lamp.step(now)
        self._screen.step(now)
        return True

    def rest(self, milliseconds: int) -> None:
        """Let time pass, if nothing is under way."""
        if self._written == self._length:
            self._port.wait(milliseconds)

    def _speak(self, now: int) -> None:
        if self._written == self._length:
            self._written = 0
            self._length = self._link.fill(now)
            self._room = self._link.takes(self._length)
        if self._written < self._length:
            self._written = self._port.write(self._link.line, self._written, self._length, self._room)

    def _obey(self, now: int) -> bool:
        payload, end = self._link.payload, self._link.payload_end
        kind = payload[PAYLOAD]
        if kind == _LAMP:
            self._lamp.show(payload[PAYLOAD + 2], now)
        elif kind == _TEXT:
            self._screen.write(payload[PAYLOAD + 2] - 0x30, payload, PAYLOAD + 4, end)
        return kind != _UPDATE
