"""The key map of every page: one question large, a small legend, and nothing twice."""

from __future__ import annotations

from functools import cache
from itertools import pairwise

import pytest

from device.pages.surface import surface_of
from display.languages import language
from display.layout import lay_out
from display.layout.keymap import fit_keys
from display.layout.page_style import style_for
from display.layout.regions import regions_of
from display.scene import KeyMapCell, Role, Scene, TextLine
from display.surface import Surface
from display.text_metrics import ELLIPSIS, capital_height
from display.vocabulary import Board, Page, PlayerRow
from display.words import ENGLISH, text
from hal.panel import panel
from tests.games.registered import GAMES
from tests.games.sample_game_pages import sample_game_pages
from tests.non_empty import non_empty

MIN_HIGH = {"what-black": 9, "impression-7.3": 14}
"""So many pixels high is what a key of the question means, at least, as far as it is in the regular place."""


def asked(page: Page, scene: Scene) -> list[KeyMapCell]:
    """The cells of the question as drawn."""
    assert page.keymap.level is not None
    title = ENGLISH.say(page.keymap.level.title)
    return [item for item in scene.items if isinstance(item, KeyMapCell) and item.title == title]


def asking(game_id: str) -> list[Page]:
    """The pages of a game that ask something by codes."""
    return [sample.page for sample in sample_game_pages(game_id) if sample.page.keymap.level is not None]


@cache
def laid_out(game_id: str, kind: str, code: str) -> list[tuple[Page, Scene]]:
    """The same pages as a panel shows them in a language."""
    surface, spoken = surface_of(panel.panel_kind(kind)), language(code)
    return [(page, lay_out(page, surface, spoken)) for page in asking(game_id)]


@pytest.mark.parametrize("game_id", GAMES)
@pytest.mark.parametrize("kind", sorted(MIN_HIGH))
def test_every_label_of_the_question_is_high_enough(game_id: str, kind: str) -> None:
    for page, scene in non_empty(laid_out(game_id, kind, "en")):
        cells = asked(page, scene)
        labels = [item for item in scene.items if isinstance(item, TextLine) and item.role is Role.LABEL]
        inside = [label for label in labels if any(label.rect.is_within(cell.rect) for cell in cells)]
        for label in inside:
            assert capital_height(label.size) >= MIN_HIGH[kind], (page.question, label)


@pytest.mark.parametrize("game_id", GAMES)
@pytest.mark.parametrize("kind", sorted(MIN_HIGH))
@pytest.mark.parametrize("code", ["en", "fr"])
def test_no_more_than_one_table_stands_beside_the_legend_and_no_title_twice(game_id: str, kind: str, code: str) -> None:
    spoken = language(code)
    for page, scene in non_empty(laid_out(game_id, kind, code)):
        grids = [grid for grid in (page.keymap.level, *page.keymap.next_levels) if grid is not None]
        titles = [spoken.say(grid.title) for grid in grids]
        assert len(set(titles)) == len(titles), titles
        assert not any(grid.is_pad for grid in page.keymap.next_levels)
        rects = sorted(item.rect for item in scene.items if isinstance(item, KeyMapCell))
        assert not any(rect.overlaps(below) for rect, below in pairwise(rects))


@pytest.mark.parametrize("game_id", GAMES)
@pytest.mark.parametrize("code", ["en", "fr"])
def test_the_legend_has_all_that_may_follow(game_id: str, code: str) -> None:
    flat, spoken = surface_of(panel.panel_kind("what-black")), language(code)
    for surface in (flat, flat._replace(width=flat.height, height=flat.width)):
        for sample in non_empty([sample for sample in sample_game_pages(game_id) if sample.page.keymap.next_levels]):
            scene = lay_out(sample.page, surface, spoken)
            drawn = {(item.title, item.code) for item in scene.items if isinstance(item, KeyMapCell)}
            # The ways to lead several cards in LOOP are six times two or three words, and known by heart.
            for grid in [
                grid for grid in sample.page.keymap.next_levels if not grid.is_known_by_heart or game_id != "loop"
            ]:
                begun = (
                    text("after {code}:", code=grid.prefix) if grid.prefix else text("then {title}", title=grid.title)
                )
                assert {(spoken.say(begun), cell.code) for cell in grid.cells} <= drawn, (sample.name, surface.width)


@pytest.mark.parametrize("game_id", ["score-pad", "no-thanks"])
def test_the_legend_says_after_which_codes_of_the_options_a_number_is_typed(game_id: str) -> None:
    page = next(sample.page for sample in sample_game_pages(game_id) if sample.name == "options")
    expected = [grid.prefix for grid in page.keymap.next_levels if not grid.cells]
    assert expected == {"score-pad": ["B", "C", "DA", "DC"], "no-thanks": ["A"]}[game_id]
    scene = lay_out(page, surface_of(panel.panel_kind("what-black")), ENGLISH)
    written = [item.text for item in scene.items if isinstance(item, TextLine)]
    assert {f"after {code}: a number" for code in expected} <= set(written)


@pytest.mark.parametrize("code", ["en", "fr"])
@pytest.mark.parametrize("kind", ["phat-212-black", "phat-black"])
@pytest.mark.parametrize("upright", [False, True])
def test_a_legend_that_leaves_something_out_ends_with_an_ellipsis(kind: str, code: str, upright: bool) -> None:
    flat, spoken = surface_of(panel.panel_kind(kind)), language(code)
    surface = flat._replace(width=flat.height, height=flat.width) if upright else flat
    left_out = set()
    for game_id in GAMES:
        page = next(sample.page for sample in sample_game_pages(game_id) if sample.name == "options")
        written = [item.text for item in lay_out(page, surface, spoken).items if isinstance(item, TextLine)]
        begun = [
            spoken.say(text("after {code}:", code=grid.prefix))
            for grid in page.keymap.next_levels
            if not grid.is_known_by_heart
        ]
        if 0 < len([title for title in begun if title in written]) < len(begun):
            left_out.add(game_id)
            assert ELLIPSIS in written, game_id
        elif all(title in written for title in begun):
            assert ELLIPSIS not in written, game_id
    assert left_out


@pytest.mark.parametrize("game_id", GAMES)
@pytest.mark.parametrize("kind", ["phat-4", "what-black", "impression-7.3"])
def test_a_players_code_stands_only_where_that_player_can_be_chosen(game_id: str, kind: str) -> None:
    surface = surface_of(panel.panel_kind(kind))
    for page in non_empty(
        [sample.page for sample in sample_game_pages(game_id) if any(row.code for row in rows(sample.page))]
    ):
        written = [item for item in lay_out(page, surface, ENGLISH).items if isinstance(item, TextLine)]
        if any(item.role is Role.NAME for item in written):
            bare = {row.code for row in rows(page)} - chosen_by(page)
            assert not {item.text for item in written if is_before_name(item, written)} & bare, page.question


def is_before_name(line: TextLine, written: list[TextLine]) -> bool:
    """Whether a line stands right before the name of a player."""
    names = [item for item in written if item.role is Role.NAME and abs(item.baseline - line.baseline) < line.size]
    return any(0 <= item.rect.x0 - line.rect.x1 < 2 * line.size for item in names)


def rows(page: Page) -> tuple[PlayerRow, ...]:
    """The players on the board of a page."""
    return page.body.rows if isinstance(page.body, Board) else ()


def chosen_by(page: Page) -> set[str]:
    """The codes of players that can be chosen now, where nothing else can."""
    names = {row.name for row in rows(page)}
    cells = () if page.keymap.level is None else page.keymap.level.cells
    return {cell.code for cell in cells} if all(cell.label in names for cell in cells) else set()


@pytest.mark.parametrize("game_id", GAMES)
def test_the_question_has_the_place_of_the_keys_in_steady_play(game_id: str) -> None:
    """Whoever looks for the keys finds them where they were: no question of play needs more room."""
    for kind in non_empty(sorted(MIN_HIGH)):
        surface = surface_of(panel.panel_kind(kind))
        for sample in non_empty(sample_game_pages(game_id)):
            page = sample.page
            if sample.name.startswith("question") and isinstance(page.body, Board) and page.keymap.level is not None:
                place = regions_of(surface.width, surface.height).keys
                cells = asked(page, lay_out(page, surface, ENGLISH))
                assert all(cell.rect.is_within(place) for cell in cells), (kind, page.question)


def test_the_proof_can_fail() -> None:
    surface = Surface(400, 300, surface_of(panel.panel_kind("what-black")).inks)
    style = style_for(surface.width, surface.height)
    page = asking("no-loose-ends")[0]
    small = regions_of(surface.width, surface.height).holds
    assert not fit_keys(page.keymap, "", small, style.key_size, style).is_readable(style)
