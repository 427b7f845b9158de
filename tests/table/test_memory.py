"""The box remembers, by game: options, who played and where they sat; nothing of it is kept besides the games."""

from __future__ import annotations

from pathlib import Path

from device.session.keyscript import key_script
from device.session.session import Stage
from display.words import ENGLISH
from tests.table.tables import Mock, play

TOTALS = ["Ann holds 3-10 tokens 19", "Ben holds 11-18 tokens 7", "Cleo holds 20-27 tokens 7"]
TURNS = ["game no-thanks", "players Ann Ben Cleo", "set detail turns", "set rounds 1", "flip 12"]
NO_THANKS = ["game no-thanks", "players Ann Ben Cleo", "set rounds 1", "set detail totals"]


def keys_of(*lines: str) -> list[str]:
    return list(key_script("\n".join(lines).encode()))


def asked(mock: Mock) -> list[tuple[str, str]]:
    """The keys of the question, each with what it means."""
    grid = mock.page().keymap.level
    return [] if grid is None else [(cell.code, ENGLISH.say(cell.label)) for cell in grid.cells]


def press(mock: Mock, label: str) -> list[str]:
    """The keys that a page shows for something."""
    return list(next(code for code, means in asked(mock) if means == label))


def started(tmp_path: Path, *lines: str) -> Mock:
    """A table that has come to its options, with nothing said but which game, and who plays."""
    return play(tmp_path, keys_of(*lines))


def played_on(tmp_path: Path, label: str) -> Mock:
    return play(tmp_path, press(play(tmp_path, []), label))


def test_a_new_box_offers_no_thanks_by_totals_and_writes_it_into_the_record(tmp_path: Path) -> None:
    mock = started(tmp_path, "game no-thanks", "players Ann Ben Cleo")
    labels = [label for _, label in asked(mock)]
    assert any("cards and tokens" in label for label in labels)
    mock = played_on(tmp_path, "play")
    assert mock.record() == ["game no-thanks", "players Ann Ben Cleo", "set detail totals"]
    back = play(tmp_path, ["hold A"])
    assert back.record() == ["game no-thanks", "players Ann Ben Cleo"]


def test_a_table_that_chose_turns_is_offered_turns_and_its_rounds(tmp_path: Path) -> None:
    play(tmp_path, keys_of(*TURNS))
    played_in_menu(tmp_path, "end or leave the game")
    play(tmp_path, keys_of("game no-thanks", "players Dora Emil Fay Gus"))
    assert played_on(tmp_path, "play").record() == [
        "game no-thanks",
        "players Dora Emil Fay Gus",
        "set rounds 1",
    ]


def played_in_menu(tmp_path: Path, label: str) -> Mock:
    menu = Mock(tmp_path, ["hold D"]).run()
    # A game that is being played is left only once more is asked.
    leave = "DA" if menu.controller.session.record.begun else ""
    return play(tmp_path, ["hold D", *press(menu, label), *leave])


def test_options_of_one_game_are_not_another_ones(tmp_path: Path) -> None:
    play(tmp_path, keys_of(*TURNS))
    played_in_menu(tmp_path, "end or leave the game")
    play(tmp_path, keys_of("game loop", "players A B C D"))
    assert played_on(tmp_path, "play").record()[2:] == ["set detail finish"]


def test_the_people_of_last_time_sit_down_by_one_choice(tmp_path: Path) -> None:
    play(tmp_path, keys_of(*TURNS))
    played_in_menu(tmp_path, "end or leave the game")
    played_on(tmp_path, "No Thanks!")
    mock = played_on(tmp_path, "Ann, Ben and Cleo")
    assert mock.controller.session.stage is Stage.OPTIONS
    assert mock.record() == ["game no-thanks", "players Ann Ben Cleo"]


def test_same_people_another_game_from_the_menu_and_from_the_final_sheet(tmp_path: Path) -> None:
    lines = [*NO_THANKS, *TOTALS]
    for place, keys in (("menu", keys_of(*lines[:-1])), ("final", [*keys_of(*lines), "hold C"])):
        data = tmp_path / place
        mock = play(data, keys)
        if mock.controller.session.stage is Stage.FINAL:
            same = play(data, press(mock, "same people, another game"))
        else:
            same = played_in_menu(data, "same people, another game")
        assert same.controller.session.stage is Stage.GAME
        labels = [label for _, label in asked(same)]
        assert "LOOP" not in labels, "it takes four"
        played_on(data, "No Loose Ends")
        assert play(data, []).record() == ["game no-loose-ends", "players Ann Ben Cleo"]
        undone = play(data, ["hold A", "hold A"])
        assert undone.controller.session.stage is mock.controller.session.stage


def test_a_record_of_the_rulebooks_options_is_declared_on_a_box_that_offers_others(tmp_path: Path) -> None:
    lines = ["game no-thanks", "players Ann Ben Cleo", "flip 12", "Ann pass"]
    assert play(tmp_path, keys_of(*lines)).record() == lines
    lines[2:2] = ["set detail turns"]
    assert play(tmp_path / "said", keys_of(*lines)).record() == lines


def test_names_that_were_played_under_are_offered_the_latest_first(tmp_path: Path) -> None:
    play(tmp_path, [*keys_of("game no-loose-ends", "players Ann Bo"), *"DD"])
    played_in_menu(tmp_path, "play another game")
    play(tmp_path, [*keys_of("game no-loose-ends", "players Cy 2"), *"DD"])
    played_in_menu(tmp_path, "play another game")
    mock = play(tmp_path, keys_of("game no-loose-ends", "players 1 2")[:-4])
    cells = asked(mock)
    assert cells[:3] == [("AA", "Cy"), ("AB", "Ann"), ("AC", "Bo")]
    assert "2" not in [label for _, label in cells]


def test_a_name_keeps_its_keys_for_the_evening(tmp_path: Path) -> None:
    """In one run, a name that is new tonight comes after those that were there."""
    play(tmp_path, [*keys_of("game no-loose-ends", "players Ann Bo"), *"DD"])
    again = ["hold D", *"AB"]
    new = [*keys_of("game no-loose-ends", "players Cy 2"), *"DD"]
    mock = play(tmp_path, [*again, *new, *again, *keys_of("game no-loose-ends", "players 1 2")[:-4]])
    cells = asked(mock)
    assert cells[:3] == [("AA", "Ann"), ("AB", "Bo"), ("AC", "Cy")]


def test_a_name_that_was_undone_in_set_up_is_not_offered(tmp_path: Path) -> None:
    """It may be misspelled; names of a game that was set up stay."""
    seated = keys_of("game no-loose-ends", "players 2 Xu")
    undone = play(tmp_path, [*seated, *["hold A"] * 4])
    assert "spell a name" in [label for _, label in asked(undone)]
    assert "Xu" not in [label for _, label in asked(undone)]


def test_a_name_that_differs_by_an_accent_is_asked_about(tmp_path: Path) -> None:
    spelling = keys_of("game no-loose-ends", "players Jose 2")[:-2]
    before = [*keys_of("game no-loose-ends", "players José Bo"), *"DD", "hold D", *"AB", *spelling]
    page = play(tmp_path, before).page()
    assert page.question is not None
    assert ENGLISH.say(page.question) == "Is Jose José?"
    assert play(tmp_path / "1", [*before, "A", *"DD"]).record() == ["game no-loose-ends", "players José 2"]
    assert play(tmp_path / "2", [*before, "B", *"DD"]).record() == ["game no-loose-ends", "players Jose 2"]
    back = play(tmp_path / "3", [*before, "hold A"])
    assert back.controller.session.spelled == "Jose"


def test_a_short_press_where_holding_is_meant_says_so(tmp_path: Path) -> None:
    mock = play(tmp_path, [*keys_of(*NO_THANKS, *TOTALS), "C"])
    notice = mock.page().notice
    assert notice is not None
    assert ENGLISH.say(notice.lines[0]) == "Hold C for a second: accept."
    assert mock.controller.session.stage is Stage.SUMMARY
