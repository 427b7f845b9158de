"""A key map in the room that it has."""

from __future__ import annotations

from collections.abc import Iterator
from typing import Any

import pytest

from display.layout.keymap import area, fit_keys
from display.layout.keymap.legend import legend_layouts
from display.layout.layout_options import NO_LOSS, LayoutLoss
from display.layout.page_style import SMALL, style_for
from display.scene import Rect, Role, TextLine
from display.vocabulary import KeyCell, KeyGrid, KeyMap
from display.words import text

FIGURES = tuple(
    KeyCell(row + column, str(4 * at + each + 1)) for at, row in enumerate("ABC") for each, column in enumerate("ABCD")
)
WORDS = (KeyCell("DA", text("twist")), KeyCell("DB", text("pass")))


@pytest.mark.parametrize(("cells", "high"), [(FIGURES, 60), (FIGURES + WORDS, 80)], ids=["figures", "and words"])
def test_a_pad_is_read_in_as_little_height_as_its_rows_take(cells: tuple[KeyCell, ...], high: int) -> None:
    keymap = KeyMap(KeyGrid(text("number"), cells, is_pad=True))
    assert fit_keys(keymap, "", Rect(0, 0, 292, high), SMALL.key_size, SMALL).is_readable(SMALL)


@pytest.mark.parametrize(("high", "lost"), [(45, NO_LOSS), (35, LayoutLoss(cut=1)), (20, LayoutLoss(cut=1))])
def test_keys_that_are_whole_and_small_lose_only_their_size(high: int, lost: LayoutLoss) -> None:
    keymap = KeyMap(KeyGrid(text("number"), FIGURES, is_pad=True))
    found = fit_keys(keymap, "", Rect(0, 0, 292, high), SMALL.key_size, SMALL).loss(SMALL)
    assert found._replace(small=0) == lost


def test_keys_without_title_that_can_not_be_read_are_tried_with_and_without_their_hint_alone(
    monkeypatch: pytest.MonkeyPatch,
) -> None:
    keymap = KeyMap(KeyGrid(text(""), FIGURES, is_pad=True), next_levels=(KeyGrid(text("suit"), WORDS),))
    tried: list[object] = []

    def note(*arrangement: Any) -> Iterator[object]:
        tried.append(arrangement)
        return legend_layouts(*arrangement)

    monkeypatch.setattr(area, "legend_layouts", note)
    fit_keys(keymap, "", Rect(0, 0, 292, 30), SMALL.key_size, SMALL)
    assert len(tried) == 2


def test_letters_behind_a_key_stand_apart_as_far_as_they_have_room() -> None:
    spelled = "\N{THIN SPACE}".join("éèêë")
    keymap = KeyMap(KeyGrid(text("letter"), (KeyCell("A", spelled),)))
    said = []
    for wide in (60, 48, 45):
        (part,) = fit_keys(keymap, "", Rect(0, 0, wide, 40), 12, SMALL).groups
        said += [item.text for item in part.items if isinstance(item, TextLine) and item.role is Role.LABEL]
    assert said == [spelled, "\N{HAIR SPACE}".join("éèêë"), "éèêë"]


@pytest.mark.parametrize(("title", "lines"), [("card", 1), ("the lowest card of all", 2)])
def test_how_a_pad_is_read_stands_beside_its_title_or_below(title: str, lines: int) -> None:
    """A title that left it no room stood right on the letters of the columns, and nothing said how to read them."""
    style = style_for(400, 300)
    keymap = KeyMap(KeyGrid(text(title), FIGURES, is_pad=True))
    (group,) = fit_keys(keymap, "", Rect(0, 0, 165, 120), style.key_size, style).groups
    head = [item for item in group.items if isinstance(item, TextLine) and item.text in (title, "row, then column")]
    assert [item.text for item in head] == [title, "row, then column"]
    assert len({item.baseline for item in head}) == lines


def test_a_number_with_all_its_keys_has_those_of_its_two_cells_apart() -> None:
    """DAAA was one word of four letters."""
    keymap = KeyMap(KeyGrid(text("card"), (*FIGURES, KeyCell("DAAA", "13")), is_pad=True))
    (group,) = fit_keys(keymap, "", Rect(0, 0, 165, 120), SMALL.key_size, SMALL).groups
    keys = [item.text for item in group.items if isinstance(item, TextLine) and item.role is Role.KEY]
    assert "DA AA" in keys
