"""PodSeats: which pod belongs to which seat, stored in `pods.json` from evening to evening."""

from __future__ import annotations

import threading
from collections.abc import Callable, Sequence
from functools import partial
from pathlib import Path
from typing import Any

from device.contract.setup import Seat
from device.system import atomicfile
from device.system.kept_json import DamagedFile, load_or_set_aside, parse_json
from device.system.reasons import unread_sentence, unwritten_sentence
from display.words import Text, join_sentences, text
from hal.pods.events import PodIdentity
from hal.pods.identity import HIGHEST_SEAT, is_pod_name, valid_serial_number
from values.fields import REQUIRED, MessageKind, integer, optional, valid_if
from values.named_tuple import NamedTuple

FILE = "pods.json"
LARGEST = 100_000
"""Maximum size of the file in bytes; a hundred pods take a tenth of that."""
MAX_PLACES = 64
"""Maximum number of stored pods; those that were seated first are forgotten first."""
MAX_PLACE_LENGTH = 100
"""Maximum length of a USB socket's name in characters."""


class _Place(NamedTuple):
    who: PodIdentity
    seat: Seat | None
    """None for a board that belongs to everybody, though another of the same name has a seat."""


_Change = Callable[[list[_Place]], list[_Place]]
_NO_SEATS = text("Pods have no seats.")
_NOT_KEPT = text("Seats of pods hold until the box is switched off.")


class PodSeats:
    """Pods and their seats. Without a path, they are only in memory.

    A file that can't be read is not written over: seats that are given meanwhile are in memory, and get into the file
    when it can be read as another one is given.

    A pod is recognized by its identity: it keeps its seat when it is plugged into another socket. If a board has the
    name of a seated pod but can't be that pod, or may not be it because another of that name is connected, it is a
    stranger: it has no seat until it gets one of its own. Serial number and USB socket distinguish boards of the same
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
        self._places: list[_Place] = []
        self._is_unread = False
        self._missed: dict[PodIdentity, _Change] = {}
        """The last change of each pod while the file could not be read."""
        if path is not None:
            self._read(path)

    def seated_pods(self) -> tuple[PodIdentity, ...]:
        """All pods that have a seat, connected or not."""
        return tuple(place.who for place in self._places if place.seat is not None)

    def seat(self, identity: PodIdentity, others: Sequence[PodIdentity] = ()) -> Seat | None:
        """The seat of a pod; None if it has none, or is a stranger. `others` are the other connected pods."""
        place = self._entry_of(identity, others)
        return None if place is None else place.seat

    def seat_of_namesake(self, identity: PodIdentity, others: Sequence[PodIdentity] = ()) -> Seat | None:
        """The seat of a pod with this board's name, if it is not certain that this is that pod; else None."""
        if self._entry_of(identity, others) is not None:
            return None
        alike = (place.seat for place in self._places if place.who.pod_name == identity.pod_name)
        return next((seat for seat in alike if seat is not None), None)

    def assign(self, identity: PodIdentity, seat: Seat | None, *, twins: bool = False) -> None:
        """Give a pod a seat; None removes its seat. `twins` means that another connected pod may be the same one."""
        with self._lock:
            self.trouble = self.fault = None
            change = partial(_assigned, identity, seat, twins)
            self._places = change(self._places)
            if self._path is None:
                return
            if self._is_unread:
                self._missed.pop(identity, None)
                self._missed[identity] = change
                self._read(self._path)
            if not self._is_unread:
                self._write(self._path)

    def _entry_of(self, who: PodIdentity, others: Sequence[PodIdentity]) -> _Place | None:
        """The entry of exactly this board, if that is certain enough."""
        places = self._likely_entries(who)
        if len(places) != 1:
            return None
        known = places[0].who
        certain = known.usb_socket == who.usb_socket or not any(other.may_be_same_board(known) for other in others)
        return places[0] if certain else None

    def _likely_entries(self, identity: PodIdentity) -> list[_Place]:
        """The entries that may be this board's: by its socket, else by its serial number, else by its name."""
        fits = [place for place in self._places if place.who.may_be_same_board(identity)]
        places = [place for place in fits if place.who.usb_socket == identity.usb_socket]
        numbered = [
            place for place in fits if identity.serial_number and place.who.serial_number == identity.serial_number
        ]
        return places or numbered or fits

    def _read(self, path: Path) -> None:
        """Read the file, and make the changes that it has missed in what it has."""
        places: list[_Place] = []
        try:
            places = load_or_set_aside(path, LARGEST, lambda data: parse_json(data, _parse_places)) or []
        except OSError as error:
            self._is_unread = True
            self._report(unread_sentence(path, error), _NOT_KEPT if self._missed else _NO_SEATS)
            return
        except DamagedFile as damaged:
            self.trouble = text(
                "{file} was damaged and is now {aside}. Give the pods their seats again, in the menu.",
                file=str(path),
                aside=damaged.new_name,
            )
        for change in self._missed.values():
            places = change(places)
        self._places, self._is_unread = places, False
        self._missed.clear()

    def _write(self, path: Path) -> None:
        import json

        pods = list(map(_PLACE.write, self._places))
        try:
            atomicfile.replace_file(path, (json.dumps({"pods": pods}, indent=1) + "\n").encode())
        except OSError as error:
            self._report(unwritten_sentence(path, error), _NOT_KEPT)

    def _report(self, fault: Text, consequence: Text) -> None:
        self.fault, self.trouble = fault, join_sentences(fault, consequence)


def _assigned(identity: PodIdentity, seat: Seat | None, twins: bool, before: list[_Place]) -> list[_Place]:
    """The places after `PodSeats.assign`."""
    places = [
        place
        for place in before
        if not place.who.may_be_same_board(identity) or (twins and place.who.usb_socket != identity.usb_socket)
    ]
    namesakes = any(place.who.pod_name == identity.pod_name and place.seat is not None for place in places)
    return [*places, _Place(identity, seat)][-MAX_PLACES:] if seat is not None or namesakes else places


_PLACE = MessageKind(
    "place",
    _Place,
    {
        "identity": valid_if(is_pod_name),
        "place": valid_if(lambda place: len(place) <= MAX_PLACE_LENGTH and place.isprintable()),
        "serial": valid_if(lambda serial: serial == valid_serial_number(serial))._replace(default=""),
        "seat": optional(integer(HIGHEST_SEAT))._replace(default=REQUIRED),
    },
    field_values=lambda place: (*place.who, place.seat),
    make_message=lambda identity, place, serial, seat: _Place(PodIdentity(identity, place, serial), seat),
)


def _parse_places(found: Any) -> list[_Place]:
    return list(map(_PLACE.read, found["pods"]))
