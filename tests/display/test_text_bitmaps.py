"""Words in ink, against the ink of their letters."""

from __future__ import annotations

from typing import Any

from hypothesis import given
from hypothesis import strategies as st

from display.glyphs import font_for, glyphs_of
from display.text_bitmaps import FONT_CAPACITY, NO_INK, TextBitmap, text_bitmap
from display.text_metrics import one_line

SIZES = st.sampled_from((5, 8, 10, 11, 14, 18, 24, 33))
NAMES = st.text(max_size=12).map(one_line)
"""Names in any script: letters that no font has are drawn as its box."""

Pixels = set[tuple[int, int]]


def pixels(mask: Any, left: int, top: int) -> Pixels:
    """The ink of a mask whose corner lies at `left`, `top`."""
    if mask is None:
        return set()
    wide, high = mask.size
    return {(left + x, top + y) for y in range(high) for x in range(wide) if mask.getpixel((x, y))}


def one_by_one(words: str, size: int, bold: bool) -> Pixels:
    """The ink of letters, each where the pen is after those before it."""
    ink: Pixels = set()
    pen = 0
    for stamp in (glyphs_of(font_for(words, size, bold)).bitmaps[letter] for letter in words):
        ink |= pixels(stamp.mask, pen + stamp.left, stamp.top)
        pen += stamp.advance
    return ink


def drawn(words: str, size: int, bold: bool) -> Pixels:
    """The ink of words, which fills the box that is told of it."""
    mask, left, top, right, bottom = text_bitmap(words, size, bold)
    ink = pixels(mask, left, top)
    if ink:
        across, down = zip(*ink, strict=True)
        assert (min(across), min(down), max(across) + 1, max(down) + 1) == (left, top, right, bottom)
    return ink


@given(NAMES, SIZES, st.booleans())
def test_words_are_their_letters_one_after_the_other(words: str, size: int, bold: bool) -> None:
    assert drawn(words, size, bold) == one_by_one(words, size, bold)


@given(st.text("JfjKît,;+aT", min_size=1, max_size=8), SIZES, st.booleans())
def test_letters_that_lean_out_rub_out_nothing(words: str, size: int, bold: bool) -> None:
    assert drawn(words, size, bold) == one_by_one(words, size, bold)


def test_more_letters_than_a_font_of_bytes_holds() -> None:
    """What comes after the font is full is drawn like all else, and what was in it stays."""
    letters = [chr(0x4E00 + at) for at in range(FONT_CAPACITY + 20)]
    for words in (*letters, "".join(letters[-4:]), letters[0] + letters[-1], "Totals"):
        assert drawn(words, 41, True) == one_by_one(words, 41, True) != set()


def test_words_without_ink() -> None:
    assert text_bitmap("", 14, True) == text_bitmap("   ", 14, True) == NO_INK
    assert isinstance(NO_INK, TextBitmap)
