"""Who sits where, in columns: more people than rows have room for on the smallest panels."""

from __future__ import annotations

from display.layout.look import Look, largest_fitting, steps
from display.layout.text_items import baseline_in, left_aligned
from display.scene import Box, Item, Part
from display.text_metrics import line_height, one_line, shorten, text_width
from display.vocabulary import Ink, PlayerRow

ACROSS = 3
"""So many columns stand beside each other: names of common length are whole in them."""


def height(people: int, look: Look) -> int:
    """How high so many people are at least."""
    return -(-people // ACROSS) * line_height(look.least)


def draw(rows: tuple[PlayerRow, ...], box: Box, look: Look) -> list[Item]:
    """The names in the order of seats, each with the number of its seat, from top to bottom."""
    down = -(-len(rows) // ACROSS)
    high, wide = box.height // down, (box.width - (ACROSS - 1) * 2 * look.gap) // ACROSS
    names = [one_line(row.name) for row in rows]
    number = text_width(str(len(rows)), look.least, False) + look.gap
    sizes = [each for each in steps(look.name, look.least) if line_height(each) <= high]
    size = largest_fitting(sizes, look.least, lambda size: all(text_width(n, size) <= wide - number for n in names))
    items: list[Item] = []
    for at, name in enumerate(names):
        column, line = divmod(at, down)
        x, y = box.x0 + column * (wide + 2 * look.gap), box.y0 + line * high
        baseline = baseline_in(Box(x, y, x + wide, y + high), size)
        items.append(left_aligned(str(at + 1), x, baseline, look.least, False, Ink.BLACK, Part.FIGURE))
        written = shorten(name, size, True, wide - number)
        if text_width(written, size) <= wide - number:
            items.append(left_aligned(written, x + number, baseline, size, True, Ink.BLACK, Part.NAME))
    return items
