"""Render lines of words, with a cache: Pillow draws a line if it can (`PillowFont`), else letters are put together.

FreeType takes half a millisecond to render a few words in black and white, and most letters of a page have been
rendered before. Kerning is left out: Pillow would move letters by a sixty-fourth of a pixel at most.
"""

from __future__ import annotations

from functools import lru_cache

from PIL import Image

from display.glyphs import MAX_CACHED_FONTS, GlyphBitmap, SizedFont, font_for, glyphs_of
from display.pillow_font import PillowFont
from display.raster import Drawable, Raster
from values.named_tuple import NamedTuple

SMALL_TYPE = 20
"""The largest type size that has the larger cache of rendered lines: each takes about a kilobyte."""


class TextBitmap(NamedTuple):
    """A rendered line of words: its mask, and how far the mask's sides lie from the left end of the baseline.

    Words without ink have no mask.
    """

    mask: Drawable
    left: int
    top: int
    right: int
    bottom: int


NO_INK = TextBitmap(None, 0, 0, 0, 0)


def text_bitmap(words: str, size: int, bold: bool, raster: Raster) -> TextBitmap:
    """Return the rendered line of words, from a cache if possible."""
    return _render_small(words, size, bold, raster) if size <= SMALL_TYPE else _render_large(words, size, bold, raster)


def _render(words: str, size: int, bold: bool, raster: Raster) -> TextBitmap:
    font = font_for(size, bold)
    if raster.make_font is not None:
        rendered = _pillow_font(font, raster).render_words(words)
        if rendered is not None:
            return TextBitmap(*rendered)
    return _compose_letters([glyphs_of(font).bitmaps[letter] for letter in words], raster)


_render_small, _render_large = lru_cache(maxsize=1024)(_render), lru_cache(maxsize=192)(_render)
"""Rendered lines are cached: those in small type take little memory, and small panels, which show many, have little
time."""


@lru_cache(maxsize=MAX_CACHED_FONTS)
def _pillow_font(font: SizedFont, raster: Raster) -> PillowFont:
    assert raster.make_font is not None
    return PillowFont(font, raster.make_font)


def _compose_letters(bitmaps: list[GlyphBitmap], raster: Raster) -> TextBitmap:
    """Put letters one after the other, each one's ink beside or over that of the one before."""
    placed_masks: list[tuple[Image.Image, int, int, int, int]] = []
    pen = 0
    for mask, left, top, right, bottom, advance in bitmaps:
        if mask is not None:
            placed_masks.append((mask, pen + left, top, pen + right, bottom))
        pen += advance
    if not placed_masks:
        return NO_INK
    _, lefts, tops, rights, bottoms = zip(*placed_masks, strict=True)
    left, top, right, bottom = min(lefts), min(tops), max(rights), max(bottoms)
    line_mask = Image.new("1", (right - left, bottom - top))
    for mask, x0, y0, x1, y1 in placed_masks:
        line_mask.paste(1, (x0 - left, y0 - top, x1 - left, y1 - top), mask)
    return TextBitmap(raster.drawable(line_mask), left, top, right, bottom)
