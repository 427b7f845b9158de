"""Draw a line chart of the totals by round, each line ending at its player's name."""

from __future__ import annotations

from collections.abc import Callable
from functools import lru_cache, partial

from display.layout.page_style import PageStyle
from display.layout.text_items import left_aligned
from display.scene import BOLD, REGULAR, Fill, Item, Polyline, Rect, Role
from display.text_metrics import ascent, capital_height, line_height, max_text_width, one_line, shorten, text_width
from display.vocabulary import Chart, Ink
from display.words import figure
from values.named_tuple import NamedTuple

DrawChart = Callable[[], list[Item]]
"""A function that draws a chart."""


class LineStyle(NamedTuple):
    """How a player's line looks: its thickness and its dashes, both as multiples of the thinnest line, and its ink."""

    thickness: int
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
    LineStyle(3, None, Ink.BLUE),
    LineStyle(2, (14, 4), Ink.GREEN),
    LineStyle(1, (14, 4), Ink.ORANGE),
)
"""A style for each player in the largest games; none is yellow, which is too faint for a line on white."""


class ChartMeasures(NamedTuple):
    """Measures of a chart, whatever its rectangle: lowest and highest total, the width of their figures, the names."""

    lowest: int
    highest: int
    axis_width: int
    names: tuple[str, ...]
    name_width: int


@lru_cache(maxsize=2)
def _measure_chart(chart: Chart, size: int) -> ChartMeasures:
    """Measure a chart in type of a size. The result is cached, since one page tries many rectangles for a chart."""
    totals = [total for player in chart.players for total in player.totals if total is not None]
    lowest = min(totals)
    highest = max(lowest + 1, *totals)
    axis_width = max_text_width(map(figure, _axis_figures(lowest, highest)), size)
    names = tuple([one_line(player.name) for player in chart.players])
    return ChartMeasures(lowest, highest, axis_width, names, max_text_width(names, size))


def chart_drawer(chart: Chart, rect: Rect, style: PageStyle) -> DrawChart | None:
    """Return a function that draws a chart in a rectangle; None if the rectangle is too small for it."""
    size, count = style.small_size, len(chart.players)
    measures, round_count = _measure_chart(chart, size), len(chart.players[0].totals) - 1
    plot = _plot_rect(rect, measures.axis_width, min(measures.name_width, _max_name_width(rect)), size, style)
    if plot.width < max(6, round_count) * size or plot.height < max(4, count) * line_height(size):
        return None
    return partial(_draw, chart, measures, rect, size, style)


def _max_name_width(rect: Rect) -> int:
    """Return the maximum width of a name: longer ones are cut."""
    return rect.width // 2


def _plot_rect(rect: Rect, axis_width: int, name_width: int, size: int, style: PageStyle) -> Rect:
    """Return the rectangle for the lines between the figures and names of these widths."""
    return Rect(
        rect.x0 + axis_width + style.gap,
        rect.y0 + line_height(size) // 2,
        rect.x1 - name_width - 2 * style.gap,
        rect.y1 - line_height(size) - style.gap // 2,
    )


def _axis_figures(lowest: int, highest: int) -> list[int]:
    """Return the figures at the vertical axis."""
    return [number for number in (highest, 0, lowest) if lowest <= number <= highest]


def _draw(chart: Chart, measures: ChartMeasures, rect: Rect, size: int, style: PageStyle) -> list[Item]:
    lowest, highest, axis_width, names, name_width = measures
    if name_width > _max_name_width(rect):
        names = tuple([shorten(name, size, BOLD, _max_name_width(rect)) for name in names])
        name_width = max_text_width(names, size)
    plot = _plot_rect(rect, axis_width, name_width, size, style)
    round_count = len(chart.players[0].totals) - 1

    def y_of(number: int) -> int:
        return plot.y1 - (number - lowest) * plot.height // (highest - lowest)

    items = _draw_axes((lowest, highest), y_of(0) if lowest < 0 < highest else None, plot, size, style)
    items += _draw_round_numbers(chart.first_round, round_count, plot, size, style)
    x, name_height = plot.x1 + 2 * style.gap, line_height(size)
    known_totals = [player.known_totals for player in chart.players]
    line_ends = [y_of(totals[-1][1]) for totals in known_totals]
    for seat, top in enumerate(spread_apart(line_ends, name_height, rect.y0, plot.y1 + name_height // 2)):
        points = [(plot.x0 + plot.width * number // round_count, y_of(total)) for number, total in known_totals[seat]]
        items += _draw_line(points, seat, style)
        items += _draw_dots_to_name(points[-1], (x, top + name_height // 2), style)
        items.append(left_aligned(names[seat], x, top + ascent(size), size, BOLD, Ink.BLACK, Role.NAME))
    return items


def _draw_dots_to_name(line_end: tuple[int, int], name_start: tuple[int, int], style: PageStyle) -> list[Item]:
    """Draw dots from the end of a line to a name that is not beside it.

    They differ from any line, since they are no totals.
    """
    (end_x, end_y), (name_x, name_y) = line_end, name_start
    if name_y == end_y:
        return []
    space, stroke = style.gap // 2, style.stroke
    points = [(end_x + space, end_y), (name_x - space, name_y)]
    return [Polyline(_rect_around(points, stroke), tuple(points), stroke, (stroke, 2 * stroke), Ink.BLACK)]


def _draw_line(points: list[tuple[int, int]], seat: int, style: PageStyle) -> list[Item]:
    """Draw one player's line, in the style of their seat."""
    thickness, dash, ink = LINE_STYLES[seat % len(LINE_STYLES)]
    thickness, dash = thickness * style.stroke, dash and (dash[0] * style.stroke, dash[1] * style.stroke)
    return [Polyline(_rect_around(points, thickness), tuple(points), thickness, dash, ink)]


def _draw_axes(extremes: tuple[int, int], zero: int | None, plot: Rect, size: int, style: PageStyle) -> list[Item]:
    """Draw the two axes with the lowest and highest figure, and zero if it lies between."""
    items: list[Item] = [
        Fill(Rect(plot.x0 - style.stroke, plot.y0, plot.x0, plot.y1 + style.stroke)),
        Fill(Rect(plot.x0, plot.y1, plot.x1, plot.y1 + style.stroke)),
    ]
    lowest, highest = extremes
    y_by_figure = {highest: plot.y0, lowest: plot.y1}
    if zero is not None:
        line = Rect(plot.x0, zero, plot.x1, zero + style.stroke)
        items.append(Polyline(line, ((plot.x0, zero), (plot.x1, zero)), style.stroke, (1, 3)))
        if min(abs(zero - plot.y0), abs(zero - plot.y1)) > line_height(size):
            y_by_figure[0] = zero
    for number, y in y_by_figure.items():
        label = figure(number)
        x = plot.x0 - style.gap // 2 - style.stroke - text_width(label, size)
        items.append(left_aligned(label, x, y + capital_height(size) // 2, size, BOLD, Ink.BLACK, Role.FIGURE))
    return items


def _draw_round_numbers(first: int, round_count: int, plot: Rect, size: int, style: PageStyle) -> list[Item]:
    """Draw the numbers of the rounds below the lines, as many as fit."""
    items: list[Item] = []
    step = max(1, -(-round_count * 2 * text_width(figure(first + round_count - 1), size) // plot.width))
    for number in range(step, round_count + 1, step):
        x = plot.x0 + plot.width * number // round_count
        label = figure(first + number - 1)
        width, baseline = text_width(label, size), plot.y1 + style.stroke + style.gap // 2 + capital_height(size)
        left = min(x - width // 2, plot.x1 - width)
        items.append(left_aligned(label, left, baseline, size, REGULAR, Ink.BLACK, Role.FIGURE))
    return items


def spread_apart(middles: list[int], distance: int, top: int, bottom: int) -> list[int]:
    """Return the tops of names that are to have these middles: lower where they would overlap, then higher where they
    would end below `bottom`. There must be room for all of them below `top`."""
    order = sorted(range(len(middles)), key=lambda index: (middles[index], index))
    tops, free_from, free_to = [0] * len(middles), top, bottom
    for index in order:
        tops[index] = max(free_from, middles[index] - distance // 2)
        free_from = tops[index] + distance
    for index in reversed(order):
        tops[index] = free_to = min(tops[index], free_to - distance)
    return tops


def _rect_around(points: list[tuple[int, int]], thickness: int) -> Rect:
    """Return the rectangle of a line through points, its thickness included."""
    margin = (thickness + 1) // 2
    xs, ys = zip(*points, strict=True)
    return Rect(min(xs) - margin, min(ys) - margin, max(xs) + margin + 1, max(ys) + margin + 1)
