"""The centre of the table as a strip of one line, or of two with its title, for pages where a notice needs the room."""

from __future__ import annotations

from collections.abc import Iterator
from functools import lru_cache

from display.layout import chips
from display.layout.centre import IN_A_ROW, split_cards
from display.layout.look import Look, type_sizes
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
def fit_strip(board: Board, width: int, look: Look) -> StripFit | None:
    """Fit the whole centre of a board into a width; None if there is no room, or if there is nothing but a title."""
    content = _text(board, look)
    if not (content.cards or content.tokens or content.words):
        return None
    return next((fit for fit in _layouts(content, look) if _strip_width(fit, look) <= width), None)


def _text(board: Board, look: Look) -> StripText:
    cards, words = split_cards(board, look)
    title = "" if board.centre_title is None else look.say(board.centre_title)
    return StripText(title, chips.chip_strip(cards, look) if cards else None, board.tokens, words)


def _layouts(content: StripText, look: Look) -> Iterator[StripFit]:
    """Yield the layouts of a strip, the best first: on one line in the largest type that fits, or below its title."""
    titled = text_width(content.title, look.small)
    read = look.keys[1]
    yield from (StripFit(content, size, titled, False, chips.chip_height(size)) for size in type_sizes(look.text, read))
    above = line_height(look.small) + look.line
    yield from (
        StripFit(content, size, titled, True, above + chips.chip_height(size)) for size in type_sizes(read, look.small)
    )


def _strip_width(fit: StripFit, look: Look) -> int:
    """Return the width of a strip."""
    below = sum(wide + 2 * look.gap for wide in _part_widths(fit, look) if wide) - 2 * look.gap
    if fit.above or not fit.titled:
        return max(below, fit.titled)
    return fit.titled + 2 * look.gap + below


def _part_widths(fit: StripFit, look: Look) -> tuple[int, int, int]:
    """Return the widths of cards, tokens and words, each on one line."""
    content, size = fit.text, fit.size
    cards = sum(_card_widths(fit, look))
    return cards, _dots_width(content.tokens, size, look), text_width(content.words, size)


def _card_widths(fit: StripFit, look: Look) -> Iterator[int]:
    if fit.text.cards is not None:
        for at, chip in enumerate(fit.text.cards.open):
            between = 0 if not at else -look.line if chip.joined else look.chip_gap
            yield between + chips.chip_width(chip, fit.size)


def _dot_step(size: int) -> int:
    """Return the distance from one dot to the next."""
    return (capital_height(size) | 1) + max(1, size // 6)


def _dots_width(count: int, size: int, look: Look) -> int:
    return count * _dot_step(size) + max(0, count - 1) // IN_A_ROW * look.gap


def draw(fit: StripFit, box: Box, look: Look) -> tuple[Item, ...]:
    """Draw a strip from the top left of a box."""
    content, size, x = fit.text, fit.size, box.x0
    line = box._replace(y0=box.y0 + fit.height - chips.chip_height(size), y1=box.y0 + fit.height)
    items: list[Item] = []
    if content.title:
        place = box._replace(y1=line.y0) if fit.above else line
        items.append(left_aligned(content.title, x, baseline_in(place, look.small), look.small))
        x += 0 if fit.above else fit.titled + 2 * look.gap
    cards, dots, _ = _part_widths(fit, look)
    if content.cards is not None:
        flowed = chips.chip_flow(content.cards, False, size, cards, look)
        items += chips.placed_items(flowed, x, line.y0, look)
        x += cards + 2 * look.gap
    if dots:
        items += _draw_dots(content.tokens, x, line, size, look)
        x += dots + 2 * look.gap
    if content.words:
        items.append(left_aligned(content.words, x, baseline_in(line, size), size))
    return tuple(items)


def _draw_dots(count: int, x: int, line: Box, size: int, look: Look) -> Iterator[Item]:
    side = capital_height(size) | 1
    top = line.y0 + (line.height - side) // 2
    for at in range(count):
        left = x + at * _dot_step(size) + at // IN_A_ROW * look.gap
        yield Symbol(Box(left, top, left + side, top + side), Shape.DISC, Ink.RED)
