"""Scene items for lines of words and symbols at given positions."""

from __future__ import annotations

from collections.abc import Iterable
from functools import lru_cache

from display.scene import BOLD, Fill, Form, Item, Rect, Role, Sign, Symbol, TextLine
from display.text_metrics import (
    ascent,
    capital_height,
    descent,
    ink_reach,
    is_plain_capitals,
    line_height,
    one_line,
    overshoot,
    shorten,
    text_extent,
    text_width,
    wrap,
)
from display.vocabulary import Face, Ink, Suit
from display.words import Label, Language
from values.named_tuple import NamedTuple


class InlineSymbol(NamedTuple):
    """A symbol among words."""

    form: Form
    ink: Ink = Ink.BLACK


TextRun = tuple[str | InlineSymbol, ...]
"""Words and symbols on one line."""


def inverse_ink(ink: Ink) -> Ink:
    """Return white for black, and black for any other ink."""
    return Ink.WHITE if ink is Ink.BLACK else Ink.BLACK


@lru_cache(maxsize=512, typed=True)
def label_text(label: Label, language: Language) -> str:
    """Return a label as words on one line."""
    return one_line(language.say(label))


@lru_cache(maxsize=512, typed=True)
def text_run(label: Label, language: Language, *, spelled: bool = False) -> TextRun:
    """Return a label as it is drawn: suits by shape and letter (or word, if `spelled`), the rest in words.

    A suit's role, such as trump, stands before it.
    """
    if isinstance(label, Suit):
        label = Face(suit=label)
    if not isinstance(label, Face) or label.suit is None:
        return (label_text(label, language),)
    suit = label.suit
    glyph = InlineSymbol(suit.shape, suit.ink)
    if label.word is not None:
        return (label_text(label.word, language), glyph, label_text(suit.letter, language))
    if not label.value:
        return (glyph, label_text(suit.word if spelled else suit.letter, language))
    return (label_text(label.value, language), glyph, label_text(suit.word if spelled else suit.letter, language))


@lru_cache(maxsize=256)
def symbol_side(size: int) -> int:
    """Return the width and height of a symbol beside type of a size."""
    return capital_height(size) | 1


def run_space(size: int) -> int:
    """Return the space between the pieces of a run."""
    return max(1, size // 6)


@lru_cache(maxsize=2048)
def run_width(run: TextRun, size: int, bold: bool = True) -> int:
    """Return the width of a run."""
    pieces = sum(text_width(piece, size, bold) if isinstance(piece, str) else symbol_side(size) for piece in run)
    return pieces + run_space(size) * (len(run) - 1)


def left_aligned(
    text: str, x: int, baseline: int, size: int, bold: bool = True, ink: Ink = Ink.BLACK, role: Role = Role.TEXT
) -> TextLine:
    """Return a line of words from `x` on a baseline."""
    width, above, below = text_extent(text, size, bold)
    rect = Rect(x, baseline - above, x + width, baseline + below)
    return TextLine(rect, baseline, text, size, bold, ink, role)


def with_ink_height(line: TextLine) -> TextLine:
    """Return a line in a rectangle no higher than its own ink, so that it can be closer to other lines."""
    above, below = ink_reach(line.text, line.size, line.bold)
    return line._replace(rect=line.rect._replace(y0=line.baseline - above, y1=line.baseline + below))


def right_aligned(
    text: str, x: int, baseline: int, size: int, bold: bool = True, ink: Ink = Ink.BLACK, role: Role = Role.TEXT
) -> TextLine:
    """Return a line of words that ends at `x`, on a baseline."""
    return left_aligned(text, x - text_extent(text, size, bold)[0], baseline, size, bold, ink, role)


def right_aligned_figures(
    cells: Iterable[str], ends: Iterable[int], baseline: int, size: int, role: Role = Role.FIGURE
) -> list[TextLine]:
    """Return figures on one baseline, each ending at its own `x`; empty cells are skipped."""
    above, below = capital_height(size) + overshoot(size), overshoot(size)
    items: list[TextLine] = []
    for cell, end in zip(cells, ends, strict=False):
        if cell:
            # A decimal comma without its tail would be a point.
            reach = (0, 0) if is_plain_capitals(cell) else ink_reach(cell, size, BOLD)
            top, bottom = baseline - max(above, reach[0]), baseline + max(below, reach[1])
            rect = Rect(end - text_width(cell, size), top, end, bottom)
            items.append(TextLine(rect, baseline, cell, size, BOLD, Ink.BLACK, role))
    return items


def run_items(
    run: TextRun, x: int, baseline: int, size: int, bold: bool = True, ink: Ink = Ink.BLACK, role: Role = Role.TEXT
) -> list[Item]:
    """Return the items of a run from `x` on a baseline."""
    items: list[Item] = []
    for piece in run:
        if isinstance(piece, str):
            if piece:
                items.append(left_aligned(piece, x, baseline, size, bold, ink, role))
            x += text_width(piece, size, bold)
        else:
            side = symbol_side(size)
            top = baseline - (capital_height(size) + side + 1) // 2
            fill = ink if isinstance(piece.form, Sign) else piece.ink
            items.append(Symbol(Rect(x, top, x + side, top + side), piece.form, fill, ink))
            x += side
        x += run_space(size)
    return items


def shorten_name(name: str, size: int, width: int) -> str:
    """Return as much of a name as fits a width; an empty string if not even a shortened name fits."""
    shortened = shorten(name, size, BOLD, width)
    return shortened if text_width(shortened, size) <= width else ""


def name_line(name: str, x: int, end: int, baseline: int, size: int, ink: Ink = Ink.BLACK) -> list[Item]:
    """Return the item of a name from `x` on a baseline, shortened to end before `end`; nothing if it does not fit."""
    shortened = shorten_name(name, size, end - x)
    return [left_aligned(shortened, x, baseline, size, BOLD, ink, Role.NAME)] if shortened else []


def vertical_middle(rect: Rect, height: int) -> Rect:
    """Return the vertical middle of a rectangle, `height` pixels high."""
    top = rect.y0 + (rect.height - height) // 2
    return rect._replace(y0=top, y1=top + height)


def centred_baseline(rect: Rect, size: int) -> int:
    """Return the baseline that puts capitals and figures in the vertical middle of a rectangle."""
    return rect.y0 + (rect.height + capital_height(size) + 1) // 2


def baseline_in(rect: Rect, size: int, text: str = "") -> int:
    """Return the baseline for words: capitals are in the middle of `rect` if descenders and accents stay inside."""
    if is_plain_capitals(text) and text:
        return centred_baseline(rect, size)
    return max(rect.y0 + ascent(size), min(centred_baseline(rect, size), rect.y1 - descent(size)))


def keycap(code: str, rect: Rect, size: int, ink: Ink = Ink.BLACK) -> list[Item]:
    """Return the cap of a key: its letters in the other ink on a filled rectangle."""
    x = rect.x0 + (rect.width - text_width(code, size)) // 2
    baseline = centred_baseline(rect, size)
    return [Fill(rect, ink), left_aligned(code, x, baseline, size, BOLD, inverse_ink(ink), Role.KEY)]


def keycap_before(code: str, rect: Rect, size: int, ink: Ink = Ink.BLACK) -> list[Item]:
    """Return the cap of a key at the left end of a line."""
    cap = rect._replace(x1=rect.x0 + keycap_width(code, size))
    return keycap(code, vertical_middle(cap, keycap_height(size)), size, ink)


@lru_cache(maxsize=512)
def keycap_width(code: str, size: int) -> int:
    """Return the width of the cap of a key."""
    return max(text_width(code, size) + 2 * max(1, size // 5), keycap_height(size))


def keycap_height(size: int) -> int:
    """Return the height of the cap of a key."""
    return capital_height(size) + 2 * max(1, size // 6)


def paragraph(
    text: str, rect: Rect, size: int, bold: bool = True, ink: Ink = Ink.BLACK, role: Role = Role.TEXT
) -> tuple[list[Item], int]:
    """Return the lines of words wrapped to a rectangle from its top, and their height.

    If there are more lines than fit, the last line that is left ends in an ellipsis.
    """
    lines = wrap(text, size, bold, rect.width)
    max_lines = max(1, rect.height // line_height(size))
    if len(lines) > max_lines:
        rest = shorten(" ".join(lines[max_lines - 1 :]) + " ", size, bold, rect.width)
        lines = (*lines[: max_lines - 1], rest)
    items: list[Item] = []
    for index, line in enumerate(lines):
        baseline = rect.y0 + index * line_height(size) + ascent(size)
        items.append(left_aligned(shorten(line, size, bold, rect.width), rect.x0, baseline, size, bold, ink, role))
    return items, len(lines) * line_height(size)


def line_count(text: str, size: int, bold: bool, width: int) -> int:
    """Return how many lines words take in a width."""
    return len(wrap(text, size, bold, width))


def wrapped_height(words: str, size: int, bold: bool, width: int) -> int:
    """Return the height of words that are wrapped to a width."""
    return line_count(words, size, bold, width) * line_height(size)
