"""A table that runs while somebody deletes games of the past, or stops one that was left."""

from __future__ import annotations

from collections.abc import Iterator
from contextlib import closing
from pathlib import Path

import pytest

from device.journal.errors import JournalError
from device.journal.store import Journal
from device.people.people import People
from device.reports.deletion import delete_game, restore_game
from device.reports.games import past_game
from device.session.keyscript import key_script
from device.session.rows import JournalRow, RowKind
from display.words import ENGLISH, text
from hal.keys.keys import Gesture, Key, Press
from hal.table.table import Event, GameChosen, GameStopRequested, WakeUp
from tests.table.answered_tables import AnsweredTable
from tests.table.tables import Mock, play

BEGUN = ("game no-thanks", "players Ann Bo Cy", "set rounds 1", "set detail points")
WHOLE = (*BEGUN, "Ann points 10", "Bo points 20", "Cy points 30")
LEFT = ("game no-thanks", "players 1 2 3", "flip 17", "1 take")


def keys(*lines: str) -> list[str]:
    return list(key_script("\n".join(lines).encode()))


def labels(table: AnsweredTable) -> set[str]:
    """The names and other things that the panel offers."""
    return {spot.label for spot in table.spots if not spot.is_hold and spot.keys[0] != "D"}


def test_names_of_a_deleted_game_are_offered_no_more_and_again_without_a_press(tmp_path: Path) -> None:
    play(tmp_path, [*keys(*WHOLE), "hold C"])
    told: list[set[str]] = []

    def answers(table: AnsweredTable) -> Iterator[Event]:
        yield Press(Key.C, Gesture.HOLD, 0.0)
        yield table.point("new game")
        yield table.point("No Thanks!")
        yield table.point("3")
        told.append(labels(table))
        for change in (delete_game, restore_game):
            change(tmp_path, 1, None)
            yield WakeUp()
            told.append(labels(table))

    AnsweredTable(tmp_path, answers)
    assert told[0] == told[2] >= {"Ann", "Bo", "Cy"}
    assert not told[1] & {"Ann", "Bo", "Cy"}


def test_a_disk_that_refuses_takes_no_other_names_away(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    """What was deleted is known as long as the table runs: nothing about the past has changed."""
    play(tmp_path, [*keys(*WHOLE), "hold C"])
    with closing(Journal.open(tmp_path)) as journal:
        journal.begin_game([JournalRow(RowKind.RECORD, line.replace("Ann", "Dan")) for line in WHOLE])
        journal.begin_game()
    delete_game(tmp_path, 2, None)
    told: list[set[str]] = []

    def refuse(*_: object) -> None:
        raise JournalError(text("The disk is gone."))

    def answers(table: AnsweredTable) -> Iterator[Event]:
        yield table.point("No Thanks!")
        monkeypatch.setattr(Journal, "append", refuse)
        yield table.point("3")
        told.append(labels(table))
        monkeypatch.undo()

    AnsweredTable(tmp_path, answers)
    assert told[0] >= {"Ann", "Bo", "Cy"}
    assert "Dan" not in told[0]


def test_an_undo_does_not_go_back_to_a_deleted_game(tmp_path: Path) -> None:
    play(tmp_path, [*keys(*WHOLE), "hold C", "A"])
    delete_game(tmp_path, 1, None)
    mock = Mock(tmp_path, ["hold A"]).run()
    assert mock.controller.page().notice is not None
    with closing(Journal.open_to_read(tmp_path)) as journal:
        assert journal.current_game() == 2
    restore_game(tmp_path, 1, None)
    Mock(tmp_path, ["hold A"]).run()
    with closing(Journal.open_to_read(tmp_path)) as journal:
        assert journal.current_game() == 1


def test_no_undo_is_offered_once_the_game_before_is_deleted(tmp_path: Path) -> None:
    """It was offered on, and refused."""
    play(tmp_path, [*keys(*WHOLE), "hold C", "A"])
    told: list[list[str]] = []

    def answers(table: AnsweredTable) -> Iterator[Event]:
        yield WakeUp()
        told.append([spot.label for spot in table.spots if spot.is_hold])
        for change in (delete_game, restore_game):
            change(tmp_path, 1, None)
            yield WakeUp()
            told.append([spot.label for spot in table.spots if spot.is_hold])

    AnsweredTable(tmp_path, answers)
    assert ["undo" in holds for holds in told] == [True, False, True]


def left(data: Path) -> None:
    """A game of which a card was taken, and another one in play."""
    play(data, keys(*LEFT))
    with closing(Journal.open(data)) as journal:
        journal.begin_game()


def stopped(data: Path, number: int, *before: Event) -> list[str]:
    """What the table answers who wants a game stopped."""
    told: list[str] = []

    def answers(table: AnsweredTable) -> Iterator[Event]:
        yield from before
        question = table.controller.page().question
        yield GameStopRequested(number, told.append)
        assert table.controller.page().question == question

    AnsweredTable(data, answers)
    return told


def test_a_game_that_was_left_is_stopped_from_its_page_and_the_one_in_play_stays(tmp_path: Path) -> None:
    left(tmp_path)
    assert stopped(tmp_path, 1) == [""]
    with closing(Journal.open_to_read(tmp_path)) as journal:
        assert journal.current_game() == 2
        assert [row.text for row in journal.counting_rows(1)][-1] == "end"
        game = past_game(journal, People(), 1)
    assert game is not None
    assert (game.result.finished, game.result.stopped) == (True, True)


@pytest.mark.parametrize(
    ("number", "said"),
    [
        (2, "This game is at the table: end it there, in the menu, which holding D opens."),
        (9, "This game can't be opened: the disk does not give it, or its rules are others now."),
    ],
)
def test_no_other_game_is_stopped(tmp_path: Path, number: int, said: str) -> None:
    left(tmp_path)
    assert stopped(tmp_path, number) == [said]


def test_a_game_is_stopped_from_its_page_while_another_earlier_one_is_on_the_panel(tmp_path: Path) -> None:
    """“Stop this game” was offered there, and then refused for the sake of another game."""
    play(tmp_path, keys(*LEFT))
    with closing(Journal.open(tmp_path)) as journal:
        for lines in (WHOLE, LEFT):
            journal.begin_game([JournalRow(RowKind.RECORD, line) for line in lines])
    assert stopped(tmp_path, 1, GameChosen(2)) == [""]
    assert stopped(tmp_path, 2, GameChosen(2)) == [
        "This game is at the table: end it there, in the menu, which holding D opens."
    ]
    with closing(Journal.open_to_read(tmp_path)) as journal:
        assert [row.text for row in journal.counting_rows(1)][-1] == "end"


def test_a_game_that_is_over_or_not_begun_is_not_stopped(tmp_path: Path) -> None:
    play(tmp_path, [*keys(*WHOLE), "hold C", "A"])
    with closing(Journal.open(tmp_path)) as journal:
        journal.begin_game()
    for number in (1, 2):
        said = "This game can't be stopped: it is over, not begun, or its table says between rounds when it is over."
        assert stopped(tmp_path, number) == [said]


DELETED = "This game was deleted. For 30 days the history in a browser takes it back."


@pytest.mark.parametrize("noticed", [WakeUp(), Press(Key.B, Gesture.HOLD, 0.0)], ids=["at once", "by a press"])
@pytest.mark.parametrize("lines", [LEFT, WHOLE], ids=["play", "correction"])
def test_an_open_game_that_is_deleted_is_left_for_the_one_in_play_and_that_is_said(
    lines: tuple[str, ...], noticed: Event, tmp_path: Path
) -> None:
    """It stayed open, and what was declared or corrected in it was gone with it."""
    play(tmp_path, [*keys(*lines)])
    with closing(Journal.open(tmp_path)) as journal:
        journal.begin_game([JournalRow(RowKind.RECORD, line) for line in BEGUN])
    told: list[tuple[bool, str]] = []

    def tell(table: AnsweredTable) -> None:
        page = table.controller.page()
        said = "" if page.notice is None else ENGLISH.say(page.notice.lines[0])
        told.append((ENGLISH.say(page.heading).endswith((", an earlier game", ", taken up again")), said))

    def answers(table: AnsweredTable) -> Iterator[Event]:
        yield GameChosen(1)
        tell(table)
        delete_game(tmp_path, 1, None)
        yield noticed
        tell(table)
        yield Press(Key.C, Gesture.HOLD, 0.0)
        tell(table)
        yield GameChosen(1)
        tell(table)

    AnsweredTable(tmp_path, answers)
    opened = "It was open here. For 30 days the history in a browser takes it back."
    assert told == [(True, ""), (False, opened), (False, ""), (False, DELETED)]


def test_a_game_that_was_open_and_is_restored_is_not_said_to_be_deleted(tmp_path: Path) -> None:
    """The notice stayed above another game, named none, and was true no more."""
    play(tmp_path, [*keys(*WHOLE)])
    with closing(Journal.open(tmp_path)) as journal:
        journal.begin_game([JournalRow(RowKind.RECORD, line) for line in BEGUN])
    titles: list[str] = []

    def answers(table: AnsweredTable) -> Iterator[Event]:
        yield GameChosen(1)
        for change in (delete_game, restore_game):
            change(tmp_path, 1, None)
            yield WakeUp()
            notice = table.controller.page().notice
            titles.append("" if notice is None else ENGLISH.say(notice.title))

    AnsweredTable(tmp_path, answers)
    assert titles == ["Game 1 was deleted", ""]


def test_a_deleted_game_is_not_stopped(tmp_path: Path) -> None:
    left(tmp_path)
    delete_game(tmp_path, 1, None)
    assert stopped(tmp_path, 1) == [DELETED]
