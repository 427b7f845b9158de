"""What can go wrong between a pod and its host, by a seed; and fingers whose presses are known."""

from __future__ import annotations

import random
from collections import deque
from collections.abc import Callable, Iterator
from pathlib import Path
from typing import NamedTuple

from firmware.pod.keys import Keys
from firmware.pod.lamp import Lamp
from firmware.pod.link import Link
from firmware.pod.loop import Pod
from firmware.pod.screen import NoScreen
from firmware.pod.stream import TIME_MASK
from hal.keys.keys import Outcome, Press
from hal.pods.checkpoints import Checkpoints
from hal.pods.connection import PodConnection
from hal.pods.host import Hello
from hal.pods.ports import FoundPort

HOLD_MS = 600
KEYS = "ABCD"


class Finger(NamedTuple):
    """A press to be made: `moves` are (milliseconds from the last move, contact: `A` closes, `a` opens)."""

    name: str
    moves: tuple[tuple[int, str], ...]


def pod_keys(chance: random.Random, *, settle: int = 20) -> Iterator[Finger]:
    """Presses and holds without end, some of them bouncing; each long enough to be meant."""
    while True:
        key = chance.choice(KEYS)
        hold = chance.random() < 0.02
        down = chance.randint(HOLD_MS + 20, HOLD_MS + 200) if hold else chance.randint(settle + 5, 150)
        rest = chance.randint(settle + 5, 120)
        moves = [(rest, key), *_bounces(chance, key), (down, key.lower()), *_bounces(chance, key.lower())]
        yield Finger(f"hold {key}" if hold else key, tuple(moves))


def _bounces(chance: random.Random, contact: str) -> list[tuple[int, str]]:
    count = chance.choice((0, 0, 0, 1, 2))
    return [(chance.randint(1, 3), other) for _ in range(count) for other in (contact.swapcase(), contact)]


def named(press: Press) -> str:
    """A press in the words of a `Finger`."""
    return f"hold {press.key}" if press.gesture.value == "hold" else str(press.key)


class Noise:
    """Spoils bytes: a burst overwrites, inserts, swallows, repeats or tears off, each about once in `every` bytes."""

    def __init__(self, chance: random.Random, every: int) -> None:
        self._chance = chance
        self.every = every
        self.bursts = 0

    def spoil(self, data: bytes) -> bytes:
        """The same bytes after what the cable did to them."""
        chance = self._chance
        if not data or chance.random() >= len(data) / self.every:
            return data
        self.bursts += 1
        at = chance.randrange(len(data) + 1)
        length = chance.choice((1, 1, 2, 3, 8, 40, 200))
        kind = chance.randrange(6)
        if kind == 0:
            return data[:at] + chance.randbytes(length) + data[at + length :]
        if kind == 1:
            return data[:at] + chance.randbytes(length) + data[at:]
        if kind == 2:
            return data[:at] + data[at + length :]
        if kind == 3:
            return data[:at] + data[max(0, at - length) : at] * 2 + data[at:]
        if kind == 4:
            flipped = bytearray(data)
            flipped[at % len(data)] ^= 1 << chance.randrange(8)
            return bytes(flipped)
        return data[:at] + b"~" * length + data[at:]


class _Pin:
    def __init__(self) -> None:
        self.open = True

    def value(self, on: bool | None = None) -> bool:
        return self.open

    def tone(self, hertz: int) -> None:
        """Silent."""


class _PodPort:
    """The pod's end of a cable."""

    def __init__(self) -> None:
        self.to_pod: deque[int] = deque()
        self.from_pod = bytearray()
        self.room = True

    def read(self) -> int:
        return self.to_pod.popleft() if self.to_pod else -1

    def write(self, line: bytearray, at: int, end: int, room: bool) -> int:
        if not self.room:
            return at
        self.from_pod += line[at:end]
        return end

    def wait(self, milliseconds: int) -> None:
        """Nothing to wait for."""


class _HostPort:
    """The host's end."""

    def __init__(self) -> None:
        self.to_host = bytearray()
        self.from_host = bytearray()

    def fileno(self) -> int:
        return -1

    def read(self, size: int = 1) -> bytes:
        data = bytes(self.to_host[:size])
        del self.to_host[:size]
        return data

    def write(self, data: bytes) -> int:
        self.from_host += data
        return len(data)

    def reset_output_buffer(self) -> None:
        self.from_host.clear()

    def close(self) -> None:
        """Nothing to let go of."""


class Tally(NamedTuple):
    """What came of it."""

    presses: int
    """Presses that came, each once and in order, as all did that were made on a pod with power."""
    died: int
    """Presses besides, that a pod had not got rid of when its power went."""
    bursts: int
    host_restarts: int
    pod_restarts: int
    unplugged: int
    busy: int


class Bench:
    """A pod and a host on a bad cable, in virtual time. `got` are the presses that the host heard."""

    def __init__(self, seed: int, checkpoints: Path, *, every: int = 1200, faults: float = 0.02) -> None:
        self.got: list[str] = []
        self.made: list[str] = []
        self.died = 0
        self.now = 0
        self.host_restarts = self.pod_restarts = self.unplugged = self.busy = 0
        self._chance = random.Random(seed)
        self._keys = pod_keys(self._chance)
        self._noise = Noise(self._chance, every)
        self._checkpoints = checkpoints
        self._faults = faults
        self._pins = [_Pin() for _ in KEYS]
        self._cut_until = 0
        self._deaf_until = 0
        self._power()
        self._plug()

    def run(self, presses: int) -> Tally:
        """Make presses until so many count, and let all come through. Raises AssertionError if anything went wrong."""
        while len(self.made) < presses:
            self._make(next(self._keys))
            if self._chance.random() < self._faults:
                self._chance.choice((self.restart_host, self.restart_pod, self._pull, self._be_busy))()
        self._come_to_rest()
        self._assert_room()
        assert self.got == self.made, f"after {len(self.got)} presses of {len(self.made)}"
        return Tally(
            len(self.made),
            self.died,
            self._noise.bursts,
            self.host_restarts,
            self.pod_restarts,
            self.unplugged,
            self.busy,
        )

    def _make(self, finger: Finger) -> None:
        cut = self._chance.random() < self._faults
        at = self._chance.randrange(len(finger.moves))
        for index, (pause, contact) in enumerate(finger.moves):
            self._pass(pause)
            self._pins[KEYS.index(contact.upper())].open = contact.islower()
            self._step(1)
            if cut and index == at:
                self._chance.choice((self.restart_host, self._pull, self._be_busy))()
        self.made.append(finger.name)
        self._step(1)

    def _pass(self, milliseconds: int) -> None:
        while milliseconds > 0:
            step = min(milliseconds, 4)
            self._step(step)
            milliseconds -= step

    def _step(self, milliseconds: int) -> None:
        self.now += milliseconds
        self._port.room = len(self._port.from_pod) < 4096
        self._pod.step(self.now & TIME_MASK)
        if self.now < self._cut_until:
            return
        if self._unplugged:
            self._plug()
        data, self._port.from_pod = bytes(self._port.from_pod), bytearray()
        self._serial.to_host += self._noise.spoil(data)
        now = self.now / 1000
        if self.now >= self._deaf_until:
            self._serve(now)
        data, self._serial.from_host = bytes(self._serial.from_host), bytearray()
        self._port.to_pod.extend(self._noise.spoil(data))

    def _serve(self, now: float) -> None:
        while self._serial.to_host and self._plugged.limits.held_until <= now:
            for said in self._plugged.read(now, self._hear):
                if isinstance(said, Hello):
                    self._plugged.source = "pod1"
        self._plugged.tick(now)
        for _ in range(8):
            if self._plugged.wait(now) > 0:
                break
            self._plugged.write(now)

    def _hear(self, outcome: Outcome) -> None:
        if isinstance(outcome, Press):
            self.got.append(named(outcome))

    def _power(self) -> None:
        self._port = _PodPort()
        boot = self._chance.getrandbits(28)
        self._link = Link(boot, "4 0x0 pod-test", self.now)
        lamp = Lamp(_Pin(), _Pin())
        self._pod = Pod(Keys(self._pins), lamp, NoScreen(), self._port, self._link, self.now)  # type: ignore[arg-type]

    def _plug(self) -> None:
        self._unplugged = False
        self._serial = _HostPort()
        found = FoundPort("pty", "1-1")
        session: Callable[[], int] = lambda: self._chance.getrandbits(28)  # noqa: E731
        checkpoints = Checkpoints(self._checkpoints)
        self._plugged = PodConnection(found, self._serial, checkpoints, session, 0.02, self.now / 1000)
        self._open_marks = checkpoints

    def restart_host(self, *, orderly: bool | None = None) -> None:
        """The program ends, in good order or not, and another begins; the cable may keep some bytes."""
        self.host_restarts += 1
        if orderly or (orderly is None and self._chance.random() < 0.5):
            self._plugged.finish(self.now / 1000, self._hear)
        self._open_marks.close()
        kept = self._serial.to_host if self._chance.random() < 0.5 else bytearray()
        self._plug()
        self._serial.to_host += kept

    def restart_pod(self) -> None:
        """The pod loses its power. What it had not got rid of dies with it, and nothing else."""
        self.pod_restarts += 1
        # Edges that wait, the press whose release was said last, one that is under way: no more can die.
        at_most = self._link.stream.waiting // 2 + 2
        self._assert_room()
        for pin in self._pins:
            pin.open = True
        self._power()
        self._pass(1500)
        self._come_to_rest()
        died = len(self.made) - len(self.got)
        assert 0 <= died <= at_most, f"{died} presses died of at most {at_most}"
        assert self.got == self.made[: len(self.got)]
        del self.made[len(self.got) :]
        self.died += died

    def _assert_room(self) -> None:
        assert not self._link.stream.lost, "more than a pod can keep: the fault of this test"

    def _pull(self) -> None:
        """The cable is pulled, in the middle of whatever is on it, and put back; the pod has a battery."""
        if self._is_cut_off():
            return
        self.unplugged += 1
        self._plugged.finish(self.now / 1000, self._hear)
        self._open_marks.close()
        lost = self._chance.randrange(len(self._serial.to_host) + 1)
        del self._serial.to_host[lost:]
        self._port.to_pod.clear()
        del self._port.from_pod[self._chance.randrange(len(self._port.from_pod) + 1) :]
        self._unplugged = True
        self._cut_until = self.now + self._chance.choice((1, 50, 500, 5000))

    def _is_cut_off(self) -> bool:
        """Whether nobody listens already: for longer, a pod that is pressed all the time would have to forget."""
        return self.now < max(self._cut_until, self._deaf_until)

    def _be_busy(self) -> None:
        if self._is_cut_off():
            return
        self.busy += 1
        self._deaf_until = self.now + self._chance.choice((30, 200, 1000, 4000))

    def _come_to_rest(self) -> None:
        """Let time pass until nothing is under way."""
        self._noise.every, kept = 1 << 30, self._noise.every
        for _ in range(200):
            self._pass(100)
            if not self._link.stream.waiting and self._plugged.open and self.now > self._deaf_until:
                break
        self._pass(1500)
        self._noise.every = kept
