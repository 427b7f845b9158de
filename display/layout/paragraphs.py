"""Draw plain sentences, paragraph by paragraph."""

from __future__ import annotations

from collections.abc import Iterator
from itertools import groupby

from display.layout.page_style import PageStyle, type_sizes
from display.layout.text_items import line_count, paragraph
from display.scene import Box, Item
from display.text_metrics import ELLIPSIS, line_height, size_at_most
from display.vocabulary import Paragraphs
from values.named_tuple import NamedTuple

COLUMNS = 2
"""Number of columns for short lines that do not all fit in one column."""

LISTED = 4
"""At least this many short lines in succession are treated as a list."""


def draw(lines: Paragraphs, box: Box, style: PageStyle, *, large: bool = False) -> list[Item]:
    """Draw paragraphs in the largest type that fits, with space between them if possible.

    If they do not fit so, lists of short lines are set in columns. If that is not enough, as many as fit are drawn, and
    an ellipsis for the rest.

    Type is at least a step below small type: people read it from their seats while the game waits.

    `large` paragraphs may be as large as the labels of keys: all players read them while they do what these say.
    """
    texts = [style.say(each) for each in lines.lines]
    least = max(style.min_size, size_at_most(style.small_size - 1))
    for apart in (True, False):
        for size in type_sizes(style.key_size if large else style.text_size, least):
            gap = line_height(size) // 3 if apart else 0
            if sum(_paragraphs_height(each, size, box.width, style) + gap for each in texts) - gap <= box.height:
                return _draw_paragraphs(texts, box, size, gap, style)
    blocks = list(_blocks(texts, box, least, style))
    if sum(block.high for block in blocks) <= box.height:
        return _drawn_blocks(blocks, box, least, style)
    return _draw_paragraphs(_fitting_paragraphs(texts, box, least, style), box, least, 0, style)


def _is_bold(size: int, style: PageStyle) -> bool:
    """Whether type is bold: small type reads better light."""
    return size > style.small_size


def _paragraphs_height(written: str, size: int, width: int, style: PageStyle) -> int:
    return line_count(written, size, _is_bold(size, style), width) * line_height(size)


class _Block(NamedTuple):
    """Paragraphs that are set together in `columns` columns, and their height."""

    texts: list[str]
    columns: int
    high: int


def _blocks(texts: list[str], box: Box, size: int, style: PageStyle) -> Iterator[_Block]:
    """Yield lists of lines that are short enough for columns, and everything else in one column."""
    wide, step = box.column(0, COLUMNS, 3 * style.gap).width, line_height(size)
    for short, run in groupby(texts, lambda each: _paragraphs_height(each, size, wide, style) <= step):
        told = list(run)
        if short and len(told) >= LISTED:
            yield _Block(told, COLUMNS, -(-len(told) // COLUMNS) * step)
        else:
            yield _Block(told, 1, sum(_paragraphs_height(each, size, box.width, style) for each in told))


def _drawn_blocks(blocks: list[_Block], box: Box, size: int, style: PageStyle) -> list[Item]:
    items: list[Item] = []
    for told, columns, high in blocks:
        down = -(-len(told) // columns)
        for at in range(columns):
            place = box.column(at, columns, 3 * style.gap)
            items += _draw_paragraphs(told[at * down : (at + 1) * down], place, size, 0, style)
        box = box._replace(y0=box.y0 + high)
    return items


def _fitting_paragraphs(texts: list[str], box: Box, size: int, style: PageStyle) -> list[str]:
    """Return as many whole paragraphs as fit, and an ellipsis: below them, or else after the last or in its place.

    Part of a sentence might mean the opposite, so none is cut, except the first: part of that is better than nothing.
    """
    shown: list[str] = []
    room = box.height
    for each in texts:
        high = _paragraphs_height(each, size, box.width, style)
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
    fits = _paragraphs_height(longer, size, box.width, style) == _paragraphs_height(last, size, box.width, style)
    return [*others, longer if fits else ELLIPSIS]


def _draw_paragraphs(texts: list[str], box: Box, size: int, gap: int, style: PageStyle) -> list[Item]:
    """Draw paragraphs below each other from the top of a box."""
    items: list[Item] = []
    y = box.y0
    for each in texts:
        drawn, high = paragraph(each, box._replace(y0=y), size, _is_bold(size, style))
        items += drawn
        y += high + gap
    return items
