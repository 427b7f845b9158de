"""The centre of the table as a strip of one line, or of two with its title, for pages where a notice needs the room."""

from __future__ import annotations

from collections.abc import Iterator
from functools import lru_cache

from display.layout import chips
from display.layout.centre import IN_A_ROW, split_cards
from display.layout.page_style import PageStyle, type_sizes
from display.layout.text_items import baseline_in, left_aligned
from display.scene import Box, Item, Symbol
from display.text_metrics import capital_height, line_height, text_width
from display.vocabulary import Board, Ink, Shape
from values.named_tuple import NamedTuple


class StripText(NamedTuple):
    """The contents of a strip, from the left: a title, cards, tokens and words. Any of them may be missing."""

    title: str
    cards: chips.ChipStrip | None
    tokens: int
    words: str


class StripFit(NamedTuple):
    """A strip fitted to a width: the type of cards and words, the width of the title, and whether that is above."""

    text: StripText
    size: int
    titled: int
    above: bool
    height: int


@lru_cache(maxsize=8)
def fit_strip(board: Board, width: int, style: PageStyle) -> StripFit | None:
    """Fit the whole centre of a board into a width; None if there is no room, or if there is nothing but a title."""
    content = _text(board, style)
    if not (content.cards or content.tokens or content.words):
        return None
    return next((fit for fit in _layouts(content, style) if _strip_width(fit, style) <= width), None)


def _text(board: Board, style: PageStyle) -> StripText:
    cards, words = split_cards(board, style)
    title = "" if board.centre_title is None else style.say(board.centre_title)
    return StripText(title, chips.chip_strip(cards, style) if cards else None, board.tokens, words)


def _layouts(content: StripText, style: PageStyle) -> Iterator[StripFit]:
    """Yield the layouts of a strip, the best first: on one line in the largest type that fits, or below its title."""
    titled = text_width(content.title, style.small_size)
    read = style.readable_size
    yield from (
        StripFit(content, size, titled, False, chips.chip_height(size)) for size in type_sizes(style.text_size, read)
    )
    above = line_height(style.small_size) + style.stroke
    yield from (
        StripFit(content, size, titled, True, above + chips.chip_height(size))
        for size in type_sizes(read, style.small_size)
    )


def _strip_width(fit: StripFit, style: PageStyle) -> int:
    """Return the width of a strip."""
    below = sum(wide + 2 * style.gap for wide in _part_widths(fit, style) if wide) - 2 * style.gap
    if fit.above or not fit.titled:
        return max(below, fit.titled)
    return fit.titled + 2 * style.gap + below


def _part_widths(fit: StripFit, style: PageStyle) -> tuple[int, int, int]:
    """Return the widths of cards, tokens and words, each on one line."""
    content, size = fit.text, fit.size
    cards = sum(_card_widths(fit, style))
    return cards, _dots_width(content.tokens, size, style), text_width(content.words, size)


def _card_widths(fit: StripFit, style: PageStyle) -> Iterator[int]:
    if fit.text.cards is not None:
        for at, chip in enumerate(fit.text.cards.open):
            between = 0 if not at else -style.stroke if chip.joined else style.chip_gap
            yield between + chips.chip_width(chip, fit.size)


def _dot_step(size: int) -> int:
    """Return the distance from one dot to the next."""
    return (capital_height(size) | 1) + max(1, size // 6)


def _dots_width(count: int, size: int, style: PageStyle) -> int:
    return count * _dot_step(size) + max(0, count - 1) // IN_A_ROW * style.gap


def draw(fit: StripFit, box: Box, style: PageStyle) -> tuple[Item, ...]:
    """Draw a strip from the top left of a box."""
    content, size, x = fit.text, fit.size, box.x0
    line = box._replace(y0=box.y0 + fit.height - chips.chip_height(size), y1=box.y0 + fit.height)
    items: list[Item] = []
    if content.title:
        place = box._replace(y1=line.y0) if fit.above else line
        items.append(left_aligned(content.title, x, baseline_in(place, style.small_size), style.small_size))
        x += 0 if fit.above else fit.titled + 2 * style.gap
    cards, dots, _ = _part_widths(fit, style)
    if content.cards is not None:
        flowed = chips.chip_flow(content.cards, False, size, cards, style)
        items += chips.placed_items(flowed, x, line.y0, style)
        x += cards + 2 * style.gap
    if dots:
        items += _draw_dots(content.tokens, x, line, size, style)
        x += dots + 2 * style.gap
    if content.words:
        items.append(left_aligned(content.words, x, baseline_in(line, size), size))
    return tuple(items)


def _draw_dots(count: int, x: int, line: Box, size: int, style: PageStyle) -> Iterator[Item]:
    side = capital_height(size) | 1
    top = line.y0 + (line.height - side) // 2
    for at in range(count):
        left = x + at * _dot_step(size) + at // IN_A_ROW * style.gap
        yield Symbol(Box(left, top, left + side, top + side), Shape.DISC, Ink.RED)
