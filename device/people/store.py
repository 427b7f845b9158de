"""PeopleStore: reads and writes the people of a data directory, in `people.json`, which is replaced atomically."""

from __future__ import annotations

from collections.abc import Callable, Iterator
from contextlib import contextmanager, suppress
from pathlib import Path
from typing import Any

from device.contract.refusal import Refused
from device.people.people import MAX_PEOPLE, MAX_SPELLINGS, People, Person, people_from_persons
from device.session.names import check_name, visible_key
from device.system import atomicfile, files
from device.system.error_reasons import unread_sentence
from device.system.json_files import DamagedFile, load_or_set_aside, not_done_if_unwritable, parse_json
from device.system.not_done import NotDone
from display.words import Text, text
from values.fields import BOOLEAN, FieldKind, MessageKind, any_text, list_of, valid_if
from values.named_tuple import NamedTuple

FILE_NAME = "people.json"
MAX_UNDOABLE = 10
"""Maximum number of changes that can be undone, one after the other."""

MAX_FILE_BYTES = 4_000_000
"""Maximum size of the file in bytes; a thousand people take a tenth of that."""


class UndoablePeople(NamedTuple):
    """The people before a change, and that change: its kind and names, as given by the caller."""

    people: People
    change: tuple[str, ...]


class PeopleStore:
    """The people of a data directory. The file is read again if another process has changed it."""

    def __init__(self, directory: Path) -> None:
        self._path = directory / FILE_NAME
        self._stamp_read: tuple[int, ...] | None = None
        self._read_fault: Text | None = None
        self._people = People()
        self._undoable: tuple[UndoablePeople, ...] = ()
        self.trouble: Text | None = None
        """Why the last reading of an existing file failed; a damaged one has been set aside. None if all is well."""

    def people(self) -> People:
        """All people in the file; none if it can't be read or is invalid: see `trouble`."""
        stamp = files.file_stamp(self._path)
        if stamp != self._stamp_read or stamp is None:
            # A stamp is also missing if the disk fails: only reading tells that from a missing file.
            self._stamp_read, self._people, self._undoable = stamp, People(), ()
            self._read()
        return self._people

    @property
    def next_undo(self) -> UndoablePeople | None:
        """The state that an undo would restore; None if there is nothing to undo."""
        self.people()
        return self._undoable[-1] if self._undoable else None

    def save(self, people: People, change: tuple[str, ...] = ()) -> None:
        """Write the people, so that they survive a power cut. Raises NotDone; the previous content then stays.

        With a `change`, an undo can revert it, and also the few before it.
        """
        present_people = self._people_to_change()
        earlier_states = (*self._undoable, UndoablePeople(present_people, change)) if change else ()
        self._write(people, earlier_states[-MAX_UNDOABLE:])

    def undo(self, adapt: Callable[[People], People] = lambda people: people) -> None:
        """Restore the people from before the last change that is not undone, as `adapt` returns them; it also adapts
        what further undos will restore. Raises NotDone."""
        self._people_to_change()
        *earlier_states, last = (before._replace(people=adapt(before.people)) for before in self._undoable)
        self._write(last.people, tuple(earlier_states))

    def _people_to_change(self) -> People:
        """Raises NotDone if the file is there and can't be read: what is in it must not be written over."""
        people = self.people()
        if self._read_fault is not None:
            raise NotDone(self._read_fault)
        return people

    def _write(self, people: People, earlier_states: tuple[UndoablePeople, ...]) -> None:
        with not_done_if_unwritable(self._path):
            atomicfile.replace_file(self._path, _file_content(people, earlier_states))
        self._stamp_read, self._people, self._undoable = files.file_stamp(self._path), people, earlier_states
        self.trouble = None

    @contextmanager
    def lock_for_change(self) -> Iterator[People]:
        """The people, to be changed and written with `save`, while no other process can change them. Raises NotDone."""
        with not_done_if_unwritable(self._path), atomicfile.locked_directory(self._path.parent):
            yield self._people_to_change()

    def _read(self) -> None:
        self.trouble = self._read_fault = None
        try:
            content = load_or_set_aside(
                self._path, MAX_FILE_BYTES, lambda data: (parse_people(data), _parse_undoable(data))
            )
        except OSError as error:
            self.trouble = self._read_fault = unread_sentence(self._path, error)
            self._stamp_read = None
        except DamagedFile as damaged:
            self.trouble = text(
                "{file} was damaged and is now {aside}. Games are as they were; who is who has to be said again.",
                file=str(self._path),
                aside=damaged.new_name,
            )
        else:
            self._people, self._undoable = content or (People(), ())


def parse_people(data: bytes) -> People:
    """Parse a file's content. Raises ValueError if it is invalid."""
    return parse_json(data, lambda fields: _parse_persons(fields["people"]))


def _parse_undoable(data: bytes) -> tuple[UndoablePeople, ...]:
    """The people before each of the file's last changes, the last one last.
    If this part is invalid, undo is not possible."""
    with suppress(ValueError):
        return parse_json(data, lambda file: tuple(map(_parse_one_undoable, file.get("before", ())[-MAX_UNDOABLE:])))
    return ()


def _parse_one_undoable(fields: Any) -> UndoablePeople:
    return UndoablePeople(_parse_persons(fields["people"]), tuple(map(_WORD.parse, fields["change"])))


def _parse_persons(values: Any) -> People:
    return people_from_persons(_PEOPLE.parse(values))


def _file_content(people: People, earlier_states: tuple[UndoablePeople, ...]) -> bytes:
    """The file's content, with as many of the earlier states as fit."""
    import json  # imported late: most tables have no such file

    content: dict[str, object] = {"people": _PEOPLE.to_json(people.persons)}
    if earlier_states:
        content["before"] = [
            {"change": state.change, "people": _PEOPLE.to_json(state.people.persons)} for state in earlier_states
        ]
    data = (json.dumps(content, ensure_ascii=False, indent=1) + "\n").encode()
    return data if len(data) <= MAX_FILE_BYTES or not earlier_states else _file_content(people, earlier_states[1:])


def _is_name(value: Any) -> bool:
    try:
        check_name(value)
    except Refused:
        return False
    return True


def _contradiction(person: Person) -> str:
    """The name of an invalid field: the name must be one of the spellings, and no two spellings may be the same."""
    keys = {visible_key(spelling) for spelling in person.spellings}
    return "" if len(keys) == len(person.spellings) and visible_key(person.name) in keys else "spellings"


_WORD = any_text(MAX_FILE_BYTES)
_NAME = valid_if(lambda value: _WORD.parse(value) is not None and _is_name(value))
_PERSON = MessageKind(
    "person",
    Person,
    {"name": _NAME, "spellings": list_of(_NAME, MAX_SPELLINGS), "hidden": BOOLEAN._replace(default=False)},
    _contradiction,
)
_PEOPLE = list_of(FieldKind(_PERSON.parse, _PERSON.to_json), MAX_PEOPLE)
