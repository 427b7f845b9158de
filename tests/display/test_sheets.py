"""Sheets of rounds: on more lines of a row where one has no room for all."""

from __future__ import annotations

from collections import Counter

import pytest

from device.pages.surface import surface_of
from display.glyphs import vertical_bounds
from display.layout import lay_out
from display.layout.page_style import style_for
from display.layout.text_items import right_aligned_figures
from display.scene import Role, TextLine
from display.surface import Surface
from display.text_metrics import overshoot
from display.vocabulary import Sheet
from display.words import ENGLISH
from hal.panel import panel
from tests.games.sample_game_pages import sample_game_pages
from tests.non_empty import non_empty


def _written(game_id: str, name: str, surface: Surface) -> tuple[Sheet, list[TextLine]]:
    page = next(sample.page for sample in sample_game_pages(game_id) if sample.name == name)
    assert isinstance(page.body, Sheet)
    return page.body, [item for item in lay_out(page, surface, ENGLISH).items if isinstance(item, TextLine)]


@pytest.mark.parametrize("upright", [False, True], ids=["400×300", "480×800"])
@pytest.mark.parametrize(
    ("game_id", "name"),
    [("wizard", "details"), ("score-pad", "details-3"), ("score-pad", "details-5")],
    ids=["wizard", "hearts", "carcassonne"],
)
def test_all_rounds_are_on_the_sheet_in_type_that_is_read(game_id: str, name: str, upright: bool) -> None:
    surface = surface_of(panel.panel_kind("impression-7.3" if upright else "what-black"))
    if upright:
        surface = surface._replace(width=surface.height, height=surface.width)
    sheet, lines = _written(game_id, name, surface)
    figures = [line for line in lines if line.role is Role.FIGURE]
    drawn = Counter(line.text for line in figures)  # a chart has some besides
    assert Counter(str(cell) for row in sheet.rows for cell in row.cells) <= drawn
    assert min(line.size for line in figures) >= style_for(surface.width, surface.height).small_size
    assert not any("\N{HORIZONTAL ELLIPSIS}" in line.text for line in lines)


def test_rounds_that_have_room_stand_on_one_line() -> None:
    sheet, lines = _written("loop", "details", surface_of(panel.panel_kind("what-black")))
    figures = [line for line in lines if line.role is Role.FIGURE]
    assert len({line.baseline for line in non_empty(figures)}) == len(sheet.rows)


@pytest.mark.parametrize("size", [8, 16, 24, 41])
def test_a_decimal_comma_keeps_its_tail(size: int) -> None:
    """“19,2” was cut at the height of figures, and read “19.2”."""
    (figure,) = right_aligned_figures(("19,2",), (200,), 100, size)
    assert figure.rect.y1 >= 100 + vertical_bounds("19,2", size)[1] > 100 + overshoot(size)
