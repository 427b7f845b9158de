"""Whose names a table offers, while people are renamed, merged and hidden by whoever may: one person, one name."""

from __future__ import annotations

from collections.abc import Callable, Iterator
from pathlib import Path

import pytest

from device.cli.commands import main
from device.people.people import People
from device.people.store import PeopleStore
from device.reports.changes import make_change
from device.session.keyscript import key_script
from device.session.places import ChangeKind, PeopleChange
from device.system.not_done import NotDone
from display.words import ENGLISH
from hal.keys.keys import Gesture, Key, Press
from hal.table.table import Event, WakeUp, WordsTyped
from tests.table.answered_tables import AnsweredTable
from tests.table.tables import Mock, play

GAME = ("game no-thanks", "players Ann Bo Cy", "set rounds 1", "set detail points")
ROUND = ("Ann points 10", "Bo points 20", "Cy points 30")


def played(data: Path) -> None:
    play(data, list(key_script("\n".join((*GAME, *ROUND)).encode())))


def asked(mock: Mock) -> dict[str, str]:
    """What the page offers, with its keys."""
    grid = mock.page().keymap.level
    assert grid is not None
    return {ENGLISH.say(cell.label): cell.code for cell in grid.cells}


@pytest.mark.parametrize("roster", [(), ("Ann", "Bo", "Cy")], ids=["no roster", "a roster"])
def test_who_was_renamed_while_the_box_was_off_is_one_person(
    tmp_path: Path, roster: tuple[str, ...], capsys: pytest.CaptureFixture[str]
) -> None:
    played(tmp_path)
    assert main(["people", "rename", "Ann", "Anna", "--data", str(tmp_path)]) == 0
    capsys.readouterr()
    mock = Mock(tmp_path, ["hold C", "A"], roster=roster).run()
    mock = Mock(tmp_path, [*asked(mock)["No Thanks!"]], roster=roster).run()
    assert "Anna, Bo and Cy" in asked(mock), "the people of last time"
    mock = Mock(tmp_path, [*asked(mock)["3"]], roster=roster).run()
    assert {"Anna", "Bo", "Cy"} <= set(asked(mock))
    assert "Ann" not in asked(mock)


@pytest.mark.parametrize(
    ("change", "gone", "there"),
    [
        (lambda people: people.with_renamed("Ann", "Anna"), "Ann", "Anna"),
        (lambda people: people.with_merged("Bo", "Cy"), "Bo", "Cy"),
        (lambda people: people.with_hidden("Bo", True), "Bo", "Ann"),
        (lambda people: people.with_added("Dora"), "", "Dora"),
    ],
    ids=["renamed", "merged", "hidden", "added"],
)
def test_a_change_from_elsewhere_is_there_with_the_next_press(
    tmp_path: Path, change: Callable[[People], People], gone: str, there: str
) -> None:
    """The table runs all the while: somebody else writes the file of people between two presses."""
    played(tmp_path)
    mock = Mock(tmp_path, ["hold C", "A"]).run()
    mock = Mock(tmp_path, [*asked(mock)["No Thanks!"]]).run()
    three = asked(mock)["3"]
    store = PeopleStore(tmp_path)
    running = Mock(tmp_path, [*three])
    store.save(change(store.people()))
    running.run()
    names = asked(running)
    assert (gone in names, there in names) == (False, True)


def test_the_people_of_last_time_are_not_offered_together_with_somebody_who_was_hidden(tmp_path: Path) -> None:
    """The page said that Maël is offered at no table, and the table offered “François, Maël and Élise”."""
    played(tmp_path)
    make_change(tmp_path, PeopleChange(ChangeKind.HIDE, "Bo"))
    mock = Mock(tmp_path, ["hold C", "A"]).run()
    mock = Mock(tmp_path, [*asked(mock)["No Thanks!"]]).run()
    assert "3" in asked(mock)
    assert not any("Bo" in label for label in asked(mock))


def test_whoever_is_hidden_at_the_table_stays_seated_which_is_said(tmp_path: Path) -> None:
    """“Offered at no table from now on” was said of Bo, and the final sheet's “same people” seated Bo again."""
    played(tmp_path)
    told = "At the table Bo stays seated, also when the same people play again."
    assert told in make_change_and_say(tmp_path, PeopleChange(ChangeKind.HIDE, "Bo"))

    def answers(table: AnsweredTable) -> Iterator[Event]:
        yield Press(Key.C, Gesture.HOLD, 0.0)
        yield table.point("same people, another game")

    assert AnsweredTable(tmp_path, answers).controller.session.names == ("Ann", "Bo", "Cy")


def test_a_typed_name_that_differs_by_an_accent_is_asked_about(tmp_path: Path) -> None:
    """“Élise” seated Elise without a word: whoever types an accent means it."""
    PeopleStore(tmp_path).save(People().with_added("Elise"))
    words = ("No Thanks!", "3", "Élise", "no", "ELISE")
    table = AnsweredTable(tmp_path, lambda table: iter(map(WordsTyped, words)))
    assert table.controller.session.names == ("Élise", "Elise")
    PeopleStore(tmp_path / "curled").save(People().with_added("O'Brien"))
    curled = ("No Thanks!", "3", "O\N{RIGHT SINGLE QUOTATION MARK}Brien")
    table = AnsweredTable(tmp_path / "curled", lambda table: iter(map(WordsTyped, curled)))
    assert table.controller.session.names == ("O'Brien",)


def test_whoever_sits_down_by_a_hidden_name_is_told_so(tmp_path: Path) -> None:
    PeopleStore(tmp_path).save(People().with_added("Bo").with_hidden("Bo", True))
    table = AnsweredTable(tmp_path, lambda table: iter(map(WordsTyped, ("No Thanks!", "3", "Bo"))))
    notice = table.controller.page().notice
    assert notice is not None
    assert ENGLISH.say(notice.title) == "Bo (hidden)"
    assert "Hidden: offered at no table, and shown in no statistics." in map(ENGLISH.say, notice.lines)
    assert table.controller.session.names == ("Bo",)


CHANGES = (
    PeopleChange(ChangeKind.ADD, "Dora"),
    PeopleChange(ChangeKind.RENAME, "Ann", "Anna"),
    PeopleChange(ChangeKind.MERGE, "Dora", "Bo"),
    PeopleChange(ChangeKind.SPLIT, "Dora"),
    PeopleChange(ChangeKind.HIDE, "Cy"),
    PeopleChange(ChangeKind.DELETE, "Dora"),
)
OFFERED = (
    {"Ann", "Bo", "Cy", "Dora"},
    {"Anna", "Bo", "Cy", "Dora"},
    {"Anna", "Bo", "Cy"},
    {"Anna", "Bo", "Cy", "Dora"},
    {"Anna", "Bo", "Dora"},
    {"Anna", "Bo"},
)


def test_every_change_and_its_undo_reach_the_table_that_runs_before_the_next_press(tmp_path: Path) -> None:
    """The panel asks who sits down all the while, and no name of before comes again."""
    played(tmp_path)
    told: list[set[str]] = []

    def names(table: AnsweredTable) -> set[str]:
        return {spot.label for spot in table.spots if not spot.is_hold and spot.keys[0] != "D"}

    def answers(table: AnsweredTable) -> Iterator[Event]:
        yield Press(Key.C, Gesture.HOLD, 0.0)
        yield table.point("new game")
        yield table.point("No Thanks!")
        yield table.point("3")
        told.append(names(table))
        for wanted in (*CHANGES, *len(CHANGES) * (PeopleChange(ChangeKind.UNDO),)):
            make_change(tmp_path, wanted)
            yield WakeUp()
            told.append(names(table))

    AnsweredTable(tmp_path, answers)
    before = {"Ann", "Bo", "Cy"}
    assert told == [before, *OFFERED, *OFFERED[-2::-1], before]


def test_nobody_is_given_the_name_of_somebody_else_who_has_played(tmp_path: Path) -> None:
    """Two people were one from then on, without a question: only a merge asks it."""
    played(tmp_path)
    with pytest.raises(NotDone) as refused:
        make_change(tmp_path, PeopleChange(ChangeKind.RENAME, "Ann", "Bo"))
    assert ENGLISH.say(refused.value.sentence) == "Bo is somebody else already: if both are one person, merge them."
    make_change(tmp_path, PeopleChange(ChangeKind.RENAME, "Ann", "Anna"))
    make_change(tmp_path, PeopleChange(ChangeKind.RENAME, "Anna", "Ann"))


def test_whoever_types_a_name_of_before_a_renaming_sits_down_by_the_new_name_and_once(tmp_path: Path) -> None:
    """“Denis” sat beside “Denis Dupré”: one person at two seats of a game."""
    played(tmp_path)
    make_change(tmp_path, PeopleChange(ChangeKind.RENAME, "Ann", "Anna"))
    told: list[tuple[tuple[str, ...], str]] = []

    def answers(table: AnsweredTable) -> Iterator[Event]:
        yield Press(Key.C, Gesture.HOLD, 0.0)
        yield table.point("new game")
        yield table.point("No Thanks!")
        yield table.point("3")
        for name in ("ann", "Ann", "Bo"):
            yield WordsTyped(name)
            told.append((table.controller.session.names, table.status.answer))

    AnsweredTable(tmp_path, answers)
    assert told[0][0] == ("Anna",)
    assert told[1][0] == ("Anna",)
    assert "Anna" in told[1][1]
    assert told[2][0] == ("Anna", "Bo"), "a name that is typed next takes the place of the refused one"


def test_who_was_renamed_while_others_sit_down_sits_at_one_seat(tmp_path: Path) -> None:
    """Ann sat at seat 1, was renamed Anna in a browser, and was offered, and taken, for seat 2 as well."""
    played(tmp_path)
    offered: set[str] = set()

    def answers(table: AnsweredTable) -> Iterator[Event]:
        yield Press(Key.C, Gesture.HOLD, 0.0)
        yield table.point("new game")
        yield from map(WordsTyped, ("No Thanks!", "3", "Ann"))
        make_change(tmp_path, PeopleChange(ChangeKind.RENAME, "Ann", "Anna"))
        yield WakeUp()
        offered.update(spot.label for spot in table.spots if not spot.is_hold)
        yield WordsTyped("Anna")

    table = AnsweredTable(tmp_path, answers)
    assert {"Bo", "Cy"} <= offered
    assert not {"Ann", "Anna"} & offered
    assert (table.cues[-1], table.controller.session.names) == ("refused", ("Ann",))


@pytest.mark.parametrize("choice", ["play again", "same people, another game"])
def test_who_was_renamed_during_a_game_plays_the_next_one_under_the_new_name(tmp_path: Path, choice: str) -> None:
    played(tmp_path)
    told: list[str] = []

    def answers(table: AnsweredTable) -> Iterator[Event]:
        yield Press(Key.C, Gesture.HOLD, 0.0)
        told.append(make_change_and_say(tmp_path, PeopleChange(ChangeKind.RENAME, "Ann", "Anna")))
        yield WakeUp()
        yield table.point(choice)

    table = AnsweredTable(tmp_path, answers)
    assert table.controller.session.names == ("Anna", "Bo", "Cy")
    assert told == ["Ann is now called Anna. The game on the panel keeps the name Ann."]


def test_a_renaming_that_is_undone_makes_nobody_two_people(tmp_path: Path) -> None:
    """Elise was renamed Élise, played, and the renaming was undone: Élise was somebody of her own, with a game."""
    played(tmp_path)
    PeopleStore(tmp_path).save(People().with_added("Dora"), ("add", "Dora", ""))

    def answers(table: AnsweredTable) -> Iterator[Event]:
        yield Press(Key.C, Gesture.HOLD, 0.0)
        make_change(tmp_path, PeopleChange(ChangeKind.RENAME, "Ann", "Anna"))
        yield WakeUp()
        yield table.point("play again")
        yield from map(WordsTyped, ("10", "20", "30"))

    assert AnsweredTable(tmp_path, answers).controller.session.names[0] == "Anna"
    undo = PeopleChange(ChangeKind.UNDO)
    assert (
        make_change_and_say(tmp_path, undo) == "Taken back: Ann is now called Anna. Games played as Anna stay theirs."
    )
    assert PeopleStore(tmp_path).people().find_person("Anna").name == "Ann"
    assert make_change_and_say(tmp_path, undo) == "Taken back: Dora is known now."
    assert PeopleStore(tmp_path).people().find_person("Anna").name == "Ann", "what further undos restore knows it, too"


def test_the_undo_of_a_new_name_says_that_whoever_has_played_since_stays(tmp_path: Path) -> None:
    make_change(tmp_path, PeopleChange(ChangeKind.ADD, "Ann"))
    played(tmp_path)
    said = make_change_and_say(tmp_path, PeopleChange(ChangeKind.UNDO))
    assert said == "Taken back: Ann is known now. Ann has played since, and stays in the lists."


def make_change_and_say(data: Path, change: PeopleChange) -> str:
    return ENGLISH.say(make_change(data, change))


def test_two_people_who_sit_at_one_table_are_not_one(tmp_path: Path) -> None:
    """A merge while others sat down had one person at two seats of a game."""
    played(tmp_path)
    PeopleStore(tmp_path).save(People().with_added("Dora"))
    refused: list[str] = []

    def answers(table: AnsweredTable) -> Iterator[Event]:
        yield Press(Key.C, Gesture.HOLD, 0.0)
        yield table.point("new game")
        yield from map(WordsTyped, ("No Thanks!", "3", "Ann", "Dora"))
        with pytest.raises(NotDone) as not_done:
            make_change(tmp_path, PeopleChange(ChangeKind.MERGE, "Dora", "Ann"))
        refused.append(ENGLISH.say(not_done.value.sentence))

    AnsweredTable(tmp_path, answers)
    assert refused == ["At the table, Ann would sit at two seats: these are two people."]


def test_a_name_like_that_of_somebody_seated_and_renamed_leads_to_no_second_seat(tmp_path: Path) -> None:
    """Ann sat at seat 1, was renamed Tailor, and “Tailer” for seat 2 was asked about: Tailor?"""
    played(tmp_path)
    asked: list[str] = []

    def answers(table: AnsweredTable) -> Iterator[Event]:
        yield Press(Key.C, Gesture.HOLD, 0.0)
        yield table.point("new game")
        yield from map(WordsTyped, ("No Thanks!", "3", "Ann"))
        make_change(tmp_path, PeopleChange(ChangeKind.RENAME, "Ann", "Tailor"))
        yield WakeUp()
        yield WordsTyped("Tailer")
        asked.append(table.status.question)

    table = AnsweredTable(tmp_path, answers)
    assert "Tailor" not in asked[0]
    assert table.controller.session.names == ("Ann", "Tailer")
