"""Draw scoreboards: lines and columns with the players' letters in their cells."""

from __future__ import annotations

from functools import lru_cache

from display.layout.page_style import PageStyle, largest_fitting, type_sizes
from display.layout.text_items import left_aligned
from display.scene import BOLD, REGULAR, Fill, Frame, Item, Rect, Role
from display.text_metrics import ascent, capital_height, line_height, max_text_width, size_for_height, text_width
from display.vocabulary import Ink, Scoreboard
from values.named_tuple import NamedTuple

MIN_LETTER_SIZE = 5
"""The smallest type of players' letters in a cell."""

GOLDEN_FRAME_FACTOR = 3
"""The frame of the golden board is this many times as thick."""


class CellStyle(NamedTuple):
    """The side of a scoreboard's cells, and whether markers have their players' letters or are plain squares."""

    side: int
    has_letters: bool


def choose_cell_style(grids: tuple[Scoreboard, ...], side: int, style: PageStyle) -> CellStyle:
    """Choose the style of cells of a side: letters on all scoreboards or, if they do not fit on one, on none."""
    cell_letters = {"".join(letters) for grid in grids for cells in grid.cells for letters in cells if letters}
    return CellStyle(side, all(_letters_size(letters, side - style.stroke) for letters in cell_letters))


@lru_cache(maxsize=16)
def draw(grid: Scoreboard, rect: Rect, cell_style: CellStyle, style: PageStyle) -> tuple[Item, ...]:
    """Draw a scoreboard at the top left of a rectangle, and its note beside it, if there is room."""
    side = cell_style.side
    column_count, row_count = len(grid.cells[0]) if grid.cells else 0, len(grid.cells)
    if side < 2 or not column_count:
        return ()
    frame = GOLDEN_FRAME_FACTOR * style.stroke if grid.is_golden else style.stroke
    outer = Rect(rect.x0, rect.y0, rect.x0 + column_count * side + 2 * frame, rect.y0 + row_count * side + 2 * frame)
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
    for column in range(1, len(grid.cells[0])):
        x = inner.x0 + column * side - style.stroke
        items.append(Fill(Rect(x, inner.y0, x + style.stroke, inner.y1)))
    for row in range(1, len(grid.cells)):
        y = inner.y0 + row * side - style.stroke
        items.append(Fill(Rect(inner.x0, y, inner.x1, y + style.stroke)))
    for row, cells in enumerate(grid.cells):
        for column, letters in enumerate(cells):
            if letters:
                x, y = inner.x0 + column * side, inner.y0 + row * side
                rect = Rect(x, y, x + side - style.stroke, y + side - style.stroke)
                items += _draw_marker("".join(letters), rect) if cell_style.has_letters else [Fill(rect.inset(1, 1))]
    return items


def _letters_size(letters: str, side: int) -> int:
    """Return the largest type in which players' letters fit a cell; 0 if there is none."""
    largest = size_for_height(max(MIN_LETTER_SIZE, side * 2 // 3))
    sizes = (largest, *type_sizes(largest - 1, MIN_LETTER_SIZE))
    return largest_fitting(sizes, 0, lambda size: max(text_width(letters, size), capital_height(size)) <= side)


def _draw_marker(letters: str, rect: Rect) -> list[Item]:
    """Draw players' letters in a cell, as large as they fit."""
    size = _letters_size(letters, rect.height)
    x = rect.x0 + (rect.width - text_width(letters, size)) // 2
    baseline = rect.y0 + (rect.height + capital_height(size)) // 2
    return [left_aligned(letters, x, baseline, size, BOLD, Ink.BLACK, Role.MARKER)]
