"""The letters of the typefaces: how far each moves the pen, and its picture in black and white.

DejaVu Sans Condensed in two weights, and below 11 pixels, where its outlines fall apart in black and white, the
bitmaps of Helvetica that were drawn for screens (docs/typefaces.md). Sizes are in pixels to the em.
"""

from __future__ import annotations

from collections.abc import Callable, Iterable
from functools import lru_cache
from pathlib import Path
from typing import Any, NamedTuple, TypeVar
from unicodedata import normalize

from PIL import ImageFont

FOLDER = Path(__file__).with_name("fonts")

OPEN = 16
"""So many fonts stay open at most: each takes a quarter of a megabyte."""

CUTS = 64
"""So many cuts are remembered: all sizes in both weights."""

KEPT = 400
"""So many letters of a cut are kept: what languages and names have, and no more however many a hostile file has."""

TOGETHER = 32
"""So many letters are drawn in one line at most."""

_BITMAPS = {8: 8, 9: 8, 10: 10}
"""The sizes that are drawn with bitmaps, and whose: there are bitmaps of 8 and 10 pixels."""

_STANDING = "H"
"""A letter that stands on the baseline."""

_QUOTES_AND_SIGNS = "\u202f\u2018\u2019\u201c\u201d\u2022\u2026\u2212\u20ac"
_IN_BITMAPS = frozenset(
    letter
    for letter in (*map(chr, (*range(0x20, 0x7F), *range(0xA0, 0x17F), *range(0x2010, 0x2016))), *_QUOTES_AND_SIGNS)
    if not (letter.isupper() and len(normalize("NFD", letter)) > 1)
)
"""Letters that are drawn with bitmaps: those of the languages that write Latin letters, and what surrounds figures.

Capitals with accents are not: the bitmaps have them half as high again as other capitals, which costs every line of a
small panel a pixel or two.
"""

_ALSO = {"\N{NARROW NO-BREAK SPACE}": "\N{THIN SPACE}"}
"""Letters that the bitmaps have under another name only: they know the narrow space that breaks lines."""


class Cut(NamedTuple):
    """A font file and the size in it. What is kept of letters is kept by this: a kept font would stay open."""

    file: str
    size: int


class Stamp(NamedTuple):
    """The mask of a letter's ink, how far the sides of that lie from the pen, and how far the letter moves the pen.

    A space has no mask.
    """

    mask: Any
    left: int
    top: int
    right: int
    bottom: int
    advance: int


Found = TypeVar("Found")


class _Kept(dict[str, Found]):
    """What is known of the letters of a cut, each found out when it is first asked for."""

    def __init__(self, cut: Cut, find: Callable[[Cut, str], Found]) -> None:
        self._cut, self._find = cut, find

    def __missing__(self, letter: str) -> Found:
        if len(self) >= KEPT:
            self.clear()
        found = self[letter] = self._find(self._cut, letter)
        return found


class Letters(NamedTuple):
    """The letters of a cut: how far each moves the pen in whole pixels, how far its ink leans out, and its stamp.

    `leans` tells how far the ink reaches beyond the letter's own width to the left and to the right.
    """

    advances: dict[str, int]
    leans: dict[str, tuple[int, int]]
    stamps: dict[str, Stamp]


def cut_for(words: str, size: int, bold: bool) -> Cut:
    """The cut in which words are drawn at a size: bitmaps at small sizes, as long as they have all the letters."""
    return _cut(size, bold, _has_bitmaps(words, size))


def letters_for(words: str, size: int, bold: bool) -> Letters:
    """The letters of the cut in which words are drawn at a size."""
    return _letters(size, bold, _has_bitmaps(words, size))


@lru_cache(maxsize=CUTS)
def letters_of(cut: Cut) -> Letters:
    """The letters of a cut."""
    return Letters(_Kept(cut, _advance), _Kept(cut, _lean), _Kept(cut, _stamp))


def bounds(words: str, size: int, bold: bool = True) -> tuple[int, int, int, int]:
    """How far the ink of words reaches left, up, right and down from the beginning of the baseline."""
    left, top, right, bottom = _open(cut_for(words, size, bold)).getbbox(words, mode="1", anchor="ls")
    return int(left), int(top), int(right), int(bottom)


@lru_cache(maxsize=CUTS)
def _letters(size: int, bold: bool, bitmaps: bool) -> Letters:
    return letters_of(_cut(size, bold, bitmaps))


@lru_cache(maxsize=CUTS)
def _cut(size: int, bold: bool, bitmaps: bool) -> Cut:
    if bitmaps:
        return Cut(f"helv{'B' if bold else 'R'}{_BITMAPS[size]:02}.pcf", _BITMAPS[size])
    return Cut("DejaVuSansCondensed-Bold.ttf" if bold else "DejaVuSansCondensed.ttf", size)


def _has_bitmaps(words: str, size: int) -> bool:
    return size in _BITMAPS and (words.isascii() or _IN_BITMAPS.issuperset(words))


@lru_cache(maxsize=OPEN)
def _open(cut: Cut) -> ImageFont.FreeTypeFont:
    return ImageFont.truetype(str(FOLDER / cut.file), cut.size, layout_engine=ImageFont.Layout.BASIC)


def _named(cut: Cut, letter: str) -> str:
    return _ALSO.get(letter, letter) if cut.file.endswith(".pcf") else letter


def _advance(cut: Cut, letter: str) -> int:
    """Whole pixels, since letters are hinted for black and white."""
    return int(_open(cut).getlength(_named(cut, letter), mode="1"))


def _lean(cut: Cut, letter: str) -> tuple[int, int]:
    left, _, right, _ = _open(cut).getbbox(_named(cut, letter), mode="1", anchor="ls")
    return max(0, -int(left)), max(0, int(right) - letters_of(cut).advances[letter])


def draw_together(cut: Cut, letters: Iterable[str]) -> None:
    """Stamp letters that are not yet: FreeType takes half as long for them in one line as for each in its own."""
    stamps, advances = letters_of(cut).stamps, letters_of(cut).advances
    new = [letter for letter in dict.fromkeys(letters) if letter not in stamps][:TOGETHER]
    if len(new) < 2 or len(stamps) + len(new) > KEPT:
        return
    line = _drawn(cut, new)
    space, pen = advances[" "], line.begin
    for letter in new:
        advance = advances[letter]
        box = line.ink(pen - space, pen + advance + space)
        if box is None or (pen - space < box[0] and box[2] < pen + advance + space):
            stamps[letter] = _cut_out(line, box, pen, advance)
        pen += advance + 2 * space


def _stamp(cut: Cut, letter: str) -> Stamp:
    line = _drawn(cut, [letter])
    space = letters_of(cut).advances[" "]
    return _cut_out(line, line.ink(line.begin - space, line.mask.size[0]), line.begin, letters_of(cut).advances[letter])


class _Line(NamedTuple):
    """Letters two spaces apart: their mask, the row of it below the baseline, and where the pen begins the first."""

    mask: Any
    baseline: int
    begin: int

    def ink(self, left: int, right: int) -> tuple[int, int, int, int] | None:
        """The box of the ink between two columns, the right one excluded."""
        right, high = min(right, self.mask.size[0]), self.mask.size[1]
        box = self.mask.crop((left, 0, right, high)).getbbox() if left < right else None
        return box and (box[0] + left, box[1], box[2] + left, box[3])


def _drawn(cut: Cut, letters: list[str]) -> _Line:
    """Letters in ink.

    Pillow tells where a mask begins by outlines, which can be a pixel off in black and white. So the letters are drawn
    after a capital, which stands on the baseline.
    """
    advances = letters_of(cut).advances
    text = "  ".join([_STANDING, *[_named(cut, letter) for letter in letters]])
    mask, _ = _open(cut).getmask2(text, mode="1", anchor="ls")
    middle = advances[_STANDING] + advances[" "]
    baseline = mask.crop((0, 0, middle, mask.size[1])).getbbox()[3]
    return _Line(mask, baseline, middle + advances[" "])


def _cut_out(line: _Line, box: tuple[int, int, int, int] | None, pen: int, advance: int) -> Stamp:
    if box is None:
        return Stamp(None, 0, 0, 0, 0, advance)
    left, top, right, bottom = box
    return Stamp(line.mask.crop(box), left - pen, top - line.baseline, right - pen, bottom - line.baseline, advance)
