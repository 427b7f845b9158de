"""The test picture (test card), which shows whether a panel works: its edges, which side is up, and all its inks."""

from __future__ import annotations

from typing import TYPE_CHECKING

from display.paint import paint_scene
from display.scene import Fill, Frame, Rect, Scene, SceneItem, Symbol, TextLine
from display.surface import Surface
from display.text_metrics import TYPE_SIZES, ascent, descent, text_width
from display.vocabulary import Shape

if TYPE_CHECKING:
    from PIL.Image import Image


def draw_test_card(surface: Surface, name: str) -> Image:
    """Draw the test card of a panel, with its name.

    It has a frame on the outermost pixels, an arrow that points up, and each ink beside its name.
    """
    width, height = surface.width, surface.height
    gap = max(3, height // 30)
    inner = Rect(0, 0, width, height).inset(2 * gap, 2 * gap)
    top_rect = Rect(inner.x0, inner.y0, inner.x1, inner.y0 + inner.height // 4)
    parts: list[SceneItem] = [Frame(Rect(0, 0, width, height), max(1, height // 150))]
    arrow = Rect(top_rect.x0, top_rect.y0, top_rect.x0 + top_rect.height, top_rect.y1)
    parts.append(Symbol(arrow, Shape.TRIANGLE))
    parts.append(_largest_line(Rect(arrow.x1 + gap, top_rect.y0, top_rect.x1, top_rect.y1), name))
    inks = [ink for ink in surface.inks if ink is not None]  # None: a color without an ink
    top, row_pitch = top_rect.y1 + gap, (inner.y1 - top_rect.y1 - gap) // len(inks)
    for index, ink in enumerate(inks):
        row = Rect(inner.x0, top + index * row_pitch, inner.x1, top + (index + 1) * row_pitch - max(1, gap // 3))
        ink_rect = row._replace(x1=row.x0 + row.width * 2 // 3)
        parts += (Fill(ink_rect, ink), Frame(ink_rect), _largest_line(row._replace(x0=ink_rect.x1 + gap), ink.value))
    return paint_scene(Scene(width, height, tuple(parts)), surface)


def _largest_line(rect: Rect, words: str) -> TextLine:
    """Return one line of text in the largest type that fits its rectangle."""
    fitting = [
        size
        for size in TYPE_SIZES
        if text_width(words, size) <= rect.width and ascent(size) + descent(size) <= rect.height
    ]
    size = fitting[-1] if fitting else TYPE_SIZES[0]
    return TextLine(rect, (rect.y0 + rect.y1 + ascent(size) - descent(size)) // 2, words, size)
