"""How much room blocks take, before anything is drawn.

Many sizes of type, widths and numbers of columns are tried for each page, so what does not depend on the room is
measured once for a block and a size.
"""

from __future__ import annotations

from collections.abc import Iterable
from enum import IntEnum
from functools import lru_cache
from typing import NamedTuple

from display.layout.keymap.blocks import KeyEntry, KeyList, KeyPad
from display.layout.scale import Scale, steps
from display.layout.text_items import keycap_height, keycap_width, run_width
from display.text_metrics import capital_height, is_flat, line_height, shorten, size_at_most, text_width, wrap
from display.vocabulary import KEYS


class Fitting(IntEnum):
    """What may be done to make labels fit."""

    WHOLE = 1  # nothing: each on one line
    BROKEN = 2  # two lines
    CUT = 3  # shortened
    BARE = 4  # shortened, and no titles


class Title(NamedTuple):
    """The title of a block: its type, its width in full, the height of its line and that with the space below."""

    size: int
    wide: int
    line: int
    high: int


class PadCells(NamedTuple):
    """The cells of a pad: their width, the height of each row, the width of row caps, the height of column caps."""

    wide: int
    rows: tuple[int, ...]
    left: int
    top: int


class PadSizes(NamedTuple):
    """A pad in type of one size. `lead` is what the key before the pad takes, within `wide`.

    `right` is where the ink ends, and `high` leaves out the title. Where its single entries are too wide for it, it
    `holds` them not. `hint` is the type of the hint and its width.
    """

    cells: PadCells
    lead: int
    wide: int
    right: int
    high: int
    holds: bool
    title: Title
    hint: tuple[int, int]


class ListSizes(NamedTuple):
    """A list in type of one size: gap between columns, width of codes, widest label, height of a row, space below."""

    gap: int
    code: int
    natural: int
    row: int
    space: int
    title: Title


class ListColumns(NamedTuple):
    """A list in columns: how many, how wide its labels are and how high its rows, and the size of it all."""

    across: int
    label: int
    row: int
    wide: int
    high: int


@lru_cache(maxsize=256)
def pad_sizes(pad: KeyPad, size: int) -> PadSizes:
    """What a pad takes at a size of type."""
    scale = pad.scale
    cells = _cells(pad, size)
    thin = scale.line
    whole = cells.left + 4 * (cells.wide + thin) + thin
    lead = keycap_width(pad.first, size) + scale.gap // 2 if pad.first else 0
    singles = max((run_width(entry.run, size) for entry in pad.single), default=0)
    high = cells.top + sum(cells.rows) + (len(cells.rows) + 1) * thin + (thin if pad.single else 0)
    title = _title(pad.title, size, scale)
    hint = max(scale.least, size_at_most(title.size - scale.line))
    right = whole if pad.single else _right(pad, cells, size)
    shown = bool(pad.hint) and not scale.compact
    holds = singles <= whole - cells.left - 2 * thin
    hinted = (hint, text_width(pad.hint, hint, False) if shown else 0)
    return PadSizes(cells, lead, whole + lead, right + lead, high, holds, title, hinted)


def _right(pad: KeyPad, cells: PadCells, size: int) -> int:
    """Where the ink of a pad ends that need not have an entry in its last column, but has all columns' keys."""
    thin = pad.scale.line
    last = max(KEYS.index(entry.code[-1]) for entry in pad.entries)
    key = 3 * (cells.wide + thin) + thin + (cells.wide - text_width(KEYS[-1], size)) // 2 + text_width(KEYS[-1], size)
    return cells.left + max(key, (last + 1) * (cells.wide + thin) + thin)


def _title(title: str, size: int, scale: Scale) -> Title:
    small = title_size(size, scale)
    return Title(
        small, text_width(title, small), line_height(small), line_height(small) + max(1, scale.gap // 4) if title else 0
    )


def title_size(size: int, scale: Scale) -> int:
    """The type of a title above keys of a size."""
    return max(scale.least, size_at_most(min(scale.small, size * 4 // 5)))


def title_height(block: KeyPad | KeyList, title: Title, fitting: Fitting) -> int:
    """What the title of a block takes above it."""
    return title.high if block.title and fitting is not Fitting.BARE else 0


def title_shown(block: KeyPad | KeyList, title: Title, wide: int, room: int, fitting: Fitting) -> str:
    """The title of a block `wide` pixels wide, as much of it as is written in a room."""
    if fitting is Fitting.BARE or not block.title:
        return ""
    limit = wide if fitting is Fitting.CUT else room
    return block.title if title.wide <= limit else shorten(block.title, title.size, True, limit)


def pad_extent(pad: KeyPad, size: int, room: int, height: int, fitting: Fitting) -> tuple[int, int] | None:
    """How wide and high a pad is in a room; None if it does not fit."""
    found = pad_sizes(pad, size)
    if found.wide > room or not found.holds:
        return None
    if not pad.title or fitting is Fitting.BARE:
        return (found.right, found.high) if found.high <= height else None
    title = found.title
    high = title.high + found.high
    if title.line >= height or high > height:
        return None
    written = text_width(title_shown(pad, title, found.wide, room, fitting), title.size)
    hinted = found.wide if hint_fits(pad, found, written) else 0
    return max(found.right, written, hinted), high


def hint_fits(pad: KeyPad, found: PadSizes, title: int) -> bool:
    """Whether there is room for a pad's hint at the right of its title of so many pixels."""
    return found.hint[1] > 0 and found.wide - found.hint[1] >= title + pad.scale.gap


@lru_cache(maxsize=256)
def list_sizes(listing: KeyList, size: int) -> ListSizes:
    """What a list takes at a size of type."""
    scale, entries = listing.scale, listing.entries
    code = code_width(entries, size)
    natural = max(run_width(entry.run, size) for entry in entries)
    space = max(1, size // 6)
    row = max(keycap_height(size), line_height(size)) + space
    return ListSizes(max(scale.gap, size // 2), code, natural, row, space, _title(listing.title, size, scale))


def code_width(entries: Iterable[KeyEntry], size: int) -> int:
    """What the codes of a column take, with the space after them."""
    return max([keycap_width(entry.code, size) for entry in entries]) + max(2, size // 4)


def flattest_list(listing: KeyList, size: int, room: int, height: int, fitting: Fitting) -> ListColumns | None:
    """A list as flat as the width of a room allows; None if it does not fit."""
    for count in _splits(len(listing.entries)):
        columns = _columns(listing, size, count, room, height, fitting)
        if columns is not None:
            return columns
    return None


def narrowest_list(listing: KeyList, size: int, room: int, height: int, fitting: Fitting) -> ListColumns | None:
    """A list as narrow as the height of a room allows; None if it does not fit."""
    found, entries = list_sizes(listing, size), len(listing.entries)
    title = found.title.high if fitting is not Fitting.BARE else 0
    lines = (height - title + found.space) // found.row
    if lines < 1:
        return None
    for count in range(-(-entries // lines), entries + 1):
        if not _may_hold(listing, size, _space(found, count, room), fitting):
            return None
        columns = _columns(listing, size, count, room, height, fitting)
        if columns is not None:
            return columns
    return None


@lru_cache(maxsize=64)
def _splits(entries: int) -> tuple[int, ...]:
    """Numbers of columns to try, from all in one line to one a line, without ragged equals."""
    return tuple(sorted({-(-entries // lines) for lines in range(1, entries + 1)}, reverse=True))


def least_list(listing: KeyList, size: int, fitting: Fitting) -> list[tuple[int, int]]:
    """How wide and high a list is at least, with one column and more."""
    found, entries = list_sizes(listing, size), len(listing.entries)
    column = found.code + _least_label(listing, size, fitting) + 2 + found.gap
    title = title_height(listing, found.title, fitting)
    return [
        (count * column - found.gap, -(-entries // count) * found.row - found.space + title)
        for count in _splits(entries)
    ]


def _space(found: ListSizes, count: int, room: int) -> int:
    """What so many columns leave each label."""
    return (room - (count - 1) * found.gap) // count - found.code - 2


def _may_hold(listing: KeyList, size: int, space: int, fitting: Fitting) -> bool:
    """Whether labels may fit a space: more columns leave even less."""
    return space >= _least_label(listing, size, fitting)


@lru_cache(maxsize=256)
def _least_label(listing: KeyList, size: int, fitting: Fitting) -> int:
    """How wide labels are at least: in full, or on lines of a word, or shortened."""
    natural = list_sizes(listing, size).natural
    if fitting is Fitting.WHOLE:
        return natural
    if fitting is Fitting.BROKEN:
        return min(natural, max(_narrowest(entry, size) for entry in listing.entries))
    return min(natural, 2 * size)


def _columns(listing: KeyList, size: int, count: int, room: int, height: int, fitting: Fitting) -> ListColumns | None:
    """A list in so many columns; None if it does not fit a room."""
    found = list_sizes(listing, size)
    space = _space(found, count, room)
    deep = _lines_deep(listing, size, space, fitting)
    if deep is None or not _title_fits(listing, found.title, height, fitting):
        return None
    label = min(found.natural, space)
    row = found.row if deep == 1 else max(keycap_height(size), deep * line_height(size)) + found.space
    wide = count * (found.code + label + 2 + found.gap) - found.gap
    high = -(-len(listing.entries) // count) * row - found.space + title_height(listing, found.title, fitting)
    if high > height:
        return None
    written = title_shown(listing, found.title, wide, room, fitting)
    return ListColumns(count, label, row, max(wide, text_width(written, found.title.size)), high)


def _lines_deep(listing: KeyList, size: int, space: int, fitting: Fitting) -> int | None:
    """How many lines the labels of a list take in a space, one or two; None if they do not fit it."""
    if not _may_hold(listing, size, space, fitting):
        return None
    if list_sizes(listing, size).natural <= space:
        return 1
    if fitting is not Fitting.BROKEN:
        return 1 if _keep(listing, size, space) else None
    deep = _deepest(listing, size, space)
    return deep if deep <= 2 else None


def _title_fits(block: KeyPad | KeyList, title: Title, height: int, fitting: Fitting) -> bool:
    """Whether a block's title, if it is shown, leaves anything of a height."""
    return not block.title or fitting is Fitting.BARE or title.line < height


@lru_cache(maxsize=256)
def _deepest(listing: KeyList, size: int, space: int) -> int:
    """How many lines the labels of a list take at most."""
    return max(1 if len(entry.run) > 1 else len(wrap(entry.label, size, True, space)) for entry in listing.entries)


@lru_cache(maxsize=256)
def _keep(listing: KeyList, size: int, space: int) -> bool:
    """Whether all entries can be shortened to a space: their figures and symbols stay whole."""
    for entry in listing.entries:
        if run_width(entry.run, size) > space and (
            len(entry.run) > 1 or text_width(shorten(entry.label, size, True, space), size) > space
        ):
            return False
    return True


def _narrowest(entry: KeyEntry, size: int) -> int:
    if len(entry.run) > 1:
        return run_width(entry.run, size)
    return max(text_width(word, size) for word in entry.label.split(" "))


def _cells(pad: KeyPad, size: int) -> PadCells:
    side = max(2, size // 4)
    figures = [entry for entry in pad.entries if not entry.wordy]
    wordy = [entry for entry in pad.entries if entry.wordy]
    wide = max((run_width(entry.run, size) for entry in figures), default=size)
    small = small_size(size, pad.scale)
    for entry in wordy:
        wide = max(wide, min(run_width(entry.run, size), _two_lines(entry.label, small)))
    rows = _row_heights(pad, figures, size)
    for entry in wordy:
        fitting, lines = label_lines(entry, size, small, wide + 2 * side - 2)
        row = KEYS.index(entry.code[-2])
        rows[row] = max(rows[row], len(lines) * line_height(fitting))
    return PadCells(wide + 2 * side, tuple(rows), keycap_width("D", size), keycap_height(size))


def _row_heights(pad: KeyPad, figures: list[KeyEntry], size: int) -> list[int]:
    """How high the rows of a pad are for its figures, and for the entries that have a row to themselves."""
    plain = capital_height(size) + 2 * max(1, size // 5)
    if not all(is_flat(entry.label) for entry in figures):
        plain = max(plain, line_height(size))
    rows = [plain] * (1 + max(KEYS.index(entry.code[-2]) for entry in pad.entries))
    for row, entry in enumerate(pad.single):
        rows[row] = plain if is_flat(entry.label) else max(plain, line_height(size))
    return rows


def small_size(size: int, scale: Scale) -> int:
    """The type of words on a pad of figures."""
    return max(min(size, scale.least), size_at_most(size * 5 // 8))


@lru_cache(maxsize=256)
def _two_lines(label: str, size: int) -> int:
    """How wide words are that take no more than two lines."""
    words_ = label.replace("-", "- ").split(" ")
    wide = max(text_width(word, size) for word in words_)
    if len(words_) < 3:
        return wide
    halves = ((" ".join(words_[:at]), " ".join(words_[at:])) for at in range(1, len(words_)))
    return max(wide, min(max(text_width(one, size), text_width(other, size)) for one, other in halves))


def label_lines(entry: KeyEntry, size: int, small: int, room: int) -> tuple[int, tuple[str, ...]]:
    """A wordy entry in its cell: the type and the lines."""
    if run_width(entry.run, size) <= room:
        return size, (entry.label,)
    for fitting in (*(step for step in steps(size, small) if step > small), small):
        if text_width(entry.label, fitting) <= room:
            return fitting, (entry.label,)
    lines = wrap(entry.label.replace("-", "- "), small, True, room)
    return small, tuple(line_.replace("- ", "-") for line_ in lines)
