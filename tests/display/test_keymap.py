"""A key map in the room that it has."""

from __future__ import annotations

from collections.abc import Iterator

import pytest

from device.gallery import samples
from device.pages.surface import surface_of
from display.languages import language
from display.layout import lay_out
from display.layout.keymap import fitted
from display.layout.scale import SMALL
from display.scene import Box, Part, TextLine
from display.vocabulary import KeyCell, KeyGrid, KeyMap, Page
from display.words import ENGLISH, Language, text
from hal.panel import panel
from tests.non_empty import non_empty

FIGURES = tuple(
    KeyCell(row + column, str(4 * at + each + 1)) for at, row in enumerate("ABC") for each, column in enumerate("ABCD")
)
WORDS = (KeyCell("DA", text("twist")), KeyCell("DB", text("pass")))


@pytest.mark.parametrize(("cells", "high"), [(FIGURES, 60), (FIGURES + WORDS, 80)], ids=["figures", "and words"])
def test_a_pad_is_read_in_as_little_height_as_its_rows_take(cells: tuple[KeyCell, ...], high: int) -> None:
    keymap = KeyMap(KeyGrid(text("number"), cells, pad=True))
    assert fitted(keymap, "", Box(0, 0, 292, high), SMALL.keys[0], SMALL, ENGLISH).read(SMALL)


def _leads(game_id: str) -> Iterator[Page]:
    """Questions of a game with a legend and nothing but a title in the middle."""
    for moment in samples.moments(game_id):
        board = moment.page.body
        if moment.name.startswith("question") and moment.page.keymap.then and not getattr(board, "centre", ()):
            yield moment.page


def _labels(page: Page, said: Language) -> list[TextLine]:
    parts = lay_out(page, surface_of(panel.kind("what-black")), said).items
    items = [item for part in parts for item in getattr(part, "items", (part,))]
    return [item for item in items if isinstance(item, TextLine) and item.part is Part.LABEL]


@pytest.mark.parametrize("said", [ENGLISH, language("fr")], ids=lambda said: said.code)
def test_a_legend_has_the_room_below_a_title_that_stands_alone(said: Language) -> None:
    for page in non_empty(_leads("loop-2023")):
        assert min(line.size for line in non_empty(_labels(page, said))) >= SMALL.small, page.question
