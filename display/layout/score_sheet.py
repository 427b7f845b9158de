"""Draw a score sheet: rounds or causes across, players down, totals last; and a chart of the totals beside them."""

from __future__ import annotations

from collections.abc import Iterator
from functools import partial
from itertools import chain, product

from display.layout import chart, sheet_columns
from display.layout.layout_options import GivenUp, LayoutOption, best_option
from display.layout.page_style import PageStyle, type_sizes
from display.layout.sheet_columns import ALL, SheetShare, SheetText, fit_columns, lowest_total, sheet_text
from display.scene import Box, Item
from display.text_metrics import line_height
from display.vocabulary import Chart, Sheet

FEWEST = 3
"""At least this many columns are shown before type becomes too small to read from a chair."""

DEEPEST = 3
"""Numbered columns are set on up to this many lines of a row before the earliest columns are dropped."""


def draw(sheet: Sheet, box: Box, style: PageStyle) -> list[Item]:
    """Draw a sheet in a box, with its chart beside or below the figures.

    The figures matter most: of the ways to share the box, that with the larger type, up to a good size, is better, and
    then that with the larger chart. The chart is left out if the figures would be smaller than small type with it.
    """
    if not sheet.rows:
        return []
    told = sheet_text(sheet, style)
    shared = None if sheet.chart is None or style.is_compact else _with_chart(told, sheet.chart, box)
    option = shared or best_option(_figure_layouts(told, box))
    return [*option.draw()] if option else sheet_columns.draw_totals(told, box)


def _with_chart(told: SheetText, courses: Chart, box: Box) -> LayoutOption | None:
    """Return the best way to share a box between a sheet and its chart; None if there is none."""
    found: tuple[tuple[bool, int, int], LayoutOption] | None = None
    for place, rest in _shared_boxes(told.sheet, box, told.style):
        shape = chart.chart_drawer(courses, rest, told.style)
        if shape is None:
            continue
        large = min(rest.width * 2, rest.height * 3)
        least = found[0][1] + (large <= found[0][2]) if found is not None and found[0][0] else 0
        above = found is None and place.x1 == box.x1
        table = _above_or_beside(told, place, max(least, told.style.small_size), above)
        if table is None:
            continue
        worth = not table.loss.cut, min(table.size, told.style.heading_size), large
        if found is None or worth > found[0]:
            found = worth, table._replace(draw=partial(_draw_both, table, shape))
    return found and found[1]


def _above_or_beside(told: SheetText, box: Box, min_size: int, above: bool) -> LayoutOption | None:
    """Return the figures beside a chart.

    If they are `above` a chart, with the whole width, the latest columns are enough, since the chart has the earlier
    rounds.
    """
    option = best_option(_all_columns(told, box, min_size))
    if option is not None or not above:
        return option
    return best_option(chain(_folded_columns(told, box), _latest_columns(told, box, told.style.small_size, FEWEST)))


def _draw_both(figures: LayoutOption, shape: chart.Drawn) -> list[Item]:
    return [*figures.draw(), *shape()]


def _shared_boxes(sheet: Sheet, box: Box, style: PageStyle) -> Iterator[tuple[Box, Box]]:
    """Yield ways to share a box between figures and chart: side by side, or one above the other."""
    for percent in (45, 55, 64):
        x = box.x0 + box.width * percent // 100
        yield box._replace(x1=x), Box(x + 3 * style.gap, box.y0 + style.gap, box.x1, box.y1)
    row = max(lowest_total(style) + style.gap, line_height(style.small_size)) + 3 * style.stroke
    least = len(sheet.rows) * row + 2 * line_height(style.small_size)
    for high in (least * 5 // 4, least):
        y = box.y0 + high
        yield box._replace(y1=y), box._replace(y0=y + 2 * style.gap)


def _figure_layouts(told: SheetText, box: Box) -> Iterator[LayoutOption]:
    """Yield ways to set the figures alone, if possible with whole names.

    First type shrinks as far as it reads well, then rows get more lines, then columns are dropped, the earliest first,
    and last type shrinks to the smallest.
    """
    small, least = told.style.small_size, told.style.min_size
    yield from _all_columns(told, box, small)
    yield from _folded_columns(told, box)
    yield from _latest_columns(told, box, small, FEWEST)
    yield from _low_rows(told, box)
    yield from _all_columns(told, box, least)
    yield from _latest_columns(told, box, least, 1)


def _layout_in_size(told: SheetText, box: Box, size: int, share: SheetShare) -> Iterator[LayoutOption]:
    """Yield the figures in type of a size, if they fit a box so."""
    shape = fit_columns(told, box, size, share)
    if shape is not None:
        yield LayoutOption(GivenUp(cut=int(not shape.whole)), partial(sheet_columns.draw, told, shape, box), size)


def _all_columns(told: SheetText, box: Box, min_size: int) -> Iterator[LayoutOption]:
    """Yield all columns, in the largest type first. Type larger than that of headings is no better than that."""
    style = told.style
    for size in type_sizes(min(style.name_size, told.style.total_height), style.min_size):
        if min(size, style.heading_size) >= min_size:
            yield from _layout_in_size(told, box, size, ALL)


def _folded_columns(told: SheetText, box: Box) -> Iterator[LayoutOption]:
    """Yield all columns on more than one line of each row; only with whole names."""
    sizes = type_sizes(min(told.style.heading_size, told.style.total_height), told.style.small_size)
    for deep, size in product(_row_depths(told)[1:], sizes):
        yield from _with_whole_names(_layout_in_size(told, box, size, SheetShare(deep=deep)))


def _row_depths(told: SheetText) -> range:
    """Return the numbers of lines of a row on which figures may stand, the best first."""
    return range(1, 1 + (DEEPEST if told.is_numbered and not told.style.is_compact else 1))


def _latest_columns(told: SheetText, box: Box, size: int, fewest: int) -> Iterator[LayoutOption]:
    """Yield as many of the latest columns as fit in type of a size, but at least `fewest`.

    They are in one table or, on the smallest panels, also in two.
    """
    for left_out, tables, deep in product(
        _left_out_counts(told, fewest), (1, 2) if told.style.is_compact else (1,), _row_depths(told)
    ):
        yield from _layout_in_size(told, box, size, SheetShare(left_out, tables, deep))


def _left_out_counts(told: SheetText, fewest: int) -> range:
    """Return how many columns may be left out if `fewest` remain. Without heads, none: readers could not see which."""
    return range(1 + (max(0, told.column_count - fewest) if told.heads else 0))


def _low_rows(told: SheetText, box: Box) -> Iterator[LayoutOption]:
    """Yield, on the smallest panels, as many of the latest columns as fit beside whole names in low rows.

    That shows more rounds than two tables have.
    """
    for left_out in _left_out_counts(told, FEWEST) if told.style.is_compact else ():
        yield from _with_whole_names(_layout_in_size(told, box, told.style.min_size, SheetShare(left_out, low=True)))


def _with_whole_names(ways: Iterator[LayoutOption]) -> Iterator[LayoutOption]:
    """Filter the ways that cut no name."""
    return (way for way in ways if not way.loss.cut)
