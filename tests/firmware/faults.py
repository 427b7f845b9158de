"""Random faults between a pod and its host, given by a seed; and simulated fingers with known presses."""

from __future__ import annotations

import random
from collections import Counter, deque
from collections.abc import Callable, Iterator
from pathlib import Path
from typing import NamedTuple

from firmware.pod.keys import Keys
from firmware.pod.lamp import Lamp
from firmware.pod.link import EDGE_CAPACITY, PodLink
from firmware.pod.loop import Pod
from firmware.pod.screen import NoScreen
from firmware.pod.stream import TIME_MASK
from hal.keys.keys import KeyOutcome, Press
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
    """Yield presses and holds endlessly, some of them bouncing, each long enough to count."""
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
    """A press in the notation of `Finger`."""
    return f"hold {press.key}" if press.gesture.value == "hold" else str(press.key)


class Noise:
    """Disturbs bytes: a burst overwrites, inserts, drops, repeats or flips some, about once in `every` bytes."""

    def __init__(self, chance: random.Random, every: int) -> None:
        self._chance = chance
        self.every = every
        self.bursts = 0

    def spoil(self, data: bytes) -> bytes:
        """The bytes after the cable has disturbed them."""
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

    def play(self, hertz: int) -> None:
        """Do nothing: the pin is silent."""


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

    def wait_for_input(self, milliseconds: int) -> None:
        """Do nothing: there is nothing to wait for."""


class _HostPort:
    """The host's end of a cable."""

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
        """Do nothing: nothing is open."""


class Tally(NamedTuple):
    """The results of a run."""

    presses: int
    """Presses that arrived, each once and in order: all those made on a pod with power."""
    died: int
    """Other presses, that a pod had not delivered when its power was cut."""
    bursts: int
    host_restarts: int
    pod_restarts: int
    unplugged: int
    busy: int


class _PodEnd:
    """A pod with power, and its end of the cable."""

    def __init__(self, boot: int, now: int) -> None:
        self.port = _PodPort()
        self.link = PodLink(boot, "4 0x0 pod-test", now)
        self._pins = [_Pin() for _ in KEYS]
        lamp = Lamp(_Pin(), _Pin())
        self._pod = Pod(Keys(self._pins), lamp, NoScreen(), self.port, self.link, now)  # type: ignore[arg-type]

    def move(self, contact: str) -> None:
        """Close or open a contact, as in `Finger`."""
        self._pins[KEYS.index(contact.upper())].open = contact.islower()

    def step(self, now: int) -> None:
        """Let the pod work at this moment."""
        self.port.room = len(self.port.from_pod) < 4096
        self._pod.step(now & TIME_MASK)
        assert self.link.stream.unacknowledged_count < EDGE_CAPACITY, "more than a pod can keep: the fault of this test"


class _HostEnd:
    """A program that receives presses of a pod, and its end of the cable. `got` are the presses received."""

    def __init__(self, chance: random.Random, checkpoints: Path, got: list[str], now: int) -> None:
        self.serial = _HostPort()
        self._got = got
        self._checkpoints = Checkpoints(checkpoints)
        session: Callable[[], int] = lambda: chance.getrandbits(28)  # noqa: E731
        found = FoundPort("pty", "1-1")
        self._connection = PodConnection(found, self.serial, self._checkpoints, session, 0.02, now / 1000)

    @property
    def open(self) -> bool:
        """Whether there is a session."""
        return self._connection.is_open

    def serve(self, now: float) -> None:
        """Receive what has arrived, and send what is due. `now` is in seconds."""
        connection = self._connection
        while self.serial.to_host and connection.read_limits.paused_until <= now:
            for said in connection.read(now, self._hear):
                if isinstance(said, Hello):
                    connection.source = "pod1"
        connection.process_timeouts(now)
        for _ in range(8):
            if connection.seconds_until_write(now) > 0:
                break
            connection.write(now)

    def finish(self, now: float) -> None:
        """Complete a hold that is under way."""
        self._connection.finish(now, self._hear)

    def close(self) -> None:
        """End the program."""
        self._checkpoints.close()

    def _hear(self, outcome: KeyOutcome) -> None:
        if isinstance(outcome, Press):
            self._got.append(named(outcome))


class PodTrial:
    """A pod and a host on a bad cable, in virtual time. `got` are the presses that the host received."""

    def __init__(self, seed: int, checkpoints: Path, *, every: int = 1200, faults: float = 0.02) -> None:
        self.got: list[str] = []
        self._made: list[str] = []
        self._count: Counter[str] = Counter()
        self._now = 0
        self._chance = random.Random(seed)
        self._noise = Noise(self._chance, every)
        self._checkpoints = checkpoints
        self._faults = faults
        self._cut_until = self._deaf_until = 0
        self._power()
        self._host: _HostEnd | None = self._plugged()
        """None while the cable is pulled."""

    def run(self, presses: int) -> Tally:
        """Make presses until this many count, and let all arrive. Raises AssertionError if anything went wrong."""
        keys = pod_keys(self._chance)
        while len(self._made) < presses:
            self._make(next(keys))
            if self._chance.random() < self._faults:
                self._chance.choice((self.restart_host, self.restart_pod, self._pull, self._be_busy))()
        self._come_to_rest()
        assert self.got == self._made, f"after {len(self.got)} presses of {len(self._made)}"
        counts = self._count
        return Tally(
            len(self._made),
            counts["died"],
            self._noise.bursts,
            counts["host restarts"],
            counts["pod restarts"],
            counts["unplugged"],
            counts["busy"],
        )

    def _make(self, finger: Finger) -> None:
        cut = self._chance.random() < self._faults
        at = self._chance.randrange(len(finger.moves))
        for index, (pause, contact) in enumerate(finger.moves):
            self._pass(pause)
            self._pod.move(contact)
            self._step(1)
            if cut and index == at:
                self._chance.choice((self.restart_host, self._pull, self._be_busy))()
        self._made.append(finger.name)
        self._step(1)

    def _pass(self, milliseconds: int) -> None:
        while milliseconds > 0:
            step = min(milliseconds, 4)
            self._step(step)
            milliseconds -= step

    def _step(self, milliseconds: int) -> None:
        self._now += milliseconds
        self._pod.step(self._now)
        if self._now < self._cut_until:
            return
        host = self._host = self._host or self._plugged()
        port, serial = self._pod.port, host.serial
        data, port.from_pod = bytes(port.from_pod), bytearray()
        serial.to_host += self._noise.spoil(data)
        if self._now >= self._deaf_until:
            host.serve(self._now / 1000)
        data, serial.from_host = bytes(serial.from_host), bytearray()
        port.to_pod.extend(self._noise.spoil(data))

    def _power(self) -> None:
        self._pod = _PodEnd(self._chance.getrandbits(28), self._now)

    def _plugged(self) -> _HostEnd:
        return _HostEnd(self._chance, self._checkpoints, self.got, self._now)

    def restart_host(self, *, orderly: bool | None = None) -> None:
        """End the program, in good order or not, and start another. The cable may keep some bytes."""
        self._count["host restarts"] += 1
        host = self._host
        in_order = orderly or (orderly is None and self._chance.random() < 0.5)
        kept = bytearray()
        if host is not None:
            if in_order:
                host.finish(self._now / 1000)
            host.close()
            kept = host.serial.to_host if self._chance.random() < 0.5 else bytearray()
        begun = self._host = self._plugged()
        begun.serial.to_host += kept

    def restart_pod(self) -> None:
        """Cut the pod's power. Only what it had not delivered may be lost."""
        self._count["pod restarts"] += 1
        # Waiting edges, the press whose release was sent last, and one under way: no more can be lost.
        at_most = self._pod.link.stream.unacknowledged_count // 2 + 2
        self._power()
        self._pass(1500)
        self._come_to_rest()
        died = len(self._made) - len(self.got)
        assert 0 <= died <= at_most, f"{died} presses died of at most {at_most}"
        assert self.got == self._made[: len(self.got)]
        del self._made[len(self.got) :]
        self._count["died"] += died

    def _pull(self) -> None:
        """Pull the cable in the middle of a transfer, and plug it in again later. The pod has a battery."""
        if self._is_cut_off():
            return
        assert self._host is not None
        self._count["unplugged"] += 1
        self._host.finish(self._now / 1000)
        self._host.close()
        self._host = None
        port = self._pod.port
        port.to_pod.clear()
        del port.from_pod[self._chance.randrange(len(port.from_pod) + 1) :]
        self._cut_until = self._now + self._chance.choice((1, 50, 500, 5000))

    def _is_cut_off(self) -> bool:
        """Whether nobody listens, or much waits since then: for longer, a pod always pressed would drop edges."""
        return (
            self._now < max(self._cut_until, self._deaf_until)
            or self._pod.link.stream.unacknowledged_count > EDGE_CAPACITY // 4
        )

    def _be_busy(self) -> None:
        if self._is_cut_off():
            return
        self._count["busy"] += 1
        self._deaf_until = self._now + self._chance.choice((30, 200, 1000, 4000))

    def _come_to_rest(self) -> None:
        """Let time pass until nothing is under way."""
        self._noise.every, kept = 1 << 30, self._noise.every
        for _ in range(200):
            self._pass(100)
            idle = self._host is not None and self._host.open and not self._pod.link.stream.unacknowledged_count
            if idle and self._now > self._deaf_until:
                break
        self._pass(1500)
        self._noise.every = kept
