"""Draws charts as SVG for a browser. Lines differ by dashes and marks, and bars by filling, never by colour alone. A
table beside each chart contains the same data."""

from __future__ import annotations

from collections.abc import Callable, Mapping, Sequence
from html import escape

from device.history.statistics import PairStatistics
from device.reports.html import Markup
from display.vocabulary import Chart
from display.words import Language, figure
from hal.system.printable import shorten_middle

WIDTH, HEIGHT, TOP, BOTTOM = 720, 300, 12, 28
FONT_SIZE, LETTER_WIDTH, DIGIT_WIDTH = 15, 9, 11
"""The font size, the mean width of a letter, and that of a figure or a minus at most, in units of the picture."""

MIN_NAME_ROOM, MAX_NAME_ROOM = 14, 30
"""The number of letters of a name for which a line chart always has room, and for which it has at most."""

MAX_INTERVALS = 12
"""Maximum number of numbered rounds or games, so that the numbers do not touch."""
MAX_MARKED_POINTS = 30
"""Up to this number of points, a line has a mark at each."""

DASHES = ("", "10 5", "2 5", "14 4 2 4", "6 3", "1 3", "18 6")
MARKS = ("circle", "square", "diamond", "triangle")


def line_chart(chart: Chart, label: str, language: Language, format_total: Callable[[int], str] = figure) -> Markup:
    """A line chart of totals by round or game, with names at the lines' ends. Empty if there is nothing to draw.

    `format_total` writes a total at its axis.
    """
    lines = [player.known_totals for player in chart.players]
    totals = [total for line in lines for _, total in line]
    steps = len(chart.players[0].totals) - 1 if chart.players else 0
    if not totals or steps < 1:
        return Markup("")
    lowest, highest = min(totals), max(*totals, min(totals) + 1)
    names, labels = _short_names(chart, language), _axis_labels(lowest, highest, format_total)
    left = max(52, 6 + DIGIT_WIDTH * max(map(len, labels.values())))
    right = WIDTH - LETTER_WIDTH * (2 + max(MIN_NAME_ROOM, *map(len, names)))
    width, height = right - left, HEIGHT - TOP - BOTTOM

    def x(number: int) -> float:
        return left + width * number / steps

    def y(total: int) -> float:
        return TOP + height * (highest - total) / (highest - lowest)

    parts = [_axes_svg(labels, (left, right), chart.first_round, steps)]
    ends = _spread_apart([y(line[-1][1]) for line in lines])
    for index, (line, end) in enumerate(zip(lines, ends, strict=True)):
        points = [(x(number), y(total)) for number, total in line]
        parts.append(_line_svg(points, index, (right, end), names[index]))
    return _svg_picture("".join(parts), label, HEIGHT)


def _short_names(chart: Chart, language: Language) -> list[str]:
    return [shorten_middle(language.say(player.name), MAX_NAME_ROOM) for player in chart.players]


def _axis_labels(lowest: int, highest: int, format_total: Callable[[int], str]) -> dict[int, str]:
    """The totals that an axis names, written: the extremes, and zero if it lies between. It is blank if it is so near
    to one that the two would overlap."""
    labels = {total: format_total(total) for total in (lowest, highest)}
    if lowest < 0 < highest:
        zero_height = (HEIGHT - TOP - BOTTOM) * min(-lowest, highest) / (highest - lowest)
        labels[0] = format_total(0) if zero_height > FONT_SIZE else ""
    return labels


def _axes_svg(labels: Mapping[int, str], edges: tuple[int, int], first_number: int, step_count: int) -> str:
    """The axes with the marked totals, the extremes among them, and with the numbers of some rounds or games."""
    lowest, highest = min(labels), max(labels)
    (left, right), bottom = edges, HEIGHT - BOTTOM
    svg = f'<path d="M{left} {TOP}V{bottom}H{right}" fill="none" stroke="currentColor"/>'
    for total, label in labels.items():
        position = TOP + (bottom - TOP) * (highest - total) / (highest - lowest)
        svg += f'<text x="{left - 6}" y="{position + FONT_SIZE / 3:.1f}" text-anchor="end">{escape(label)}</text>'
        if total == 0 and lowest < 0:
            svg += f'<path d="M{left} {position:.1f}H{right}" stroke="currentColor" stroke-dasharray="1 5"/>'
    interval = max(1, -(-step_count // MAX_INTERVALS))
    for step in range(interval if first_number == 1 else 0, step_count + 1, interval):
        position = left + (right - left) * step / step_count
        svg += f'<text x="{position:.1f}" y="{HEIGHT - 8}" text-anchor="middle">{first_number + step - 1}</text>'
    return svg


def _line_svg(points: list[tuple[float, float]], index: int, end_point: tuple[int, float], name: str) -> str:
    """A line of the chart in the form of its `index`: with a mark at each point if there are few, and its name behind
    its end."""
    right, end = end_point
    path = "M" + "L".join(f"{x:.1f} {y:.1f}" for x, y in points)
    dash = DASHES[index % len(DASHES)]
    dash_attribute = f' stroke-dasharray="{dash}"' if dash else ""
    svg = f'<path d="{path}" fill="none" stroke="currentColor" stroke-width="2"{dash_attribute}/>'
    if len(points) <= MAX_MARKED_POINTS:
        svg += "".join(_marker_svg(MARKS[index % len(MARKS)], x, y) for x, y in points)
    # The way to the name is thin: the line ends with the last total.
    x, y = points[-1]
    svg += f'<path d="M{x:.1f} {y:.1f}L{right + 10} {end:.1f}" stroke="currentColor" opacity=".4"/>'
    return svg + f'<text x="{right + 14}" y="{end + FONT_SIZE / 3:.1f}">{escape(name)}</text>'


def _marker_svg(shape: str, x: float, y: float) -> str:
    paths = {
        "circle": f"M{x - 4:.1f} {y:.1f}a4 4 0 1 0 8 0a4 4 0 1 0 -8 0",
        "square": f"M{x - 4:.1f} {y - 4:.1f}h8v8h-8z",
        "diamond": f"M{x:.1f} {y - 5:.1f}l5 5l-5 5l-5 -5z",
        "triangle": f"M{x:.1f} {y - 5:.1f}l5 9h-10z",
    }
    return f'<path d="{paths[shape]}" fill="currentColor"/>'


def _spread_apart(positions: list[float]) -> list[float]:
    """The vertical positions of the names: those of the ends of their lines; lower, then higher, to fit in without
    overlapping."""
    tops, min_top = list(positions), float(TOP)
    for index in sorted(range(len(positions)), key=lambda index: positions[index]):
        tops[index] = max(min_top, positions[index])
        min_top = tops[index] + FONT_SIZE + 2
    max_top = HEIGHT - FONT_SIZE / 2
    for index in sorted(range(len(positions)), key=lambda index: -tops[index]):
        tops[index] = min(tops[index], max_top)
        max_top = tops[index] - FONT_SIZE - 2
    return tops


def bar_chart(pairs: Sequence[PairStatistics], label: str) -> Markup:
    """A bar chart with a bar for each pair: filled for games in which the first was ahead, hatched for level games,
    empty for the rest."""
    if not pairs:
        return Markup("")
    texts = [
        (
            f"{shorten_middle(pair.one, MAX_NAME_ROOM)} {pair.one_ahead}",
            f"{pair.other_ahead} {shorten_middle(pair.other, MAX_NAME_ROOM)}",
        )
        for pair in pairs
    ]
    name_room = max(150, 8 + LETTER_WIDTH * max(len(words) for row in texts for words in row))
    row_height, left, right = 34, name_room, WIDTH - name_room
    height = len(pairs) * row_height + 8
    content = (
        '<defs><pattern id="level" width="6" height="6" patternUnits="userSpaceOnUse">'
        '<path d="M0 6L6 0" stroke="currentColor"/></pattern></defs>'
    )
    for index, (pair, (one, other)) in enumerate(zip(pairs, texts, strict=True)):
        top = 6 + index * row_height
        ahead_width, level_width = ((right - left) * count / pair.game_count for count in (pair.one_ahead, pair.level))
        middle = top + row_height / 2
        content += (
            f'<text x="{left - 8}" y="{middle}" text-anchor="end">{escape(one)}</text>'
            f'<rect x="{left}" y="{top}" width="{ahead_width:.1f}" height="22" fill="currentColor"/>'
            f'<rect x="{left + ahead_width:.1f}" y="{top}" width="{level_width:.1f}" height="22" fill="url(#level)"/>'
            f'<rect x="{left}" y="{top}" width="{right - left}" height="22" fill="none" stroke="currentColor"/>'
            f'<text x="{right + 8}" y="{middle}">{escape(other)}</text>'
        )
    return _svg_picture(content, label, height)


def _svg_picture(content: str, label: str, height: int) -> Markup:
    return Markup(
        f'<div class="wide" tabindex="0" role="group" aria-label="{escape(label)}"><svg viewBox="0 0 {WIDTH} {height}"'
        f' role="img" aria-label="{escape(label)}" font-size="{FONT_SIZE}" fill="currentColor">{content}</svg></div>'
    )
