"""Opens the journal of past games and the people file of a data directory, for reports and exports."""

from __future__ import annotations

from collections.abc import Collection, Iterator
from contextlib import closing, contextmanager
from pathlib import Path

from device import games
from device.games import game_order
from device.history.past_game import PastGame
from device.journal.errors import JournalError, journal_errors, partial_warning
from device.journal.store import FILE_NAME, Journal
from device.people.people import People
from device.people.store import PeopleStore
from device.reports.games import past_game, past_games
from device.system import files
from device.system.printing import complain
from display.words import ENGLISH, Text, text


class PastError(Exception):
    """The journal can't be read, so a request for past games can't be answered. The message is a full sentence."""


def stored_people(data: Path) -> People:
    """The people of a directory. If their file can't be read, a complaint is printed."""
    store = PeopleStore(data)
    people = store.people()
    if store.trouble is not None:
        complain(ENGLISH.say(store.trouble))
    return people


def people_trouble(data: Path) -> Text | None:
    """Why the people of a directory can't be read; None if they can. While they can't, nobody has a second name."""
    store = PeopleStore(data)
    store.people()
    return store.trouble


def partly_read_text(journal: Journal) -> Text | None:
    """The sentence that a journal is shown in part only, and why; None if all of it can be read."""
    trouble = journal.trouble
    return None if trouble is None else text("{trouble} This is what can be read of it.", trouble=trouble)


@contextmanager
def past_journal(data: Path) -> Iterator[Journal]:
    """The journal, open for reading. Raises PastError if it can't be read."""
    games.set_formerly_installed(game_order.load_order(data).games)
    try:
        with closing(Journal.open_to_read(data)) as journal:
            if journal.trouble is not None:
                complain(partial_warning(data, is_unread=journal.is_incomplete))
            yield journal
    except JournalError as error:
        raise PastError(str(error)) from None


def read_game(data: Path, number: int) -> PastGame | None:
    """The past game with that number; None if nothing was declared in it.
    Raises ValueError if there is no such game, GameDeleted, and PastError."""
    with past_journal(data) as journal:
        return past_game(journal, stored_people(data), number)


def has_journal(data: Path) -> bool:
    """Whether a directory has a journal. Raises PastError if this user has no right to look."""
    path = data / FILE_NAME
    try:
        with journal_errors(path):
            return files.is_file(path)
    except JournalError as error:
        raise PastError(str(error)) from None


def played_names(data: Path) -> tuple[str, ...]:
    """All names that people have played under, without those of deleted games, the latest first.
    It is empty if there is no journal."""
    if not has_journal(data):
        return ()
    with past_journal(data) as journal:
        return played_names_in(journal)


def names_without_games(data: Path, people: People, names: Collection[str]) -> frozenset[str]:
    """Those of these people who have never played, not even in a deleted game.
    Raises PastError if the journal is unreadable."""
    keys_without_games = {people.find_person(name).key for name in names}
    if keys_without_games and has_journal(data):
        with past_journal(data) as journal:
            for game in past_games(journal, people, include_deleted=True):
                keys_without_games -= {people.find_person(name).key for name in _names_of(game)}
                if not keys_without_games:
                    break
    return frozenset(name for name in names if people.find_person(name).key in keys_without_games)


def played_names_in(journal: Journal) -> tuple[str, ...]:
    """All names that people have played under, from an open journal, the latest first. Raises JournalError."""
    return tuple(dict.fromkeys(name for game in past_games(journal, People()) for name in _names_of(game)))


def _names_of(game: PastGame) -> Iterator[str]:
    """The names of a game's players, without unnamed ones, whose names are only the numbers of their seats."""
    return (seat.name for seat in game.result.seats if not seat.name.isdecimal())
