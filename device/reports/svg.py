"""Draws charts as SVG for a browser. Lines differ by dashes and marks, and bars by filling, never by colour alone. A
table beside each chart contains the same data."""

from __future__ import annotations

from collections.abc import Callable, Mapping, Sequence
from html import escape

from device.reports.html import Markup
from display.vocabulary import Chart, PlayerTotals
from display.words import figure

WIDTH, HEIGHT, LEFT, RIGHT, TOP, BOTTOM = 720, 300, 52, 150, 12, 28
TYPE = 15
"""The font size, in units of the picture."""

DASHES = ("", "10 5", "2 5", "14 4 2 4", "6 3", "1 3", "18 6")
MARKS = ("circle", "square", "diamond", "triangle")


def line_chart(chart: Chart, label: str, written: Callable[[int], str] = figure) -> Markup:
    """A line chart of totals by round or game, with names at the lines' ends. Empty if there is nothing to draw.

    `written` writes a total at its axis.
    """
    courses = [_known_points(course) for course in chart.players]
    totals = [total for course in courses for _, total in course]
    steps = len(chart.players[0].totals) - 1 if chart.players else 0
    if not totals or steps < 1:
        return Markup("")
    low, high = min(totals), max(*totals, min(totals) + 1)
    wide, tall = WIDTH - LEFT - RIGHT, HEIGHT - TOP - BOTTOM

    def x(at: int) -> float:
        return LEFT + wide * at / steps

    def y(total: int) -> float:
        return TOP + tall * (high - total) / (high - low)

    parts = [_axes_svg(_marked_totals(low, high, written), chart.first_round, steps)]
    ends = _spread_apart([y(course[-1][1]) for course in courses])
    for number, (course, end) in enumerate(zip(courses, ends, strict=True)):
        points = [(x(at), y(total)) for at, total in course]
        parts.append(_line_svg(points, number, end, chart.players[number].name))
    return _svg_picture("".join(parts), label, HEIGHT)


def _known_points(course: PlayerTotals) -> list[tuple[int, int]]:
    return [(at, total) for at, total in enumerate(course.totals) if total is not None]


def _marked_totals(low: int, high: int, written: Callable[[int], str]) -> dict[int, str]:
    """The totals that an axis names, written: the extremes, and zero if it lies between."""
    return {total: written(total) for total in ((low, 0, high) if low < 0 < high else (low, high))}


def _axes_svg(marked: Mapping[int, str], first: int, steps: int) -> str:
    """The axes with the marked totals, the extremes among them, and with the numbers of some rounds or games."""
    low, high = min(marked), max(marked)
    bottom, right = HEIGHT - BOTTOM, WIDTH - RIGHT
    found = f'<path d="M{LEFT} {TOP}V{bottom}H{right}" fill="none" stroke="currentColor"/>'
    for number, words in marked.items():
        at = TOP + (bottom - TOP) * (high - number) / (high - low)
        found += f'<text x="{LEFT - 6}" y="{at + TYPE / 3:.1f}" text-anchor="end">{escape(words)}</text>'
        if number == 0 and low < 0:
            found += f'<path d="M{LEFT} {at:.1f}H{right}" stroke="currentColor" stroke-dasharray="1 5"/>'
    each = max(1, -(-steps // 12))
    for step in range(each if first == 1 else 0, steps + 1, each):
        at = LEFT + (right - LEFT) * step / steps
        found += f'<text x="{at:.1f}" y="{HEIGHT - 8}" text-anchor="middle">{first + step - 1}</text>'
    return found


def _line_svg(points: list[tuple[float, float]], number: int, end: float, name: str) -> str:
    """One course: its line, a mark at each point if there are few, and its name."""
    right = WIDTH - RIGHT
    way = "M" + "L".join(f"{x:.1f} {y:.1f}" for x, y in (*points, (right + 10, end)))
    dash = DASHES[number % len(DASHES)]
    dashed = f' stroke-dasharray="{dash}"' if dash else ""
    found = f'<path d="{way}" fill="none" stroke="currentColor" stroke-width="2"{dashed}/>'
    if len(points) <= 30:
        found += "".join(_marker_svg(MARKS[number % len(MARKS)], x, y) for x, y in points)
    return found + f'<text x="{right + 14}" y="{end + TYPE / 3:.1f}">{escape(name)}</text>'


def _marker_svg(form: str, x: float, y: float) -> str:
    ways = {
        "circle": f"M{x - 4:.1f} {y:.1f}a4 4 0 1 0 8 0a4 4 0 1 0 -8 0",
        "square": f"M{x - 4:.1f} {y - 4:.1f}h8v8h-8z",
        "diamond": f"M{x:.1f} {y - 5:.1f}l5 5l-5 5l-5 -5z",
        "triangle": f"M{x:.1f} {y - 5:.1f}l5 9h-10z",
    }
    return f'<path d="{ways[form]}" fill="currentColor"/>'


def _spread_apart(positions: list[float]) -> list[float]:
    """The vertical positions of the names: as near as possible to the ends of their lines, without overlapping."""
    places, lowest = list(positions), float(TOP)
    for at in sorted(range(len(positions)), key=lambda each: positions[each]):
        places[at] = max(lowest, positions[at])
        lowest = places[at] + TYPE + 2
    highest = float(HEIGHT - 4)
    for at in sorted(range(len(positions)), key=lambda each: -places[each]):
        places[at] = min(places[at], highest)
        highest = places[at] - TYPE - 2
    return places


def bar_chart(pairs: Sequence[tuple[str, str, int, int, int]], label: str) -> Markup:
    """A bar chart with a bar for each pair: filled for games in which the first was ahead, hatched for level games,
    empty for the rest."""
    if not pairs:
        return Markup("")
    row, left, right = 34, 150, WIDTH - 150
    high = len(pairs) * row + 8
    content = (
        '<defs><pattern id="level" width="6" height="6" patternUnits="userSpaceOnUse">'
        '<path d="M0 6L6 0" stroke="currentColor"/></pattern></defs>'
    )
    for number, (one, other, ahead, behind, level) in enumerate(pairs):
        top, games = 6 + number * row, ahead + behind + level
        first, second = (right - left) * ahead / games, (right - left) * level / games
        middle = top + row / 2
        content += (
            f'<text x="{left - 8}" y="{middle}" text-anchor="end">{escape(one)} {ahead}</text>'
            f'<rect x="{left}" y="{top}" width="{first:.1f}" height="22" fill="currentColor"/>'
            f'<rect x="{left + first:.1f}" y="{top}" width="{second:.1f}" height="22" fill="url(#level)"/>'
            f'<rect x="{left}" y="{top}" width="{right - left}" height="22" fill="none" stroke="currentColor"/>'
            f'<text x="{right + 8}" y="{middle}">{behind} {escape(other)}</text>'
        )
    return _svg_picture(content, label, high)


def _svg_picture(content: str, label: str, height: int) -> Markup:
    return Markup(
        f'<div class="wide" tabindex="0" role="group" aria-label="{escape(label)}"><svg viewBox="0 0 {WIDTH} {height}"'
        f' role="img" aria-label="{escape(label)}" font-size="{TYPE}" fill="currentColor">{content}</svg></div>'
    )
