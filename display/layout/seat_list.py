"""Draw the list of seats in columns, for more people than fit in rows on the smallest panels."""

from __future__ import annotations

from display.layout.page_style import PageStyle, largest_for_words, type_sizes
from display.layout.text_items import baseline_in, left_aligned, name_line
from display.scene import Box, Item, Role
from display.text_metrics import line_height, one_line, text_width
from display.vocabulary import Ink, PlayerRow

ACROSS = 3
"""Number of columns: names of common length fit whole in them."""


def height(people: int, style: PageStyle) -> int:
    """Return the minimum height for this many people."""
    return -(-people // ACROSS) * line_height(style.min_size)


def draw(rows: tuple[PlayerRow, ...], box: Box, style: PageStyle) -> list[Item]:
    """Draw the names in the order of seats, each with the number of its seat, from top to bottom."""
    down = -(-len(rows) // ACROSS)
    high, wide = box.height // down, box.column(0, ACROSS, 2 * style.gap).width
    names = [one_line(row.name) for row in rows]
    number = text_width(str(len(rows)), style.min_size, False) + style.gap
    sizes = [each for each in type_sizes(style.name_size, style.min_size) if line_height(each) <= high]
    size = largest_for_words(names, sizes, style.min_size, wide - number)
    items: list[Item] = []
    for at, name in enumerate(names):
        place = box.column(at // down, ACROSS, 2 * style.gap).row(at % down, high)
        baseline = baseline_in(place, size)
        items.append(left_aligned(str(at + 1), place.x0, baseline, style.min_size, False, Ink.BLACK, Role.FIGURE))
        items += name_line(name, place.x0 + number, place.x1, baseline, size)
    return items
