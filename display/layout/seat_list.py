"""Draw the list of seats in columns, for more people than fit in rows on the smallest panels."""

from __future__ import annotations

from display.layout.page_style import PageStyle, largest_for_words, type_sizes
from display.layout.text_items import baseline_in, left_aligned, name_line
from display.scene import REGULAR, Item, Rect, Role
from display.text_metrics import line_height, one_line, text_width
from display.vocabulary import Ink, PlayerRow

COLUMN_COUNT = 3
"""Number of columns: names of common length fit whole in them."""


def draw(rows: tuple[PlayerRow, ...], rect: Rect, style: PageStyle) -> list[Item]:
    """Draw the names in the order of seats, each with the number of its seat, from top to bottom."""
    count, gap = -(-len(rows) // COLUMN_COUNT), 2 * style.gap
    height, width = rect.height // count, rect.column(0, COLUMN_COUNT, gap).width
    names = [one_line(row.name) for row in rows]
    number_width = text_width(str(len(rows)), style.min_size, REGULAR) + style.gap
    sizes = [size for size in type_sizes(style.name_size, style.min_size) if line_height(size) <= height]
    size = largest_for_words(names, sizes, style.min_size, width - number_width)
    items: list[Item] = []
    for index, name in enumerate(names):
        cell = rect.cell(index, COLUMN_COUNT, count, height, gap)
        baseline = baseline_in(cell, size)
        items.append(left_aligned(str(index + 1), cell.x0, baseline, style.min_size, REGULAR, Ink.BLACK, Role.FIGURE))
        items += name_line(name, cell.x0 + number_width, cell.x1, baseline, size)
    return items
