"""People as values: which spellings of names belong to which person, and the changes to that.

Games store the names under which people played. Only this data says to whom a name belongs. A name without an entry is
a person of its own.
"""

from __future__ import annotations

from collections.abc import Iterable
from functools import cached_property
from typing import NoReturn

from device.contract.setup import TableSetup
from device.session.names import alphabetical_key, visible_key
from device.system.not_done import NotDone
from display.words import Text, text
from values.named_tuple import NamedTuple

MAX_PEOPLE = 1000
"""Maximum number of people stored; a club has a hundred."""

MAX_SPELLINGS = 100
"""Maximum number of spellings of one person's name."""

HIDDEN_SENTENCE = text("Hidden: offered at no table, and shown in no statistics.")
"""What it means that a person is hidden."""

_IDENTITY_BYTES = 4


class Person(NamedTuple):
    """One person. `spellings` are all names of that person, the first known one first; `name` is one of them.

    A `hidden` person is offered at no table and left out of lists; the person's games stay as they are.
    """

    name: str
    spellings: tuple[str, ...]
    hidden: bool = False

    @property
    def key(self) -> str:
        """The normalized present name. To compare people, look both names up with `People.find_person`, and
        compare the keys."""
        return visible_key(self.name)

    @property
    def other_spellings(self) -> tuple[str, ...]:
        """All names of the person but the present one."""
        return tuple(spelling for spelling in self.spellings if spelling != self.name)

    @property
    def name_or_hidden(self) -> Text | str:
        """The present name, with “(hidden)” after it for a hidden person."""
        return text("{name} (hidden)", name=self.name) if self.hidden else self.name

    def with_spelling(self, spelling: str) -> Person:
        """The person with a further spelling of the name; unchanged if it is known already."""
        is_known = visible_key(spelling) in map(visible_key, self.spellings)
        return self if is_known else self._replace(spellings=(*self.spellings, spelling))

    @property
    def identity(self) -> str:
        """The person's identifier for other programs, in 8 hexadecimal digits.
        Renaming the person does not change it."""
        from hashlib import blake2b  # imported late: it brings OpenSSL, which a start does not need

        return blake2b(visible_key(self.spellings[0]).encode(), digest_size=_IDENTITY_BYTES).hexdigest()


class People(NamedTuple):
    """All people about whom more is known than a name. No spelling belongs to two people."""

    persons: tuple[Person, ...] = ()

    @cached_property
    def _by_name(self) -> dict[str, Person]:
        return {visible_key(spelling): person for person in self.persons for spelling in person.spellings}

    def find_person(self, name: str) -> Person:
        """The person with this name; a new person with only that name if none is known."""
        return self._by_name.get(visible_key(name)) or Person(name, (name,))

    @cached_property
    def hidden_names(self) -> frozenset[str]:
        """The names of the hidden people."""
        return frozenset(person.name for person in self.persons if person.hidden)

    def with_added(self, name: str) -> People:
        """The people with a new person who has not played yet. Raises NotDone if the name is known."""
        owner = self._by_name.get(visible_key(name))
        if owner is not None:
            raise NotDone(known_text(name, owner))
        return self._with(Person(name, (name,)))

    def with_renamed(self, old: str, new: str) -> People:
        """The people after renaming a person, who keeps the games played under the old name.

        Raises NotDone if the new name belongs to somebody else.
        """
        person = self.find_person(old)
        owner = self._by_name.get(visible_key(new))
        if owner is not None and owner != person:
            self.refuse_taken(new)
        renamed = person.with_spelling(new)._replace(name=new)
        if len(renamed.spellings) > MAX_SPELLINGS:
            raise NotDone(_too_many_names_text(old))
        return self._with(renamed, person)

    def with_spelling(self, name: str, spelling: str) -> People:
        """The people with a further spelling of a person's name; unchanged if somebody has it, or no more are kept."""
        person = self.find_person(name)
        extended = person.with_spelling(spelling)
        is_possible = visible_key(spelling) not in self._by_name and len(extended.spellings) <= MAX_SPELLINGS
        return self._with(extended, person) if is_possible and extended != person else self

    def with_merged(self, merged_name: str, remaining_name: str) -> People:
        """The people after merging two persons under the second name. Raises NotDone if they are the same person."""
        merged, remaining = self.find_person(merged_name), self.find_person(remaining_name)
        if merged.key == remaining.key:
            raise NotDone(text("{one} and {other} are one person already.", one=merged_name, other=remaining_name))
        spellings = (*remaining.spellings, *merged.spellings)
        if len(spellings) > MAX_SPELLINGS:
            raise NotDone(_too_many_names_text(remaining_name))
        return self._with(remaining._replace(spellings=spellings), merged, remaining)

    def with_hidden(self, name: str, hidden: bool) -> People:
        """The people with a person hidden, or shown again."""
        person = self.find_person(name)
        return self._with(person._replace(hidden=hidden), person)

    def with_split(self, spelling: str) -> People:
        """The people with a spelling as a person of its own. Raises NotDone if it is its person's only spelling."""
        person = self.find_person(spelling)
        key = visible_key(spelling)
        other_spellings = tuple(other for other in person.spellings if visible_key(other) != key)
        if not other_spellings:
            raise NotDone(text("{name} is one name of one person already.", name=spelling))
        name = person.name if person.key != key else other_spellings[0]
        remaining = person._replace(name=name, spellings=other_spellings)
        return self._with(remaining, person)._with(Person(spelling, (spelling,)))

    def with_removed(self, name: str) -> People:
        """The people without a person: only the games played under the name are left."""
        person = self.find_person(name)
        return people_from_persons(tuple(other for other in self.persons if other != person))

    def _with(self, person: Person, *instead_of: Person) -> People:
        """The people with one person in place of others, or added at the end."""
        persons = [other for other in self.persons if other not in instead_of]
        index = next((position for position, other in enumerate(self.persons) if other in instead_of), len(persons))
        persons.insert(index, person)
        if len(persons) > MAX_PEOPLE:
            raise NotDone(text("{most} people are known, as many as are kept.", most=MAX_PEOPLE))
        return people_from_persons(tuple(persons))

    def refuse_taken(self, name: str) -> NoReturn:
        """Raise NotDone for a name that somebody has already."""
        person = self.find_person(name)
        if visible_key(name) == person.key:
            raise NotDone(text("{name} is somebody else already: if both are one person, merge them.", name=name))
        raise NotDone(text("{name} is a name of {person} already: merge the two.", name=name, person=person.name))


def people_from_persons(persons: tuple[Person, ...]) -> People:
    """The people made of these persons. Raises ValueError if a spelling belongs to two of them."""
    people = People(persons)
    for person in persons:
        for spelling in person.spellings:
            if people._by_name[visible_key(spelling)] is not person:
                raise ValueError(spelling)
    return people


def known_text(name: str, person: Person) -> Text:
    """The sentence that a name is known, of a person who may be hidden."""
    if visible_key(name) != person.key:
        return text("{name} is known as another name of {person}.", name=name, person=person.name)
    if person.hidden:
        return text("{name} is hidden: have the name offered again.", name=person.name)
    return text("{name} is known already.", name=person.name)


def _too_many_names_text(name: str) -> Text:
    return text("{name} would have more than {most} names, as many as are kept.", name=name, most=MAX_SPELLINGS)


def known_names(people: People, played_names: Iterable[str]) -> tuple[str, ...]:
    """The names offered at a table: each person once, by the present name, without hidden people.

    `played_names` are those that games were played under, the latest first; people who have not played yet come last.
    """
    persons = (*(people.find_person(name) for name in played_names), *people.persons)
    present_names: dict[str, str] = {}
    for person in persons:
        if not person.hidden:
            present_names.setdefault(person.key, person.name)  # games may be played as “françois” and “François”
    return tuple(present_names.values())


def listed_names(people: People, played_names: Iterable[str]) -> tuple[str, ...]:
    """The names in lists of everybody: `known_names`, and then those of hidden people in alphabetical order."""
    return (*known_names(people, played_names), *sorted(people.hidden_names, key=alphabetical_key))


def with_current_names(people: People, table: TableSetup | None) -> TableSetup | None:
    """The setup of a past game with people's present names; None if somebody is hidden, or would have two seats."""
    if table is None:
        return None
    persons = tuple(map(people.find_person, table.players))
    names = tuple(person.name for person in persons)
    is_offered = len(set(names)) == len(names) and not any(person.hidden for person in persons)
    return table._replace(players=names) if is_offered else None
