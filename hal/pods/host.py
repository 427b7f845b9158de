"""The host's end of a pod's link; see docs/pod-protocol.md, “Session”."""

from __future__ import annotations

import re
from collections.abc import Callable, Iterator
from typing import NamedTuple

from firmware.pod import frame, link
from firmware.pod.stream import Stream, since

VERSIONS = (1, 1)
"""The oldest and the newest version of the protocol that is spoken here."""
HELLO_MS = 300
"""How often a hello is sent until it is answered."""
SILENCE_MS = 3000
"""A pod that was not heard for so long is asked for a new session."""
CAPACITY = 16

_HELLO = re.compile(
    rb"P ([0-9a-f]{7}) ([0-9a-f]{7}) ([0-9a-f]{1,2}) ([0-9a-f]{1,2})-([0-9a-f]{1,2}) ([0-9a-f]{4}) "
    rb"([0-9]) ([0-9]{1,2})x([0-9]{1,2}) ([A-Za-z0-9-]{1,16}) ([A-Za-z0-9.-]{1,12})"
)
_WHO = re.compile(rb"W ([0-9a-f]{7})")
_EDGE = re.compile(rb"([A-D])([+-]) ([0-9a-f]{7})")


class Hello(NamedTuple):
    """What a pod says of itself. `version` is that of the session; 0 if there is none in common."""

    boot: int
    version: int
    versions: tuple[int, int]
    keys: int
    columns: int
    rows: int
    identity: str
    firmware: str


class Moved(NamedTuple):
    """A contact has closed or opened at a moment of the pod's clock, in its milliseconds."""

    key: str
    down: bool
    at: int


class Until(NamedTuple):
    """Up to this moment of the pod's clock, everything is known."""

    at: int
    skipped: int


class Missing(NamedTuple):
    """The pod had to forget so many edges."""

    edges: int


Said = Hello | Moved | Until | Missing


class HostLink:
    """One open port. Times are milliseconds of any clock, as `firmware.pod.stream` counts them.

    `session` makes a random number of 28 bits. `position` is the edge expected next from a pod of this start, or None
    if it was never heard.
    """

    def __init__(self, session: Callable[[], int], position: Callable[[int], int | None], now: int) -> None:
        self.hello: Hello | None = None
        self.stream = Stream(CAPACITY, link.LONGEST)
        self.greeted = 0
        """How many hellos have gone unanswered."""
        self.good = 0
        """How many good lines have come."""
        self._new_session = session
        self._position = position
        self._checksum = frame.Checksum()
        self._reader = frame.Reader(self._checksum)
        self._line = bytearray(frame.MAX_LINE)
        self._heard_at = now
        self._begin(now)

    @property
    def skipped(self) -> int:
        """How many bytes belonged to no good line."""
        return self._reader.skipped

    @property
    def open(self) -> bool:
        """Whether there is a session in which something can be said."""
        return self._tag >= 0

    @property
    def position(self) -> int:
        """The number of the edge that is expected next."""
        return self.stream.expected

    def feed(self, data: bytes, now: int) -> Iterator[Said]:
        """Take in bytes; what they say, in order."""
        feed = self._reader.feed
        for byte in data:
            if feed(byte):
                self.good += 1
                self._heard_at = now
                yield from self._take(now)

    def fill(self, now: int) -> bytes:
        """The line that is due; empty if none is."""
        length = self._body(now)
        return bytes(self._line[: frame.finish(self._line, length, self._checksum)]) if length else b""

    def wait(self, now: int) -> int:
        """Milliseconds until `fill` may have a line."""
        if not self.open:
            return max(0, HELLO_MS - since(now, self._beat_at)) if self._wants_hello else SILENCE_MS
        if self.stream.owes:
            return 0
        resend = self.stream.wait(now)
        beat = max(0, link.BEAT_MS - since(now, self._beat_at))
        return beat if resend < 0 else min(beat, resend)

    def quieten(self, now: int) -> bool:
        """Begin a new session if the pod was not heard for long. True if it did."""
        if not self.open or since(now, self._heard_at) < SILENCE_MS:
            return False
        self._heard_at = now
        self._begin(now)
        return True

    def _begin(self, now: int) -> None:
        expected = self.stream.expected
        self.stream = Stream(CAPACITY, link.LONGEST)
        self.stream.expected = expected
        self._session = self._new_session()
        self._tag = link.NO_TAG
        self._wants_hello = True
        self.greeted = 0
        self._beat_at = now - HELLO_MS

    def _body(self, now: int) -> int:
        if not self.open:
            if not self._wants_hello or since(now, self._beat_at) < HELLO_MS:
                return 0
            self._beat_at = now
            self.greeted += 1
            body = b"H %07x %x-%x" % (self._session, *VERSIONS)
            self._line[frame.HEAD : frame.HEAD + len(body)] = body
            return len(body)
        length = link.put_data(self.stream, self._line, self._tag, now)
        if not length and (self.stream.owes or since(now, self._beat_at) >= link.BEAT_MS):
            self._beat_at = now
            length = link.put_beat(self.stream, self._line, self._tag, now, self._reader.skipped)
        return length

    def _take(self, now: int) -> Iterator[Said]:
        line, length = self._reader.line, self._reader.length
        if link.is_data(line, length, self._tag):
            moved = _EDGE.fullmatch(line, link.PAYLOAD, frame.HEAD + length)
            if link.take_data(self.stream, line) and moved is not None:
                yield Moved(moved[1].decode(), moved[2] == b"+", int(moved[3], 16))
        elif link.is_beat(line, length, self._tag):
            missing = link.take_beat(self.stream, line)
            if missing:
                yield Missing(missing)
            if link.beat_is_complete(self.stream, line):
                yield Until(link.beat_time(line), link.beat_skipped(line))
        elif (hello := _HELLO.fullmatch(line, frame.HEAD, frame.HEAD + length)) is not None:
            yield from self._greet(hello)
        elif (who := _WHO.fullmatch(line, frame.HEAD, frame.HEAD + length)) is not None:
            self._hear_who(int(who[1], 16), now)

    def _hear_who(self, boot: int, now: int) -> None:
        """A pod that knows no session has started anew, whatever is thought here."""
        if self.open or (not self._wants_hello and self.hello is not None and self.hello.boot != boot):
            self._begin(now)

    def _greet(self, said: re.Match[bytes]) -> Iterator[Said]:
        session, boot, version, oldest, newest, base = (int(said[group], 16) for group in range(1, 7))
        if session != self._session or not self._wants_hello:
            return
        self.greeted = 0
        self._wants_hello = False
        keys, columns, rows = (int(said[group]) for group in range(7, 10))
        self.hello = Hello(boot, version, (oldest, newest), keys, columns, rows, said[10].decode(), said[11].decode())
        if version:
            self._tag = session ^ boot
            known = self._position(boot)
            self.stream.expected = base if known is None else known
            yield self.hello
            missing = self.stream.skip_to(base)
            if missing:
                yield Missing(missing)
        else:
            yield self.hello
