"""How far each pod was heard, for the next start of the program: nothing is lost between, nothing counts twice.

A pod that loses its power forgets what it said, so this needs to outlive the program, not a power cut: it is written
with every edge, and never synced. A file that can't be read or written costs nothing but this certainty.

A pod is known by the number of its start and its USB socket. The number alone would do, were there no boards that take
the same one at every start: of two such boards each has a checkpoint of its own.
"""

from __future__ import annotations

import os
import re
import zlib
from collections.abc import Iterator
from contextlib import suppress
from pathlib import Path

from firmware.pod.stream import WINDOW, ahead
from hal.keys.debounce import Contact, Contacts, Phase
from hal.keys.keys import Key
from hal.pods.pod_keys import Checkpoint
from values.named_tuple import NamedTuple

FILE = "pods.marks"
"""The usual name, in the directory of the journal."""
SLOTS = 16
SLOT_BYTES = 512
LONGEST_MS = 0xFFFFFFF
"""Milliseconds from a moment that a slot can tell; a key that is held for longer means nothing any more."""

_PHASES = {Phase.UP: "u", Phase.DOWN: "d", Phase.ARMED: "a", Phase.VOID: "v", Phase.STUCK: "s"}
_LETTERS = {letter: phase for phase, letter in _PHASES.items()}
_SLOT = re.compile(
    r"([0-9a-f]{7}) ([0-9a-f]{8}) ([0-9a-f]{4}) ([0-9a-f]{7}) (-|[0-9a-f]{7})"
    r"((?: [A-D][+-][rb][udavs][0-9a-f]{14}){0,4})"
)
_CONTACT = re.compile(r" ([A-D])([+-])([rb])([udavs])([0-9a-f]{7})([0-9a-f]{7})")


class PodStart(NamedTuple):
    """A start of a pod: its number, and a checksum of the USB socket."""

    boot: int
    socket: int


def start(boot: int, place: str) -> PodStart:
    """The start of that number in that USB socket."""
    return PodStart(boot, zlib.crc32(place.encode("utf-8", "surrogateescape")))


class Checkpoints:
    """Trails by pods' starts. Without a path, they are kept in memory only."""

    def __init__(self, path: Path | None = None) -> None:
        self._checkpoints: dict[PodStart, Checkpoint] = {}
        self._slots: dict[PodStart, int] = {}
        self._free = list(range(SLOTS - 1, -1, -1))
        self._claimed: set[PodStart] = set()
        self._file: int | None = None
        if path is not None:
            with suppress(OSError):
                path.parent.mkdir(parents=True, exist_ok=True)
                self._file = os.open(path, os.O_RDWR | os.O_CREAT | os.O_CLOEXEC | os.O_NOFOLLOW, 0o600)
                self._read(os.pread(self._file, SLOTS * SLOT_BYTES, 0))

    def __len__(self) -> int:
        return len(self._checkpoints)

    def claim(self, pod: PodStart, base: int) -> Checkpoint | None:
        """The checkpoint of a pod that is there from now on, if ever heard; `base` is the oldest edge that it keeps.

        One that was heard in another socket has been moved there with its power on, if no pod is in that socket now.
        """
        self._claimed.add(pod)
        moved = [one for one in self._checkpoints if one.boot == pod.boot and one not in self._claimed]
        for known in (pod, *moved):
            checkpoint = self._checkpoints.get(known)
            if checkpoint is not None and _fits(checkpoint, base):
                if known != pod:
                    self._forget(known)
                    self.set(pod, checkpoint)
                return checkpoint
        return None

    def release(self, pod: PodStart) -> None:
        """A pod that was claimed is there no longer."""
        self._claimed.discard(pod)

    def set(self, pod: PodStart, checkpoint: Checkpoint) -> None:
        """Remember a checkpoint. The pod that was quiet for longest is forgotten for one too many."""
        self._checkpoints.pop(pod, None)
        self._checkpoints[pod] = checkpoint
        if pod not in self._slots:
            if not self._free:
                self._forget(next(iter(self._checkpoints)))
            self._slots[pod] = self._free.pop()
        if self._file is not None:
            with suppress(OSError):
                os.pwrite(self._file, _written(pod, checkpoint), self._slots[pod] * SLOT_BYTES)

    def close(self) -> None:
        """Let go of the file. May be called again."""
        if self._file is not None:
            os.close(self._file)
            self._file = None

    def _forget(self, pod: PodStart) -> None:
        """Its slot is written over by the next."""
        del self._checkpoints[pod]
        self._free.append(self._slots.pop(pod))

    def _read(self, data: bytes) -> None:
        for slot in range(SLOTS):
            for pod, checkpoint in _read(data[slot * SLOT_BYTES : (slot + 1) * SLOT_BYTES]):
                if slot in self._free and pod not in self._checkpoints:
                    self._free.remove(slot)
                    self._slots[pod] = slot
                    self._checkpoints[pod] = checkpoint


def _fits(checkpoint: Checkpoint, base: int) -> bool:
    """Whether a pod that keeps its edges from `base` on can be the one that was heard so far: it lacks no more
    acknowledgements than it may have lines under way."""
    return ahead(checkpoint.position, base) <= WINDOW


def _written(pod: PodStart, checkpoint: Checkpoint) -> bytes:
    held = checkpoint.held
    paired = "-" if held.paired is None else f"{_ago(held.paired):07x}"
    contacts = "".join(
        f" {one.key}{'+' if one.closed else '-'}{'r' if one.resting else 'b'}{_PHASES[one.phase]}"
        f"{_ago(one.since):07x}{_ago(one.pressed):07x}"
        for one in held.contacts
    )
    line = (
        f"{pod.boot:07x} {pod.socket:08x} {checkpoint.position:04x} {checkpoint.until:07x} {paired}{contacts}".encode()
    )
    return (line + b" %08x" % zlib.crc32(line)).ljust(SLOT_BYTES - 1) + b"\n"


def _ago(seconds: float) -> int:
    """How long before the checkpoint's moment something was, in milliseconds."""
    return min(max(0, round(-seconds * 1000)), LONGEST_MS)


def _read(slot: bytes) -> Iterator[tuple[PodStart, Checkpoint]]:
    """The checkpoint of a slot, or nothing."""
    line, _, checksum = slot.rstrip().rpartition(b" ")
    if not line or checksum != b"%08x" % zlib.crc32(line):
        return
    found = _SLOT.fullmatch(line.decode("ascii", "replace"))
    if found is None:
        return
    boot, socket, position, until = (int(found[group], 16) for group in range(1, 5))
    paired = None if found[5] == "-" else -int(found[5], 16) / 1000
    contacts = tuple(_contact(one) for one in _CONTACT.finditer(found[6]))
    yield PodStart(boot, socket), Checkpoint(position, until, Contacts(contacts, paired))


def _contact(found: re.Match[str]) -> Contact:
    key, moved, rests, phase, since, pressed = found.groups()
    return Contact(
        Key(key), -int(since, 16) / 1000, -int(pressed, 16) / 1000, moved == "+", rests == "r", _LETTERS[phase]
    )
