"""A port with a pod on it that says too much: what is read of it, and what is told. Time is injected."""

from __future__ import annotations

from collections.abc import Callable

import pytest

from firmware.pod import frame
from firmware.pod.link import PodLink
from firmware.pod.stream import MAX_IN_FLIGHT
from hal.pods.checkpoints import Checkpoints
from hal.pods.connection import PodConnection
from hal.pods.events import PodEventKind
from hal.pods.ports import FoundPort
from hal.pods.read_limits import BYTES_PER_S, MAX_BURST_BYTES

SUM = frame.Checksum()
LOOK_S = 0.001
"""How often the host would look at a port that can be read."""


def line(body: bytes) -> bytes:
    buffer = bytearray(frame.MAX_LINE_LENGTH)
    buffer[frame.HEAD_LENGTH : frame.HEAD_LENGTH + len(body)] = body
    return bytes(buffer[: frame.finish_line(buffer, len(body), SUM)])


class Flood:
    """A port that always has something, in the pieces that USB hands over."""

    def __init__(self, talk: Callable[[int], bytes]) -> None:
        self._talk = talk
        self.looks = 0
        self.read_bytes = 0

    def fileno(self) -> int:
        return -1

    def read(self, size: int = 1, /) -> bytes:
        data = self._talk(self.looks)[:size]
        self.looks += 1
        self.read_bytes += len(data)
        return data

    def write(self, data: bytes, /) -> int:
        return len(data)

    def reset_output_buffer(self) -> None:
        """Nothing waits."""

    def close(self) -> None:
        """Nothing to let go of."""


@pytest.mark.parametrize(
    ("talk", "babbles"),
    [
        (lambda look: bytes(4096), True),
        (lambda look: b"\n" * 64, True),
        (lambda look: b"x" * 64, True),
        (lambda look: b"~", True),
        (lambda look: b"~0d H 1234567 1-1 00000000\n" * 2, True),
        (lambda look: line(b"W 0000001") * 3, False),
        (lambda look: line(b"D 0000001 %04x 0000 A+ 0000000" % (look & 0xFFFF)), False),
    ],
    ids=["chunks", "line feeds", "packets", "starts", "spoilt lines", "greetings", "lines of another session"],
)
def test_a_pod_that_talks_without_end_is_read_a_little_of(talk: Callable[[int], bytes], babbles: bool) -> None:
    """docs/pod-protocol.md, “A pod that says too much”: bytes and looks are few, whatever it says; noise is told of."""
    port = Flood(talk)
    plugged = PodConnection(FoundPort("x", "1-1"), port, Checkpoints(), lambda: 5, 0.02, 0.0)
    told = []
    now, seconds = 0.0, 10
    while now < seconds:
        if plugged.read_limits.paused_until <= now:
            told += list(plugged.read(now, lambda outcome: pytest.fail(f"{outcome} out of nothing")))
        now += LOOK_S
    assert port.read_bytes <= MAX_BURST_BYTES + 4096 + BYTES_PER_S * seconds
    assert port.looks <= (MAX_BURST_BYTES + BYTES_PER_S * seconds) / 64 + 1
    assert told == ([PodEventKind.SENDS_NOISE] if babbles else [])


class DeafPod:
    """A port with a pod's end of the link on it, that hears nothing more once it is `deaf`."""

    def __init__(self) -> None:
        self.link = PodLink(77, "4 16x4 pod-x", 0)
        self.now_ms = 0
        self.deaf = False

    def fileno(self) -> int:
        return -1

    def read(self, size: int = 1, /) -> bytes:
        length = self.link.write_due_line(self.now_ms)
        return bytes(self.link.line[:length])

    def write(self, data: bytes, /) -> int:
        for byte in b"" if self.deaf else data:
            self.link.feed(byte, self.now_ms)
        return len(data)

    def reset_output_buffer(self) -> None:
        """Nothing waits."""

    def close(self) -> None:
        """Nothing to let go of."""


def test_what_has_no_room_in_the_link_is_waited_for() -> None:
    """docs/pod-protocol.md: so many lines are said until the pod has confirmed some; nothing spins meanwhile."""
    port = DeafPod()
    plugged = PodConnection(FoundPort("x", "1-1"), port, Checkpoints(), lambda: 5, 0.02, 0.0)
    while not plugged.is_open:
        port.now_ms += 100
        list(plugged.read(port.now_ms / 1000, lambda outcome: None))
        plugged.write(port.now_ms / 1000)
    port.deaf = True
    plugged.send_queue.set_rows(tuple(f"row {row}" for row in range(2 * MAX_IN_FLIGHT)))
    assert plugged.seconds_until_write(port.now_ms / 1000) == 0.0
    for _ in range(2 * MAX_IN_FLIGHT):
        plugged.write(port.now_ms / 1000)
    assert plugged.send_queue.has_payloads
    assert plugged.seconds_until_write(port.now_ms / 1000) > 0.0
