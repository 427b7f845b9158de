"""`tablekeeper people`: who is behind which names."""

from __future__ import annotations

from pathlib import Path

from device.contract.refusal import Refused
from device.people.people import People, PeopleRefused, known_names
from device.people.store import PeopleError, PeopleStore
from device.reports.games import twice_in
from device.reports.reading import PastError, kept_people, past_journal, played_names
from device.session.names import check_name, seen_key
from device.system.printing import put_cells
from display.words import Language, Text, text


def list_people(data: Path) -> None:
    """Print everybody, the latest who played first: name, other spellings, whether hidden."""
    people = kept_people(data)
    for name in (*known_names(people, played_names(data)), *sorted(people.hidden)):
        person = people.person(name)
        others = [spelling for spelling in person.spellings if spelling != name]
        put_cells((name, ", ".join(others), "hidden" if person.hidden else ""))


def change_people(language: Language, data: Path, action: str, names: list[str]) -> str:
    """Add, rename, merge, hide or show people. Returns what was done, in a sentence. Raises PastError."""
    store = PeopleStore(data)
    try:
        for name in names:
            check_name(name)
        with store.changing() as people:
            _check_known(language, data, people, names[:1] if action in ("rename", "hide", "show") else names, action)
            changed = _changed(people, action, names)
            if action == "merge":
                _check_merged(language, data, changed, names[1])
            store.keep(changed)
    except Refused as refused:
        raise PastError(language.say(refused.refusal.sentence)) from None
    except (PeopleRefused, PeopleError) as error:
        raise PastError(language.say(error.sentence)) from None
    return language.say(_done(changed, action, names))


def _changed(people: People, action: str, names: list[str]) -> People:
    match action:
        case "add":
            return people.added(names[0])
        case "rename":
            return people.renamed(names[0], names[1])
        case "merge":
            return people.merged(names[0], into=names[1])
    return people.with_hidden(names[0], action == "hide")


def _done(people: People, action: str, names: list[str]) -> Text:
    name = people.person(names[0]).name
    match action:
        case "add":
            return text("{name} is known now.", name=name)
        case "hide":
            return text("{name} is offered at no table from now on.", name=name)
        case "show":
            return text("{name} is offered again.", name=name)
    return text("What {old} played is {name}'s now.", old=names[0], name=name)


def _check_known(language: Language, data: Path, people: People, names: list[str], action: str) -> None:
    """Refuse a name that nobody has played under, as a slip of the keyboard may be."""
    if action == "add":
        return
    known = {seen_key(name) for name in played_names(data)} | {
        seen_key(one) for person in people.persons for one in person.spellings
    }
    for name in names:
        if seen_key(name) not in known:
            sentence = text("Nobody has played as {name}; “tablekeeper people” lists everybody.", name=name)
            raise PastError(language.say(sentence))


def _check_merged(language: Language, data: Path, people: People, name: str) -> None:
    """Refuse what would put one person twice into a game."""
    with past_journal(data) as journal:
        number = twice_in(journal, people, name)
    if number is not None:
        sentence = text(
            "In game {number}, {name} would sit at two seats: these are two people.", number=number, name=name
        )
        raise PastError(language.say(sentence))
