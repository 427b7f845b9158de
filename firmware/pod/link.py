"""The pod's end of the link to its host; see docs/pod-protocol.md, “Session”."""

from . import FIRMWARE, frame
from .stream import TIME_MASK, Stream, since

VERSIONS = (1, 1)
"""The oldest and the newest supported version of the protocol."""
CAPACITY = 256
"""Maximum edges stored for a host that is away: 128 presses of keys that do not bounce."""
MAX_LENGTH = 40
"""Bytes of the longest payload."""
NO_TAG = -2
"""The tag without a session; -1 stands for a number that could not be parsed."""
BEAT_MS = 1000
"""Milliseconds between beats while nothing happens."""
QUICK_BEAT_MS = 20
"""The same while keys are in use, since the host's debouncing and holds wait for beats."""
QUICK_MS = 1000
"""For this many milliseconds after an edge, keys count as in use."""
ROOM = 128
"""Bytes that can be written after a line from the host, even if it does not read: half of a Pico's buffer."""
AWAY_MS = 3000
"""After this many milliseconds without a line from it, a host is away."""

_BODY = frame.HEAD
_TAG = _BODY + 2
_FIRST = _BODY + 10
_SECOND = _FIRST + 5
PAYLOAD_START = _SECOND + 5
"""The position of a payload in a line."""
_THIRD = PAYLOAD_START
_TIME = _THIRD + 5
_SKIPPED = _TIME + 8
_BEAT_LENGTH = _SKIPPED + 4 - _BODY
_EDGE = 10

_DATA, _BEAT, _HOST, _POD, _WHO = 0x44, 0x42, 0x48, 0x50, 0x57


def put_data(stream: Stream, line: bytearray, tag: int, now: int) -> int:
    """Write the body of the data line that is due, if any. Returns its length, or 0."""
    number = stream.due(now)
    if number < 0:
        return 0
    _put_head(line, _DATA, tag)
    frame.put_hex(line, _FIRST, number, 4)
    frame.put_hex(line, _SECOND, stream.expected, 4)
    length = stream.copy(number, line, PAYLOAD_START)
    stream.note_sent(now)
    stream.ack_due = False
    return PAYLOAD_START + length - _BODY


def put_beat(stream: Stream, line: bytearray, tag: int, now: int, skipped: int) -> int:
    """Write the body of a beat. Returns its length."""
    _put_head(line, _BEAT, tag)
    frame.put_hex(line, _FIRST, stream.next, 4)
    frame.put_hex(line, _SECOND, stream.base, 4)
    frame.put_hex(line, _THIRD, stream.expected, 4)
    line[_TIME - 1] = line[_SKIPPED - 1] = 0x20
    frame.put_hex(line, _TIME, now, 7)
    frame.put_hex(line, _SKIPPED, skipped, 4)
    stream.ack_due = False
    return _BEAT_LENGTH


def _put_head(line: bytearray, kind: int, tag: int) -> None:
    line[_BODY] = kind
    line[_TAG - 1] = line[_FIRST - 1] = line[_SECOND - 1] = line[_THIRD - 1] = 0x20
    frame.put_hex(line, _TAG, tag, 7)


def is_data(line: bytearray, length: int, tag: int) -> bool:
    """Whether a good line is a data line of this session."""
    return (
        PAYLOAD_START - _BODY < length <= PAYLOAD_START - _BODY + MAX_LENGTH
        and line[_BODY] == _DATA
        and frame.get_hex(line, _TAG, 7) == tag
        and frame.get_hex(line, _FIRST, 4) >= 0
        and frame.get_hex(line, _SECOND, 4) >= 0
    )


def is_beat(line: bytearray, length: int, tag: int) -> bool:
    """Whether a good line is a beat of this session."""
    return (
        length == _BEAT_LENGTH
        and line[_BODY] == _BEAT
        and frame.get_hex(line, _TAG, 7) == tag
        and frame.get_hex(line, _FIRST, 4) >= 0
        and frame.get_hex(line, _SECOND, 4) >= 0
        and frame.get_hex(line, _THIRD, 4) >= 0
        and frame.get_hex(line, _TIME, 7) >= 0
    )


def take_data(stream: Stream, line: bytearray) -> bool:
    """Process a data line; returns True if its payload is new and next in order."""
    stream.note_acknowledged(frame.get_hex(line, _SECOND, 4))
    return stream.receive(frame.get_hex(line, _FIRST, 4))


def take_beat(stream: Stream, line: bytearray) -> int:
    """Process a beat. Returns how many payloads the other end dropped before they arrived."""
    stream.note_acknowledged(frame.get_hex(line, _THIRD, 4))
    return stream.skip_to(frame.get_hex(line, _SECOND, 4))


class PodSession:
    """The session that the pod and its host have agreed on; none before the host's first hello."""

    def __init__(self, boot: int, description: str) -> None:
        self.boot = boot
        self.number = -1
        self.tag = NO_TAG
        self.greets = False
        """Whether a hello must be answered."""
        self._version = 0
        self._description = description

    def greeting(self, base: int) -> bytes:
        """Return the answer to a hello; `base` is the oldest stored edge."""
        fields = (self.number, self.boot, self._version, VERSIONS[0], VERSIONS[1], base, self._description)
        return ("P %07x %07x %x %x-%x %04x %s " % fields + FIRMWARE).encode()

    def take_hello(self, body: bytes) -> bool | None:
        """Parse `H session oldest-newest`. Returns whether it begins a session; None if it is malformed."""
        words = body.split(b" ")
        try:
            number = int(words[1], 16) & TIME_MASK
            oldest, newest = (int(word, 16) for word in words[2].split(b"-"))
        except (ValueError, IndexError):
            return None
        self.greets = True
        if number == self.number:
            return False
        self.number = number
        common = oldest <= VERSIONS[1] and newest >= VERSIONS[0]
        self._version = min(newest, VERSIONS[1]) if common else 0
        self.tag = number ^ self.boot if common else NO_TAG
        return True


class Link:
    """The pod's end of the link. `boot` is a random number of 28 bits, new at every start.

    `description` is the part of the hello about the pod: keys, display and identity.
    """

    def __init__(self, boot: int, description: str, now: int) -> None:
        self.line = bytearray(frame.MAX_LINE)
        """The line to be sent; see `fill`."""
        self.stream = Stream(CAPACITY, _EDGE)
        self._checksum = frame.Checksum()
        self._reader = frame.Reader(self._checksum)
        self._session = PodSession(boot, description)
        self._beat_at = now - BEAT_MS
        self._edge_at = now - QUICK_MS
        self._heard_at = now
        self._room = 0
        self._edge = bytearray(b"A+ 0000000")

    @property
    def payload(self) -> bytearray:
        """The line with the payload for which `feed` has returned True, from `PAYLOAD_START` on."""
        return self._reader.line

    @property
    def payload_end(self) -> int:
        """The position of that payload's end."""
        return _BODY + self._reader.length

    def is_away(self, now: int) -> bool:
        """Whether no host is connected."""
        return self._session.number < 0 or since(now, self._heard_at) > AWAY_MS

    def put_edge(self, key: int, down: bool, now: int) -> None:
        """Queue the edge of a key (0 is A) that has closed or opened."""
        self._edge[0] = 0x41 + key
        self._edge[1] = 0x2B if down else 0x2D
        frame.put_hex(self._edge, 3, now, 7)
        self.stream.put(self._edge, len(self._edge))
        self._edge_at = now

    def feed(self, byte: int, now: int) -> bool:
        """Process a byte; returns True if it completes a payload."""
        if not self._reader.feed(byte):
            return False
        line, length = self._reader.line, self._reader.length
        tag = self._session.tag
        if is_data(line, length, tag):
            self._note_host(now)
            return take_data(self.stream, line)
        if is_beat(line, length, tag):
            self._note_host(now)
            take_beat(self.stream, line)
        elif length and line[_BODY] == _HOST:
            self._take_hello(bytes(line[_BODY : _BODY + length]), now)
        return False

    def reserve_room(self, length: int) -> bool:
        """Whether this many bytes can be written at once, since a line from the host has just come.

        They count as written.
        """
        self._room -= length
        return self._room >= 0

    def fill(self, now: int) -> int:
        """Write the line that is due into `line`; returns its length, or 0 if none is."""
        length = self._body(now)
        return length and frame.finish(self.line, length, self._checksum)

    def _body(self, now: int) -> int:
        session = self._session
        if session.greets:
            session.greets = False
            return self._put(session.greeting(self.stream.base))
        if session.tag < 0:
            if since(now, self._beat_at) < BEAT_MS:
                return 0
            self._beat_at = now
            return self._put(b"W %07x" % session.boot)
        length = put_data(self.stream, self.line, session.tag, now)
        if not length and (self.stream.ack_due or since(now, self._beat_at) >= self._interval(now)):
            self._beat_at = now
            length = put_beat(self.stream, self.line, session.tag, now, self._reader.skipped)
        return length

    def _note_host(self, now: int) -> None:
        self._heard_at = now
        self._room = ROOM

    def _interval(self, now: int) -> int:
        return QUICK_BEAT_MS if since(now, self._edge_at) < QUICK_MS else BEAT_MS

    def _put(self, body: bytes) -> int:
        for place in range(len(body)):
            self.line[_BODY + place] = body[place]
        return len(body)

    def _take_hello(self, body: bytes, now: int) -> None:
        """Process a hello: answer it, and begin a session if it is a new one."""
        begins = self._session.take_hello(body)
        if begins is None:
            return
        self._heard_at = now
        if begins:
            self.stream.restart()
