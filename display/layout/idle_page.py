"""Draw the page while no game is played: little ink, and never for long in the same place."""

from __future__ import annotations

from display.layout.page_style import PageStyle, largest_for_words, type_sizes
from display.layout.text_items import left_aligned
from display.scene import Box, Item
from display.text_metrics import ascent, line_height, shorten, text_width
from display.vocabulary import IdleText

PLACES = ((1, 1), (0, 0), (2, 2), (2, 0), (0, 2))
"""Positions of the words, used in turn: in thirds of the page, from the left and from the top."""


def draw(quiet: IdleText, whole: Box, style: PageStyle) -> list[Item]:
    """Draw the first line large, the others small below it."""
    inner = whole.inset(style.gap, style.gap)
    written = []
    for at, words in enumerate(map(style.say, quiet.lines)):
        largest = style.small_size + style.stroke if at else style.max_key_size
        size = largest_for_words([words], type_sizes(largest, style.min_size), style.min_size, inner.width, not at)
        written.append((words, size))
    wide = max((text_width(words, size) for words, size in written), default=0)
    high = sum(line_height(size) + style.gap for _, size in written) - style.gap
    across, down = PLACES[quiet.position % len(PLACES)]
    x = inner.x0 + (inner.width - min(wide, inner.width)) * across // 2
    y = inner.y0 + (inner.height - high) * down // 2
    items: list[Item] = []
    for at, (words, size) in enumerate(written):
        shown = shorten(words, size, not at, inner.width)
        items.append(left_aligned(shown, x, y + ascent(size), size, not at))
        y += line_height(size) + style.gap
    return items
