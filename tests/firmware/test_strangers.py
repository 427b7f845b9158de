"""Boards that nobody wants: names that are none, ports without end, a talk that never stops. Memory is bounded."""

from __future__ import annotations

import socket
import time
from collections.abc import Callable, Iterator
from contextlib import ExitStack
from queue import Empty, SimpleQueue

import pytest

from firmware.pod import frame
from firmware.pod.link import PodLink
from hal.keys.keys import Key, Press
from hal.pods.events import PodEvent, PodEventKind, PodIdentity
from hal.pods.host import Hello, HostLink
from hal.pods.identity import is_pod_name, valid_serial_number
from hal.pods.plugged_pods import MAX_BOARDS, PodOutput, PodTiming
from hal.pods.pod_sources import MAX_KNOWN_PODS
from hal.pods.ports import FoundPort, PortFinder
from hal.pods.serial_pods import MAX_WAITING_EVENTS, SerialPods
from hal.signal.readout import Status
from tests.firmware.microcontrollers import TIMEOUT_S

STRANGE_NAMES = [
    "", " ", ".", "..", "../../etc/passwd", "a/b", "pod 1", "pod\t1", "pod\x1b[2J", "pod\x00", "pod\n", "p\u00f6d",
    "\u0440od", "pod\u200b", "x" * 17, "x" * 10_000, "pod;reboot", "%s", "pod~1",
]  # fmt: skip
NAMES = ["x", "pod-4b1234af", "X" * 16, "0", "-", "--help"]


@pytest.mark.parametrize("name", STRANGE_NAMES, ids=ascii)
def test_a_strange_name_is_no_name(name: str) -> None:
    assert not is_pod_name(name)
    assert greeted(name) is None


@pytest.mark.parametrize("name", NAMES)
def test_a_name_has_up_to_sixteen_letters_digits_and_hyphens(name: str) -> None:
    assert is_pod_name(name)
    assert greeted(name) == name


def greeted(name: str) -> str | None:
    """The name of a board that greets so, with a good checksum; None if it is none."""
    host = HostLink(lambda: 5, lambda hello: None, 0)
    host.take_due_line(0)
    head = b"P 0000005 0000007 1 1-1 0000 4 16x8 "
    body = head + name.encode("utf-8") + b" 1.0"
    buffer = bytearray(frame.MAX_LINE_LENGTH + len(body))
    buffer[frame.HEAD_LENGTH : frame.HEAD_LENGTH + len(body)] = body
    said = host.feed(bytes(buffer[: frame.finish_line(buffer, len(body), frame.Checksum())]), 1)
    return next((one.pod_name for one in said if isinstance(one, Hello)), None)


def test_a_serial_number_that_no_maker_writes_is_none(monkeypatch: pytest.MonkeyPatch) -> None:
    assert valid_serial_number("E66118604B1234AF") == "E66118604B1234AF"
    for said in (None, "", "../x", "a b", "\x1b[2J", "9" * 10_000, "E6\u202e"):
        assert valid_serial_number(said) == ""

    class Device:
        device, location, vid, pid, serial_number = "/dev/ttyACM0", "1-1", 0x2E8A, 5, "../../x"

    monkeypatch.setattr("hal.pods.ports._port_names", lambda: None)
    monkeypatch.setattr("serial.tools.list_ports.comports", lambda: [Device()])
    assert PortFinder()() == (FoundPort("/dev/ttyACM0", "1-1", ""),)


class Cable:
    """A port whose other end is in this process: a real descriptor, for the pods' thread to wait on."""

    def __init__(self) -> None:
        self._near, self.far = socket.socketpair()
        self._near.setblocking(False)
        self.far.setblocking(False)

    def fileno(self) -> int:
        return self._near.fileno()

    def read(self, size: int = 1, /) -> bytes:
        try:
            data = self._near.recv(size)
        except BlockingIOError:
            return b""
        if not data:
            raise OSError("the plug is out")
        return data

    def write(self, data: bytes, /) -> int:
        try:
            return self._near.send(data)
        except BlockingIOError:
            return 0

    def reset_output_buffer(self) -> None:
        """Nothing waits."""

    def close(self) -> None:
        self._near.close()


class Boards:
    """Boards that are plugged in and out, and the pods' thread; `until` lets all of them speak."""

    def __init__(self, stack: ExitStack) -> None:
        self.events: list[PodOutput] = []
        self.waiting = 0
        self.asked = 0
        """How often it was asked how many events wait: once a turn of the pods' thread."""
        self._queue: SimpleQueue[PodOutput] = SimpleQueue()
        self._cables: dict[str, Cable] = {}
        self._links: dict[str, PodLink] = {}
        self._found: dict[str, FoundPort] = {}
        self.pods = SerialPods(
            self._queue.put,
            find_ports=lambda: tuple(self._found.values()),
            timing=PodTiming(scan_interval_s=0.001),
            port_opener=self._opened,
            waiting_event_count=self._waiting,
        ).start()
        stack.callback(self._end)

    def _opened(self, port: str) -> Cable:
        self._cables[port] = Cable()
        return self._cables[port]

    def _waiting(self) -> int:
        self.asked += 1
        return self.waiting

    def turns(self, count: int) -> None:
        """Let the pods' thread have so many turns more."""
        end = self.asked + count
        self.until(lambda: self.asked >= end)

    def _end(self) -> None:
        self.pods.close()
        for cable in self._cables.values():
            cable.far.close()

    def plug(self, port: str, name: str, *, serial: str = "", display: str = "0x0") -> PodLink:
        """Plug in a board, whose display has so many columns and rows."""
        self._links[port] = PodLink(hash(port) & 0xFFFFFFF, f"4 {display} {name}", now())
        self._found[port] = FoundPort(port, port, serial)
        return self._links[port]

    def pull(self, port: str) -> None:
        """Pull a board out."""
        del self._found[port], self._links[port]
        self._cables.pop(port).far.close()

    def until(self, done: Callable[[], bool]) -> None:
        """Let the boards speak until something is so."""
        end = time.monotonic() + TIMEOUT_S
        while not done():
            assert time.monotonic() < end, self.events[-5:]
            for port, link in self._links.items():
                if port in self._cables:
                    self._carry(self._cables[port], link)
            try:
                self.events.append(self._queue.get(timeout=0.002))
            except Empty:
                continue
            while not self._queue.empty():
                self.events.append(self._queue.get())

    def _carry(self, cable: Cable, link: PodLink) -> None:
        try:
            for byte in cable.far.recv(4096):
                link.feed(byte, now())
        except BlockingIOError:
            pass
        while length := link.write_due_line(now()):
            cable.far.send(bytes(link.line[:length]))

    def told(self, what: PodEventKind) -> list[PodEvent]:
        """The news of a kind that has come so far."""
        return [event for event in self.events if isinstance(event, PodEvent) and event.kind is what]

    @property
    def presses(self) -> list[Key]:
        return [event.key for event in self.events if isinstance(event, Press)]


def now() -> int:
    return int(time.monotonic() * 1000) & 0xFFFFFFF


@pytest.fixture
def boards() -> Iterator[Boards]:
    with ExitStack() as stack:
        yield Boards(stack)


def test_a_board_that_is_ever_another_pod_is_remembered_so_far(boards: Boards) -> None:
    """A hundred names, one after the other, on one port: the table knows so many sources, and each pod has its own."""
    boards.plug("there", "there")
    boards.until(lambda: len(boards.told(PodEventKind.ARRIVED)) == 1)
    for number in range(MAX_KNOWN_PODS + 36):
        boards.plug("port", f"pod-{number}")
        boards.until(lambda: len(boards.told(PodEventKind.ARRIVED)) == number + 2)  # noqa: B023
        boards.pull("port")
        boards.until(lambda: len(boards.told(PodEventKind.LEFT)) == number + 1)  # noqa: B023
    arrived = boards.told(PodEventKind.ARRIVED)
    assert len({news.source for news in arrived}) == MAX_KNOWN_PODS
    assert boards.pods.identity_of(arrived[0].source) == PodIdentity("there", "there")
    assert boards.pods.identity_of(arrived[-1].source) == PodIdentity(f"pod-{MAX_KNOWN_PODS + 35}", "port")


@pytest.mark.parametrize("display", ["16x1", "16x2"])
def test_a_display_without_room_for_an_answer_stops_no_pod(boards: Boards, display: str) -> None:
    boards.plug("1-1", "pod-1", display=display)
    boards.until(lambda: len(boards.told(PodEventKind.ARRIVED)) == 1)
    boards.pods.show_status(Status("Who leads?", "AB", "Ann can't lead."))
    boards.plug("1-2", "pod-2")
    boards.until(lambda: len(boards.told(PodEventKind.ARRIVED)) == 2)


def test_so_many_ports_are_opened_and_the_rest_is_told_of_once(boards: Boards) -> None:
    for number in range(MAX_BOARDS + 8):
        boards.plug(f"port{number}", f"pod-{number}")
    boards.until(lambda: len(boards.told(PodEventKind.ARRIVED)) == MAX_BOARDS)
    boards.pull("port3")
    boards.until(lambda: len(boards.told(PodEventKind.ARRIVED)) == MAX_BOARDS + 1)
    assert len(boards.told(PodEventKind.TOO_MANY_BOARDS)) == 1


def test_while_the_table_is_busy_pods_keep_their_presses(boards: Boards) -> None:
    """So many events wait that no more are posted; then all come, in order."""
    link = boards.plug("port", "pod-1")
    boards.until(lambda: len(boards.told(PodEventKind.ARRIVED)) == 1)
    boards.waiting = MAX_WAITING_EVENTS
    boards.turns(2)
    at = now()
    for number, key in enumerate("ABCDABCD" * 8):
        for down in (True, False):
            link.queue_edge("ABCD".index(key), down, (at + 60 * number + 30 * (not down)) & 0xFFFFFFF)
    boards.turns(5)
    assert boards.presses == []
    boards.waiting = 0
    boards.until(lambda: len(boards.presses) >= 63)
    assert "".join(boards.presses).startswith(("ABCDABCD" * 8)[:63])


def test_what_is_lost_again_and_again_is_told_of_seldom(boards: Boards) -> None:
    """A board that says at each turn that it had to forget edges: a sentence a minute, and not one a line."""
    link = boards.plug("port", "pod-1")
    boards.until(lambda: len(boards.told(PodEventKind.ARRIVED)) == 1)
    for _ in range(5):
        for _ in range(300):
            link.queue_edge(0, True, now())
        link.queue_edge(1, False, now())
        seen = link.stream.oldest_unacknowledged
        boards.until(lambda: link.stream.oldest_unacknowledged != seen or not link.stream.unacknowledged_count)  # noqa: B023
    boards.until(lambda: not link.stream.unacknowledged_count)
    assert len(boards.told(PodEventKind.LOST_EDGES)) == 1


def test_a_board_of_another_serial_number_does_not_take_a_source(boards: Boards) -> None:
    """The pod's source is that of its presses: its half-typed code must not be gone on with by another."""
    boards.plug("1-1", "pod-1", serial="E660A")
    boards.until(lambda: len(boards.told(PodEventKind.ARRIVED)) == 1)
    boards.pull("1-1")
    boards.until(lambda: len(boards.told(PodEventKind.LEFT)) == 1)
    boards.plug("1-1", "pod-1", serial="E660B")
    boards.until(lambda: len(boards.told(PodEventKind.ARRIVED)) == 2)
    boards.pull("1-1")
    boards.until(lambda: len(boards.told(PodEventKind.LEFT)) == 2)
    boards.plug("1-2", "pod-1", serial="E660A")
    boards.until(lambda: len(boards.told(PodEventKind.ARRIVED)) == 3)
    assert [news.source for news in boards.told(PodEventKind.ARRIVED)] == ["pod1", "pod2", "pod1"]
