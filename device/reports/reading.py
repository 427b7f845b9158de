"""The journal and the people of a data directory, for whoever asks of the past."""

from __future__ import annotations

from collections.abc import Iterator
from contextlib import closing, contextmanager
from pathlib import Path

from device.journal.errors import JournalError, partial, sentences
from device.journal.store import FILE, Journal
from device.people.people import People
from device.people.store import PeopleStore
from device.reports.games import past_games
from device.system import files
from device.system.printing import complain
from display.words import ENGLISH


class PastError(Exception):
    """What was asked for can't be done; the message is a sentence."""


def kept_people(data: Path) -> People:
    """The people of a directory; what is wrong with their file is complained of."""
    store = PeopleStore(data)
    people = store.people()
    if store.trouble is not None:
        complain(ENGLISH.say(store.trouble))
    return people


@contextmanager
def past_journal(data: Path) -> Iterator[Journal]:
    """The journal for reading. Raises PastError for whatever is wrong with it."""
    try:
        with closing(Journal.read(data)) as journal:
            if journal.trouble is not None:
                complain(partial(data, unread=journal.unread))
            yield journal
    except JournalError as error:
        raise PastError(str(error)) from None


def has_journal(data: Path) -> bool:
    """Whether a directory has a journal. Raises PastError where this user may not look into it."""
    path = data / FILE
    try:
        with sentences(path):
            return files.is_file(path)
    except JournalError as error:
        raise PastError(str(error)) from None


def played_names(data: Path, *, deleted: bool = False) -> tuple[str, ...]:
    """The names that were played under, the latest first; none where there is no journal. Those of games that were
    deleted are left out unless they are asked for."""
    if not has_journal(data):
        return ()
    with past_journal(data) as journal:
        return names_in(journal, deleted=deleted)


def names_in(journal: Journal, *, deleted: bool = False) -> tuple[str, ...]:
    """The same of a journal that is open. Raises JournalError."""
    seats = (seat for game in past_games(journal, People(), deleted=deleted) for seat in game.result.seats)
    return tuple(dict.fromkeys(seat.name for seat in seats if not seat.name.isdecimal()))
