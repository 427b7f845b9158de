"""A page for when nobody plays: hardly any ink, and never for long in one place."""

from __future__ import annotations

from display.layout.look import Look, steps
from display.layout.text_items import left_aligned
from display.scene import Box, Item
from display.text_metrics import ascent, line_height, shorten, text_width
from display.vocabulary import IdleText

PLACES = ((1, 1), (0, 0), (2, 2), (2, 0), (0, 2))
"""Where the words stand, one after the other: thirds of the page, from the left and from the top."""


def draw(quiet: IdleText, whole: Box, look: Look) -> list[Item]:
    """The first line large, the others small below it."""
    inner = whole.inset(look.gap, look.gap)
    texts = [look.say(each) for each in quiet.lines]
    items: list[Item] = []
    wide = max((text_width(each, _size(at, each, inner, look)) for at, each in enumerate(texts)), default=0)
    high = sum(line_height(_size(at, each, inner, look)) + look.gap for at, each in enumerate(texts)) - look.gap
    across, down = PLACES[quiet.place % len(PLACES)]
    x = inner.x0 + (inner.width - min(wide, inner.width)) * across // 2
    y = inner.y0 + (inner.height - high) * down // 2
    for at, each in enumerate(texts):
        size = _size(at, each, inner, look)
        items.append(left_aligned(shorten(each, size, not at, inner.width), x, y + ascent(size), size, not at))
        y += line_height(size) + look.gap
    return items


def _size(at: int, words_: str, box: Box, look: Look) -> int:
    largest = look.alone if at == 0 else look.small + look.line
    return next(
        (each for each in steps(largest, look.least) if text_width(words_, each, not at) <= box.width), look.least
    )
