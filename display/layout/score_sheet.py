"""Figures in columns: rounds or causes across, players down, totals last; and a chart of the totals beside them."""

from __future__ import annotations

from collections.abc import Callable, Iterator
from functools import partial
from itertools import product

from display.layout import chart, sheet_columns
from display.layout.look import Look, steps
from display.layout.sheet_columns import SheetColumns, SheetShare, fitting, least_high
from display.layout.sheet_text import SheetText, sheet_text
from display.scene import Box, Item
from display.text_metrics import line_height
from display.vocabulary import Chart, Sheet
from values.named_tuple import NamedTuple

FEWEST = 3
"""So many columns are shown at least before type becomes too small to be read from a chair."""

DEEPEST = 3
"""Columns with numbers stand on so many lines of a row at most, rather than that the earliest go."""


class FittedFigures(NamedTuple):
    """The figures as they fit: their type, 0 where only totals have room, and whether all names are whole."""

    draw: Callable[[], list[Item]]
    size: int
    whole: bool


def draw(sheet: Sheet, box: Box, digits: int, look: Look) -> list[Item]:
    """A sheet in a box, its chart beside or below the figures.

    The figures come first: of the ways to share the box, that with the larger type, up to what reads well, is better,
    and then that with the larger chart. There is none where it would leave them in type smaller than small type.
    """
    if not sheet.rows:
        return []
    told = sheet_text(sheet, digits, look)
    shared = None if sheet.chart is None or look.compact else _with_chart(told, sheet.chart, box)
    return (shared or _figures(told, box)).draw()


def _with_chart(told: SheetText, courses: Chart, box: Box) -> FittedFigures | None:
    """A sheet with its chart, in the best way to share a box between them; None if there is none."""
    best: tuple[tuple[bool, int, int], FittedFigures] | None = None
    for place, rest in _shares(told.sheet, box, told.digits, told.look):
        shape = chart.plan(courses, rest, told.look)
        if shape is None:
            continue
        large = min(rest.width * 2, rest.height * 3)
        least = best[0][1] + (large <= best[0][2]) if best is not None and best[0][0] else 0
        table = _above_or_beside(told, place, max(least, told.look.small), best is None and place.x1 == box.x1)
        if table is None:
            continue
        worth = table.whole, min(table.size, told.look.heading), large
        if best is None or worth > best[0]:
            best = worth, table._replace(draw=partial(_both, table.draw, shape))
    return None if best is None else best[1]


def _above_or_beside(told: SheetText, box: Box, least: int, above: bool) -> FittedFigures | None:
    """The figures beside a chart; `above` one that leaves them all the width, the latest columns are enough, since it
    has the rounds before them."""
    found = _all_columns(told, box, least)
    if found is not None or not above:
        return found
    return _folded_columns(told, box) or _latest_columns(told, box, told.look.small, FEWEST)


def _both(figures: Callable[[], list[Item]], shape: Callable[[], list[Item]]) -> list[Item]:
    return [*figures(), *shape()]


def _shares(sheet: Sheet, box: Box, digits: int, look: Look) -> Iterator[tuple[Box, Box]]:
    """Ways to share a box between figures and chart: side by side, or one above the other."""
    for percent in (45, 55, 64):
        x = box.x0 + box.width * percent // 100
        yield Box(box.x0, box.y0, x, box.y1), Box(x + 3 * look.gap, box.y0 + look.gap, box.x1, box.y1)
    row = max(least_high(digits) + look.gap, line_height(look.small)) + 3 * look.line
    least = len(sheet.rows) * row + 2 * line_height(look.small)
    for high in (least * 5 // 4, least):
        y = box.y0 + high
        yield Box(box.x0, box.y0, box.x1, y), Box(box.x0, y + 2 * look.gap, box.x1, box.y1)


def _figures(told: SheetText, box: Box) -> FittedFigures:
    """The figures alone, if possible with whole names: type shrinks as far as it reads well, then they stand on more
    lines, then columns go, the earliest first, then type shrinks to the least; where no column has room, totals are
    left."""
    look = told.look
    ways = (
        partial(_all_columns, told, box, look.small),
        partial(_folded_columns, told, box),
        partial(_latest_columns, told, box, look.small, FEWEST),
        partial(_in_low_rows, told, box),
        partial(_all_columns, told, box, look.least),
        partial(_latest_columns, told, box, look.least, 1),
    )
    cut: FittedFigures | None = None
    for way in ways:
        found = way()
        if found is not None and found.whole:
            return found
        cut = cut or found
    return cut or FittedFigures(partial(sheet_columns.draw_totals, told, box), 0, False)


def _all_columns(told: SheetText, box: Box, least: int) -> FittedFigures | None:
    """All columns in the largest type that fits and leaves names whole, or else in the largest that fits; None if none
    that is large enough does. Type larger than that of headings counts no more than that does."""
    look = told.look
    found: SheetColumns | None = None
    for size in steps(min(look.name, told.digits), look.least):
        if min(size, look.heading) < least or (found is not None and found.whole):
            break
        shape = fitting(told, box, size)
        found = shape if shape is not None and (shape.whole or found is None) else found
    return None if found is None else _fitted(told, found, box)


def _folded_columns(told: SheetText, box: Box) -> FittedFigures | None:
    """All columns on more than one line of each row, with whole names; None where they have no room so."""
    sizes = steps(min(told.look.heading, told.digits), told.look.small)
    for deep, size in product(_depths(told)[1:], sizes):
        shape = fitting(told, box, size, SheetShare(deep=deep))
        if shape is not None and shape.whole:
            return _fitted(told, shape, box)
    return None


def _depths(told: SheetText) -> range:
    """On how many lines of a row figures may stand, the best first."""
    return range(1, 1 + (DEEPEST if told.numbered and not told.look.compact else 1))


def _latest_columns(told: SheetText, box: Box, size: int, fewest: int) -> FittedFigures | None:
    """As many of the latest columns as fit in type of a size, in one table or, on the smallest panels, in two; whole
    names come first. None if that is less than the fewest."""
    across = (1, 2) if told.look.compact else (1,)
    most = max(0, told.columns - fewest) if told.heads else 0
    found: SheetColumns | None = None
    for left_out, tables, deep in product(range(most + 1), across, _depths(told)):
        shape = fitting(told, box, size, SheetShare(left_out, tables, deep))
        found = shape if shape is not None and (shape.whole or found is None) else found
        if found is not None and found.whole:
            break
    return None if found is None else _fitted(told, found, box)


def _in_low_rows(told: SheetText, box: Box) -> FittedFigures | None:
    """On the smallest panels, as many of the latest columns as fit beside whole names in rows as low as these allow:
    more rounds than two tables have. None if that is less than the fewest."""
    most = max(0, told.columns - FEWEST) if told.heads else 0
    lefts = range(most + 1) if told.look.compact else ()
    shapes = (fitting(told, box, told.look.least, SheetShare(left_out, low=True)) for left_out in lefts)
    found = next((shape for shape in shapes if shape is not None and shape.whole), None)
    return None if found is None else _fitted(told, found, box)


def _fitted(told: SheetText, shape: SheetColumns, box: Box) -> FittedFigures:
    return FittedFigures(partial(sheet_columns.draw, told, shape, box), shape.size, shape.whole)
