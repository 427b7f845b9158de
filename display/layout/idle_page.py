"""Draw the page while no game is played: little ink, and never for long in the same place."""

from __future__ import annotations

from display.layout.page_style import PageStyle, largest_for_words, type_sizes
from display.layout.text_items import left_aligned
from display.scene import Box, Item
from display.text_metrics import ascent, line_height, shorten, text_width
from display.vocabulary import IdleText

POSITIONS = ((1, 1), (0, 0), (2, 2), (2, 0), (0, 2))
"""Positions of the words, used in turn: in thirds of the page, from the left and from the top."""


def draw(idle_text: IdleText, page_box: Box, style: PageStyle) -> list[Item]:
    """Draw the first line large, the others small below it."""
    inner = page_box.inset(style.gap, style.gap)
    lines = []
    for index, words in enumerate(map(style.say, idle_text.lines)):
        largest = style.small_size + style.stroke if index else style.max_key_size
        size = largest_for_words([words], type_sizes(largest, style.min_size), style.min_size, inner.width, not index)
        lines.append((words, size))
    width = max((text_width(words, size) for words, size in lines), default=0)
    height = sum(line_height(size) + style.gap for _, size in lines) - style.gap
    column, row = POSITIONS[idle_text.position % len(POSITIONS)]
    x = inner.x0 + (inner.width - min(width, inner.width)) * column // 2
    y = inner.y0 + (inner.height - height) * row // 2
    items: list[Item] = []
    for index, (words, size) in enumerate(lines):
        shortened = shorten(words, size, not index, inner.width)
        items.append(left_aligned(shortened, x, y + ascent(size), size, not index))
        y += line_height(size) + style.gap
    return items
