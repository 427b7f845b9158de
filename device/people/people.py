"""People as values: who is behind which spelling of a name, and how that is changed.

Games keep the names that were played under; whose they are is said here, and nowhere else. A name that
nobody said anything about is a person of its own.
"""

from __future__ import annotations

from collections.abc import Iterable
from functools import cached_property

from device.contract.setup import TableSetup
from device.session.names import seen_key
from device.system.not_done import NotDone
from display.words import Text, text
from values.named_tuple import NamedTuple

MOST_PEOPLE = 1000
"""People that are kept; a club has a hundred."""

MOST_SPELLINGS = 100
"""Spellings of one person's name that are kept."""

_IDENTITY_BYTES = 4


class Person(NamedTuple):
    """One person. `spellings` are all names that are theirs, the first that is known first; `name` is one of them.

    Who is `hidden` is offered at no table and left out of lists; their games stay as they are.
    """

    name: str
    spellings: tuple[str, ...]
    hidden: bool = False

    @property
    def key(self) -> str:
        """What two spellings of their name of today have in common."""
        return seen_key(self.name)

    @property
    def identity(self) -> str:
        """What other programs know this person by: the same whatever the person is called later, in 8 letters."""
        from hashlib import blake2b  # OpenSSL comes with it, which a start has no use for

        return blake2b(seen_key(self.spellings[0]).encode(), digest_size=_IDENTITY_BYTES).hexdigest()


class People(NamedTuple):
    """Everybody of whom more is known than a name. No spelling is two people's."""

    persons: tuple[Person, ...] = ()

    @cached_property
    def _by_name(self) -> dict[str, Person]:
        return {seen_key(spelling): person for person in self.persons for spelling in person.spellings}

    def person(self, name: str) -> Person:
        """Whose name this is; a person of that name alone, if nothing else is known."""
        return self._by_name.get(seen_key(name)) or Person(name, (name,))

    @cached_property
    def hidden(self) -> frozenset[str]:
        """The names of those who are hidden."""
        return frozenset(person.name for person in self.persons if person.hidden)

    def added(self, name: str) -> People:
        """With somebody who has not played yet. Raises NotDone if the name is somebody's."""
        if seen_key(name) in self._by_name:
            self._refuse_taken(name)
        return self._with(Person(name, (name,)))

    def renamed(self, old: str, new: str) -> People:
        """With a person under another name, who keeps what was played under the old one.

        Raises NotDone if the new name is somebody else's.
        """
        person = self.person(old)
        known = self._by_name.get(seen_key(new))
        if known is not None and known != person:
            self._refuse_taken(new)
        spellings = person.spellings
        if all(seen_key(new) != seen_key(one) for one in spellings):
            if len(spellings) == MOST_SPELLINGS:
                raise NotDone(_too_many(old))
            spellings = (*spellings, new)
        return self._with(person._replace(name=new, spellings=spellings), person)

    def merged(self, other: str, into: str) -> People:
        """With two people as one, under the second name. Raises NotDone if they are one already."""
        leaving, staying = self.person(other), self.person(into)
        if leaving.key == staying.key:
            raise NotDone(text("{one} and {other} are one person already.", one=other, other=into))
        spellings = (*staying.spellings, *leaving.spellings)
        if len(spellings) > MOST_SPELLINGS:
            raise NotDone(_too_many(into))
        return self._with(staying._replace(spellings=spellings), leaving, staying)

    def with_hidden(self, name: str, hidden: bool) -> People:
        """With a person hidden, or shown again."""
        person = self.person(name)
        return self._with(person._replace(hidden=hidden), person)

    def split(self, spelling: str) -> People:
        """With a spelling as somebody of their own. Raises NotDone if it is the only one of its person."""
        person = self.person(spelling)
        key = seen_key(spelling)
        rest = tuple(one for one in person.spellings if seen_key(one) != key)
        if not rest:
            raise NotDone(text("{name} is one name of one person already.", name=spelling))
        name = person.name if person.key != key else rest[0]
        staying = person._replace(name=name, spellings=rest)
        return self._with(staying, person)._with(Person(spelling, (spelling,)))

    def without(self, name: str) -> People:
        """Without a person, of whom then nothing is known but what was played."""
        person = self.person(name)
        return people_of(tuple(one for one in self.persons if one != person))

    def _with(self, person: Person, *instead_of: Person) -> People:
        """With one person in the place of others, or after all."""
        kept = [one for one in self.persons if one not in instead_of]
        at = next((place for place, one in enumerate(self.persons) if one in instead_of), len(kept))
        kept.insert(at, person)
        if len(kept) > MOST_PEOPLE:
            raise NotDone(text("{most} people are known, as many as are kept.", most=MOST_PEOPLE))
        return people_of(tuple(kept))

    def _refuse_taken(self, name: str) -> None:
        person = self.person(name)
        raise NotDone(text("{name} is a name of {person} already: merge the two.", name=name, person=person.name))


def people_of(persons: tuple[Person, ...]) -> People:
    """Persons that were read, as people. Raises ValueError where a spelling is two people's."""
    people = People(persons)
    for person in persons:
        for spelling in person.spellings:
            if people._by_name[seen_key(spelling)] is not person:
                raise ValueError(spelling)
    return people


def _too_many(name: str) -> Text:
    return text("{name} has {most} spellings, as many as are kept.", name=name, most=MOST_SPELLINGS)


def known_names(people: People, played: Iterable[str]) -> tuple[str, ...]:
    """The names that a table is offered: each person once, by the name of today, and nobody who is hidden.

    `played` are the names that were played under, the latest first; who has not played yet comes last.
    """
    names = (people.person(name) for name in played)
    found = {person.name: None for person in (*names, *people.persons) if not person.hidden}
    return tuple(found)


def of_today(people: People, table: TableSetup | None) -> TableSetup | None:
    """A table of the past with everybody's name of today; as it was where two of its seats would be one person's."""
    if table is None:
        return None
    names = tuple(people.person(name).name for name in table.players)
    return table._replace(players=names) if len(set(names)) == len(names) else table
