"""Draw plain sentences, paragraph by paragraph."""

from __future__ import annotations

from collections.abc import Iterator
from itertools import groupby

from display.layout.look import Look, type_sizes
from display.layout.text_items import line_count, paragraph
from display.scene import Box, Item
from display.text_metrics import ELLIPSIS, line_height, size_at_most
from display.vocabulary import Paragraphs
from values.named_tuple import NamedTuple

COLUMNS = 2
"""Number of columns for short lines that do not all fit in one column."""

LISTED = 4
"""At least this many short lines in succession are treated as a list."""


def draw(lines: Paragraphs, box: Box, look: Look, *, large: bool = False) -> list[Item]:
    """Draw paragraphs in the largest type that fits, with space between them if possible.

    If they do not fit so, lists of short lines are set in columns. If that is not enough, as many as fit are drawn, and
    an ellipsis for the rest.

    Type is at least a step below small type: people read it from their seats while the game waits.

    `large` paragraphs may be as large as the labels of keys: all players read them while they do what these say.
    """
    texts = [look.say(each) for each in lines.lines]
    least = max(look.min_size, size_at_most(look.small - 1))
    for apart in (True, False):
        for size in type_sizes(look.keys[0] if large else look.text, least):
            gap = line_height(size) // 3 if apart else 0
            if sum(_paragraphs_height(each, size, box.width, look) + gap for each in texts) - gap <= box.height:
                return _draw_paragraphs(texts, box, size, gap, look)
    blocks = list(_blocks(texts, box, least, look))
    if sum(block.high for block in blocks) <= box.height:
        return _drawn_blocks(blocks, box, least, look)
    return _draw_paragraphs(_fitting_paragraphs(texts, box, least, look), box, least, 0, look)


def _is_bold(size: int, look: Look) -> bool:
    """Whether type is bold: small type reads better light."""
    return size > look.small


def _paragraphs_height(written: str, size: int, width: int, look: Look) -> int:
    return line_count(written, size, _is_bold(size, look), width) * line_height(size)


class _Block(NamedTuple):
    """Paragraphs that are set together in `columns` columns, and their height."""

    texts: list[str]
    columns: int
    high: int


def _blocks(texts: list[str], box: Box, size: int, look: Look) -> Iterator[_Block]:
    """Yield lists of lines that are short enough for columns, and everything else in one column."""
    wide, step = box.column(0, COLUMNS, 3 * look.gap).width, line_height(size)
    for short, run in groupby(texts, lambda each: _paragraphs_height(each, size, wide, look) <= step):
        told = list(run)
        if short and len(told) >= LISTED:
            yield _Block(told, COLUMNS, -(-len(told) // COLUMNS) * step)
        else:
            yield _Block(told, 1, sum(_paragraphs_height(each, size, box.width, look) for each in told))


def _drawn_blocks(blocks: list[_Block], box: Box, size: int, look: Look) -> list[Item]:
    items: list[Item] = []
    for told, columns, high in blocks:
        down = -(-len(told) // columns)
        for at in range(columns):
            place = box.column(at, columns, 3 * look.gap)
            items += _draw_paragraphs(told[at * down : (at + 1) * down], place, size, 0, look)
        box = box._replace(y0=box.y0 + high)
    return items


def _fitting_paragraphs(texts: list[str], box: Box, size: int, look: Look) -> list[str]:
    """Return as many whole paragraphs as fit, and an ellipsis: below them, or else after the last or in its place.

    Part of a sentence might mean the opposite, so none is cut, except the first: part of that is better than nothing.
    """
    shown: list[str] = []
    room = box.height
    for each in texts:
        high = _paragraphs_height(each, size, box.width, look)
        if high > room:
            break
        shown.append(each)
        room -= high
    if not shown:
        return texts[:1]
    if len(shown) == len(texts):
        return shown
    if room >= line_height(size):
        return [*shown, ELLIPSIS]
    *others, last = shown
    longer = f"{last} {ELLIPSIS}"
    fits = _paragraphs_height(longer, size, box.width, look) == _paragraphs_height(last, size, box.width, look)
    return [*others, longer if fits else ELLIPSIS]


def _draw_paragraphs(texts: list[str], box: Box, size: int, gap: int, look: Look) -> list[Item]:
    """Draw paragraphs below each other from the top of a box."""
    items: list[Item] = []
    y = box.y0
    for each in texts:
        drawn, high = paragraph(each, box._replace(y0=y), size, _is_bold(size, look))
        items += drawn
        y += high + gap
    return items
