"""The pages about people on the panel: everybody, one person, spelling a name, and the outcome of a change."""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from dataclasses import replace
from pathlib import Path
from typing import Any

from device.contract.keycodes import LAST_LIST_SLOT, NONE, Cell, Choice, Layout, Level
from device.contract.number_pad import NUMBERS_ON_PAD, pad
from device.history.past_game import compact_games
from device.history.statistics import statistics
from device.people.people import HIDDEN_SENTENCE, People, Person, listed_names
from device.people.store import PeopleStore
from device.reports import changes
from device.reports.games import GameFilter, past_games
from device.reports.past_data import has_journal, names_without_games, past_journal, played_names, stored_people
from device.reports.statistics_pages import page_part
from device.reports.text_lines import person_facts
from device.session.places import (
    ArchivePage,
    ChangeKind,
    ChangePlace,
    PeopleChange,
    PeoplePlace,
    PersonPlace,
    SpellPlace,
)
from device.system.not_done import NotDone
from display.vocabulary import Notice, Paragraphs, Tone
from display.words import Several, Text, text

SPELLING_CELL = Cell.DC
"""The cell that leads to spelling a name, the same as on the page for seating people."""

_NO_NAMES = text(
    "Names are listed once they are spelled here, or once something is declared in a game that is played under them."
)


def people_page(data: Path, place: PeoplePlace, max_choices: int) -> ArchivePage:
    """The page of people, those who played last first, then hidden ones.
    The user chooses whom to view, or with whom to merge."""
    people = stored_people(data)
    names = listed_names(people, played_names(data))
    if place.person_to_merge is not None:
        merging = people.find_person(place.person_to_merge)
        names = tuple(name for name in names if people.find_person(name).key != merging.key)
    shown_names, next_page = page_part(names, place.page, min(max_choices, NUMBERS_ON_PAD))
    choices = [
        Choice(slot, people.find_person(name).name_or_hidden, _place_of_person(place, name))
        for slot, name in enumerate(shown_names, 1)
    ]
    link_choices: list[Choice[Any]] = []
    if place.person_to_merge is None:
        link_choices.append(Choice(int(SPELLING_CELL), text("spell a name"), SpellPlace(None, parent=place)))
        if PeopleStore(data).next_undo is not None:
            undo_place = ChangePlace(PeopleChange(ChangeKind.UNDO), parent=place)
            link_choices.append(Choice(NONE, text("undo a change"), undo_place))
    level: Level[Any] = pad("people", text("people"), choices, link_choices, by_heart=False)
    next_place = None if next_page is None else replace(place, page=next_page)
    question, body = _question_about(place, names)
    return ArchivePage(place, text("People"), question, body, level, next_page=next_place)


def _question_about(place: PeoplePlace, names: Sequence[str]) -> tuple[Text, Paragraphs | None]:
    """The question about these people; if there are none, also what that means."""
    if place.person_to_merge is not None:
        question = text("Whose are the games of {name} as well?", name=place.person_to_merge)
        return question, None if names else Paragraphs((text("Nobody else is listed yet."),))
    return (text("Which person?"), None) if names else (text("Nobody is listed yet"), Paragraphs((_NO_NAMES,)))


def _place_of_person(place: PeoplePlace, name: str) -> PersonPlace | ChangePlace:
    if place.person_to_merge is None:
        return PersonPlace(name, parent=place)
    return ChangePlace(PeopleChange(ChangeKind.MERGE, place.person_to_merge, name), parent=place.parent)


def person_page(data: Path, place: PersonPlace, _: int) -> ArchivePage:
    """The page of one person: results, names, and possible changes."""
    people = stored_people(data)
    person = people.find_person(place.name)
    change_kind, label = (ChangeKind.SHOW, text("offer again")) if person.hidden else (ChangeKind.HIDE, text("hide"))
    choices: list[Choice[Any]] = [
        Choice(0, text("another name"), SpellPlace(person.name, parent=place)),
        Choice(1, text("is the same as somebody else"), PeoplePlace(0, person.name, parent=place)),
        Choice(2, label, ChangePlace(PeopleChange(change_kind, person.name), parent=place)),
        *_rare_choices(data, people, person, place),
    ]
    level: Level[Any] = Level("person", text("what to do"), Layout.LIST, tuple(choices))
    body = Paragraphs(tuple(_person_lines(data, people, person)))
    return ArchivePage(place, text("People"), text("About {name}", name=person.name), body, level)


def _rare_choices(data: Path, people: People, person: Person, place: PersonPlace) -> Iterator[Choice[Any]]:
    """The changes that are rarely possible: to delete a person who has never played, and to split off a name."""
    if names_without_games(data, people, (person.name,)):
        yield Choice(3, text("delete"), ChangePlace(PeopleChange(ChangeKind.DELETE, person.name), parent=place))
    for slot, spelling in zip(range(4, LAST_LIST_SLOT + 1), person.other_spellings, strict=False):
        split_place = ChangePlace(PeopleChange(ChangeKind.SPLIT, spelling), parent=place)
        yield Choice(slot, text("{name} is somebody else", name=spelling), split_place)


def _person_lines(data: Path, people: People, person: Person) -> list[Text]:
    """Lines about a person: results, other names, and whether the person is hidden."""
    lines = _played_lines(data, people, person)
    if person.other_spellings:
        lines.append(text("Also played as {names}.", names=Several(person.other_spellings)))
    if person.hidden:
        lines.append(HIDDEN_SENTENCE)
    if not lines:
        lines.append(text("No game counts for this person yet."))
    return lines


def _played_lines(data: Path, people: People, person: Person) -> list[Text]:
    if not has_journal(data):
        return []
    with past_journal(data) as journal:
        everybody = statistics(compact_games(past_games(journal, people, GameFilter(player=person.name)))).people
    own_statistics = (one for one in everybody if people.find_person(one.name).key == person.key)
    return [fact for one in own_statistics for fact in person_facts(one)]


def spelling_page(_: Path, place: SpellPlace, __: int) -> ArchivePage:
    """The page on which a name is spelled letter by letter."""
    question = text("Spell the name: {spelled}", spelled=f"{place.spelled}_")
    return ArchivePage(place, text("People"), question, spelled=place.spelled)


def change_page(data: Path, place: ChangePlace, max_choices: int) -> ArchivePage:
    """Make a change. Returns the page of the person, or of everybody after a deletion or an undo. If the change can't
    be made: the page of the person from which it was asked for, or of everybody, with the reason."""
    change = place.change
    person_place = place.parent if isinstance(place.parent, PersonPlace) else None
    try:
        notice = Notice(Tone.INFORMATION, text("Done"), (changes.make_change(data, change),))
    except NotDone as refused:
        notice = Notice(Tone.REFUSAL, text("Not possible"), (refused.sentence,))
    else:
        parent = PeoplePlace() if person_place is None else person_place.parent
        has_person = change.kind not in (ChangeKind.DELETE, ChangeKind.UNDO)
        person_place = PersonPlace(change.other_name or change.name, parent=parent) if has_person else None
    if person_place is None:
        return replace(people_page(data, PeoplePlace(), max_choices), notice=notice)
    return replace(person_page(data, person_place, max_choices), notice=notice)
