"""Starts of pods that have one number, and keys that stay down: no press is lost or doubled, and memory is bounded."""

from __future__ import annotations

import tracemalloc
from pathlib import Path
from tempfile import TemporaryDirectory

import pytest
from hypothesis import given
from hypothesis import strategies as st

from firmware.pod.link import PodLink
from hal.keys.keys import Key, KeyOutcome, Press
from hal.pods.checkpoints import SLOT_BYTES, SLOT_COUNT, Checkpoints, pod_start
from hal.pods.connection import PodConnection
from hal.pods.host import ContactMoved
from hal.pods.pod_keys import PodKeys
from hal.pods.ports import FoundPort
from tests.non_empty import non_empty

BOOT = 5
SETTLE = 0.02
STEP_MS = 5


class Wire:
    """The pod's end of a link and the host's, in one process and in virtual time, with a cable that loses nothing."""

    def __init__(self, checkpoints: Checkpoints, place: str, pod: PodLink | None = None, now: int = 0) -> None:
        self.now = now
        self.pod = PodLink(BOOT, "4 0x0 pod-1", now) if pod is None else pod
        self.come: list[KeyOutcome] = []
        self._to_host = b""
        self._sessions = iter(range(now + 1, now + 1000))
        self.host = PodConnection(FoundPort("x", place), self, checkpoints, self._sessions.__next__, SETTLE, now / 1000)

    def fileno(self) -> int:
        return -1

    def read(self, size: int = 1, /) -> bytes:
        data, self._to_host = self._to_host[:size], self._to_host[size:]
        return data

    def write(self, data: bytes, /) -> int:
        for byte in data:
            self.pod.feed(byte, self.now)
        return len(data)

    def reset_output_buffer(self) -> None:
        """Nothing waits."""

    def close(self) -> None:
        """Nothing to let go of."""

    def run(self, milliseconds: int) -> None:
        """Let time pass, and both ends speak."""
        for _ in range(0, milliseconds, STEP_MS):
            self.now += STEP_MS
            self.host.write(self.now / 1000)
            while length := self.pod.write_due_line(self.now):
                self._to_host += bytes(self.pod.line[:length])
            if self._to_host:
                for _ in self.host.read(self.now / 1000, self.come.append):
                    self.host.source = "pod1"
            self.host.process_timeouts(self.now / 1000)

    def move(self, key: str, down: bool) -> None:
        """A contact closes or opens."""
        self.pod.queue_edge("ABCD".index(key), down, self.now)

    def press(self, keys: str) -> None:
        """Press keys one after the other."""
        for key in keys:
            self.move(key, True)
            self.run(50)
            self.move(key, False)
            self.run(50)

    def pull(self) -> None:
        """The cable is pulled; the pod keeps its power."""
        self.host.finish(self.now / 1000, self.come.append)

    @property
    def pressed(self) -> str:
        """What was pressed, as the table was told."""
        return "".join(outcome.key for outcome in self.come if isinstance(outcome, Press))


def test_two_boards_with_one_boot_number_lose_no_press() -> None:
    """A board whose random numbers are always the same: two of them are two."""
    checkpoints = Checkpoints()
    first = Wire(checkpoints, "1-1")
    first.press("ABCDABCDABCD")
    second = Wire(checkpoints, "1-2", now=first.now)
    second.press("DCBA")
    first.press("A")
    second.press("B")
    assert (first.pressed, second.pressed) == ("ABCDABCDABCDA", "DCBAB")


def test_both_go_on_where_they_were_when_the_program_starts_again(tmp_path: Path) -> None:
    checkpoints = Checkpoints(tmp_path / "marks")
    wires = [Wire(checkpoints, "1-1"), Wire(checkpoints, "1-2")]
    for wire, keys in zip(wires, ("ABCDABCD", "DC"), strict=True):
        wire.press(keys)
    checkpoints.close()
    again = Checkpoints(tmp_path / "marks")
    for wire, place, keys in non_empty(zip(wires, ("1-1", "1-2"), ("AA", "B"), strict=True)):
        other = Wire(again, place, wire.pod, wire.now)
        other.press(keys)
        assert other.pressed == keys


@pytest.mark.parametrize("before", ["A", "AB", "ABCDABCDABCDABCDABCD"])
def test_a_board_that_takes_the_same_number_at_each_start_loses_no_press(before: str) -> None:
    """Its power was cut: its edges count from 0 again, also where the number of the first is within the window."""
    checkpoints = Checkpoints()
    wire = Wire(checkpoints, "1-1")
    wire.press(before)
    wire.pull()
    again = Wire(checkpoints, "1-1", now=wire.now)
    again.run(500)
    again.press("CD")
    assert again.pressed == "CD"


def test_a_pod_that_is_moved_with_its_power_on_doubles_nothing() -> None:
    checkpoints = Checkpoints()
    wire = Wire(checkpoints, "1-1")
    wire.press("ABCDABCDABCDABCD")
    wire.pull()
    moved = Wire(checkpoints, "1-4", wire.pod, wire.now)
    moved.press("BB")
    assert moved.pressed == "BB"


def test_a_stranger_does_not_take_the_trail_of_one_that_is_there() -> None:
    checkpoints = Checkpoints()
    there = pod_start(BOOT, "1-1")
    checkpoints.claim(there, 0)
    checkpoints.store(there, PodKeys("pod1", SETTLE).checkpoint(4))
    assert checkpoints.claim(pod_start(BOOT, "1-2"), 0) is None
    checkpoints.release(there)
    moved = checkpoints.claim(pod_start(BOOT, "1-3"), 0)
    assert moved is not None
    assert moved.next_edge == 4


def test_a_pod_that_is_there_after_a_restart_keeps_its_trail_when_the_file_is_full(tmp_path: Path) -> None:
    """The trail in the file's first slot made way for the next start of another pod, however lately it was written."""
    trail = PodKeys("pod1", SETTLE).checkpoint(4)
    checkpoints = Checkpoints(tmp_path / "marks")
    for boot_number in range(SLOT_COUNT):
        checkpoints.store(pod_start(boot_number, "1-1"), trail)
    there = pod_start(0, "1-1")
    checkpoints.store(there, trail)
    checkpoints.close()
    again = Checkpoints(tmp_path / "marks")
    assert again.claim(there, 4) == trail
    again.store(pod_start(SLOT_COUNT, "1-2"), trail)
    assert len(again) == SLOT_COUNT
    assert again.claim(there, 4) == trail


EDGES = st.lists(st.tuples(st.sampled_from(list(Key)), st.booleans(), st.integers(1, 9000)), max_size=40)


@given(EDGES, st.integers(0, 40))
def test_a_program_that_starts_again_makes_the_same_of_all_contacts(
    edges: list[tuple[Key, bool, int]], cut: int
) -> None:
    """Wherever it is cut: presses, holds, two keys together, keys that are stuck."""
    whole, first = PodKeys("pod1", SETTLE), PodKeys("pod1", SETTLE)
    expected: list[KeyOutcome] = []
    found: list[KeyOutcome] = []
    at = 0
    for number, (key, down, pause) in enumerate(edges):
        if number == cut:
            first = _carried(first, number)
        at += pause
        expected += whole.process_edge(ContactMoved(key, down, at))
        found += first.process_edge(ContactMoved(key, down, at))
    expected += whole.advance_to(at + 20_000)
    found += first.advance_to(at + 20_000)
    assert found == expected


def _carried(pod_keys: PodKeys, position: int) -> PodKeys:
    """The same contacts after the program has started again, by way of its file."""
    pod = pod_start(BOOT, "1-1")
    with TemporaryDirectory() as directory:
        checkpoints = Checkpoints(Path(directory) / "marks")
        checkpoints.store(pod, pod_keys.checkpoint(position))
        checkpoints.close()
        again = Checkpoints(Path(directory) / "marks")
        found = again.claim(pod, position)
        again.close()
    assert found is not None
    resumed = PodKeys("pod1", SETTLE)
    resumed.resume(found)
    return resumed


@pytest.mark.parametrize("rest_ms", [3, 60])
def test_a_key_held_for_minutes_needs_no_more_memory(tmp_path: Path, rest_ms: int) -> None:
    """A book lies on one, another bounces or is pressed ten thousand times: the trail fits its slot."""
    checkpoints, pod_keys, pod = Checkpoints(tmp_path / "marks"), PodKeys("pod1", SETTLE), pod_start(BOOT, "1-1")
    pod_keys.process_edge(ContactMoved(Key.A, True, 0))

    def press(first: int) -> None:
        for number in range(first, first + 5000):
            pod_keys.process_edge(ContactMoved(Key.B, number % 2 == 0, 100 + number * rest_ms))
            checkpoints.store(pod, pod_keys.checkpoint(number & 0xFFFF))

    press(0)
    tracemalloc.start()
    press(5000)
    grown, _ = tracemalloc.get_traced_memory()
    tracemalloc.stop()
    assert grown < 20_000
    checkpoints.close()
    assert (tmp_path / "marks").stat().st_size <= SLOT_COUNT * SLOT_BYTES
    found = Checkpoints(tmp_path / "marks").claim(pod, 9999)
    assert found == pod_keys.checkpoint(9999)
    assert found is not None
    assert Key.A in {contact.key for contact in found.contacts.contacts}
