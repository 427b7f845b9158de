"""Draw a choice of games: a large tile for each, with its emblem."""

from __future__ import annotations

from bisect import bisect_left
from functools import lru_cache

from display.layout import centre, chips
from display.layout.layout_options import NO_LOSS
from display.layout.page_style import PageStyle, largest_by_bisection, largest_for_words, type_sizes
from display.layout.text_items import keycap, keycap_height, keycap_width, paragraph
from display.scene import BOLD, Fill, Group, Item, KeyMapCell, Rect, Role, group_items
from display.text_metrics import line_height, max_text_width
from display.vocabulary import Board, Ink, KeyCell, KeyGrid, Mark
from values.named_tuple import NamedTuple

MAX_ASPECT = 3
"""The maximum ratio of a tile's width to its height."""


class _TileMeasures(NamedTuple):
    """Measures of tiles.

    They are the number of columns, a tile's size, the type of keys and names, the lines of a name, and a keycap's
    width.
    """

    column_count: int
    width: int
    height: int
    key_size: int
    name_size: int
    name_line_count: int
    key_width: int


@lru_cache(maxsize=4)
def draw(level: KeyGrid, typed_keys: str, rect: Rect, style: PageStyle) -> tuple[Group, ...]:
    """Draw the tiles of a level in rows and columns, in the order of their codes."""
    title, gap = style.say(level.title), style.gap
    labels = [style.say(cell.label) for cell in level.cells]
    tiles = _measure_tiles(level, labels, rect, style)
    items: list[Item] = []
    for index, (cell, label) in enumerate(zip(level.cells, labels, strict=True)):
        row, column = divmod(index, tiles.column_count)
        x, y = rect.x0 + column * (tiles.width + 2 * gap), rect.y0 + row * (tiles.height + gap)
        tile = Rect(x, y, x + tiles.width, y + tiles.height)
        items.append(KeyMapCell(tile, title, cell.code, label, bool(typed_keys) and cell.code.startswith(typed_keys)))
        items += _draw_tile(cell, label, tile, tiles, style)
        foot = tile.y1 - tiles.name_line_count * line_height(tiles.name_size)
        emblem_rect = Rect(x + tiles.key_width + gap, y + gap, tile.x1, foot - gap)
        if emblem_rect.height >= 2 * style.min_size:
            items += centre.draw(Board((), _fitting_marks(cell.emblem, emblem_rect, style)), emblem_rect, style)
    return (group_items(tuple(items)),)


def _fitting_marks(emblem: tuple[Mark, ...], rect: Rect, style: PageStyle) -> tuple[Mark, ...]:
    """Return as many marks of an emblem as fit. A count of those left out would be no emblem."""
    sizes = type_sizes(style.chip_size, style.min_size)
    for count in range(len(emblem), 1, -1):
        if rect.width // count >= 2 * style.min_size + style.gap:
            return emblem[:count]
        strip = chips.chip_strip(emblem[:count], style)
        _, loss = chips.fit_chips(strip, sizes, rect.width, rect.height, style)
        if loss == NO_LOSS:
            return emblem[:count]
    return emblem[:1]


def _measure_tiles(level: KeyGrid, labels: list[str], rect: Rect, style: PageStyle) -> _TileMeasures:
    """Return measures for tiles that are not much wider than high."""
    count, smallest = len(labels), style.min_size
    for column_count in range(1, count + 1):
        width, height = rect.width // column_count, rect.height // -(-count // column_count)
        if width <= MAX_ASPECT * height:
            break
    width, height = width - 2 * style.gap, height - style.gap
    types = type_sizes(style.max_key_size, smallest)
    key_size = largest_by_bisection(types, smallest, lambda size: keycap_height(size) * 2 <= height)
    key_width = max(keycap_width(cell.code, key_size) for cell in level.cells)
    low_types = types[bisect_left(types, True, key=lambda size: line_height(size) * 5 <= height * 2) :]
    name_size = largest_for_words(labels, low_types, smallest, width)
    has_room = keycap_height(smallest) + 2 * line_height(name_size) + 3 * style.gap <= height
    name_line_count = 2 if has_room and max_text_width(labels, name_size) > width else 1
    return _TileMeasures(column_count, width, height, key_size, name_size, name_line_count, key_width)


def _draw_tile(cell: KeyCell, label: str, rect: Rect, tiles: _TileMeasures, style: PageStyle) -> list[Item]:
    """Draw a tile: a line above, the key at the left, the name at the foot across the tile."""
    inner = rect._replace(y0=rect.y0 + 2 * style.stroke + style.gap // 2)
    foot = inner.y1 - tiles.name_line_count * line_height(tiles.name_size)
    cap = inner._replace(x1=inner.x0 + tiles.key_width, y1=foot)
    return [
        Fill(rect._replace(y1=rect.y0 + 2 * style.stroke)),
        *keycap(cell.code, cap, tiles.key_size),
        *paragraph(label, inner._replace(y0=foot), tiles.name_size, BOLD, Ink.BLACK, Role.LABEL)[0],
    ]
