"""The test picture, which shows whether a panel works: its edges, which side is up, and every ink it has."""

from __future__ import annotations

from typing import TYPE_CHECKING

from display.paint import paint
from display.scene import Box, Fill, Frame, Scene, SceneItem, Symbol, TextLine
from display.surface import Surface
from display.text_metrics import TYPE_SIZES, ascent, descent, text_width
from display.vocabulary import Shape

if TYPE_CHECKING:
    from PIL.Image import Image


def draw_test_card(surface: Surface, name: str) -> Image:
    """Draw the test picture of a panel, with its name.

    It has a frame on the outermost pixels, an arrow that points up, and each ink beside its name.
    """
    wide, high = surface.width, surface.height
    gap = max(3, high // 30)
    inside = Box(0, 0, wide, high).inset(2 * gap, 2 * gap)
    head = Box(inside.x0, inside.y0, inside.x1, inside.y0 + inside.height // 4)
    parts: list[SceneItem] = [Frame(Box(0, 0, wide, high), max(1, high // 150))]
    arrow = Box(head.x0, head.y0, head.x0 + head.height, head.y1)
    parts.append(Symbol(arrow, Shape.TRIANGLE))
    parts.append(_line(Box(arrow.x1 + gap, head.y0, head.x1, head.y1), name))
    inks = [ink for ink in surface.inks if ink is not None]
    top, step = head.y1 + gap, (inside.y1 - head.y1 - gap) // len(inks)
    for place, ink in enumerate(inks):
        row = Box(inside.x0, top + place * step, inside.x1, top + (place + 1) * step - max(1, gap // 3))
        bar = row._replace(x1=row.x0 + row.width * 2 // 3)
        parts += (Fill(bar, ink), Frame(bar), _line(row._replace(x0=bar.x1 + gap), ink.value))
    return paint(Scene(wide, high, tuple(parts)), surface)


def _line(box: Box, words: str) -> TextLine:
    """Return one line of text in the largest type that fits its box."""
    fitting = [
        size
        for size in TYPE_SIZES
        if text_width(words, size) <= box.width and ascent(size) + descent(size) <= box.height
    ]
    size = fitting[-1] if fitting else TYPE_SIZES[0]
    return TextLine(box, (box.y0 + box.y1 + ascent(size) - descent(size)) // 2, words, size)
