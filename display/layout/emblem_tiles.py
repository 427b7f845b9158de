"""A choice among games: a large tile for each, with its emblem."""

from __future__ import annotations

from functools import lru_cache
from typing import NamedTuple

from display.layout import centre
from display.layout.scale import Scale, largest_fitting, steps
from display.layout.text_items import keycap, keycap_height, keycap_width, label_text, left_aligned
from display.scene import Box, Cell, Fill, Group, Item, Part, group
from display.text_metrics import ascent, line_height, shorten, text_width
from display.vocabulary import Board, Ink, KeyCell, KeyGrid
from display.words import Language

NARROW = 3
"""A tile is at most so many times as wide as it is high."""


class _Tiles(NamedTuple):
    """Tiles in rows and columns: how many columns, the size of a tile, the type of keys and names, and caps' width."""

    across: int
    wide: int
    high: int
    cap: int
    name: int
    code: int


@lru_cache(maxsize=4)
def draw(grid: KeyGrid, begun: str, box: Box, scale: Scale, language: Language) -> tuple[Group, ...]:
    """The tiles of a level in rows and columns, in the order of their codes."""
    title = label_text(grid.title, language)
    labels = [label_text(cell.label, language) for cell in grid.cells]
    tiles = _tiles(grid, labels, box, scale)
    items: list[Item] = []
    for at, (cell, label) in enumerate(zip(grid.cells, labels, strict=True)):
        line, column = divmod(at, tiles.across)
        x, y = box.x0 + column * (tiles.wide + 2 * scale.gap), box.y0 + line * (tiles.high + scale.gap)
        place = Box(x, y, x + tiles.wide, y + tiles.high)
        items.append(Cell(place, title, cell.code, label, bool(begun) and cell.code.startswith(begun)))
        items += _tile(cell, label, place, tiles, scale)
        room = Box(x + tiles.code + scale.gap, y + scale.gap, place.x1, place.y1 - line_height(tiles.name) - scale.gap)
        if room.height >= 2 * scale.least:
            items += centre.draw(Board((), cell.emblem), room, scale, language)
    return (group(tuple(items)),)


def _tiles(grid: KeyGrid, labels: list[str], box: Box, scale: Scale) -> _Tiles:
    """Tiles that are not much wider than high."""
    count = len(labels)
    across = next((n for n in range(1, count) if box.width // n <= NARROW * (box.height // -(-count // n))), count)
    wide, high = box.width // across - 2 * scale.gap, box.height // -(-count // across) - scale.gap
    sizes = steps(scale.alone, scale.least)
    cap = largest_fitting(sizes, scale.least, lambda size: keycap_height(size) * 2 <= high)
    code = max(keycap_width(cell.code, cap) for cell in grid.cells)
    low = [size for size in sizes if line_height(size) * 5 <= high * 2]
    name = _name_size(labels, low, wide, scale)
    return _Tiles(across, wide, high, cap, name, code)


def _name_size(labels: list[str], sizes: list[int], room: int, scale: Scale) -> int:
    return largest_fitting(sizes, scale.least, lambda size: max(text_width(each, size) for each in labels) <= room)


def _tile(cell: KeyCell, label: str, box: Box, tiles: _Tiles, scale: Scale) -> list[Item]:
    """A tile: a rule above, the key at the left, the name at the foot, all across it."""
    inner = box._replace(y0=box.y0 + 2 * scale.line + scale.gap // 2)
    foot = inner.y1 - line_height(tiles.name)
    cap = inner._replace(x1=inner.x0 + tiles.code, y1=foot)
    written = shorten(label, tiles.name, True, box.width)
    baseline = foot + ascent(tiles.name)
    return [
        Fill(box._replace(y1=box.y0 + 2 * scale.line)),
        *keycap(cell.code, cap, tiles.cap),
        left_aligned(written, inner.x0, baseline, tiles.name, True, Ink.BLACK, Part.LABEL),
    ]
