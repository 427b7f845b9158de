"""Scoreboards: lines and columns with the players' letters in their cells."""

from __future__ import annotations

from functools import lru_cache
from typing import NamedTuple

from display.layout.scale import Scale
from display.layout.text_items import label_text, left_aligned
from display.scene import Box, Fill, Frame, Item, Part, Sign, Symbol
from display.text_metrics import ascent, capital_height, line_height, shorten, size_at_most, size_for_height, text_width
from display.vocabulary import Ink, Scoreboard
from display.words import Language


class ScoreboardPlan(NamedTuple):
    """How scoreboards share a width: the side of a cell, boards in a line, and the height of all."""

    cell: int
    across: int
    height: int
    noted: bool


class ScoreboardShape(NamedTuple):
    """What counts of scoreboards for the room they take: their number, columns, lines, and whether any has a note."""

    boards: int
    columns: int
    lines: int
    noted: bool


def plan(grids: tuple[Scoreboard, ...], wide: int, high: int, largest: int, scale: Scale) -> ScoreboardPlan | None:
    """The largest cells with which the boards fit a width and height; None if even the least do not."""
    columns = max([len(grid.cells[0]) if grid.cells else 1 for grid in grids])
    lines = max([len(grid.cells) for grid in grids])
    noted = any(grid.note for grid in grids)
    return _planned(ScoreboardShape(len(grids), columns, lines, noted), wide, high, largest, scale)


@lru_cache(maxsize=64)
def _planned(shape: ScoreboardShape, wide: int, high: int, largest: int, scale: Scale) -> ScoreboardPlan | None:
    least = scale.least + scale.line if scale.gap > 2 else scale.least - 1
    for cell in range(largest, least - 1, -1):
        board = shape.columns * cell + 3 * scale.line
        across = min(shape.boards, (wide + scale.gap) // (board + scale.gap))
        if not across:
            continue
        deep = -(-shape.boards // across)
        plain = shape.lines * cell + 3 * scale.line + line_height(_title_size(cell, scale))
        for noted in (True, False) if shape.noted else (False,):
            one = plain + (line_height(scale.least) if noted else 0)
            height = deep * one + (deep - 1) * scale.gap
            if height <= high:
                return ScoreboardPlan(cell, -(-shape.boards // deep), height, noted)
    return None


def _title_size(cell: int, scale: Scale) -> int:
    return max(scale.least, size_at_most(min(scale.small, cell)))


def draw(
    grids: tuple[Scoreboard, ...], chosen: ScoreboardPlan, box: Box, scale: Scale, language: Language
) -> list[Item]:
    """Scoreboards side by side from the top left of a box."""
    items: list[Item] = []
    room = (box.width - (chosen.across - 1) * scale.gap) // chosen.across
    deep = -(-len(grids) // chosen.across)
    one = (chosen.height - (deep - 1) * scale.gap) // deep
    for at, grid in enumerate(grids):
        row, column = divmod(at, chosen.across)
        x, y = box.x0 + column * (room + scale.gap), box.y0 + row * (one + scale.gap)
        items += _one(grid, Box(x, y, x + room, y + one), chosen, scale, language)
    return items


@lru_cache(maxsize=16)
def _one(grid: Scoreboard, box: Box, chosen: ScoreboardPlan, scale: Scale, language: Language) -> tuple[Item, ...]:
    """One scoreboard: title, frame and markers. The golden one has a crown and a heavy frame."""
    size = _title_size(chosen.cell, scale)
    items: list[Item] = []
    x = box.x0
    if grid.special:
        crown = capital_height(size) | 1
        top = box.y0 + ascent(size) - crown
        items.append(Symbol(Box(x, top, x + crown, top + crown), Sign.CROWN, Ink.YELLOW))
        x += crown + max(1, size // 5)
    title = shorten(label_text(grid.title, language), size, True, box.x1 - x)
    items.append(left_aligned(title, x, box.y0 + ascent(size), size, True, Ink.BLACK, Part.NAME))
    columns = len(grid.cells[0]) if grid.cells else 0
    heavy = 2 * scale.line if grid.special else scale.line
    top = box.y0 + line_height(size)
    wide, high = columns * chosen.cell, len(grid.cells) * chosen.cell
    outer = Box(box.x0, top, box.x0 + wide + 2 * heavy - scale.line, top + high + 2 * heavy - scale.line)
    items.append(Frame(outer, heavy))
    items += _markers(grid, Box(outer.x0 + heavy, top + heavy, outer.x1 - heavy, outer.y1 - heavy), chosen.cell, scale)
    if chosen.noted and grid.note:
        note = shorten(label_text(grid.note, language), scale.least, False, box.width)
        items.append(left_aligned(note, box.x0, outer.y1 + ascent(scale.least), scale.least, False))
    return tuple(items)


def _markers(grid: Scoreboard, inner: Box, cell: int, scale: Scale) -> list[Item]:
    """The lines between cells and the letters in them; the lines stay a pixel off the letters."""
    items: list[Item] = []
    for column in range(1, len(grid.cells[0]) if grid.cells else 0):
        x = inner.x0 + column * cell - scale.line
        items.append(Fill(Box(x, inner.y0, x + scale.line, inner.y1)))
    for row in range(1, len(grid.cells)):
        y = inner.y0 + row * cell - scale.line
        items.append(Fill(Box(inner.x0, y, inner.x1, y + scale.line)))
    side = cell - scale.line
    for row, cells in enumerate(grid.cells):
        for column, letters in enumerate(cells):
            if letters:
                corner = (inner.x0 + column * cell, inner.y0 + row * cell)
                items += _marker("".join(letters), Box(*corner, corner[0] + side, corner[1] + side))
    return items


def _marker(letters: str, box: Box) -> list[Item]:
    """Players' letters in a cell, as large as it holds."""
    size = size_for_height(max(5, box.height * 2 // 3))
    while size > 5 and (text_width(letters, size) > box.width or capital_height(size) > box.height):
        size = size_at_most(size - 1)
    x = box.x0 + (box.width - text_width(letters, size)) // 2
    baseline = box.y0 + (box.height + capital_height(size)) // 2
    return [left_aligned(letters, x, baseline, size, True, Ink.BLACK, Part.MARKER)]
