"""What is played on a score pad: its name is typed once and remembered with its options, or it has none."""

from __future__ import annotations

from pathlib import Path

import pytest

from device.session.keyscript import key_script
from device.session.prompts import MenuCell
from device.session.session import Stage
from display.words import ENGLISH
from tests.table.tables import Mock, play

HEARTS = [
    "game score-pad",
    "players Ann Bo Cleo",
    "title Hearts",
    "set wins low",
    "set rounds 1",
    "set bgg 13",
    *(f"{name} points {points}" for name, points in (("Ann", 26), ("Bo", 0), ("Cleo", 0))),
]
OTHER = ["game score-pad", "players Ann Bo Cleo", "title Skat", "Ann points 5"]


def keys_of(*lines: str) -> list[str]:
    return list(key_script("\n".join(lines).encode()))


def asked(mock: Mock) -> dict[str, str]:
    """What a page offers, with its keys."""
    grid = mock.page().keymap.level
    return {} if grid is None else {ENGLISH.say(cell.label): cell.code for cell in grid.cells}


def chosen(data: Path, *labels: str) -> Mock:
    """The table after what a page offers was chosen, one after the other."""
    mock = play(data, [])
    for label in labels:
        mock = play(data, list(asked(mock)[label]))
    return mock


def again(data: Path) -> None:
    """Another game, in the same place."""
    menu = play(data, ["hold D"])
    # A game that is being played is left only once more is asked.
    leave = "" if menu.controller.session.scores.finished else "DA"
    play(data, ["hold D", *MenuCell.ANOTHER.name, *leave])


def test_a_new_box_knows_no_names_and_asks_for_one(tmp_path: Path) -> None:
    mock = play(tmp_path, keys_of(*HEARTS[:2]))
    assert mock.controller.session.stage is Stage.TITLE
    assert list(asked(mock)) == ["spell a name", "without a name"]
    assert chosen(tmp_path, "without a name").record() == HEARTS[:2]


def test_a_name_is_spelled_once_and_offered_from_then_on_with_its_options(tmp_path: Path) -> None:
    play(tmp_path, keys_of(*HEARTS))
    again(tmp_path)
    play(tmp_path, keys_of(*OTHER))
    again(tmp_path)
    mock = chosen(tmp_path, "Score pad", "Ann, Bo and Cleo")
    assert list(asked(mock))[:2] == ["Skat", "Hearts"]
    assert asked(mock)["Hearts"] == "AB"
    assert chosen(tmp_path, "Hearts", "play").record() == HEARTS[:6]


def test_what_was_played_without_a_name_is_remembered_apart(tmp_path: Path) -> None:
    play(tmp_path, keys_of(HEARTS[0], HEARTS[1], "set rounds 3", "Ann points 1"))
    again(tmp_path)
    play(tmp_path, keys_of(*HEARTS))
    again(tmp_path)
    chosen(tmp_path, "Score pad", "Ann, Bo and Cleo", "without a name", "play")
    assert play(tmp_path, []).record() == [*HEARTS[:2], "set rounds 3"]


def test_a_name_may_be_any_that_a_record_can_hold(tmp_path: Path) -> None:
    lines = [*HEARTS[:2], 'title "Players · 7 Wonders # 2"', "Ann points 5"]
    play(tmp_path, keys_of(*lines))
    again(tmp_path)
    mock = chosen(tmp_path, "Score pad", "Ann, Bo and Cleo", "Players · 7 Wonders # 2", "play")
    assert mock.record() == lines[:3]


def test_no_name_at_all_is_refused_and_the_spelling_goes_on(tmp_path: Path) -> None:
    mock = play(tmp_path, [*keys_of(*HEARTS[:2]), *"DC", *"DD"])
    assert mock.controller.session.stage is Stage.SPELL
    page = mock.page()
    assert page.notice is not None
    assert mock.record() == HEARTS[:2]


def test_an_undo_takes_the_name_back(tmp_path: Path) -> None:
    play(tmp_path, keys_of(*HEARTS[:3]))
    back = play(tmp_path, ["hold A"])
    assert back.record() == HEARTS[:2]
    assert back.controller.session.spelled == "Hearts"
    question = back.page().question
    assert question is not None
    assert ENGLISH.say(question) == "Spell the game's name: Hearts_"


@pytest.mark.parametrize("line", ["title Hearts", "end"])
def test_play_again_keeps_the_name_and_how_it_is_played(tmp_path: Path, line: str) -> None:
    """After a game that ended by itself, and after one that the table ended."""
    lines = HEARTS if line == "title Hearts" else [*OTHER, "Bo points 1", "Cleo points 0", "end"]
    play(tmp_path, [*keys_of(*lines), "hold C"])
    mock = chosen(tmp_path, "play again")
    assert mock.controller.session.stage is Stage.PLAY
    assert mock.record() == [one for one in lines if one.split()[0] in ("game", "players", "title", "set")]


def test_standings_after_a_round_name_what_is_played_and_the_round(tmp_path: Path) -> None:
    """The smallest panels have no heading that does."""
    page = play(tmp_path, [*keys_of(*HEARTS), "hold B", "hold B"]).page()
    assert ENGLISH.say(page.question or "") == "Hearts: who stands where"
    assert page.round_note is not None
    assert ENGLISH.say(page.round_note.words) == "Round 1 – 2 of 3"
