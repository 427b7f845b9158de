"""Lines of words and symbols put in their places."""

from __future__ import annotations

from collections.abc import Iterable
from functools import lru_cache
from typing import Any, NamedTuple

from display.scene import Box, Fill, Form, Item, Part, Sign, Symbol, Words
from display.typeface import above, below, clean, extent, flat, line, over, rise, shorten, width, wrap
from display.vocabulary import Face, Ink, Suit
from display.words import Label, Language


class Glyph(NamedTuple):
    """A symbol among words."""

    form: Form
    ink: Ink = Ink.BLACK


Run = tuple[str | Glyph, ...]
"""Words and symbols on one line."""


def other(ink: Ink) -> Ink:
    """Black on white, white on black."""
    return Ink.WHITE if ink is Ink.BLACK else Ink.BLACK


def said(label: Label, language: Language) -> str:
    """A label as words on one line."""
    hashable: Any = label
    return _said(hashable, language)


@lru_cache(maxsize=512)
def _said(label: Any, language: Language) -> str:
    return clean(language.say(label))


def run_of(label: Label, language: Language, *, spelled: bool = False) -> Run:
    """A label as it is drawn: suits by shape and letter (or word, if `spelled`), the rest in words."""
    hashable: Any = label
    return _run_of(hashable, language, spelled)


@lru_cache(maxsize=512)
def _run_of(label: Any, language: Language, spelled: bool) -> Run:
    if isinstance(label, Suit):
        label = Face(suit=label)
    if not isinstance(label, Face) or label.word is not None or label.suit is None:
        return (said(label, language),)
    suit = label.suit
    glyph = Glyph(suit.shape, suit.ink)
    if label.number is None:
        return (glyph, said(suit.word if spelled else suit.letter, language))
    return (str(label.number), glyph, said(suit.letter, language))


@lru_cache(maxsize=256)
def side(size: int) -> int:
    """How wide and high a symbol is beside type of a size."""
    return rise(size) | 1


def space(size: int) -> int:
    """The space between the pieces of a run."""
    return max(1, size // 6)


@lru_cache(maxsize=2048)
def run_width(run: Run, size: int, bold: bool = True) -> int:
    """How wide a run is."""
    pieces = sum(width(piece, size, bold) if isinstance(piece, str) else side(size) for piece in run)
    return pieces + space(size) * (len(run) - 1)


def words(
    text: str, x: int, baseline: int, size: int, bold: bool = True, ink: Ink = Ink.BLACK, part: Part = Part.TEXT
) -> Words:
    """A line of words from `x` on a baseline."""
    wide, up, down = extent(text, size, bold)
    box = Box(x, baseline - up, x + wide, baseline + down)
    return Words(box, baseline, text, size, bold, ink, part)


def ending(
    text: str, x: int, baseline: int, size: int, bold: bool = True, ink: Ink = Ink.BLACK, part: Part = Part.TEXT
) -> Words:
    """A line of words that ends at `x`, on a baseline."""
    wide, up, down = extent(text, size, bold)
    return Words(Box(x - wide, baseline - up, x, baseline + down), baseline, text, size, bold, ink, part)


def figures(
    cells: Iterable[str], ends: Iterable[int], baseline: int, size: int, ink: Ink, part: Part = Part.FIGURE
) -> list[Words]:
    """Figures that end at one place each, on one baseline; where a cell is empty, there are none."""
    top, bottom = baseline - rise(size) - over(size), baseline + over(size)
    return [
        Words(Box(end - width(cell, size), top, end, bottom), baseline, cell, size, True, ink, part)
        for cell, end in zip(cells, ends, strict=False)
        if cell
    ]


def put(
    run: Run, x: int, baseline: int, size: int, bold: bool = True, ink: Ink = Ink.BLACK, part: Part = Part.TEXT
) -> list[Item]:
    """A run from `x` on a baseline."""
    items: list[Item] = []
    for piece in run:
        if isinstance(piece, str):
            if piece:
                items.append(words(piece, x, baseline, size, bold, ink, part))
            x += width(piece, size, bold)
        else:
            high = side(size)
            top = baseline - (rise(size) + high + 1) // 2
            fill = ink if isinstance(piece.form, Sign) else piece.ink
            items.append(Symbol(Box(x, top, x + high, top + high), piece.form, fill, ink))
            x += high
        x += space(size)
    return items


def middle(box: Box, size: int) -> int:
    """The baseline on which capitals and figures stand in the middle of a box."""
    return box.y0 + (box.height + rise(size) + 1) // 2


def baseline_in(box: Box, size: int, text: str = "") -> int:
    """The baseline for words in a box: capitals in the middle as long as descenders and accents stay inside."""
    if flat(text) and text:
        return middle(box, size)
    return max(box.y0 + above(size), min(middle(box, size), box.y1 - below(size)))


def cap(code: str, box: Box, size: int, ink: Ink = Ink.BLACK) -> list[Item]:
    """The cap of a key: its letters in the other ink on a filled box."""
    x = box.x0 + (box.width - width(code, size)) // 2
    return [Fill(box, ink), words(code, x, middle(box, size), size, True, other(ink), Part.KEY)]


@lru_cache(maxsize=512)
def cap_width(code: str, size: int) -> int:
    """How wide the cap of a key is."""
    return max(width(code, size) + 2 * max(1, size // 5), cap_height(size))


def cap_height(size: int) -> int:
    """How high the cap of a key is."""
    return rise(size) + 2 * max(1, size // 6)


def paragraph(
    text: str, box: Box, size: int, bold: bool = True, ink: Ink = Ink.BLACK, part: Part = Part.TEXT, most: int = 0
) -> tuple[list[Item], int]:
    """Words wrapped to a box from its top: what is drawn, and how high.

    Of more than `most` lines (or than the box holds) the last that is left ends in an ellipsis.
    """
    lines = wrap(text, size, bold, box.width)
    room = max(1, box.height // line(size))
    room = min(room, most) if most else room
    if len(lines) > room:
        rest = shorten(" ".join(lines[room - 1 :]) + " ", size, bold, box.width)
        lines = (*lines[: room - 1], rest)
    items: list[Item] = []
    for at, each in enumerate(lines):
        baseline = box.y0 + at * line(size) + above(size)
        items.append(words(shorten(each, size, bold, box.width), box.x0, baseline, size, bold, ink, part))
    return items, len(lines) * line(size)


def lines_of(text: str, size: int, bold: bool, room: int) -> int:
    """How many lines words take in a width."""
    return len(wrap(text, size, bold, room))
