"""PodSeats: which pod belongs to which seat, stored in `pods.json` from evening to evening."""

from __future__ import annotations

import threading
from collections.abc import Sequence
from pathlib import Path

from device.contract.setup import Seat
from device.system import atomicfile
from device.system.kept_json import DamagedFile, load_or_set_aside, parse_json
from device.system.reasons import error_reason
from display.words import Text, text
from hal.pods.events import PodIdentity
from hal.pods.identity import HIGHEST_SEAT, is_identity
from hal.pods.identity import valid_serial as known_serial
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


class PodSeats:
    """Pods and their seats. Without a path, they are only in memory. A file that can't be read counts as empty.

    A pod is recognized by its identity: it keeps its seat when it is plugged into another socket. If a board has the
    name of a seated pod but can't be that pod, or may not be it because another of that name is connected, it is a
    stranger: it has no seat until it gets one of its own. Serial number and USB socket distinguish boards of the same
    name. Any thread may call `seat` and `assign`.
    """

    def __init__(self, path: Path | None = None) -> None:
        self.trouble: Text | None = None
        """The failure of the file, as a sentence for people; None if there is none."""
        self._path = path
        self._lock = threading.Lock()
        self._places: list[_Place] = []
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
        alike = (place.seat for place in self._places if place.who.identity == identity.identity)
        return next((seat for seat in alike if seat is not None), None)

    def assign(self, identity: PodIdentity, seat: Seat | None, *, twins: bool = False) -> None:
        """Give a pod a seat; None removes its seat. `twins` means that another connected pod may be the same one."""
        with self._lock:
            places = [
                place
                for place in self._places
                if not place.who.may_be(identity) or (twins and place.who.place != identity.place)
            ]
            namesakes = any(place.who.identity == identity.identity and place.seat is not None for place in places)
            self._places = [*places, _Place(identity, seat)][-MAX_PLACES:] if seat is not None or namesakes else places
            self._write()

    def _entry_of(self, who: PodIdentity, others: Sequence[PodIdentity]) -> _Place | None:
        """The entry of exactly this board, if that is certain enough."""
        places = self._likely_entries(who)
        if len(places) != 1:
            return None
        known = places[0].who
        certain = known.place == who.place or not any(other.may_be(known) for other in others)
        return places[0] if certain else None

    def _likely_entries(self, identity: PodIdentity) -> list[_Place]:
        """The entries that may be this board's: by its socket, else by its serial number, else by its name."""
        fits = [place for place in self._places if place.who.may_be(identity)]
        places = [place for place in fits if place.who.place == identity.place]
        numbered = [place for place in fits if identity.serial and place.who.serial == identity.serial]
        return places or numbered or fits

    def _read(self, path: Path) -> None:
        try:
            found = load_or_set_aside(
                path, LARGEST, lambda data: parse_json(data, lambda found: list(map(_PLACE.read, found["pods"])))
            )
            self._places = found or []
        except OSError as error:
            self.trouble = text(
                "{file} can't be read: {reason}. Pods have no seats.", file=str(path), reason=error_reason(error)
            )
        except DamagedFile as damaged:
            self.trouble = text(
                "{file} was damaged and is now {aside}. Give the pods their seats again, in the menu.",
                file=str(path),
                aside=damaged.new_name,
            )

    def _write(self) -> None:
        if self._path is None:
            return
        import json

        pods = list(map(_PLACE.write, self._places))
        self.trouble = None
        try:
            atomicfile.replace_file(self._path, (json.dumps({"pods": pods}, indent=1) + "\n").encode())
        except OSError as error:
            self.trouble = text(
                "{file} can't be written: {reason}. Seats of pods hold until the box is switched off.",
                file=str(self._path),
                reason=error_reason(error),
            )


_PLACE = MessageKind(
    "place",
    _Place,
    {
        "identity": valid_if(is_identity),
        "place": valid_if(lambda place: len(place) <= MAX_PLACE_LENGTH and place.isprintable()),
        "serial": valid_if(lambda serial: serial == known_serial(serial))._replace(absent=""),
        "seat": optional(integer(HIGHEST_SEAT))._replace(absent=REQUIRED),
    },
    values=lambda place: (*place.who, place.seat),
    make=lambda identity, place, serial, seat: _Place(PodIdentity(identity, place, serial), seat),
)
