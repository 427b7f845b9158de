"""Which pod sits where, remembered from evening to evening."""

from __future__ import annotations

import threading
from contextlib import suppress
from pathlib import Path
from typing import NamedTuple

from device.contract.setup import Seat
from device.journal import errors
from device.system import atomicfile, files
from display.words import Text, text
from hal.pods.news import Who

FILE = "pods.json"
LARGEST = 100_000
"""Bytes of the file; a hundred pods take a tenth of that."""
HIGHEST = 15
"""The highest seat, from 0, that a file may name."""


class _Place(NamedTuple):
    who: Who
    seat: Seat


class PodSeats:
    """Pods and their seats. Without a path they are kept in memory only; a file that can't be read is an empty one.

    A pod is known by its identity. Where two have one identity, the USB socket tells which is which. Any thread may ask
    and seat.
    """

    def __init__(self, path: Path | None = None) -> None:
        self.trouble: Text | None = None
        """What went wrong with the file, for people to read."""
        self._path = path
        self._lock = threading.Lock()
        self._places: list[_Place] = []
        if path is not None:
            self._read(path)

    def pods(self) -> tuple[Who, ...]:
        """All that sit somewhere, there or not."""
        return tuple(place.who for place in self._places)

    def seat(self, who: Who) -> Seat | None:
        """Where a pod sits; None if it sits nowhere, or nobody can tell which of two it is."""
        alike = [place for place in self._places if place.who.identity == who.identity]
        exact = [place for place in alike if place.who == who]
        found = exact or (alike if len(alike) == 1 else [])
        return found[0].seat if found else None

    def assign(self, who: Who, seat: Seat | None, *, twins: bool = False) -> None:
        """Seat a pod, or with None take its seat away. `twins` says that another pod of its identity is there."""
        with self._lock:
            kept = [
                place for place in self._places if place.who != who and (twins or place.who.identity != who.identity)
            ]
            self._places = kept if seat is None else [*kept, _Place(who, seat)]
            self._write()

    def _read(self, path: Path) -> None:
        import json  # a table without pods has no such file

        try:
            data = files.read(path, LARGEST + 1)
        except FileNotFoundError:
            return
        except OSError as error:
            self.trouble = text(
                "{file} can't be read: {reason}. Pods have no seats.", file=str(path), reason=errors.reason(error)
            )
            return
        try:
            if len(data) > LARGEST:
                raise ValueError(path)
            self._places = [_place(one) for one in json.loads(data)["pods"]]
        except (ValueError, TypeError, KeyError, RecursionError):
            self._set_aside(path)

    def _set_aside(self, path: Path) -> None:
        aside = path.with_name(path.name + ".damaged")
        with suppress(OSError):
            path.replace(aside)
        self.trouble = text(
            "{file} was damaged and is now {aside}. Give the pods their seats again, in the menu.",
            file=str(path),
            aside=aside.name,
        )

    def _write(self) -> None:
        if self._path is None:
            return
        import json

        pods = [{"identity": who.identity, "place": who.place, "seat": seat} for who, seat in self._places]
        self.trouble = None
        try:
            atomicfile.write(self._path, (json.dumps({"pods": pods}, indent=1) + "\n").encode())
        except OSError as error:
            self.trouble = text(
                "{file} can't be written: {reason}. Seats of pods hold until the box is switched off.",
                file=str(self._path),
                reason=errors.reason(error),
            )


def _place(found: object) -> _Place:
    """A place of the file. Raises ValueError, TypeError or KeyError."""
    if not isinstance(found, dict):
        raise TypeError(found)
    identity, place, seat = found["identity"], found["place"], found["seat"]
    if not isinstance(identity, str) or not isinstance(place, str):
        raise TypeError(found)
    if type(seat) is not int or not 0 <= seat <= HIGHEST:
        raise ValueError(found)
    return _Place(Who(identity, place), seat)
