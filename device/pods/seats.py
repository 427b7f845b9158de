"""Which pod sits where, remembered from evening to evening."""

from __future__ import annotations

import threading
from collections.abc import Sequence
from pathlib import Path

from device.contract.setup import Seat
from device.system import atomicfile
from device.system.kept_json import SpoiltFile, kept, parsed
from device.system.reasons import reason
from display.words import Text, text
from hal.pods.events import PodIdentity
from hal.pods.identity import HIGHEST_SEAT, is_identity
from hal.pods.identity import serial as known_serial
from values.fields import REQUIRED, MessageKind, optional, such, whole
from values.named_tuple import NamedTuple

FILE = "pods.json"
LARGEST = 100_000
"""Bytes of the file; a hundred pods take a tenth of that."""
MOST_PLACES = 64
"""Pods whose seats are remembered; those that were seated first are forgotten first."""
LONGEST_PLACE = 100
"""Letters of a USB socket's name."""


class _Place(NamedTuple):
    who: PodIdentity
    seat: Seat | None
    """None for a board that is everybody's, though another of its name has a seat."""


class PodSeats:
    """Pods and their seats. Without a path they are kept in memory only; a file that can't be read is an empty one.

    A pod is known by its identity: its seat goes with it from socket to socket. A board that can't be the one that was
    seated, or need not be, since another of that name is there, has no seat by its name alone: it is a stranger, until
    it is given a seat itself. Serial number and USB socket tell which board is which. Any thread may ask and seat.
    """

    def __init__(self, path: Path | None = None) -> None:
        self.trouble: Text | None = None
        """What went wrong with the file, for people to read."""
        self._path = path
        self._lock = threading.Lock()
        self._places: list[_Place] = []
        if path is not None:
            self._read(path)

    def pods(self) -> tuple[PodIdentity, ...]:
        """All that sit somewhere, there or not."""
        return tuple(place.who for place in self._places if place.seat is not None)

    def seat(self, who: PodIdentity, others: Sequence[PodIdentity] = ()) -> Seat | None:
        """Where a pod sits; None if it sits nowhere, or is a stranger. `others` are the other pods that are there."""
        place = self._place(who, others)
        return None if place is None else place.seat

    def stranger_to(self, who: PodIdentity, others: Sequence[PodIdentity] = ()) -> Seat | None:
        """The seat that a board of this name has, if it is not known that this is that board."""
        if self._place(who, others) is not None:
            return None
        alike = (place.seat for place in self._places if place.who.identity == who.identity)
        return next((seat for seat in alike if seat is not None), None)

    def assign(self, who: PodIdentity, seat: Seat | None, *, twins: bool = False) -> None:
        """Seat a pod, or with None take its seat away. `twins` says that another pod that may be it is there."""
        with self._lock:
            kept = [
                place for place in self._places if not place.who.may_be(who) or (twins and place.who.place != who.place)
            ]
            namesakes = any(place.who.identity == who.identity and place.seat is not None for place in kept)
            self._places = [*kept, _Place(who, seat)][-MOST_PLACES:] if seat is not None or namesakes else kept
            self._write()

    def _place(self, who: PodIdentity, others: Sequence[PodIdentity]) -> _Place | None:
        """What is remembered of this very board, if that is certain enough."""
        found = self._likely(who)
        if len(found) != 1:
            return None
        known = found[0].who
        certain = known.place == who.place or not any(other.may_be(known) for other in others)
        return found[0] if certain else None

    def _likely(self, who: PodIdentity) -> list[_Place]:
        """What may be remembered of a board: of its socket, else of its serial number, else of its name."""
        fits = [place for place in self._places if place.who.may_be(who)]
        here = [place for place in fits if place.who.place == who.place]
        numbered = [place for place in fits if who.serial and place.who.serial == who.serial]
        return here or numbered or fits

    def _read(self, path: Path) -> None:
        try:
            found = kept(path, LARGEST, lambda data: parsed(data, lambda found: list(map(_PLACE.read, found["pods"]))))
            self._places = found or []
        except OSError as error:
            self.trouble = text(
                "{file} can't be read: {reason}. Pods have no seats.", file=str(path), reason=reason(error)
            )
        except SpoiltFile as damaged:
            self.trouble = text(
                "{file} was damaged and is now {aside}. Give the pods their seats again, in the menu.",
                file=str(path),
                aside=damaged.aside,
            )

    def _write(self) -> None:
        if self._path is None:
            return
        import json

        pods = list(map(_PLACE.write, self._places))
        self.trouble = None
        try:
            atomicfile.write(self._path, (json.dumps({"pods": pods}, indent=1) + "\n").encode())
        except OSError as error:
            self.trouble = text(
                "{file} can't be written: {reason}. Seats of pods hold until the box is switched off.",
                file=str(self._path),
                reason=reason(error),
            )


_PLACE = MessageKind(
    "place",
    _Place,
    {
        "identity": such(is_identity),
        "place": such(lambda place: len(place) <= LONGEST_PLACE and place.isprintable()),
        "serial": such(lambda serial: serial == known_serial(serial))._replace(absent=""),
        "seat": optional(whole(HIGHEST_SEAT))._replace(absent=REQUIRED),
    },
    values=lambda place: (*place.who, place.seat),
    make=lambda identity, place, serial, seat: _Place(PodIdentity(identity, place, serial), seat),
)
