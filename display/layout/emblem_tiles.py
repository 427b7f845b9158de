"""Draw a choice of games: a large tile for each, with its emblem."""

from __future__ import annotations

from bisect import bisect_left
from functools import lru_cache

from display.layout import centre, chips
from display.layout.layout_options import NOTHING_GIVEN_UP
from display.layout.page_style import PageStyle, largest_by_bisection, largest_for_words, type_sizes
from display.layout.text_items import keycap, keycap_height, keycap_width, paragraph
from display.scene import Box, Cell, Fill, Group, Item, Role, group_items
from display.text_metrics import line_height, text_width
from display.vocabulary import Board, Ink, KeyCell, KeyGrid, Mark
from values.named_tuple import NamedTuple

NARROW = 3
"""A tile is at most so many times as wide as it is high."""


class _Tiles(NamedTuple):
    """Measures of tiles.

    They are the number of columns, a tile's size, the type of keys and names, the lines of a name, and a keycap's
    width.
    """

    across: int
    wide: int
    high: int
    cap: int
    name: int
    deep: int
    code: int


@lru_cache(maxsize=4)
def draw(grid: KeyGrid, begun: str, box: Box, style: PageStyle) -> tuple[Group, ...]:
    """Draw the tiles of a level in rows and columns, in the order of their codes."""
    title = style.say(grid.title)
    labels = [style.say(cell.label) for cell in grid.cells]
    tiles = _measure_tiles(grid, labels, box, style)
    items: list[Item] = []
    for at, (cell, label) in enumerate(zip(grid.cells, labels, strict=True)):
        line, column = divmod(at, tiles.across)
        x, y = box.x0 + column * (tiles.wide + 2 * style.gap), box.y0 + line * (tiles.high + style.gap)
        place = Box(x, y, x + tiles.wide, y + tiles.high)
        items.append(Cell(place, title, cell.code, label, bool(begun) and cell.code.startswith(begun)))
        items += _draw_tile(cell, label, place, tiles, style)
        room = Box(
            x + tiles.code + style.gap,
            y + style.gap,
            place.x1,
            place.y1 - tiles.deep * line_height(tiles.name) - style.gap,
        )
        if room.height >= 2 * style.min_size:
            items += centre.draw(Board((), _fitting_marks(cell.emblem, room, style)), room, style)
    return (group_items(tuple(items)),)


def _fitting_marks(emblem: tuple[Mark, ...], room: Box, style: PageStyle) -> tuple[Mark, ...]:
    """Return as many marks of an emblem as fit. A count of those left out would be no emblem."""
    sizes = type_sizes(style.chip_size, style.min_size)
    for count in range(len(emblem), 1, -1):
        if room.width // count >= 2 * style.min_size + style.gap:
            return emblem[:count]
        strip = chips.chip_strip(emblem[:count], style)
        if chips.fit_chips(strip, sizes, room.width, room.height, style)[1] == NOTHING_GIVEN_UP:
            return emblem[:count]
    return emblem[:1]


def _measure_tiles(grid: KeyGrid, labels: list[str], box: Box, style: PageStyle) -> _Tiles:
    """Return measures for tiles that are not much wider than high."""
    count = len(labels)
    across = next((n for n in range(1, count) if box.width // n <= NARROW * (box.height // -(-count // n))), count)
    wide, high = box.width // across - 2 * style.gap, box.height // -(-count // across) - style.gap
    sizes = type_sizes(style.max_key_size, style.min_size)
    cap = largest_by_bisection(sizes, style.min_size, lambda size: keycap_height(size) * 2 <= high)
    code = max(keycap_width(cell.code, cap) for cell in grid.cells)
    low = sizes[bisect_left(sizes, True, key=lambda size: line_height(size) * 5 <= high * 2) :]
    name = largest_for_words(labels, low, style.min_size, wide)
    whole = max(text_width(each, name) for each in labels) <= wide
    deep = 1 if whole or keycap_height(style.min_size) + 2 * line_height(name) + 3 * style.gap > high else 2
    return _Tiles(across, wide, high, cap, name, deep, code)


def _draw_tile(cell: KeyCell, label: str, box: Box, tiles: _Tiles, style: PageStyle) -> list[Item]:
    """Draw a tile: a line above, the key at the left, the name at the foot across the tile."""
    inner = box._replace(y0=box.y0 + 2 * style.stroke + style.gap // 2)
    foot = inner.y1 - tiles.deep * line_height(tiles.name)
    cap = inner._replace(x1=inner.x0 + tiles.code, y1=foot)
    return [
        Fill(box._replace(y1=box.y0 + 2 * style.stroke)),
        *keycap(cell.code, cap, tiles.cap),
        *paragraph(label, inner._replace(y0=foot), tiles.name, True, Ink.BLACK, Role.LABEL)[0],
    ]
