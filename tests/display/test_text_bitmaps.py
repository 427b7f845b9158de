"""Words in ink, against the ink of their letters, in both ways of driving Pillow."""

from __future__ import annotations

import pytest
from hypothesis import given
from hypothesis import strategies as st

from display.pillow_font import MAX_LETTERS_IN_FONT
from display.raster import CORE, PUBLIC, Raster
from display.text_bitmaps import NO_INK, TextBitmap, text_bitmap
from tests.display.glyph_ink import NAMES, SIZES, drawn, one_by_one

RASTERS = st.sampled_from((CORE, PUBLIC))


@given(NAMES, SIZES, st.booleans(), RASTERS)
def test_words_are_their_letters_one_after_the_other(words: str, size: int, bold: bool, raster: Raster) -> None:
    assert drawn(words, size, bold, raster) == one_by_one(words, size, bold)


@given(st.text("JfjKît,;+aT", min_size=1, max_size=8), SIZES, st.booleans(), RASTERS)
def test_letters_that_lean_out_rub_out_nothing(words: str, size: int, bold: bool, raster: Raster) -> None:
    assert drawn(words, size, bold, raster) == one_by_one(words, size, bold)


def test_more_letters_than_a_font_of_bytes_holds() -> None:
    """What comes after the font is full is drawn like all else, and what was in it stays."""
    letters = [chr(0x4E00 + at) for at in range(MAX_LETTERS_IN_FONT + 20)]
    for words in (*letters, "".join(letters[-4:]), letters[0] + letters[-1], "Totals"):
        assert drawn(words, 41, True, CORE) == one_by_one(words, 41, True) != set()


@pytest.mark.parametrize("raster", [CORE, PUBLIC])
def test_words_without_ink(raster: Raster) -> None:
    assert text_bitmap("", 14, True, raster) == text_bitmap("   ", 14, True, raster) == NO_INK
    assert isinstance(NO_INK, TextBitmap)
