"""The key map: pads whose rows and columns spell a code, and lists of codes."""

from __future__ import annotations

from enum import Enum
from functools import lru_cache
from typing import NamedTuple

from display.layout.scale import Scale, steps
from display.layout.writing import (
    Run,
    baseline_in,
    cap,
    cap_height,
    cap_width,
    put,
    run_of,
    run_width,
    said,
    words,
)
from display.scene import Box, Cell, Fill, Frame, Group, Item, Part, Words, group
from display.typeface import above, flat, line, rise, rung, shorten, width, wrap
from display.vocabulary import Ink, KeyCell, KeyGrid
from display.words import Language, text

KEYS = "ABCD"
TINY = 6
"""The type below which nothing is drawn, for pages that would burst otherwise."""


class Fitting(Enum):
    """What may be done to make labels fit."""

    WHOLE = 1  # nothing: each on one line
    BROKEN = 2  # two lines
    CUT = 3  # shortened
    BARE = 4  # shortened, and no titles


class Entry(NamedTuple):
    """A cell of the map: its code, how its label is drawn and what it says, and whether it is still meant."""

    code: str
    run: Run
    label: str
    chosen: bool


class Pad(NamedTuple):
    """Up to sixteen entries by row and column; `first` is a key pressed before them, `hint` tells in which order."""

    title: str
    hint: str
    first: str
    entries: tuple[Entry, ...]

    @property
    def rows(self) -> int:
        return 1 + max(KEYS.index(entry.code[-2]) for entry in self.entries)


class Listing(NamedTuple):
    """Entries with their codes before them."""

    title: str
    entries: tuple[Entry, ...]


Block = Pad | Listing


class Packed(NamedTuple):
    """Blocks in their place: what is drawn, at which size of type, and how much of their box they take."""

    items: tuple[Item, ...]
    size: int
    width: int
    height: int


class Drawn(NamedTuple):
    """A key map in its place, like `Packed`, as a group whose picture can be kept."""

    parts: tuple[Group, ...]
    size: int
    width: int
    height: int


@lru_cache(maxsize=64)
def key_map(
    grids: tuple[KeyGrid, ...], typed: str, box: Box, most: int, scale: Scale, language: Language
) -> Drawn | None:
    """Levels of a key map in a box, in the largest type that fits, from the top left corner; None if none does.

    Labels are broken into lines only where that makes the type much larger, and shortened only in the least type.
    """
    blocks = _blocks(grids, typed, language)
    if not blocks:
        return Drawn((), most, 0, 0)
    packed = _fitted(blocks, box, most, scale)
    return packed and Drawn((group(packed.items),), packed.size, packed.width, packed.height)


def _fitted(blocks: tuple[Block, ...], box: Box, most: int, scale: Scale) -> Packed | None:
    """Blocks in the largest type that fits a box."""
    broken: Packed | None = None
    for size in steps(most, scale.least):
        if broken is not None and size * 3 < broken.size * 2:
            return broken
        packed = _pack(blocks, box, size, scale, Fitting.WHOLE)
        if packed is not None:
            return packed
        broken = broken or _pack(blocks, box, size, scale, Fitting.BROKEN)
    if broken is not None:
        return broken
    for fitting in (Fitting.CUT, Fitting.BARE):
        for size in range(scale.least, TINY - 1, -1):
            packed = _pack(blocks, box, size, scale, fitting)
            if packed is not None:
                return packed
    return _squeezed(blocks, box, scale)


@lru_cache(maxsize=64)
def _blocks(grids: tuple[KeyGrid, ...], typed: str, language: Language) -> tuple[Block, ...]:
    blocks: list[Block] = []
    rest = typed
    for grid in grids:
        chosen, rest = _chosen(grid.cells, rest)
        title = said(grid.title, language)
        entries = tuple(_entry(cell, cell.code in chosen, grid.pad, language) for cell in grid.cells)
        lengths = {len(entry.code) for entry in entries}
        if lengths == {3}:
            hint = said(text("block, row, column"), language)
            for key in sorted({entry.code[0] for entry in entries}):
                block = tuple(entry for entry in entries if entry.code[0] == key)
                blocks.append(Pad(title, hint if title else "", key, block))
                title = ""
        elif lengths == {2} and grid.pad:
            blocks.append(Pad(title, said(text("row, then column"), language), "", entries))
        elif entries:
            blocks.append(Listing(title, entries))
    return tuple(blocks)


def _entry(cell: KeyCell, chosen: bool, pad: bool, language: Language) -> Entry:
    return Entry(cell.code, run_of(cell.label, language, spelled=not pad), said(cell.label, language), chosen)


def _chosen(cells: tuple[KeyCell, ...], typed: str) -> tuple[frozenset[str], str]:
    """The codes of a level that the typed keys mean or may come to mean, and the keys left for the next level."""
    if not typed:
        return frozenset(), ""
    for cell in cells:
        if typed.startswith(cell.code):
            return frozenset((cell.code,)), typed[len(cell.code) :]
    begun = frozenset(cell.code for cell in cells if cell.code.startswith(typed))
    return begun, "" if begun else typed


def _pack(blocks: tuple[Block, ...], box: Box, size: int, scale: Scale, fitting: Fitting) -> Packed | None:
    """Blocks on shelves from left to right and top to bottom; None if they do not fit at this size."""
    items: list[Item] = []
    gap = scale.gap * 2
    x = y = shelf = right = 0
    for block in blocks:
        beside = None
        if x:
            rest = Box(box.x0 + x, box.y0 + y, box.x1, box.y1)
            beside = _narrow(block, rest, size, scale, shelf, fitting)
        if beside is None and x:
            y, x, shelf = y + shelf + gap, 0, 0
        drawn = beside or _wide(block, Box(box.x0, box.y0 + y, box.x1, box.y1), size, scale, fitting)
        if drawn is None:
            return None
        items += drawn.items
        right = max(right, x + drawn.width)
        x += drawn.width + gap + scale.gap
        shelf = max(shelf, drawn.height)
    return Packed(tuple(items), size, right, y + shelf)


def _narrow(block: Block, box: Box, size: int, scale: Scale, shelf: int, fitting: Fitting) -> Packed | None:
    """A block beside others on a shelf, as narrow as the shelf's height (or else the box's) allows."""
    title = 0 if fitting is Fitting.BARE else width(block.title, _title_size(size, scale))
    if title > box.width:
        return None
    if isinstance(block, Pad):
        return _pad(block, box, size, scale, fitting)
    for columns in range(1, len(block.entries) + 1):
        drawn = _listing(block, box, size, scale, columns, fitting)
        if drawn is not None and drawn.height <= shelf:
            return drawn
    return _wide(block, box, size, scale, fitting)


def _wide(block: Block, box: Box, size: int, scale: Scale, fitting: Fitting) -> Packed | None:
    """A block on a shelf of its own, as flat as the width allows."""
    if isinstance(block, Pad):
        return _pad(block, box, size, scale, fitting)
    for columns in _splits(len(block.entries)):
        drawn = _listing(block, box, size, scale, columns, fitting)
        if drawn is not None:
            return drawn
    return None


def _splits(entries: int) -> tuple[int, ...]:
    """Numbers of columns to try, from all in one line to one a line, without ragged equals."""
    return tuple(sorted({-(-entries // lines) for lines in range(1, entries + 1)}, reverse=True))


def _title(title: str, box: Box, size: int, scale: Scale) -> tuple[list[Item], int]:
    """The title of a block, and how high it is."""
    if not title:
        return [], 0
    small = _title_size(size, scale)
    if line(small) >= box.height:
        return [], box.height + 1
    room = shorten(title, small, True, box.width)
    return [words(room, box.x0, box.y0 + above(small), small)], line(small) + max(1, scale.gap // 4)


def _breadth(title: list[Item]) -> int:
    """How wide a title is."""
    return sum(item.box.width for item in title)


def _title_size(size: int, scale: Scale) -> int:
    return max(scale.least, rung(min(scale.small, size * 4 // 5)))


def _pad_sizes(block: Pad, size: int, scale: Scale) -> tuple[int, int, int, int]:
    """Width and height of a pad's cells, width of its row caps, and height of its column caps."""
    side = max(2, size // 4)
    wide = max((run_width(entry.run, size) for entry in block.entries if not _wordy(entry)), default=size)
    small = _small(size, scale)
    wordy = [entry for entry in block.entries if _wordy(entry)]
    for entry in wordy:
        wide = max(wide, min(run_width(entry.run, size), _longest(entry.label, small)))
    high = rise(size) + 2 * max(1, size // 5)
    if not all(flat(entry.label) for entry in block.entries if not _wordy(entry)):
        high = max(high, line(size))
    if wordy:
        broken = [_broken(entry, size, small, wide + 2 * side - 2) for entry in wordy]
        high = max(high, *(len(lines) * line(fitting) for fitting, lines in broken))
    return wide + 2 * side, high, cap_width("D", size), cap_height(size)


def _wordy(entry: Entry) -> bool:
    return len(entry.run) == 1 and len(entry.label) > 3


def _small(size: int, scale: Scale) -> int:
    """The type of words on a pad of figures."""
    return max(min(size, scale.least), rung(size * 5 // 8))


def _longest(label: str, size: int) -> int:
    return max(width(word, size) for word in _words(label))


def _words(label: str) -> list[str]:
    return label.replace("-", "- ").split(" ")


def _broken(entry: Entry, size: int, small: int, room: int) -> tuple[int, tuple[str, ...]]:
    """A wordy entry in its cell: the type and the lines."""
    if run_width(entry.run, size) <= room:
        return size, (entry.label,)
    for fitting in (*(step for step in steps(size, small) if step > small), small):
        if width(entry.label, fitting) <= room:
            return fitting, (entry.label,)
    lines = wrap(entry.label.replace("-", "- "), small, True, room)
    return small, tuple(line_.replace("- ", "-") for line_ in lines)


def _pad(block: Pad, box: Box, size: int, scale: Scale, fitting: Fitting) -> Packed | None:
    wide, high, left, top = _pad_sizes(block, size, scale)
    line_ = scale.line
    total = left + 4 * (wide + line_) + line_
    if total > box.width:
        return None
    items, title = _title(block.title, box, size, scale) if fitting is not Fitting.BARE else ([], 0)
    lead = cap_width(block.first, size) + scale.gap // 2 if block.first else 0
    if total + lead > box.width:
        return None
    height = title + top + block.rows * (high + line_) + line_
    if height > box.height:
        return None
    titled = _breadth(items)
    items += _hint(block, items, box.x0 + total + lead, size, scale)
    x, y = box.x0 + lead, box.y0 + title
    if block.first:
        items += cap(block.first, Box(box.x0, y, x - scale.gap // 2, y + height - title), size)
    items += _pad_caps(block, Box(x, y, x + total, y + height - title), size, scale)
    small = _small(size, scale)
    for entry in block.entries:
        row, column = KEYS.index(entry.code[-2]), KEYS.index(entry.code[-1])
        corner = (x + left + column * (wide + line_), y + top + row * (high + line_))
        cell = Box(*corner, corner[0] + wide + 2 * line_, corner[1] + high + 2 * line_)
        items += _pad_cell(entry, cell, size, small, scale, block.title)
    return Packed(tuple(items), size, max(titled, total + lead), height)


def _hint(block: Pad, title: list[Item], right: int, size: int, scale: Scale) -> list[Item]:
    """In which order the keys are pressed, beside the title where there is room."""
    small = max(scale.least, rung(_title_size(size, scale) - scale.line))
    start = right - width(block.hint, small, False)
    if not block.hint or not title or scale.pocket or start < title[0].box.x1 + scale.gap:
        return []
    assert isinstance(title[0], Words)
    return [words(block.hint, start, title[0].baseline, small, False)]


def _pad_caps(block: Pad, box: Box, size: int, scale: Scale) -> list[Item]:
    """The keys beside the rows, which come first, filled; those above the columns plain."""
    wide, high, left, top = _pad_sizes(block, size, scale)
    line_ = scale.line
    items: list[Item] = []
    for column, key in enumerate(KEYS):
        x = box.x0 + left + column * (wide + line_) + line_
        baseline = box.y0 + top - max(1, size // 8)
        items.append(words(key, x + (wide - width(key, size)) // 2, baseline, size, True, Ink.BLACK, Part.KEY))
    for row in range(block.rows):
        y = box.y0 + top + row * (high + line_) + line_
        items += cap(KEYS[row], Box(box.x0, y, box.x0 + left - line_, y + high), size)
    return items


def _pad_cell(entry: Entry, cell: Box, size: int, small: int, scale: Scale, title: str) -> list[Item]:
    inner = cell.inset(scale.line, scale.line)
    ink = Ink.WHITE if entry.chosen else Ink.BLACK
    items: list[Item] = [
        Cell(cell, title, entry.code, entry.label, entry.chosen),
        Fill(cell) if entry.chosen else Frame(cell, scale.line),
    ]
    room = inner.width - 2
    if not _wordy(entry):
        x = inner.x0 + (inner.width - run_width(entry.run, size)) // 2
        return items + put(entry.run, x, baseline_in(inner, size, entry.label), size, True, ink, Part.LABEL)
    fitting, lines = _broken(entry, size, small, room)
    y = inner.y0 + (inner.height - len(lines) * line(fitting)) // 2
    if len(lines) == 1:
        baseline = baseline_in(inner, fitting, lines[0])
        x = inner.x0 + (inner.width - width(lines[0], fitting)) // 2
        return [*items, words(lines[0], x, baseline, fitting, True, ink, Part.LABEL)]
    for at, part in enumerate(lines):
        x = inner.x0 + (inner.width - width(part, fitting)) // 2
        items.append(words(part, x, y + at * line(fitting) + above(fitting), fitting, True, ink, Part.LABEL))
    return items


def _listing(block: Listing, box: Box, size: int, scale: Scale, columns: int, fitting: Fitting) -> Packed | None:
    """Entries in columns, line by line; labels may take two lines, or be shortened, as `fitting` says."""
    gap = max(scale.gap, size // 2)
    code = max(cap_width(entry.code, size) for entry in block.entries) + max(2, size // 4)
    space = (box.width - (columns - 1) * gap) // columns - code - 2
    lines = -(-len(block.entries) // columns)
    taken = _label_width(block, size, space, fitting)
    if taken is None:
        return None
    deep = 1 if fitting is not Fitting.BROKEN else max(_label_lines(entry, size, taken) for entry in block.entries)
    high = max(cap_height(size), deep * line(size)) + max(1, size // 6)
    items, title = _title(block.title, box, size, scale) if fitting is not Fitting.BARE else ([], 0)
    height = title + lines * high - max(1, size // 6)
    if height > box.height:
        return None
    wide = code + taken + 2
    titled = _breadth(items)
    for at, entry in enumerate(block.entries):
        row, column = divmod(at, columns)
        x, y = box.x0 + column * (wide + gap), box.y0 + title + row * high
        cell = Box(x, y, x + wide, y + high - max(1, size // 6))
        items += _listed(entry, cell, code, size, block.title)
    return Packed(tuple(items), size, max(titled, columns * (wide + gap) - gap), height)


def _label_width(block: Listing, size: int, space: int, fitting: Fitting) -> int | None:
    """How wide the labels of a list are; None if they do not fit the space."""
    natural = max(run_width(entry.run, size) for entry in block.entries)
    if natural <= space:
        return natural
    if fitting in (Fitting.CUT, Fitting.BARE):
        kept = space >= 2 * size and all(_keeps(entry, size, space) for entry in block.entries)
        return space if kept else None
    if fitting is Fitting.WHOLE:
        return None
    narrowest = max(_narrowest(entry, size) for entry in block.entries)
    if narrowest > space or max(_label_lines(entry, size, space) for entry in block.entries) > 2:
        return None
    return space


def _keeps(entry: Entry, size: int, space: int) -> bool:
    """Whether an entry can be shortened to a space: its figures and symbols stay whole."""
    if len(entry.run) > 1:
        return run_width(entry.run, size) <= space
    return width(shorten(entry.label, size, True, space), size) <= space


def _narrowest(entry: Entry, size: int) -> int:
    if len(entry.run) > 1:
        return run_width(entry.run, size)
    return max(width(word, size) for word in entry.label.split(" "))


def _label_lines(entry: Entry, size: int, room: int) -> int:
    return 1 if len(entry.run) > 1 else len(wrap(entry.label, size, True, room))


def _listed(entry: Entry, cell: Box, code: int, size: int, title: str) -> list[Item]:
    ink = Ink.WHITE if entry.chosen else Ink.BLACK
    items: list[Item] = [Cell(cell, title, entry.code, entry.label, entry.chosen)]
    if entry.chosen:
        items.append(Fill(cell))
    high = cap_height(size)
    wide = cap_width(entry.code, size)
    top = cell.y0 + (cell.height - high) // 2
    items += cap(entry.code, Box(cell.x0, top, cell.x0 + wide, top + high), size, ink)
    x, room = cell.x0 + code, cell.width - code - 2
    if len(entry.run) > 1:
        return items + put(entry.run, x, baseline_in(cell, size), size, True, ink, Part.LABEL)
    lines = wrap(entry.label, size, True, room)
    if len(lines) * line(size) > cell.height:
        lines = (shorten(entry.label, size, True, room),)
    if len(lines) == 1:
        return [*items, words(lines[0], x, baseline_in(cell, size), size, True, ink, Part.LABEL)]
    y = cell.y0 + (cell.height - len(lines) * line(size)) // 2
    for at, part in enumerate(lines):
        items.append(words(part, x, y + at * line(size) + above(size), size, True, ink, Part.LABEL))
    return items


def _squeezed(blocks: tuple[Block, ...], box: Box, scale: Scale) -> Packed | None:
    """The last resort for more than any page should hold: every entry as a list in the least type."""
    entries = tuple(entry for block in blocks for entry in block.entries)
    everything = Listing("", entries)
    for columns in range(1, len(entries) + 1):
        drawn = _listing(everything, box, TINY, scale, columns, Fitting.BARE)
        if drawn is not None:
            return drawn
    return None


def found(packed: Drawn | None) -> Drawn:
    """A key map that is known to fit."""
    if packed is None:
        raise ValueError("a key map with more cells than a page holds")
    return packed


def remaining(
    grids: tuple[KeyGrid, ...], marked: frozenset[tuple[str, str]], language: Language
) -> tuple[KeyGrid, ...]:
    """Levels without the cells whose code and label stand on the board already."""
    left = []
    for grid in grids:
        cells = tuple(cell for cell in grid.cells if (cell.code, said(cell.label, language)) not in marked)
        if cells:
            left.append(KeyGrid(grid.title, cells, grid.pad))
    return tuple(left)


def then(grids: tuple[KeyGrid, ...]) -> tuple[KeyGrid, ...]:
    """Levels of the declaration after the next, named as such."""
    return tuple(KeyGrid(text("then {title}", title=grid.title), grid.cells, grid.pad) for grid in grids)
