"""Measure text: how wide and high words are, where lines break, and how words are shortened.

Sizes are in pixels to the em. Single letters are in `display.glyphs`, rendered words in `display.text_bitmaps`.
"""

from __future__ import annotations

import re
from collections.abc import Iterable
from functools import cache, lru_cache
from unicodedata import normalize

from display.glyphs import glyphs_for, vertical_bounds
from display.raster import default_raster
from display.text_bitmaps import text_bitmap

TYPE_SIZES = (5, 6, 7, 8, 10, 11, 12, 14, 16, 18, 20, 22, 24, 27, 30, 33, 37, 41, 46, 51, 57, 63, 70, 78, 87, 96, 107)
"""The sizes that text may be fitted to. They are few because each open font takes a quarter of a megabyte."""

CAPITAL_SHARE = 0.74
"""The height of a capital is at most this share of the em."""

HARD_SPACES = "\N{NO-BREAK SPACE}\N{NARROW NO-BREAK SPACE}\N{THIN SPACE}"
"""Spaces at which no line may break."""
ELLIPSIS = "\N{HORIZONTAL ELLIPSIS}"
_PLAIN_CAPITALS = frozenset("0123456789ABCDEFGHIKLMNOPRSTUVWXYZ+\N{MINUS SIGN}\N{EN DASH} ")
_FIGURE_PATTERN = "([+\N{MINUS SIGN}-]?\\d+)"


@lru_cache(maxsize=2048)
def one_line(words: str) -> str:
    """Return words that can stand on one line: composed, without control characters or halves of surrogate pairs."""
    if words.isascii() and words.isprintable():
        return words
    return "".join(
        letter if letter.isprintable() or letter in HARD_SPACES else " " for letter in normalize("NFC", words)
    )


@lru_cache(maxsize=4096)
def text_width(words: str, size: int, bold: bool = True) -> int:
    """Return the width of a line of words in pixels, with ink that overhangs at its ends."""
    if not words:
        return 0
    advances, overhangs, _ = glyphs_for(size, bold)
    return sum(map(advances.__getitem__, words)) + overhangs[words[0]][0] + overhangs[words[-1]][1]


def max_text_width(texts: Iterable[str], size: int, bold: bool = True) -> int:
    """Return the width of the widest of some lines of words; 0 without any."""
    return max([text_width(words, size, bold) for words in texts], default=0)


@cache
def capital_height(size: int) -> int:
    """Return the height of capitals and figures, without the overshoot of round ones."""
    return -vertical_bounds("HE17", size)[0]


@cache
def overshoot(size: int) -> int:
    """Return how far round figures and capitals reach beyond straight ones, above and below."""
    bitmap = text_bitmap("036890CGOSU", size, bold=True, raster=default_raster())
    return max(0, -capital_height(size) - bitmap.top, bitmap.bottom)


@cache
def ascent(size: int) -> int:
    """Return how far any letter reaches above the baseline, accents included."""
    return max(-vertical_bounds(words, size)[0] for words in ("ÉŮ", "hé“"))


@cache
def descent(size: int) -> int:
    """Return how far any letter reaches below the baseline."""
    return max(vertical_bounds("gjpq,(", size, bold)[1] for bold in (True, False))


@cache
def line_height(size: int) -> int:
    """Return the height of a line of words."""
    return ascent(size) + descent(size)


@lru_cache(maxsize=256)
def ink_reach(words: str, size: int, bold: bool) -> tuple[int, int]:
    """Return how far the ink of some words reaches above the baseline and below it."""
    top, bottom = vertical_bounds(words, size, bold)
    return -top, bottom


@lru_cache(maxsize=4096)
def is_plain_capitals(words: str) -> bool:
    """Whether words consist of figures and plain capitals only: nothing below the baseline, no accents."""
    return _PLAIN_CAPITALS.issuperset(words)


@lru_cache(maxsize=4096)
def text_extent(words: str, size: int, bold: bool) -> tuple[int, int, int]:
    """Return the width of a line of words, and how far its rectangle reaches above and below the baseline."""
    if is_plain_capitals(words):
        return text_width(words, size, bold), capital_height(size) + overshoot(size), overshoot(size)
    return text_width(words, size, bold), ascent(size), descent(size)


@cache
def size_for_height(height: int) -> int:
    """Return the smallest size whose capitals and figures are at least `height` pixels high."""
    size = max(5, int(height / CAPITAL_SHARE) - 1)
    while capital_height(size) < height:
        size += 1
    return size


@cache
def size_at_most(size: int) -> int:
    """Return the largest of `TYPE_SIZES` that is not above `size`; the smallest if all are."""
    return max((type_size for type_size in TYPE_SIZES if type_size <= size), default=TYPE_SIZES[0])


@lru_cache(maxsize=2048)
def shorten(words: str, size: int, bold: bool, width: int) -> str:
    """Return the words, or as many letters as fit with an ellipsis; figures in them are always left whole."""
    if text_width(words, size, bold) <= width:
        return words
    pieces = re.split(_FIGURE_PATTERN, words)
    while True:
        shorter = {
            index: _without_last_letter(pieces[index], 0 < index < len(pieces) - 1)
            for index in range(0, len(pieces), 2)
        }
        shortenable = [index for index, piece in shorter.items() if piece != pieces[index]]
        if not shortenable:
            return "".join(pieces)
        longest = max(shortenable, key=lambda index: (len(pieces[index].rstrip(ELLIPSIS)), len(pieces[index])))
        pieces[longest] = shorter[longest]
        if text_width("".join(pieces), size, bold) <= width:
            return "".join(pieces)


def _without_last_letter(piece: str, is_between_figures: bool) -> str:
    """Return words without their last letter, with an ellipsis.

    Something always stays between two figures: “10, 20” must not read as 1020.
    """
    letters = piece.rstrip(ELLIPSIS)
    if is_between_figures and len(piece) <= 1:
        return piece
    return letters[:-1].rstrip() + ELLIPSIS if letters else ""


@lru_cache(maxsize=1024)
def wrap(words: str, size: int, bold: bool, width: int) -> tuple[str, ...]:
    """Break words into lines no wider than `width`; a word that is too long is broken, a figure never."""
    line = words.lstrip(" ")
    if line and text_width(line, size, bold) <= width:
        return (line,)
    lines: list[str] = []
    current = ""
    for word in words.split(" "):
        longer_line = f"{current} {word}" if current else word
        if text_width(longer_line, size, bold) <= width:
            current = longer_line
            continue
        if current:
            lines.append(current)
        current = word
        while text_width(current, size, bold) > width:
            cut = _break_position(current, size, bold, width)
            if cut == 0:
                break
            lines.append(current[:cut])
            current = current[cut:]
    if current:
        lines.append(current)
    return tuple(lines)


def _break_position(word: str, size: int, bold: bool, width: int) -> int:
    """Return where to break a word that is wider than `width`; 0 if it can't be broken."""
    positions = [index for index in range(1, len(word)) if not _is_inside_figure(word, index)]
    fitting = [index for index in positions if text_width(word[:index], size, bold) <= width]
    if not fitting:
        return positions[0] if positions else 0
    return max((index for index in fitting if index > 1 and word[index - 1] == "-"), default=fitting[-1])


def _is_inside_figure(word: str, index: int) -> bool:
    return word[index].isdigit() and (word[index - 1].isdigit() or word[index - 1] in "+-\N{MINUS SIGN}")
