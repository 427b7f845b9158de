"""The file that stores how far each pod was read, so that a restart loses no press and counts none twice.

A pod that loses its power forgets what it sent, so this file must survive a restart of the program, not a power cut: it
is written with every edge, and never synced. If it can't be read or written, only this certainty is lost.

A pod is identified by the number of its start and its USB socket. The number alone would be enough, but for boards that
take the same number at every start: of two such boards each has its own checkpoint.
"""

from __future__ import annotations

import os
import re
import zlib
from collections.abc import Iterator
from contextlib import suppress
from pathlib import Path

from firmware.pod.stream import MAX_IN_FLIGHT, distance_ahead
from hal.keys.debounce import Contact, ContactState, SourceContacts
from hal.keys.keys import Key
from hal.pods.pod_keys import Checkpoint
from values.named_tuple import NamedTuple

FILE_NAME = "pods.marks"
"""The usual file name, in the directory of the journal."""
SLOT_COUNT = 16
SLOT_BYTES = 512
MAX_AGE_MS = 0xFFFFFFF
"""The longest time before a checkpoint, in milliseconds, that fits in a slot; a key held for longer is ignored
anyway."""

_STATE_LETTERS = {
    ContactState.RELEASED: "u",
    ContactState.PRESSED: "d",
    ContactState.HELD: "a",
    ContactState.IGNORED: "v",
    ContactState.STUCK: "s",
}
_STATES_BY_LETTER = {letter: state for state, letter in _STATE_LETTERS.items()}
_SLOT = re.compile(
    r"([0-9a-f]{7}) ([0-9a-f]{8}) ([0-9a-f]{4}) ([0-9a-f]{7}) (-|[0-9a-f]{7})"
    r"((?: [A-D][+-][rb][udavs][0-9a-f]{14}){0,4})"
)
_CONTACT = re.compile(r" ([A-D])([+-])([rb])([udavs])([0-9a-f]{7})([0-9a-f]{7})")


class PodStart(NamedTuple):
    """A start of a pod: its number, and a checksum of the USB socket."""

    boot_number: int
    socket_checksum: int


def pod_start(boot_number: int, usb_socket: str) -> PodStart:
    """Return the key of a pod's start: its number and its USB socket."""
    return PodStart(boot_number, zlib.crc32(usb_socket.encode("utf-8", "surrogateescape")))


class Checkpoints:
    """Checkpoints by pods' starts. Without a path, they are stored in memory only."""

    def __init__(self, path: Path | None = None) -> None:
        self._checkpoints: dict[PodStart, Checkpoint] = {}
        self._slots: dict[PodStart, int] = {}
        self._free_slots = list(range(SLOT_COUNT - 1, -1, -1))
        self._claimed: set[PodStart] = set()
        self._file: int | None = None
        if path is not None:
            with suppress(OSError):
                path.parent.mkdir(parents=True, exist_ok=True)
                self._file = os.open(path, os.O_RDWR | os.O_CREAT | os.O_CLOEXEC | os.O_NOFOLLOW, 0o600)
                self._read(os.pread(self._file, SLOT_COUNT * SLOT_BYTES, 0))

    def __len__(self) -> int:
        return len(self._checkpoints)

    def claim(self, pod: PodStart, oldest_edge: int) -> Checkpoint | None:
        """Claim and return the checkpoint of a connected pod; None if it has none. `oldest_edge` is the oldest edge it
        stores.

        A checkpoint of another socket is used if no pod is in that socket now: the pod has been moved without losing
        power.
        """
        self._claimed.add(pod)
        moved_starts = [
            start for start in self._checkpoints if start.boot_number == pod.boot_number and start not in self._claimed
        ]
        for candidate in (pod, *moved_starts):
            checkpoint = self._checkpoints.get(candidate)
            if checkpoint is not None and _may_be_of_pod(checkpoint, oldest_edge):
                if candidate != pod:
                    self._remove(candidate)
                self.store(pod, checkpoint)  # also if it is there already: it is now the one that was used last
                return checkpoint
        return None

    def release(self, pod: PodStart) -> None:
        """Release the claim of a pod that is no longer connected."""
        self._claimed.discard(pod)

    def store(self, pod: PodStart, checkpoint: Checkpoint) -> None:
        """Store a checkpoint. If there is no free slot, the one that was stored or claimed longest ago is removed."""
        self._checkpoints.pop(pod, None)
        self._checkpoints[pod] = checkpoint
        if pod not in self._slots:
            if not self._free_slots:
                self._remove(next(iter(self._checkpoints)))
            self._slots[pod] = self._free_slots.pop()
        if self._file is not None:
            with suppress(OSError):
                os.pwrite(self._file, _encode(pod, checkpoint), self._slots[pod] * SLOT_BYTES)

    def close(self) -> None:
        """Close the file. May be called again."""
        if self._file is not None:
            os.close(self._file)
            self._file = None

    def _remove(self, pod: PodStart) -> None:
        """Remove a checkpoint; its slot in the file is free to be overwritten."""
        del self._checkpoints[pod]
        self._free_slots.append(self._slots.pop(pod))

    def _read(self, data: bytes) -> None:
        for slot_index in range(SLOT_COUNT):
            for pod, checkpoint in _decode_slot(data[slot_index * SLOT_BYTES : (slot_index + 1) * SLOT_BYTES]):
                if slot_index in self._free_slots and pod not in self._checkpoints:
                    self._free_slots.remove(slot_index)
                    self._slots[pod] = slot_index
                    self._checkpoints[pod] = checkpoint


def _may_be_of_pod(checkpoint: Checkpoint, oldest_edge: int) -> bool:
    """Whether the pod at this checkpoint can be one whose oldest stored edge is `oldest_edge`.

    It can if it misses no more acknowledgements than the lines that it may have under way.
    """
    return distance_ahead(checkpoint.next_edge, oldest_edge) <= MAX_IN_FLIGHT


def _encode(pod: PodStart, checkpoint: Checkpoint) -> bytes:
    source_contacts = checkpoint.contacts
    pair_since_s = source_contacts.pair_since_s
    pair_age = "-" if pair_since_s is None else f"{_milliseconds_before(pair_since_s):07x}"
    contacts = "".join(map(_encode_contact, source_contacts.contacts))
    start_text = f"{pod.boot_number:07x} {pod.socket_checksum:08x}"
    line = f"{start_text} {checkpoint.next_edge:04x} {checkpoint.pod_time_ms:07x} {pair_age}{contacts}".encode()
    return (line + b" %08x" % zlib.crc32(line)).ljust(SLOT_BYTES - 1) + b"\n"


def _encode_contact(contact: Contact) -> str:
    closed_sign, motion = "+" if contact.is_closed else "-", "r" if contact.is_at_rest else "b"
    moved_age, pressed_age = _milliseconds_before(contact.moved_at_s), _milliseconds_before(contact.pressed_at_s)
    return f" {contact.key}{closed_sign}{motion}{_STATE_LETTERS[contact.state]}{moved_age:07x}{pressed_age:07x}"


def _milliseconds_before(seconds: float) -> int:
    """Return how many milliseconds before the checkpoint's time something was. `seconds` is 0 or less."""
    return min(max(0, round(-seconds * 1000)), MAX_AGE_MS)


def _decode_slot(slot_bytes: bytes) -> Iterator[tuple[PodStart, Checkpoint]]:
    """Parse a slot; yields nothing if it is empty or damaged."""
    line, _, checksum = slot_bytes.rstrip().rpartition(b" ")
    if not line or checksum != b"%08x" % zlib.crc32(line):
        return
    match = _SLOT.fullmatch(line.decode("ascii", "replace"))
    if match is None:
        return
    boot_number, socket_checksum, next_edge, pod_time_ms = (int(match[group], 16) for group in range(1, 5))
    pair_since_s = None if match[5] == "-" else -int(match[5], 16) / 1000
    contacts = tuple(_decode_contact(contact_match) for contact_match in _CONTACT.finditer(match[6]))
    source_contacts = SourceContacts(contacts, pair_since_s)
    yield PodStart(boot_number, socket_checksum), Checkpoint(next_edge, pod_time_ms, source_contacts)


def _decode_contact(match: re.Match[str]) -> Contact:
    key, closed_sign, motion, state, moved_age, pressed_age = match.groups()
    moved_at_s, pressed_at_s = -int(moved_age, 16) / 1000, -int(pressed_age, 16) / 1000
    return Contact(Key(key), moved_at_s, pressed_at_s, closed_sign == "+", motion == "r", _STATES_BY_LETTER[state])
