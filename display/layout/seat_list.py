"""Draw the list of seats in columns, for more people than fit in rows on the smallest panels."""

from __future__ import annotations

from display.layout.look import Look, largest_for_words, type_sizes
from display.layout.text_items import baseline_in, left_aligned, name_line
from display.scene import Box, Item, Part
from display.text_metrics import line_height, one_line, text_width
from display.vocabulary import Ink, PlayerRow

ACROSS = 3
"""Number of columns: names of common length fit whole in them."""


def height(people: int, look: Look) -> int:
    """Return the minimum height for this many people."""
    return -(-people // ACROSS) * line_height(look.min_size)


def draw(rows: tuple[PlayerRow, ...], box: Box, look: Look) -> list[Item]:
    """Draw the names in the order of seats, each with the number of its seat, from top to bottom."""
    down = -(-len(rows) // ACROSS)
    high, wide = box.height // down, box.column(0, ACROSS, 2 * look.gap).width
    names = [one_line(row.name) for row in rows]
    number = text_width(str(len(rows)), look.min_size, False) + look.gap
    sizes = [each for each in type_sizes(look.name, look.min_size) if line_height(each) <= high]
    size = largest_for_words(names, sizes, look.min_size, wide - number)
    items: list[Item] = []
    for at, name in enumerate(names):
        place = box.column(at // down, ACROSS, 2 * look.gap).line(at % down, high)
        baseline = baseline_in(place, size)
        items.append(left_aligned(str(at + 1), place.x0, baseline, look.min_size, False, Ink.BLACK, Part.FIGURE))
        items += name_line(name, place.x0 + number, place.x1, baseline, size)
    return items
