"""Figures in columns: rounds or causes across, players down, totals last."""

from __future__ import annotations

from collections.abc import Callable, Iterator, Sequence
from dataclasses import dataclass, field
from functools import lru_cache, partial
from itertools import accumulate, zip_longest

from display.layout import chart
from display.layout.body_plan import BodyPlan
from display.layout.scale import Scale, smaller_total, steps
from display.layout.text_items import (
    baseline_in,
    centred_baseline,
    label_text,
    left_aligned,
    right_aligned,
    right_aligned_figures,
)
from display.scene import Box, Fill, Item, Part, Sign, Symbol
from display.text_metrics import (
    ELLIPSIS,
    ascent,
    capital_height,
    line_height,
    one_line,
    overshoot,
    shorten,
    size_at_most,
    size_for_height,
    text_width,
    wrap,
)
from display.vocabulary import Chart, Ink, Sheet
from display.words import Language, figure
from values.named_tuple import NamedTuple

SMALL, NO_CHART = 2, 4
"""The loss of figures in small type, and of a chart."""


class SheetSizes(NamedTuple):
    """Figures in type of one size: how wide each column is, the type of the heads, and the height kept for them.

    `wide` is the least width of a sheet with these columns.
    """

    widths: tuple[int, ...]
    head: int
    high: int
    wide: int


@dataclass(frozen=True, slots=True, eq=False)
class SheetText:
    """A sheet in the words of a language, and what has been measured of it, by size of type."""

    sheet: Sheet
    heads: tuple[str, ...]
    people: tuple[str, ...]
    cells: tuple[tuple[str, ...], ...]
    totals: tuple[str, ...]
    digits: int
    scale: Scale
    measured: dict[int, SheetSizes] = field(default_factory=dict)
    names: dict[int, int] = field(default_factory=dict)


def plan(sheet: Sheet, box: Box, digits: int, scale: Scale, language: Language) -> BodyPlan:
    """A sheet in a box, its chart beside or below the figures, and how much is lost.

    The figures come first: of the ways to share the box, that with the larger type, up to what reads well, is better,
    and then that with the larger chart. There is none where it would leave them in type smaller than they have alone
    and than small type.
    """
    if not sheet.rows:
        return BodyPlan(list, 0)
    told = _sheet_text(sheet, digits, scale, language)
    if sheet.chart is None or scale.compact:
        table = _table(told, box)
        return BodyPlan(table.draw, table.loss)
    shared = _with_chart(told, sheet.chart, box)
    if shared is not None and shared.size >= scale.small:
        return BodyPlan(shared.draw, shared.loss)
    table = _table(told, box)
    if shared is not None and shared.size >= table.size:
        return BodyPlan(shared.draw, shared.loss)
    return BodyPlan(table.draw, table.loss + NO_CHART)


def _with_chart(told: SheetText, courses: Chart, box: Box) -> FittedFigures | None:
    """A sheet with its chart, in the best way to share a box between them; None if there is none."""
    best: tuple[tuple[bool, int, int], FittedFigures] | None = None
    for place, rest in _shares(told.sheet, box, told.digits, told.scale):
        shape = chart.plan(courses, rest, told.scale)
        if shape is None:
            continue
        large = min(rest.width * 2, rest.height * 3)
        least = best[0][1] + (large <= best[0][2]) if best is not None and best[0][0] else 0
        table = _whole(told, place, least)
        if table is None:
            continue
        worth = table.whole, min(table.size, told.scale.heading), large
        if best is None or worth > best[0]:
            best = worth, table._replace(draw=partial(_both, table.draw, shape))
    return None if best is None else best[1]


@lru_cache(maxsize=4)
def _sheet_text(sheet: Sheet, digits: int, scale: Scale, language: Language) -> SheetText:
    """A sheet in words: kept, since one page tries many places for it, and the next may show it again."""
    return SheetText(
        sheet,
        tuple([label_text(column, language) for column in sheet.columns]),
        tuple([one_line(row.name) for row in sheet.rows]),
        tuple([tuple([label_text(cell, language) for cell in row.cells]) for row in sheet.rows]),
        tuple(["" if row.total is None else figure(row.total) for row in sheet.rows]),
        digits,
        scale,
    )


def _both(figures: Callable[[], list[Item]], shape: Callable[[], list[Item]]) -> list[Item]:
    return [*figures(), *shape()]


class FittedFigures(NamedTuple):
    """The figures as they fit: their type, whether all names are whole, and how much is lost."""

    draw: Callable[[], list[Item]]
    size: int
    whole: bool
    loss: int


def _shares(sheet: Sheet, box: Box, digits: int, scale: Scale) -> Iterator[tuple[Box, Box]]:
    """Ways to share a box between figures and chart: side by side, or one above the other."""
    for percent in (45, 55, 64):
        x = box.x0 + box.width * percent // 100
        yield Box(box.x0, box.y0, x, box.y1), Box(x + 3 * scale.gap, box.y0 + scale.gap, box.x1, box.y1)
    row = max(_least(digits) + scale.gap, line_height(scale.small)) + 3 * scale.line
    least = len(sheet.rows) * row + 2 * line_height(scale.small)
    for high in (least * 5 // 4, least):
        y = box.y0 + high
        yield Box(box.x0, box.y0, box.x1, y), Box(box.x0, y + 2 * scale.gap, box.x1, box.y1)


def _table(told: SheetText, box: Box) -> FittedFigures:
    """The figures, and how much is lost: the type shrinks, then columns go, the earliest first."""
    table = _whole(told, box)
    if table is not None:
        return table
    size, columns = told.scale.least, len(told.sheet.columns)
    for left_out in range(1, columns + 1):
        shape = _columns(told, _without(told, left_out, size), box, size)
        if shape is not None:
            return FittedFigures(partial(_draw, told, shape, left_out, box), size, shape.whole, 5 + left_out)
    return FittedFigures(partial(_totals, told, box), 0, False, 5 + columns)


def _whole(told: SheetText, box: Box, least: int = 0) -> FittedFigures | None:
    """The figures with all columns, in type of which as much as reads well is at least so large; None if none fits."""
    found = _all_columns(told, box, least)
    if found is None:
        return None
    loss = SMALL if found.size < told.scale.heading and not told.scale.compact else 0
    return FittedFigures(partial(_draw, told, found, 0, box), found.size, found.whole, loss)


def _all_columns(told: SheetText, box: Box, least: int) -> SheetColumns | None:
    """All columns in the largest type that fits and leaves names whole, if that reads well, or else in any type."""
    scale = told.scale
    found: SheetColumns | None = None
    for size in steps(min(scale.name, told.digits), scale.least):
        if min(size, scale.heading) < least or (found is not None and size < scale.heading):
            break
        shape = _columns(told, _sizes(told, size), box, size)
        if shape is not None and shape.whole:
            return shape
        found = found or shape
    return found


def _sizes(told: SheetText, size: int) -> SheetSizes:
    """The figures of a sheet in type of a size."""
    found = told.measured.get(size)
    if found is None:
        heads, cells = told.heads, told.cells
        head = max(told.scale.least, size_at_most(size * 3 // 4))
        narrow = text_width(ELLIPSIS, size)
        widths = []
        for column, title in zip_longest(zip(*cells, strict=True), heads, fillvalue=""):
            headed = min(_longest(title, head), 6 * size)
            widths.append(max(narrow, headed, *[text_width(each, size) for each in column]))
        wide = _least_width(told, widths, size)
        found = told.measured[size] = SheetSizes(tuple(widths), head, 2 * line_height(head) if heads else 0, wide)
    return found


def _without(told: SheetText, left_out: int, size: int) -> SheetSizes:
    """The figures without the first columns, in whose place an ellipsis stands."""
    widths, head, _, _ = _sizes(told, size)
    left = (max(text_width(ELLIPSIS, size), _longest(ELLIPSIS, head)), *widths[left_out:])
    return SheetSizes(left, head, 2 * line_height(head), _least_width(told, left, size))


def _least_width(told: SheetText, widths: Sequence[int], size: int) -> int:
    """How wide a sheet with such columns is at least: with the least totals, and names cut."""
    names, totals = min(_widest_name(told, size), 8 * size), _widest(told.totals, size_for_height(told.digits))
    return names + sum(widths) + _gap(told) * (len(widths) + 2) + totals


def _gap(told: SheetText) -> int:
    """The least space between columns."""
    return max(2, told.scale.gap)


class SheetColumns(NamedTuple):
    """How wide the columns of a sheet are, with the type of the figures, the heads, the names and the totals."""

    widths: tuple[int, ...]
    names: int
    spread: int
    high: int
    size: int
    head: int
    name: int
    total: int
    whole: bool


def _columns(told: SheetText, measured: SheetSizes, box: Box, size: int) -> SheetColumns | None:
    """The columns of a sheet with figures of a size; None if they do not fit. Names are larger where there is room."""
    scale, digits = told.scale, told.digits
    high = min((box.height - measured.high) // len(told.people), digits * 5 // 2)
    if box.width < measured.wide or high < max(_least(digits), line_height(size)) + 2 * scale.line:
        return None
    gap, count, figures = _gap(told), len(measured.widths), sum(measured.widths)
    total, totals = _largest(told, box, high)
    wanted = _widest_name(told, size)
    spare = box.width - figures - gap * (count + 2)
    while total > size_for_height(digits) and spare - totals < wanted - scale.gap:
        total, totals = _smaller(told, total)
    room = spare - totals
    if room < min(wanted, 8 * size):
        return None
    name, names = size, min(room, wanted)
    for larger in steps(_largest_name(told, total), size):
        wider = _widest_name(told, larger)
        if wider <= room and line_height(larger) + 2 * scale.line <= high:
            name, names = larger, wider
            break
    spread = min((box.width - names - totals - figures - gap) // (count + 1), 4 * size) if count else gap
    return SheetColumns(
        measured.widths, names, spread, high, size, measured.head, name, total, wanted - scale.gap <= room
    )


def _largest_name(told: SheetText, total: int) -> int:
    """The largest type of names beside totals of a size: on the smallest panels all of it is needed to be read."""
    return min(told.scale.name, total if told.scale.compact else told.digits)


def _draw(told: SheetText, shape: SheetColumns, left_out: int, box: Box) -> list[Item]:
    heads, scale = told.heads, told.scale
    if left_out:
        heads = (ELLIPSIS, *heads[left_out:])
    right = box.x0 + shape.names
    ends = tuple(accumulate([wide + shape.spread for wide in shape.widths], initial=right))[1:]
    items, y = _heads(heads, ends, box, shape)
    names, numbers, totals = _baselines(shape, scale)
    end = (box.x1 - scale.gap // 2,)
    for row, name, said, total in zip(told.sheet.rows, told.people, told.cells, told.totals, strict=True):
        bottom, ink = y + shape.high - scale.line, Ink.BLACK
        if row is not told.sheet.rows[-1]:
            items.append(Fill(Box(box.x0, bottom, box.x1, y + shape.high)))
        items += _name(name, row.winner, (box.x0 + scale.gap // 2, right), y + names, shape.name, scale)
        cells = ("", *said[left_out:]) if left_out else said
        items += right_aligned_figures(cells, ends, y + numbers, shape.size, ink)
        items += right_aligned_figures((total,), end, y + totals, shape.total, ink, Part.TOTAL)
        y += shape.high
    return items


def _baselines(shape: SheetColumns, scale: Scale) -> tuple[int, int, int]:
    """The baselines of the name, the figures and the total in a row, from its top."""
    row = Box(0, 0, 0, shape.high - scale.line)
    return (
        baseline_in(row, shape.name),
        centred_baseline(row, shape.size),
        (row.height + capital_height(shape.total)) // 2,
    )


def _least(digits: int) -> int:
    """How high the least totals are, with what round figures reach beyond straight ones."""
    size = size_for_height(digits)
    return capital_height(size) + 2 * overshoot(size)


def _longest(head: str, size: int) -> int:
    return max(text_width(word, size, False) for word in head.split(" "))


def _largest(told: SheetText, box: Box, high: int) -> tuple[int, int]:
    """The size of totals in rows so high, and their width."""
    digits = told.digits
    total = size_for_height(max(digits, min((high - 2 * told.scale.line) * 5 // 8, digits * 3 // 2)))
    wide = _widest(told.totals, total)
    while total > size_for_height(digits) and wide > box.width // 4:
        total, wide = _smaller(told, total)
    return total, wide


def _smaller(told: SheetText, total: int) -> tuple[int, int]:
    """The next smaller size of totals, but none below the least, and their width."""
    smaller = smaller_total(total, told.digits)
    return smaller, _widest(told.totals, smaller)


def _widest(figures: tuple[str, ...], size: int) -> int:
    return max([text_width(each, size) for each in figures], default=0)


def _widest_name(told: SheetText, size: int) -> int:
    """How wide the widest name is, with its crown and the space after it."""
    found = told.names.get(size)
    if found is None:
        found = told.names[size] = max(
            [
                _name_width(name, row.winner, size, told.scale)
                for name, row in zip(told.people, told.sheet.rows, strict=True)
            ]
        )
    return found


def _name_width(name: str, winner: bool, size: int, scale: Scale) -> int:
    crown = (capital_height(size) | 1) + scale.gap if winner else 0
    return text_width(name, size) + crown + scale.gap


def _heads(heads: tuple[str, ...], ends: tuple[int, ...], box: Box, shape: SheetColumns) -> tuple[list[Item], int]:
    """The columns' heads, right above their figures, and where the rows begin."""
    if not heads:
        return [], box.y0
    items: list[Item] = []
    deep, size, spread = 1, shape.head, shape.spread
    broken = []
    for head, wide in zip(heads, shape.widths, strict=False):
        lines = wrap(head, size, False, wide + spread // 2)
        broken.append(lines[:2] if len(lines) <= 2 else (lines[0], shorten(" ".join(lines[1:]), size, False, wide)))
        deep = max(deep, len(broken[-1]))
    for lines, wide, right in zip(broken, shape.widths, ends, strict=False):
        for at, part in enumerate(lines):
            written = shorten(part, size, False, wide + spread // 2)
            y = box.y0 + (deep - len(lines) + at) * line_height(size) + ascent(size)
            items.append(right_aligned(written, right, y, size, False))
    return items, box.y0 + deep * line_height(size)


def _name(name: str, winner: bool, places: tuple[int, int], baseline: int, size: int, scale: Scale) -> list[Item]:
    """A name between two places at most; a winner's has a crown before it."""
    (x, end), ink = places, Ink.BLACK
    items: list[Item] = []
    if winner:
        side = capital_height(size) | 1
        items.append(Symbol(Box(x, baseline - side, x + side, baseline), Sign.CROWN, Ink.YELLOW, ink))
        x += side + max(2, scale.gap // 2)
    name = shorten(name, size, True, end - x)
    if text_width(name, size) <= end - x:
        items.append(left_aligned(name, x, baseline, size, True, ink, Part.NAME))
    return items


def _totals(told: SheetText, box: Box) -> list[Item]:
    """Names and totals alone, in as many columns as it takes."""
    items: list[Item] = []
    scale, digits, count = told.scale, told.digits, len(told.people)
    least = max(digits, line_height(scale.least)) + 2
    across = next((n for n in range(1, count) if box.height // -(-count // n) >= least), count)
    down = -(-count // across)
    between = 4 * scale.gap
    wide = (box.width - (across - 1) * between) // across
    high = min(box.height // down, 3 * digits)
    named, large = _name_and_total(told, wide, high)
    for at, (row, name, total) in enumerate(zip(told.sheet.rows, told.people, told.totals, strict=True)):
        column, line_ = divmod(at, down)
        x, y = box.x0 + column * (wide + between), box.y0 + line_ * high
        place = Box(x, y, x + wide, y + high - scale.line)
        end = x + wide - text_width(total, large) - 2 * scale.gap
        items += _name(name, row.winner, (x + scale.gap // 2, end), baseline_in(place, named), named, scale)
        baseline = y + (place.height + capital_height(large)) // 2
        items += right_aligned_figures((total,), (place.x1 - scale.gap // 2,), baseline, large, Ink.BLACK, Part.TOTAL)
    return items


def _name_and_total(told: SheetText, wide: int, high: int) -> tuple[int, int]:
    """The type of names and totals that stand beside each other in such a place."""
    scale, large = told.scale, size_for_height(told.digits)
    for size in steps(scale.heading, scale.least):
        total = max(large, size)
        if line_height(size) <= high and _widest_name(told, size) + _widest(told.totals, total) + 2 * scale.gap <= wide:
            return size, total
    return size_at_most(min(scale.least, high * 2 // 3)), large
