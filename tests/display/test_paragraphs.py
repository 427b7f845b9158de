"""Sentences on the smallest pages: none is left out without an ellipsis, and something is always said."""

from __future__ import annotations

from itertools import count

from display.layout import idle_page, paragraphs
from display.layout.page_style import style_for
from display.layout.text_items import wrapped_height
from display.scene import Rect, TextLine
from display.text_metrics import ELLIPSIS
from display.vocabulary import IdleText, Paragraphs
from display.words import ENGLISH
from tests.non_empty import non_empty

STYLE = style_for(250, 122, ENGLISH)


def test_where_one_paragraph_fits_and_nothing_beside_it_an_ellipsis_takes_its_end() -> None:
    """The ellipsis stood there alone."""
    size, first = STYLE.step_below_small, "Ann has said that she takes all tricks of this round"
    width = next(
        width
        for width in count(100)
        if wrapped_height(first, size, False, width) < wrapped_height(f"{first} {ELLIPSIS}", size, False, width)
    )
    rect = Rect(0, 0, width, wrapped_height(first, size, False, width))
    drawn = [
        item.text
        for item in paragraphs.draw(Paragraphs((first, "Ben passes")), rect, STYLE)
        if isinstance(item, TextLine)
    ]
    said = " ".join(non_empty(drawn))
    assert said.endswith(ELLIPSIS)
    assert first.startswith(said.removesuffix(ELLIPSIS))
    assert len(said) > len(first) // 2


def test_the_idle_page_ends_at_the_right_edge_with_its_longest_line() -> None:
    """The regular lines were measured as if they were bold."""
    longest = "A game is waiting. Any key wakes this page."
    items = idle_page.draw(IdleText(("Game", longest), position=2), Rect(0, 0, 400, 300), STYLE)
    assert max(item.rect.x1 for item in items if isinstance(item, TextLine)) == 400 - STYLE.gap
