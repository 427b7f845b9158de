"""The glyphs of the typefaces: how far each letter moves the pen, and its bitmap in black and white.

The typefaces are DejaVu Sans Condensed in two weights, and below 11 pixels, where its outlines fall apart in black and
white, the bitmaps of Helvetica that were drawn for screens (docs/typefaces.md). A letter that the bitmaps lack is drawn
from DejaVu; the letters beside it stay Helvetica. Sizes are in pixels to the em.
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

MAX_OPEN_FONTS = 16
"""The maximum number of font files that stay open: each takes a quarter of a megabyte."""

MAX_CACHED_FONTS = 64
"""The maximum number of cached fonts, each a size in one weight: enough for all sizes in both weights."""

MAX_CACHED_GLYPHS = 400
"""The maximum number of cached glyphs of a font: enough for languages and names. A hostile file can have more."""

MAX_LETTERS_PER_LINE = 32
"""The maximum number of letters that are rendered together in one line."""

_BITMAP_SIZES = {8: 8, 9: 8, 10: 10}
"""The sizes that are drawn with bitmaps, each with the size of the bitmaps used for it: there are those of 8 and 10
pixels."""

_BASELINE_LETTER = "H"
"""A letter that stands on the baseline."""

_QUOTES_AND_SIGNS = "\u202f\u2018\u2019\u201c\u201d\u2022\u2026\u2212\u20ac"
_BITMAP_LETTERS = frozenset(
    (*map(chr, (*range(0x20, 0x7F), *range(0xA0, 0x17F), *range(0x2010, 0x2016))), *_QUOTES_AND_SIGNS)
)
"""The characters that bitmaps are used for: those of languages that write Latin letters, and the signs beside
figures."""

_WORD_SPACES = {"helvB08.pcf": 3, "helvR08.pcf": 3}
"""How far a space moves the pen, in pixels, in fonts whose own space is so narrow that two words read as one."""

_ALIASES = {"\N{NARROW NO-BREAK SPACE}": "\N{THIN SPACE}"}
"""Characters that the bitmaps have under another code point only: they have no space that forbids a line break."""

_MAX_ACCENT_ROWS = 2
"""Rows of pixels of an accent over a capital. The bitmaps have up to four, which would make every line a pixel or two
higher."""


class SizedFont(NamedTuple):
    """A font file and a size.

    Glyphs are cached by this key, since a font object in the cache would keep its file open.
    """

    file: str
    size: int

    @property
    def is_bitmaps(self) -> bool:
        """Whether the font consists of bitmaps."""
        return self.file.endswith(".pcf")


_MERGED_DOTS = {SizedFont("DejaVuSansCondensed-Bold.ttf", 12): "ijįĳ"}
"""Letters whose dots are joined to their stems by hinting in black and white, so that i looks like l. The row of pixels
below the dot is cleared."""


class GlyphBitmap(NamedTuple):
    """The mask of a letter's ink, the distances of the mask's sides from the pen, and how far the letter moves the pen.

    A space has no mask.
    """

    mask: Image.Image | None
    left: int
    top: int
    right: int
    bottom: int
    advance: int


def _hand_drawn(dots: tuple[str, ...], advance: int, left: int = 0, rise: int = 0) -> Callable[[], GlyphBitmap]:
    """Return a function that makes a letter from dots, a “#” each.

    `rise` is the distance of the letter from the baseline in pixels.
    """

    def make_glyph() -> GlyphBitmap:
        width, height = len(dots[0]), len(dots)
        mask = Image.new("1", (width, height))
        mask.putdata([dot == "#" for row in dots for dot in row])
        return GlyphBitmap(mask, left, -height - rise, left + width, -rise, advance)

    return make_glyph


_DRAWN_BY_HAND = {
    ("helvB08.pcf", "Y"): _hand_drawn(("##..##", "##..##", ".####.", "..##..", "..##..", "..##.."), 7),
    ("helvR08.pcf", "-"): _hand_drawn(("##",), 3, left=1, rise=2),
    ("helvR08.pcf", "'"): _hand_drawn(("#", "#"), 2, left=1, rise=4),
    ("helvR08.pcf", "→"): _hand_drawn(("...#..", "....#.", "######", "....#.", "...#.."), 7, left=1),
    ("helvB08.pcf", "→"): _hand_drawn(("...#...", "...##..", "#######", "...##..", "...#..."), 7),
    ("helvR10.pcf", "→"): _hand_drawn(("....#..", ".....#.", "#######", ".....#.", "....#.."), 8, left=1, rise=1),
    ("helvB10.pcf", "→"): _hand_drawn(("....#...", "....##..", "########", "....##..", "....#..."), 8, rise=1),
    ("helvR08.pcf", "↑"): _hand_drawn(("..#..", ".#.#.", "#.#.#", "..#..", "..#..", "..#.."), 6, left=1),
    ("helvB08.pcf", "↑"): _hand_drawn(("..##..", ".####.", "######", "..##..", "..##..", "..##.."), 7),
    ("helvR10.pcf", "↑"): _hand_drawn(("..#..", ".#.#.", "#.#.#", "..#..", "..#..", "..#..", "..#.."), 6),
    ("helvB10.pcf", "↑"): _hand_drawn(("..##..", ".####.", "######", "..##..", "..##..", "..##..", "..##.."), 7),
    ("helvR08.pcf", "↓"): _hand_drawn(("..#..", "..#..", "..#..", "#.#.#", ".#.#.", "..#.."), 6, left=1),
    ("helvB08.pcf", "↓"): _hand_drawn(("..##..", "..##..", "..##..", "######", ".####.", "..##.."), 7),
    ("helvR10.pcf", "↓"): _hand_drawn(("..#..", "..#..", "..#..", "..#..", "#.#.#", ".#.#.", "..#.."), 6),
    ("helvB10.pcf", "↓"): _hand_drawn(("..##..", "..##..", "..##..", "..##..", "######", ".####.", "..##.."), 7),
}
"""Letters that a font lacks, or whose own form is mistaken for another letter or touches its neighbours: the bold Y,
the letter of yellow, is nearly a V there, and in thin type hyphen and apostrophe touch the letter before them."""

Value = TypeVar("Value")


class _GlyphCache(dict[str, Value]):
    """A cache of one value for each letter of a font, computed when the letter is first looked up."""

    def __init__(self, font: SizedFont, compute: Callable[[SizedFont, str], Value]) -> None:
        self._font, self._compute = font, compute

    def __missing__(self, letter: str) -> Value:
        if len(self) >= MAX_CACHED_GLYPHS:
            self.clear()
        value = self[letter] = self._compute(self._font, letter)
        return value


class Glyphs(NamedTuple):
    """The letters of a font: how far each moves the pen in whole pixels, how far its ink overhangs, and its bitmap.

    `overhangs` are the pixels of ink beyond the letter's own width, to the left and to the right.
    """

    advances: dict[str, int]
    overhangs: dict[str, tuple[int, int]]
    bitmaps: dict[str, GlyphBitmap]


@lru_cache(maxsize=MAX_CACHED_FONTS)
def font_for(size: int, bold: bool) -> SizedFont:
    """Return the font for a size and weight: bitmaps at small sizes, outlines at others."""
    if size in _BITMAP_SIZES:
        return SizedFont(f"helv{'B' if bold else 'R'}{_BITMAP_SIZES[size]:02}.pcf", _BITMAP_SIZES[size])
    return _outline_font(size, bold)


@lru_cache(maxsize=MAX_CACHED_FONTS)
def glyphs_for(size: int, bold: bool) -> Glyphs:
    """Return the glyphs of the font for a size and weight."""
    return glyphs_of(font_for(size, bold))


@lru_cache(maxsize=MAX_CACHED_FONTS)
def glyphs_of(font: SizedFont) -> Glyphs:
    """Return the glyphs of a font."""
    return Glyphs(_GlyphCache(font, _advance), _GlyphCache(font, _overhang), _GlyphCache(font, _bitmap))


def is_borrowed(font: SizedFont, letter: str) -> bool:
    """Whether a letter is drawn with another font, because this one consists of bitmaps and lacks it."""
    return font.is_bitmaps and letter not in _BITMAP_LETTERS and (font.file, letter) not in _DRAWN_BY_HAND


def vertical_bounds(words: str, size: int, bold: bool = True) -> tuple[int, int]:
    """Return how far the ink of words reaches up and down from the baseline, in pixels; the first is negative.

    For outline fonts it is the extent of the curves, which can be a pixel more than that of the ink.
    """
    font = font_for(size, bold)
    if font.is_bitmaps:
        bitmaps = [glyphs_of(font).bitmaps[letter] for letter in words]
        return min(bitmap.top for bitmap in bitmaps), max(bitmap.bottom for bitmap in bitmaps)
    _, top, _, bottom = _open_font(font).getbbox(words, mode="1", anchor="ls")
    return int(top), int(bottom)


def _outline_font(size: int, bold: bool) -> SizedFont:
    return SizedFont("DejaVuSansCondensed-Bold.ttf" if bold else "DejaVuSansCondensed.ttf", size)


@lru_cache(maxsize=MAX_CACHED_FONTS)
def _fallback_font(font: SizedFont) -> SizedFont:
    """Return the outline font for letters that a bitmap font lacks."""
    return _outline_font(font.size, font.file.startswith("helvB"))


@lru_cache(maxsize=MAX_OPEN_FONTS)
def _open_font(font: SizedFont) -> ImageFont.FreeTypeFont:
    return ImageFont.truetype(str(FOLDER / font.file), font.size, layout_engine=ImageFont.Layout.BASIC)


def _letter_in_font(font: SizedFont, letter: str) -> str:
    return _ALIASES.get(letter, letter) if font.is_bitmaps else letter


def _advance(font: SizedFont, letter: str) -> int:
    if letter == " " and font.file in _WORD_SPACES:
        return _WORD_SPACES[font.file]
    if _has_other_bitmap(font, letter):
        return glyphs_of(font).bitmaps[letter].advance
    return _own_advance(font, letter)


def _own_advance(font: SizedFont, letter: str) -> int:
    """Return the advance of a letter in the font itself.

    It is whole pixels, since letters are hinted for black and white.
    """
    return int(_open_font(font).getlength(_letter_in_font(font, letter), mode="1"))


def _overhang(font: SizedFont, letter: str) -> tuple[int, int]:
    if _has_other_bitmap(font, letter):
        bitmap = glyphs_of(font).bitmaps[letter]
        return max(0, -bitmap.left), max(0, bitmap.right - bitmap.advance)
    left, _, right, _ = _open_font(font).getbbox(_letter_in_font(font, letter), mode="1", anchor="ls")
    return max(0, -int(left)), max(0, int(right) - glyphs_of(font).advances[letter])


def cache_glyphs(font: SizedFont, letters: Iterable[str]) -> None:
    """Render and cache those of some letters that are not cached yet.

    FreeType takes half as long for letters in one line as for each in its own.
    """
    bitmaps, advances = glyphs_of(font).bitmaps, glyphs_of(font).advances
    missing = [
        letter for letter in dict.fromkeys(letters) if letter not in bitmaps and not _is_rendered_alone(font, letter)
    ]
    missing = missing[:MAX_LETTERS_PER_LINE]
    if len(missing) < 2 or len(bitmaps) + len(missing) > MAX_CACHED_GLYPHS:
        return
    line = _render_line(font, missing)
    space, pen = _own_advance(font, " "), line.start
    for letter in missing:
        advance = advances[letter]
        rect = line.ink_rect(pen - space, pen + advance + space)
        if rect is None or (pen - space < rect[0] and rect[2] < pen + advance + space):
            bitmaps[letter] = _cut_glyph(line, rect, pen, advance)
        pen += advance + 2 * space


def _is_rendered_alone(font: SizedFont, letter: str) -> bool:
    return letter == " " or letter in _MERGED_DOTS.get(font, "") or _has_other_bitmap(font, letter)


def _has_other_bitmap(font: SizedFont, letter: str) -> bool:
    """Whether a letter's bitmap is not the font's own: drawn by hand, borrowed, or a capital with a low accent."""
    return font.is_bitmaps and (
        (font.file, letter) in _DRAWN_BY_HAND or letter not in _BITMAP_LETTERS or _is_accented_capital(letter)
    )


def _is_accented_capital(letter: str) -> bool:
    return not letter.isascii() and letter.isupper() and len(normalize("NFD", letter)) > 1


def _bitmap(font: SizedFont, letter: str) -> GlyphBitmap:
    if letter == " ":
        return GlyphBitmap(None, 0, 0, 0, 0, glyphs_of(font).advances[" "])
    if (font.file, letter) in _DRAWN_BY_HAND:
        return _DRAWN_BY_HAND[font.file, letter]()
    if is_borrowed(font, letter):
        return glyphs_of(_fallback_font(font)).bitmaps[letter]
    line = _render_line(font, [letter])
    space = _own_advance(font, " ")
    ink = line.ink_rect(line.start - space, line.mask.size[0])
    bitmap = _cut_glyph(line, ink, line.start, _own_advance(font, letter))
    if bitmap.mask is not None and letter in _MERGED_DOTS.get(font, ""):
        bitmap.mask.paste(0, (0, 1, bitmap.mask.width, 2))
    return _with_low_accent(font, bitmap) if _has_other_bitmap(font, letter) else bitmap


def _with_low_accent(font: SizedFont, capital: GlyphBitmap) -> GlyphBitmap:
    """Return a capital with only the upper rows of its accent, right above the letter."""
    assert capital.mask is not None
    width, height = capital.mask.size
    letter_height = capital.bottom - glyphs_of(font).bitmaps[_BASELINE_LETTER].top
    accent_height = height - letter_height
    if accent_height <= _MAX_ACCENT_ROWS:
        return capital
    mask = Image.new("1", (width, _MAX_ACCENT_ROWS + letter_height))
    mask.paste(capital.mask.crop((0, 0, width, _MAX_ACCENT_ROWS)), (0, 0))
    mask.paste(capital.mask.crop((0, accent_height, width, height)), (0, _MAX_ACCENT_ROWS))
    return capital._replace(mask=mask, top=capital.bottom - mask.height)


class _RenderedLine(NamedTuple):
    """Letters rendered two spaces apart: the mask, its baseline row, and the pen's column before the first letter."""

    mask: Image.Image
    baseline: int
    start: int

    def ink_rect(self, left: int, right: int) -> tuple[int, int, int, int] | None:
        """Return the rectangle of the ink between two columns, the right one excluded; None if there is no ink."""
        right, height = min(right, self.mask.size[0]), self.mask.size[1]
        rect = self.mask.crop((left, 0, right, height)).getbbox() if left < right else None
        return rect and (rect[0] + left, rect[1], rect[2] + left, rect[3])


def _render_line(font: SizedFont, letters: list[str]) -> _RenderedLine:
    """Render letters in one line, two spaces apart.

    Pillow computes the start of a mask from outlines, which can be a pixel off in black and white. So the letters are
    drawn after a capital, whose ink shows where the baseline is.
    """
    advances = glyphs_of(font).advances
    text = "  ".join([_BASELINE_LETTER, *[_letter_in_font(font, letter) for letter in letters]])
    _, top, right, bottom = _open_font(font).getbbox(text, mode="1", anchor="ls")
    mask = Image.new("1", (int(right), int(bottom - top)))
    ImageDraw.Draw(mask).text((0, -int(top)), text, fill=1, font=_open_font(font), anchor="ls")
    space = _own_advance(font, " ")
    capital_end = advances[_BASELINE_LETTER] + space
    capital_rect = mask.crop((0, 0, capital_end, mask.height)).getbbox()
    assert capital_rect is not None
    return _RenderedLine(mask, capital_rect[3], capital_end + space)


def _cut_glyph(line: _RenderedLine, rect: tuple[int, int, int, int] | None, pen: int, advance: int) -> GlyphBitmap:
    if rect is None:
        return GlyphBitmap(None, 0, 0, 0, 0, advance)
    left, top, right, bottom = rect
    return GlyphBitmap(
        line.mask.crop(rect), left - pen, top - line.baseline, right - pen, bottom - line.baseline, advance
    )
