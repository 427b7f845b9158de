"""A key map as it is drawn, once it is known where its blocks go."""

from __future__ import annotations

from collections.abc import Sequence
from functools import lru_cache

from display.layout.keymap.block_sizes import (
    Fitting,
    ListColumns,
    PadCells,
    Title,
    code_width,
    hint_fits,
    label_lines,
    list_sizes,
    pad_sizes,
    small_size,
    title_shown,
)
from display.layout.keymap.blocks import KeyEntry, KeyList, KeyPad
from display.layout.keymap.packing import KeyMapFit
from display.layout.scale import Scale
from display.layout.text_items import (
    baseline_in,
    keycap,
    keycap_height,
    keycap_width,
    left_aligned,
    run_items,
    run_width,
)
from display.scene import Box, Cell, Fill, Frame, Group, Item, Part, group
from display.text_metrics import ascent, line_height, shorten, text_width, wrap
from display.vocabulary import KEYS, Ink


@lru_cache(maxsize=8)
def key_map_items(fit: KeyMapFit, x: int, y: int) -> tuple[Group, ...]:
    """A key map with its corner at a place, as a group whose picture can be kept; nothing where it has no blocks."""
    items: list[Item] = []
    for block, across, down, room, columns in fit.places:
        if isinstance(block, KeyPad):
            items += _pad(block, x + across, y + down, room, fit.size, fit.fitting)
        elif columns is not None:
            items += _listing(block, x + across, y + down, room, columns, fit.size, fit.fitting)
    return (group(tuple(items)),) if items else ()


def _title(written: str, x: int, y: int, title: Title) -> tuple[list[Item], int]:
    """The title of a block, and how high it is."""
    return ([left_aligned(written, x, y + ascent(title.size), title.size)], title.high) if written else ([], 0)


def _pad(pad: KeyPad, x: int, y: int, room: int, size: int, fitting: Fitting) -> list[Item]:
    found = pad_sizes(pad, size)
    written = title_shown(pad, found.title, found.wide, room, fitting)
    items, title = _title(written, x, y, found.title)
    if items and hint_fits(pad, found, text_width(written, found.title.size)):
        small, wide = found.hint
        items.append(left_aligned(pad.hint, x + found.wide - wide, y + ascent(found.title.size), small, False))
    top = y + title
    if pad.first:
        items += keycap(pad.first, Box(x, top, x + found.lead - pad.scale.gap // 2, top + found.high), size)
    return items + _pad_rows(pad, found.cells, Box(x + found.lead, top, x + found.wide, top + found.high), size)


def _pad_rows(pad: KeyPad, cells: PadCells, box: Box, size: int) -> list[Item]:
    """The rows of a pad with their keys, and the keys of the columns above the rows that need them."""
    thin, small = pad.scale.line, small_size(size, pad.scale)
    items: list[Item] = []
    start, y = box.x0 + cells.left, box.y0
    entries = {entry.code[-2:]: entry for entry in pad.entries}
    for row, high in enumerate(cells.rows):
        if row == len(pad.single):
            y += thin if row else 0
            items += _column_keys(cells, start, y, size, thin)
            y += cells.top
        items += keycap(KEYS[row], Box(box.x0, y + thin, start - thin, y + thin + high), size)
        if row < len(pad.single):
            cell = Box(start, y, box.x1, y + high + 2 * thin)
            items += _pad_cell(pad.single[row], cell, size, small, pad.scale, pad.title)
        for column, key in enumerate(KEYS):
            entry = entries.get(KEYS[row] + key)
            x = start + column * (cells.wide + thin)
            if entry is not None:
                cell = Box(x, y, x + cells.wide + 2 * thin, y + high + 2 * thin)
                items += _pad_cell(entry, cell, size, small, pad.scale, pad.title)
        y += high + thin
    return items


def _column_keys(cells: PadCells, start: int, y: int, size: int, thin: int) -> list[Item]:
    """The keys of the columns, plain where those of the rows, which are pressed first, are filled."""
    items: list[Item] = []
    baseline = y + cells.top - max(1, size // 8)
    for column, key in enumerate(KEYS):
        x = start + column * (cells.wide + thin) + thin + (cells.wide - text_width(key, size)) // 2
        items.append(left_aligned(key, x, baseline, size, True, Ink.BLACK, Part.KEY))
    return items


def _pad_cell(entry: KeyEntry, cell: Box, size: int, small: int, scale: Scale, title: str) -> list[Item]:
    inner = cell.inset(scale.line, scale.line)
    ink = Ink.WHITE if entry.chosen else Ink.BLACK
    items: list[Item] = [
        Cell(cell, title, entry.code, entry.label, entry.chosen),
        Fill(cell) if entry.chosen else Frame(cell, scale.line),
    ]
    room = inner.width - 2
    if not entry.wordy:
        x = inner.x0 + (inner.width - run_width(entry.run, size)) // 2
        return items + run_items(entry.run, x, baseline_in(inner, size, entry.label), size, True, ink, Part.LABEL)
    fitting, lines = label_lines(entry, size, small, room)
    lefts = [inner.x0 + (inner.width - text_width(part, fitting)) // 2 for part in lines]
    return items + _label(lines, lefts, inner, baseline_in(inner, fitting, lines[0]), fitting, ink)


def _label(lines: Sequence[str], lefts: Sequence[int], box: Box, single: int, size: int, ink: Ink) -> list[Item]:
    """A label in the middle of a box's height, each line from its left end; one alone has the baseline `single`."""
    baseline = single
    if len(lines) > 1:
        baseline = box.y0 + (box.height - len(lines) * line_height(size)) // 2 + ascent(size)
    return [
        left_aligned(part, left, baseline + at * line_height(size), size, True, ink, Part.LABEL)
        for at, (part, left) in enumerate(zip(lines, lefts, strict=True))
    ]


def _listing(
    listing: KeyList, x: int, y: int, room: int, columns: ListColumns, size: int, fitting: Fitting
) -> list[Item]:
    """Entries in columns, line by line."""
    found = list_sizes(listing, size)
    wide = found.code + columns.label + 2
    across = columns.across * (wide + found.gap) - found.gap
    items, title = _title(title_shown(listing, found.title, across, room, fitting), x, y, found.title)
    # Every column's labels stand next to its own codes: between one column and the next there is more room than that.
    codes = [code_width(listing.entries[column :: columns.across], size) for column in range(columns.across)]
    for at, entry in enumerate(listing.entries):
        row, column = divmod(at, columns.across)
        left, top = x + column * (wide + found.gap), y + title + row * columns.row
        cell = Box(left, top, left + wide, top + columns.row - found.space)
        items += _listed(entry, cell, codes[column], size, listing.title)
    return items


def _listed(entry: KeyEntry, cell: Box, code: int, size: int, title: str) -> list[Item]:
    ink = Ink.WHITE if entry.chosen else Ink.BLACK
    items: list[Item] = [Cell(cell, title, entry.code, entry.label, entry.chosen)]
    if entry.chosen:
        items.append(Fill(cell))
    high = keycap_height(size)
    wide = keycap_width(entry.code, size)
    top = cell.y0 + (cell.height - high) // 2
    items += keycap(entry.code, Box(cell.x0, top, cell.x0 + wide, top + high), size, ink)
    x, room = cell.x0 + code, cell.width - code - 2
    if len(entry.run) > 1:
        return items + run_items(entry.run, x, baseline_in(cell, size), size, True, ink, Part.LABEL)
    lines = wrap(entry.label, size, True, room)
    if len(lines) * line_height(size) > cell.height:
        lines = (shorten(entry.label, size, True, room),)
    return items + _label(lines, [x] * len(lines), cell, baseline_in(cell, size), size, ink)
