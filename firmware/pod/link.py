"""The pod's end of the link to its host; see docs/pod-protocol.md, “Session”."""

from . import FIRMWARE, frame
from .stream import TIME_MASK, Stream, elapsed_ms

SUPPORTED_VERSIONS = (1, 1)
"""The oldest and the newest supported version of the protocol."""
EDGE_CAPACITY = 256
"""Maximum edges stored for a host that is away: 128 presses of keys that do not bounce."""
MAX_PAYLOAD_LENGTH = 40
"""Bytes of the longest payload."""
NO_TAG = -2
"""The tag without a session; -1 stands for a number that could not be parsed."""
BEAT_MS = 1000
"""Milliseconds between beats while nothing happens."""
QUICK_BEAT_MS = 20
"""The same while keys are in use, since the host's debouncing and holds wait for beats."""
KEYS_IN_USE_MS = 1000
"""For this many milliseconds after an edge, keys count as in use."""
WRITABLE_BYTES = 128
"""Bytes that can be written after a line from the host, even if it does not read: half of a Pico's buffer."""
HOST_AWAY_MS = 3000
"""After this many milliseconds without a line from it, a host is away."""

_BODY = frame.HEAD_LENGTH
_TAG = _BODY + 2
_FIRST_NUMBER = _BODY + 10
_SECOND_NUMBER = _FIRST_NUMBER + 5
PAYLOAD_START = _SECOND_NUMBER + 5
"""The position of a payload in a line."""
_THIRD_NUMBER = PAYLOAD_START
_TIME = _THIRD_NUMBER + 5
_SKIPPED = _TIME + 8
_BEAT_LENGTH = _SKIPPED + 4 - _BODY
_EDGE_LENGTH = 10

_DATA, _BEAT, _HOST_HELLO, _POD, _SESSION_REQUEST = 0x44, 0x42, 0x48, 0x50, 0x57


def write_data(stream: Stream, line: bytearray, tag: int, now_ms: int) -> int:
    """Write the body of the data line that is due, if any. Returns its length, or 0."""
    number = stream.due_number(now_ms)
    if number < 0:
        return 0
    _write_head(line, _DATA, tag)
    frame.put_hex(line, _FIRST_NUMBER, number, 4)
    frame.put_hex(line, _SECOND_NUMBER, stream.expected_number, 4)
    length = stream.copy_payload(number, line, PAYLOAD_START)
    stream.note_sent(now_ms)
    stream.ack_due = False
    return PAYLOAD_START + length - _BODY


def write_beat(stream: Stream, line: bytearray, tag: int, now_ms: int, skipped_byte_count: int) -> int:
    """Write the body of a beat. Returns its length."""
    _write_head(line, _BEAT, tag)
    frame.put_hex(line, _FIRST_NUMBER, stream.next_number, 4)
    frame.put_hex(line, _SECOND_NUMBER, stream.oldest_unacknowledged, 4)
    frame.put_hex(line, _THIRD_NUMBER, stream.expected_number, 4)
    line[_TIME - 1] = line[_SKIPPED - 1] = 0x20
    frame.put_hex(line, _TIME, now_ms, 7)
    frame.put_hex(line, _SKIPPED, skipped_byte_count, 4)
    stream.ack_due = False
    return _BEAT_LENGTH


def _write_head(line: bytearray, kind: int, tag: int) -> None:
    line[_BODY] = kind
    line[_TAG - 1] = line[_FIRST_NUMBER - 1] = line[_SECOND_NUMBER - 1] = line[_THIRD_NUMBER - 1] = 0x20
    frame.put_hex(line, _TAG, tag, 7)


def is_data(line: bytearray, length: int, tag: int) -> bool:
    """Whether a good line is a data line of this session."""
    return (
        PAYLOAD_START - _BODY < length <= PAYLOAD_START - _BODY + MAX_PAYLOAD_LENGTH
        and line[_BODY] == _DATA
        and frame.get_hex(line, _TAG, 7) == tag
        and frame.get_hex(line, _FIRST_NUMBER, 4) >= 0
        and frame.get_hex(line, _SECOND_NUMBER, 4) >= 0
    )


def is_beat(line: bytearray, length: int, tag: int) -> bool:
    """Whether a good line is a beat of this session."""
    return (
        length == _BEAT_LENGTH
        and line[_BODY] == _BEAT
        and frame.get_hex(line, _TAG, 7) == tag
        and frame.get_hex(line, _FIRST_NUMBER, 4) >= 0
        and frame.get_hex(line, _SECOND_NUMBER, 4) >= 0
        and frame.get_hex(line, _THIRD_NUMBER, 4) >= 0
        and frame.get_hex(line, _TIME, 7) >= 0
    )


def process_data(stream: Stream, line: bytearray) -> bool:
    """Process a data line; returns True if its payload is new and next in order."""
    stream.note_acknowledged(frame.get_hex(line, _SECOND_NUMBER, 4))
    return stream.receive_number(frame.get_hex(line, _FIRST_NUMBER, 4))


def process_beat(stream: Stream, line: bytearray) -> int:
    """Process a beat. Returns how many payloads the other end dropped before they arrived."""
    stream.note_acknowledged(frame.get_hex(line, _THIRD_NUMBER, 4))
    return stream.skip_to(frame.get_hex(line, _SECOND_NUMBER, 4))


class PodSession:
    """The session that the pod and its host have agreed on; none before the host's first hello."""

    def __init__(self, boot_number: int, description: str) -> None:
        self.boot_number = boot_number
        self.number = -1
        self.tag = NO_TAG
        self.must_answer_hello = False
        """Whether a hello must be answered."""
        self._version = 0
        self._description = description

    def hello_answer(self, oldest_edge: int) -> bytes:
        """Return the answer to a hello; `oldest_edge` is the oldest stored edge."""
        oldest, newest = SUPPORTED_VERSIONS
        fields = (self.number, self.boot_number, self._version, oldest, newest, oldest_edge, self._description)
        return ("P %07x %07x %x %x-%x %04x %s " % fields + FIRMWARE).encode()

    def process_hello(self, body: bytes) -> bool | None:
        """Parse `H session oldest-newest`. Returns whether it begins a session; None if it is malformed."""
        words = body.split(b" ")
        try:
            number = int(words[1], 16) & TIME_MASK
            oldest, newest = (int(word, 16) for word in words[2].split(b"-"))
        except (ValueError, IndexError):
            return None
        self.must_answer_hello = True
        if number == self.number:
            return False
        self.number = number
        is_compatible = oldest <= SUPPORTED_VERSIONS[1] and newest >= SUPPORTED_VERSIONS[0]
        self._version = min(newest, SUPPORTED_VERSIONS[1]) if is_compatible else 0
        self.tag = number ^ self.boot_number if is_compatible else NO_TAG
        return True


class PodLink:
    """The pod's end of the link. `boot_number` is a random number of 28 bits, new at every start.

    `description` is the part of the hello about the pod: keys, display and identity.
    """

    def __init__(self, boot_number: int, description: str, now_ms: int) -> None:
        self.line = bytearray(frame.MAX_LINE_LENGTH)
        """The line to be sent; see `write_due_line`."""
        self.stream = Stream(EDGE_CAPACITY, _EDGE_LENGTH)
        self._checksum = frame.Checksum()
        self._reader = frame.ByteLineReader(self._checksum)
        self._session = PodSession(boot_number, description)
        self._beat_at = now_ms - BEAT_MS
        self._last_edge_at = now_ms - KEYS_IN_USE_MS
        self._host_heard_at = now_ms
        self._writable_bytes = 0
        self._edge_payload = bytearray(b"A+ 0000000")

    @property
    def payload(self) -> bytearray:
        """The line with the payload for which `feed` has returned True, from `PAYLOAD_START` on."""
        return self._reader.line

    @property
    def payload_end(self) -> int:
        """The position of that payload's end."""
        return _BODY + self._reader.body_length

    def is_host_away(self, now_ms: int) -> bool:
        """Whether no host is connected."""
        return self._session.number < 0 or elapsed_ms(now_ms, self._host_heard_at) > HOST_AWAY_MS

    def queue_edge(self, key: int, is_down: bool, now_ms: int) -> None:
        """Queue the edge of a key (0 is A) that has closed or opened."""
        self._edge_payload[0] = 0x41 + key
        self._edge_payload[1] = 0x2B if is_down else 0x2D
        frame.put_hex(self._edge_payload, 3, now_ms, 7)
        self.stream.queue_payload(self._edge_payload, len(self._edge_payload))
        self._last_edge_at = now_ms

    def feed(self, byte: int, now_ms: int) -> bool:
        """Process a byte; returns True if it completes a payload."""
        if not self._reader.feed(byte):
            return False
        line, length = self._reader.line, self._reader.body_length
        tag = self._session.tag
        if is_data(line, length, tag):
            self._note_host_line(now_ms)
            return process_data(self.stream, line)
        if is_beat(line, length, tag):
            self._note_host_line(now_ms)
            process_beat(self.stream, line)
        elif length and line[_BODY] == _HOST_HELLO:
            self._process_hello(bytes(line[_BODY : _BODY + length]), now_ms)
        return False

    def reserve_room(self, length: int) -> bool:
        """Whether this many bytes can be written at once, since a line from the host has just come.

        They count as written.
        """
        self._writable_bytes -= length
        return self._writable_bytes >= 0

    def write_due_line(self, now_ms: int) -> int:
        """Write the line that is due into `line`; returns its length, or 0 if none is."""
        length = self._write_due_body(now_ms)
        return length and frame.finish_line(self.line, length, self._checksum)

    def _write_due_body(self, now_ms: int) -> int:
        session = self._session
        if session.must_answer_hello:
            session.must_answer_hello = False
            return self._write_body(session.hello_answer(self.stream.oldest_unacknowledged))
        if session.tag < 0:
            if elapsed_ms(now_ms, self._beat_at) < BEAT_MS:
                return 0
            self._beat_at = now_ms
            return self._write_body(b"W %07x" % session.boot_number)
        length = write_data(self.stream, self.line, session.tag, now_ms)
        if not length and (self.stream.ack_due or elapsed_ms(now_ms, self._beat_at) >= self._beat_interval_ms(now_ms)):
            self._beat_at = now_ms
            length = write_beat(self.stream, self.line, session.tag, now_ms, self._reader.skipped_byte_count)
        return length

    def _note_host_line(self, now_ms: int) -> None:
        self._host_heard_at = now_ms
        self._writable_bytes = WRITABLE_BYTES

    def _beat_interval_ms(self, now_ms: int) -> int:
        return QUICK_BEAT_MS if elapsed_ms(now_ms, self._last_edge_at) < KEYS_IN_USE_MS else BEAT_MS

    def _write_body(self, body: bytes) -> int:
        for offset in range(len(body)):
            self.line[_BODY + offset] = body[offset]
        return len(body)

    def _process_hello(self, body: bytes, now_ms: int) -> None:
        """Process a hello: answer it, and begin a session if it is a new one."""
        is_new_session = self._session.process_hello(body)
        if is_new_session is None:
            return
        self._host_heard_at = now_ms
        if is_new_session:
            self.stream.restart()
