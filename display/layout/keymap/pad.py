"""Draw a pad: figures in rows and columns, each chosen by the key of its row and then that of its column."""

from __future__ import annotations

from display.layout.keymap.entries import KeyEntry, draw_cell
from display.layout.text_items import (
    baseline_in,
    keycap,
    keycap_height,
    keycap_width,
    left_aligned,
    run_items,
    run_width,
)
from display.scene import BOLD, Fill, Item, Rect, Role
from display.text_metrics import capital_height, line_height, text_width
from display.vocabulary import KEYS, Ink
from values.named_tuple import NamedTuple

Corner = tuple[int, int]


class PadFit(NamedTuple):
    """A pad fitted in one type size: the width and height of a cell, the number of rows, and the height of the pad."""

    cell_width: int
    cell_height: int
    row_count: int
    height: int


def fit_pad(figures: tuple[KeyEntry, ...], width: int, height: int, size: int) -> PadFit | None:
    """Fit figures into a width and height; None if they do not fit. Cells grow if there is room."""
    if not figures:
        return PadFit(0, 0, 0, 0)
    cell_width = (width - _row_key_width(size)) // len(KEYS)
    if max(run_width(entry.run, size) for entry in figures) + 2 * max(2, size // 4) > cell_width:
        return None
    row_count = 1 + max(KEYS.index(entry.code[0]) for entry in figures)
    top, min_height = _column_key_height(size), line_height(size) + max(1, size // 8)
    if top + row_count * min_height > height:
        return None
    cell_height = max(min_height, min((height - top) // row_count, keycap_height(size) * 7 // 4))
    return PadFit(min(cell_width, 4 * size), cell_height, row_count, top + row_count * cell_height)


def _row_key_width(size: int) -> int:
    """Return the width of the keys of the rows."""
    return keycap_width(KEYS[-1], size) + max(2, size // 4)


def _column_key_height(size: int) -> int:
    """Return the height of the keys of the columns."""
    return capital_height(size) + max(2, size // 4)


def draw(figures: tuple[KeyEntry, ...], fit: PadFit, corner: Corner, title: str, size: int, stroke: int) -> list[Item]:
    """Draw a pad from a corner, with lines of `stroke` pixels.

    The keys of the rows, which are pressed first, are on filled caps, those of the columns plain.
    """
    if not figures:
        return []
    items: list[Item] = []
    width, height = fit.cell_width, fit.cell_height
    left, top = corner[0] + _row_key_width(size), corner[1] + _column_key_height(size)
    right, cap_right = left + len(KEYS) * width, corner[0] + keycap_width(KEYS[-1], size)
    for column, key in enumerate(KEYS):
        x = left + column * width + (width - text_width(key, size)) // 2
        items.append(left_aligned(key, x, corner[1] + capital_height(size), size, BOLD, Ink.BLACK, Role.KEY))
    for row in range(fit.row_count):
        y = top + row * height
        cap = Rect(corner[0], y + stroke, cap_right, y + height - stroke)
        items += [Fill(Rect(left, y, right, y + stroke)), *keycap(KEYS[row], cap, size)]
    for entry in figures:
        row, column = KEYS.index(entry.code[0]), KEYS.index(entry.code[1])
        x, y = left + column * width, top + row * height + stroke
        items += _draw_entry(entry, Rect(x, y, x + width, y + height - stroke), title, size)
    return items


def _draw_entry(entry: KeyEntry, cell: Rect, title: str, size: int) -> list[Item]:
    items, ink = draw_cell(entry, cell, title)
    x = cell.x0 + (cell.width - run_width(entry.run, size)) // 2
    return items + run_items(entry.run, x, baseline_in(cell, size, entry.label), size, BOLD, ink, Role.LABEL)
