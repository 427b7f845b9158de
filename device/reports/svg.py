"""Draws charts as SVG for a browser. Lines differ by dashes and marks, and bars by filling, never by colour alone. A
table beside each chart contains the same data."""

from __future__ import annotations

from collections.abc import Callable, Mapping, Sequence
from html import escape

from device.history.statistics import PairStatistics
from device.reports.html import Markup
from display.vocabulary import Chart
from display.words import Label, Language, figure
from hal.system.printable import shorten_middle

WIDTH, HEIGHT, TOP, BOTTOM = 440, 280, 12, 28
FONT_SIZE, LETTER_WIDTH, DIGIT_WIDTH = 15, 9, 11
"""The font size, the mean width of a letter, and that of a figure or a minus at most, in units of the picture: so wide
a picture is as wide as a phone, where its words can still be read."""

MAX_NAME_ROOM = 30
"""The number of letters of a name for which a chart has room at most."""

NAME_HEIGHT, SAMPLE_WIDTH = 20, 50
"""The height of a name in the legend of a line chart, and the width of the sample of its line before it."""

MAX_INTERVALS = 10
"""Maximum number of numbered rounds or games, so that the numbers do not touch."""
MAX_MARKED_POINTS = 30
"""Up to this number of points, a line has a mark at each."""

DASHES = ("", "10 5", "2 5", "14 4 2 4", "6 3", "1 3", "18 6")
MARKS = ("circle", "square", "diamond", "triangle")


def line_chart(chart: Chart, label: str, language: Language, format_total: Callable[[int], str] = figure) -> Markup:
    """A line chart of totals by round or game, with a legend below it: the highest last total first. Empty if there is
    nothing to draw.

    `format_total` writes a total at its axis.
    """
    lines = [player.known_totals for player in chart.players]
    totals = [total for line in lines for _, total in line]
    steps = len(chart.players[0].totals) - 1 if chart.players else 0
    if not totals or steps < 1:
        return Markup("")
    lowest, highest = min(totals), max(*totals, min(totals) + 1)
    labels = _axis_labels(lowest, highest, format_total)
    left = max(52, 6 + DIGIT_WIDTH * max(map(len, labels.values())))
    right = WIDTH - DIGIT_WIDTH
    width, height = right - left, HEIGHT - TOP - BOTTOM

    def x(number: int) -> float:
        return left + width * number / steps

    def y(total: int) -> float:
        return TOP + height * (highest - total) / (highest - lowest)

    parts = [_axes_svg(labels, (left, right), chart.first_round, steps)]
    for index, line in enumerate(lines):
        parts.append(_line_svg([(x(number), y(total)) for number, total in line], index))
    by_last_total = sorted(range(len(lines)), key=lambda index: -lines[index][-1][1])
    names = [(index, _short_name(chart.players[index].name, language)) for index in by_last_total]
    parts.append(_legend_svg(names))
    return _svg_picture("".join(parts), label, HEIGHT + NAME_HEIGHT * len(names))


def _short_name(name: Label, language: Language) -> str:
    return shorten_middle(language.say(name), MAX_NAME_ROOM)


def _legend_svg(names: Sequence[tuple[int, str]]) -> str:
    """The names, each with a sample of the line of its index."""
    svg = '<g class="legend">'
    for row, (index, name) in enumerate(names):
        middle = HEIGHT + NAME_HEIGHT * row
        svg += _line_svg([(6, middle), (SAMPLE_WIDTH / 2, middle), (SAMPLE_WIDTH - 6, middle)], index)
        svg += f'<text x="{SAMPLE_WIDTH + 6}" y="{middle + FONT_SIZE // 3}">{escape(name)}</text>'
    return f"{svg}</g>"


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


def _line_svg(points: list[tuple[float, float]], index: int) -> str:
    """A line of the chart in the form of its `index`, with a mark at each point if there are few."""
    path = "M" + "L".join(f"{x:.1f} {y:.1f}" for x, y in points)
    dash = DASHES[index % len(DASHES)]
    dash_attribute = f' stroke-dasharray="{dash}"' if dash else ""
    svg = f'<path d="{path}" fill="none" stroke="currentColor" stroke-width="2"{dash_attribute}/>'
    marked = points if len(points) <= MAX_MARKED_POINTS else points[-1:]
    return svg + "".join(_marker_svg(MARKS[index % len(MARKS)], x, y) for x, y in marked)


def _marker_svg(shape: str, x: float, y: float) -> str:
    paths = {
        "circle": f"M{x - 4:.1f} {y:.1f}a4 4 0 1 0 8 0a4 4 0 1 0 -8 0",
        "square": f"M{x - 4:.1f} {y - 4:.1f}h8v8h-8z",
        "diamond": f"M{x:.1f} {y - 5:.1f}l5 5l-5 5l-5 -5z",
        "triangle": f"M{x:.1f} {y - 5:.1f}l5 9h-10z",
    }
    return f'<path d="{paths[shape]}" fill="currentColor"/>'


def bar_chart(pairs: Sequence[PairStatistics], label: str) -> Markup:
    """A bar chart with a bar for each pair below its names: filled for games in which the first was ahead, hatched for
    level games, empty for the rest."""
    if not pairs:
        return Markup("")
    texts = [
        (
            f"{shorten_middle(pair.one, MAX_NAME_ROOM)} {pair.one_ahead}",
            f"{pair.other_ahead} {shorten_middle(pair.other, MAX_NAME_ROOM)}",
        )
        for pair in pairs
    ]
    # Of two long names, the second is below the bar.
    has_room = all(LETTER_WIDTH * (len(one) + 2 + len(other)) <= WIDTH for one, other in texts)
    first, second = FONT_SIZE, FONT_SIZE if has_room else FONT_SIZE + 36
    row_height = second + 36 if has_room else second + 18
    content = (
        '<defs><pattern id="level" width="6" height="6" patternUnits="userSpaceOnUse">'
        '<path d="M0 6L6 0" stroke="currentColor"/></pattern></defs>'
    )
    for index, (pair, (one, other)) in enumerate(zip(pairs, texts, strict=True)):
        top = index * row_height
        ahead_width, level_width = (WIDTH * count / pair.game_count for count in (pair.one_ahead, pair.level))
        content += (
            f'<text x="0" y="{top + first}">{escape(one)}</text>'
            f'<text x="{WIDTH}" y="{top + second}" text-anchor="end">{escape(other)}</text>'
            f'<g transform="translate(0 {top + first + 6})" stroke="currentColor">'
            f'<rect width="{ahead_width:.1f}" height="14"/>'
            f'<rect x="{ahead_width:.1f}" width="{level_width:.1f}" height="14" fill="url(#level)"/>'
            f'<rect width="{WIDTH}" height="14" fill="none"/></g>'
        )
    return _svg_picture(content, label, len(pairs) * row_height)


def _svg_picture(content: str, label: str, height: int) -> Markup:
    return Markup(
        f'<svg viewBox="0 0 {WIDTH} {height}" role="img" aria-label="{escape(label)}" font-size="{FONT_SIZE}"'
        f' fill="currentColor">{content}</svg>'
    )
