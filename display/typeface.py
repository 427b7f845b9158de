"""The typefaces: how wide words are, where they break, and their pictures in black and white.

DejaVu Sans Condensed in two weights, and below 11 pixels, where its outlines fall apart in black and white, the
bitmaps of Helvetica that were drawn for screens (docs/typefaces.md). Sizes are in pixels to the em.
"""

from __future__ import annotations

import re
from functools import cache, lru_cache
from pathlib import Path
from typing import Any, NamedTuple
from unicodedata import normalize

from PIL import ImageFont

FOLDER = Path(__file__).with_name("fonts")
LADDER = (5, 6, 7, 8, 10, 11, 12, 14, 16, 18, 20, 22, 24, 27, 30, 33, 37, 41, 46, 51, 57, 63, 70, 78, 87, 96, 107)
"""The sizes to choose from where type is to fit: each open font takes a quarter of a megabyte."""

CAPITAL = 0.74
"""At most so much of the em is a capital high."""

HARD_SPACES = "\N{NO-BREAK SPACE}\N{NARROW NO-BREAK SPACE}"
ELLIPSIS = "\N{HORIZONTAL ELLIPSIS}"
_FLAT = frozenset("0123456789ABCDEFGHIKLMNOPRSTUVWXYZ+\N{MINUS SIGN}\N{EN DASH} ")
_FIGURES = re.compile(r"([+\N{MINUS SIGN}-]?\d+)")


_BITMAPS = {8: 8, 9: 8, 10: 10}
"""The sizes that are drawn with bitmaps, and whose: there are bitmaps of 8 and 10 pixels."""


Cut = tuple[str, int]
"""A font file and the size in it. What is kept of letters is kept by this: a font that was kept would stay open."""


def _cut(words: str, size: int, bold: bool) -> Cut:
    """The cut in which words are drawn at a size: bitmaps at small sizes, as long as they have all the letters."""
    if size in _BITMAPS and _has_bitmaps(words):
        return f"helv{'B' if bold else 'R'}{_BITMAPS[size]:02}.pcf", _BITMAPS[size]
    return "DejaVuSansCondensed-Bold.ttf" if bold else "DejaVuSansCondensed.ttf", size


@lru_cache(maxsize=16)
def _open(cut: Cut) -> ImageFont.FreeTypeFont:
    file, size = cut
    return ImageFont.truetype(str(FOLDER / file), size, layout_engine=ImageFont.Layout.BASIC)


def _bounds(words: str, size: int, bold: bool = True) -> tuple[int, int, int, int]:
    """How far the ink of words reaches left, up, right and down from the beginning of the baseline."""
    left, top, right, bottom = _open(_cut(words, size, bold)).getbbox(words, mode="1", anchor="ls")
    return int(left), int(top), int(right), int(bottom)


_STANDING = "H"
"""A letter that stands on the baseline."""

# Words are put together from letters. FreeType takes half a millisecond to draw a few words in black and white, and
# most of a page's letters have been drawn before. There is no kerning: Pillow's is a sixty-fourth of a pixel.


@lru_cache(maxsize=4096)
def _advance(cut: Cut, letter: str) -> int:
    """How far a letter moves the pen: whole pixels, since it is hinted for black and white."""
    return int(_open(cut).getlength(letter, mode="1"))


@lru_cache(maxsize=1024)
def _lean(cut: Cut, letter: str) -> tuple[int, int]:
    """How far a letter's ink reaches beyond its own width to the left and to the right."""
    left, _, right, _ = _open(cut).getbbox(letter, mode="1", anchor="ls")
    return max(0, -int(left)), max(0, int(right) - _advance(cut, letter))


@lru_cache(maxsize=2048)
def _stamp(cut: Cut, letter: str) -> tuple[Any, int, int, int, int] | None:
    """The mask of a letter's ink, and how far its sides lie from the pen: left, top, right, bottom; None for a space.

    Pillow tells where a mask begins by outlines, which can be a pixel off in black and white. So the letter is drawn
    after a capital, which stands on the baseline.
    """
    before = _advance(cut, _STANDING) + 2 * _advance(cut, " ")
    mask, _ = _open(cut).getmask2(f"{_STANDING}  {letter}", mode="1", anchor="ls")
    wide, high = mask.size
    middle = _advance(cut, _STANDING) + _advance(cut, " ")
    baseline = mask.crop((0, 0, middle, high)).getbbox()[3]
    box = mask.crop((middle, 0, wide, high)).getbbox() if wide > middle else None
    if box is None:
        return None
    left, top, right, bottom = (int(side) for side in box)
    left, right = left + middle, right + middle
    return mask.crop((left, top, right, bottom)), left - before, top - baseline, right - before, bottom - baseline


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


@lru_cache(maxsize=2048)
def _has_bitmaps(words: str) -> bool:
    return words.isascii() or _IN_BITMAPS.issuperset(words)


def _in_letters(words: str, size: int) -> str:
    """The words in letters that the font has: the bitmaps know the narrow space that breaks lines only."""
    return words.replace("\N{NARROW NO-BREAK SPACE}", "\N{THIN SPACE}") if size in _BITMAPS else words


@lru_cache(maxsize=2048)
def clean(words: str) -> str:
    """Words that can stand on one line: composed, without control characters or halves of surrogate pairs."""
    if words.isascii() and words.isprintable():
        return words
    return "".join(mark if mark.isprintable() or mark in HARD_SPACES else " " for mark in normalize("NFC", words))


@lru_cache(maxsize=4096)
def width(words: str, size: int, bold: bool = True) -> int:
    """How wide a line of words is, ink that leans over its ends included."""
    if not words:
        return 0
    cut, words = _cut(words, size, bold), _in_letters(words, size)
    return sum([_advance(cut, letter) for letter in words]) + _lean(cut, words[0])[0] + _lean(cut, words[-1])[1]


@cache
def rise(size: int) -> int:
    """How high capitals and figures are, the overshoot of round ones left out."""
    return -_bounds("HE17", size)[1]


@cache
def over(size: int) -> int:
    """How far round figures and capitals reach beyond straight ones, above and below."""
    round_ = writing("036890CGOSU", size, True)
    return max(0, -rise(size) - round_.top, round_.bottom)


@cache
def above(size: int) -> int:
    """How far any letter reaches above the baseline, accents included."""
    return max(-_bounds(words, size)[1] for words in ("ÉŮ", "hé“"))


@cache
def below(size: int) -> int:
    """How far any letter reaches below the baseline."""
    return max(_bounds("gjpq,(", size, bold)[3] for bold in (True, False))


def line(size: int) -> int:
    """The height of a line of words."""
    return above(size) + below(size)


@lru_cache(maxsize=4096)
def flat(words: str) -> bool:
    """Whether words are all figures and plain capitals: nothing below the baseline, no accents."""
    return _FLAT.issuperset(words)


@lru_cache(maxsize=4096)
def extent(words: str, size: int, bold: bool) -> tuple[int, int, int]:
    """The width of a line of words, and how far its box reaches above and below the baseline."""
    if flat(words):
        return width(words, size, bold), rise(size) + over(size), over(size)
    return width(words, size, bold), above(size), below(size)


@cache
def size_of(height: int) -> int:
    """The smallest size whose figures are at least so high."""
    size = max(5, int(height / CAPITAL) - 1)
    while rise(size) < height:
        size += 1
    return size


@cache
def rung(size: int) -> int:
    """The largest size to choose that is not above `size`."""
    fitting: int = max((each for each in LADDER if each <= size), default=LADDER[0])
    return fitting


class Writing(NamedTuple):
    """A line of words in ink: its letters' masks, each with its corner, and where the ink of all begins and ends.

    Everything is told from the left end of the baseline.
    """

    letters: tuple[tuple[Any, int, int], ...]
    left: int
    top: int
    right: int
    bottom: int


@lru_cache(maxsize=1024)
def writing(words: str, size: int, bold: bool) -> Writing:
    """How a line of words is drawn."""
    cut = _cut(words, size, bold)
    pen = 0
    letters, sides = [], []
    for letter in _in_letters(words, size):
        stamp = _stamp(cut, letter)
        if stamp is not None:
            mask, left, top, right, bottom = stamp
            letters.append((mask, pen + left, top))
            sides.append((pen + left, top, pen + right, bottom))
        pen += _advance(cut, letter)
    if not letters:
        return Writing((), 0, 0, 0, 0)
    lefts, tops, rights, bottoms = zip(*sides, strict=True)
    return Writing(tuple(letters), min(lefts), min(tops), max(rights), max(bottoms))


@lru_cache(maxsize=2048)
def shorten(words: str, size: int, bold: bool, room: int) -> str:
    """The words, or as much of them as fits with an ellipsis; figures in them are always kept whole."""
    if width(words, size, bold) <= room:
        return words
    pieces = _FIGURES.split(words)
    while True:
        shorter = {at: _less(pieces[at], 0 < at < len(pieces) - 1) for at in range(0, len(pieces), 2)}
        left = [at for at, piece in shorter.items() if piece != pieces[at]]
        if not left:
            return "".join(pieces)
        longest = max(left, key=lambda at: (len(pieces[at].rstrip(ELLIPSIS)), len(pieces[at])))
        pieces[longest] = shorter[longest]
        if width("".join(pieces), size, bold) <= room:
            return "".join(pieces)


def _less(piece: str, between: bool) -> str:
    """Words with a letter less. Something always stays between two figures: “10, 20” must not read as 1020."""
    kept = piece.rstrip(ELLIPSIS)
    if between and len(piece) <= 1:
        return piece
    return kept[:-1].rstrip() + ELLIPSIS if kept else ""


@lru_cache(maxsize=1024)
def wrap(words: str, size: int, bold: bool, room: int) -> tuple[str, ...]:
    """Words broken into lines no wider than `room`; a word that is too long is broken, a figure never."""
    lines: list[str] = []
    current = ""
    for word in words.split(" "):
        longer = f"{current} {word}" if current else word
        if width(longer, size, bold) <= room:
            current = longer
            continue
        if current:
            lines.append(current)
        current = word
        while width(current, size, bold) > room:
            cut = _break(current, size, bold, room)
            if cut == 0:
                break
            lines.append(current[:cut])
            current = current[cut:]
    if current:
        lines.append(current)
    return tuple(lines)


def _break(word: str, size: int, bold: bool, room: int) -> int:
    """Where to break a word that is wider than the room; 0 if it can't be broken."""
    cut = len(word) - 1
    while cut > 0 and (width(word[:cut], size, bold) > room or _inside_figure(word, cut)):
        cut -= 1
    if cut == 0:
        return next((at for at in range(1, len(word)) if not _inside_figure(word, at)), 0)
    hyphen = word.rfind("-", 1, cut) + 1
    return hyphen or cut


def _inside_figure(word: str, at: int) -> bool:
    return word[at].isdigit() and (word[at - 1].isdigit() or word[at - 1] in "+-\N{MINUS SIGN}")
