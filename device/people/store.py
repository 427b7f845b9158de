"""The file of people: `people.json` in the data directory, there whole or not at all whenever the power goes."""

from __future__ import annotations

from collections.abc import Iterator
from contextlib import contextmanager, suppress
from pathlib import Path
from typing import Any

from device.contract.refusal import Refused
from device.people.people import MOST_PEOPLE, MOST_SPELLINGS, People, Person, people_of
from device.session.names import check_name, seen_key
from device.system import atomicfile, files
from device.system.kept_json import SpoiltFile, kept, parsed
from device.system.not_done import NotDone
from device.system.reasons import reason, unwritten
from display.words import Text, text
from values.fields import FLAG, FieldKind, MessageKind, many, such, words
from values.named_tuple import NamedTuple

FILE = "people.json"
MOST_UNDONE = 10
"""Changes that can be taken back, one after the other."""

LARGEST = 4_000_000
"""Bytes of the file; a thousand people take a tenth of that."""


class PeopleBefore(NamedTuple):
    """What people were before a change: its word and its names, as whoever made it gave them."""

    people: People
    change: tuple[str, ...]


class PeopleStore:
    """The people of a data directory. Whoever asks reads the file anew if somebody else has written it since."""

    def __init__(self, directory: Path) -> None:
        self._path = directory / FILE
        self._read_at: tuple[int, ...] | None = None
        self._people = People()
        self._before: tuple[PeopleBefore, ...] = ()
        self.trouble: Text | None = None
        """Why nothing is known of people, though there is a file; it was set aside."""

    def people(self) -> People:
        """Everybody that the file knows; nobody, if it can't be read or makes no sense: see `trouble`."""
        stamp = files.stamp(self._path)
        if stamp != self._read_at or stamp is None:
            self._read_at, self._people, self._before = stamp, People(), ()
            if stamp is not None:
                self._read()
        return self._people

    @property
    def undoable(self) -> PeopleBefore | None:
        """What an undo would bring again; None if there is nothing to take back."""
        self.people()
        return self._before[-1] if self._before else None

    def keep(self, people: People, change: tuple[str, ...] = ()) -> None:
        """Write people down, such that it outlives a power cut. Raises NotDone; what was there is then kept.

        With a `change`, an undo can take it back, as it can the few before it.
        """
        now = self.people()
        before = (*self._before, PeopleBefore(now, change)) if change else ()
        self._write(people, before[-MOST_UNDONE:])

    def undo(self) -> None:
        """Bring again what was there before the last change that is not undone. Raises NotDone."""
        self.people()
        *before, last = self._before
        self._write(last.people, tuple(before))

    def _write(self, people: People, before: tuple[PeopleBefore, ...]) -> None:
        try:
            atomicfile.write(self._path, _written(people, before))
        except OSError as error:
            raise NotDone(unwritten(self._path, error)) from error
        self._read_at, self._people, self._before, self.trouble = files.stamp(self._path), people, before, None

    @contextmanager
    def changing(self) -> Iterator[People]:
        """The people to change and `keep` again, while nobody else changes them. Raises NotDone."""
        try:
            with atomicfile.changing(self._path.parent):
                yield self.people()
        except OSError as error:
            raise NotDone(unwritten(self._path, error)) from error

    def _read(self) -> None:
        self.trouble = None
        try:
            found = kept(self._path, LARGEST, lambda data: (parse(data), _before(data)))
        except OSError as error:
            self.trouble = text("{file} can't be read: {reason}.", file=str(self._path), reason=reason(error))
        except SpoiltFile as damaged:
            self.trouble = text(
                "{file} was damaged and is now {aside}. Games are as they were; who is who has to be said again.",
                file=str(self._path),
                aside=damaged.aside,
            )
        else:
            self._people, self._before = found or (People(), ())


def parse(data: bytes) -> People:
    """The people of a file's content. Raises ValueError if it makes no sense."""
    return parsed(data, lambda found: _people(found["people"]))


def _before(data: bytes) -> tuple[PeopleBefore, ...]:
    """What people were before the changes that a file tells of, the last one last. Without it people are who they are;
    only an undo has nothing to bring again."""
    with suppress(ValueError):
        return parsed(data, lambda found: tuple(map(_one_before, found.get("before", ())[-MOST_UNDONE:])))
    return ()


def _one_before(found: Any) -> PeopleBefore:
    return PeopleBefore(_people(found["people"]), tuple(map(_WORD.read, found["change"])))


def _people(found: Any) -> People:
    return people_of(_PEOPLE.read(found))


def _written(people: People, before: tuple[PeopleBefore, ...]) -> bytes:
    """The file of people, with as many of the changes before as leave it small."""
    import json  # most tables have no such file to begin with

    found: dict[str, object] = {"people": _PEOPLE.write(people.persons)}
    if before:
        found["before"] = [{"change": each.change, "people": _PEOPLE.write(each.people.persons)} for each in before]
    data = (json.dumps(found, ensure_ascii=False, indent=1) + "\n").encode()
    return data if len(data) <= LARGEST or not before else _written(people, before[1:])


def _is_name(found: Any) -> bool:
    try:
        check_name(found)
    except Refused:
        return False
    return True


def _contradiction(person: Person) -> str:
    """Of the spellings, of which the name is one, no two are the same."""
    keys = {seen_key(spelling) for spelling in person.spellings}
    return "" if len(keys) == len(person.spellings) and seen_key(person.name) in keys else "spellings"


_WORD = words(LARGEST)
_NAME = such(lambda found: _WORD.read(found) is not None and _is_name(found))
_PERSON = MessageKind(
    "person",
    Person,
    {"name": _NAME, "spellings": many(_NAME, MOST_SPELLINGS), "hidden": FLAG._replace(absent=False)},
    _contradiction,
)
_PEOPLE = many(FieldKind(_PERSON.read, _PERSON.write), MOST_PEOPLE)
