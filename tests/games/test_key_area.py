"""The key map of every page: one question large, a small legend, and nothing twice."""

from __future__ import annotations

from itertools import pairwise

import pytest

from device.pages.surface import surface_of
from display.languages import language
from display.layout import lay_out
from display.layout.keymap import fitted
from display.layout.regions import regions
from display.layout.scale import scale_for
from display.scene import Cell, Part, Scene, TextLine
from display.surface import Surface
from display.text_metrics import capital_height
from display.vocabulary import Board, Page
from display.words import ENGLISH
from hal.panel import panel
from tests.games.registered import GAMES
from tests.games.sample_moments import moments
from tests.non_empty import non_empty

LEAST_HIGH = {"what-black": 9, "impression-7.3": 14}
"""So many pixels high is what a key of the question means, at least, as far as it is in the regular place."""


def asked(page: Page, scene: Scene) -> list[Cell]:
    """The cells of the question as drawn."""
    assert page.keymap.asked is not None
    title = ENGLISH.say(page.keymap.asked.title)
    return [item for item in scene.items if isinstance(item, Cell) and item.title == title]


def asking(game_id: str) -> list[Page]:
    """The pages of a game that ask something by codes."""
    return [moment.page for moment in moments(game_id) if moment.page.keymap.asked is not None]


@pytest.mark.parametrize("game_id", GAMES)
@pytest.mark.parametrize("kind", sorted(LEAST_HIGH))
def test_every_label_of_the_question_is_high_enough(game_id: str, kind: str) -> None:
    surface = surface_of(panel.kind(kind))
    for page in non_empty(asking(game_id)):
        scene = lay_out(page, surface, ENGLISH)
        cells = asked(page, scene)
        labels = [item for item in scene.items if isinstance(item, TextLine) and item.part is Part.LABEL]
        inside = [label for label in labels if any(label.box.within(cell.box) for cell in cells)]
        for label in inside:
            assert capital_height(label.size) >= LEAST_HIGH[kind], (page.question, label)


@pytest.mark.parametrize("game_id", GAMES)
@pytest.mark.parametrize("kind", sorted(LEAST_HIGH))
@pytest.mark.parametrize("code", ["en", "fr"])
def test_no_more_than_one_table_stands_beside_the_legend_and_no_title_twice(game_id: str, kind: str, code: str) -> None:
    surface, spoken = surface_of(panel.kind(kind)), language(code)
    for page in non_empty(asking(game_id)):
        grids = [grid for grid in (page.keymap.asked, *page.keymap.then) if grid is not None]
        titles = [spoken.say(grid.title) for grid in grids]
        assert len(set(titles)) == len(titles), titles
        assert not any(grid.pad for grid in page.keymap.then)
        scene = lay_out(page, surface, spoken)
        cells = [item for item in scene.items if isinstance(item, Cell)]
        assert all(not one.box.meets(other.box) for one, other in pairwise(sorted(cells, key=lambda cell: cell.box)))


@pytest.mark.parametrize("game_id", GAMES)
def test_a_key_that_a_card_carries_stands_in_no_table(game_id: str) -> None:
    surface = surface_of(panel.kind("impression-7.3"))
    for page in non_empty(asking(game_id)):
        if isinstance(page.body, Board) and page.notice is None:
            carried = {
                (mark.code, ENGLISH.say(mark.label)) for row in page.body.rows for mark in row.marks if mark.code
            }
            drawn = {
                (item.code, item.label) for item in lay_out(page, surface, ENGLISH).items if isinstance(item, Cell)
            }
            assert not carried & drawn


@pytest.mark.parametrize("game_id", GAMES)
def test_the_question_has_the_place_of_the_keys_in_steady_play(game_id: str) -> None:
    """Whoever looks for the keys finds them where they were: no question of play needs more room."""
    for kind in non_empty(sorted(LEAST_HIGH)):
        surface = surface_of(panel.kind(kind))
        for moment in non_empty(moments(game_id)):
            page = moment.page
            if moment.name.startswith("question") and isinstance(page.body, Board) and page.keymap.asked is not None:
                place = regions(surface.width, surface.height).keys
                cells = asked(page, lay_out(page, surface, ENGLISH))
                assert all(cell.box.within(place) for cell in cells), (kind, page.question)


def test_the_proof_can_fail() -> None:
    surface = Surface(400, 300, surface_of(panel.kind("what-black")).inks)
    scale = scale_for(surface.width, surface.height)
    page = asking("no-loose-ends")[0]
    small = regions(surface.width, surface.height).holds
    assert not fitted(page.keymap, "", small, scale.keys[0], scale, ENGLISH).read(scale)
