"""A notice is read, and what lies on the table can be compared with it."""

from __future__ import annotations

from collections.abc import Iterator

import pytest

from device.pages.surface import surface_of
from display.languages import language
from display.layout import lay_out
from display.layout.notice import draw, notice_heights
from display.layout.page_style import style_for
from display.layout.text_items import label_text
from display.scene import Rect, TextLine
from display.surface import Surface
from display.text_metrics import line_height
from display.vocabulary import Board, Notice, Page, Tone
from display.words import ENGLISH, Language, text
from hal.panel import panel
from tests.games.registered import GAMES
from tests.games.sample_game_pages import sample_game_pages
from tests.non_empty import non_empty

LANGUAGES = (ENGLISH, language("fr"))


def _noticed(game_id: str) -> Iterator[tuple[Page, Board, Notice]]:
    """The pages of a game with a notice above a board and keys."""
    for page in dict.fromkeys(sample.page for sample in sample_game_pages(game_id)):
        if page.notice is not None and page.keymap.level is not None and isinstance(page.body, Board):
            yield page, page.body, page.notice


def _written(page: Page, surface: Surface, language_: Language) -> list[TextLine]:
    parts = lay_out(page, surface, language_).items
    items = [item for part in parts for item in getattr(part, "items", (part,))]
    return [item for item in items if isinstance(item, TextLine)]


def _upright(name: str) -> Surface:
    surface = surface_of(panel.panel_kind(name))
    return surface._replace(width=surface.height, height=surface.width)


@pytest.mark.parametrize("game_id", GAMES)
def test_notices_on_an_upright_small_panel_are_in_type_that_is_read(game_id: str) -> None:
    surface = _upright("what-black")
    small = style_for(surface.width, surface.height).small_size
    for page, _, notice in non_empty(_noticed(game_id)):
        for language_ in LANGUAGES:
            title = label_text(notice.title, language_)
            sizes = [line.size for line in _written(page, surface, language_) if line.text == title]
            assert min(non_empty(sizes)) >= small, (page.question, notice, language_.code)


@pytest.mark.parametrize("name", ["impression-4", "impression-5.7"])
@pytest.mark.parametrize("game_id", ["loop", "loop-2023", "no-loose-ends", "no-thanks", "wizard"])
def test_what_lies_in_the_middle_stands_below_a_notice(game_id: str, name: str) -> None:
    lying = [(page, board) for page, board, _ in _noticed(game_id) if board.centre or board.token_count]
    for page, board in non_empty(lying):
        for language_ in LANGUAGES:
            assert board.centre_title is not None
            title = label_text(board.centre_title, language_)
            for surface in (surface_of(panel.panel_kind(name)), _upright(name)):
                said = [line.text for line in _written(page, surface, language_)]
                assert title in said, (page.question, page.notice, language_.code, surface)


@pytest.mark.parametrize("tone", Tone)
def test_a_notice_has_the_height_of_the_lines_that_its_title_has(tone: Tone) -> None:
    """A title without a sign before it was measured as if it had one, and got an empty line."""
    style = style_for(600, 448)
    notice = Notice(tone, text("Who sits where next"), (text("Ann"),))
    heights_without_title = set()
    line_counts = set()
    for width in range(150, 400):
        height = next(notice_heights(notice, width, style))
        lines = [item for item in draw(notice, Rect(0, 0, width, 1000), style) if isinstance(item, TextLine)]
        title_lines = [line for line in lines if line.text != "Ann"]
        line_counts.add(len(title_lines))
        heights_without_title.add(height - len(title_lines) * line_height(style.text_size))
    assert len(line_counts) > 1
    assert len(heights_without_title) == 1
