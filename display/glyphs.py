"""The letters of the typefaces: how far each moves the pen, and its picture in black and white.

DejaVu Sans Condensed in two weights, and below 11 pixels, where its outlines fall apart in black and white, the
bitmaps of Helvetica that were drawn for screens (docs/typefaces.md). A letter that the bitmaps lack comes from DejaVu,
and from there alone: those beside it stay what they are. Sizes are in pixels to the em.
"""

from __future__ import annotations

from collections.abc import Callable, Iterable
from functools import lru_cache
from pathlib import Path
from typing import TypeVar
from unicodedata import normalize

from PIL import Image, ImageDraw, ImageFont

from values.named_tuple import NamedTuple

FOLDER = Path(__file__).with_name("fonts")

OPEN_FONTS = 16
"""So many fonts stay open at most: each takes a quarter of a megabyte."""

FONTS_KEPT = 64
"""So many cuts are remembered: all sizes in both weights."""

GLYPHS_KEPT = 400
"""So many letters of a font are kept: what languages and names have, and no more however many a hostile file has."""

RENDERED_TOGETHER = 32
"""So many letters are drawn in one line at most."""

_BITMAPS = {8: 8, 9: 8, 10: 10}
"""The sizes that are drawn with bitmaps, and whose: there are bitmaps of 8 and 10 pixels."""

_ON_BASELINE = "H"
"""A letter that stands on the baseline."""

_QUOTES_AND_SIGNS = "\u202f\u2018\u2019\u201c\u201d\u2022\u2026\u2212\u20ac"
_IN_BITMAPS = frozenset(
    (*map(chr, (*range(0x20, 0x7F), *range(0xA0, 0x17F), *range(0x2010, 0x2016))), *_QUOTES_AND_SIGNS)
)
"""What bitmaps draw: the letters of the languages that write Latin letters, and what surrounds figures."""

_WORD_SPACES = {"helvB08.pcf": 3, "helvR08.pcf": 3}
"""How far spaces move the pen, in pixels, in fonts whose own are so narrow that two words read as one."""

_ALIASES = {"\N{NARROW NO-BREAK SPACE}": "\N{THIN SPACE}"}
"""Letters that the bitmaps have under another name only: they know the narrow space that breaks lines."""

_CAPITAL_ACCENT = 2
"""The rows of an accent over a capital. The bitmaps have up to four, which would cost every line a pixel or two."""


class SizedFont(NamedTuple):
    """A font file and the size in it. What is kept of letters is kept by this: a kept font would stay open."""

    file: str
    size: int

    @property
    def is_bitmaps(self) -> bool:
        """Whether it consists of bitmaps."""
        return self.file.endswith(".pcf")


_MERGED_DOTS = {SizedFont("DejaVuSansCondensed-Bold.ttf", 12): "ijįĳ"}
"""Letters whose dots hinting in black and white joins to their stems: i is l. The row below the dot is cleared."""


class GlyphBitmap(NamedTuple):
    """The mask of a letter's ink, how far the sides of that lie from the pen, and how far the letter moves the pen.

    A space has no mask.
    """

    mask: Image.Image | None
    left: int
    top: int
    right: int
    bottom: int
    advance: int


def _by_hand(dots: tuple[str, ...], advance: int, left: int = 0, raised: int = 0) -> Callable[[], GlyphBitmap]:
    """What makes a letter of dots, a “#” each, that stands `raised` over the baseline."""

    def made() -> GlyphBitmap:
        wide, high = len(dots[0]), len(dots)
        mask = Image.new("1", (wide, high))
        mask.putdata([dot == "#" for row in dots for dot in row])
        return GlyphBitmap(mask, left, -high - raised, left + wide, -raised, advance)

    return made


_DRAWN_BY_HAND = {
    ("helvB08.pcf", "Y"): _by_hand(("##..##", "##..##", ".####.", "..##..", "..##..", "..##.."), 7),
    ("helvR08.pcf", "-"): _by_hand(("##",), 3, left=1, raised=2),
    ("helvR08.pcf", "'"): _by_hand(("#", "#"), 2, left=1, raised=4),
    ("helvR08.pcf", "→"): _by_hand(("...#..", "....#.", "######", "....#.", "...#.."), 7, left=1),
    ("helvB08.pcf", "→"): _by_hand(("...#...", "...##..", "#######", "...##..", "...#..."), 7),
    ("helvR10.pcf", "→"): _by_hand(("....#..", ".....#.", "#######", ".....#.", "....#.."), 8, left=1, raised=1),
    ("helvB10.pcf", "→"): _by_hand(("....#...", "....##..", "########", "....##..", "....#..."), 8, raised=1),
    ("helvR08.pcf", "↑"): _by_hand(("..#..", ".#.#.", "#.#.#", "..#..", "..#..", "..#.."), 6, left=1),
    ("helvB08.pcf", "↑"): _by_hand(("..##..", ".####.", "######", "..##..", "..##..", "..##.."), 7),
    ("helvR10.pcf", "↑"): _by_hand(("..#..", ".#.#.", "#.#.#", "..#..", "..#..", "..#..", "..#.."), 6),
    ("helvB10.pcf", "↑"): _by_hand(("..##..", ".####.", "######", "..##..", "..##..", "..##..", "..##.."), 7),
    ("helvR08.pcf", "↓"): _by_hand(("..#..", "..#..", "..#..", "#.#.#", ".#.#.", "..#.."), 6, left=1),
    ("helvB08.pcf", "↓"): _by_hand(("..##..", "..##..", "..##..", "######", ".####.", "..##.."), 7),
    ("helvR10.pcf", "↓"): _by_hand(("..#..", "..#..", "..#..", "..#..", "#.#.#", ".#.#.", "..#.."), 6),
    ("helvB10.pcf", "↓"): _by_hand(("..##..", "..##..", "..##..", "..##..", "######", ".####.", "..##.."), 7),
}
"""Letters that a font lacks, or has so that they are taken for others or stick to their neighbours: the bold Y, the
letter of yellow, is nearly a V there, and in thin type hyphen and apostrophe touch the letter before them."""

Known = TypeVar("Known")


class _GlyphCache(dict[str, Known]):
    """What is known of the letters of a font, each found out when it is first asked for."""

    def __init__(self, font: SizedFont, find: Callable[[SizedFont, str], Known]) -> None:
        self._font, self._find = font, find

    def __missing__(self, letter: str) -> Known:
        if len(self) >= GLYPHS_KEPT:
            self.clear()
        found = self[letter] = self._find(self._font, letter)
        return found


class Glyphs(NamedTuple):
    """The letters of a font: how far each moves the pen in whole pixels, how far its ink overhangs, and its bitmap.

    `overhangs` tells how far the ink reaches beyond the letter's own width to the left and to the right.
    """

    advances: dict[str, int]
    overhangs: dict[str, tuple[int, int]]
    bitmaps: dict[str, GlyphBitmap]


@lru_cache(maxsize=FONTS_KEPT)
def font_for(size: int, bold: bool) -> SizedFont:
    """The cut in which words are drawn at a size: bitmaps at small sizes."""
    if size in _BITMAPS:
        return SizedFont(f"helv{'B' if bold else 'R'}{_BITMAPS[size]:02}.pcf", _BITMAPS[size])
    return _outlines(size, bold)


@lru_cache(maxsize=FONTS_KEPT)
def glyphs_for(size: int, bold: bool) -> Glyphs:
    """The letters of the cut in which words are drawn at a size."""
    return glyphs_of(font_for(size, bold))


@lru_cache(maxsize=FONTS_KEPT)
def glyphs_of(font: SizedFont) -> Glyphs:
    """The letters of a font."""
    return Glyphs(_GlyphCache(font, _advance), _GlyphCache(font, _overhang), _GlyphCache(font, _bitmap))


def is_borrowed(font: SizedFont, letter: str) -> bool:
    """Whether a letter is drawn with another font, since this one consists of bitmaps and lacks it."""
    return font.is_bitmaps and letter not in _IN_BITMAPS and (font.file, letter) not in _DRAWN_BY_HAND


def vertical_bounds(words: str, size: int, bold: bool = True) -> tuple[int, int]:
    """How far the ink of words reaches up and down from the baseline: the first is negative.

    Of outlines it is what their curves reach, which can be a pixel more than ink.
    """
    font = font_for(size, bold)
    if font.is_bitmaps:
        bitmaps = [glyphs_of(font).bitmaps[letter] for letter in words]
        return min(bitmap.top for bitmap in bitmaps), max(bitmap.bottom for bitmap in bitmaps)
    _, top, _, bottom = _opened(font).getbbox(words, mode="1", anchor="ls")
    return int(top), int(bottom)


def _outlines(size: int, bold: bool) -> SizedFont:
    return SizedFont("DejaVuSansCondensed-Bold.ttf" if bold else "DejaVuSansCondensed.ttf", size)


@lru_cache(maxsize=FONTS_KEPT)
def _stand_in(font: SizedFont) -> SizedFont:
    """Where letters come from that bitmaps lack."""
    return _outlines(font.size, font.file.startswith("helvB"))


@lru_cache(maxsize=OPEN_FONTS)
def _opened(font: SizedFont) -> ImageFont.FreeTypeFont:
    return ImageFont.truetype(str(FOLDER / font.file), font.size, layout_engine=ImageFont.Layout.BASIC)


def _name_in_font(font: SizedFont, letter: str) -> str:
    return _ALIASES.get(letter, letter) if font.is_bitmaps else letter


def _advance(font: SizedFont, letter: str) -> int:
    if letter == " " and font.file in _WORD_SPACES:
        return _WORD_SPACES[font.file]
    if _is_drawn_otherwise(font, letter):
        return glyphs_of(font).bitmaps[letter].advance
    return _own_advance(font, letter)


def _own_advance(font: SizedFont, letter: str) -> int:
    """Whole pixels, since letters are hinted for black and white."""
    return int(_opened(font).getlength(_name_in_font(font, letter), mode="1"))


def _overhang(font: SizedFont, letter: str) -> tuple[int, int]:
    if _is_drawn_otherwise(font, letter):
        bitmap = glyphs_of(font).bitmaps[letter]
        return max(0, -bitmap.left), max(0, bitmap.right - bitmap.advance)
    left, _, right, _ = _opened(font).getbbox(_name_in_font(font, letter), mode="1", anchor="ls")
    return max(0, -int(left)), max(0, int(right) - glyphs_of(font).advances[letter])


def render_together(font: SizedFont, letters: Iterable[str]) -> None:
    """Render letters that are not yet: FreeType takes half as long for them in one line as for each in its own."""
    bitmaps, advances = glyphs_of(font).bitmaps, glyphs_of(font).advances
    new = [letter for letter in dict.fromkeys(letters) if letter not in bitmaps and not _is_drawn_alone(font, letter)]
    new = new[:RENDERED_TOGETHER]
    if len(new) < 2 or len(bitmaps) + len(new) > GLYPHS_KEPT:
        return
    line = _rendered(font, new)
    space, pen = _own_advance(font, " "), line.begin
    for letter in new:
        advance = advances[letter]
        box = line.ink(pen - space, pen + advance + space)
        if box is None or (pen - space < box[0] and box[2] < pen + advance + space):
            bitmaps[letter] = _cut_out(line, box, pen, advance)
        pen += advance + 2 * space


def _is_drawn_alone(font: SizedFont, letter: str) -> bool:
    return letter == " " or letter in _MERGED_DOTS.get(font, "") or _is_drawn_otherwise(font, letter)


def _is_drawn_otherwise(font: SizedFont, letter: str) -> bool:
    """Whether a letter is not what the font has for it, if anything."""
    return font.is_bitmaps and (
        (font.file, letter) in _DRAWN_BY_HAND or letter not in _IN_BITMAPS or _is_accented_capital(letter)
    )


def _is_accented_capital(letter: str) -> bool:
    return not letter.isascii() and letter.isupper() and len(normalize("NFD", letter)) > 1


def _bitmap(font: SizedFont, letter: str) -> GlyphBitmap:
    if letter == " ":
        return GlyphBitmap(None, 0, 0, 0, 0, glyphs_of(font).advances[" "])
    if (font.file, letter) in _DRAWN_BY_HAND:
        return _DRAWN_BY_HAND[font.file, letter]()
    if is_borrowed(font, letter):
        return glyphs_of(_stand_in(font)).bitmaps[letter]
    line = _rendered(font, [letter])
    space = _own_advance(font, " ")
    ink = line.ink(line.begin - space, line.mask.size[0])
    found = _cut_out(line, ink, line.begin, _own_advance(font, letter))
    if found.mask is not None and letter in _MERGED_DOTS.get(font, ""):
        found.mask.paste(0, (0, 1, found.mask.width, 2))
    return _with_low_accent(font, found) if _is_drawn_otherwise(font, letter) else found


def _with_low_accent(font: SizedFont, capital: GlyphBitmap) -> GlyphBitmap:
    """A capital whose accent keeps its upper rows only, right over the letter."""
    assert capital.mask is not None
    wide, high = capital.mask.size
    plain = capital.bottom - glyphs_of(font).bitmaps[_ON_BASELINE].top
    accent = high - plain
    if accent <= _CAPITAL_ACCENT:
        return capital
    mask = Image.new("1", (wide, _CAPITAL_ACCENT + plain))
    mask.paste(capital.mask.crop((0, 0, wide, _CAPITAL_ACCENT)), (0, 0))
    mask.paste(capital.mask.crop((0, accent, wide, high)), (0, _CAPITAL_ACCENT))
    return capital._replace(mask=mask, top=capital.bottom - mask.height)


class _RenderedLine(NamedTuple):
    """Letters two spaces apart: their mask, the row of it below the baseline, and where the pen begins the first."""

    mask: Image.Image
    baseline: int
    begin: int

    def ink(self, left: int, right: int) -> tuple[int, int, int, int] | None:
        """The box of the ink between two columns, the right one excluded."""
        right, high = min(right, self.mask.size[0]), self.mask.size[1]
        box = self.mask.crop((left, 0, right, high)).getbbox() if left < right else None
        return box and (box[0] + left, box[1], box[2] + left, box[3])


def _rendered(font: SizedFont, letters: list[str]) -> _RenderedLine:
    """Letters in ink.

    Pillow tells where a mask begins by outlines, which can be a pixel off in black and white. So the letters are drawn
    after a capital, which stands on the baseline.
    """
    advances = glyphs_of(font).advances
    text = "  ".join([_ON_BASELINE, *[_name_in_font(font, letter) for letter in letters]])
    _, top, right, bottom = _opened(font).getbbox(text, mode="1", anchor="ls")
    mask = Image.new("1", (int(right), int(bottom - top)))
    ImageDraw.Draw(mask).text((0, -int(top)), text, fill=1, font=_opened(font), anchor="ls")
    space = _own_advance(font, " ")
    middle = advances[_ON_BASELINE] + space
    capital = mask.crop((0, 0, middle, mask.height)).getbbox()
    assert capital is not None
    return _RenderedLine(mask, capital[3], middle + space)


def _cut_out(line: _RenderedLine, box: tuple[int, int, int, int] | None, pen: int, advance: int) -> GlyphBitmap:
    if box is None:
        return GlyphBitmap(None, 0, 0, 0, 0, advance)
    left, top, right, bottom = box
    return GlyphBitmap(
        line.mask.crop(box), left - pen, top - line.baseline, right - pen, bottom - line.baseline, advance
    )
