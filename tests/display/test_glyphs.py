"""Letters drawn in one line, against each drawn alone."""

from __future__ import annotations

from hypothesis import given
from hypothesis import strategies as st

from display.glyphs import GLYPHS_KEPT, GlyphBitmap, SizedFont, font_for, glyphs_of, render_together
from tests.display.glyph_ink import NAMES, SIZES, pixels

Ink = tuple[set[tuple[int, int]], int]


def seen(bitmap: GlyphBitmap) -> Ink:
    """The ink of a letter from the pen, and how far it moves that."""
    return pixels(bitmap.mask, bitmap.left, bitmap.top), bitmap.advance


def together(font: SizedFont, words: str) -> dict[str, Ink]:
    glyphs_of.cache_clear()
    render_together(font, words)
    return {letter: seen(bitmap) for letter, bitmap in glyphs_of(font).bitmaps.items()}


def alone(font: SizedFont, letter: str) -> Ink:
    glyphs_of.cache_clear()
    return seen(glyphs_of(font).bitmaps[letter])


@given(NAMES, SIZES, st.booleans())
def test_letters_drawn_together_look_as_drawn_alone(words: str, size: int, bold: bool) -> None:
    font = font_for(words, size, bold)
    found = together(font, words)
    assert found == {letter: alone(font, letter) for letter in found}


def test_letters_of_a_sentence_are_drawn_together() -> None:
    words = "Maximilienne wins, 12 to 7"
    assert together(font_for(words, 24, True), words).keys() == set(words) - {" "}


def test_letter_that_reaches_into_the_next_is_drawn_alone() -> None:
    """An accent to put over a letter leans over all of it."""
    assert "\u0302" not in together(font_for("e\u0302a", 24, True), "e\u0302a")


def test_no_more_letters_are_kept_however_many_are_drawn() -> None:
    letters = "".join(chr(0x4E00 + at) for at in range(2 * GLYPHS_KEPT))
    for begin in range(0, len(letters), 20):
        render_together(font_for(letters, 11, True), letters[begin:])
    assert len(glyphs_of(font_for(letters, 11, True)).bitmaps) <= GLYPHS_KEPT


def test_the_letter_of_yellow_is_no_other_at_the_smallest_size() -> None:
    """A Y has a stem for half its height, in the middle."""
    bitmap = glyphs_of(font_for("Y", 8, True)).bitmaps["Y"]
    ink, _ = seen(bitmap)
    lower = {(x, y) for x, y in ink if y >= -3}
    assert lower == {(x, y) for x in (2, 3) for y in (-3, -2, -1)}
    assert "Y" not in together(font_for("Y", 8, True), "YVX")
