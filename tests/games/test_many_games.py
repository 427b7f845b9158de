"""Any number of games: the first ten are listed, the menu has the others, and each keeps its keys on a box."""

from __future__ import annotations

from collections.abc import Iterator
from pathlib import Path

import pytest

from device import games
from device.contract.keycodes import keys_for
from device.games import game_order
from device.pages.build import page
from device.pages.surface import surface_of
from device.run.installed_games import prepare_games
from device.session import record as records
from device.session.keyscript import key_script
from device.session.prompts import MenuView, PlayView, TableFacts, question
from device.session.rows import JournalRow, RowKind
from device.session.session import Session
from display.languages import language
from display.layout import fit_page, lay_out
from display.vocabulary import Page
from display.words import ENGLISH
from hal.panel.panel import PANEL_KINDS, PanelKind
from tablekeeper.testing.scene_checks import check_scene
from tests.games.by_others import install, named, on_the_path
from tests.non_empty import non_empty
from tests.session_rows import replay
from tests.system.failing_reads import unreadable
from tests.table.tables import play

MANY = 34
"""Games by other hands; with the house's six they are forty."""


def title(number: int) -> str:
    """Titles of all letters, long ones among them; some begin with no letter."""
    letter = "AÉBCDEFGHIJKLMNOPQRSTUVWXYZ7"[number % 28]
    return f"{letter}{'nd very long it is, the name' if number % 5 == 0 else 'ames'} {number}"


@pytest.fixture
def forty(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> Iterator[tuple[str, ...]]:
    folder = tmp_path / "packages"
    for number in range(MANY):
        name = f"other-{number:02}"
        install(folder, named(title(number), name), name)
    with on_the_path(folder, monkeypatch):
        yield games.ids()


def meaning(game_id: str) -> JournalRow:
    return JournalRow(RowKind.RECORD, records.header_game(game_id))


def keys(game_id: str, order: tuple[str, ...] = ()) -> str:
    """The presses that choose a game; those of the menu after a hold of D."""
    facts = TableFacts(game_ids=order)
    listed = keys_for(question(Session(), PlayView(), (), facts).level, meaning(game_id))
    if listed is not None:
        return listed
    found = keys_for(question(Session(), MenuView(), (), facts).level, meaning(game_id))
    assert found is not None, game_id
    return f"hold D {found}"


def test_the_house_keeps_its_keys_whatever_came_besides(forty: tuple[str, ...]) -> None:
    """Today's order and codes."""
    house = {"loop": "A", "loop-2023": "B", "no-loose-ends": "C", "no-thanks": "DA", "score-pad": "DB", "wizard": "DC"}
    assert {game_id: keys(game_id) for game_id in games.built_in_ids()} == house
    assert len(forty) == 40


def test_each_of_forty_games_has_keys_of_its_own(forty: tuple[str, ...]) -> None:
    """The tenth is the last of the list; the eleventh is the first of the menu's pad, the 23rd of its next block."""
    found = [keys(game_id) for game_id in forty]
    assert len(set(found)) == 40
    assert found[9] == "DDD"
    assert found[10] == "hold D DAAA"
    assert found[22] == "hold D DADAAA"
    assert found[39] == "hold D DADBBB"


@pytest.mark.usefixtures("forty")
def test_more_games_than_the_list_has_room_for_are_said_to_be_in_the_menu() -> None:
    people = JournalRow(RowKind.TABLE, "people Ann Bo")
    for rows, sentence in (((), "Which game?"), ((people,), "Which game for 2 players?")):
        asked = question(replay(rows)[-1], PlayView(), ())
        assert ENGLISH.say(asked.question) == f"{sentence} For more of them, hold D."
        labels = [ENGLISH.say(choice.label) for choice in asked.menu_choices]
        assert labels == ["more games"]
        more = asked.menu_choices[0].level()
        assert more is not None
        assert (ENGLISH.say(more.title), more.by_heart) == ("game", False)
        block, letters = more.choices[-2].level(), more.choices[-1].level()
        assert block is not None
        assert letters is not None
        assert (ENGLISH.say(more.choices[-1].label), ENGLISH.say(letters.title)) == ("by first letter", "first letter")
        assert (ENGLISH.say(block.title), block.by_heart) == ("more games", False)


def test_up_to_ten_games_nothing_is_in_the_menu(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    for number in range(4):
        install(tmp_path, named(f"Other {number}", f"other-{number}"), f"other-{number}")
    with on_the_path(tmp_path, monkeypatch):
        assert [keys(game_id) for game_id in games.ids()[6:]] == ["DDA", "DDB", "DDC", "DDD"]
        asked = question(Session(), PlayView(), ())
        assert ENGLISH.say(asked.question) == "Which game?"
        assert asked.menu_choices == ()


@pytest.mark.usefixtures("forty")
@pytest.mark.parametrize(
    ("presses_", "name"),
    [
        ("AAAA", "other-00"),  # A, of which there are two
        ("AAAB", "other-28"),
        ("ABAA", "other-01"),  # É is found at E
        ("DABDAA", "other-16"),  # letters that are rarer are behind a cell: there, P
        ("DCAA", "other-27"),  # 7 is no letter
    ],
)
def test_forty_games_are_found_by_the_letter_that_they_begin_with(tmp_path: Path, presses_: str, name: str) -> None:
    mock = play(tmp_path / "data", ["hold D", *"DADC", *presses_])
    assert mock.record() == [f"game {name}"]


@pytest.mark.parametrize("kind", PANEL_KINDS, ids=lambda kind: kind.name)
@pytest.mark.parametrize("code", ["en", "fr"])
@pytest.mark.usefixtures("forty")
def test_the_choice_among_forty_fits_every_panel(kind: PanelKind, code: str) -> None:
    surface, speaking = surface_of(kind), language(code)
    for found in non_empty(pages_of_the_choice()):
        shown = fit_page(found, surface)
        check_scene(lay_out(shown, surface, speaking), shown, surface, speaking)


def pages_of_the_choice() -> Iterator[Page]:
    """The list, the menu, and each page that keys lead to from there."""
    yield page(Session(), PlayView(), ())
    for typed in ("", "DA", "DADA", "DADB", "DADC", "DADCDA", "DADCAA", "DADCDC"):
        yield page(Session(), MenuView(), (), typed)


@pytest.mark.usefixtures("forty")
def test_each_of_forty_is_chosen_by_its_keys(tmp_path: Path) -> None:
    for game_id in ("wizard", "other-00", "other-03", "other-04", "other-16", "other-33"):
        script = keys(game_id).replace("hold D ", "")
        held = ["hold D"] if keys(game_id).startswith("hold") else []
        mock = play(tmp_path / game_id, [*held, *script])
        assert mock.record() == [f"game {game_id}"]
    record = ["game other-33", "players Ann Bo", "Ann says 3", "Bo says 5", "Ann says 4", "Bo says 1"]
    mock = play(tmp_path / "whole", [*key_script("\n".join(record).encode()), "hold C"])
    assert mock.record() == record


@pytest.mark.usefixtures("forty")
def test_what_was_played_last_is_beside_the_others_in_the_menu(tmp_path: Path) -> None:
    """The two latest that the list has no place for, by their names: DB the latest, DD the one before."""
    for name in ("other-33", "other-16", "other-00"):
        record = [f"game {name}", "players Ann Bo", "Ann says 3", "Bo says 5", "Ann says 4", "Bo says 1"]
        play(tmp_path, [*key_script("\n".join(record).encode()), "hold C", "hold D", *"AB"])
    assert play(tmp_path, ["hold D", *"DB"]).record() == ["game other-16"]
    assert play(tmp_path, ["hold A", "hold D", *"DD"]).record() == ["game other-33"]


def test_games_keep_their_keys_from_the_day_on_which_they_came(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    first, second, data = tmp_path / "first", tmp_path / "second", tmp_path / "data"
    install(first, named("Zebra", "zebra"), "zebra")
    with on_the_path(first, monkeypatch):
        assert game_order.update_order(data).ids == (*games.built_in_ids(), "zebra")
        install(second, named("Aardvark", "aardvark"), "aardvark")
        with on_the_path(second, monkeypatch):
            order = game_order.update_order(data).ids
            assert order == (*games.built_in_ids(), "zebra", "aardvark")
            assert (keys("zebra", order), keys("aardvark", order)) == ("DDA", "DDB")
    with on_the_path(second, monkeypatch):
        order = game_order.update_order(data).ids
        assert keys("aardvark", order) == "DDB"
        assert keys_for(question(Session(), PlayView(), (), TableFacts(game_ids=order)).level, meaning("zebra")) is None
    top, *_, last = (data / game_order.FILE_NAME).read_text().splitlines()
    assert (top, last) == ("0", "aardvark\ttk-aardvark 1.0\tAardvark")


def test_a_box_with_the_houses_games_keeps_no_file(tmp_path: Path) -> None:
    assert game_order.update_order(tmp_path).ids == games.built_in_ids()
    assert list(tmp_path.iterdir()) == []


@pytest.mark.parametrize(
    "content",
    [
        b"", b"\xff", b"{}", b"-1\n", b"1" * 5000, b"0\nab\n", b"0\n\n", b"0\n../x\tp\tA\n", b"0\nab\tp\t\n",
        b"0\nab\tp\t\x1b\n",
        b"0\nab\tp\tA\nab\tp\tA\n", b"0\nab\tp\tA\tB\n", b"0\nab\tp\t" + b"A" * 201, b" " * 300_000, b"\n" * 100_000,
    ],
)  # fmt: skip
def test_a_file_that_makes_no_sense_is_set_aside_and_said(tmp_path: Path, content: bytes) -> None:
    (tmp_path / game_order.FILE_NAME).write_bytes(content)
    found = game_order.update_order(tmp_path)
    assert found.ids == games.built_in_ids()
    assert found.trouble is not None
    assert ENGLISH.say(found.trouble).endswith("is now games.damaged. Games may have other keys.")
    assert (tmp_path / "games.damaged").read_bytes() == content


def test_a_disk_that_keeps_no_order_is_said_and_the_table_plays(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    install(tmp_path / "p", named("Zebra", "zebra"), "zebra")
    (tmp_path / "data").write_text("a file")
    with on_the_path(tmp_path / "p", monkeypatch):
        found = game_order.update_order(tmp_path / "data")
    assert found.ids == (*games.built_in_ids(), "zebra")
    assert found.trouble is not None


def test_an_order_that_cannot_be_read_just_now_is_not_written_over(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    """Every game lost its keys, and the game that waited for its package its number, by one bad moment of a disk."""
    data = tmp_path / "data"
    install(tmp_path / "p", named("Zebra", "zebra"), "zebra")
    with on_the_path(tmp_path / "p", monkeypatch):
        prepare_games(data).store_left_game_number(7)
        kept = (data / game_order.FILE_NAME).read_bytes()
        with unreadable(game_order.FILE_NAME):
            here = prepare_games(data)
            here.store_left_game_number(0)
        assert (data / game_order.FILE_NAME).read_bytes() == kept
        assert here.order == (*games.built_in_ids(), "zebra")
        assert [ENGLISH.say(notice) for notice in here.notices] == [
            f"{data / game_order.FILE_NAME} can't be read: the disk fails. Games may have other keys."
        ]
        assert prepare_games(data).left_game_number == 7


def test_a_number_that_is_not_kept_is_said(tmp_path: Path, capsys: pytest.CaptureFixture[str]) -> None:
    here = prepare_games(tmp_path)
    (tmp_path / game_order.FILE_NAME).write_text("0\nloop\t\tLOOP\n")
    with unreadable(game_order.FILE_NAME):
        here.store_left_game_number(7)
    said = f"{tmp_path / game_order.FILE_NAME} can't be read: the disk fails. Games may have other keys."
    assert capsys.readouterr().err == f"tablekeeper: {said}\n"
