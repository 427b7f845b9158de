"""The host's end of a pod's link; see docs/pod-protocol.md, “Session”."""

from __future__ import annotations

import re
from collections.abc import Callable, Iterator

from firmware.pod import frame, link
from firmware.pod.stream import Stream, distance_ahead, elapsed_ms
from hal.keys.keys import Key
from hal.pods.identity import POD_NAME_PATTERN
from hal.pods.line_reader import LineReader
from values.named_tuple import NamedTuple

SUPPORTED_VERSIONS = (1, 1)
"""The oldest and the newest supported version of the protocol."""
HELLO_INTERVAL_MS = 300
"""Milliseconds between hellos until one is answered."""
MAX_SILENCE_MS = 3000
"""After this many milliseconds without a line from the pod, a new session begins."""
SEND_CAPACITY = 16

_HELLO = re.compile(
    rb"P ([0-9a-f]{7}) ([0-9a-f]{7}) ([0-9a-f]{1,2}) ([0-9a-f]{1,2})-([0-9a-f]{1,2}) ([0-9a-f]{4}) "
    rb"([0-9]) ([0-9]{1,2})x([0-9]{1,2}) (%b) ([A-Za-z0-9.-]{1,12})" % POD_NAME_PATTERN.encode()
)
_SESSION_REQUEST = re.compile(rb"W ([0-9a-f]{7})")
_DATA = re.compile(rb"D ([0-9a-f]{7}) ([0-9a-f]{4}) ([0-9a-f]{4}) ([ -}]{1,40})")
_BEAT = re.compile(rb"B ([0-9a-f]{7}) ([0-9a-f]{4}) ([0-9a-f]{4}) ([0-9a-f]{4}) ([0-9a-f]{7}) ([0-9a-f]{4})")
_KEYS = {key.value.encode(): key for key in Key}
_EDGE = re.compile(rb"([A-D])([+-]) ([0-9a-f]{7})")


class Hello(NamedTuple):
    """A pod's hello. `session_version` is that of the session; 0 if there is none in common.

    `oldest_edge` is the oldest edge it stores.
    """

    boot_number: int
    session_version: int
    supported_versions: tuple[int, int]
    oldest_edge: int
    key_count: int
    column_count: int
    row_count: int
    pod_name: str
    firmware_version: str


class ContactMoved(NamedTuple):
    """A contact has closed or opened, at a time in milliseconds of the pod's clock."""

    key: Key
    is_closed: bool
    pod_time_ms: int


class EdgesKnownUntil(NamedTuple):
    """All edges up to this time of the pod's clock, in milliseconds, are known."""

    pod_time_ms: int


class DroppedEdges(NamedTuple):
    """The pod had to drop this many edges."""

    edge_count: int


class PodStartChanged(NamedTuple):
    """The pod has numbered fewer edges than were received from it: it has started again, with the same boot number."""


PodLinkEvent = Hello | ContactMoved | EdgesKnownUntil | DroppedEdges | PodStartChanged


class _HostSession:
    """A session, from its first hello on. The host chooses its number; it has a tag once the pod has answered."""

    def __init__(self, number: int) -> None:
        self.number = number
        self.tag = link.NO_TAG
        self.hello_count = 0
        """The number of hellos since the last answer."""
        self.awaits_hello = True
        self.must_compare_edges = False
        """Whether the pod's edge numbers must still be compared with those received in an earlier session."""

    def process_hello(self, boot_number: int, version: int) -> None:
        """Process the pod's hello; if `version` is 0, there is no common version."""
        self.hello_count = 0
        self.awaits_hello = False
        if version:
            self.tag = self.number ^ boot_number
            self.must_compare_edges = True


class _OutgoingLine:
    """A buffer for a line to be sent; its body begins at `frame.HEAD_LENGTH`."""

    def __init__(self) -> None:
        self.buffer = bytearray(frame.MAX_LINE_LENGTH)
        self._checksum = frame.Checksum()

    def write_body(self, body: bytes) -> int:
        """Write a body. Returns its length."""
        self.buffer[frame.HEAD_LENGTH : frame.HEAD_LENGTH + len(body)] = body
        return len(body)

    def finish_line(self, body_length: int) -> bytes:
        """Return the whole line with a body of this length."""
        return bytes(self.buffer[: frame.finish_line(self.buffer, body_length, self._checksum)])


class HostLink:
    """The protocol state of one open port. Times are milliseconds of any clock, as `firmware.pod.stream` counts them.

    `new_session_number` returns a random number of 28 bits. `find_expected_edge` returns the edge expected next from a
    pod with this hello, or None if it is not known from before.
    """

    def __init__(
        self, new_session_number: Callable[[], int], find_expected_edge: Callable[[Hello], int | None], now: int
    ) -> None:
        self.last_hello: Hello | None = None
        self.stream = Stream(SEND_CAPACITY, link.MAX_PAYLOAD_LENGTH)
        self.good_line_count = 0
        """The number of good lines received."""
        self._new_session_number = new_session_number
        self._find_expected_edge = find_expected_edge
        self._line_reader = LineReader()
        self._outgoing = _OutgoingLine()
        self._last_line_at = now
        self._begin_session(now)

    @property
    def hello_count(self) -> int:
        """The number of hellos since the last answer."""
        return self._session.hello_count

    @property
    def is_open(self) -> bool:
        """Whether there is a session in which data can be sent."""
        return self._session.tag >= 0

    @property
    def expected_edge(self) -> int:
        """The number of the edge that is expected next."""
        return self.stream.expected_number

    def feed(self, data: bytes, now: int) -> Iterator[PodLinkEvent]:
        """Parse received bytes; yields the messages in them, in order."""
        for body in self._line_reader.feed(data):
            self.good_line_count += 1
            self._last_line_at = now
            yield from self._process_body(body, now)

    def take_due_line(self, now: int) -> bytes:
        """Return the line that is due; empty if none is."""
        length = self._write_body(now)
        return self._outgoing.finish_line(length) if length else b""

    def milliseconds_until_line(self, now: int) -> int:
        """Return the milliseconds until `take_due_line` may return a line."""
        if not self.is_open:
            since_hello = elapsed_ms(now, self._last_beat_at)
            return max(0, HELLO_INTERVAL_MS - since_hello) if self._session.awaits_hello else MAX_SILENCE_MS
        if self.stream.ack_due:
            return 0
        resend = self.stream.milliseconds_until_due(now)
        beat = max(0, link.BEAT_MS - elapsed_ms(now, self._last_beat_at))
        return beat if resend < 0 else min(beat, resend)

    def restart_if_silent(self, now: int) -> bool:
        """Begin a new session if the pod has been silent for too long. Returns whether it did."""
        if not self.is_open or elapsed_ms(now, self._last_line_at) < MAX_SILENCE_MS:
            return False
        self._last_line_at = now
        self._begin_session(now)
        return True

    def _begin_session(self, now: int) -> None:
        expected_edge = self.stream.expected_number
        self.stream = Stream(SEND_CAPACITY, link.MAX_PAYLOAD_LENGTH)
        self.stream.expected_number = expected_edge
        self._session = _HostSession(self._new_session_number())
        self._last_beat_at = now - HELLO_INTERVAL_MS
        """When the last hello or beat was written. Data does not count."""

    def _write_body(self, now: int) -> int:
        if not self.is_open:
            if not self._session.awaits_hello or elapsed_ms(now, self._last_beat_at) < HELLO_INTERVAL_MS:
                return 0
            self._last_beat_at = now
            self._session.hello_count += 1
            return self._outgoing.write_body(b"H %07x %x-%x" % (self._session.number, *SUPPORTED_VERSIONS))
        line, tag = self._outgoing.buffer, self._session.tag
        length = link.write_data(self.stream, line, tag, now)
        if not length and (self.stream.ack_due or elapsed_ms(now, self._last_beat_at) >= link.BEAT_MS):
            self._last_beat_at = now
            length = link.write_beat(self.stream, line, tag, now, self._line_reader.skipped_byte_count)
        return length

    def _process_body(self, body: bytes, now: int) -> tuple[PodLinkEvent, ...]:
        if (data := _DATA.fullmatch(body)) is not None:
            return self._process_data(data) if int(data[1], 16) == self._session.tag else ()
        if (beat := _BEAT.fullmatch(body)) is not None:
            return self._process_beat(beat) if int(beat[1], 16) == self._session.tag else ()
        if (hello := _HELLO.fullmatch(body)) is not None:
            return self._process_hello(hello)
        if (request := _SESSION_REQUEST.fullmatch(body)) is not None:
            self._process_session_request(int(request[1], 16), now)
        return ()

    def _process_data(self, match: re.Match[bytes]) -> tuple[PodLinkEvent, ...]:
        self.stream.note_acknowledged(int(match[3], 16))
        if not self.stream.receive_number(int(match[2], 16)):
            return ()
        edge = _EDGE.fullmatch(match[4])
        return () if edge is None else (ContactMoved(_KEYS[edge[1]], edge[2] == b"+", int(edge[3], 16)),)

    def _process_beat(self, match: re.Match[bytes]) -> tuple[PodLinkEvent, ...]:
        next_edge, oldest_edge, expected, time = (int(match[group], 16) for group in range(2, 6))
        self.stream.note_acknowledged(expected)
        events = (*self._compare_edges(next_edge, oldest_edge), *self._skip_dropped_edges(oldest_edge))
        return (*events, EdgesKnownUntil(time)) if next_edge == self.stream.expected_number else events

    def _compare_edges(self, next_edge: int, oldest_edge: int) -> tuple[PodLinkEvent, ...]:
        """Compare the expected edge with the pod's numbers, at the first beat of a session only.

        A later beat may be an old one repeated by a bad cable.
        """
        must_compare, self._session.must_compare_edges = self._session.must_compare_edges, False
        if not must_compare or distance_ahead(self.stream.expected_number, next_edge) <= 0:
            return ()
        self.stream.expected_number = oldest_edge
        return (PodStartChanged(),)

    def _skip_dropped_edges(self, oldest_edge: int) -> tuple[PodLinkEvent, ...]:
        """Return the edges that the pod dropped before its oldest one, if any."""
        count = self.stream.skip_to(oldest_edge)
        return (DroppedEdges(count),) if count else ()

    def _process_session_request(self, boot_number: int, now: int) -> None:
        """Begin a new session if the pod asks for one: it has none, and may have restarted."""
        if self.is_open or (
            not self._session.awaits_hello
            and self.last_hello is not None
            and self.last_hello.boot_number != boot_number
        ):
            self._begin_session(now)

    def _process_hello(self, match: re.Match[bytes]) -> tuple[PodLinkEvent, ...]:
        session, boot_number, version, oldest, newest, oldest_edge = (int(match[group], 16) for group in range(1, 7))
        if session != self._session.number or not self._session.awaits_hello:
            return ()
        self._session.process_hello(boot_number, version)
        key_count, column_count, row_count = (int(match[group]) for group in range(7, 10))
        pod_name, firmware = match[10].decode(), match[11].decode()
        self.last_hello = Hello(
            boot_number, version, (oldest, newest), oldest_edge, key_count, column_count, row_count, pod_name, firmware
        )
        if not version:
            return (self.last_hello,)
        expected_edge = self._find_expected_edge(self.last_hello)
        self.stream.expected_number = oldest_edge if expected_edge is None else expected_edge
        return (self.last_hello, *self._skip_dropped_edges(oldest_edge))
