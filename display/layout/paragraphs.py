"""Draw plain sentences, paragraph by paragraph."""

from __future__ import annotations

from collections.abc import Iterator
from itertools import accumulate, groupby

from display.layout.page_style import PageStyle, type_sizes
from display.layout.text_items import paragraph, wrapped_height
from display.scene import Item, Rect
from display.text_metrics import ELLIPSIS, line_height
from display.vocabulary import Paragraphs
from values.named_tuple import NamedTuple

COLUMN_COUNT = 2
"""Number of columns for short lines that do not all fit in one column."""

MIN_LIST_LENGTH = 4
"""At least this many short lines in succession are treated as a list."""


def draw(body: Paragraphs, rect: Rect, style: PageStyle, *, is_large: bool = False) -> list[Item]:
    """Draw paragraphs in the largest type that fits, with space between them if possible.

    If they do not fit so, lists of short lines are set in columns. If that is not enough, as many as fit are drawn, and
    an ellipsis for the rest.

    Type is at least a step below small type: people read it from their seats while the game waits.

    With `is_large`, type may be as large as that of keys' labels: it says what all players do now, at their places.
    """
    texts = [style.say(line) for line in body.lines]
    smallest = style.step_below_small
    for has_gaps in (True, False):
        for size in type_sizes(style.key_size if is_large else style.text_size, smallest):
            gap = line_height(size) // 3 if has_gaps else 0
            if sum(_paragraph_height(line, size, rect.width, style) + gap for line in texts) - gap <= rect.height:
                return _draw_paragraphs(texts, rect, size, gap, style)
    blocks = list(_blocks(texts, rect, smallest, style))
    if sum(block.height for block in blocks) <= rect.height:
        return _draw_blocks(blocks, rect, smallest, style)
    return _draw_paragraphs(_fitting_paragraphs(texts, rect, smallest, style), rect, smallest, 0, style)


def count_fitting(body: Paragraphs, rect: Rect, style: PageStyle) -> int:
    """Return how many paragraphs from the first on are drawn whole in a rectangle, at least one."""
    texts, size = [style.say(line) for line in body.lines], style.step_below_small
    if sum(block.height for block in _blocks(texts, rect, size, style)) <= rect.height:
        return len(texts)
    ends = accumulate(_paragraph_height(line, size, rect.width, style) for line in texts)
    return max(1, sum(end <= rect.height for end in ends))


def _is_bold(size: int, style: PageStyle) -> bool:
    """Whether type is bold: small type reads better light."""
    return size > style.small_size


def _paragraph_height(words: str, size: int, width: int, style: PageStyle) -> int:
    return wrapped_height(words, size, _is_bold(size, style), width)


class _Block(NamedTuple):
    """Paragraphs that are set together in `column_count` columns, and their height."""

    texts: list[str]
    column_count: int
    height: int


def _blocks(texts: list[str], rect: Rect, size: int, style: PageStyle) -> Iterator[_Block]:
    """Yield lists of lines that are short enough for columns, and everything else in one column."""
    column_width, line_step = rect.column(0, COLUMN_COUNT, 3 * style.gap).width, line_height(size)
    for is_short, run in groupby(texts, lambda line: _paragraph_height(line, size, column_width, style) <= line_step):
        lines = list(run)
        if is_short and len(lines) >= MIN_LIST_LENGTH:
            yield _Block(lines, COLUMN_COUNT, -(-len(lines) // COLUMN_COUNT) * line_step)
        else:
            yield _Block(lines, 1, sum(_paragraph_height(line, size, rect.width, style) for line in lines))


def _draw_blocks(blocks: list[_Block], rect: Rect, size: int, style: PageStyle) -> list[Item]:
    items: list[Item] = []
    for texts, column_count, height in blocks:
        row_count = -(-len(texts) // column_count)
        for index in range(column_count):
            column = rect.column(index, column_count, 3 * style.gap)
            items += _draw_paragraphs(texts[index * row_count : (index + 1) * row_count], column, size, 0, style)
        rect = rect._replace(y0=rect.y0 + height)
    return items


def _fitting_paragraphs(texts: list[str], rect: Rect, size: int, style: PageStyle) -> list[str]:
    """Return as many whole paragraphs as fit, and an ellipsis: below them, or else after the last or in its place.

    Part of a sentence might mean the opposite, so none is cut, except the first: part of that is better than nothing.
    It is cut where it is drawn.
    """
    fitting: list[str] = []
    height_left = rect.height
    for line in texts:
        height = _paragraph_height(line, size, rect.width, style)
        if height > height_left:
            break
        fitting.append(line)
        height_left -= height
    if not fitting:
        return texts[:1]
    if height_left >= line_height(size):
        return [*fitting, ELLIPSIS]
    *others, last = fitting
    longer = f"{last} {ELLIPSIS}"
    has_room = _paragraph_height(longer, size, rect.width, style) == _paragraph_height(last, size, rect.width, style)
    return [*others, longer if has_room or not others else ELLIPSIS]


def _draw_paragraphs(texts: list[str], rect: Rect, size: int, gap: int, style: PageStyle) -> list[Item]:
    """Draw paragraphs below each other from the top of a rectangle."""
    items: list[Item] = []
    y = rect.y0
    for text in texts:
        lines, height = paragraph(text, rect._replace(y0=y), size, _is_bold(size, style))
        items += lines
        y += height + gap
    return items
