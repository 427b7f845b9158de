"""What a pod does with each message of its host, and with one that is cut short."""

from __future__ import annotations

import pytest

from firmware.pod.link import PodLink
from firmware.pod.loop import MAX_READS, Pod
from hal.pods.host import HostLink


class Parts:
    """The parts of a pod: keys that rest, a port with what the host sends, a lamp and a screen that keep a list."""

    def __init__(self) -> None:
        self.received = bytearray()
        self.sent = bytearray()
        self.cues: list[str] = []
        self.rows: list[tuple[int, bytes]] = []

    def report_edges(self, link: PodLink, now_ms: int) -> bool:
        return False

    def start_cue(self, cue: int, now_ms: int) -> None:
        self.cues.append(chr(cue))

    def step(self, now_ms: int) -> None: ...

    def read(self) -> int:
        return self.received.pop(0) if self.received else -1

    # One signature for the port's bytes and the screen's letters: both have a buffer.
    def write(self, row: int, line: bytearray, start: int, end: int) -> None:
        self.rows.append((row, bytes(line[start:end])))


class PortOf:
    """The port of these parts."""

    def __init__(self, parts: Parts) -> None:
        self._parts = parts
        self.read = parts.read

    def write(self, line: bytearray, start: int, end: int, has_room: bool) -> int:
        self._parts.sent += line[start:end]
        return end


def obeyed(*payloads: bytes) -> tuple[list[str], list[tuple[int, bytes]], bool]:
    """The cues and rows of a pod whose host sends these payloads, and whether the pod goes on."""
    parts, goes_on = Parts(), True
    pod = Pod(parts, parts, parts, PortOf(parts), PodLink(7, "4 16x8 pod-x", 0), 0)  # type: ignore[arg-type]
    host = HostLink(lambda: 5, lambda hello: None, 0)
    for payload in payloads:
        host.stream.queue_payload(payload, len(payload))
    for now in range(0, 2000, 20):
        while line := host.take_due_line(now):
            parts.received += line
        for _ in range(1 + len(parts.received) // MAX_READS):
            goes_on = pod.step(now) and goes_on
        list(host.feed(bytes(parts.sent), now))
        parts.sent.clear()
    return parts.cues, parts.rows, goes_on


def test_a_cue_is_given_a_row_is_written_and_an_update_ends_the_loop() -> None:
    assert obeyed(b"L a", b"T 1 Who leads?", b"T 0 ") == (["a"], [(1, b"Who leads?"), (0, b"")], True)
    assert obeyed(b"U") == ([], [], False)


@pytest.mark.parametrize("payload", [b"L", b"L ", b"T", b"T "])
def test_a_message_that_ends_before_its_letter_or_its_row_does_nothing(payload: bytes) -> None:
    """The rest was read from what the line before had left."""
    assert obeyed(b"T 1 aaaaaaaa", payload) == ([], [(1, b"aaaaaaaa")], True)
