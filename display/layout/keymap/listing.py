"""Draw a list of codes, each with its meaning, in one or more columns."""

from __future__ import annotations

import re
from collections.abc import Iterator
from enum import IntEnum
from functools import lru_cache

from display.layout.keymap.entries import KeyEntry
from display.layout.page_style import PageStyle
from display.layout.text_items import baseline_in, keycap, keycap_height, keycap_width, left_aligned, middle, run_items
from display.layout.text_items import run_width as run_wide
from display.scene import Box, Cell, Fill, Item, Role
from display.text_metrics import ELLIPSIS, ascent, line_height, shorten, text_width, wrap
from display.vocabulary import Ink
from values.named_tuple import NamedTuple

MAX_COLUMNS = 4

MAX_FIGURES = 3
"""A label with at most so many figures keeps all of them when it is cut."""

THIN_SPACE, HAIR_SPACE = "\N{THIN SPACE}", "\N{HAIR SPACE}"

_FIGURES = re.compile(r"\d+")


class Fitting(IntEnum):
    """What may be done to make labels fit: nothing, two lines, or fewer letters."""

    WHOLE = 1
    WRAPPED = 2
    CUT = 3


class ListFit(NamedTuple):
    """A list fitted in one type size.

    It has the widths of columns and the gap between them, the width of codes, the heights of rows, and the minimum
    height of the list.
    """

    wide: tuple[int, ...]
    between: int
    code: int
    rows: tuple[int, ...]
    least: int

    @property
    def height(self) -> int:
        """The height of the list."""
        return sum(self.rows)


class ListRoom(NamedTuple):
    """The width and height for a list, and the preferred number of columns.

    In an `even` list, all rows and columns are alike and well apart.
    """

    width: int
    height: int
    columns: int
    even: bool


def list_fit(entries: tuple[KeyEntry, ...], room: ListRoom, size: int, fitting: Fitting) -> ListFit | None:
    """Fit a list into a room, in as few columns as it needs; None if it does not fit.

    If labels are cut, more is left of them with fewer columns.
    """
    if not entries:
        return ListFit((), 0, 0, (), 0)
    code = max(keycap_width(entry.code, size) for entry in entries) + max(2, size // 4)
    for wide, between in _column_choices(entries, room, code, size, fitting):
        down = -(-len(entries) // len(wide))
        deep = _lines(entries, tuple([each - code for each in wide]), size, fitting)
        if not deep:
            continue
        rows = _row_heights(deep, down, room, size)
        least = sum(rows)
        if least <= room.height:
            loose = min((room.height - least) // down, size // 3)
            return ListFit(wide, between, code, tuple([row + loose for row in rows]), least)
    return None


def _column_choices(
    entries: tuple[KeyEntry, ...], room: ListRoom, code: int, size: int, fitting: Fitting
) -> Iterator[tuple[tuple[int, ...], int]]:
    """Yield the possible widths of columns and the gap between them, the best first.

    The widths are all alike, or, if need be, each as wide as its entries.
    """
    better = () if fitting is Fitting.CUT else range(room.columns, 1, -1)
    down = room.height // tight_row(size, 1)
    counts = (*better, *range(1, min(MAX_COLUMNS, len(entries)) + 1))
    for across in filter(lambda count: count * down >= len(entries), counts):
        for between in (size,) if room.even or across == 1 else (size, size // 2):
            yield across * ((room.width - (across - 1) * between) // across,), between
        if not room.even and 1 < across <= len(entries):
            wide = _natural_widths(entries, across, code, size)
            between = (room.width - sum(wide)) // (across - 1)
            if len(wide) == across and between >= size // 2:
                yield wide, min(between, size)


def _natural_widths(entries: tuple[KeyEntry, ...], across: int, code: int, size: int) -> tuple[int, ...]:
    """Return the widths of `across` columns, each wide enough for its entries."""
    down = -(-len(entries) // across)
    columns = [entries[at : at + down] for at in range(0, len(entries), down)]
    return tuple(
        [code + max([run_wide(_narrowed(entry, size, 0).run, size) for entry in column]) for column in columns]
    )


def _row_heights(deep: tuple[int, ...], down: int, room: ListRoom, size: int) -> tuple[int, ...]:
    """Return the minimum heights of rows: all alike, or, if those do not fit, each by the highest label in it."""
    rows = down * (tight_row(size, max(deep)),)
    if room.even or sum(rows) <= room.height:
        return rows
    return tuple([tight_row(size, max(deep[row::down])) for row in range(down)])


def tight_row(size: int, deep: int) -> int:
    """Return the minimum height of a row with `deep` lines."""
    return max(keycap_height(size), deep * line_height(size)) + max(1, size // 8)


@lru_cache(maxsize=128)
def _lines(entries: tuple[KeyEntry, ...], rooms: tuple[int, ...], size: int, fitting: Fitting) -> tuple[int, ...]:
    """Return how many lines each label takes in its column; an empty tuple if one does not fit."""
    down = -(-len(entries) // len(rooms))
    deep: list[int] = []
    for at, entry in enumerate(entries):
        lines = _label_lines(entry, rooms[at // down], size, fitting)
        if not lines:
            return ()
        deep.append(lines)
    return tuple(deep)


def _label_lines(entry: KeyEntry, room: int, size: int, fitting: Fitting) -> int:
    """Return how many lines a label takes in a width; 0 if it does not fit."""
    entry = _narrowed(entry, size, room)
    if run_wide(entry.run, size) <= room:
        return 1
    if fitting is Fitting.WHOLE or len(entry.run) > 1:
        return 0
    if fitting is Fitting.WRAPPED:
        return 2 if _can_wrap(entry.label, room, size) else 0
    return 1 if _can_cut(entry.label, room, size) else 0


def _narrowed(entry: KeyEntry, size: int, room: int) -> KeyEntry:
    """Return an entry with the thin spaces between its letters, if any, narrowed as needed to fit on one line."""
    if THIN_SPACE not in entry.label:
        return entry
    labels = [entry.label.replace(THIN_SPACE, space) for space in (THIN_SPACE, HAIR_SPACE, "")]
    label = next((each for each in labels if text_width(each, size) <= room), labels[-1])
    return entry._replace(run=(label,), label=label)


def _can_wrap(label: str, room: int, size: int) -> bool:
    """Whether a label fits on two lines with no word broken."""
    return len(wrap(label, size, True, room)) <= 2 and all(text_width(word, size) <= room for word in label.split(" "))


def _can_cut(label: str, room: int, size: int) -> bool:
    """Whether a label can be shortened to a width."""
    return room >= 2 * size and text_width(_cut_label(label, room, size), size) <= room


def _cut_label(label: str, room: int, size: int) -> str:
    """Cut a label: few figures stay whole; a label with many is told by its beginning."""
    if len(_FIGURES.findall(label)) <= MAX_FIGURES or text_width(label, size) <= room:
        return shorten(label, size, True, room)
    words = label.split(" ")
    begun = (f"{' '.join(words[:count])} {ELLIPSIS}" for count in range(len(words) - 1, 0, -1))
    return next((cut for cut in begun if text_width(cut, size) <= room), ELLIPSIS)


def draw(
    entries: tuple[KeyEntry, ...], fit: ListFit, x: int, y: int, title: str, size: int, style: PageStyle
) -> list[Item]:
    """Draw a list from a corner, column by column."""
    items: list[Item] = []
    for at, entry in enumerate(entries):
        column, row = divmod(at, len(fit.rows))
        left, top = x + sum(fit.wide[:column]) + column * fit.between, y + sum(fit.rows[:row])
        cell = Box(left, top, left + fit.wide[column], top + fit.rows[row] - max(style.stroke, size // 8))
        items += _draw_entry(entry, cell, fit.code, title, size)
    return items


@lru_cache(maxsize=256)
def _draw_entry(entry: KeyEntry, cell: Box, code: int, title: str, size: int) -> tuple[Item, ...]:
    """Draw an entry: its code on a keycap as wide as all others, and its label beside it."""
    items: list[Item] = [Cell(cell, title, entry.code, entry.label, entry.begun)]
    if entry.begun:
        items.append(Fill(cell))
    ink = Ink.WHITE if entry.begun else Ink.BLACK
    cap = cell._replace(x1=cell.x0 + code - max(2, size // 4))
    items += keycap(entry.code, middle(cap, keycap_height(size)), size, ink)
    left, room = cell.x0 + code, cell.width - code
    entry = _narrowed(entry, size, room)
    if len(entry.run) > 1:
        return (*items, *run_items(entry.run, left, baseline_in(cell, size), size, True, ink, Role.LABEL))
    lines = wrap(entry.label, size, True, room)
    if len(lines) * line_height(size) > cell.height:
        lines = (_cut_label(entry.label, room, size),)
    baseline = baseline_in(cell, size)
    if len(lines) > 1:
        baseline = cell.y0 + (cell.height - len(lines) * line_height(size)) // 2 + ascent(size)
    for at, line in enumerate(lines):
        items.append(left_aligned(line, left, baseline + at * line_height(size), size, True, ink, Role.LABEL))
    return tuple(items)
