"""Sheets on the smallest panels: what was scored, and what the keys do, can be read for any number of players."""

from __future__ import annotations

from itertools import pairwise, product

import pytest

from device.pages.surface import surface_of
from display.languages import language
from display.layout import lay_out
from display.scene import Role, Scene, Sign, Symbol, TextLine
from display.text_metrics import ELLIPSIS
from display.vocabulary import Breakdown, Page, Paragraphs, Sheet
from display.words import ENGLISH, Language, signed
from hal.panel import panel
from tablekeeper.testing.scene_checks import check_scene
from tests.games.registered import GAMES
from tests.games.sample_game_pages import sample_game_pages
from tests.non_empty import non_empty

PANELS = ("phat-212-black", "phat-black")
LANGUAGES = (ENGLISH, language("fr"))
LEAST = 8
"""The least type that is not blurred."""

APART = 3
"""Pixels between figures that do not read as one."""


def scene(page: Page, kind: str, reader: Language = ENGLISH) -> Scene:
    return lay_out(page, surface_of(panel.panel_kind(kind)), reader)


def written(drawn: Scene, *parts: Role) -> list[TextLine]:
    return [item for item in drawn.items if isinstance(item, TextLine) and (not parts or item.role in parts)]


def pages(game_id: str, *names: str) -> list[Page]:
    """The sample pages of kinds: `summary` is `summary-2`, too."""
    found = [each for each in sample_game_pages(game_id) if each.name.split("-")[0] in names]
    return [each.page for each in found]


@pytest.mark.parametrize("game_id", GAMES)
def test_what_holding_keys_does_is_said_whatever_else_there_is(game_id: str) -> None:
    for page, kind, reader in non_empty(
        product(pages(game_id, "summary", "details", "correct", "so"), PANELS, LANGUAGES)
    ):
        if page.keymap.level is None:
            keys = [item.text for item in written(scene(page, kind, reader), Role.KEY)]
            assert keys == [hold.key for hold in non_empty(page.holds)]


@pytest.mark.parametrize("game_id", GAMES)
def test_a_summary_says_what_each_player_won(game_id: str) -> None:
    for page, kind in non_empty(product(pages(game_id, "summary"), PANELS)):
        if isinstance(page.body, Breakdown) and page.body.players[0].round_points is not None:
            said = [item.text for item in written(scene(page, kind), Role.FIGURE)]
            won = [signed(account.round_points or 0) for account in page.body.players]
            assert all(said.count(each) >= won.count(each) for each in won)


@pytest.mark.parametrize("game_id", GAMES)
def test_standings_have_at_least_the_last_round_before_the_totals(game_id: str) -> None:
    for page, kind in non_empty(product(pages(game_id, "details"), PANELS)):
        if isinstance(page.body, Sheet) and page.body.columns:
            said = [item.text for item in written(scene(page, kind), Role.FIGURE)]
            last = [ENGLISH.say(row.cells[-1]) for row in page.body.rows]
            assert all(said.count(each) >= last.count(each) for each in last)


@pytest.mark.parametrize("game_id", GAMES)
def test_columns_that_are_left_out_are_told_of(game_id: str) -> None:
    for page, kind in non_empty(product(pages(game_id, "details"), PANELS)):
        if isinstance(page.body, Sheet) and page.body.columns:
            drawn = scene(page, kind)
            figures = [item.text for item in written(drawn, Role.FIGURE)]
            told = any(item.text.startswith(ELLIPSIS) for item in written(drawn, Role.TEXT))
            assert told is (len(figures) < len(page.body.rows) * len(page.body.columns))


@pytest.mark.parametrize(
    ("game_id", "name"), [("no-thanks", "details"), ("wizard", "details-5"), ("wizard", "farewell")]
)
@pytest.mark.parametrize(("kind", "reader"), tuple(product(PANELS, LANGUAGES)))
def test_six_and_seven_players_have_all_rounds_and_whole_names(
    game_id: str, name: str, kind: str, reader: Language
) -> None:
    """Rather than the last round in two tables: in rows that are lower than a line of type, but do not touch."""
    (page,) = (sample.page for sample in sample_game_pages(game_id) if sample.name == name)
    drawn, sheet = scene(page, kind, reader), page.body
    assert isinstance(sheet, Sheet)
    check_scene(drawn, page, surface_of(panel.panel_kind(kind)), reader)
    names = written(drawn, Role.NAME)
    assert [item.text for item in names] == [row.name for row in sheet.rows]
    assert min(item.size for item in names) >= LEAST
    assert len(written(drawn, Role.FIGURE)) == len(sheet.rows) * len(sheet.columns)
    totals = sorted(written(drawn, Role.TOTAL), key=lambda item: item.rect.y0)
    assert all(two.rect.y0 > one.rect.y1 for one, two in pairwise(totals))


@pytest.mark.parametrize("game_id", GAMES)
def test_figures_beside_each_other_do_not_read_as_one(game_id: str) -> None:
    for page, kind in non_empty(product(pages(game_id, "summary", "details", "farewell"), PANELS)):
        if isinstance(page.body, Sheet):
            figures = written(scene(page, kind), Role.FIGURE, Role.TOTAL)
            for one, two in non_empty(pairwise(sorted(figures, key=lambda item: (item.rect.y0 // 4, item.rect.x0)))):
                assert not 0 <= two.rect.x0 - one.rect.x1 < APART, (one.text, two.text)


@pytest.mark.parametrize("game_id", GAMES)
def test_a_farewell_says_that_the_plug_may_be_pulled(game_id: str) -> None:
    for page, kind, reader in non_empty(product(pages(game_id, "farewell"), PANELS, LANGUAGES)):
        assert page.last_declaration is not None
        said = " ".join(item.text for item in written(scene(page, kind, reader)))
        assert reader.say(page.last_declaration) in said


@pytest.mark.parametrize("game_id", GAMES)
def test_on_a_final_sheet_names_are_whole_and_nearly_as_large_as_totals(game_id: str) -> None:
    for page, kind in non_empty(product(pages(game_id, "final"), PANELS)):
        drawn = scene(page, kind)
        assert isinstance(page.body, Sheet)
        names, totals = written(drawn, Role.NAME), written(drawn, Role.TOTAL)
        assert [item.text for item in names] == [row.name for row in page.body.rows]
        assert min(item.size for item in names) >= LEAST
        assert min(item.size for item in names) * 3 >= max(item.size for item in totals) * 2


@pytest.mark.parametrize(("name", "kind", "reader"), tuple(product(("seat", "roster"), PANELS, LANGUAGES)))
def test_the_names_of_ten_people_can_be_read_while_they_sit_down(name: str, kind: str, reader: Language) -> None:
    for page in non_empty(pages("score-pad", name)):
        names = non_empty(written(scene(page, kind, reader), Role.NAME))
        assert len(names) == 9
        assert min(item.size for item in names) >= LEAST
        assert not [item.text for item in names if ELLIPSIS in item.text]


def test_a_winner_has_a_crown_in_either_column() -> None:
    (page, *_) = pages("score-pad", "final")
    drawn = scene(page, PANELS[0])
    crown = next(
        item for item in drawn.items if isinstance(item, Symbol) and item.form is Sign.CROWN and item.rect.y0 > 16
    )
    names = written(drawn, Role.NAME)
    assert len({item.rect.x0 for item in names}) == 2
    assert next(item.text for item in names if item.rect.y0 <= crown.rect.y1 <= item.rect.y1 + 2) == "Kaylen"


@pytest.mark.parametrize("game_id", GAMES)
def test_all_that_a_correction_changes_is_told(game_id: str) -> None:
    told = [each.page for each in sample_game_pages(game_id) if each.name.startswith("correct-so")]
    for page, kind, reader in non_empty(product(told, PANELS, LANGUAGES)):
        assert isinstance(page.body, Paragraphs)
        said = " ".join(item.text for item in written(scene(page, kind, reader)))
        assert all(reader.say(line) in said for line in non_empty(page.body.lines))


@pytest.mark.parametrize("game_id", GAMES)
def test_of_a_round_so_far_whole_lines_are_told_and_that_there_are_more(game_id: str) -> None:
    (page,) = (each.page for each in sample_game_pages(game_id) if each.name == "so-far")
    assert isinstance(page.body, Paragraphs)
    for kind, reader in non_empty(product(PANELS, LANGUAGES)):
        drawn = sorted(written(scene(page, kind, reader), Role.TEXT), key=lambda item: item.rect.y0)
        said = " ".join(item.text for item in drawn)
        lines = non_empty([reader.say(line) for line in page.body.lines])
        shown = [line for line in lines if line in said]
        assert shown == lines[: len(shown)] != []
        assert (f"{shown[-1]} {ELLIPSIS}" in said) is (len(shown) < len(lines))
        assert said.count(ELLIPSIS) == (len(shown) < len(lines))
