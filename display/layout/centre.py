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
from display.scene import Box, Frame, Item, Role, Symbol
from display.text_metrics import ascent, capital_height, is_flat, line_height, shorten, text_width
from display.vocabulary import Board, Face, Ink, Mark, Shape, Style

CARD_WIDTH_PERCENT = 72
"""Width of a card in per cent of its height."""

MAX_WORDS_PERCENT = 40
"""Maximum per cent of the height beside cards or tokens for words."""

DOTS_PER_GROUP = 5
"""Dots stand in groups of five."""


@lru_cache(maxsize=8)
def draw(board: Board, box: Box, style: PageStyle) -> tuple[Item, ...]:
    """Draw the centre of a table in a box: its title, cards from the left, dots and words beside them.

    On the smallest panels the title stands to the right of the cards, if there is room.
    """
    title = "" if board.centre_title is None else style.say(board.centre_title)
    above, below = ("", title) if style.is_compact else (title, "")
    items, box = _title_above(above, box, style)
    cards, words = split_cards(board, style)
    card_items, x = _draw_cards(cards, box, bool(board.tokens or words), style)
    box_beside = box._replace(x0=x)
    if board.tokens or words:
        return (*items, *card_items, *_tokens_and_words(board.tokens, words, bool(cards), box_beside, style))
    return (*items, *card_items, *_title_beside(below, box_beside, style))


def least_height(board: Board, width: int, style: PageStyle) -> int:
    """Return the minimum height of the centre of a table with all its cards; 0 without cards."""
    cards, words = split_cards(board, style)
    if not cards:
        return 0
    max_width = width * 3 // 5 if board.tokens or words else width
    return chips.chip_flow(chips.chip_strip(cards, style), False, style.min_size, max_width, style).height(style)


def split_cards(board: Board, style: PageStyle) -> tuple[tuple[Mark, ...], str]:
    """Return the cards in the centre, and the rest of it as words."""
    cards = tuple(mark for mark in board.centre if isinstance(mark.label, Face))
    words = [style.say(mark.label) for mark in board.centre if not isinstance(mark.label, Face)]
    return cards, " · ".join(words)


def _title_above(title: str, box: Box, style: PageStyle) -> tuple[list[Item], Box]:
    """Return the items of a title at the top of a box, and the box below it; without a title, the whole box."""
    if not title:
        return [], box
    size = style.small_size
    line = left_aligned(shorten(title, size, True, box.width), box.x0, box.y0 + ascent(size), size)
    return [line], box._replace(y0=box.y0 + line_height(size) + style.gap // 2)


def _title_beside(title: str, box: Box, style: PageStyle) -> list[Item]:
    """Draw a title at the foot of a box, on one line; nothing if there is no room."""
    size, height = style.small_size, line_height(style.small_size)
    if not title or text_width(title, size) > box.width or height > box.height:
        return []
    return [left_aligned(title, box.x0, baseline_in(box._replace(y0=box.y1 - height), size), size)]


def _tokens_and_words(tokens: int, words: str, has_cards: bool, box: Box, style: PageStyle) -> list[Item]:
    """Draw tokens as dots, and words below them."""
    items: list[Item] = []
    if words:
        items, height = _draw_words(words, has_cards or bool(tokens), box, style)
        box = box._replace(y1=box.y1 - height - style.stroke)
    return items + _draw_dots(tokens, box, style) if tokens else items


def _draw_cards(cards: tuple[Mark, ...], box: Box, has_neighbours: bool, style: PageStyle) -> tuple[list[Item], int]:
    """Draw cards side by side, with joined ones touching. Also return where the room beside them begins."""
    if not cards:
        return [], box.x0
    max_width = box.width * 3 // 5 if has_neighbours else box.width
    gaps = style.gap * sum(not mark.joined for mark in cards[1:])
    width = min(box.height * CARD_WIDTH_PERCENT // 100, (max_width - gaps) // len(cards))
    height = min(box.height, width * 100 // CARD_WIDTH_PERCENT + style.gap)
    if width < 2 * style.min_size or not _are_readable(cards, Box(0, 0, width, height), style):
        largest_chip = style.chip_size if has_neighbours else max(style.chip_size, style.question_size)
        return _draw_chips(cards, box._replace(x1=box.x0 + max_width), largest_chip, style)
    items: list[Item] = []
    x = box.x0
    for mark in cards:
        if items:
            x += -style.stroke if mark.joined else style.gap
        items += _draw_card(mark, Box(x, box.y0, x + width, box.y0 + height), style)
        x += width
    return items, x + 2 * style.gap


def _draw_chips(cards: tuple[Mark, ...], box: Box, largest_size: int, style: PageStyle) -> tuple[list[Item], int]:
    """Draw cards that have no room as large cards: number, symbol and letter of each in one row."""
    sizes = type_sizes(largest_size, style.min_size)
    flow, _ = chips.fit_chips(chips.chip_strip(cards, style), sizes, box.width, box.height, style)
    return chips.placed_items(flow, box.x0, box.y0, style), box.x0 + flow.width + 2 * style.gap


def _are_readable(cards: tuple[Mark, ...], box: Box, style: PageStyle) -> bool:
    """Whether letters of suits below numbers can be told apart on cards of this size.

    In smaller type a B looks like an E.
    """
    for mark in cards:
        face = mark.label
        if not isinstance(face, Face) or not face.value or face.suit is None:
            continue
        _, below = _split_card(_inner_box(mark, box, style))
        if _suit_size(str(text_run(face, style.language)[-1]), below) < style.min_size:
            return False
    return True


def _inner_box(mark: Mark, box: Box, style: PageStyle) -> Box:
    """Return the box inside the frame of a card. A card in question has a thick frame."""
    margin = _frame_thickness(mark, box, style) + 1
    return box.inset(margin, margin)


def _frame_thickness(mark: Mark, box: Box, style: PageStyle) -> int:
    return min(3 * style.stroke, box.width // 8) if mark.style is Style.HOT else style.stroke


def _split_card(inner: Box) -> tuple[Box, Box]:
    """Return the box of a card's number, and below it that of its suit."""
    upper = inner._replace(y1=inner.y0 + inner.height * 6 // 10)
    return upper, inner._replace(y0=upper.y1)


def _draw_card(mark: Mark, box: Box, style: PageStyle) -> list[Item]:
    """Draw a card: its number as large as it fits, and below that its suit."""
    items: list[Item] = [Frame(box, _frame_thickness(mark, box, style))]
    inner = _inner_box(mark, box, style)
    face = mark.label
    assert isinstance(face, Face)
    run = text_run(face, style.language)
    symbol = next((piece for piece in run if isinstance(piece, InlineSymbol)), None)
    words = [piece for piece in run if isinstance(piece, str)]
    if symbol is None:
        return [*items, *_draw_value(words[0], inner)]
    if not face.value:
        return [*items, *_draw_suit(symbol, "", inner)]
    upper, below = _split_card(inner)
    return [*items, *_draw_value(words[0], upper), *_draw_suit(symbol, words[-1], below)]


def _draw_value(value: str, box: Box) -> list[Item]:
    """Draw figures or words in the middle of a box, as large as they fit."""
    max_height = box.height * 9 // 10
    size = largest_by_bisection(
        type_sizes(107, 5), 5, lambda size: capital_height(size) <= max_height and text_width(value, size) <= box.width
    )
    if not value.isdigit():
        size = min(size, largest_by_bisection(type_sizes(107, 5), 5, lambda size: line_height(size) <= box.height))
    value = shorten(value, size, True, box.width)
    baseline = box.y0 + (box.height + capital_height(size) + 1) // 2
    item = left_aligned(value, box.x0 + (box.width - text_width(value, size)) // 2, baseline, size)
    return [item._replace(role=Role.FIGURE)]


def _draw_suit(symbol: InlineSymbol, letter: str, box: Box) -> list[Item]:
    """Draw a suit's symbol and letter in the middle of a box."""
    size = _suit_size(letter, box)
    side, height = symbol_side(size), capital_height(size)
    x, top = box.x0 + max(0, box.width - _suit_width(letter, size)) // 2, box.y0 + max(0, box.height - side) // 2
    items: list[Item] = [Symbol(Box(x, top, x + side, top + side), symbol.form, symbol.ink)]
    if letter:
        baseline = baseline_in(box, size, letter) if not is_flat(letter) else top + (side + height) // 2
        items.append(left_aligned(letter, x + side + max(1, size // 6), baseline, size))
    return items


def _suit_size(letter: str, box: Box) -> int:
    def does_fit(size: int) -> bool:
        height = symbol_side(size) if is_flat(letter) else line_height(size)
        return height <= box.height and _suit_width(letter, size) <= box.width

    return largest_type(57, 5, does_fit)


def _suit_width(letter: str, size: int) -> int:
    return symbol_side(size) + (max(1, size // 6) + text_width(letter, size) if letter else 0)


def _draw_words(words: str, has_neighbours: bool, box: Box, style: PageStyle) -> tuple[list[Item], int]:
    """Draw words at the foot of the box beside cards, or large without cards. Also return their height."""
    height = box.height
    for size in type_sizes(style.text_size if has_neighbours else style.question_size, style.min_size):
        height = wrapped_height(words, size, True, box.width)
        if height * 100 <= box.height * (MAX_WORDS_PERCENT if has_neighbours else 100):
            break
    height = min(height, box.height)
    return paragraph(words, box._replace(y0=box.y1 - height) if has_neighbours else box, size)[0], height


def _draw_dots(count: int, box: Box, style: PageStyle) -> list[Item]:
    """Draw `count` tokens as dots, in rows by fives, as large as they fit."""
    gap = max(1, style.gap // 2)
    side, columns = _fit_dots(count, box, gap, style)
    return dots(count, columns, box, side, side + gap, gap) if side >= 3 else []


def dots(count: int, columns: int, box: Box, side: int, step: int, group_gap: int) -> list[Item]:
    """Return dots of a side in rows from the top left of a box, `step` pixels apart, with a gap after each group."""
    items: list[Item] = []
    for index in range(count):
        row, column = divmod(index, columns)
        x, y = box.x0 + column * step + column // DOTS_PER_GROUP * group_gap, box.y0 + row * step
        items.append(Symbol(Box(x, y, x + side, y + side), Shape.DISC, Ink.RED))
    return items


def _fit_dots(count: int, box: Box, gap: int, style: PageStyle) -> tuple[int, int]:
    """Return the side of the largest dots that fit, and how many stand in a row: a multiple of five."""
    best = (0, DOTS_PER_GROUP)
    for groups in range(1, 6):
        columns = groups * DOTS_PER_GROUP
        rows = -(-count // columns)
        width = (box.width - (columns - 1) * gap - (groups - 1) * gap) // columns
        side = min(width, (box.height - (rows - 1) * gap) // rows, 2 * style.small_size)
        best = max(best, (side - 1 + side % 2, columns), key=lambda fit: fit[0])
    return best
