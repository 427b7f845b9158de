"""A bitmap font in Pillow's own format, built as letters are needed: an image of them in a row, and their rectangles.

Such a font draws a line of words in one call. Pillow draws the letters' rectangles one over the other, so it refuses
words in which a letter reaches into the rectangle of its neighbour.
"""

from __future__ import annotations

from collections.abc import Callable
from itertools import pairwise
from struct import pack_into
from typing import Any

from PIL import Image

from display.glyphs import GlyphBitmap, SizedFont, cache_glyphs, glyphs_of
from display.raster import Drawable

MAX_LETTERS_IN_FONT = 255
"""How many letters one Pillow font can have: its text is bytes, and code 0 is not used."""

_ENTRY_BYTES = 20
"""Bytes per letter in a font's table: ten numbers of two bytes."""

_NOT_IN_FONT = "\N{LATIN CAPITAL LETTER A WITH MACRON}"
"""Stands for a letter that the font has no code left for. It cannot be encoded as a byte."""

RenderedWords = tuple[Drawable, int, int, int, int]
"""A mask (None without ink), and how far its left, top, right and bottom lie from the left end of the baseline."""


class PillowFont(dict[int, str]):
    """A Pillow font as a dictionary of letters' codes: `str.translate` looks them up, and so adds missing letters.

    `make_font` makes the Pillow font of an image of letters in a row and their table.
    """

    def __init__(self, source: SizedFont, make_font: Callable[[Image.Image, bytes], Any]) -> None:
        self._source, self._make_font = source, make_font
        self._bitmaps = glyphs_of(source).bitmaps
        self._words = ""
        """The words being rendered. Their missing glyphs are cached together, at the first letter that is missing."""
        self._overhanging: set[str] = set()
        self._reachable: set[str] = set()
        self._max_overhang = 0
        self._table = bytearray((MAX_LETTERS_IN_FONT + 1) * _ENTRY_BYTES)
        self._strip = Image.new("1", (1, 1))
        self._strip_width = 0
        self._top = 0
        """The top of the highest letter so far, from the baseline: Pillow's picture of words begins there."""
        self._font: Any = None

    def __missing__(self, code_point: int) -> str:
        """Add a letter that `str.translate` has not found."""
        if len(self) >= MAX_LETTERS_IN_FONT:
            return _NOT_IN_FONT
        letter = chr(code_point)
        if letter not in self._bitmaps:
            cache_glyphs(self._source, self._words)
        code = self[code_point] = chr(len(self) + 1)
        self._add(letter, ord(code))
        return code

    def render_words(self, words: str) -> RenderedWords | None:
        """Draw words; None if the font cannot have all their letters, or a letter reaches into the next rectangle."""
        try:
            self._words = words
            codes = words.translate(self).encode("latin-1")
            if self._overhanging.isdisjoint(words):
                return self._render_codes(codes, 0)
            if self._has_overlaps(words):
                return None
            # The font's picture of words is as wide as they move the pen: spaces make room for ink beyond that.
            space = " ".translate(self).encode("latin-1")
            return self._render_codes(space + codes + space, self._bitmaps[" "].advance)
        except UnicodeEncodeError:
            return None

    def _render_codes(self, codes: bytes, space_width: int) -> RenderedWords:
        """Draw letters by their codes.

        `space_width` is the advance of a space put before them, subtracted from the positions.
        """
        if self._font is None:
            self._font = self._make_font(self._strip, bytes(self._table))
        mask = self._font.getmask(codes, "1")
        rect = mask.getbbox()
        if rect is None:
            return None, 0, 0, 0, 0
        left, top, right, bottom = rect
        return mask.crop(rect), left - space_width, top + self._top, right - space_width, bottom + self._top

    def _has_overlaps(self, words: str) -> bool:
        """Whether a letter reaches into the rectangle of the next."""
        if self._reachable.isdisjoint(words):
            return False
        bitmaps = self._bitmaps
        pairs = ((bitmaps[letter], bitmaps[following]) for letter, following in pairwise(words))
        return any(following.mask and letter.right - letter.advance > following.left for letter, following in pairs)

    def _add(self, letter: str, code: int) -> None:
        """Add a letter to the font's image and table. The Pillow font is made again when it is next needed."""
        mask, left, top, right, bottom, advance = self._bitmaps[letter]
        width, height = right - left, bottom - top
        self._note_overhang(letter, self._bitmaps[letter])
        if mask is not None:
            self._enlarge_image(self._strip_width + width, height)
            self._strip.paste(mask, (self._strip_width, 0))
        edges = (left, top, right, bottom, self._strip_width, 0, self._strip_width + width, height)
        pack_into(">10h", self._table, code * _ENTRY_BYTES, advance, 0, *edges)
        self._strip_width += width
        self._top = min(self._top, top)
        self._font = None

    def _note_overhang(self, letter: str, bitmap: GlyphBitmap) -> None:
        """Note whether a letter's ink goes beyond its width, and which letters another before them can reach."""
        overhang = bitmap.right - bitmap.advance
        if bitmap.left < 0 or overhang > 0:
            self._overhanging.add(letter)
        if overhang > self._max_overhang:
            self._max_overhang = overhang
            self._reachable.update(added for added in map(chr, self) if self._may_overlap(added))
        elif self._may_overlap(letter):
            self._reachable.add(letter)

    def _may_overlap(self, letter: str) -> bool:
        bitmap = self._bitmaps[letter]
        return bitmap.mask is not None and bitmap.left < self._max_overhang

    def _enlarge_image(self, width: int, height: int) -> None:
        """Enlarge the image of letters, if needed, to at least this width and height in pixels."""
        if width > self._strip.width or height > self._strip.height:
            larger = Image.new("1", (max(width, self._strip.width * 5 // 4), max(height, self._strip.height)))
            larger.paste(self._strip)
            self._strip = larger
