"""Target `pods`: bytes of a board, raw and as lines with correct checksums, at both ends of the link."""

from __future__ import annotations

from functools import cache

from firmware.pod import frame, link
from hal.keys.keys import HoldReached, KeyClash, KeyOutcome, KeyStuck, PairHeld, Press
from hal.pods.checkpoints import SLOT_COUNT, Checkpoints
from hal.pods.connection import PodConnection
from hal.pods.line_reader import LineReader
from hal.pods.ports import FoundPort

SESSION = 0x1234567
BOOT = 0x7654321
TAG = b"%07x" % (SESSION ^ BOOT)
MAX_BODY_LENGTH = frame.MAX_LINE_LENGTH - frame.HEAD_LENGTH - frame.TAIL_LENGTH
MAX_LENGTH = 1024
"""Maximum size of the used input in bytes: two dozen lines."""
STEP_S = 0.011
OUTCOMES = Press | HoldReached | KeyStuck | KeyClash | PairHeld


class Cable:
    """A serial port: reads return `said`, and writes are dropped."""

    def __init__(self) -> None:
        self.said = b""

    def fileno(self) -> int:
        return -1

    def read(self, size: int = 1, /) -> bytes:
        data, self.said = self.said[:size], self.said[size:]
        return data

    def write(self, data: bytes, /) -> int:
        return len(data)

    def reset_output_buffer(self) -> None:
        """Do nothing: there is no output buffer."""

    def close(self) -> None:
        """Do nothing: nothing is open."""


@cache
def checksum() -> frame.Checksum:
    """One checksum object for all inputs: making its tables takes longer than a whole input."""
    return frame.Checksum()


def pods(data: bytes) -> None:
    """Both ends of the link must not fail, must find the same lines, and the host must keep bounded state."""
    data = data[:MAX_LENGTH]
    _same_lines(data)
    bodies = data.split(b"\n")
    _host(bodies)
    _pod(data, bodies)


def _same_lines(data: bytes) -> None:
    """Check that the host, reading in chunks, and the pod, byte by byte, find the same lines and the same noise."""
    reader, expected = frame.ByteLineReader(checksum()), []
    for byte in data:
        if reader.feed(byte):
            expected.append(bytes(reader.line[frame.HEAD_LENGTH : frame.HEAD_LENGTH + reader.body_length]))
    lines, found, size = LineReader(), [], 1 + len(data) % 61
    for at in range(0, len(data), size):
        found += lines.feed(data[at : at + size])
    assert found == expected, (found, expected)
    reader.feed(0)
    lines.feed(b"\0")
    assert lines.skipped_byte_count == reader.skipped_byte_count, (lines.skipped_byte_count, reader.skipped_byte_count)


def _line(body: bytes) -> bytes:
    """A line with its checksum. `%` stands for the tag of the session."""
    body = body.replace(b"%", TAG)[:MAX_BODY_LENGTH]
    buffer = bytearray(frame.MAX_LINE_LENGTH)
    buffer[frame.HEAD_LENGTH : frame.HEAD_LENGTH + len(body)] = body
    return bytes(buffer[: frame.finish_line(buffer, len(body), checksum())])


def _host(bodies: list[bytes]) -> None:
    cable, checkpoints, now = Cable(), Checkpoints(), 1.0
    plugged = PodConnection(FoundPort("port", "1-1"), cable, checkpoints, lambda: SESSION, 0.02, now)
    come: list[KeyOutcome] = []
    for body in bodies:
        cable.said = _line(body)
        for _ in plugged.read(now, come.append):
            plugged.source = plugged.source or "pod1"
        plugged.process_timeouts(now)
        plugged.write(now)
        assert plugged.seconds_until_write(now) >= 0
        now += STEP_S
    plugged.finish(now, come.append)
    assert all(isinstance(outcome, OUTCOMES) and outcome.source == plugged.source for outcome in come), come
    assert len(checkpoints) <= SLOT_COUNT


def _pod(data: bytes, bodies: list[bytes]) -> None:
    now = 0
    pod = link.PodLink(BOOT, "4 16x8 pod-1", now)
    for said in (data, *(_line(body) for body in bodies)):
        pod.queue_edge(len(said) & 3, bool(len(said) & 4), now)
        for byte in said:
            if pod.feed(byte, now):
                assert link.PAYLOAD_START < pod.payload_end <= frame.HEAD_LENGTH + MAX_BODY_LENGTH
        length = pod.write_due_line(now)
        assert 0 <= length <= frame.MAX_LINE_LENGTH
        now += 11
