"""Draw a line chart of the totals by round, each line ending at its player's name."""

from __future__ import annotations

from collections.abc import Callable
from functools import lru_cache, partial

from display.layout.page_style import PageStyle
from display.layout.text_items import left_aligned
from display.scene import Box, Fill, Item, Polyline, Role
from display.text_metrics import ascent, capital_height, line_height, one_line, shorten, text_width
from display.vocabulary import Chart, Ink, PlayerTotals
from display.words import figure
from values.named_tuple import NamedTuple

Drawn = Callable[[], list[Item]]
"""A function that draws a chart."""


class LineStyle(NamedTuple):
    """How a player's line looks: its thickness and its dashes, both as multiples of the thinnest line, and its ink."""

    thick: int
    dash: tuple[int, int] | None
    ink: Ink


LINE_STYLES = (
    LineStyle(2, None, Ink.BLACK),
    LineStyle(2, (7, 4), Ink.BLUE),
    LineStyle(2, (2, 4), Ink.RED),
    LineStyle(1, None, Ink.GREEN),
    LineStyle(1, (7, 4), Ink.ORANGE),
    LineStyle(1, (2, 3), Ink.BLACK),
    LineStyle(3, (2, 5), Ink.RED),
)
"""A style for each player in the largest games; none is yellow, which is too faint for a line on white."""


class ChartSizes(NamedTuple):
    """Measures of a chart, independent of its box: lowest and highest total, the width of their figures, the names."""

    low: int
    high: int
    left: int
    names: tuple[str, ...]
    widest: int


@lru_cache(maxsize=2)
def _measure_chart(chart: Chart, size: int) -> ChartSizes:
    """Measure a chart in type of a size. The result is cached, since one page tries many boxes for a chart."""
    totals = [total for course in chart.players for total in course.totals if total is not None]
    low = min(totals)
    high = max(low + 1, *totals)
    left = max([text_width(figure(number), size) for number in _axis_figures(low, high)])
    names = tuple([one_line(course.name) for course in chart.players])
    return ChartSizes(low, high, left, names, max([text_width(name, size) for name in names]))


def chart_drawer(chart: Chart, box: Box, style: PageStyle) -> Drawn | None:
    """Return a function that draws a chart in a box; None if the box is too small for it."""
    size, count = style.small_size, len(chart.players)
    measured, rounds = _measure_chart(chart, size), len(chart.players[0].totals) - 1
    plot = _plot_box(box, measured.left, min(measured.widest, _max_name_width(box)), size, style)
    if plot.width < max(6, rounds) * size or plot.height < max(4, count) * line_height(size):
        return None
    return partial(_draw, chart, measured, box, size, style)


def _max_name_width(box: Box) -> int:
    """Return the maximum width of a name: longer ones are cut."""
    return box.width // 2


def _plot_box(box: Box, left: int, right: int, size: int, style: PageStyle) -> Box:
    """Return the box for the lines between the figures and names of these widths."""
    return Box(
        box.x0 + left + style.gap,
        box.y0 + line_height(size) // 2,
        box.x1 - right - 2 * style.gap,
        box.y1 - line_height(size) - style.gap // 2,
    )


def _axis_figures(low: int, high: int) -> list[int]:
    """Return the figures at the vertical axis."""
    return [number for number in (high, 0, low) if low <= number <= high]


def _draw(chart: Chart, measured: ChartSizes, box: Box, size: int, style: PageStyle) -> list[Item]:
    low, high, left, names, widest = measured
    if widest > _max_name_width(box):
        names = tuple([shorten(name, size, True, _max_name_width(box)) for name in names])
        widest = max([text_width(name, size) for name in names])
    plot = _plot_box(box, left, widest, size, style)
    rounds = len(chart.players[0].totals) - 1

    def at(number: int) -> int:
        return plot.y1 - (number - low) * plot.height // (high - low)

    items = _axes(_axis_figures(low, high), at(0) if low < 0 < high else None, plot, size, style)
    items += _rounds(chart.first_round, rounds, plot, size, style)
    known = [_known_totals(course) for course in chart.players]
    ends = _name_tops(
        [at(totals[-1][1]) for totals in known], line_height(size), box.y0, plot.y1 + line_height(size) // 2
    )
    for seat, totals in enumerate(known):
        points = [(plot.x0 + plot.width * number // rounds, at(total)) for number, total in totals]
        items += _line(points, seat, style)
        items += _leader(points[-1], (plot.x1 + 2 * style.gap, ends[seat] + line_height(size) // 2), style)
        x, baseline = plot.x1 + 2 * style.gap, ends[seat] + ascent(size)
        items.append(left_aligned(names[seat], x, baseline, size, True, Ink.BLACK, Role.NAME))
    return items


def _leader(end: tuple[int, int], name: tuple[int, int], style: PageStyle) -> list[Item]:
    """Draw dots from the end of a line to a name that is not beside it.

    They differ from any line, since they are no totals.
    """
    if name[1] == end[1]:
        return []
    points = [(end[0] + style.gap // 2, end[1]), (name[0] - style.gap // 2, name[1])]
    return [
        Polyline(
            _box_around(points, style.stroke), tuple(points), style.stroke, (style.stroke, 2 * style.stroke), Ink.BLACK
        )
    ]


def _known_totals(course: PlayerTotals) -> list[tuple[int, int]]:
    """Return a player's known totals, each with its position on the axis."""
    return [(number, total) for number, total in enumerate(course.totals) if total is not None]


def _line(points: list[tuple[int, int]], seat: int, style: PageStyle) -> list[Item]:
    """Draw one player's line, in the style of their seat."""
    line_style = LINE_STYLES[seat % len(LINE_STYLES)]
    thick, dash = (
        line_style.thick * style.stroke,
        line_style.dash and (line_style.dash[0] * style.stroke, line_style.dash[1] * style.stroke),
    )
    return [Polyline(_box_around(points, thick), tuple(points), thick, dash, line_style.ink)]


def _axes(axis: list[int], zero: int | None, plot: Box, size: int, style: PageStyle) -> list[Item]:
    """Draw the two axes with the lowest and highest figure, and zero if it lies between."""
    items: list[Item] = [
        Fill(Box(plot.x0 - style.stroke, plot.y0, plot.x0, plot.y1 + style.stroke)),
        Fill(Box(plot.x0, plot.y1, plot.x1, plot.y1 + style.stroke)),
    ]
    heights = {axis[0]: plot.y0, axis[-1]: plot.y1}
    if zero is not None:
        line = Box(plot.x0, zero, plot.x1, zero + style.stroke)
        items.append(Polyline(line, ((plot.x0, zero), (plot.x1, zero)), style.stroke, (1, 3)))
        if min(abs(zero - plot.y0), abs(zero - plot.y1)) > line_height(size):
            heights[0] = zero
    for number, y in heights.items():
        written = figure(number)
        x = plot.x0 - style.gap // 2 - style.stroke - text_width(written, size)
        items.append(left_aligned(written, x, y + capital_height(size) // 2, size, True, Ink.BLACK, Role.FIGURE))
    return items


def _rounds(first: int, rounds: int, plot: Box, size: int, style: PageStyle) -> list[Item]:
    """Draw the numbers of the rounds below the lines, as many as fit."""
    items: list[Item] = []
    step = max(1, -(-rounds * 2 * text_width(figure(first + rounds - 1), size) // max(1, plot.width)))
    for number in range(step, rounds + 1, step):
        x = plot.x0 + plot.width * number // rounds
        written = figure(first + number - 1)
        wide, baseline = text_width(written, size), plot.y1 + style.stroke + style.gap // 2 + capital_height(size)
        begin = min(x - wide // 2, plot.x1 - wide)
        items.append(left_aligned(written, begin, baseline, size, False, Ink.BLACK, Role.FIGURE))
    return items


def _name_tops(wanted: list[int], apart: int, top: int, bottom: int) -> list[int]:
    """Return the tops of the names: as near as possible to the ends of their lines, without overlapping each other."""
    order = sorted(range(len(wanted)), key=lambda seat: (wanted[seat], seat))
    places = [0] * len(wanted)
    least = top
    for seat in order:
        places[seat] = max(least, wanted[seat] - apart // 2)
        least = places[seat] + apart
    most = bottom
    for seat in reversed(order):
        places[seat] = min(places[seat], most - apart)
        most = places[seat]
    return places


def _box_around(points: list[tuple[int, int]], thick: int) -> Box:
    """Return the box of a line through points, its thickness included."""
    spare = (thick + 1) // 2
    across, down = zip(*points, strict=True)
    return Box(min(across) - spare, min(down) - spare, max(across) + spare + 1, max(down) + spare + 1)
