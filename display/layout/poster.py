"""Draw the end of a game, which stays on the panel without power and is made to be photographed."""

from __future__ import annotations

from itertools import dropwhile, product

from display.layout import chart
from display.layout.page_style import PageStyle, largest_fitting, largest_for_words, type_sizes
from display.layout.text_items import baseline_in, left_aligned, name_line, right_aligned_figures, symbol_side
from display.scene import REGULAR, Fill, Item, Rect, Role, Sign, Symbol
from display.text_metrics import line_height, max_text_width, one_line, size_at_most
from display.vocabulary import Ink, Sheet, SheetRow
from display.words import figure
from values.named_tuple import NamedTuple

MIN_SIZE = 5
"""The smallest type."""

MIN_NAME_PERCENT = 80
"""Minimum size of names, in per cent of the type of totals, where they are whole in that size."""

COMPACT_COLUMN_COUNT = 2
"""Number of columns of players on the smallest panels, if one column has no room for all of them."""

COLUMN_GAP_FACTOR = 4
"""Width between two columns of players, as a multiple of the style's gap."""

PLAYERS_PERCENT = 56
"""Per cent of the width for the players if a chart is beside them."""


def draw(sheet: Sheet, rect: Rect, chart_rect: Rect | None, style: PageStyle) -> list[Item]:
    """Draw the players by rank with their totals, thick lines between them, and a chart of the totals.

    The chart is drawn in `chart_rect`, or, if that is None, in a part of the rectangle.
    """
    items: list[Item] = []
    if sheet.chart is not None and not style.is_compact:
        rows_rect = rect
        if chart_rect is None:
            x = rect.x0 + rect.width * PLAYERS_PERCENT // 100
            rows_rect, chart_rect = rect._replace(x1=x), rect._replace(x0=x + 3 * style.gap)
        draw_chart = chart.chart_drawer(sheet.chart, chart_rect, style) if not chart_rect.overlaps(rows_rect) else None
        if draw_chart is not None:
            items += draw_chart()
            rect = rows_rect
    return items + _draw_rows(sheet.rows, rect, style) if sheet.rows else items


class _PlayerTexts(NamedTuple):
    """The players as text: names, totals and ranks."""

    names: list[str]
    totals: list[str]
    ranks: list[str]

    def ranks_width(self, size: int, style: PageStyle) -> int:
        """Return the width of ranks in type of a size, or of a crown, with the space after them."""
        return max(symbol_side(size), max_text_width(self.ranks, size)) + style.gap

    def name_room(self, size: int, width: int, style: PageStyle) -> int:
        """Return the width for names between ranks and totals in type of a size."""
        return width - self.ranks_width(size, style) - max_text_width(self.totals, size) - 2 * style.gap


def _player_texts(rows: tuple[SheetRow, ...]) -> _PlayerTexts:
    names = [one_line(row.name) for row in rows]
    totals = ["" if row.total is None else figure(row.total) for row in rows]
    return _PlayerTexts(names, totals, ["" if row.rank is None else f"{row.rank}." for row in rows])


def _total_size(texts: _PlayerTexts, height: int, width: int, style: PageStyle) -> int:
    """Return the size of totals in rows of this height and width.

    It is the largest beside which whole names are at least `MIN_NAME_PERCENT` as large. If there is none, it is the
    largest beside which whole names have room in any type. If there is none either, it is the smallest.
    """
    low_enough = filter(
        lambda size: line_height(size) <= height - 3 * style.stroke, type_sizes(style.max_key_size, style.min_size)
    )
    sizes = [*dropwhile(lambda size: max_text_width(texts.totals, size) * 10 > width * 3, low_enough)]
    sizes = sizes or [style.min_size]
    for percent, size in product((MIN_NAME_PERCENT, 0), sizes):
        min_name_size = max(style.min_size, size_at_most(-(-size * percent // 100)))
        if max_text_width(texts.names, min_name_size) <= texts.name_room(size, width, style):
            return size
    return sizes[-1]


def _size_within_height(height: int) -> int:
    """Return the largest type that is no higher than `height`.

    On the smallest panels, many players have very low lines.
    """
    return largest_fitting(range(height, MIN_SIZE, -1), MIN_SIZE, lambda size: line_height(size) <= height)


def _draw_rows(rows: tuple[SheetRow, ...], rect: Rect, style: PageStyle) -> list[Item]:
    """Draw rows in one column, or on the smallest panels in more, if names could not be read in one."""
    items: list[Item] = []
    is_too_low = _row_height(len(rows), rect) < line_height(style.min_size)
    column_count = COMPACT_COLUMN_COUNT if style.is_compact and is_too_low else 1
    row_count, gap = -(-len(rows) // column_count), COLUMN_GAP_FACTOR * style.gap
    height, width = _row_height(row_count, rect), rect.column(0, column_count, gap).width
    texts = _player_texts(rows)
    size = _total_size(texts, height, width, style)
    rule = 2 * style.stroke if height >= line_height(style.min_size) + 2 * style.stroke else 0
    ranks_width, name_room = texts.ranks_width(size, style), texts.name_room(size, width, style)
    name_size = largest_for_words(texts.names, type_sizes(size, style.min_size), style.min_size, name_room)
    sizes = size, min(name_size, _size_within_height(height - rule))
    for index, (row, *row_texts) in enumerate(zip(rows, *texts, strict=True)):
        cell = rect.cell(index, column_count, row_count, height, gap)
        if rule:
            items.append(Fill(cell._replace(y0=cell.y1 - rule)))
        cell = cell._replace(x1=cell.x1 - style.gap // 2, y1=cell.y1 - rule)
        name_edges = cell.x0 + ranks_width, cell.x0 + ranks_width + name_room
        items += _draw_row(row.is_winner, row_texts, cell, name_edges, sizes)
    return items


def _draw_row(
    is_winner: bool, texts: list[str], rect: Rect, name_edges: tuple[int, int], sizes: tuple[int, int]
) -> list[Item]:
    """Draw one player: rank, or a crown for a winner, name and total. `name_edges` are the left and the right edge of
    the room for the name, and `sizes` the type of the total and of the name."""
    (name, total, rank), (size, name_size) = texts, sizes
    side, baseline = symbol_side(size), baseline_in(rect, size)
    items: list[Item] = []
    if is_winner:
        items.append(Symbol(Rect(rect.x0, baseline - side, rect.x0 + side, baseline), Sign.CROWN, Ink.YELLOW))
    elif rank:
        rank_size = min(size, _size_within_height(rect.height))
        items.append(left_aligned(rank, rect.x0, baseline, rank_size, REGULAR, Ink.BLACK, Role.FIGURE))
    items += name_line(name, *name_edges, baseline, name_size)
    return [*items, *right_aligned_figures((total,), (rect.x1,), baseline, size, Role.TOTAL)]


def _row_height(row_count: int, rect: Rect) -> int:
    """Return the height of each of `row_count` rows."""
    return min(rect.height // row_count, rect.height // 3)
