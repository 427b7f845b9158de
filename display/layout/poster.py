"""Draw the end of a game, which stays on the panel without power and is made to be photographed."""

from __future__ import annotations

from itertools import dropwhile, product

from display.layout import chart
from display.layout.page_style import PageStyle, largest_fitting, largest_for_words, type_sizes
from display.layout.text_items import baseline_in, left_aligned, name_line, right_aligned_figures, symbol_side
from display.scene import Box, Fill, Item, Role, Sign, Symbol
from display.text_metrics import line_height, one_line, size_at_most, text_width
from display.vocabulary import Ink, Sheet, SheetRow
from display.words import figure
from values.named_tuple import NamedTuple

LEAST = 5
"""The smallest type."""

NAME_SHARE = 80
"""Minimum size of names, in per cent of the type of totals, if they fit so."""

ACROSS = 2
"""Number of columns of players if one column has no room for all of them."""

BETWEEN = 4
"""Number of gaps between two columns of players."""

SHARED = 56
"""Per cent of the width for the players if a chart is beside them."""


def draw(sheet: Sheet, box: Box, beside: Box | None, style: PageStyle) -> list[Item]:
    """Draw the players by rank with their totals, thick lines between them, and a chart of the totals.

    The chart is drawn in `beside`, or, if that is None, in a part of the box.
    """
    items: list[Item] = []
    if sheet.chart is not None and not style.is_compact:
        rows = box
        if beside is None:
            x = box.x0 + box.width * SHARED // 100
            rows, beside = box._replace(x1=x), box._replace(x0=x + 3 * style.gap)
        drawn = chart.chart_drawer(sheet.chart, beside, style) if not beside.overlaps(rows) else None
        if drawn is not None:
            items += drawn()
            box = rows
    return items + _rows(sheet.rows, box, style) if sheet.rows else items


def least_height(people: int, style: PageStyle) -> int:
    """Return the minimum height of this many players in columns."""
    return -(-people // ACROSS) * line_height(style.min_size)


class _PlayerTexts(NamedTuple):
    """The players as text: names, totals and ranks."""

    names: list[str]
    totals: list[str]
    ranks: list[str]

    def ranks_width(self, size: int, style: PageStyle) -> int:
        """Return the width of ranks in type of a size, or of a crown, with the space after them."""
        return max(symbol_side(size), _widest_text(self.ranks, size)) + style.gap

    def name_room(self, size: int, width: int, style: PageStyle) -> int:
        """Return the width for names between ranks and totals in type of a size."""
        return width - self.ranks_width(size, style) - _widest_text(self.totals, size) - 2 * style.gap


def _poster_text(rows: tuple[SheetRow, ...]) -> _PlayerTexts:
    totals = ["" if row.total is None else figure(row.total) for row in rows]
    return _PlayerTexts(
        [one_line(row.name) for row in rows], totals, ["" if row.rank is None else f"{row.rank}." for row in rows]
    )


def _widest_text(written: list[str], size: int) -> int:
    return max((text_width(each, size) for each in written), default=0)


def _size(told: _PlayerTexts, height: int, width: int, style: PageStyle) -> int:
    """Return the size of totals in rows of this height and width.

    It is the largest beside which names are nearly as large; otherwise the largest with whole names, or else the
    smallest.
    """
    low = [
        size
        for size in type_sizes(style.max_key_size, style.min_size)
        if line_height(size) <= height - 3 * style.stroke
    ]
    sizes = [*dropwhile(lambda size: _widest_text(told.totals, size) * 10 > width * 3, low)] or [style.min_size]
    for share, size in product((NAME_SHARE, 0), sizes):
        least = max(style.min_size, size_at_most(-(-size * share // 100)))
        if _widest_text(told.names, least) <= told.name_room(size, width, style):
            return size
    return sizes[-1]


def _size_within_height(high: int) -> int:
    """Return the largest type that is no higher than `high`.

    On the smallest panels, many players have very low lines.
    """
    return largest_fitting(range(high, LEAST, -1), LEAST, lambda size: line_height(size) <= high)


def _rows(rows: tuple[SheetRow, ...], box: Box, style: PageStyle) -> list[Item]:
    """Draw rows in one column, or on the smallest panels in more, if names could not be read in one."""
    items: list[Item] = []
    across = ACROSS if style.is_compact and _height(len(rows), box) < line_height(style.min_size) else 1
    down = -(-len(rows) // across)
    high, wide = _height(down, box), box.column(0, across, BETWEEN * style.gap).width
    told = _poster_text(rows)
    size = _size(told, high, wide, style)
    thick = 2 * style.stroke if high >= line_height(style.min_size) + 2 * style.stroke else 0
    ranks, name_width = told.ranks_width(size, style), told.name_room(size, wide, style)
    name = min(
        largest_for_words(told.names, type_sizes(size, style.min_size), style.min_size, name_width),
        _size_within_height(high - thick),
    )
    for at, (row, *written) in enumerate(zip(rows, *told, strict=True)):
        place = box.column(at // down, across, BETWEEN * style.gap).row(at % down, high)
        if thick:
            items.append(Fill(place._replace(y0=place.y1 - thick)))
        place = place._replace(x1=place.x1 - style.gap // 2, y1=place.y1 - thick)
        left = place.x0 + ranks
        items += _row(row.is_winner, written, place, (left, left + name_width), (size, name))
    return items


def _row(winner: bool, written: list[str], box: Box, names: tuple[int, int], sizes: tuple[int, int]) -> list[Item]:
    """Draw one player: rank, or a crown for a winner, name and total."""
    (name, total, rank), (size, name_size), side = written, sizes, symbol_side(sizes[0])
    baseline = baseline_in(box, size)
    items: list[Item] = []
    if winner:
        items.append(Symbol(Box(box.x0, baseline - side, box.x0 + side, baseline), Sign.CROWN, Ink.YELLOW))
    elif rank:
        small = min(size, _size_within_height(box.height))
        items.append(left_aligned(rank, box.x0, baseline, small, False, Ink.BLACK, Role.FIGURE))
    items += name_line(name, *names, baseline, name_size)
    return [*items, *right_aligned_figures((total,), (box.x1,), baseline, size, Ink.BLACK, Role.TOTAL)]


def _height(down: int, box: Box) -> int:
    """Return the height of each of `down` rows."""
    return min(box.height // down, box.height // 3)
