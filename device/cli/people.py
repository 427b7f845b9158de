"""`tablekeeper people`: lists and changes which names belong to which person."""

from __future__ import annotations

from pathlib import Path

from device.people.people import listed_names
from device.reports import changes
from device.reports.past_data import PastError, played_names, stored_people
from device.session.places import ChangeKind, PeopleChange
from device.system.not_done import NotDone
from device.system.printing import put_cells
from display.words import Language


def list_people(data: Path) -> None:
    """Print everybody, those who played last first: name, other spellings, and whether hidden."""
    people = stored_people(data)
    for person in map(people.find_person, listed_names(people, played_names(data))):
        put_cells((person.name, ", ".join(person.other_spellings), "hidden" if person.hidden else ""))


def change_people(language: Language, data: Path, action: str, names: list[str]) -> str:
    """Change the people, or undo a change. Returns a sentence that says what was done. Raises PastError."""
    name, other_name = (*names, "", "")[:2]
    try:
        return language.say(changes.make_change(data, PeopleChange(ChangeKind(action), name, other_name)))
    except NotDone as refused:
        raise PastError(language.say(refused.sentence)) from None
