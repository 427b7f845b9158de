"""PodSeats: which pod belongs to which seat, stored in `pods.json` from evening to evening."""

from __future__ import annotations

import threading
from collections.abc import Callable, Sequence
from functools import partial
from pathlib import Path
from typing import Any

from device.contract.setup import Seat
from device.system import atomicfile
from device.system.error_reasons import unread_sentence, unwritten_sentence
from device.system.json_files import DamagedFile, load_or_set_aside, parse_json
from display.words import Text, join_sentences, text
from hal.pods.events import PodIdentity
from hal.pods.identity import HIGHEST_SEAT, is_pod_name, valid_serial_number
from values.fields import REQUIRED, MessageKind, integer, optional, valid_if
from values.named_tuple import NamedTuple

FILE_NAME = "pods.json"
MAX_FILE_BYTES = 100_000
"""Maximum size of the file in bytes; a hundred pods take a tenth of that."""
MAX_PODS = 64
"""Maximum number of stored pods; those that were seated first are forgotten first."""
MAX_SOCKET_LENGTH = 100
"""Maximum length of a USB socket's name in characters."""


class _SeatedPod(NamedTuple):
    identity: PodIdentity
    seat: Seat | None
    """None for a board that belongs to everybody, though another of the same name has a seat."""


_Change = Callable[[list[_SeatedPod]], list[_SeatedPod]]
_NO_SEATS = text("Pods have no seats.")
_SEATS_IN_MEMORY = text("Seats of pods hold until the box is switched off.")


class PodSeats:
    """Pods and their seats. Without a path, they are only in memory.

    A file that can't be read is not written over: seats that are given meanwhile are in memory, and get into the file
    when it can be read as another one is given.

    A pod is recognized by its identity: it keeps its seat when it is plugged into another socket. If a board has the
    name of a seated pod but can't be that pod, or may not be it because another of that name is connected, it is a
    namesake: it has no seat until it gets one of its own. Serial number and USB socket distinguish boards of the same
    name. Any thread may call `seat` and `assign`.
    """

    def __init__(self, path: Path | None = None) -> None:
        self.trouble: Text | None = None
        """The failure of the file and what follows from it, in sentences for people at a table; None if there is
        none."""
        self.fault: Text | None = None
        """Why the file can't be read or written; None if it has all seats."""
        self._path = path
        self._lock = threading.Lock()
        self._entries: list[_SeatedPod] = []
        self._is_unreadable = False
        self._unsaved_changes: dict[PodIdentity, _Change] = {}
        """The last change of each pod while the file could not be read."""
        if path is not None:
            self._read(path)

    def seated_pods(self) -> tuple[PodIdentity, ...]:
        """All pods that have a seat, connected or not."""
        return tuple(entry.identity for entry in self._entries if entry.seat is not None)

    def seat(self, identity: PodIdentity, others: Sequence[PodIdentity] = ()) -> Seat | None:
        """The seat of a pod; None if it has none, or is a namesake. `others` are the other connected pods."""
        entry = self._entry_of(identity, others)
        return None if entry is None else entry.seat

    def seat_of_namesake(self, identity: PodIdentity, others: Sequence[PodIdentity] = ()) -> Seat | None:
        """The seat of a pod with this board's name, if it is not certain that this is that pod; else None."""
        if self._entry_of(identity, others) is not None:
            return None
        namesake_seats = (entry.seat for entry in self._entries if entry.identity.pod_name == identity.pod_name)
        return next((seat for seat in namesake_seats if seat is not None), None)

    def assign(self, identity: PodIdentity, seat: Seat | None, *, has_twin: bool = False) -> None:
        """Give a pod a seat; None removes its seat. `has_twin` means that another connected pod may be the same one."""
        with self._lock:
            self.trouble = self.fault = None
            change = partial(_entries_after, identity, seat, has_twin)
            self._entries = change(self._entries)
            if self._path is None:
                return
            if self._is_unreadable:
                self._unsaved_changes.pop(identity, None)
                self._unsaved_changes[identity] = change
                self._read(self._path)
            if not self._is_unreadable:
                self._write(self._path)

    def _entry_of(self, identity: PodIdentity, others: Sequence[PodIdentity]) -> _SeatedPod | None:
        """The entry of exactly this board, if that is certain enough."""
        entries = self._likely_entries(identity)
        if len(entries) != 1:
            return None
        known = entries[0].identity
        is_certain = known.usb_socket == identity.usb_socket or not any(
            other.may_be_same_board(known) for other in others
        )
        return entries[0] if is_certain else None

    def _likely_entries(self, identity: PodIdentity) -> list[_SeatedPod]:
        """The entries that may be this board's: by its socket, else by its serial number, else by its name."""
        likely = [entry for entry in self._entries if entry.identity.may_be_same_board(identity)]
        at_socket = [entry for entry in likely if entry.identity.usb_socket == identity.usb_socket]
        with_serial_number = [
            entry
            for entry in likely
            if identity.serial_number and entry.identity.serial_number == identity.serial_number
        ]
        return at_socket or with_serial_number or likely

    def _read(self, path: Path) -> None:
        """Read the file, and make the changes that it has missed in what it has."""
        entries: list[_SeatedPod] = []
        try:
            entries = load_or_set_aside(path, MAX_FILE_BYTES, lambda data: parse_json(data, _parse_entries)) or []
        except OSError as error:
            self._is_unreadable = True
            self._report(unread_sentence(path, error), _SEATS_IN_MEMORY if self._unsaved_changes else _NO_SEATS)
            return
        except DamagedFile as damaged:
            self.trouble = text(
                "{file} was damaged and is now {aside}. Give the pods their seats again, in the menu.",
                file=str(path),
                aside=damaged.new_name,
            )
        for change in self._unsaved_changes.values():
            entries = change(entries)
        self._entries, self._is_unreadable = entries, False
        self._unsaved_changes.clear()

    def _write(self, path: Path) -> None:
        import json

        pods = list(map(_SEATED_POD.to_json, self._entries))
        try:
            atomicfile.replace_file(path, (json.dumps({"pods": pods}, indent=1) + "\n").encode())
        except OSError as error:
            self._report(unwritten_sentence(path, error), _SEATS_IN_MEMORY)

    def _report(self, fault: Text, consequence: Text) -> None:
        self.fault, self.trouble = fault, join_sentences(fault, consequence)


def _entries_after(
    identity: PodIdentity, seat: Seat | None, has_twin: bool, entries_before: list[_SeatedPod]
) -> list[_SeatedPod]:
    """The entries after `PodSeats.assign`."""
    entries = [
        entry
        for entry in entries_before
        if not entry.identity.may_be_same_board(identity)
        or (has_twin and entry.identity.usb_socket != identity.usb_socket)
    ]
    has_namesake = any(entry.identity.pod_name == identity.pod_name and entry.seat is not None for entry in entries)
    return [*entries, _SeatedPod(identity, seat)][-MAX_PODS:] if seat is not None or has_namesake else entries


_SEATED_POD = MessageKind(
    "place",
    _SeatedPod,
    {
        "identity": valid_if(is_pod_name),
        "place": valid_if(lambda place: len(place) <= MAX_SOCKET_LENGTH and place.isprintable()),
        "serial": valid_if(lambda serial: serial == valid_serial_number(serial))._replace(default=""),
        "seat": optional(integer(HIGHEST_SEAT))._replace(default=REQUIRED),
    },
    field_values=lambda pod: (*pod.identity, pod.seat),
    make_message=lambda identity, place, serial, seat: _SeatedPod(PodIdentity(identity, place, serial), seat),
)


def _parse_entries(content: Any) -> list[_SeatedPod]:
    return list(map(_SEATED_POD.parse, content["pods"]))
