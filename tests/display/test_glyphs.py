"""Letters drawn in one line, against each drawn alone."""

from __future__ import annotations

import pytest
from hypothesis import given
from hypothesis import strategies as st

from device.session import name_entry
from display.glyphs import (
    MAX_CACHED_GLYPHS,
    GlyphBitmap,
    SizedFont,
    cache_glyphs,
    font_for,
    glyphs_for,
    glyphs_of,
    is_borrowed,
)
from display.raster import PUBLIC
from display.text_metrics import capital_height
from tests.display.glyph_ink import NAMES, SIZES, drawn, pixels
from tools import catalogues

SMALL_CUTS = [font_for(size, bold) for size in (8, 10) for bold in (False, True)]
"""Those of bitmaps."""

Ink = tuple[set[tuple[int, int]], int]


def seen(bitmap: GlyphBitmap) -> Ink:
    """The ink of a letter from the pen, and how far it moves that."""
    return pixels(bitmap.mask, bitmap.left, bitmap.top), bitmap.advance


def together(font: SizedFont, words: str) -> dict[str, Ink]:
    glyphs_of.cache_clear()
    cache_glyphs(font, words)
    return {letter: seen(bitmap) for letter, bitmap in glyphs_of(font).bitmaps.items()}


def alone(font: SizedFont, letter: str) -> Ink:
    glyphs_of.cache_clear()
    return seen(glyphs_of(font).bitmaps[letter])


@given(NAMES, SIZES, st.booleans())
def test_letters_drawn_together_look_as_drawn_alone(words: str, size: int, bold: bool) -> None:
    font = font_for(size, bold)
    found = together(font, words)
    assert found == {letter: alone(font, letter) for letter in found}


def test_letters_of_a_sentence_are_drawn_together() -> None:
    words = "Maximilienne wins, 12 to 7"
    assert together(font_for(24, True), words).keys() == set(words) - {" "}


def test_letter_that_reaches_into_the_next_is_drawn_alone() -> None:
    """An accent to put over a letter leans over all of it."""
    assert "\u0302" not in together(font_for(24, True), "e\u0302a")


def test_no_more_letters_are_kept_however_many_are_drawn() -> None:
    letters = "".join(chr(0x4E00 + at) for at in range(2 * MAX_CACHED_GLYPHS))
    for begin in range(0, len(letters), 20):
        cache_glyphs(font_for(11, True), letters[begin:])
    assert len(glyphs_of(font_for(11, True)).bitmaps) <= MAX_CACHED_GLYPHS


def test_the_letter_of_yellow_is_no_other_at_the_smallest_size() -> None:
    """A Y has a stem for half its height, in the middle."""
    bitmap = glyphs_of(font_for(8, True)).bitmaps["Y"]
    ink, _ = seen(bitmap)
    lower = {(x, y) for x, y in ink if y >= -3}
    assert lower == {(x, y) for x in (2, 3) for y in (-3, -2, -1)}
    assert "Y" not in together(font_for(8, True), "YVX")


@pytest.mark.parametrize("size", range(8, 25))
@pytest.mark.parametrize("bold", [False, True])
@pytest.mark.parametrize("letter", "ij")
def test_letters_with_a_dot_have_a_gap_below_it(letter: str, bold: bool, size: int) -> None:
    """Without it, an i is an l: hinting closes it in some sizes."""
    mask = glyphs_for(size, bold).bitmaps[letter].mask
    assert mask is not None
    inked = [mask.crop((0, row, mask.width, row + 1)).getbbox() is not None for row in range(mask.height)]
    assert inked.index(False) < mask.height // 3


def spelled() -> set[str]:
    """All letters that a name can be spelled with, but those by number."""
    return {
        *"0123456789",
        *name_entry.COMMON,
        *name_entry.LESS_COMMON,
        *name_entry.FRENCH_ACCENTED,
        *name_entry.OTHER_ACCENTED,
        *name_entry.SIGNS,
    }


def said() -> set[str]:
    """All letters of all sentences in all languages."""
    sentences = [message for code in catalogues.codes() for message in catalogues.read(code) if message.id]
    return {
        letter for message in sentences for words in (message.id, message.string) for letter in "".join(words or ())
    }


@pytest.mark.parametrize("font", SMALL_CUTS, ids=str)
def test_small_cuts_have_all_letters_of_sentences_and_names(font: SizedFont) -> None:
    letters = spelled() | {letter.upper() for letter in spelled() if len(letter.upper()) == 1}
    assert {letter for letter in said() | letters if is_borrowed(font, letter)} <= {"\n"}


@pytest.mark.parametrize("letter", "→↑↓ÉÀΩЖ中")
@pytest.mark.parametrize("size", [8, 9, 10])
@pytest.mark.parametrize("bold", [False, True])
def test_letter_leaves_those_before_it_as_they_are(letter: str, size: int, bold: bool) -> None:
    words = "Trump: −160 "
    width = sum(glyphs_of(font_for(size, bold)).advances[each] for each in words)
    ink = drawn(words + letter, size, bold, PUBLIC)
    assert {(x, y) for x, y in ink if x < width - 2} == drawn(words, size, bold, PUBLIC)


@pytest.mark.parametrize("bold", [False, True])
@pytest.mark.parametrize("size", [8, 10])
def test_capitals_with_accents_are_plain_ones_below_two_rows(size: int, bold: bool) -> None:
    bitmaps, high = glyphs_of(font_for(size, bold)).bitmaps, capital_height(size)
    for plain, accented in zip("AAAAEEEEIIOOUUU", "ÀÂÄÅÈÉÊËÎÏÔÖÙÛŮ", strict=True):
        letter, accent = seen(bitmaps[plain])[0], seen(bitmaps[accented])[0]
        assert min(y for _, y in accent) == -high - 2, accented
        assert {y for _, y in accent if y >= -high} == {y for _, y in letter}, accented


@pytest.mark.parametrize("sign", "-'’")
def test_signs_between_letters_do_not_touch_the_one_before_them(sign: str) -> None:
    for font in SMALL_CUTS:
        letter, after = glyphs_of(font).bitmaps["n"], glyphs_of(font).bitmaps[sign]
        assert letter.right < letter.advance + after.left, font
