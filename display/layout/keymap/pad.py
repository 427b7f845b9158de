"""Draw a pad: figures in rows and columns, each chosen by the key of its row and then that of its column."""

from __future__ import annotations

from display.layout.keymap.entries import KeyEntry
from display.layout.page_style import PageStyle
from display.layout.text_items import baseline_in, keycap, keycap_height, keycap_width, run_items, run_width
from display.layout.text_items import left_aligned as line_of
from display.scene import Box, Cell, Fill, Item, Role
from display.text_metrics import capital_height, line_height, text_width
from display.vocabulary import KEYS, Ink
from values.named_tuple import NamedTuple


class PadFit(NamedTuple):
    """A pad fitted in one type size: the width and height of a cell, the number of rows, and the height of the pad."""

    wide: int
    high: int
    rows: int
    height: int


def pad_fit(figures: tuple[KeyEntry, ...], width: int, height: int, size: int) -> PadFit | None:
    """Fit figures into a width and height; None if they do not fit. Cells grow if there is room."""
    if not figures:
        return PadFit(0, 0, 0, 0)
    wide = (width - _row_key_width(size)) // len(KEYS)
    if max(run_width(entry.run, size) for entry in figures) + 2 * max(2, size // 4) > wide:
        return None
    rows = 1 + max(KEYS.index(entry.code[0]) for entry in figures)
    top, least = _column_key_height(size), line_height(size) + max(1, size // 8)
    if top + rows * least > height:
        return None
    high = min((height - top) // rows, keycap_height(size) * 7 // 4)
    return PadFit(min(wide, 4 * size), max(least, high), rows, top + rows * max(least, high))


def _row_key_width(size: int) -> int:
    """Return the width of the keys of the rows."""
    return keycap_width(KEYS[-1], size) + max(2, size // 4)


def _column_key_height(size: int) -> int:
    """Return the height of the keys of the columns."""
    return capital_height(size) + max(2, size // 4)


def draw(
    figures: tuple[KeyEntry, ...], fit: PadFit, x: int, y: int, title: str, size: int, style: PageStyle
) -> list[Item]:
    """Draw a pad from a corner.

    The keys of the rows, which are pressed first, are on filled caps, those of the columns plain.
    """
    items: list[Item] = []
    if not figures:
        return items
    left, top = x + _row_key_width(size), y + _column_key_height(size)
    right = left + len(KEYS) * fit.wide
    for column, key in enumerate(KEYS):
        middle = left + column * fit.wide + (fit.wide - text_width(key, size)) // 2
        items.append(line_of(key, middle, y + capital_height(size), size, True, Ink.BLACK, Role.KEY))
    for row in range(fit.rows):
        above = top + row * fit.high
        cap = Box(x, above + style.stroke, x + keycap_width(KEYS[-1], size), above + fit.high - style.stroke)
        items += [Fill(Box(left, above, right, above + style.stroke)), *keycap(KEYS[row], cap, size)]
    for entry in figures:
        row, column = KEYS.index(entry.code[0]), KEYS.index(entry.code[1])
        corner = left + column * fit.wide, top + row * fit.high + style.stroke
        cell = Box(*corner, corner[0] + fit.wide, corner[1] + fit.high - style.stroke)
        items += _draw_cell(entry, cell, title, size)
    return items


def _draw_cell(entry: KeyEntry, cell: Box, title: str, size: int) -> list[Item]:
    items: list[Item] = [Cell(cell, title, entry.code, entry.label, entry.begun)]
    if entry.begun:
        items.append(Fill(cell))
    ink = Ink.WHITE if entry.begun else Ink.BLACK
    x = cell.x0 + (cell.width - run_width(entry.run, size)) // 2
    return items + run_items(entry.run, x, baseline_in(cell, size, entry.label), size, True, ink, Role.LABEL)
