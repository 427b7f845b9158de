"""The pod's main loop: read the keys, receive, send, drive the light, and draw on the screen."""

from .keys import Keys
from .lamp import Lamp
from .link import PAYLOAD_START, PodLink
from .port import Port
from .screen import NoScreen, Screen
from .stream import elapsed_ms

MAX_READS = 64
"""Maximum number of bytes read in a turn. Otherwise a host that never stops sending would block the keys."""
NO_HOST_SIGNAL_MS = 3000
"""Milliseconds between signals of the light while no host is connected."""

_CUE_MESSAGE, _TEXT_MESSAGE, _UPDATE_MESSAGE = 0x4C, 0x54, 0x55  # kinds of messages: L, T, U
_HEARD_CUE, _NO_HOST_CUE = 0x68, 0x2E  # light patterns: h, .


class Pod:
    """One pod. `step` does one turn and never waits."""

    def __init__(
        self, keys: Keys, lamp: Lamp, screen: Screen | NoScreen, port: Port, link: PodLink, now_ms: int
    ) -> None:
        self._keys = keys
        self._lamp = lamp
        self._screen = screen
        self._port = port
        self._link = link
        self._line_length = 0
        self._bytes_written = 0
        self._has_room = False
        self._no_host_signal_at = now_ms

    def step(self, now_ms: int) -> bool:
        """Do one turn of the loop. Returns False if the host asks to install new firmware files."""
        if self._keys.report_edges(self._link, now_ms):
            self._lamp.start_cue(_HEARD_CUE, now_ms)
        for _ in range(MAX_READS):
            byte = self._port.read()
            if byte < 0:
                break
            if self._link.feed(byte, now_ms) and not self._process_message(now_ms):
                return False
        self._send_line(now_ms)
        if self._link.is_host_away(now_ms) and elapsed_ms(now_ms, self._no_host_signal_at) >= NO_HOST_SIGNAL_MS:
            self._no_host_signal_at = now_ms
            self._lamp.start_cue(_NO_HOST_CUE, now_ms)
        self._lamp.step(now_ms)
        self._screen.step(now_ms)
        return True

    def wait_for_input(self, milliseconds: int) -> None:
        """Sleep, unless a message is still being sent."""
        if self._bytes_written == self._line_length:
            self._port.wait_for_input(milliseconds)

    def _send_line(self, now_ms: int) -> None:
        if self._bytes_written == self._line_length:
            self._bytes_written = 0
            self._line_length = self._link.write_due_line(now_ms)
            self._has_room = self._link.reserve_room(self._line_length)
        if self._bytes_written < self._line_length:
            self._bytes_written = self._port.write(
                self._link.line, self._bytes_written, self._line_length, self._has_room
            )

    def _process_message(self, now_ms: int) -> bool:
        payload, end = self._link.payload, self._link.payload_end
        kind = payload[PAYLOAD_START]
        has_argument = end > PAYLOAD_START + 2  # behind its end, a payload is followed by older bytes
        if kind == _CUE_MESSAGE and has_argument:
            self._lamp.start_cue(payload[PAYLOAD_START + 2], now_ms)
        elif kind == _TEXT_MESSAGE and has_argument:
            self._screen.write(payload[PAYLOAD_START + 2] - 0x30, payload, PAYLOAD_START + 4, end)
        return kind != _UPDATE_MESSAGE
