"""Draw scoreboards: lines and columns, with markers that have the beginnings of players' names."""

from __future__ import annotations

from collections.abc import Iterable
from functools import lru_cache
from itertools import repeat

from display.layout.page_style import PageStyle, largest_fitting, type_sizes
from display.layout.text_items import left_aligned, with_ink_height
from display.scene import BOLD, REGULAR, Fill, Frame, Item, Rect, Role
from display.text_metrics import ascent, ink_reach, line_height, max_text_width, size_for_height, text_width
from display.vocabulary import Ink, Scoreboard
from values.named_tuple import NamedTuple

MIN_LETTER_SIZE = 7
"""The smallest type in a cell: letters of a smaller one cannot be told apart."""

GOLDEN_FRAME_FACTOR = 3
"""The frame of the golden board is this many times as thick."""


class CellStyle(NamedTuple):
    """The side of a scoreboard's cells, the letters on each player's markers, and their type; 0 makes these squares."""

    side: int
    letters: tuple[str, ...]
    letter_size: int


def choose_cell_style(names: Iterable[str], side: int, style: PageStyle) -> CellStyle:
    """Choose the style of cells of a side: markers with letters or, if one player's do not fit, squares."""
    letters = marker_letters(tuple(names))
    return CellStyle(side, letters, min((_letters_size(each, side - style.stroke) for each in letters), default=0))


@lru_cache(maxsize=4)
def marker_letters(names: tuple[str, ...]) -> tuple[str, ...]:
    """Return the letters by which players know their markers; none at all if those of two players are the same.

    They are the first letter of the name, and if others begin with it, the next one that none of these has there: B, Mi
    and Ma, JB and JP.
    """
    letters = tuple(map(_letters_among, names, repeat(names)))
    return letters if len(set(letters)) == len(names) else ()


def _letters_among(name: str, names: tuple[str, ...]) -> str:
    """Return the first and the last letter of the shortest beginning that only this name has, or of the whole name."""
    length = 1
    while length < len(name) and sum(other.casefold().startswith(name[:length].casefold()) for other in names) > 1:
        length += 1
    return name[:1] + name[1:length][-1:]


@lru_cache(maxsize=16)
def draw(grid: Scoreboard, rect: Rect, cell_style: CellStyle, style: PageStyle) -> tuple[Item, ...]:
    """Draw a scoreboard at the top left of a rectangle, and its note beside it, if there is room."""
    side = cell_style.side * grid.line_count
    if cell_style.side < 2 or not side:
        return ()
    frame = GOLDEN_FRAME_FACTOR * style.stroke if grid.is_golden else style.stroke
    outer = Rect(rect.x0, rect.y0, rect.x0 + side + 2 * frame, rect.y0 + side + 2 * frame)
    items: list[Item] = [Frame(outer, frame)]
    items += _draw_markers(grid, outer.inset(frame, frame), cell_style, style)
    if grid.note is not None:
        items += _draw_note(style.say(grid.note), Rect(outer.x1 + style.gap, rect.y0, rect.x1, rect.y1), style)
    return tuple(items)


def _draw_note(note: str, rect: Rect, style: PageStyle) -> list[Item]:
    """Draw the words of a note below each other, if all fit."""
    size = style.min_size
    words = note.split(" ")
    if max_text_width(words, size, REGULAR) > rect.width or len(words) * line_height(size) > rect.height:
        return []
    return [
        left_aligned(word, rect.x0, rect.y0 + index * line_height(size) + ascent(size), size, REGULAR)
        for index, word in enumerate(words)
    ]


def _draw_markers(grid: Scoreboard, inner: Rect, cell_style: CellStyle, style: PageStyle) -> list[Item]:
    """Draw the lines between cells and the markers in them; the lines stay a pixel away from the letters."""
    items: list[Item] = []
    side = cell_style.side
    for number in range(1, grid.line_count):
        x, y = inner.x0 + number * side - style.stroke, inner.y0 + number * side - style.stroke
        items.append(Fill(Rect(x, inner.y0, x + style.stroke, inner.y1)))
        items.append(Fill(Rect(inner.x0, y, inner.x1, y + style.stroke)))
    for column, (line, row) in enumerate(grid.markers):
        x, y = inner.x0 + column * side, inner.y0 + line * side
        items.append(_marker(cell_style, row, Rect(x, y, x + side - style.stroke, y + side - style.stroke)))
    return items


def _letters_size(letters: str, side: int) -> int:
    """Return the largest type in which a marker's letters fit a cell; 0 if there is none."""
    largest = max(MIN_LETTER_SIZE, size_for_height(side * 2 // 3))
    sizes = (largest, *type_sizes(largest - 1, MIN_LETTER_SIZE))
    return largest_fitting(
        sizes, 0, lambda size: max(text_width(letters, size), sum(ink_reach(letters, size, BOLD))) <= side
    )


def _marker(cell_style: CellStyle, row: int, rect: Rect) -> Item:
    """The marker of the player in a row of the board, in the middle of a cell."""
    size = cell_style.letter_size
    if not size:
        return Fill(rect.inset(1, 1))
    letters = cell_style.letters[row]
    above, below = ink_reach(letters, size, BOLD)
    x = rect.x0 + (rect.width - text_width(letters, size)) // 2
    baseline = rect.y0 + (rect.height + above - below) // 2
    return with_ink_height(left_aligned(letters, x, baseline, size, BOLD, Ink.BLACK, Role.MARKER))
