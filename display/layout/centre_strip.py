"""The centre of the table as a strip of one line, or of two with its title, for pages where a notice needs the room."""

from __future__ import annotations

from collections.abc import Iterator
from functools import lru_cache

from display.layout import chips
from display.layout.centre import DOTS_PER_GROUP, dots, split_cards, without_common_emphasis
from display.layout.page_style import PageStyle, type_sizes
from display.layout.text_items import baseline_in, left_aligned, symbol_side
from display.scene import Item, Rect
from display.text_metrics import line_height, text_width
from display.vocabulary import Board
from values.named_tuple import NamedTuple


class StripContents(NamedTuple):
    """The contents of a strip, from the left: a title, cards, tokens and words. Any of them may be missing."""

    title: str
    cards: chips.ChipStrip | None
    token_count: int
    words: str


class StripFit(NamedTuple):
    """A strip fitted to a width: the type of cards and words, the width of the title, and whether that is above."""

    contents: StripContents
    size: int
    title_width: int
    is_title_above: bool
    height: int


@lru_cache(maxsize=8)
def fit_strip(board: Board, width: int, style: PageStyle) -> StripFit | None:
    """Fit the whole centre of a board into a width; None if there is no room, or if there is nothing but a title."""
    contents = _strip_contents(board, style)
    if not (contents.cards or contents.token_count or contents.words):
        return None
    return next((fit for fit in _layouts(contents, style) if _strip_width(fit, style) <= width), None)


def _strip_contents(board: Board, style: PageStyle) -> StripContents:
    cards, words = split_cards(board, style)
    title = "" if board.centre_title is None else style.say(board.centre_title)
    strip = chips.chip_strip(without_common_emphasis(cards), style) if cards else None
    return StripContents(title, strip, board.token_count, words)


def _layouts(contents: StripContents, style: PageStyle) -> Iterator[StripFit]:
    """Yield the layouts of a strip, the best first: on one line in the largest type that fits, or below its title."""
    title_width = text_width(contents.title, style.small_size)
    title_height = line_height(style.small_size) + style.stroke
    for size in type_sizes(style.text_size, style.readable_size):
        yield StripFit(contents, size, title_width, is_title_above=False, height=chips.chip_height(size))
    for size in type_sizes(style.readable_size, style.small_size):
        yield StripFit(contents, size, title_width, is_title_above=True, height=title_height + chips.chip_height(size))


def _strip_width(fit: StripFit, style: PageStyle) -> int:
    """Return the width of a strip."""
    gap = 2 * style.gap
    parts = sum(width + gap for width in _part_widths(fit, style) if width) - gap
    if fit.is_title_above or not fit.title_width:
        return max(parts, fit.title_width)
    return fit.title_width + gap + parts


def _part_widths(fit: StripFit, style: PageStyle) -> tuple[int, int, int]:
    """Return the widths of cards, tokens and words, each on one line."""
    contents, size = fit.contents, fit.size
    cards = sum(_card_widths(fit, style))
    return cards, _dots_width(contents.token_count, size, style), text_width(contents.words, size)


def _card_widths(fit: StripFit, style: PageStyle) -> Iterator[int]:
    if fit.contents.cards is not None:
        for index, chip in enumerate(fit.contents.cards.unfolded):
            gap = 0 if index == 0 else -style.stroke if chip.is_joined else style.chip_gap
            yield gap + chips.chip_width(chip, fit.size)


def _dot_step(size: int) -> int:
    """Return the distance from one dot to the next."""
    return symbol_side(size) + max(1, size // 6)


def _dots_width(count: int, size: int, style: PageStyle) -> int:
    return count * _dot_step(size) + max(0, count - 1) // DOTS_PER_GROUP * style.gap


def draw(fit: StripFit, rect: Rect, style: PageStyle) -> tuple[Item, ...]:
    """Draw a strip from the top left of a rectangle."""
    contents, size, x = fit.contents, fit.size, rect.x0
    line = rect._replace(y0=rect.y0 + fit.height - chips.chip_height(size), y1=rect.y0 + fit.height)
    items: list[Item] = []
    if contents.title:
        title_rect = rect._replace(y1=line.y0) if fit.is_title_above else line
        items.append(left_aligned(contents.title, x, baseline_in(title_rect, style.small_size), style.small_size))
        x += 0 if fit.is_title_above else fit.title_width + 2 * style.gap
    cards, dots_width, _ = _part_widths(fit, style)
    if contents.cards is not None:
        flow = chips.chip_flow(contents.cards, size, cards, style, is_folded=False)
        items += chips.placed_items(flow, x, line.y0, style)
        x += cards + 2 * style.gap
    if dots_width:
        side = symbol_side(size)
        dots_rect = line._replace(x0=x, y0=line.y0 + (line.height - side) // 2)
        items += dots(contents.token_count, contents.token_count, dots_rect, side, _dot_step(size), style.gap)
        x += dots_width + 2 * style.gap
    if contents.words:
        items.append(left_aligned(contents.words, x, baseline_in(line, size), size))
    return tuple(items)
