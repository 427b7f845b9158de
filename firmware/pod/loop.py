"""The pod's main loop: read the keys, receive, send, drive the light, and draw on the screen."""

from .keys import Keys
from .lamp import Lamp
from .link import PAYLOAD_START, Link
from .port import Port
from .screen import NoScreen, Screen
from .stream import since

READS = 64
"""At most so many bytes are read in a turn. Otherwise a host that never stops sending would block the keys."""
LONELY_MS = 3000
"""Milliseconds between signals of the light while no host is connected."""

_LAMP, _TEXT, _UPDATE = 0x4C, 0x54, 0x55  # kinds of messages: L, T, U
_HEARD, _NOBODY = 0x68, 0x2E  # light patterns: h, .


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
        self._has_room = False
        self._lonely_signal_at = now

    def step(self, now: int) -> bool:
        """Do one turn of the loop. Returns False if the host asks to install new firmware files."""
        if self._keys.report_edges(self._link, now):
            self._lamp.show(_HEARD, now)
        for _ in range(READS):
            byte = self._port.read()
            if byte < 0:
                break
            if self._link.feed(byte, now) and not self._carry_out(now):
                return False
        self._send(now)
        if self._link.is_away(now) and since(now, self._lonely_signal_at) >= LONELY_MS:
            self._lonely_signal_at = now
            self._lamp.show(_NOBODY, now)
        self._lamp.step(now)
        self._screen.step(now)
        return True

    def rest(self, milliseconds: int) -> None:
        """Sleep, unless a message is still being sent."""
        if self._written == self._length:
            self._port.wait(milliseconds)

    def _send(self, now: int) -> None:
        if self._written == self._length:
            self._written = 0
            self._length = self._link.fill(now)
            self._has_room = self._link.reserve_room(self._length)
        if self._written < self._length:
            self._written = self._port.write(self._link.line, self._written, self._length, self._has_room)

    def _carry_out(self, now: int) -> bool:
        payload, end = self._link.payload, self._link.payload_end
        kind = payload[PAYLOAD_START]
        if kind == _LAMP:
            self._lamp.show(payload[PAYLOAD_START + 2], now)
        elif kind == _TEXT:
            self._screen.write(payload[PAYLOAD_START + 2] - 0x30, payload, PAYLOAD_START + 4, end)
        return kind != _UPDATE
