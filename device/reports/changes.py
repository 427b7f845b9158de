"""Changes to the list of people (rename, merge, split, hide, delete), checked against the games they played."""

from __future__ import annotations

from collections.abc import Iterator
from contextlib import contextmanager, suppress
from pathlib import Path

from device.contract.refusal import Refused
from device.people.people import People, Person, known_text, listed_names
from device.people.store import PeopleStore, UndoablePeople
from device.reports.games import latest_game_with_both_names
from device.reports.past_data import PastError, has_journal, names_without_games, past_journal, played_names
from device.session import session as sessions
from device.session.names import check_name, similar_name, visible_key
from device.session.places import ChangeKind, PeopleChange
from device.system.not_done import NotDone
from display.words import Text, text
from values.named_tuple import NamedTuple

_WITH_OTHER_NAME = (ChangeKind.RENAME, ChangeKind.MERGE)


def make_change(data: Path, change: PeopleChange) -> Text:
    """Make a change to the people in `data`. Returns a sentence that says what was done.

    Raises NotDone. Raises PastError if the journal can't be read.
    """
    store = PeopleStore(data)
    with _refused_as_not_done(), store.lock_for_change() as people:
        if change.kind is ChangeKind.UNDO:
            return _undo(data, store, change.name)
        new_people = _check_and_change(data, people, change)
        store.save(new_people, (change.kind.value, change.name, change.other_name))
        sentence, person = _done_sentence(new_people, change), new_people.find_person(change.other_name or change.name)
        match change.kind:
            case ChangeKind.ADD:
                return _with_similar_name(sentence, new_people, person, data)
            case ChangeKind.RENAME:
                sentence = _with_similar_name(sentence, new_people, person, data)
                return _with_name_at_table(sentence, person, data)
            case ChangeKind.HIDE:
                return _with_seat_at_table(sentence, new_people, person, data)
        return sentence


def check_change(data: Path, change: PeopleChange) -> None:
    """Check whether a change could be made. Raises NotDone if not, and PastError if the journal can't be read."""
    with _refused_as_not_done():
        _check_and_change(data, PeopleStore(data).people(), change)


class NextUndo(NamedTuple):
    """The change to people that an undo would revert, as a sentence, and the one that will say that it was undone.

    `request` asks for the undo of this change, and of no other: somebody may make one meanwhile.
    """

    sentence: Text
    undone_sentence: Text
    request: PeopleChange


def next_undo(data: Path) -> NextUndo | None:
    """The change that an undo would revert; None if there is no such change. Raises PastError."""
    store = PeopleStore(data)
    undoable = store.next_undo
    if undoable is None:
        return None
    change = _change_of(undoable)
    sentence, played_name = _sentence_or_unknown(store.people(), change), _new_name_in_games(data, change)
    request = PeopleChange(ChangeKind.UNDO, _change_key(undoable))
    return NextUndo(sentence, _undone_sentence(sentence, change, played_name), request)


@contextmanager
def _refused_as_not_done() -> Iterator[None]:
    """Convert Refused into NotDone, with the same sentence."""
    try:
        yield
    except Refused as refused:
        raise NotDone(refused.refusal.sentence) from None


def _change_key(undoable: UndoablePeople) -> str:
    return " ".join(undoable.change).strip()


def _undo(data: Path, store: PeopleStore, change_key: str) -> Text:
    """Undo the last change; if there is a `change_key`, only one with that key. Raises NotDone.

    Whoever has played since under a name stays the same person, and in the lists.
    """
    undoable = store.next_undo
    if undoable is None:
        raise NotDone(text("There is nothing to take back."))
    if change_key not in ("", _change_key(undoable)):
        raise NotDone(text("Something else has been changed since. Load the page anew."))
    change = _change_of(undoable)
    sentence, played_name = _sentence_or_unknown(store.people(), change), _new_name_in_games(data, change)
    if change is not None and change.kind is ChangeKind.RENAME and played_name:
        store.undo(lambda people: people.with_spelling(change.name, played_name))
    else:
        store.undo()
    return _undone_sentence(sentence, change, played_name)


def _change_of(undoable: UndoablePeople) -> PeopleChange | None:
    """The change that an undo can revert; None if a later version made it."""
    kind, name, other_name = (*undoable.change, "", "", "")[:3]
    try:
        return PeopleChange(ChangeKind(kind), name, other_name)
    except ValueError:
        return None


def _sentence_or_unknown(people: People, change: PeopleChange | None) -> Text:
    """The sentence that describes a change that was made, also an unknown one."""
    return text("the last change") if change is None else _done_sentence(people, change)


def _new_name(change: PeopleChange | None) -> str:
    """The name that a change introduces; "" for none."""
    if change is None:
        return ""
    return {ChangeKind.ADD: change.name, ChangeKind.RENAME: change.other_name}.get(change.kind, "")


def _new_name_in_games(data: Path, change: PeopleChange | None) -> str:
    """The name that a change has introduced, if there is a game by it, or somebody sits at the table by it; else ""."""
    name = _new_name(change)
    if not name:
        return ""
    is_at_table = visible_key(name) in map(visible_key, _names_at_table(data))
    return name if is_at_table or not names_without_games(data, People(), (name,)) else ""


def _undone_sentence(done_sentence: Text, change: PeopleChange | None, played_name: str) -> Text:
    """The sentence that a change was undone, and what stays of it because somebody has played since."""
    sentence = text("Taken back: {change}", change=done_sentence)
    if not played_name:
        return sentence
    if change is not None and change.kind is ChangeKind.ADD:
        return text("{sentence} {name} has played since, and stays in the lists.", sentence=sentence, name=played_name)
    return text("{sentence} Games played as {name} stay theirs.", sentence=sentence, name=played_name)


def _check_and_change(data: Path, people: People, change: PeopleChange) -> People:
    """Check a change, and return the people after it. Raises Refused, NotDone and PastError."""
    for name in (change.name, change.other_name) if change.kind in _WITH_OTHER_NAME else (change.name,):
        check_name(name)
    _check_no_number(change)
    _check_known(data, people, change)
    if change.kind is ChangeKind.DELETE:
        _check_deletion(data, people, change.name)
    new_people = _changed_people(people, change)
    if change.kind is ChangeKind.ADD and visible_key(change.name) in map(visible_key, played_names(data)):
        raise NotDone(known_text(change.name, people.find_person(change.name)))
    _check_needed(people.find_person(change.name), change)
    if change.kind is ChangeKind.MERGE:
        _check_merge(data, new_people, change.other_name)
    if change.kind is ChangeKind.RENAME:
        _check_new_name(data, people, change)
    return new_people


def _changed_people(people: People, change: PeopleChange) -> People:
    match change.kind:
        case ChangeKind.ADD:
            return people.with_added(change.name)
        case ChangeKind.RENAME:
            return people.with_renamed(change.name, change.other_name)
        case ChangeKind.MERGE:
            return people.with_merged(change.name, remaining_name=change.other_name)
        case ChangeKind.SPLIT:
            return people.with_split(change.name)
        case ChangeKind.DELETE:
            return people.with_removed(change.name)
    return people.with_hidden(change.name, change.kind is ChangeKind.HIDE)


def _done_sentence(people: People, change: PeopleChange) -> Text:
    person = people.find_person(change.name)
    name = person.name
    match change.kind:
        case ChangeKind.ADD:
            return text("{name} is known now.", name=name)
        case ChangeKind.HIDE:
            return text(
                "{name} is offered at no table from now on, and shown in no statistics. The games stay, and count for"
                " the others.",
                name=name,
            )
        case ChangeKind.SHOW:
            return text("{name} is offered again.", name=name)
        case ChangeKind.SPLIT:
            return text("{name} is somebody of their own now.", name=change.name)
        case ChangeKind.DELETE:
            return text("{name}, who never played, is not known any more.", name=change.name)
        case ChangeKind.RENAME:
            return text("{old} is now called {name}.", old=change.name, name=name)
    if person.hidden:
        return text("{old} is one person with {name} now, who is hidden.", old=change.name, name=name)
    return text("{old} and {name} are one person now, called {name}.", old=change.name, name=name)


def _with_name_at_table(sentence: Text, person: Person, data: Path) -> Text:
    """The sentence that says that a person was renamed, and that the game at the table keeps an older name if it has
    one."""
    for name in _names_at_table(data):
        if visible_key(name) != person.key and visible_key(name) in map(visible_key, person.spellings):
            return text("{sentence} The game on the panel keeps the name {name}.", sentence=sentence, name=name)
    return sentence


def _with_similar_name(sentence: Text, people: People, person: Person, data: Path) -> Text:
    """The sentence that names somebody, with somebody else whose name is so similar that both may be one person."""
    names = listed_names(people, played_names(data))
    similar = similar_name(person.name, (name for name in names if people.find_person(name).key != person.key))
    if similar is None:
        return sentence
    return text(
        "{sentence} {name} is somebody else: if both are one person, merge them.", sentence=sentence, name=similar
    )


def _with_seat_at_table(sentence: Text, people: People, person: Person, data: Path) -> Text:
    """The sentence that says that a person was hidden, and, of somebody who sits at the table, stays there."""
    names: tuple[str, ...] = ()
    with suppress(PastError):  # the person is hidden already
        names = _names_at_table(data)
    if person.key not in (people.find_person(name).key for name in names):
        return sentence
    return text(
        "{sentence} At the table {name} stays seated, also when the same people play again.",
        sentence=sentence,
        name=person.name,
    )


def _check_new_name(data: Path, people: People, renaming: PeopleChange) -> None:
    """Refuse a new name under which somebody else has played: the two would be one person, without a question."""
    name = renaming.other_name
    is_own = people.find_person(name).key == people.find_person(renaming.name).key
    if not is_own and not names_without_games(data, people, (name,)):
        people.refuse_taken(name)


def _check_no_number(change: PeopleChange) -> None:
    """Refuse a number as a new name: games would take it for a seat of somebody without a name."""
    name = _new_name(change)
    if name.isdecimal():
        raise NotDone(text("“{name}” would be the number of a seat: it counts as nobody.", name=name))


def _check_known(data: Path, people: People, change: PeopleChange) -> None:
    """Refuse a name under which nobody has played: it may be a typing error."""
    if change.kind is ChangeKind.ADD:
        return
    known_keys = {visible_key(spelling) for person in people.persons for spelling in person.spellings}
    names = (change.name, change.other_name) if change.kind is ChangeKind.MERGE else (change.name,)
    unlisted = [name for name in names if visible_key(name) not in known_keys]
    names_unplayed = names_without_games(data, people, unlisted)
    for name in unlisted:
        if name in names_unplayed:
            raise NotDone(text("Nobody has played as {name}; “tablekeeper people” lists everybody.", name=name))


def _check_needed(person: Person, change: PeopleChange) -> None:
    """Refuse a change that is made already, as in another browser: an undo of it would say what is not so."""
    if change.kind is ChangeKind.HIDE and person.hidden:
        raise NotDone(text("{name} is hidden already.", name=person.name))
    if change.kind is ChangeKind.SHOW and not person.hidden:
        raise NotDone(text("{name} is not hidden.", name=person.name))
    if change.kind is ChangeKind.RENAME and change.other_name == person.name:
        raise NotDone(text("{name} is called so already.", name=person.name))


def _check_deletion(data: Path, people: People, name: str) -> None:
    """Refuse to delete a person who has played, even in a deleted game only: the games would still name the person."""
    if not names_without_games(data, people, (name,)):
        raise NotDone(text("{name} has played: hide them instead.", name=name))


def _names_at_table(data: Path) -> tuple[str, ...]:
    """The names of those who sit at the table, or sit down there now."""
    if not has_journal(data):
        return ()
    with past_journal(data) as journal:
        game = journal.current_game()
        return () if game is None else sessions.read(journal.counting_rows(game)).sessions[-1].names


def _check_merge(data: Path, people: People, name: str) -> None:
    """Refuse a merge after which one person would sit at two seats of the same game."""
    if not has_journal(data):
        return
    with past_journal(data) as journal:
        number = latest_game_with_both_names(journal, people, name)
        if number is not None:
            raise NotDone(
                text("In game {number}, {name} would sit at two seats: these are two people.", number=number, name=name)
            )
    seated_keys = [people.find_person(seated).key for seated in _names_at_table(data)]
    if len(set(seated_keys)) < len(seated_keys):
        raise NotDone(text("At the table, {name} would sit at two seats: these are two people.", name=name))
