"""How far each pod was heard, for the next start of the program: nothing is lost between, nothing counts twice.

A pod that loses its power forgets what it said, so this needs to outlive the program, not a power cut: it is written
with every edge, and never synced. A file that can't be read or written costs nothing but this certainty.
"""

from __future__ import annotations

import os
import zlib
from collections.abc import Iterator
from contextlib import suppress
from pathlib import Path

from hal.keys import Key
from hal.pods.fingers import Trail
from hal.pods.host import Moved

FILE = "pods.marks"
"""The usual name, in the directory of the journal."""
SLOTS = 16
SLOT_BYTES = 512


class Marks:
    """Trails by the number of a pod's start. Without a path, they are kept in memory only."""

    def __init__(self, path: Path | None = None) -> None:
        self._trails: dict[int, Trail] = {}
        self._slots: dict[int, int] = {}
        self._free = list(range(SLOTS - 1, -1, -1))
        self._file: int | None = None
        if path is not None:
            with suppress(OSError):
                path.parent.mkdir(parents=True, exist_ok=True)
                self._file = os.open(path, os.O_RDWR | os.O_CREAT | os.O_CLOEXEC, 0o644)
                self._read(os.pread(self._file, SLOTS * SLOT_BYTES, 0))

    def __len__(self) -> int:
        return len(self._trails)

    def get(self, boot: int) -> Trail | None:
        """The trail of a pod, if it was ever heard."""
        return self._trails.get(boot)

    def set(self, boot: int, trail: Trail) -> None:
        """Remember a trail. The pod that was quiet for longest is forgotten for one too many."""
        self._trails.pop(boot, None)
        self._trails[boot] = trail
        if boot not in self._slots:
            if not self._free:
                oldest = next(iter(self._trails))
                del self._trails[oldest]
                self._free.append(self._slots.pop(oldest))
            self._slots[boot] = self._free.pop()
        if self._file is not None:
            with suppress(OSError):
                os.pwrite(self._file, _written(boot, trail), self._slots[boot] * SLOT_BYTES)

    def close(self) -> None:
        """Let go of the file. May be called again."""
        if self._file is not None:
            os.close(self._file)
            self._file = None

    def _read(self, data: bytes) -> None:
        for slot in range(SLOTS):
            for boot, trail in _read(data[slot * SLOT_BYTES : (slot + 1) * SLOT_BYTES]):
                if slot in self._free and boot not in self._trails:
                    self._free.remove(slot)
                    self._slots[boot] = slot
                    self._trails[boot] = trail


def _written(boot: int, trail: Trail) -> bytes:
    moves = "".join(f" {moved.key}{'+' if moved.down else '-'}{moved.at:07x}" for moved in trail.moves)
    line = f"{boot:07x} {trail.position:04x} {trail.until:07x}{moves}".encode()
    return (line + b" %08x" % zlib.crc32(line)).ljust(SLOT_BYTES - 1) + b"\n"


def _read(slot: bytes) -> Iterator[tuple[int, Trail]]:
    """The trail of a slot, or nothing."""
    line, _, checksum = slot.rstrip().rpartition(b" ")
    if not line or checksum != b"%08x" % zlib.crc32(line):
        return
    boot, position, until, *moves = line.decode().split(" ")
    moved = tuple(Moved(Key(word[0]), word[1] == "+", int(word[2:], 16)) for word in moves)
    yield int(boot, 16), Trail(int(position, 16), int(until, 16), moved)
