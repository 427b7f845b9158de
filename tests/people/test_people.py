"""Who is behind which name: renamed, merged, hidden, kept in a file, and offered to a table."""

from __future__ import annotations

import json
import os
from pathlib import Path

import pytest
from hypothesis import given
from hypothesis import strategies as st

from device.people.people import MAX_SPELLINGS, People, Person, known_names
from device.people.store import FILE_NAME, MAX_UNDOABLE, PeopleStore, parse_people
from device.reports.changes import make_change
from device.session.places import ChangeKind, PeopleChange
from device.system import files
from device.system.not_done import NotDone
from display.words import ENGLISH
from tests.non_empty import non_empty
from tests.system.failing_reads import unreadable

NAMES = ("Ann", "Bo", "Cléo", "cléo ", "ANN", "Dan", "Eve")


def test_name_of_which_nothing_is_known_is_a_person_of_its_own() -> None:
    assert People().find_person("Ann") == Person("Ann", ("Ann",))


def test_who_is_renamed_keeps_what_was_played_under_the_old_name() -> None:
    people = People().with_renamed("Ann", "Anna")
    assert people.find_person("Ann").name == people.find_person("anna").name == "Anna"
    assert people.find_person("Ann").identity == Person("Ann", ("Ann",)).identity


def test_name_can_be_spelled_otherwise() -> None:
    people = People().with_renamed("ann", "Ann")
    assert people.find_person("ANN") == Person("Ann", ("ann",)) or people.find_person("ANN").name == "Ann"
    assert len(people.with_renamed("Ann", "Ann").persons) == 1


def test_somebody_elses_name_is_refused() -> None:
    people = People().with_added("Bo").with_renamed("Ann", "Anna")
    with pytest.raises(NotDone, match="merge"):
        people.with_renamed("Bo", "Ann")


def said_of(data: Path, kind: ChangeKind, *names: str) -> str:
    return ENGLISH.say(make_change(data, PeopleChange(kind, *names)))


def test_whoever_gets_a_name_like_somebody_elses_is_told_so(tmp_path: Path) -> None:
    """Elise was called Élise without a word, beside an Élise: their games were counted apart, or mistaken."""
    assert said_of(tmp_path, ChangeKind.ADD, "Élise") == "Élise is known now."
    similar = "Élise is somebody else: if both are one person, merge them."
    assert said_of(tmp_path, ChangeKind.ADD, "Elise") == f"Elise is known now. {similar}"
    said_of(tmp_path, ChangeKind.ADD, "Thomas")
    said_of(tmp_path, ChangeKind.HIDE, "Thomas")
    said_of(tmp_path, ChangeKind.ADD, "Bo")
    assert "Thomas is somebody else" in said_of(tmp_path, ChangeKind.RENAME, "Bo", "Tomas")
    assert said_of(tmp_path, ChangeKind.RENAME, "Elise", "ELISE") == f"Elise is now called ELISE. {similar}"


def test_somebody_who_is_known_is_not_added(tmp_path: Path) -> None:
    """Whoever wrote a name that was known was told to merge it: there were no two people."""
    people = People().with_added("Bo").with_renamed("Ann", "Anna").with_hidden("Cleo", True)
    for name, sentence in (
        ("bo", "Bo is known already."),
        ("Ann", "Ann is known as another name of Anna."),
        ("Cleo", "Cleo is hidden: have the name offered again."),
    ):
        with pytest.raises(NotDone) as refused:
            people.with_added(name)
        assert ENGLISH.say(refused.value.sentence) == sentence


@pytest.mark.parametrize(
    "change", [PeopleChange(ChangeKind.ADD, "7"), PeopleChange(ChangeKind.RENAME, "Ann", "7")], ids=["add", "rename"]
)
def test_a_number_is_no_name_of_a_person(change: PeopleChange, tmp_path: Path) -> None:
    """“7 is known now” was said, and whoever sat down as 7 counted as nobody."""
    PeopleStore(tmp_path).save(People().with_added("Ann"))
    with pytest.raises(NotDone) as refused:
        make_change(tmp_path, change)
    assert ENGLISH.say(refused.value.sentence) == "“7” would be the number of a seat: it counts as nobody."


def test_two_people_with_more_names_than_are_kept_are_not_merged() -> None:
    """“Bo has 100 spellings, as many as are kept” was said of somebody who had one."""
    names = tuple(f"Ann {number}" for number in range(MAX_SPELLINGS))
    people = People((Person(names[0], names), Person("Bo", ("Bo",))))
    with pytest.raises(NotDone) as refused:
        people.with_merged(names[0], remaining_name="Bo")
    assert ENGLISH.say(refused.value.sentence) == "Bo would have more than 100 names, as many as are kept."


def test_a_person_gets_no_more_spellings_than_a_file_may_have() -> None:
    """After an undo, the file could not be read for the undo before it."""
    names = tuple(f"Ann {number}" for number in range(MAX_SPELLINGS))
    people = People((Person(names[0], names),))
    assert people.with_spelling(names[0], "Anna") == people


def test_two_spellings_of_one_person_become_one() -> None:
    people = People().with_merged("Tom", remaining_name="Thomas")
    assert people.find_person("Tom") == people.find_person("Thomas") == Person("Thomas", ("Thomas", "Tom"))
    with pytest.raises(NotDone, match="already"):
        people.with_merged("Thomas", remaining_name="Tom")
    with pytest.raises(NotDone, match="already"):
        People().with_merged("Tom", remaining_name="TOM")


def test_a_name_is_split_off_from_the_person_whose_it_was_taken_for() -> None:
    people = People().with_merged("Tom", remaining_name="Thomas").with_split("Tom")
    assert people.find_person("Thomas") == Person("Thomas", ("Thomas",))
    assert people.find_person("Tom") == Person("Tom", ("Tom",))
    whole = People().with_renamed("Ann", "Anna").with_split("Anna")
    assert (whole.find_person("Ann").name, whole.find_person("Anna").name) == ("Ann", "Anna")
    with pytest.raises(NotDone, match="already"):
        people.with_split("Tom")


def test_who_is_deleted_is_not_known_any_more() -> None:
    people = People().with_added("Eve").with_added("Fay")
    assert people.with_removed("Eve") == People().with_added("Fay")
    assert known_names(people.with_removed("Eve"), ("Ann",)) == ("Ann", "Fay")


def test_changes_are_undone_one_after_the_other_whoever_asks(tmp_path: Path) -> None:
    made = [People()]
    for name in ("Ann", "Bo", "Cleo"):
        made.append(made[-1].with_added(name))
        PeopleStore(tmp_path).save(made[-1], ("add", name, ""))
    for after in non_empty(made[-2::-1]):
        store = PeopleStore(tmp_path)
        before = store.next_undo
        assert before is not None
        assert before.people == after
        store.undo()
        assert PeopleStore(tmp_path).people() == after
    assert PeopleStore(tmp_path).next_undo is None


def test_no_more_changes_are_kept_than_can_be_undone(tmp_path: Path) -> None:
    store, people = PeopleStore(tmp_path), People()
    for number in range(MAX_UNDOABLE + 3):
        people = people.with_added(f"Player {number}")
        store.save(people, ("add", f"Player {number}", ""))
    for _ in range(MAX_UNDOABLE):
        store.undo()
    assert PeopleStore(tmp_path).next_undo is None
    assert len(PeopleStore(tmp_path).people().persons) == 3


@pytest.mark.parametrize(
    "before",
    ['"x"', '[{"people": [{"name": 3}], "change": []}]', '[{"people": [], "change": [7]}]', "[1]", "{}", "null"],
)
def test_what_people_were_before_may_make_no_sense_and_people_are_who_they_are(tmp_path: Path, before: str) -> None:
    people = '[{"name": "Ann", "spellings": ["Ann"]}]'
    (tmp_path / FILE_NAME).write_text(f'{{"people": {people}, "before": {before}}}', encoding="utf-8")
    store = PeopleStore(tmp_path)
    assert store.people().persons == (Person("Ann", ("Ann",)),)
    assert (store.next_undo, store.trouble) == (None, None)


def test_a_person_whose_name_was_typed_in_lower_case_once_is_one() -> None:
    """“françois” and “François” stood on the page of people, and were “one person already” when they were merged."""
    assert known_names(People(), ("françois", "Ann", "François")) == ("françois", "Ann")


def test_table_is_offered_each_person_once_the_latest_first_and_nobody_who_is_hidden() -> None:
    people = People().with_merged("Tom", remaining_name="Thomas").with_hidden("Bo", True).with_added("New")
    assert known_names(people, ("Ann", "Tom", "Bo", "Thomas", "Cleo")) == ("Ann", "Thomas", "Cleo", "New")
    assert "Bo" in known_names(people.with_hidden("Bo", False), ("Bo",))


@given(
    st.lists(st.tuples(st.sampled_from(("rename", "merge", "hide")), st.sampled_from(NAMES), st.sampled_from(NAMES)))
)
def test_no_spelling_is_ever_two_peoples_and_none_is_lost(changes: list[tuple[str, str, str]]) -> None:
    people, said = People(), set()
    for change, one, other in changes:
        try:
            match change:
                case "rename":
                    people = people.with_renamed(one, other)
                case "merge":
                    people = people.with_merged(one, other)
                case _:
                    people = people.with_hidden(one, True)
        except NotDone:
            continue
        said |= {one} | ({other} if change != "hide" else set())
        if change != "hide":
            assert people.find_person(one) == people.find_person(other)
    assert all(_has(people.find_person(name), name) for name in said)
    assert parse_people(json.dumps({"people": [_kept(person) for person in people.persons]}).encode()) == people


def _has(person: Person, name: str) -> bool:
    return name.casefold().strip() in {spelling.casefold().strip() for spelling in person.spellings}


def _kept(person: Person) -> dict[str, object]:
    return {"name": person.name, "spellings": list(person.spellings), "hidden": person.hidden}


def test_people_are_kept_and_read_by_whoever_asks_after(tmp_path: Path) -> None:
    writer, reader = PeopleStore(tmp_path), PeopleStore(tmp_path)
    assert reader.people() == People()
    with writer.lock_for_change() as people:
        writer.save(people.with_renamed("Ann", "Anna"))
    assert reader.people().find_person("Ann").name == "Anna"
    with writer.lock_for_change() as people:
        writer.save(people.with_hidden("Anna", True))
    assert reader.people().hidden_names == {"Anna"}
    assert (tmp_path / FILE_NAME).stat().st_mode & 0o077 == 0


def test_nobody_else_changes_people_meanwhile(tmp_path: Path) -> None:
    one, other = PeopleStore(tmp_path), PeopleStore(tmp_path)
    with one.lock_for_change(), pytest.raises(NotDone, match="Try again"), other.lock_for_change():
        raise AssertionError("two at once")


SPOILT = [
    b"", b"{", b"[]", b'{"people": {}}', b'{"people": [1]}', b'{"people": [{"name": "Ann", "spellings": []}]}',
    b'{"people": [{"name": "Ann", "spellings": ["Bo"]}]}',
    b'{"people": [{"name": "Ann", "spellings": ["Ann", "ann"]}]}',
    b'{"people": [{"name": "A", "spellings": ["A"]}, {"name": "B", "spellings": ["B", "a"]}]}',
    b'{"people": [{"name": "game", "spellings": ["game"]}]}',
    b'{"people": [{"name": "\\ud800", "spellings": ["\\ud800"]}]}',
    b'{"people": [{"name": "A", "spellings": ["A"], "hidden": 1}]}', b"[" * 100_000, b"\xff", b"9" * 10_000,
    json.dumps({"people": [{"name": "A" * 101, "spellings": ["A" * 101]}]}).encode(),
    json.dumps({"people": [{"name": f"A{n}", "spellings": [f"A{n}"]} for n in range(1001)]}).encode(),
]  # fmt: skip


@pytest.mark.parametrize("data", SPOILT, ids=lambda data: data[:30].decode("ascii", "replace"))
def test_file_that_makes_no_sense_is_set_aside_and_people_are_told(tmp_path: Path, data: bytes) -> None:
    (tmp_path / FILE_NAME).write_bytes(data)
    store = PeopleStore(tmp_path)
    assert store.people() == People()
    assert store.trouble is not None
    assert (tmp_path / f"{FILE_NAME}.damaged").read_bytes() == data
    store.save(People().with_added("Ann"))
    assert store.trouble is None
    assert PeopleStore(tmp_path).people() == People().with_added("Ann")


def test_pipe_in_the_place_of_the_file_is_not_waited_for(tmp_path: Path) -> None:
    os.mkfifo(tmp_path / FILE_NAME)
    store = PeopleStore(tmp_path)
    assert store.people() == People()
    assert store.trouble is not None


def test_directory_that_cant_be_written_to_is_named(tmp_path: Path) -> None:
    (tmp_path / "file").touch()
    store = PeopleStore(tmp_path / "file")
    with pytest.raises(NotDone, match="can't be written"):
        store.save(People())


def test_people_who_cannot_be_read_just_now_are_not_written_over(tmp_path: Path) -> None:
    """Who is who was lost with the first change after a start."""
    PeopleStore(tmp_path).save(People().with_added("Ann"))
    store = PeopleStore(tmp_path)
    with (
        unreadable(FILE_NAME),
        pytest.raises(NotDone, match=r"can't be read: the disk fails."),
        store.lock_for_change() as people,
    ):
        store.save(people.with_added("Bo"))
    with store.lock_for_change() as people:
        store.save(people.with_added("Bo"))
    assert PeopleStore(tmp_path).people() == People().with_added("Ann").with_added("Bo")
    assert store.trouble is None


@pytest.mark.parametrize("change", [PeopleChange(ChangeKind.UNDO, ""), PeopleChange(ChangeKind.HIDE, "Ann")])
def test_whoever_changes_people_who_cannot_be_read_is_told_that(tmp_path: Path, change: PeopleChange) -> None:
    """It said that there is nothing to take back, and that nobody has played as Ann."""
    PeopleStore(tmp_path).save(People().with_added("Ann"), ("add", "Ann"))
    with unreadable(FILE_NAME), pytest.raises(NotDone, match=r"can't be read: the disk fails."):
        make_change(tmp_path, change)


def test_people_of_whom_not_even_the_file_can_be_found_just_now_are_not_written_over(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    """A disk that fails to say when the file was written was taken for one that has none."""
    PeopleStore(tmp_path).save(People().with_added("Ann"))
    with unreadable(FILE_NAME), monkeypatch.context() as patch:
        patch.setattr(files, "file_stamp", lambda _: None)
        with pytest.raises(NotDone, match=r"can't be read: the disk fails."):
            PeopleStore(tmp_path).save(People().with_added("Bo"))
    assert PeopleStore(tmp_path).people() == People().with_added("Ann")
