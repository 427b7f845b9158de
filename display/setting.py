"""Words in ink: the masks of letters put together.

FreeType takes half a millisecond to draw a few words in black and white, and most of a page's letters have been drawn
before. There is no kerning: Pillow's is a sixty-fourth of a pixel. Pillow has fonts of its own kind, pictures of
letters in a row with a table of their places, which set a line of words in one call. So each cut has such a font,
which gets its letters as words first need them. It lays their boxes one over the other: words with letters that reach
beyond their own width are put together here.
"""

from __future__ import annotations

from functools import lru_cache
from struct import pack_into
from typing import Any, NamedTuple

from PIL import Image, _imaging

from display.letters import CUTS, Cut, Stamp, cut_for, letters_of

MOST = 255
"""The letters that one of Pillow's fonts can have: its words are bytes, and none is zero."""

_ENTRY = 20
"""The bytes of a letter in a font's table: ten numbers of two."""

_UNKNOWN = "\N{LATIN CAPITAL LETTER A WITH MACRON}"
"""What letters become that are not in a font: no byte."""


class Writing(NamedTuple):
    """A line of words in ink: its mask, and how far the sides of that lie from the left end of the baseline.

    Words without ink have no mask.
    """

    mask: Any
    left: int
    top: int
    right: int
    bottom: int


NOTHING = Writing(None, 0, 0, 0, 0)


@lru_cache(maxsize=384)
def writing(words: str, size: int, bold: bool) -> Writing:
    """How a line of words is drawn."""
    cut = cut_for(words, size, bold)
    return _case(cut).set(words) or _put_together([letters_of(cut).stamps[letter] for letter in words])


def _put_together(stamps: list[Stamp]) -> Writing:
    """Letters one after the other, the ink of each beside or over that of the one before."""
    places: list[tuple[Stamp, int]] = []
    pen = 0
    for stamp in stamps:
        if stamp.mask is not None:
            places.append((stamp, pen))
        pen += stamp.advance
    if not places:
        return NOTHING
    left, right = min(pen + stamp.left for stamp, pen in places), max(pen + stamp.right for stamp, pen in places)
    top, bottom = min(stamp.top for stamp, _ in places), max(stamp.bottom for stamp, _ in places)
    mask = Image.new("1", (right - left, bottom - top)).im
    for stamp, pen in places:
        x0, x1 = pen + stamp.left - left, pen + stamp.right - left
        mask.paste(1, (x0, stamp.top - top, x1, stamp.bottom - top), stamp.mask)
    return Writing(mask, left, top, right, bottom)


class _Case(dict[int, str]):
    """Letters of a cut as one of Pillow's fonts. `str.translate` looks up their codes in it, and so adds them."""

    def __init__(self, stamps: dict[str, Stamp]) -> None:
        self._stamps = stamps
        self._table = bytearray((MOST + 1) * _ENTRY)
        self._row = Image.new("1", (1, 1))
        self._end = self._top = 0
        self._font: Any = None

    def __missing__(self, letter: int) -> str:
        if len(self) >= MOST:
            return _UNKNOWN
        code = len(self) + 1
        known = self[letter] = chr(code) if self._added(code, self._stamps[chr(letter)]) else _UNKNOWN
        return known

    def set(self, words: str) -> Writing | None:
        """Words in ink; None if some of their letters can't be in the font."""
        try:
            codes = words.translate(self).encode("latin-1")
        except UnicodeEncodeError:
            return None
        if self._font is None:
            self._font = _imaging.font(self._row.im, bytes(self._table))
        mask = self._font.getmask(codes, "1")
        box = mask.getbbox()
        if box is None:
            return NOTHING
        left, top, right, bottom = box
        return Writing(mask.crop(box), left, top + self._top, right, bottom + self._top)

    def _added(self, code: int, stamp: Stamp) -> bool:
        """Whether a letter is in the font now: one whose ink leans beyond its width can't be."""
        mask, left, top, right, bottom, advance = stamp
        if left < 0 or right > advance:
            return False
        wide, high = right - left, bottom - top
        if mask is not None:
            self._widen(self._end + wide, high)
            self._row.im.paste(mask, (self._end, 0, self._end + wide, high))
        places = (left, top, right, bottom, self._end, 0, self._end + wide, high)
        pack_into(">10h", self._table, code * _ENTRY, advance, 0, *places)
        self._end, self._top, self._font = self._end + wide, min(self._top, top), None
        return True

    def _widen(self, wide: int, high: int) -> None:
        """Make the row of letters so wide and high at least."""
        if wide > self._row.width or high > self._row.height:
            larger = Image.new("1", (max(wide, 2 * self._row.width), max(high, self._row.height)))
            larger.paste(self._row)
            self._row = larger


@lru_cache(maxsize=CUTS)
def _case(cut: Cut) -> _Case:
    return _Case(letters_of(cut).stamps)
