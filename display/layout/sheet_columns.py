"""Fit a sheet's names, figures and totals into a box: in one table, or in two of half the players each."""

from __future__ import annotations

import sys
from collections.abc import Iterator
from functools import lru_cache
from itertools import accumulate

from display.layout.page_style import PageStyle, largest_fitting, total_sizes, type_sizes
from display.layout.text_items import (
    centred_baseline,
    name_line,
    right_aligned,
    right_aligned_figures,
    symbol_side,
    with_ink_box,
)
from display.scene import Box, Fill, Item, Role, Sign, Symbol, TextLine
from display.text_metrics import (
    ELLIPSIS,
    ascent,
    capital_height,
    descent,
    ink_reach,
    line_height,
    one_line,
    overshoot,
    shorten,
    size_at_most,
    text_width,
    wrap,
)
from display.vocabulary import Ink, Sheet
from display.words import figure
from values.named_tuple import NamedTuple, equal_only_itself

BETWEEN = 3
"""Number of gaps between tables side by side."""

RULED = 5
"""Rows have lines between them only if they are higher than figures by this many times a line's thickness, so that the
lines do not touch the figures."""


@equal_only_itself
class SheetText(NamedTuple):
    """A sheet as text. It equals only itself, so that it is hashed quickly as a key of caches."""

    sheet: Sheet
    heads: tuple[str, ...]
    people: tuple[str, ...]
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

    def heads_after(self, left_out: int) -> tuple[str, ...]:
        """Return the heads of columns without the first `left_out`, which an ellipsis before the rest stands for."""
        if not left_out:
            return self.heads
        first, *others = self.heads[left_out:]
        return (f"{ELLIPSIS}\N{NO-BREAK SPACE}{first}", *others)


class SheetShare(NamedTuple):
    """The part of a sheet that is shown: without the first columns, in `across` tables, on `deep` lines of each row.

    `low` rows may be as low as the highest name, instead of high enough for any.
    """

    left_out: int = 0
    across: int = 1
    deep: int = 1
    low: bool = False


ALL = SheetShare()


class SheetSizes(NamedTuple):
    """Figures in one type size: the width of each column, the type of the heads, and the height for them."""

    widths: tuple[int, ...]
    head: int
    high: int


class SheetColumns(NamedTuple):
    """A sheet as it fits a box: the part shown, rows of a table, their size, and the widths of columns, names and gaps.

    `ruled` rows have lines between them, if there is room. Above low rows, heads are `saved` pixels higher than
    otherwise. `whole` is whether no name is cut.
    """

    share: SheetShare
    rows: int
    wide: int
    high: int
    ruled: bool
    saved: int
    widths: tuple[int, ...]
    names: int
    spread: int
    size: int
    head: int
    name: int
    total: int
    whole: bool


@lru_cache(maxsize=4)
def sheet_text(sheet: Sheet, style: PageStyle) -> SheetText:
    """Return a sheet as text.

    It is cached, since one page tries many boxes for it, and the next page may show it again.
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
def _measure_sheet(told: SheetText, size: int, left_out: int, deep: int) -> SheetSizes:
    """Measure the figures of a sheet in type of a size, on `deep` lines of a row.

    Columns have the same width, except those whose head needs more. Heads are smaller, as long as they can be read from
    a chair.
    """
    heads = told.heads_after(left_out)
    head = max(min(size, told.style.small_size), size_at_most(size * 3 // 4))
    even = max([text_width(each, size) for row in told.cells for each in row[left_out:]], default=0)
    headed = [min(_longest_word(title, head), 6 * size) for title in heads] or [0] * told.column_count
    count = -(-(told.column_count - left_out) // deep)
    widths = tuple([max(even, *headed[at::count]) for at in range(count)])
    broken = any(text_width(title, head, False) > wide for title, wide in zip(heads, widths, strict=False))
    lines = deep if deep > 1 else 2 if broken else 1
    return SheetSizes(widths, head, lines * line_height(head) if heads else 0)


def _longest_word(head: str, size: int) -> int:
    return max(text_width(word, size, False) for word in head.split(" "))


def _whole_names(told: SheetText, size: int) -> int:
    """Return the minimum width of names if none is cut: with only part of the space after them."""
    return _widest_name(told, size) - told.style.gap + told.style.gap // 2


def _widest_text(figures: tuple[str, ...], size: int) -> int:
    return max([text_width(each, size) for each in figures], default=0)


@lru_cache(maxsize=64)
def _widest_name(told: SheetText, size: int) -> int:
    """Return the width of the widest name, with its crown and the space after it."""
    crown = (capital_height(size) | 1) + told.style.gap
    rows = zip(told.people, told.sheet.rows, strict=True)
    return max([text_width(name, size) + (crown if row.is_winner else 0) for name, row in rows]) + told.style.gap


def fit_columns(told: SheetText, box: Box, size: int, share: SheetShare = ALL) -> SheetColumns | None:
    """Fit the columns of a sheet with figures of a size into a box; None if they do not fit.

    Totals and names are larger if there is room, whole names first.
    """
    style, (widths, head, heads) = told.style, _measure_sheet(told, size, share.left_out, share.deep)
    rows, count, gap = -(-len(told.people) // share.across), len(widths), max(style.gap + 1, size * 2 // 5)
    wide = box.column(0, share.across, BETWEEN * style.gap).width
    saved = _saved_height(told, share, head) if share.low else 0
    high = (box.height - heads + saved) // rows
    high = high if share.low else min(high, told.style.total_height * 5 // 2)
    least, ruled = _row_heights(told, size, share)
    spare, needed = wide - sum(widths) - gap * (count + 2), _whole_names(told, size)
    cut = min(needed, (6 if style.is_compact else 8) * size)
    if high < least or spare < cut + _widest_text(told.totals, told.style.total_size):
        return None
    total = largest_fitting(
        total_sizes(min((high - 2 * style.stroke) * 5 // 8, told.style.total_height * 3 // 2), told.style.total_height),
        told.style.total_size,
        lambda each: _widest_text(told.totals, each) <= min(wide // 4, spare - needed),
    )
    room = spare - _widest_text(told.totals, total)
    name = largest_fitting(
        type_sizes(min(style.name_size, total if style.is_compact else told.style.total_height), size),
        size,
        lambda each: _widest_name(told, each) <= room and line_height(each) + 2 * style.stroke <= high,
    )
    names = min(room, _widest_name(told, name))
    spread = min((room + gap * (count + 1) - names) // (count + 1), 4 * size) if count else gap
    whole = _whole_names(told, name) <= room
    shape = SheetColumns(
        share, rows, wide, high, high >= ruled, saved, widths, names, spread, size, head, name, total, whole
    )
    return shape if room >= cut else None


def _saved_height(told: SheetText, share: SheetShare, head: int) -> int:
    """Return how much higher heads can be set if they take only the room of their own letters."""
    reached = [ink_reach(word, head, False) for word in told.heads_after(share.left_out)]
    ink = max([up for up, _ in reached], default=0) + max([down for _, down in reached], default=0)
    return max(0, line_height(head) - ink - told.style.gap) if reached else 0


def _row_heights(told: SheetText, size: int, share: SheetShare) -> tuple[int, int]:
    """Return the minimum height of rows, and the height from which on there are lines between them.

    Totals touch neither lines nor each other.
    """
    style, figures = told.style, lowest_total(told.style)
    if share.low:
        highest = max([sum(ink_reach(name or "0", size, True)) for name in told.people])
        return max(figures + style.stroke, highest), sys.maxsize
    letters = share.deep * line_height(size) + (style.stroke if share.deep > 1 else 0)
    least = max(figures, letters) + (0 if style.is_compact else 2 * style.stroke)
    return least, max(figures + RULED * style.stroke, letters + 2 * style.stroke)


def lowest_total(style: PageStyle) -> int:
    """Return the height of the smallest totals, with the overshoot of round figures."""
    return capital_height(style.total_size) + 2 * overshoot(style.total_size)


def draw(told: SheetText, shape: SheetColumns, box: Box) -> list[Item]:
    """Draw a sheet in its columns, from the top of a box."""
    items: list[Item] = []
    for at in range(shape.share.across):
        seats = range(at * shape.rows, min((at + 1) * shape.rows, len(told.people)))
        items += _draw_table(told, shape, seats, box.column(at, shape.share.across, BETWEEN * told.style.gap))
    return items


def _draw_table(told: SheetText, shape: SheetColumns, seats: range, box: Box) -> list[Item]:
    """Draw the rows of some seats below the heads."""
    style, left_out = told.style, shape.share.left_out
    x, end = box.x0 + shape.names, (box.x1 - style.gap // 2,)
    ends = tuple(accumulate([wide + shape.spread for wide in shape.widths], initial=x))[1:]
    items, y = _draw_heads(told.heads_after(left_out), ends, box, shape)
    line = style.stroke if shape.ruled else 0
    for seat in seats:
        row = Box(box.x0 + style.gap // 2, y, x, y + shape.high - line)
        if line and seat != seats[-1]:
            items.append(Fill(Box(box.x0, row.y1, box.x1, row.y1 + line)))
        items += draw_name(
            told.people[seat], told.sheet.rows[seat].is_winner, row, shape.name, style, low=shape.share.low
        )
        items += _draw_figures(told.cells[seat][left_out:], ends, centred_baseline(row, shape.size), shape)
        baseline = y + (row.height + capital_height(shape.total)) // 2
        items += right_aligned_figures((told.totals[seat],), end, baseline, shape.total, Ink.BLACK, Role.TOTAL)
        y += shape.high
    return items


def _draw_figures(cells: tuple[str, ...], ends: tuple[int, ...], baseline: int, shape: SheetColumns) -> Iterator[Item]:
    """Yield the figures of a row, on its lines around a baseline."""
    step, deep = line_height(shape.size), shape.share.deep
    for line in range(deep):
        shown = cells[line * len(ends) : (line + 1) * len(ends)]
        y = baseline - (deep - 1) * step // 2 + line * step
        yield from right_aligned_figures(shown, ends, y, shape.size, Ink.BLACK)


def _draw_heads(heads: tuple[str, ...], ends: tuple[int, ...], box: Box, shape: SheetColumns) -> tuple[list[Item], int]:
    """Draw the columns' heads, right above their figures. Also return where the rows begin."""
    items: list[Item] = []
    size, deep, top = shape.head, shape.share.deep, box.y0 - shape.saved
    if deep > 1 or not heads:
        placed = [(head, *divmod(at, len(ends))) for at, head in enumerate(heads)]
        deep = deep if heads else 0
    else:
        broken = [
            _split_head(head, size, wide + shape.spread // 2) for head, wide in zip(heads, shape.widths, strict=False)
        ]
        deep = max(map(len, broken))
        placed = [
            (part, deep - len(parts) + line, column)
            for column, parts in enumerate(broken)
            for line, part in enumerate(parts)
        ]
    for part, line, column in placed:
        written = shorten(part, size, False, shape.widths[column] + shape.spread // 2)
        item = right_aligned(written, ends[column], top + line * line_height(size) + ascent(size), size, False)
        items.append(with_ink_box(item) if shape.share.low else item)
    return items, top + deep * line_height(size)


def _split_head(head: str, size: int, room: int) -> tuple[str, ...]:
    """Return a head on one line or, if needed, on two, of which the second has all the rest."""
    first, *others = wrap(head, size, False, room) or ("",)
    return (first, " ".join(others)) if others else (first,)


def draw_name(name: str, winner: bool, row: Box, size: int, style: PageStyle, *, low: bool = False) -> list[Item]:
    """Draw a name in a row, shortened to its width, with a crown before a winner's.

    In a `low` row, which may be lower than a line of type, it takes only the height of its own letters.
    """
    up, down = ink_reach(name or "0", size, True) if low else (ascent(size), descent(size))
    baseline = max(row.y0 + up, min(centred_baseline(row, size), row.y1 - down))
    items: list[Item] = []
    x = row.x0
    if winner:
        side = symbol_side(size)
        items.append(Symbol(Box(x, baseline - side, x + side, baseline), Sign.CROWN, Ink.YELLOW))
        x += side + style.chip_gap
    items += name_line(name, x, row.x1, baseline, size)
    return [with_ink_box(item) if low and isinstance(item, TextLine) else item for item in items]


def draw_totals(told: SheetText, box: Box) -> list[Item]:
    """Draw names and totals alone, in as many columns as needed."""
    items: list[Item] = []
    style, count = told.style, len(told.people)
    least = max(style.total_height, line_height(style.min_size)) + 2
    across = next((n for n in range(1, count) if box.height // -(-count // n) >= least), count)
    down = -(-count // across)
    high, gap = min(box.height // down, 3 * style.total_height), style.gap
    size, large = _name_and_total(told, box.column(0, across, BETWEEN * gap).width, high)
    for at, (row, name, total) in enumerate(zip(told.sheet.rows, told.people, told.totals, strict=True)):
        place = box.column(at // down, across, BETWEEN * gap).row(at % down, high).inset(gap // 2, 0)
        place = place._replace(y1=place.y1 - style.stroke)
        end = place.x1 + gap // 2 - text_width(total, large) - 2 * gap
        items += draw_name(name, row.is_winner, place._replace(x1=end), size, style)
        baseline = place.y0 + (place.height + capital_height(large)) // 2
        items += right_aligned_figures((total,), (place.x1,), baseline, large, Ink.BLACK, Role.TOTAL)
    return items


def _name_and_total(told: SheetText, width: int, height: int) -> tuple[int, int]:
    """Return the type of names and totals that fit beside each other in a width and height."""
    style, large = told.style, told.style.total_size
    for size in type_sizes(style.heading_size, style.min_size):
        total = max(large, size)
        if (
            line_height(size) <= height
            and _widest_name(told, size) + _widest_text(told.totals, total) + 2 * style.gap <= width
        ):
            return size, total
    return size_at_most(min(style.min_size, height * 2 // 3)), large
