"""Changes of who is who, checked against what was played."""

from __future__ import annotations

from pathlib import Path

from device.contract.refusal import Refused
from device.people.people import People, PeopleRefused
from device.people.store import PeopleError, PeopleStore
from device.reports.games import twice_in
from device.reports.reading import has_journal, past_journal, played_names
from device.session.archive import Change, PeopleChange
from device.session.names import check_name, seen_key
from display.words import ENGLISH, Text, text

_OF_TWO = (Change.RENAME, Change.MERGE)


class ChangeRefused(Exception):
    """A change that can't be made; `sentence` is for people."""

    def __init__(self, sentence: Text) -> None:
        super().__init__(ENGLISH.say(sentence))
        self.sentence = sentence


def make(data: Path, wanted: PeopleChange) -> Text:
    """Change who is who in a directory. Returns what was done. Raises ChangeRefused, and PastError of the journal."""
    store = PeopleStore(data)
    try:
        for name in (wanted.name, wanted.other) if wanted.change in _OF_TWO else (wanted.name,):
            check_name(name)
        with store.changing() as people:
            _check_known(data, people, wanted)
            changed = _changed(people, wanted)
            if wanted.change is Change.MERGE:
                _check_merged(data, changed, wanted.other)
            store.keep(changed)
    except Refused as refused:
        raise ChangeRefused(refused.refusal.sentence) from None
    except (PeopleRefused, PeopleError) as error:
        raise ChangeRefused(error.sentence) from None
    return _done(changed, wanted)


def _changed(people: People, wanted: PeopleChange) -> People:
    match wanted.change:
        case Change.ADD:
            return people.added(wanted.name)
        case Change.RENAME:
            return people.renamed(wanted.name, wanted.other)
        case Change.MERGE:
            return people.merged(wanted.name, into=wanted.other)
    return people.with_hidden(wanted.name, wanted.change is Change.HIDE)


def _done(people: People, wanted: PeopleChange) -> Text:
    name = people.person(wanted.name).name
    match wanted.change:
        case Change.ADD:
            return text("{name} is known now.", name=name)
        case Change.HIDE:
            return text("{name} is offered at no table from now on.", name=name)
        case Change.SHOW:
            return text("{name} is offered again.", name=name)
    return text("What {old} played is {name}'s now.", old=wanted.name, name=name)


def _check_known(data: Path, people: People, wanted: PeopleChange) -> None:
    """Refuse a name that nobody has played under, as a slip of the keyboard may be."""
    if wanted.change is Change.ADD:
        return
    known = {seen_key(name) for name in played_names(data)} | {
        seen_key(one) for person in people.persons for one in person.spellings
    }
    for name in (wanted.name, wanted.other) if wanted.change is Change.MERGE else (wanted.name,):
        if seen_key(name) not in known:
            raise ChangeRefused(text("Nobody has played as {name}; “tablekeeper people” lists everybody.", name=name))


def _check_merged(data: Path, people: People, name: str) -> None:
    """Refuse what would put one person twice into a game."""
    if not has_journal(data):
        return
    with past_journal(data) as journal:
        number = twice_in(journal, people, name)
    if number is not None:
        raise ChangeRefused(
            text("In game {number}, {name} would sit at two seats: these are two people.", number=number, name=name)
        )
