"""Changes to the list of people (rename, merge, split, hide, delete), checked against the games they played."""

from __future__ import annotations

from collections.abc import Iterator
from contextlib import contextmanager
from pathlib import Path

from device.contract.refusal import Refused
from device.people.people import People
from device.people.store import PeopleBefore, PeopleStore
from device.reports.games import first_game_with_both_names
from device.reports.reading import has_journal, never_played, past_journal
from device.session.archive import Change, PeopleChange
from device.session.names import check_name, seen_key
from device.system.not_done import NotDone
from display.words import Text, text

_OF_TWO = (Change.RENAME, Change.MERGE)


def make_change(data: Path, wanted: PeopleChange) -> Text:
    """Make a change to the people in `data`. Returns a sentence that says what was done.

    Raises NotDone. Raises PastError if the journal can't be read.
    """
    store = PeopleStore(data)
    with _refusals_as_errors(), store.changing() as people:
        if wanted.change is Change.UNDO:
            return _undo(store)
        changed = _check_and_change(data, people, wanted)
        store.keep(changed, (wanted.change.value, wanted.name, wanted.other))
        return _done_sentence(changed, wanted)


def check_change(data: Path, wanted: PeopleChange) -> None:
    """Check whether a change could be made. Raises NotDone if not, and PastError if the journal can't be read."""
    with _refusals_as_errors():
        _check_and_change(data, PeopleStore(data).people(), wanted)


def undo_sentence(data: Path) -> Text | None:
    """The sentence that describes the change that an undo would revert; None if there is no such change."""
    store = PeopleStore(data)
    before = store.undoable
    return None if before is None else _undone_sentence(store.people(), before)


@contextmanager
def _refusals_as_errors() -> Iterator[None]:
    """Convert Refused into NotDone, with the same sentence."""
    try:
        yield
    except Refused as refused:
        raise NotDone(refused.refusal.sentence) from None


def _undo(store: PeopleStore) -> Text:
    before = store.undoable
    if before is None:
        raise NotDone(text("There is nothing to take back."))
    said = _undone_sentence(store.people(), before)
    store.undo()
    return text("Taken back: {change}", change=said)


def _undone_sentence(people: People, before: PeopleBefore) -> Text:
    """The sentence that describes a change that an undo can revert."""
    word, name, other = (*before.change, "", "", "")[:3]
    try:
        return _done_sentence(people, PeopleChange(Change(word), name, other))
    except ValueError:  # a later version made it
        return text("the last change")


def _check_and_change(data: Path, people: People, wanted: PeopleChange) -> People:
    """Check a change, and return the people after it. Raises Refused, NotDone and PastError."""
    for name in (wanted.name, wanted.other) if wanted.change in _OF_TWO else (wanted.name,):
        check_name(name)
    _check_known(data, people, wanted)
    if wanted.change is Change.DELETE:
        _check_deleted(data, people, wanted.name)
    changed = _changed_people(people, wanted)
    if wanted.change is Change.MERGE:
        _check_merged(data, changed, wanted.other)
    return changed


def _changed_people(people: People, wanted: PeopleChange) -> People:
    match wanted.change:
        case Change.ADD:
            return people.added(wanted.name)
        case Change.RENAME:
            return people.renamed(wanted.name, wanted.other)
        case Change.MERGE:
            return people.merged(wanted.name, into=wanted.other)
        case Change.SPLIT:
            return people.split(wanted.name)
        case Change.DELETE:
            return people.without(wanted.name)
    return people.with_hidden(wanted.name, wanted.change is Change.HIDE)


def _done_sentence(people: People, wanted: PeopleChange) -> Text:
    name = people.person(wanted.name).name
    match wanted.change:
        case Change.ADD:
            return text("{name} is known now.", name=name)
        case Change.HIDE:
            return text("{name} is offered at no table from now on.", name=name)
        case Change.SHOW:
            return text("{name} is offered again.", name=name)
        case Change.SPLIT:
            return text("{name} is somebody of their own now.", name=wanted.name)
        case Change.DELETE:
            return text("{name}, who never played, is not known any more.", name=wanted.name)
    return text("What {old} played is {name}'s now.", old=wanted.name, name=name)


def _check_known(data: Path, people: People, wanted: PeopleChange) -> None:
    """Refuse a name under which nobody has played: it may be a typing error."""
    if wanted.change is Change.ADD:
        return
    known = {seen_key(one) for person in people.persons for one in person.spellings}
    names = (wanted.name, wanted.other) if wanted.change is Change.MERGE else (wanted.name,)
    others = [name for name in names if seen_key(name) not in known]
    unknown = never_played(data, people, others)
    for name in others:
        if name in unknown:
            raise NotDone(text("Nobody has played as {name}; “tablekeeper people” lists everybody.", name=name))


def _check_deleted(data: Path, people: People, name: str) -> None:
    """Refuse to delete a person who has played, even in a deleted game only: the games would still name the person."""
    if not never_played(data, people, (name,)):
        raise NotDone(text("{name} has played: hide them instead.", name=name))


def _check_merged(data: Path, people: People, name: str) -> None:
    """Refuse a merge after which one person would sit at two seats of the same game."""
    if not has_journal(data):
        return
    with past_journal(data) as journal:
        number = first_game_with_both_names(journal, people, name)
    if number is not None:
        raise NotDone(
            text("In game {number}, {name} would sit at two seats: these are two people.", number=number, name=name)
        )
