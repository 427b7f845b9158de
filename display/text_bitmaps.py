"""Words in ink: the masks of letters put together.

FreeType takes half a millisecond to draw a few words in black and white, and most of a page's letters have been drawn
before. There is no kerning: Pillow's is a sixty-fourth of a pixel. Pillow has fonts of its own kind, pictures of
letters in a row with a table of their places, which set a line of words in one call. So each cut has such a font,
which gets its letters as words first need them. It lays their boxes one over the other: words in which a letter reaches
into the box of its neighbour are put together here.
"""

from __future__ import annotations

from functools import lru_cache
from itertools import pairwise
from struct import pack_into
from typing import Any, NamedTuple

from PIL import Image, _imaging

from display.glyphs import FONTS_KEPT, GlyphBitmap, SizedFont, font_for, glyphs_of, render_together

FONT_CAPACITY = 255
"""The letters that one of Pillow's fonts can have: its words are bytes, and none is zero."""

SMALL_TYPE = 20
"""The largest type of which many lines are kept: a kilobyte each."""

_ENTRY_BYTES = 20
"""The bytes of a letter in a font's table: ten numbers of two."""

_NOT_IN_FONT = "\N{LATIN CAPITAL LETTER A WITH MACRON}"
"""What letters become that are not in a font: no byte."""


class TextBitmap(NamedTuple):
    """A line of words in ink: its mask, and how far the sides of that lie from the left end of the baseline.

    Words without ink have no mask.
    """

    mask: Any
    left: int
    top: int
    right: int
    bottom: int


NO_INK = TextBitmap(None, 0, 0, 0, 0)


def text_bitmap(words: str, size: int, bold: bool) -> TextBitmap:
    """How a line of words is drawn."""
    return _small(words, size, bold) if size <= SMALL_TYPE else _large(words, size, bold)


def _rendered(words: str, size: int, bold: bool) -> TextBitmap:
    cut = font_for(words, size, bold)
    return _pillow_font(cut).set(words) or _composed([glyphs_of(cut).bitmaps[letter] for letter in words])


_small, _large = lru_cache(maxsize=1024)(_rendered), lru_cache(maxsize=192)(_rendered)
"""What has been drawn is kept: small type takes few pixels, and a small panel, which has much of it, little time."""


def _composed(bitmaps: list[GlyphBitmap]) -> TextBitmap:
    """Letters one after the other, the ink of each beside or over that of the one before."""
    places: list[tuple[Any, int, int, int, int]] = []
    pen = 0
    for mask, left, top, right, bottom, advance in bitmaps:
        if mask is not None:
            places.append((mask, pen + left, top, pen + right, bottom))
        pen += advance
    if not places:
        return NO_INK
    _, lefts, tops, rights, bottoms = zip(*places, strict=True)
    left, top, right, bottom = min(lefts), min(tops), max(rights), max(bottoms)
    whole = Image.new("1", (right - left, bottom - top)).im
    for mask, x0, y0, x1, y1 in places:
        whole.paste(1, (x0 - left, y0 - top, x1 - left, y1 - top), mask)
    return TextBitmap(whole, left, top, right, bottom)


class _PillowFont(dict[int, str]):
    """Letters of a cut as one of Pillow's fonts. `str.translate` looks up their codes in it, and so adds them."""

    def __init__(self, cut: SizedFont) -> None:
        self._cut = cut
        self._bitmaps = glyphs_of(cut).bitmaps
        self._words = ""
        self._leaning: set[str] = set()
        self._near: set[str] = set()
        self._reach = 0
        self._table = bytearray((FONT_CAPACITY + 1) * _ENTRY_BYTES)
        self._row = Image.new("1", (1, 1))
        self._end = self._top = 0
        self._font: Any = None

    def __missing__(self, letter: int) -> str:
        if len(self) >= FONT_CAPACITY:
            return _NOT_IN_FONT
        if chr(letter) not in self._bitmaps:
            render_together(self._cut, self._words)
        code = self[letter] = chr(len(self) + 1)
        self._add(chr(letter), ord(code))
        return code

    def set(self, words: str) -> TextBitmap | None:
        """Words in ink; None if some of their letters are not in the font, or reach into each other's boxes."""
        try:
            self._words = words
            codes = words.translate(self).encode("latin-1")
            if self._leaning.isdisjoint(words):
                return self._set(codes, 0)
            if self._tangled(words):
                return None
            # The font's picture of words is as wide as they move the pen: spaces make room for ink beyond that.
            space = " ".translate(self).encode("latin-1")
            return self._set(space + codes + space, self._bitmaps[" "].advance)
        except UnicodeEncodeError:
            return None

    def _set(self, codes: bytes, before: int) -> TextBitmap:
        """Letters by their codes, with the pen at `before` in front of what is wanted."""
        if self._font is None:
            self._font = _imaging.font(self._row.im, bytes(self._table))
        mask = self._font.getmask(codes, "1")
        box = mask.getbbox()
        if box is None:
            return NO_INK
        left, top, right, bottom = box
        return TextBitmap(mask.crop(box), left - before, top + self._top, right - before, bottom + self._top)

    def _tangled(self, words: str) -> bool:
        """Whether a letter reaches into the box of the next."""
        if self._near.isdisjoint(words):
            return False
        bitmaps = self._bitmaps
        pairs = ((bitmaps[one], bitmaps[other]) for one, other in pairwise(words))
        return any(other.mask is not None and one.right - one.advance > other.left for one, other in pairs)

    def _add(self, letter: str, code: int) -> None:
        """Put a letter into the font."""
        mask, left, top, right, bottom, advance = self._bitmaps[letter]
        wide, high = right - left, bottom - top
        self._lean(letter, self._bitmaps[letter])
        if mask is not None:
            self._widen(self._end + wide, high)
            self._row.im.paste(mask, (self._end, 0, self._end + wide, high))
        places = (left, top, right, bottom, self._end, 0, self._end + wide, high)
        pack_into(">10h", self._table, code * _ENTRY_BYTES, advance, 0, *places)
        self._end, self._top, self._font = self._end + wide, min(self._top, top), None

    def _lean(self, letter: str, bitmap: GlyphBitmap) -> None:
        """Note whether a letter leans beyond its width, and which are near enough to be reached by any before them."""
        over = bitmap.right - bitmap.advance
        if bitmap.left < 0 or over > 0:
            self._leaning.add(letter)
        if over > self._reach:
            self._reach = over
            self._near.update(one for one in map(chr, self) if self._is_near(one))
        elif self._is_near(letter):
            self._near.add(letter)

    def _is_near(self, letter: str) -> bool:
        bitmap = self._bitmaps[letter]
        return bitmap.mask is not None and bitmap.left < self._reach

    def _widen(self, wide: int, high: int) -> None:
        """Make the row of letters so wide and high at least."""
        if wide > self._row.width or high > self._row.height:
            larger = Image.new("1", (max(wide, 2 * self._row.width), max(high, self._row.height)))
            larger.paste(self._row)
            self._row = larger


@lru_cache(maxsize=FONTS_KEPT)
def _pillow_font(cut: SizedFont) -> _PillowFont:
    return _PillowFont(cut)
