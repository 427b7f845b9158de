"""Which levels of a key map are drawn."""

from __future__ import annotations

from dataclasses import dataclass
from functools import lru_cache

from display.layout.text_items import label_text
from display.vocabulary import KeyGrid, KeyMap
from display.words import Language, text


@dataclass(frozen=True, slots=True, eq=False)
class Levels:
    """Levels of a key map that are drawn together. They equal only themselves, so that they are looked up at once."""

    grids: tuple[KeyGrid, ...]


@lru_cache(maxsize=64)
def levels(grids: tuple[KeyGrid, ...]) -> Levels:
    """Some levels."""
    return Levels(grids)


@lru_cache(maxsize=16)
def level_choices(keymap: KeyMap) -> tuple[Levels, ...]:
    """Which levels to draw, from all of them down to the first alone, for pages that can't hold more."""
    ways = [(*keymap.grids, *named_then(keymap.ahead)), keymap.grids]
    if keymap.left:
        ways.append(keymap.left)
    ways += [keymap.grids[:count] for count in range(len(keymap.grids) - 1, 0, -1)]
    return tuple(dict.fromkeys(levels(way) for way in ways if way))


def without_marked(
    grids: tuple[KeyGrid, ...], marked: frozenset[tuple[str, str]], language: Language
) -> tuple[KeyGrid, ...]:
    """Levels without the cells whose code and label stand on the board already."""
    left = []
    for grid in grids:
        cells = tuple(cell for cell in grid.cells if (cell.code, label_text(cell.label, language)) not in marked)
        if cells:
            left.append(KeyGrid(grid.title, cells, grid.pad))
    return tuple(left)


def named_then(grids: tuple[KeyGrid, ...]) -> tuple[KeyGrid, ...]:
    """Levels of the declaration after the next, named as such."""
    return tuple(KeyGrid(text("then {title}", title=grid.title), grid.cells, grid.pad) for grid in grids)
