"""A list of codes, each with what it means, in one or more columns."""

from __future__ import annotations

import re
from enum import IntEnum
from functools import lru_cache

from display.layout.keymap.entries import KeyEntry
from display.layout.scale import Scale
from display.layout.text_items import baseline_in, keycap, keycap_height, keycap_width, left_aligned, run_items
from display.layout.text_items import run_width as run_wide
from display.scene import Box, Cell, Fill, Item, Part
from display.text_metrics import ELLIPSIS, ascent, line_height, shorten, text_width, wrap
from display.vocabulary import Ink
from values.named_tuple import NamedTuple

MOST_COLUMNS = 4

MOST_FIGURES = 3
"""So many figures a label can have that are all kept when it is cut."""

_FIGURES = re.compile(r"\d+")


class Fitting(IntEnum):
    """What may be done to make labels fit: nothing, two lines, or fewer letters."""

    WHOLE = 1
    WRAPPED = 2
    CUT = 3


class ListFit(NamedTuple):
    """A list in type of one size: how many columns and rows, how wide a column and its codes are, how many lines deep
    labels are, how high a row and all of it are, and how high all is at least.
    """

    across: int
    down: int
    wide: int
    code: int
    deep: int
    row: int
    height: int
    least: int


class ListRoom(NamedTuple):
    """A width and a height for a list, and how many columns it had better have."""

    width: int
    height: int
    columns: int = 1


def list_fit(entries: tuple[KeyEntry, ...], room: ListRoom, size: int, fitting: Fitting) -> ListFit | None:
    """How a list goes into a room, in no more columns than it takes; None if it does not.

    Where labels are cut, the fewer columns, the more is left of them.
    """
    width, height, first = room
    if not entries:
        return ListFit(1, 0, 0, 0, 1, 0, 0, 0)
    code = max(keycap_width(entry.code, size) for entry in entries) + max(2, size // 4)
    between = size
    better = () if fitting is Fitting.CUT else range(first, 1, -1)
    for across in (*better, *range(1, min(MOST_COLUMNS, len(entries)) + 1)):
        wide = (width - (across - 1) * between) // across
        deep = _lines(entries, wide - code, size, fitting)
        if deep is None:
            continue
        down = -(-len(entries) // across)
        row = tight_row(size, deep)
        if down * row <= height:
            loose = min((height - down * row) // down, size // 3)
            return ListFit(across, down, wide, code, deep, row + loose, down * (row + loose), down * row)
    return None


def tight_row(size: int, deep: int) -> int:
    """How high a row is at least."""
    return max(keycap_height(size), deep * line_height(size)) + max(1, size // 8)


def _lines(entries: tuple[KeyEntry, ...], room: int, size: int, fitting: Fitting) -> int | None:
    """How many lines labels take in a room; None if they do not fit."""
    wide = tuple(entry for entry in entries if run_wide(entry.run, size) > room)
    if not wide:
        return 1
    if fitting is Fitting.WHOLE or any(len(entry.run) > 1 for entry in wide):
        return None
    goes, deep = (_wraps, 2) if fitting is Fitting.WRAPPED else (_cuts, 1)
    return deep if all(goes(entry.label, room, size) for entry in wide) else None


def _wraps(label: str, room: int, size: int) -> bool:
    """Whether a label goes on two lines, no word broken."""
    return len(wrap(label, size, True, room)) <= 2 and all(text_width(word, size) <= room for word in label.split(" "))


def _cuts(label: str, room: int, size: int) -> bool:
    """Whether a label can be shortened to a room."""
    return room >= 2 * size and text_width(_cut(label, room, size), size) <= room


def _cut(label: str, room: int, size: int) -> str:
    """As much of a label as fits: few figures stay whole; of a line with many, its beginning tells which it is."""
    if len(_FIGURES.findall(label)) <= MOST_FIGURES or text_width(label, size) <= room:
        return shorten(label, size, True, room)
    words = label.split(" ")
    begun = (f"{' '.join(words[:count])} {ELLIPSIS}" for count in range(len(words) - 1, 0, -1))
    return next((cut for cut in begun if text_width(cut, size) <= room), ELLIPSIS)


def draw(
    entries: tuple[KeyEntry, ...], fit: ListFit, x: int, y: int, title: str, size: int, scale: Scale
) -> list[Item]:
    """A list from a corner, column by column."""
    items: list[Item] = []
    for at, entry in enumerate(entries):
        column, down = divmod(at, fit.down)
        left, top = x + column * (fit.wide + size), y + down * fit.row
        cell = Box(left, top, left + fit.wide, top + fit.row - max(scale.line, size // 8))
        items += _entry(entry, cell, fit.code, title, size)
    return items


@lru_cache(maxsize=256)
def _entry(entry: KeyEntry, cell: Box, code: int, title: str, size: int) -> tuple[Item, ...]:
    """An entry: its code on a cap as wide as that of all, and its label beside it."""
    items: list[Item] = [Cell(cell, title, entry.code, entry.label, entry.begun)]
    if entry.begun:
        items.append(Fill(cell))
    ink = Ink.WHITE if entry.begun else Ink.BLACK
    wide, high = code - max(2, size // 4), keycap_height(size)
    top = cell.y0 + (cell.height - high) // 2
    items += keycap(entry.code, Box(cell.x0, top, cell.x0 + wide, top + high), size, ink)
    left, room = cell.x0 + code, cell.width - code
    if len(entry.run) > 1:
        return (*items, *run_items(entry.run, left, baseline_in(cell, size), size, True, ink, Part.LABEL))
    lines = wrap(entry.label, size, True, room)
    if len(lines) * line_height(size) > cell.height:
        lines = (_cut(entry.label, room, size),)
    baseline = baseline_in(cell, size)
    if len(lines) > 1:
        baseline = cell.y0 + (cell.height - len(lines) * line_height(size)) // 2 + ascent(size)
    for at, line in enumerate(lines):
        items.append(left_aligned(line, left, baseline + at * line_height(size), size, True, ink, Part.LABEL))
    return tuple(items)
