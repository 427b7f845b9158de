"""Draw the page that is shown while nobody presses a key: little ink, and never for long in the same place."""

from __future__ import annotations

from display.layout.page_style import PageStyle, largest_for_words, type_sizes
from display.layout.text_items import left_aligned
from display.scene import Item, Rect
from display.text_metrics import ascent, line_height, shorten, text_width
from display.vocabulary import IdleText

POSITIONS = ((1, 1), (0, 0), (2, 2), (2, 0), (0, 2))
"""Positions of the words, used in turn, from the left and from the top: 0 is the start, 1 the middle, 2 the end."""


def draw(idle_text: IdleText, page_rect: Rect, style: PageStyle) -> list[Item]:
    """Draw the first line large and bold, the others small below it."""
    inner = page_rect.inset(style.gap, style.gap)
    lines = []
    for index, words in enumerate(map(style.say, idle_text.lines)):
        is_bold = index == 0
        largest = style.max_key_size if is_bold else style.small_size + style.stroke
        size = largest_for_words([words], type_sizes(largest, style.min_size), style.min_size, inner.width, is_bold)
        lines.append((words, size, is_bold))
    width = max((text_width(*line) for line in lines), default=0)
    height = sum(line_height(size) + style.gap for _, size, _ in lines) - style.gap
    column, row = POSITIONS[idle_text.position % len(POSITIONS)]
    x = inner.x0 + (inner.width - min(width, inner.width)) * column // 2
    y = inner.y0 + (inner.height - height) * row // 2
    items: list[Item] = []
    for words, size, is_bold in lines:
        items.append(left_aligned(shorten(words, size, is_bold, inner.width), x, y + ascent(size), size, is_bold))
        y += line_height(size) + style.gap
    return items
