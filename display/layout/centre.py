"""Draw the centre of the table, the largest thing on the page: cards, tokens as dots, a few words."""

from __future__ import annotations

from functools import lru_cache

from display.layout import chips
from display.layout.page_style import PageStyle, largest_by_bisection, largest_type, type_sizes
from display.layout.text_items import (
    InlineSymbol,
    baseline_in,
    left_aligned,
    paragraph,
    symbol_side,
    text_run,
    wrapped_height,
)
from display.scene import BOLD, Frame, Item, Rect, Role, Symbol
from display.text_metrics import TYPE_SIZES, ascent, capital_height, is_plain_capitals, line_height, shorten, text_width
from display.vocabulary import Board, Face, Ink, Mark, Shape, Style

CARD_WIDTH_PERCENT = 72
"""Width of a card in per cent of its height."""

MAX_WORDS_PERCENT = 40
"""Maximum height of words that stand beside cards or tokens, in per cent of the whole height."""

MAX_SUIT_SIZE = 57
"""Maximum type of a suit's letter on a card."""

DOTS_PER_GROUP = 5
"""Dots stand in groups of five."""


@lru_cache(maxsize=8)
def draw(board: Board, rect: Rect, style: PageStyle) -> tuple[Item, ...]:
    """Draw the centre of a table in a rectangle: its title, cards from the left, dots and words beside them.

    On the smallest panels the title stands to the right of the cards, if there is room.
    """
    title = "" if board.centre_title is None else style.say(board.centre_title)
    above, below = ("", title) if style.is_compact else (title, "")
    items, rect = _title_above(above, rect, style)
    cards, words = split_cards(board, style)
    card_items, x = _draw_cards(cards, rect, bool(board.token_count or words), style)
    rect_beside = rect._replace(x0=x)
    if board.token_count or words:
        return (*items, *card_items, *_tokens_and_words(board.token_count, words, bool(cards), rect_beside, style))
    return (*items, *card_items, *_title_beside(below, rect_beside, style))


def min_height(board: Board, width: int, style: PageStyle) -> int:
    """Return the minimum height of the centre of a table with all its cards; 0 without cards."""
    cards, words = split_cards(board, style)
    if not cards:
        return 0
    max_width = width * 3 // 5 if board.token_count or words else width
    return chips.chip_flow(chips.chip_strip(cards, style), style.min_size, max_width, style, is_folded=False).height(
        style
    )


def split_cards(board: Board, style: PageStyle) -> tuple[tuple[Mark, ...], str]:
    """Return the cards in the centre, and the rest of it as words."""
    cards = tuple(mark for mark in board.centre if isinstance(mark.label, Face))
    words = [style.say(mark.label) for mark in board.centre if not isinstance(mark.label, Face)]
    return cards, " · ".join(words)


def without_common_emphasis(cards: tuple[Mark, ...]) -> tuple[Mark, ...]:
    """Return cards for chips. If all are in question, none is emphasised: a large card is black on white, too."""
    if any(mark.style is not Style.HOT for mark in cards):
        return cards
    return tuple(mark._replace(style=Style.PLAIN) for mark in cards)


def _title_above(title: str, rect: Rect, style: PageStyle) -> tuple[list[Item], Rect]:
    """Return the items of a title at the top of a rectangle, and the rest of it, below; all of it without a title."""
    if not title:
        return [], rect
    size = style.small_size
    line = left_aligned(shorten(title, size, BOLD, rect.width), rect.x0, rect.y0 + ascent(size), size)
    return [line], rect._replace(y0=rect.y0 + line_height(size) + style.gap // 2)


def _title_beside(title: str, rect: Rect, style: PageStyle) -> list[Item]:
    """Draw a title at the foot of a rectangle, on one line; nothing if there is no room."""
    size, height = style.small_size, line_height(style.small_size)
    if not title or text_width(title, size) > rect.width or height > rect.height:
        return []
    return [left_aligned(title, rect.x0, baseline_in(rect._replace(y0=rect.y1 - height), size), size)]


def _tokens_and_words(token_count: int, words: str, has_cards: bool, rect: Rect, style: PageStyle) -> list[Item]:
    """Draw tokens as dots, and words below them."""
    items: list[Item] = []
    if words:
        items, height = _draw_words(words, has_cards or bool(token_count), rect, style)
        rect = rect._replace(y1=rect.y1 - height - style.stroke)
    return items + _draw_dots(token_count, rect, style) if token_count else items


def _draw_cards(cards: tuple[Mark, ...], rect: Rect, has_neighbours: bool, style: PageStyle) -> tuple[list[Item], int]:
    """Draw cards side by side, with joined ones touching. Also return where the room beside them begins."""
    if not cards:
        return [], rect.x0
    max_width = rect.width * 3 // 5 if has_neighbours else rect.width
    gaps = style.gap * sum(not mark.joined for mark in cards[1:])
    width = min(rect.height * CARD_WIDTH_PERCENT // 100, (max_width - gaps) // len(cards))
    height = min(rect.height, width * 100 // CARD_WIDTH_PERCENT + style.gap)
    if width < 2 * style.min_size or not _are_readable(cards, Rect(0, 0, width, height), style):
        largest_chip = style.chip_size if has_neighbours else max(style.chip_size, style.question_size)
        return _draw_chips(cards, rect._replace(x1=rect.x0 + max_width), largest_chip, style)
    items: list[Item] = []
    x = rect.x0
    for mark in cards:
        if items:
            x += -style.stroke if mark.joined else style.gap
        items += _draw_card(mark, Rect(x, rect.y0, x + width, rect.y0 + height), style)
        x += width
    return items, x + 2 * style.gap


def _draw_chips(cards: tuple[Mark, ...], rect: Rect, largest_size: int, style: PageStyle) -> tuple[list[Item], int]:
    """Draw cards that have no room as large cards: number, symbol and letter of each in one row."""
    sizes, strip = type_sizes(largest_size, style.min_size), chips.chip_strip(without_common_emphasis(cards), style)
    flow, _ = chips.fit_chips(strip, sizes, rect.width, rect.height, style)
    return chips.placed_items(flow, rect.x0, rect.y0, style), rect.x0 + flow.width + 2 * style.gap


def _are_readable(cards: tuple[Mark, ...], rect: Rect, style: PageStyle) -> bool:
    """Whether letters of suits below numbers can be told apart on cards of this size.

    In smaller type a B looks like an E.
    """
    for mark in cards:
        face = mark.label
        if not isinstance(face, Face) or not face.value or face.suit is None:
            continue
        _, below = _value_and_suit_rects(_inner_rect(mark, rect, style))
        if _suit_size(str(text_run(face, style.language)[-1]), below) < style.min_size:
            return False
    return True


def _inner_rect(mark: Mark, rect: Rect, style: PageStyle) -> Rect:
    """Return the rectangle inside the frame of a card. A card in question has a thick frame."""
    margin = _frame_thickness(mark, rect, style) + 1
    return rect.inset(margin, margin)


def _frame_thickness(mark: Mark, rect: Rect, style: PageStyle) -> int:
    return min(3 * style.stroke, rect.width // 8) if mark.style is Style.HOT else style.stroke


def _value_and_suit_rects(inner: Rect) -> tuple[Rect, Rect]:
    """Return the rectangle of a card's number, and below it that of its suit."""
    upper = inner._replace(y1=inner.y0 + inner.height * 6 // 10)
    return upper, inner._replace(y0=upper.y1)


def _draw_card(mark: Mark, rect: Rect, style: PageStyle) -> list[Item]:
    """Draw a card: its number as large as it fits, and below that its suit."""
    items: list[Item] = [Frame(rect, _frame_thickness(mark, rect, style))]
    inner = _inner_rect(mark, rect, style)
    face = mark.label
    assert isinstance(face, Face)
    run = text_run(face, style.language)
    symbol = next((piece for piece in run if isinstance(piece, InlineSymbol)), None)
    words = [piece for piece in run if isinstance(piece, str)]
    if symbol is None:
        return [*items, *_draw_value(words[0], inner)]
    if not face.value:
        return [*items, *_draw_suit(symbol, "", inner)]
    upper, below = _value_and_suit_rects(inner)
    return [*items, *_draw_value(words[0], upper), *_draw_suit(symbol, words[-1], below)]


def _draw_value(value: str, rect: Rect) -> list[Item]:
    """Draw figures or words in the middle of a rectangle, as large as they fit."""
    max_height, sizes, smallest = rect.height * 9 // 10, TYPE_SIZES[::-1], TYPE_SIZES[0]
    size = largest_by_bisection(
        sizes, smallest, lambda size: capital_height(size) <= max_height and text_width(value, size) <= rect.width
    )
    if not value.isdigit():
        size = min(size, largest_by_bisection(sizes, smallest, lambda size: line_height(size) <= rect.height))
    value = shorten(value, size, BOLD, rect.width)
    baseline = rect.y0 + (rect.height + capital_height(size) + 1) // 2
    item = left_aligned(value, rect.x0 + (rect.width - text_width(value, size)) // 2, baseline, size)
    return [item._replace(role=Role.FIGURE)]


def _draw_suit(symbol: InlineSymbol, letter: str, rect: Rect) -> list[Item]:
    """Draw a suit's symbol and letter in the middle of a rectangle."""
    size = _suit_size(letter, rect)
    side, height = symbol_side(size), capital_height(size)
    x, top = rect.x0 + max(0, rect.width - _suit_width(letter, size)) // 2, rect.y0 + max(0, rect.height - side) // 2
    items: list[Item] = [Symbol(Rect(x, top, x + side, top + side), symbol.form, symbol.ink)]
    if letter:
        baseline = baseline_in(rect, size, letter) if not is_plain_capitals(letter) else top + (side + height) // 2
        items.append(left_aligned(letter, x + side + max(1, size // 6), baseline, size))
    return items


def _suit_size(letter: str, rect: Rect) -> int:
    def does_fit(size: int) -> bool:
        height = symbol_side(size) if is_plain_capitals(letter) else line_height(size)
        return height <= rect.height and _suit_width(letter, size) <= rect.width

    return largest_type(MAX_SUIT_SIZE, TYPE_SIZES[0], does_fit)


def _suit_width(letter: str, size: int) -> int:
    return symbol_side(size) + (max(1, size // 6) + text_width(letter, size) if letter else 0)


def _draw_words(words: str, has_neighbours: bool, rect: Rect, style: PageStyle) -> tuple[list[Item], int]:
    """Draw words at the foot of the rectangle beside cards, or large without cards. Also return their height."""
    height = rect.height
    for size in type_sizes(style.text_size if has_neighbours else style.question_size, style.min_size):
        height = wrapped_height(words, size, BOLD, rect.width)
        if height * 100 <= rect.height * (MAX_WORDS_PERCENT if has_neighbours else 100):
            break
    height = min(height, rect.height)
    return paragraph(words, rect._replace(y0=rect.y1 - height) if has_neighbours else rect, size)[0], height


def _draw_dots(count: int, rect: Rect, style: PageStyle) -> list[Item]:
    """Draw `count` tokens as dots, in rows by fives, as large as they fit."""
    gap = max(1, style.gap // 2)
    side, column_count = _fit_dots(count, rect, gap, style)
    return dots(count, column_count, rect, side, side + gap, gap) if side >= 3 else []


def dots(count: int, column_count: int, rect: Rect, side: int, step: int, group_gap: int) -> list[Item]:
    """Return dots of a side in rows from the corner of `rect`, `step` pixels apart, with a gap after each group."""
    items: list[Item] = []
    for index in range(count):
        row, column = divmod(index, column_count)
        x, y = rect.x0 + column * step + column // DOTS_PER_GROUP * group_gap, rect.y0 + row * step
        items.append(Symbol(Rect(x, y, x + side, y + side), Shape.DISC, Ink.RED))
    return items


def _fit_dots(count: int, rect: Rect, gap: int, style: PageStyle) -> tuple[int, int]:
    """Return the side of the largest dots that fit, and how many stand in a row: a multiple of five."""
    best = (0, DOTS_PER_GROUP)
    for group_count in range(1, 6):
        column_count = group_count * DOTS_PER_GROUP
        row_count = -(-count // column_count)
        width = (rect.width - (column_count - 1) * gap - (group_count - 1) * gap) // column_count
        side = min(width, (rect.height - (row_count - 1) * gap) // row_count, 2 * style.small_size)
        best = max(best, (side - 1 + side % 2, column_count), key=lambda fit: fit[0])
    return best
