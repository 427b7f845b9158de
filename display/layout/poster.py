"""The end of a game, and what stays on the panel without power: made to be photographed."""

from __future__ import annotations

from display.layout import chart
from display.layout.look import Look, steps
from display.layout.text_items import baseline_in, left_aligned, right_aligned
from display.scene import Box, Fill, Item, Part, Sign, Symbol
from display.text_metrics import capital_height, line_height, one_line, shorten, size_at_most, text_width
from display.vocabulary import Ink, Sheet, SheetRow
from display.words import figure
from values.named_tuple import NamedTuple

LEAST = 5
"""The smallest type that there is."""

NAME_SHARE = 80
"""Per cent of the type of totals that names have at least, if they fit so."""

ACROSS = 2
"""So many columns the players stand in where one has no room for all of them."""

BETWEEN = 4
"""Gaps between two columns of players."""

SHARED = 56
"""Per cent of the width that the players have where a chart stands beside them."""


def draw(sheet: Sheet, box: Box, beside: Box | None, look: Look) -> list[Item]:
    """The players by rank with their totals, thick lines between them, and how the totals went.

    The chart stands `beside`, or where that is None in a part of the box.
    """
    items: list[Item] = []
    if sheet.chart is not None and not look.compact:
        rows = box
        if beside is None:
            x = box.x0 + box.width * SHARED // 100
            rows, beside = box._replace(x1=x), box._replace(x0=x + 3 * look.gap)
        drawn = chart.plan(sheet.chart, beside, look) if not beside.meets(rows) else None
        if drawn is not None:
            items += drawn()
            box = rows
    return items + _rows(sheet.rows, box, look) if sheet.rows else items


def least_height(people: int, look: Look) -> int:
    """How high so many players are at least, in columns."""
    return -(-people // ACROSS) * line_height(look.least)


class _Sizes(NamedTuple):
    """How wide and high a row is and how thick the line below it, the type of ranks and totals and that of names.

    Rows stand in columns of so many, `ranks` and `names` are how wide these may be.
    """

    rows: int
    wide: int
    high: int
    thick: int
    size: int
    name: int
    ranks: int
    names: int


def _sizes(rows: tuple[SheetRow, ...], box: Box, look: Look) -> _Sizes:
    """Rows in one column, or on the smallest panels in more where one has no room for names that can be read."""
    across = ACROSS if look.compact and _height(len(rows), box) < line_height(look.least) else 1
    down = -(-len(rows) // across)
    place = Box(box.x0, box.y0, box.x0 + (box.width - (across - 1) * BETWEEN * look.gap) // across, box.y1)
    high = _height(down, box)
    names, totals = [one_line(row.name) for row in rows], _totals(rows)
    size = _size(rows, high, place, look)
    room = _name_room(rows, totals, size, place, look)
    thick = 2 * look.line if high >= line_height(look.least) + 2 * look.line else 0
    name = min(_name_size(names, size, room, look), _highest(high - thick))
    return _Sizes(down, place.width, high, thick, size, name, _ranks_width(rows, size, look), room)


def _height(down: int, box: Box) -> int:
    """How high each of so many rows is, one below the other."""
    return min(box.height // down, box.height // 3)


def _totals(rows: tuple[SheetRow, ...]) -> list[str]:
    return [figure(row.total) for row in rows if row.total is not None]


def _size(rows: tuple[SheetRow, ...], high: int, box: Box, look: Look) -> int:
    """The type of totals in rows so high: the largest beside which names are nearly as large, or else whole, or else
    the least."""
    totals, names = _totals(rows), [one_line(row.name) for row in rows]
    sizes = [each for each in steps(look.alone, look.least) if line_height(each) <= high - 3 * look.line]
    narrow = next((at for at, each in enumerate(sizes) if _widest(totals, each) * 10 <= box.width * 3), len(sizes))
    sizes = sizes[narrow:] or [look.least]
    for share in (NAME_SHARE, 0):
        for each in sizes:
            least = max(look.least, size_at_most(-(-each * share // 100)))
            if _widest(names, least) <= _name_room(rows, totals, each, box, look):
                return each
    return sizes[-1]


def _ranks_width(rows: tuple[SheetRow, ...], size: int, look: Look) -> int:
    """How wide ranks are in type of a size, or a crown, with the space after them."""
    return max(capital_height(size) | 1, _widest([_rank(row) for row in rows], size)) + look.gap


def _name_room(rows: tuple[SheetRow, ...], totals: list[str], size: int, box: Box, look: Look) -> int:
    """The room for names between ranks and totals in type of a size."""
    return box.width - _ranks_width(rows, size, look) - _widest(totals, size) - 2 * look.gap


def _name_size(names: list[str], largest: int, room: int, look: Look) -> int:
    """The largest type in which names have room in full, else the least."""
    return next((each for each in steps(largest, look.least) if _widest(names, each) <= room), look.least)


def _highest(high: int) -> int:
    """The largest type that is no higher; many players on the smallest panels have lines too low for any other."""
    return next((each for each in range(high, LEAST, -1) if line_height(each) <= high), LEAST)


def _widest(written: list[str], size: int) -> int:
    return max((text_width(each, size) for each in written), default=0)


def _rows(rows: tuple[SheetRow, ...], box: Box, look: Look) -> list[Item]:
    items: list[Item] = []
    sizes = _sizes(rows, box, look)
    for at, row in enumerate(rows):
        column, line = divmod(at, sizes.rows)
        x, y = box.x0 + column * (sizes.wide + BETWEEN * look.gap), box.y0 + line * sizes.high
        place = Box(x, y, x + sizes.wide, y + sizes.high - sizes.thick)
        if sizes.thick:
            items.append(Fill(Box(x, place.y1, place.x1, y + sizes.high)))
        items += _row(row, place, sizes, look)
    return items


def _rank(row: SheetRow) -> str:
    return "" if row.rank is None else f"{row.rank}."


def _row(row: SheetRow, box: Box, sizes: _Sizes, look: Look) -> list[Item]:
    """One player: rank, or a crown for a winner, name and total."""
    size, baseline = sizes.size, baseline_in(box, sizes.size)
    items: list[Item] = []
    if row.winner:
        side = capital_height(size) | 1
        items.append(Symbol(Box(box.x0, baseline - side, box.x0 + side, baseline), Sign.CROWN, Ink.YELLOW))
    elif row.rank is not None:
        small = min(size, _highest(box.height))
        items.append(left_aligned(_rank(row), box.x0, baseline, small, False, Ink.BLACK, Part.FIGURE))
    written = shorten(one_line(row.name), sizes.name, True, sizes.names)
    if written and text_width(written, sizes.name) <= sizes.names:
        left = box.x0 + sizes.ranks
        items.append(left_aligned(written, left, baseline, sizes.name, True, Ink.BLACK, Part.NAME))
    if row.total is not None:
        right = box.x1 - look.gap // 2
        items.append(right_aligned(figure(row.total), right, baseline, size, True, Ink.BLACK, Part.TOTAL))
    return items
