"""The test picture, which shows whether a panel works: its edges, which side is up, and every ink it has."""

from __future__ import annotations

from typing import TYPE_CHECKING

from display.paint import paint_scene
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
    width, height = surface.width, surface.height
    gap = max(3, height // 30)
    inner = Box(0, 0, width, height).inset(2 * gap, 2 * gap)
    top_box = Box(inner.x0, inner.y0, inner.x1, inner.y0 + inner.height // 4)
    parts: list[SceneItem] = [Frame(Box(0, 0, width, height), max(1, height // 150))]
    arrow = Box(top_box.x0, top_box.y0, top_box.x0 + top_box.height, top_box.y1)
    parts.append(Symbol(arrow, Shape.TRIANGLE))
    parts.append(_largest_line(Box(arrow.x1 + gap, top_box.y0, top_box.x1, top_box.y1), name))
    inks = [ink for ink in surface.inks if ink is not None]
    top, step = top_box.y1 + gap, (inner.y1 - top_box.y1 - gap) // len(inks)
    for index, ink in enumerate(inks):
        row = Box(inner.x0, top + index * step, inner.x1, top + (index + 1) * step - max(1, gap // 3))
        ink_box = row._replace(x1=row.x0 + row.width * 2 // 3)
        parts += (Fill(ink_box, ink), Frame(ink_box), _largest_line(row._replace(x0=ink_box.x1 + gap), ink.value))
    return paint_scene(Scene(width, height, tuple(parts)), surface)


def _largest_line(box: Box, words: str) -> TextLine:
    """Return one line of text in the largest type that fits its box."""
    fitting = [
        size
        for size in TYPE_SIZES
        if text_width(words, size) <= box.width and ascent(size) + descent(size) <= box.height
    ]
    size = fitting[-1] if fitting else TYPE_SIZES[0]
    return TextLine(box, (box.y0 + box.y1 + ascent(size) - descent(size)) // 2, words, size)
