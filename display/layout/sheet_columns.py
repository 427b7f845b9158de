"""Fit a sheet's names, figures and totals into a rectangle: in one table, or in two of half the players each."""

from __future__ import annotations

import sys
from collections.abc import Iterator
from functools import lru_cache
from itertools import accumulate

from display.layout.page_style import PageStyle, largest_fitting, largest_for_words, total_sizes, type_sizes
from display.layout.text_items import (
    centred_baseline,
    name_line,
    right_aligned,
    right_aligned_figures,
    symbol_side,
    with_ink_height,
)
from display.scene import BOLD, REGULAR, Fill, Item, Rect, Role, Sign, Symbol, TextLine
from display.text_metrics import (
    ELLIPSIS,
    ascent,
    capital_height,
    descent,
    ink_reach,
    line_height,
    max_text_width,
    one_line,
    overshoot,
    shorten,
    size_at_most,
    text_width,
    wrap,
)
from display.vocabulary import Ink, Sheet
from display.words import figure
from values.named_tuple import NamedTuple, compared_by_identity

TABLE_SPACING = 3
"""The space between tables side by side, as a number of the page's gaps."""

RULED_STROKES = 5
"""Rows have lines between them only if they are higher than figures by this many times a line's thickness, so that the
lines do not touch the figures."""


@compared_by_identity
class SheetText(NamedTuple):
    """A sheet as text. It equals only itself, so that it is hashed quickly as a key of caches."""

    sheet: Sheet
    heads: tuple[str, ...]
    names: tuple[str, ...]
    cells: tuple[tuple[str, ...], ...]
    totals: tuple[str, ...]
    style: PageStyle

    @property
    def column_count(self) -> int:
        """How many figures each row has before its total."""
        return len(self.cells[0])

    @property
    def is_numbered(self) -> bool:
        """Whether columns are numbered, so that they can be set on more than one line of a row."""
        return bool(self.heads) and all(head.isdecimal() for head in self.heads)

    def heads_after(self, omitted_count: int) -> tuple[str, ...]:
        """Return the heads of columns without the first `omitted_count`, for which an ellipsis stands."""
        if not omitted_count:
            return self.heads
        first, *others = self.heads[omitted_count:]
        return (f"{ELLIPSIS}\N{NO-BREAK SPACE}{first}", *others)


class SheetPart(NamedTuple):
    """The part of a sheet that is shown: without the first columns, in tables side by side, on some lines of each row.

    Low rows may be as low as the highest name, instead of high enough for any.
    """

    omitted_count: int = 0
    table_count: int = 1
    line_count: int = 1
    is_low: bool = False


WHOLE_SHEET = SheetPart()


class SheetSizes(NamedTuple):
    """Figures in one type size: the width of each column, the type of the heads, and the height for them."""

    widths: tuple[int, ...]
    head_size: int
    heads_height: int


class SheetFit(NamedTuple):
    """How a part of a sheet fits into a rectangle. Sizes are of type; widths, heights and gaps are in pixels."""

    part: SheetPart
    row_count: int
    """The rows of each table."""
    row_height: int
    has_rules: bool
    """Whether there are lines between the rows."""
    saved_height: int
    """How much higher than otherwise the heads are set, which is only above low rows."""
    widths: tuple[int, ...]
    """The width of each column of figures."""
    name_width: int
    gap: int
    """The gap between columns."""
    size: int
    """The type of figures."""
    head_size: int
    name_size: int
    total_size: int
    has_whole_names: bool


@lru_cache(maxsize=4)
def sheet_text(sheet: Sheet, style: PageStyle) -> SheetText:
    """Return a sheet as text.

    It is cached, since one page tries many rectangles for it, and the next page may show it again.
    """
    return SheetText(
        sheet,
        tuple([style.say(column) for column in sheet.columns]),
        tuple([one_line(row.name) for row in sheet.rows]),
        tuple([tuple([style.say(cell) for cell in row.cells]) for row in sheet.rows]),
        tuple(["" if row.total is None else figure(row.total) for row in sheet.rows]),
        style,
    )


@lru_cache(maxsize=256)
def _measure_sheet(text: SheetText, size: int, omitted_count: int, line_count: int) -> SheetSizes:
    """Measure the figures of a sheet in type of a size, on `line_count` lines of a row.

    Columns have the same width, except those whose head needs more. Heads are smaller than figures, but no smaller than
    can be read from a chair.
    """
    heads = text.heads_after(omitted_count)
    head_size = max(min(size, text.style.small_size), size_at_most(size * 3 // 4))
    figure_width = max([max_text_width(row[omitted_count:], size) for row in text.cells])
    longest_words = [max_text_width(head.split(" "), head_size, REGULAR) for head in heads]
    head_widths = [min(width, 6 * size) for width in longest_words] or [0] * text.column_count
    columns_per_line = -(-(text.column_count - omitted_count) // line_count)
    widths = tuple([max(figure_width, *head_widths[index::columns_per_line]) for index in range(columns_per_line)])
    is_broken = any(text_width(head, head_size, REGULAR) > width for head, width in zip(heads, widths, strict=False))
    head_lines = line_count if line_count > 1 else 2 if is_broken else 1
    return SheetSizes(widths, head_size, head_lines * line_height(head_size) if heads else 0)


def _whole_names_width(text: SheetText, size: int) -> int:
    """Return the width that names need so that none is cut: half of the space after them is enough."""
    return _names_width(text, size) - text.style.gap + text.style.gap // 2


@lru_cache(maxsize=64)
def _names_width(text: SheetText, size: int) -> int:
    """Return the width of the widest name, with its crown and the space after it."""
    crown = symbol_side(size) + text.style.gap
    rows = zip(text.names, text.sheet.rows, strict=True)
    return max([text_width(name, size) + (crown if row.is_winner else 0) for name, row in rows]) + text.style.gap


def fit_columns(text: SheetText, rect: Rect, size: int, part: SheetPart = WHOLE_SHEET) -> SheetFit | None:
    """Fit the columns of a sheet with figures of a size into a rectangle; None if they do not fit.

    If there is room, totals are larger, as long as no name is cut for it, and then names.
    """
    widths, head_size, heads_height = _measure_sheet(text, size, part.omitted_count, part.line_count)
    style, row_count, column_count = text.style, -(-len(text.names) // part.table_count), len(widths)
    saved_height = _saved_height(text, part, head_size) if part.is_low else 0
    row_height = (rect.height - heads_height + saved_height) // row_count
    row_height = row_height if part.is_low else min(row_height, style.total_height * 5 // 2)
    min_height, ruled_height = _row_heights(text, size, part)
    table_width = rect.column(0, part.table_count, TABLE_SPACING * style.gap).width
    min_gap = max(style.gap + 1, size * 2 // 5)
    names_and_totals_width = table_width - sum(widths) - min_gap * (column_count + 2)
    whole_names_width = _whole_names_width(text, size)
    min_names_width = min(whole_names_width, (6 if style.is_compact else 8) * size)
    if row_height < min_height:
        return None
    max_total_size = min((row_height - 2 * style.stroke) * 5 // 8, style.total_height * 3 // 2)
    max_totals_width = min(table_width // 4, names_and_totals_width - whole_names_width)
    larger_sizes = total_sizes(max_total_size, style.total_height)
    total_size = largest_for_words(text.totals, larger_sizes, style.total_size, max_totals_width)
    room = names_and_totals_width - max_text_width(text.totals, total_size)
    if room < min_names_width:
        return None
    name_size = largest_fitting(
        type_sizes(min(style.name_size, total_size if style.is_compact else style.total_height), size),
        size,
        lambda size: _names_width(text, size) <= room and line_height(size) + 2 * style.stroke <= row_height,
    )
    name_width = min(room, _names_width(text, name_size))
    return SheetFit(
        part=part,
        row_count=row_count,
        row_height=row_height,
        has_rules=row_height >= ruled_height,
        saved_height=saved_height,
        widths=widths,
        name_width=name_width,
        gap=min(min_gap + (room - name_width) // (column_count + 1), 4 * size) if column_count else min_gap,
        size=size,
        head_size=head_size,
        name_size=name_size,
        total_size=total_size,
        has_whole_names=_whole_names_width(text, name_size) <= room,
    )


def _saved_height(text: SheetText, part: SheetPart, head_size: int) -> int:
    """Return how much higher heads can be set if they take only the room of their own letters."""
    reaches = [ink_reach(word, head_size, REGULAR) for word in text.heads_after(part.omitted_count)]
    ink_height = max([above for above, _ in reaches], default=0) + max([below for _, below in reaches], default=0)
    return max(0, line_height(head_size) - ink_height - text.style.gap) if reaches else 0


def _row_heights(text: SheetText, size: int, part: SheetPart) -> tuple[int, int]:
    """Return the minimum height of rows, and the height from which on there are lines between them.

    Totals touch neither lines nor each other.
    """
    style, figures = text.style, totals_height(text.style)
    if part.is_low:
        highest = max([sum(ink_reach(name or "0", size, BOLD)) for name in text.names])
        return max(figures + style.stroke, highest), sys.maxsize
    lines_height = part.line_count * line_height(size) + (style.stroke if part.line_count > 1 else 0)
    min_height = max(figures, lines_height) + (0 if style.is_compact else 2 * style.stroke)
    return min_height, max(figures + RULED_STROKES * style.stroke, lines_height + 2 * style.stroke)


def totals_height(style: PageStyle) -> int:
    """Return the height of the smallest totals, with the overshoot of round figures."""
    return capital_height(style.total_size) + 2 * overshoot(style.total_size)


def draw(text: SheetText, fit: SheetFit, rect: Rect) -> list[Item]:
    """Draw a sheet in its columns, from the top of a rectangle."""
    items: list[Item] = []
    for table in range(fit.part.table_count):
        seats = range(table * fit.row_count, min((table + 1) * fit.row_count, len(text.names)))
        table_rect = rect.column(table, fit.part.table_count, TABLE_SPACING * text.style.gap)
        items += _draw_table(text, fit, seats, table_rect)
    return items


def _draw_table(text: SheetText, fit: SheetFit, seats: range, rect: Rect) -> list[Item]:
    """Draw the rows of some seats below the heads."""
    style, part = text.style, fit.part
    x, end = rect.x0 + fit.name_width, (rect.x1 - style.gap // 2,)
    ends = tuple(accumulate([width + fit.gap for width in fit.widths], initial=x))[1:]
    items, y = _draw_heads(text.heads_after(part.omitted_count), ends, rect, fit)
    rule = style.stroke if fit.has_rules else 0
    for seat in seats:
        row = Rect(rect.x0 + style.gap // 2, y, x, y + fit.row_height - rule)
        if rule and seat != seats[-1]:
            items.append(Fill(Rect(rect.x0, row.y1, rect.x1, row.y1 + rule)))
        is_winner = text.sheet.rows[seat].is_winner
        items += draw_name(text.names[seat], is_winner, row, fit.name_size, style, is_low=part.is_low)
        items += _draw_figures(text.cells[seat][part.omitted_count :], ends, centred_baseline(row, fit.size), fit)
        baseline = y + (row.height + capital_height(fit.total_size)) // 2
        items += right_aligned_figures((text.totals[seat],), end, baseline, fit.total_size, Role.TOTAL)
        y += fit.row_height
    return items


def _draw_figures(cells: tuple[str, ...], ends: tuple[int, ...], baseline: int, fit: SheetFit) -> Iterator[Item]:
    """Yield the figures of a row, on its lines around a baseline."""
    step, line_count = line_height(fit.size), fit.part.line_count
    for line in range(line_count):
        y = baseline - (line_count - 1) * step // 2 + line * step
        yield from right_aligned_figures(cells[line * len(ends) : (line + 1) * len(ends)], ends, y, fit.size)


def _draw_heads(heads: tuple[str, ...], ends: tuple[int, ...], rect: Rect, fit: SheetFit) -> tuple[list[Item], int]:
    """Draw the columns' heads, right above their figures. Also return where the rows begin."""
    items: list[Item] = []
    size, widths = fit.head_size, [width + fit.gap // 2 for width in fit.widths]
    top = rect.y0 - fit.saved_height
    placed, line_count = _place_heads(heads, size, widths, fit.part.line_count)
    for words, line, column in placed:
        baseline = top + line * line_height(size) + ascent(size)
        item = right_aligned(shorten(words, size, REGULAR, widths[column]), ends[column], baseline, size, REGULAR)
        items.append(with_ink_height(item) if fit.part.is_low else item)
    return items, top + line_count * line_height(size)


def _place_heads(
    heads: tuple[str, ...], size: int, widths: list[int], line_count: int
) -> tuple[list[tuple[str, int, int]], int]:
    """Return the words of heads, each with its line and column, and the number of lines."""
    if line_count > 1 or not heads:
        return [(head, *divmod(index, len(widths))) for index, head in enumerate(heads)], line_count if heads else 0
    split = [_split_head(head, size, width) for head, width in zip(heads, widths, strict=False)]
    line_count = max(map(len, split))
    placed = [
        (words, line_count - len(parts) + line, column)
        for column, parts in enumerate(split)
        for line, words in enumerate(parts)
    ]
    return placed, line_count


def _split_head(head: str, size: int, max_width: int) -> tuple[str, ...]:
    """Return a head on one line or, if needed, on two, of which the second has all the rest."""
    first, *others = wrap(head, size, REGULAR, max_width) or ("",)
    return (first, " ".join(others)) if others else (first,)


def draw_name(name: str, is_winner: bool, row: Rect, size: int, style: PageStyle, is_low: bool = False) -> list[Item]:
    """Draw a name in a row, shortened to its width, with a crown before a winner's.

    In a low row, which may be lower than a line of type, it takes only the height of its own letters.
    """
    above, below = ink_reach(name or "0", size, BOLD) if is_low else (ascent(size), descent(size))
    baseline = max(row.y0 + above, min(centred_baseline(row, size), row.y1 - below))
    items: list[Item] = []
    x = row.x0
    if is_winner:
        side = symbol_side(size)
        items.append(Symbol(Rect(x, baseline - side, x + side, baseline), Sign.CROWN, Ink.YELLOW))
        x += side + style.chip_gap
    items += name_line(name, x, row.x1, baseline, size)
    return [with_ink_height(item) if is_low and isinstance(item, TextLine) else item for item in items]


def draw_totals(text: SheetText, rect: Rect) -> list[Item]:
    """Draw names and totals alone, in as many columns as needed."""
    items: list[Item] = []
    style, count, gap = text.style, len(text.names), text.style.gap
    min_height = max(style.total_height, line_height(style.min_size)) + 2
    max_row_count = rect.height // min_height
    column_count = next((number for number in range(1, count) if -(-count // number) <= max_row_count), count)
    row_count = -(-count // column_count)
    height = min(rect.height // row_count, 3 * style.total_height)
    size, total_size = _name_and_total(text, rect.column(0, column_count, TABLE_SPACING * gap).width, height)
    for index, (row, name, total) in enumerate(zip(text.sheet.rows, text.names, text.totals, strict=True)):
        cell = rect.cell(index, column_count, row_count, height, TABLE_SPACING * gap).inset(gap // 2, 0)
        cell = cell._replace(y1=cell.y1 - style.stroke)
        end = cell.x1 + gap // 2 - text_width(total, total_size) - 2 * gap
        items += draw_name(name, row.is_winner, cell._replace(x1=end), size, style)
        baseline = cell.y0 + (cell.height + capital_height(total_size)) // 2
        items += right_aligned_figures((total,), (cell.x1,), baseline, total_size, Role.TOTAL)
    return items


def _name_and_total(text: SheetText, width: int, height: int) -> tuple[int, int]:
    """Return the type of names and totals that fit beside each other in a width and height."""
    style = text.style
    for size in type_sizes(style.heading_size, style.min_size):
        total_size = max(style.total_size, size)
        needed = _names_width(text, size) + max_text_width(text.totals, total_size) + 2 * style.gap
        if line_height(size) <= height and needed <= width:
            return size, total_size
    return size_at_most(min(style.min_size, height * 2 // 3)), style.total_size
