"""How a sheet's names, figures and totals share a box: in one table, or in two of half the players each."""

from __future__ import annotations

from collections.abc import Iterator
from itertools import accumulate

from display.layout.look import Look, smaller_total, steps
from display.layout.sheet_text import (
    SheetSizes,
    SheetText,
    apart,
    heads_shown,
    highest_name,
    least_names,
    sizes,
    whole_names,
    widest,
    widest_name,
)
from display.layout.text_items import (
    baseline_in,
    centred_baseline,
    inked,
    left_aligned,
    right_aligned,
    right_aligned_figures,
)
from display.scene import Box, Fill, Item, Part, Sign, Symbol, TextLine
from display.text_metrics import (
    ascent,
    capital_height,
    ink_reach,
    line_height,
    overshoot,
    shorten,
    size_at_most,
    size_for_height,
    text_width,
    wrap,
)
from display.vocabulary import Ink
from values.named_tuple import NamedTuple

BETWEEN = 3
"""Gaps between tables that stand side by side."""


RULED = 5
"""So many times the thickness of a line rows are higher than figures at least if lines between them are not to touch
these."""


class SheetGrid(NamedTuple):
    """The rows of a sheet in as many tables side by side as there are `across`, without the first columns.

    Tables are so `wide`, rows so `high`; `ruled` ones have lines between them, which there is no room for everywhere.
    Figures stand on so many lines of a row as it is `deep`.
    Above `low` rows heads stand `saved` pixels higher than they would otherwise.
    """

    left_out: int
    across: int
    deep: int
    rows: int
    wide: int
    high: int
    ruled: bool
    low: bool = False
    saved: int = 0


class SheetColumns(NamedTuple):
    """How wide the columns of a sheet are, with the type of the figures, the heads, the names and the totals.

    `whole` says that no name is cut.
    """

    grid: SheetGrid
    widths: tuple[int, ...]
    names: int
    spread: int
    size: int
    head: int
    name: int
    total: int
    whole: bool


class SheetShare(NamedTuple):
    """How much of a sheet is shown: without the first columns, in so many tables, on so many lines of each row.

    `low` rows may be as low as the highest name, rather than high enough for any.
    """

    left_out: int = 0
    across: int = 1
    deep: int = 1
    low: bool = False


ALL = SheetShare()


def fitting(told: SheetText, box: Box, size: int, share: SheetShare = ALL) -> SheetColumns | None:
    """The columns of a sheet with figures of a size; None if they do not fit. Names are larger where there is room."""
    measured = sizes(told, size, share.left_out, share.deep)
    grid = (_low_grid if share.low else _grid)(told, measured, box, size, share)
    if grid is None:
        return None
    gap, count, figures = apart(told.look, size), len(measured.widths), sum(measured.widths)
    spare = grid.wide - figures - gap * (count + 2)
    total, totals = _total(told, grid, spare, size)
    room = spare - totals
    if room < least_names(told, size):
        return None
    name, names = _name_sizes(told, grid, room, total, size)
    spread = min((grid.wide - names - totals - figures - gap) // (count + 1), 4 * size) if count else gap
    whole = whole_names(told, name) <= room
    return SheetColumns(grid, measured.widths, names, spread, size, measured.head, name, total, whole)


def _grid(told: SheetText, measured: SheetSizes, box: Box, size: int, share: SheetShare) -> SheetGrid | None:
    """The rows of a sheet in a box; None where they have no room."""
    left_out, across, deep, _ = share
    look, rows = told.look, -(-len(told.people) // across)
    wide = (box.width - (across - 1) * BETWEEN * look.gap) // across
    high = min((box.height - measured.high) // rows, told.digits * 5 // 2)
    figures, letters = least_high(told.digits), deep * line_height(size) + (look.line if deep > 1 else 0)
    ruled = high >= max(figures + RULED * look.line, letters + 2 * look.line)
    if wide < measured.wide or high < max(figures, letters) + (0 if look.compact else 2 * look.line):
        return None
    return SheetGrid(left_out, across, deep, rows, wide, high, ruled)


def _low_grid(told: SheetText, measured: SheetSizes, box: Box, size: int, share: SheetShare) -> SheetGrid | None:
    """Rows as low as names allow, and totals that do not touch those above and below; None where they have no room."""
    heads, head = heads_shown(told, share.left_out), measured.head
    reached = [ink_reach(word, head, False) for word in heads]
    ink = max([up for up, _ in reached], default=0) + max([down for _, down in reached], default=0)
    saved = max(0, line_height(head) - ink - told.look.gap) if heads else 0
    high = (box.height - measured.high + saved) // len(told.people)
    if box.width < measured.wide or high < max(least_high(told.digits) + told.look.line, highest_name(told, size)):
        return None
    return SheetGrid(share.left_out, 1, 1, len(told.people), box.width, high, False, True, saved)


def _total(told: SheetText, grid: SheetGrid, spare: int, size: int) -> tuple[int, int]:
    """The size of totals, and their width: as large as rows are high enough for, and names have room beside them."""
    digits, wanted = told.digits, whole_names(told, size)
    total = size_for_height(max(digits, min((grid.high - 2 * told.look.line) * 5 // 8, digits * 3 // 2)))
    totals = widest(told.totals, total)
    while total > size_for_height(digits) and (totals > grid.wide // 4 or spare - totals < wanted):
        total = smaller_total(total, digits)
        totals = widest(told.totals, total)
    return total, totals


def _name_sizes(told: SheetText, grid: SheetGrid, room: int, total: int, size: int) -> tuple[int, int]:
    """The type of names beside figures of a size, and how wide they are."""
    for larger in steps(_largest_name(told, total), size):
        wider = widest_name(told, larger)
        if wider <= room and line_height(larger) + 2 * told.look.line <= grid.high:
            return larger, wider
    return size, min(room, widest_name(told, size))


def _largest_name(told: SheetText, total: int) -> int:
    """The largest type of names beside totals of a size: on the smallest panels all of it is needed to be read."""
    return min(told.look.name, total if told.look.compact else told.digits)


def least_high(digits: int) -> int:
    """How high the least totals are, with what round figures reach beyond straight ones."""
    size = size_for_height(digits)
    return capital_height(size) + 2 * overshoot(size)


def draw(told: SheetText, shape: SheetColumns, box: Box) -> list[Item]:
    """A sheet in its columns, from the top of a box."""
    items: list[Item] = []
    grid = shape.grid
    for at in range(grid.across):
        x = box.x0 + at * (grid.wide + BETWEEN * told.look.gap)
        seats = range(at * grid.rows, min((at + 1) * grid.rows, len(told.people)))
        items += _table(told, shape, seats, Box(x, box.y0, x + grid.wide, box.y1))
    return items


def _table(told: SheetText, shape: SheetColumns, seats: range, box: Box) -> list[Item]:
    """The rows of some seats below the heads."""
    look, grid = told.look, shape.grid
    right, end = box.x0 + shape.names, (box.x1 - look.gap // 2,)
    ends = tuple(accumulate([wide + shape.spread for wide in shape.widths], initial=right))[1:]
    items, y = _heads(heads_shown(told, grid.left_out), ends, box, shape)
    line = look.line if grid.ruled else 0
    names, numbers, totals = _baselines(shape, grid.high - line)
    for seat in seats:
        name, winner = told.people[seat], told.sheet.rows[seat].winner
        if line and seat != seats[-1]:
            items.append(Fill(Box(box.x0, y + grid.high - line, box.x1, y + grid.high)))
        place = (box.x0 + look.gap // 2, right)
        if grid.low:
            items += _low_name(name, winner, place, Box(0, y, 0, y + grid.high), shape.name, look)
        else:
            items += named(name, winner, place, y + names, shape.name, look)
        items += _figures(told.cells[seat][grid.left_out :], ends, y + numbers, shape)
        total = (told.totals[seat],)
        items += right_aligned_figures(total, end, y + totals, shape.total, Ink.BLACK, Part.TOTAL)
        y += grid.high
    return items


def _figures(cells: tuple[str, ...], ends: tuple[int, ...], baseline: int, shape: SheetColumns) -> Iterator[Item]:
    """The figures of a row, line by line about a baseline."""
    step = line_height(shape.size)
    first = baseline - (shape.grid.deep - 1) * step // 2
    for line in range(shape.grid.deep):
        shown = cells[line * len(ends) : (line + 1) * len(ends)]
        yield from right_aligned_figures(shown, ends, first + line * step, shape.size, Ink.BLACK)


def _baselines(shape: SheetColumns, high: int) -> tuple[int, int, int]:
    """The baselines of the name, the figures and the total in a row so high, from its top."""
    row = Box(0, 0, 0, high)
    return (baseline_in(row, shape.name), centred_baseline(row, shape.size), (high + capital_height(shape.total)) // 2)


def _heads(heads: tuple[str, ...], ends: tuple[int, ...], box: Box, shape: SheetColumns) -> tuple[list[Item], int]:
    """The columns' heads, right above their figures, and where the rows begin."""
    if not heads:
        return [], box.y0
    items: list[Item] = []
    if shape.grid.deep > 1:
        step = line_height(shape.head)
        for at, head in enumerate(heads):
            line, column = divmod(at, len(ends))
            y = box.y0 + line * step
            items.append(right_aligned(head, ends[column], y + ascent(shape.head), shape.head, False))
        return items, box.y0 + shape.grid.deep * step
    deep, size, spread, top = 1, shape.head, shape.spread, box.y0 - shape.grid.saved
    broken = []
    for head, wide in zip(heads, shape.widths, strict=False):
        lines = wrap(head, size, False, wide + spread // 2)
        broken.append(lines[:2] if len(lines) <= 2 else (lines[0], shorten(" ".join(lines[1:]), size, False, wide)))
        deep = max(deep, len(broken[-1]))
    for lines, wide, right in zip(broken, shape.widths, ends, strict=False):
        for at, part in enumerate(lines):
            written = shorten(part, size, False, wide + spread // 2)
            y = top + (deep - len(lines) + at) * line_height(size) + ascent(size)
            item = right_aligned(written, right, y, size, False)
            items.append(inked(item) if shape.grid.low else item)
    return items, top + deep * line_height(size)


def named(name: str, winner: bool, places: tuple[int, int], baseline: int, size: int, look: Look) -> list[Item]:
    """A name between two places at most; a winner's has a crown before it."""
    (x, end), ink = places, Ink.BLACK
    items: list[Item] = []
    if winner:
        side = capital_height(size) | 1
        items.append(Symbol(Box(x, baseline - side, x + side, baseline), Sign.CROWN, Ink.YELLOW, ink))
        x += side + look.chip_gap
    name = shorten(name, size, True, end - x)
    if text_width(name, size) <= end - x:
        items.append(left_aligned(name, x, baseline, size, True, ink, Part.NAME))
    return items


def _low_name(name: str, winner: bool, places: tuple[int, int], row: Box, size: int, look: Look) -> list[Item]:
    """A name in a row that is lower than a line of type, and takes only what its own letters need."""
    up, down = ink_reach(name or "0", size, True)
    baseline = max(row.y0 + up, min(centred_baseline(row, size), row.y1 - down))
    items = named(name, winner, places, baseline, size, look)
    return [inked(item) if isinstance(item, TextLine) else item for item in items]


def draw_totals(told: SheetText, box: Box) -> list[Item]:
    """Names and totals alone, in as many columns as it takes."""
    items: list[Item] = []
    look, digits, count = told.look, told.digits, len(told.people)
    least = max(digits, line_height(look.least)) + 2
    across = next((n for n in range(1, count) if box.height // -(-count // n) >= least), count)
    down = -(-count // across)
    between = BETWEEN * look.gap
    wide = (box.width - (across - 1) * between) // across
    high = min(box.height // down, 3 * digits)
    size, large = _name_and_total(told, wide, high)
    for at, (row, name, total) in enumerate(zip(told.sheet.rows, told.people, told.totals, strict=True)):
        column, line_ = divmod(at, down)
        x, y = box.x0 + column * (wide + between), box.y0 + line_ * high
        place = Box(x, y, x + wide, y + high - look.line)
        end = x + wide - text_width(total, large) - 2 * look.gap
        items += named(name, row.winner, (x + look.gap // 2, end), baseline_in(place, size), size, look)
        baseline = y + (place.height + capital_height(large)) // 2
        items += right_aligned_figures((total,), (place.x1 - look.gap // 2,), baseline, large, Ink.BLACK, Part.TOTAL)
    return items


def _name_and_total(told: SheetText, wide: int, high: int) -> tuple[int, int]:
    """The type of names and totals that stand beside each other in such a place."""
    look, large = told.look, size_for_height(told.digits)
    for size in steps(look.heading, look.least):
        total = max(large, size)
        if line_height(size) <= high and widest_name(told, size) + widest(told.totals, total) + 2 * look.gap <= wide:
            return size, total
    return size_at_most(min(look.least, high * 2 // 3)), large
