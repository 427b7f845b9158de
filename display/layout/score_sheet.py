"""Draw a score sheet: rounds or causes across, players down, totals last; and a chart of the totals beside them."""

from __future__ import annotations

from collections.abc import Iterable, Iterator, Sequence
from functools import partial
from itertools import chain, product, starmap

from display.layout import chart, sheet_columns
from display.layout.layout_options import LayoutLoss, LayoutOption, best_layout
from display.layout.page_style import PageStyle, type_sizes
from display.layout.sheet_columns import WHOLE_SHEET, SheetPart, SheetText, fit_columns, sheet_text, totals_height
from display.scene import Item, Rect
from display.text_metrics import line_height
from display.vocabulary import Chart, Sheet

MIN_COLUMNS = 3
"""At least this many columns are shown before type becomes too small to read from a chair."""

MAX_ROW_LINES = 3
"""Numbered columns are set on up to this many lines of a row before the earliest columns are dropped."""


def draw(sheet: Sheet, rect: Rect, style: PageStyle) -> list[Item]:
    """Draw a sheet in a rectangle, with its chart beside or below the figures.

    The figures matter most: of the ways to share `rect`, that with the larger type, up to a good size, is better, and
    then that with the larger chart. The chart is left out if the figures would be smaller than small type with it.
    """
    if not sheet.rows:
        return []
    text = sheet_text(sheet, style)
    with_chart = None if sheet.chart is None or style.is_compact else _layout_with_chart(text, sheet.chart, rect)
    option = with_chart or best_layout(_figure_layouts(text, rect))
    return [*option.draw()] if option else sheet_columns.draw_totals(text, rect)


def _layout_with_chart(text: SheetText, totals: Chart, rect: Rect) -> LayoutOption | None:
    """Return the best way to share a rectangle between a sheet and its chart; None if there is none."""
    best, best_rank = None, (False, 0, 0)
    for figures_rect, chart_rect in _shared_rects(text.sheet, rect, text.style):
        draw_chart = chart.chart_drawer(totals, chart_rect, text.style)
        if draw_chart is None:
            continue
        chart_size = min(chart_rect.width * 2, chart_rect.height * 3)
        has_whole_names, best_size, best_chart_size = best_rank
        min_size = text.style.small_size
        if has_whole_names:
            # No smaller than the best so far, and larger unless the chart is.
            min_size = max(min_size, best_size + (chart_size <= best_chart_size))
        is_above = figures_rect.x1 == rect.x1
        figures = _figures_with_chart(text, figures_rect, min_size, may_drop_columns=is_above and best is None)
        if figures is None:
            continue
        rank = not figures.loss.cut, min(figures.size, text.style.heading_size), chart_size
        if rank > best_rank:
            best, best_rank = figures._replace(draw=partial(_draw_both, figures, draw_chart)), rank
    return best


def _figures_with_chart(text: SheetText, rect: Rect, min_size: int, *, may_drop_columns: bool) -> LayoutOption | None:
    """Return the figures beside a chart.

    With `may_drop_columns`, the latest columns are enough, since the chart has the earlier rounds.
    """
    figures = best_layout(_all_columns(text, rect, min_size))
    if figures is not None or not may_drop_columns:
        return figures
    latest = _latest_columns(text, rect, text.style.small_size, MIN_COLUMNS)
    return best_layout(chain(_folded_columns(text, rect), latest))


def _draw_both(figures: LayoutOption, draw_chart: chart.DrawChart) -> list[Item]:
    return [*figures.draw(), *draw_chart()]


def _shared_rects(sheet: Sheet, rect: Rect, style: PageStyle) -> Iterator[tuple[Rect, Rect]]:
    """Yield ways to share a rectangle between figures and chart: side by side, or one above the other."""
    for percent in (45, 55, 64):
        x = rect.x0 + rect.width * percent // 100
        yield rect._replace(x1=x), Rect(x + 3 * style.gap, rect.y0 + style.gap, rect.x1, rect.y1)
    row_height = max(totals_height(style) + style.gap, line_height(style.small_size)) + 3 * style.stroke
    min_height = len(sheet.rows) * row_height + 2 * line_height(style.small_size)
    for height in (min_height * 5 // 4, min_height):
        y = rect.y0 + height
        yield rect._replace(y1=y), rect._replace(y0=y + 2 * style.gap)


def _figure_layouts(text: SheetText, rect: Rect) -> Iterator[LayoutOption]:
    """Yield ways to set the figures alone, if possible with whole names.

    First type shrinks as far as it reads well, then rows get more lines, then columns are dropped, the earliest first,
    and last type shrinks to the smallest.
    """
    small, smallest = text.style.small_size, text.style.min_size
    yield from _all_columns(text, rect, small)
    yield from _folded_columns(text, rect)
    yield from _latest_columns(text, rect, small, MIN_COLUMNS)
    yield from _low_rows(text, rect)
    yield from _all_columns(text, rect, smallest)
    yield from _latest_columns(text, rect, smallest, 1)


def _layouts(
    text: SheetText, rect: Rect, sizes: Sequence[int], parts: Iterable[SheetPart], *, cuts_names: bool = True
) -> Iterator[LayoutOption]:
    """Yield the figures in parts of a sheet and sizes of type that fit `rect`; with cut names only if `cuts_names`."""
    for part, size in product(parts, sizes):
        fit = fit_columns(text, rect, size, part)
        if fit is not None and (cuts_names or fit.has_whole_names):
            loss = LayoutLoss(cut=int(not fit.has_whole_names))
            yield LayoutOption(loss, partial(sheet_columns.draw, text, fit, rect), size)


def _all_columns(text: SheetText, rect: Rect, min_size: int) -> Iterator[LayoutOption]:
    """Yield all columns, in the largest type first. Type larger than that of headings is no better than that."""
    style = text.style
    sizes = type_sizes(min(style.name_size, style.total_height), style.min_size)
    large = [size for size in sizes if min(size, style.heading_size) >= min_size]
    return _layouts(text, rect, large, (WHOLE_SHEET,))


def _folded_columns(text: SheetText, rect: Rect) -> Iterator[LayoutOption]:
    """Yield all columns on more than one line of each row; only with whole names."""
    sizes = type_sizes(min(text.style.heading_size, text.style.total_height), text.style.small_size)
    parts = [SheetPart(line_count=count) for count in _line_counts(text)[1:]]
    return _layouts(text, rect, sizes, parts, cuts_names=False)


def _line_counts(text: SheetText) -> range:
    """Return the numbers of lines of a row on which figures may stand, the best first."""
    return range(1, 1 + (MAX_ROW_LINES if text.is_numbered and not text.style.is_compact else 1))


def _latest_columns(text: SheetText, rect: Rect, size: int, min_columns: int) -> Iterator[LayoutOption]:
    """Yield as many of the latest columns as fit in type of a size, but at least `min_columns`.

    They are in one table or, on the smallest panels, also in two.
    """
    table_counts = (1, 2) if text.style.is_compact else (1,)
    choices = product(_omitted_counts(text, min_columns), table_counts, _line_counts(text))
    return _layouts(text, rect, (size,), starmap(SheetPart, choices))


def _omitted_counts(text: SheetText, min_columns: int) -> range:
    """Return how many columns may be left out if `min_columns` remain; none without heads, which say what is left."""
    return range(1 + (max(0, text.column_count - min_columns) if text.heads else 0))


def _low_rows(text: SheetText, rect: Rect) -> Iterator[LayoutOption]:
    """Yield, on the smallest panels, as many of the latest columns as fit beside whole names in low rows.

    That shows more rounds than two tables have.
    """
    counts = _omitted_counts(text, MIN_COLUMNS) if text.style.is_compact else ()
    parts = [SheetPart(omitted_count, is_low=True) for omitted_count in counts]
    return _layouts(text, rect, (text.style.min_size,), parts, cuts_names=False)
