"""The host's end of a pod's link; see docs/pod-protocol.md, “Session”."""

from __future__ import annotations

import re
from collections.abc import Callable, Iterator

from firmware.pod import frame, link
from firmware.pod.stream import Stream, ahead, since
from hal.keys.keys import Key
from hal.pods.identity import IDENTITY
from hal.pods.line_reader import LineReader
from values.named_tuple import NamedTuple

VERSIONS = (1, 1)
"""The oldest and the newest supported version of the protocol."""
HELLO_MS = 300
"""Milliseconds between hellos until one is answered."""
SILENCE_MS = 3000
"""After this many milliseconds without a line from the pod, a new session begins."""
CAPACITY = 16

_HELLO = re.compile(
    rb"P ([0-9a-f]{7}) ([0-9a-f]{7}) ([0-9a-f]{1,2}) ([0-9a-f]{1,2})-([0-9a-f]{1,2}) ([0-9a-f]{4}) "
    rb"([0-9]) ([0-9]{1,2})x([0-9]{1,2}) (%b) ([A-Za-z0-9.-]{1,12})" % IDENTITY.encode()
)
_SESSION_REQUEST = re.compile(rb"W ([0-9a-f]{7})")
_DATA = re.compile(rb"D ([0-9a-f]{7}) ([0-9a-f]{4}) ([0-9a-f]{4}) ([ -}]{1,40})")
_BEAT = re.compile(rb"B ([0-9a-f]{7}) ([0-9a-f]{4}) ([0-9a-f]{4}) ([0-9a-f]{4}) ([0-9a-f]{7}) ([0-9a-f]{4})")
_KEYS = {key.value.encode(): key for key in Key}
_EDGE = re.compile(rb"([A-D])([+-]) ([0-9a-f]{7})")


class Hello(NamedTuple):
    """A pod's hello. `version` is that of the session; 0 if there is none in common.

    `base` is the oldest edge it stores.
    """

    boot: int
    version: int
    versions: tuple[int, int]
    base: int
    keys: int
    columns: int
    rows: int
    identity: str
    firmware: str


class EdgeMoved(NamedTuple):
    """A contact has closed or opened, at a time in milliseconds of the pod's clock."""

    key: Key
    down: bool
    at: int


class KnownUntil(NamedTuple):
    """All edges up to this time of the pod's clock, in milliseconds, are known."""

    at: int
    skipped: int


class DroppedEdges(NamedTuple):
    """The pod had to drop this many edges."""

    edges: int


class StartChanged(NamedTuple):
    """The pod has numbered fewer edges than were received from it: it is another start with the same number."""


PodLinkEvent = Hello | EdgeMoved | KnownUntil | DroppedEdges | StartChanged


class _Session:
    """A session, from its first hello on. The host chooses its number; it has a tag once the pod has answered."""

    def __init__(self, number: int) -> None:
        self.number = number
        self.tag = link.NO_TAG
        self.hello_count = 0
        """The number of hellos since the last answer."""
        self.wants_hello = True
        self.must_compare = False
        """Whether the pod's edge numbers must still be compared with those received in an earlier session."""

    def process_hello(self, boot: int, version: int) -> None:
        """Process the pod's hello; if `version` is 0, there is no common version."""
        self.hello_count = 0
        self.wants_hello = False
        if version:
            self.tag = self.number ^ boot
            self.must_compare = True


class _OutgoingLine:
    """A buffer for a line to be sent; its body begins at `frame.HEAD`."""

    def __init__(self) -> None:
        self.line = bytearray(frame.MAX_LINE)
        self._checksum = frame.Checksum()

    def write_body(self, body: bytes) -> int:
        """Write a body. Returns its length."""
        self.line[frame.HEAD : frame.HEAD + len(body)] = body
        return len(body)

    def finished_line(self, length: int) -> bytes:
        """Return the whole line with a body of this length."""
        return bytes(self.line[: frame.finish(self.line, length, self._checksum)])


class HostLink:
    """The protocol state of one open port. Times are milliseconds of any clock, as `firmware.pod.stream` counts them.

    `session` returns a random number of 28 bits. `expected_edge` returns the edge expected next from a pod with this
    hello, or None if it is not known from before.
    """

    def __init__(self, session: Callable[[], int], expected_edge: Callable[[Hello], int | None], now: int) -> None:
        self.hello: Hello | None = None
        self.stream = Stream(CAPACITY, link.MAX_LENGTH)
        self.good_lines = 0
        """The number of good lines received."""
        self._new_session = session
        self._expected_edge = expected_edge
        self._lines = LineReader()
        self._outgoing = _OutgoingLine()
        self._heard_at = now
        self._begin_session(now)

    @property
    def hello_count(self) -> int:
        """The number of hellos since the last answer."""
        return self._session.hello_count

    @property
    def skipped_bytes(self) -> int:
        """The number of bytes that belonged to no good line."""
        return self._lines.skipped_bytes

    @property
    def is_open(self) -> bool:
        """Whether there is a session in which data can be sent."""
        return self._session.tag >= 0

    @property
    def expected_edge(self) -> int:
        """The number of the edge that is expected next."""
        return self.stream.expected

    def feed(self, data: bytes, now: int) -> Iterator[PodLinkEvent]:
        """Parse received bytes; yields the messages in them, in order."""
        for body in self._lines.feed(data):
            self.good_lines += 1
            self._heard_at = now
            yield from self._process_body(body, now)

    def next_line(self, now: int) -> bytes:
        """Return the line that is due; empty if none is."""
        length = self._write_body(now)
        return self._outgoing.finished_line(length) if length else b""

    def milliseconds_until_line(self, now: int) -> int:
        """Return the milliseconds until `next_line` may return a line."""
        if not self.is_open:
            return max(0, HELLO_MS - since(now, self._beat_at)) if self._session.wants_hello else SILENCE_MS
        if self.stream.ack_due:
            return 0
        resend = self.stream.wait(now)
        beat = max(0, link.BEAT_MS - since(now, self._beat_at))
        return beat if resend < 0 else min(beat, resend)

    def restart_if_silent(self, now: int) -> bool:
        """Begin a new session if the pod has been silent for too long. Returns whether it did."""
        if not self.is_open or since(now, self._heard_at) < SILENCE_MS:
            return False
        self._heard_at = now
        self._begin_session(now)
        return True

    def _begin_session(self, now: int) -> None:
        expected = self.stream.expected
        self.stream = Stream(CAPACITY, link.MAX_LENGTH)
        self.stream.expected = expected
        self._session = _Session(self._new_session())
        self._beat_at = now - HELLO_MS

    def _write_body(self, now: int) -> int:
        if not self.is_open:
            if not self._session.wants_hello or since(now, self._beat_at) < HELLO_MS:
                return 0
            self._beat_at = now
            self._session.hello_count += 1
            return self._outgoing.write_body(b"H %07x %x-%x" % (self._session.number, *VERSIONS))
        line, tag = self._outgoing.line, self._session.tag
        length = link.put_data(self.stream, line, tag, now)
        if not length and (self.stream.ack_due or since(now, self._beat_at) >= link.BEAT_MS):
            self._beat_at = now
            length = link.put_beat(self.stream, line, tag, now, self._lines.skipped_bytes)
        return length

    def _process_body(self, body: bytes, now: int) -> tuple[PodLinkEvent, ...]:
        if (data := _DATA.fullmatch(body)) is not None:
            return self._process_data(data) if int(data[1], 16) == self._session.tag else ()
        if (beat := _BEAT.fullmatch(body)) is not None:
            return self._process_beat(beat) if int(beat[1], 16) == self._session.tag else ()
        if (hello := _HELLO.fullmatch(body)) is not None:
            return self._process_hello(hello)
        if (who := _SESSION_REQUEST.fullmatch(body)) is not None:
            self._process_session_request(int(who[1], 16), now)
        return ()

    def _process_data(self, match: re.Match[bytes]) -> tuple[PodLinkEvent, ...]:
        self.stream.note_acknowledged(int(match[3], 16))
        if not self.stream.receive(int(match[2], 16)):
            return ()
        moved = _EDGE.fullmatch(match[4])
        return () if moved is None else (EdgeMoved(_KEYS[moved[1]], moved[2] == b"+", int(moved[3], 16)),)

    def _process_beat(self, match: re.Match[bytes]) -> tuple[PodLinkEvent, ...]:
        upcoming, base, expected, time, skipped = (int(number, 16) for number in match.groups()[1:])
        self.stream.note_acknowledged(expected)
        missing = (*self._compare_edges(upcoming, base), *self._dropped_edges(base))
        return (*missing, KnownUntil(time, skipped)) if upcoming == self.stream.expected else missing

    def _compare_edges(self, upcoming: int, base: int) -> tuple[PodLinkEvent, ...]:
        """Compare the expected edge with the pod's numbers, at the first beat of a session only.

        A later beat may be an old one repeated by a bad cable.
        """
        first, self._session.must_compare = self._session.must_compare, False
        if not first or ahead(self.stream.expected, upcoming) <= 0:
            return ()
        self.stream.expected = base
        return (StartChanged(),)

    def _dropped_edges(self, base: int) -> tuple[PodLinkEvent, ...]:
        """Return the edges that the pod dropped before its oldest one, if any."""
        edges = self.stream.skip_to(base)
        return (DroppedEdges(edges),) if edges else ()

    def _process_session_request(self, boot: int, now: int) -> None:
        """Begin a new session if the pod asks for one: it has none, and may have restarted."""
        if self.is_open or (not self._session.wants_hello and self.hello is not None and self.hello.boot != boot):
            self._begin_session(now)

    def _process_hello(self, match: re.Match[bytes]) -> tuple[PodLinkEvent, ...]:
        session, boot, version, oldest, newest, base = (int(match[group], 16) for group in range(1, 7))
        if session != self._session.number or not self._session.wants_hello:
            return ()
        self._session.process_hello(boot, version)
        keys, columns, rows = (int(match[group]) for group in range(7, 10))
        identity, firmware = match[10].decode(), match[11].decode()
        self.hello = Hello(boot, version, (oldest, newest), base, keys, columns, rows, identity, firmware)
        if not version:
            return (self.hello,)
        known = self._expected_edge(self.hello)
        self.stream.expected = base if known is None else known
        return (self.hello, *self._dropped_edges(base))
