"""The ink of letters and words as sets of pixels, and strategies for texts."""

from __future__ import annotations

from typing import Any

from hypothesis import strategies as st

from display.glyphs import font_for, glyphs_of
from display.raster import Raster
from display.text_bitmaps import text_bitmap
from display.text_metrics import one_line

SIZES = st.sampled_from((5, 8, 10, 11, 14, 18, 24, 33))
NAMES = st.text(max_size=12).map(one_line)
"""Names in any script: letters that no font has are drawn as its box."""

Pixels = set[tuple[int, int]]


def pixels(mask: Any, left: int, top: int) -> Pixels:
    """The ink of a mask with its corner at `left`, `top`."""
    if mask is None:
        return set()
    wide, high = mask.size
    return {(left + x, top + y) for y in range(high) for x in range(wide) if mask.getpixel((x, y))}


def one_by_one(words: str, size: int, bold: bool) -> Pixels:
    """The ink of letters drawn one by one, each at the end of those before it."""
    ink: Pixels = set()
    pen = 0
    for bitmap in (glyphs_of(font_for(size, bold)).bitmaps[letter] for letter in words):
        ink |= pixels(bitmap.mask, pen + bitmap.left, bitmap.top)
        pen += bitmap.advance
    return ink


def drawn(words: str, size: int, bold: bool, raster: Raster) -> Pixels:
    """The ink of words. Checks that the reported box fits exactly."""
    mask, left, top, right, bottom = text_bitmap(words, size, bold, raster)
    ink = pixels(mask, left, top)
    if ink:
        across, down = zip(*ink, strict=True)
        assert (min(across), min(down), max(across) + 1, max(down) + 1) == (left, top, right, bottom)
    return ink
