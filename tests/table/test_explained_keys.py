"""A new box says what its four keys do, before anybody is asked what is played; the menu has the same page."""

from __future__ import annotations

from functools import partial
from pathlib import Path

import pytest

from device.config import chosen_language
from device.journal import writer
from device.pages.build import page
from device.pages.surface import surface_of
from device.session.prompts import KeysView, MenuCell
from device.session.session import Session
from device.table import transcript
from device.table.table_settings import TableSettings
from display.languages import NAMES, language
from display.layout import lay_out
from display.scene import TextLine
from display.vocabulary import Paragraphs
from display.words import ENGLISH, text
from hal.panel import panel
from tablekeeper.testing.scene_checks import check_scene
from tests.table.tables import KIND, EventfulTable, controlled, play

EXPLAINED = page(Session(), KeysView(), ())
GAMES = "Which game?"
LANGUAGES = "Which language?"


def asked(data: Path, *keys: str, asks: bool = False) -> str:
    """What the page of a box asks after some keys, in English."""
    journal = writer.journal_writer_for(data, lambda: 0.0)
    remember = partial(chosen_language.store_language, data)
    settings = TableSettings(store_language=remember, asks_language=asks, explains_keys=True)
    controller = controlled(EventfulTable(panel.panel_kind(KIND), keys), journal, transcript.drop_line, settings)
    controller.run()
    question = controller.page().question
    journal.close()
    assert question is not None
    return ENGLISH.say(question)


EXPLAINS = ENGLISH.say(EXPLAINED.question or "")


@pytest.mark.parametrize("key", ["A", "B", "C", "D", "hold A", "hold B", "hold C", "hold D"])
def test_a_new_box_explains_its_keys_until_any_of_them_is_pressed(tmp_path: Path, key: str) -> None:
    """That key does nothing else, and the next one counts."""
    assert asked(tmp_path / "new") == EXPLAINS
    assert asked(tmp_path / "pressed", key) == GAMES
    assert asked(tmp_path / "played", key, "A", "A") != GAMES


@pytest.mark.parametrize("code", NAMES)
@pytest.mark.parametrize("kind", ["phat-212-black", "phat-black", "waveshare-2.7"])
def test_the_page_of_the_keys_says_that_a_key_only_closes_it(kind: str, code: str) -> None:
    """Who knows the keys lost the first of a code."""
    reader = language(code)
    drawn = lay_out(EXPLAINED, surface_of(panel.panel_kind(kind)), reader)
    said = " ".join(item.text for item in drawn.items if isinstance(item, TextLine))
    assert said.endswith(reader.say(text("Any key, pressed or held, only closes this page.")))


def test_the_keys_are_explained_again_until_somebody_has_chosen_something(tmp_path: Path) -> None:
    assert [asked(tmp_path, "A"), asked(tmp_path)] == [GAMES, EXPLAINS]


def test_a_later_start_costs_no_press(tmp_path: Path) -> None:
    chosen = asked(tmp_path, "A", "A", "A")
    assert asked(tmp_path) == chosen != GAMES
    assert asked(tmp_path, "hold A") == GAMES
    assert asked(tmp_path) == GAMES, "what was chosen was taken back, by somebody for whom the keys are no riddle"


def test_a_later_game_in_which_nothing_is_said_yet_is_no_new_box(tmp_path: Path) -> None:
    menu = ["hold D", *MenuCell.ANOTHER.name]
    assert asked(tmp_path, "A", "A", "A", *menu) == GAMES
    assert asked(tmp_path) == GAMES


def test_the_language_is_asked_for_before_the_keys_are_explained_in_it(tmp_path: Path) -> None:
    assert asked(tmp_path / "new", asks=True) == LANGUAGES
    assert asked(tmp_path / "unanswered", "hold A", asks=True) == GAMES
    assert asked(tmp_path / "answered", "B", asks=True) == EXPLAINS
    assert asked(tmp_path / "gone on", "B", "D", asks=True) == GAMES


@pytest.mark.parametrize("key", ["A", "B", "hold C"])
def test_no_key_closes_what_the_keys_do_before_it_is_on_the_panel(tmp_path: Path, key: str) -> None:
    """The key that chose the language is pressed twice by people for whom the panel is slow."""
    drawn = "wait 60"
    assert asked(tmp_path / "doubled", drawn, "A", key, asks=True) == EXPLAINS
    assert asked(tmp_path / "read", drawn, "A", key, drawn, key, asks=True) == GAMES


def test_the_menu_explains_the_keys_and_nothing_of_the_game_changes(tmp_path: Path) -> None:
    menu = ["hold D", *MenuCell.KEYS.name]
    before = play(tmp_path / "before", ["A", "A"]).page()
    during = play(tmp_path / "during", ["A", "A", *menu]).page()
    assert (during.question, during.body) == (EXPLAINED.question, EXPLAINED.body)
    assert play(tmp_path / "after", ["A", "A", *menu, "B"]).page() == before


def test_a_box_that_does_not_explain_its_keys_asks_at_once(tmp_path: Path) -> None:
    question = play(tmp_path, []).page().question
    assert question is not None
    assert ENGLISH.say(question) == GAMES


@pytest.mark.parametrize("code", NAMES)
@pytest.mark.parametrize("kind", ["phat-black", "phat-212-black", "what-black", "impression-7.3-spectra"])
def test_every_panel_has_room_for_all_that_is_said_of_keys(kind: str, code: str) -> None:
    spoken = language(code)
    surface = surface_of(panel.panel_kind(kind))
    scene = lay_out(EXPLAINED, surface, spoken)
    check_scene(scene, EXPLAINED, surface, spoken)
    written = " ".join(item.text for item in scene.items if isinstance(item, TextLine))
    assert isinstance(EXPLAINED.body, Paragraphs)
    said = (EXPLAINED.question, *EXPLAINED.body.lines)
    assert all(spoken.say(line) in written for line in said if line is not None)
