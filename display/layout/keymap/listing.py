"""Draw a list of codes, each with its meaning, in one or more columns."""

from __future__ import annotations

import re
from collections.abc import Iterator
from enum import IntEnum
from functools import lru_cache

from display.layout.keymap.entries import KeyEntry, draw_cell
from display.layout.text_items import (
    baseline_in,
    keycap,
    keycap_height,
    keycap_width,
    left_aligned,
    run_items,
    run_width,
    vertical_middle,
)
from display.scene import BOLD, Item, Rect, Role
from display.text_metrics import ELLIPSIS, ascent, line_height, max_text_width, shorten, text_width, wrap
from display.vocabulary import MAX_CELL_KEYS, keys_apart
from values.named_tuple import NamedTuple

MAX_COLUMNS = 4

MAX_FIGURES = 3
"""A label with at most this number of figures keeps all of them when it is cut."""

THIN_SPACE, HAIR_SPACE = "\N{THIN SPACE}", "\N{HAIR SPACE}"

_FIGURE_PATTERN = re.compile(r"\d+")

Corner = tuple[int, int]


class LabelFitting(IntEnum):
    """What may be done to make labels fit: nothing, two lines, or fewer letters."""

    WHOLE = 1
    WRAPPED = 2
    CUT = 3


class ListFit(NamedTuple):
    """A list fitted in one type size.

    It has the widths of columns and the gap between them, the width of codes, the heights of rows, and the minimum
    height of the list. On the smallest panels, a number with all its keys has a wider code than the others.
    """

    column_widths: tuple[int, ...]
    column_gap: int
    code_width: int
    row_heights: tuple[int, ...]
    min_height: int

    @property
    def height(self) -> int:
        """The height of the list."""
        return sum(self.row_heights)


class ListRoom(NamedTuple):
    """The width and height for a list, and the preferred number of columns.

    In an even list, all rows and columns are alike and well apart.
    """

    width: int
    height: int
    column_count: int
    is_even: bool


def fit_list(entries: tuple[KeyEntry, ...], room: ListRoom, size: int, fitting: LabelFitting) -> ListFit | None:
    """Fit a list into a room, in as few columns as it needs; None if it does not fit.

    If labels are cut, more is left of them with fewer columns.
    """
    if not entries:
        return ListFit((), 0, 0, (), 0)
    code_width = _code_width(entries, size, is_even=room.is_even)
    for widths, gap in _column_choices(entries, room, code_width, size, fitting):
        row_count = -(-len(entries) // len(widths))
        line_counts = _line_counts(entries, widths, code_width, size, fitting)
        if not line_counts:
            continue
        heights = _row_heights(line_counts, row_count, room, size)
        min_height = sum(heights)
        if min_height <= room.height:
            extra_height = min((room.height - min_height) // row_count, size // 3)
            return ListFit(widths, gap, code_width, tuple([row + extra_height for row in heights]), min_height)
    return None


def _code_width(entries: tuple[KeyEntry, ...], size: int, *, is_even: bool) -> int:
    """Return the width of codes with the space after them. Unless the list is even, a number with all its keys takes
    what it needs, and leaves the others as narrow as they are."""
    codes = [entry.code for entry in entries if is_even or len(entry.code) <= MAX_CELL_KEYS]
    return max((keycap_width(keys_apart(code), size) for code in codes), default=0) + _space_after_code(size)


def _own_code_width(code: str, code_width: int, size: int) -> int:
    """Return the width of a code with the space after it, in a list whose codes have a common width."""
    return max(code_width, keycap_width(keys_apart(code), size) + _space_after_code(size))


def _space_after_code(size: int) -> int:
    return max(2, size // 4)


def _column_choices(
    entries: tuple[KeyEntry, ...], room: ListRoom, code_width: int, size: int, fitting: LabelFitting
) -> Iterator[tuple[tuple[int, ...], int]]:
    """Yield the possible widths of columns and the gap between them, the best first.

    The widths are all alike, or, if need be, each as wide as its entries.
    """
    more_columns = () if fitting is LabelFitting.CUT else range(room.column_count, 1, -1)
    max_rows = room.height // min_row_height(size, 1)
    counts = (*more_columns, *range(1, min(MAX_COLUMNS, len(entries)) + 1))
    for column_count in filter(lambda count: count * max_rows >= len(entries), counts):
        for gap in (size,) if room.is_even or column_count == 1 else (size, size // 2):
            yield column_count * ((room.width - (column_count - 1) * gap) // column_count,), gap
        if not room.is_even and 1 < column_count <= len(entries):
            widths = _natural_widths(entries, column_count, code_width, size)
            gap = (room.width - sum(widths)) // (column_count - 1)
            if len(widths) == column_count and gap >= size // 2:
                yield widths, min(gap, size)


def _natural_widths(entries: tuple[KeyEntry, ...], count: int, code_width: int, size: int) -> tuple[int, ...]:
    """Return the widths of `count` columns, each wide enough for its entries."""
    row_count = -(-len(entries) // count)
    cells = [
        _own_code_width(entry.code, code_width, size) + run_width(_narrow_entry(entry, size, 0).run, size)
        for entry in entries
    ]
    return tuple([max(cells[index : index + row_count]) for index in range(0, len(cells), row_count)])


def _row_heights(line_counts: list[int], row_count: int, room: ListRoom, size: int) -> tuple[int, ...]:
    """Return the minimum heights of rows: all alike, or, if those do not fit, each by the highest label in it."""
    even_heights = row_count * (min_row_height(size, max(line_counts)),)
    if room.is_even or sum(even_heights) <= room.height:
        return even_heights
    return tuple([min_row_height(size, max(line_counts[row::row_count])) for row in range(row_count)])


def min_row_height(size: int, line_count: int) -> int:
    """Return the minimum height of a row with `line_count` lines."""
    return max(keycap_height(size), line_count * line_height(size)) + max(1, size // 8)


@lru_cache(maxsize=128)
def _line_counts(
    entries: tuple[KeyEntry, ...], widths: tuple[int, ...], code_width: int, size: int, fitting: LabelFitting
) -> list[int]:
    """Return how many lines each label takes in its column; an empty list if one does not fit."""
    row_count = -(-len(entries) // len(widths))
    counts: list[int] = []
    for index, entry in enumerate(entries):
        label_width = widths[index // row_count] - _own_code_width(entry.code, code_width, size)
        line_count = _label_line_count(entry, label_width, size, fitting)
        if not line_count:
            return []
        counts.append(line_count)
    return counts


def _label_line_count(entry: KeyEntry, width: int, size: int, fitting: LabelFitting) -> int:
    """Return how many lines a label takes in a width; 0 if it does not fit."""
    entry = _narrow_entry(entry, size, width)
    if run_width(entry.run, size) <= width:
        return 1
    if fitting is LabelFitting.WHOLE or len(entry.run) > 1:
        return 0
    if fitting is LabelFitting.WRAPPED:
        return 2 if _can_wrap(entry.label, width, size) else 0
    return 1 if _can_cut(entry.label, width, size) else 0


def _narrow_entry(entry: KeyEntry, size: int, width: int) -> KeyEntry:
    """Return an entry with the thin spaces between its letters, if any, narrowed as needed to fit on one line."""
    if THIN_SPACE not in entry.label:
        return entry
    labels = [entry.label.replace(THIN_SPACE, space) for space in (THIN_SPACE, HAIR_SPACE, "")]
    label = next((narrowed for narrowed in labels if text_width(narrowed, size) <= width), labels[-1])
    return entry._replace(run=(label,), label=label)


def _can_wrap(label: str, width: int, size: int) -> bool:
    """Whether a label fits on two lines with no word broken."""
    return len(wrap(label, size, BOLD, width)) <= 2 and max_text_width(label.split(" "), size) <= width


def _can_cut(label: str, width: int, size: int) -> bool:
    """Whether a label can be shortened to a width."""
    return width >= 2 * size and text_width(_cut_label(label, width, size), size) <= width


def _cut_label(label: str, width: int, size: int) -> str:
    """Cut a label: few figures stay whole; a label with many is recognized by its beginning."""
    if len(_FIGURE_PATTERN.findall(label)) <= MAX_FIGURES or text_width(label, size) <= width:
        return shorten(label, size, BOLD, width)
    words = label.split(" ")
    candidates = (f"{' '.join(words[:count])} {ELLIPSIS}" for count in range(len(words) - 1, 0, -1))
    return next((candidate for candidate in candidates if text_width(candidate, size) <= width), ELLIPSIS)


def draw(entries: tuple[KeyEntry, ...], fit: ListFit, corner: Corner, title: str, size: int, stroke: int) -> list[Item]:
    """Draw a list from a corner, column by column, with at least `stroke` pixels between rows."""
    items: list[Item] = []
    for index, entry in enumerate(entries):
        column, row = divmod(index, len(fit.row_heights))
        x = corner[0] + sum(fit.column_widths[:column]) + column * fit.column_gap
        y = corner[1] + sum(fit.row_heights[:row])
        bottom = y + fit.row_heights[row] - max(stroke, size // 8)
        items += _draw_entry(entry, Rect(x, y, x + fit.column_widths[column], bottom), fit.code_width, title, size)
    return items


@lru_cache(maxsize=256)
def _draw_entry(entry: KeyEntry, cell: Rect, code_width: int, title: str, size: int) -> tuple[Item, ...]:
    """Draw an entry: its code on a keycap, as wide as all others if it has no more keys, and its label beside it."""
    items, ink = draw_cell(entry, cell, title)
    code_width = _own_code_width(entry.code, code_width, size)
    cap = cell._replace(x1=cell.x0 + code_width - _space_after_code(size))
    items += keycap(keys_apart(entry.code), vertical_middle(cap, keycap_height(size)), size, ink)
    left, width = cell.x0 + code_width, cell.width - code_width
    entry = _narrow_entry(entry, size, width)
    if len(entry.run) > 1:
        return (*items, *run_items(entry.run, left, baseline_in(cell, size), size, BOLD, ink, Role.LABEL))
    lines = wrap(entry.label, size, BOLD, width)
    if len(lines) * line_height(size) > cell.height:
        lines = (_cut_label(entry.label, width, size),)
    baseline = baseline_in(cell, size)
    if len(lines) > 1:
        baseline = cell.y0 + (cell.height - len(lines) * line_height(size)) // 2 + ascent(size)
    for index, line in enumerate(lines):
        items.append(left_aligned(line, left, baseline + index * line_height(size), size, BOLD, ink, Role.LABEL))
    return tuple(items)
