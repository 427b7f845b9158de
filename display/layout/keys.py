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
from display.vocabulary import Ink, KeyCell, KeyGrid, KeyMap
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


LOSSES = {Fitting.WHOLE: 0, Fitting.BROKEN: 0, Fitting.CUT: 8, Fitting.BARE: 300}
"""How bad each is, as `Arrangement.loss` in `display.layout.page` counts."""

MEASURED = 14
"""The type in which labels are measured once."""


class Entry(NamedTuple):
    """A cell of the map: its code, how its label is drawn and what it says, and whether it is still meant."""

    code: str
    run: Run
    label: str
    chosen: bool


class Pad(NamedTuple):
    """Up to sixteen entries by row and column; `first` is a key pressed before them, `hint` tells in which order.

    The `single` entries, which come first, need their row's key only: each has a row to itself, above the keys of the
    columns.
    """

    title: str
    hint: str
    first: str
    entries: tuple[Entry, ...]
    single: tuple[Entry, ...] = ()

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
    """A key map in its place, like `Packed`, as a group whose picture can be kept.

    `loss` tells how much was done to its labels to make them fit.
    """

    parts: tuple[Group, ...]
    size: int
    width: int
    height: int
    loss: int = 0


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
    found_ = _fitted(blocks, box, most, scale)
    if found_ is None:
        return None
    packed, fitting = found_
    return Drawn((group(packed.items),), packed.size, packed.width, packed.height, LOSSES[fitting])


def _fitted(blocks: tuple[Block, ...], box: Box, most: int, scale: Scale) -> tuple[Packed, Fitting] | None:
    """Blocks in the largest type that fits a box, and what was done to them."""
    sizes = [size for size in steps(most, scale.least) if _may_fit(blocks, box, size)]
    whole = _largest(blocks, box, sizes, scale, Fitting.WHOLE)
    better = [size for size in sizes if whole is None or size * 2 > whole.size * 3]
    broken = _largest(blocks, box, better, scale, Fitting.BROKEN)
    if broken is not None:
        return broken, Fitting.BROKEN
    if whole is not None:
        return whole, Fitting.WHOLE
    for fitting in (Fitting.CUT, Fitting.BARE):
        for size in range(scale.least, TINY - 1, -1):
            packed = _pack(blocks, box, size, scale, fitting)
            if packed is not None:
                return packed, fitting
    squeezed = _squeezed(blocks, box, scale)
    return squeezed and (squeezed, Fitting.BARE)


def _largest(blocks: tuple[Block, ...], box: Box, sizes: list[int], scale: Scale, fitting: Fitting) -> Packed | None:
    """Blocks in the largest of some sizes that fits, by halving: what fits in a size fits in smaller ones."""
    best: Packed | None = None
    while sizes:
        middle = (len(sizes) - 1) // 2 if best is None and len(sizes) > 2 else 0
        packed = _pack(blocks, box, sizes[middle], scale, fitting)
        if packed is None:
            sizes = sizes[middle + 1 :]
        else:
            best, sizes = packed, sizes[:middle]
    return best


def _may_fit(blocks: tuple[Block, ...], box: Box, size: int) -> bool:
    """Whether the labels alone are not too much for a box: tells most sizes that are too large at once."""
    return sum(_area(block) for block in blocks) * size * size <= box.width * box.height * MEASURED * MEASURED


@lru_cache(maxsize=256)
def _area(block: Block) -> int:
    """How many pixels the labels of a block cover at least in type of the size `MEASURED`."""
    entries = (*block.entries, *block.single) if isinstance(block, Pad) else block.entries
    return sum(min(run_width(entry.run, MEASURED), 4 * MEASURED) for entry in entries) * rise(MEASURED)


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
        elif max(lengths, default=0) == 2 and (grid.pad or _tabular(entries)):
            single = tuple(entry for entry in entries if len(entry.code) == 1)
            pairs = tuple(entry for entry in entries if len(entry.code) == 2)
            blocks.append(Pad(title, said(text("row, then column"), language), "", pairs, single))
        elif entries:
            blocks.append(Listing(title, entries))
    return tuple(blocks)


FIGURES_ENOUGH = 8
"""From so many figures on, codes of two keys are found faster in a table than in a list."""


def _tabular(entries: tuple[Entry, ...]) -> bool:
    """Whether a level without a pad is drawn as one all the same: mostly figures, in the order of their keys."""
    figures = sum(1 for entry in entries if not _wordy(entry))
    keys = sorted({entry.code[0] for entry in entries})
    return figures >= FIGURES_ENOUGH and keys == list(KEYS[: len(keys)])


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
    """Blocks on shelves from left to right and top to bottom; None if they do not fit at this size.

    Shelves are as flat as they can be, or else what stands first on one is as narrow as it can be.
    """
    return _shelve(blocks, box, size, scale, fitting, False) or _shelve(blocks, box, size, scale, fitting, True)


def _shelve(
    blocks: tuple[Block, ...], box: Box, size: int, scale: Scale, fitting: Fitting, narrow: bool
) -> Packed | None:
    """Blocks on shelves. What is low goes below what stands last on its shelf, as long as the shelf does not grow."""
    items: list[Item] = []
    gap = scale.gap * 2
    x = y = shelf = wide = deep = right = 0
    for block in blocks:
        low = deep + gap
        place = Box(box.x0 + x, box.y0 + y + low, box.x1, box.y0 + y + shelf)
        drawn = _flat(block, place, size, scale, fitting) if wide and place.height > size else None
        if drawn is None:
            low = 0
            place = Box(box.x0 + x + wide + gap + scale.gap, box.y0 + y, box.x1, box.y1)
            drawn = _narrow(block, place, size, scale, shelf, fitting) if wide else None
            if drawn is not None:
                x, wide = place.x0 - box.x0, 0
        if drawn is None:
            y, x, wide, shelf = y + (shelf + gap if shelf else 0), 0, 0, 0
            place = Box(box.x0, box.y0 + y, box.x1, box.y1)
            drawn = (_flat if narrow else _wide)(block, place, size, scale, fitting)
        if drawn is None:
            return None
        items += drawn.items
        wide, deep, shelf = max(wide, drawn.width), low + drawn.height, max(shelf, low + drawn.height)
        right = max(right, x + wide)
    return Packed(tuple(items), size, right, y + shelf)


def _flat(block: Block, box: Box, size: int, scale: Scale, fitting: Fitting) -> Packed | None:
    """A block below another, as narrow as the height allows; None if it is too high."""
    if isinstance(block, Pad):
        return _pad(block, box, size, scale, fitting)
    for columns in range(1, len(block.entries) + 1):
        drawn = _listing(block, box, size, scale, columns, fitting)
        if drawn is not None:
            return drawn
    return None


def _narrow(block: Block, box: Box, size: int, scale: Scale, shelf: int, fitting: Fitting) -> Packed | None:
    """A block beside others on a shelf, as narrow as the shelf's height (or else the box's) allows."""
    if fitting in (Fitting.WHOLE, Fitting.BROKEN) and width(block.title, _title_size(size, scale)) > box.width:
        return None
    low = Box(box.x0, box.y0, box.x1, min(box.y1, box.y0 + shelf))
    return _flat(block, low, size, scale, fitting) or _wide(block, box, size, scale, fitting)


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


def _title(title: str, box: Box, size: int, scale: Scale, wide: int, fitting: Fitting) -> tuple[list[Item], int]:
    """The title of a block `wide` pixels wide, and how high it is."""
    if not title or fitting is Fitting.BARE:
        return [], 0
    small = _title_size(size, scale)
    if line(small) >= box.height:
        return [], box.height + 1
    room = shorten(title, small, True, wide if fitting is Fitting.CUT else box.width)
    return [words(room, box.x0, box.y0 + above(small), small)], line(small) + max(1, scale.gap // 4)


def _title_size(size: int, scale: Scale) -> int:
    return max(scale.least, rung(min(scale.small, size * 4 // 5)))


class Cells(NamedTuple):
    """The cells of a pad: their width, the height of each row, the width of row caps, the height of column caps."""

    wide: int
    rows: tuple[int, ...]
    left: int
    top: int


def _cells(block: Pad, size: int, scale: Scale) -> Cells:
    side = max(2, size // 4)
    figures = [entry for entry in block.entries if not _wordy(entry)]
    wordy = [entry for entry in block.entries if _wordy(entry)]
    wide = max((run_width(entry.run, size) for entry in figures), default=size)
    small = _small(size, scale)
    for entry in wordy:
        wide = max(wide, min(run_width(entry.run, size), _two_lines(entry.label, small)))
    plain = rise(size) + 2 * max(1, size // 5)
    if not all(flat(entry.label) for entry in figures):
        plain = max(plain, line(size))
    rows = [plain] * block.rows
    for row, entry in enumerate(block.single):
        rows[row] = plain if flat(entry.label) else max(plain, line(size))
    for entry in wordy:
        fitting, lines = _broken(entry, size, small, wide + 2 * side - 2)
        row = KEYS.index(entry.code[-2])
        rows[row] = max(rows[row], len(lines) * line(fitting))
    return Cells(wide + 2 * side, tuple(rows), cap_width("D", size), cap_height(size))


def _wordy(entry: Entry) -> bool:
    return len(entry.run) == 1 and len(entry.label) > 3


def _small(size: int, scale: Scale) -> int:
    """The type of words on a pad of figures."""
    return max(min(size, scale.least), rung(size * 5 // 8))


@lru_cache(maxsize=256)
def _two_lines(label: str, size: int) -> int:
    """How wide words are that take no more than two lines."""
    words_ = _words(label)
    wide = max(width(word, size) for word in words_)
    if len(words_) < 3:
        return wide
    halves = ((" ".join(words_[:at]), " ".join(words_[at:])) for at in range(1, len(words_)))
    return max(wide, min(max(width(one, size), width(other, size)) for one, other in halves))


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
    cells = _cells(block, size, scale)
    thin = scale.line
    total = cells.left + 4 * (cells.wide + thin) + thin
    lead = cap_width(block.first, size) + scale.gap // 2 if block.first else 0
    singles = max((run_width(entry.run, size) for entry in block.single), default=0)
    if total + lead > box.width or singles > total - cells.left - 2 * thin:
        return None
    items, title = _title(block.title, box, size, scale, total + lead, fitting)
    height = title + cells.top + sum(cells.rows) + (block.rows + 1) * thin + (thin if block.single else 0)
    if height > box.height:
        return None
    items += _hint(block, items, box.x0 + total + lead, size, scale)
    x, y = box.x0 + lead, box.y0 + title
    if block.first:
        items += cap(block.first, Box(box.x0, y, x - scale.gap // 2, box.y0 + height), size)
    items += _pad_rows(block, cells, Box(x, y, x + total, box.y0 + height), size, scale)
    return Packed(tuple(items), size, max(item.box.x1 for item in items) - box.x0, height)


def _pad_rows(block: Pad, cells: Cells, box: Box, size: int, scale: Scale) -> list[Item]:
    """The rows of a pad with their keys, and the keys of the columns above the rows that need them."""
    thin, small = scale.line, _small(size, scale)
    items: list[Item] = []
    start, y = box.x0 + cells.left, box.y0
    entries = {(entry.code[-2], entry.code[-1]): entry for entry in block.entries}
    for row, high in enumerate(cells.rows):
        if row == len(block.single):
            y += thin if row else 0
            items += _column_keys(cells, start, y, size, thin)
            y += cells.top
        items += cap(KEYS[row], Box(box.x0, y + thin, start - thin, y + thin + high), size)
        if row < len(block.single):
            cell = Box(start, y, box.x1, y + high + 2 * thin)
            items += _pad_cell(block.single[row], cell, size, small, scale, block.title)
        for column, key in enumerate(KEYS):
            entry = entries.get((KEYS[row], key))
            x = start + column * (cells.wide + thin)
            if entry is not None:
                cell = Box(x, y, x + cells.wide + 2 * thin, y + high + 2 * thin)
                items += _pad_cell(entry, cell, size, small, scale, block.title)
        y += high + thin
    return items


def _column_keys(cells: Cells, start: int, y: int, size: int, thin: int) -> list[Item]:
    """The keys of the columns, plain where those of the rows, which are pressed first, are filled."""
    items: list[Item] = []
    baseline = y + cells.top - max(1, size // 8)
    for column, key in enumerate(KEYS):
        x = start + column * (cells.wide + thin) + thin + (cells.wide - width(key, size)) // 2
        items.append(words(key, x, baseline, size, True, Ink.BLACK, Part.KEY))
    return items


def _hint(block: Pad, title: list[Item], right: int, size: int, scale: Scale) -> list[Item]:
    """In which order the keys are pressed, beside the title where there is room."""
    small = max(scale.least, rung(_title_size(size, scale) - scale.line))
    start = right - width(block.hint, small, False)
    if not block.hint or not title or scale.pocket or start < title[0].box.x1 + scale.gap:
        return []
    assert isinstance(title[0], Words)
    return [words(block.hint, start, title[0].baseline, small, False)]


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
    wide = code + taken + 2
    across = columns * (wide + gap) - gap
    items, title = _title(block.title, box, size, scale, across, fitting)
    height = title + lines * high - max(1, size // 6)
    if height > box.height:
        return None
    across = max([across, *(item.box.width for item in items)])
    for at, entry in enumerate(block.entries):
        row, column = divmod(at, columns)
        x, y = box.x0 + column * (wide + gap), box.y0 + title + row * high
        cell = Box(x, y, x + wide, y + high - max(1, size // 6))
        items += _listed(entry, cell, code, size, block.title)
    return Packed(tuple(items), size, across, height)


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
    entries = tuple(
        entry for block in blocks for entry in (*(block.single if isinstance(block, Pad) else ()), *block.entries)
    )
    everything = Listing("", entries)
    for columns in range(1, len(entries) + 1):
        drawn = _listing(everything, box, TINY, scale, columns, Fitting.BARE)
        if drawn is not None:
            return drawn
    return None


def choices(keymap: KeyMap) -> tuple[tuple[KeyGrid, ...], ...]:
    """Which levels to draw, from all of them down to the first alone, for pages that can't hold more."""
    ways = [(*keymap.grids, *then(keymap.ahead)), keymap.grids]
    if keymap.left:
        ways.append(keymap.left)
    ways += [keymap.grids[:count] for count in range(len(keymap.grids) - 1, 0, -1)]
    return tuple(dict.fromkeys(way for way in ways if way))


def legible(packed: Drawn | None, scale: Scale, loss: int = LOSSES[Fitting.CUT]) -> bool:
    """Whether a key map is there in type that can be read, with no more than a loss."""
    return packed is not None and packed.size >= scale.least and packed.loss <= loss


def found(packed: Drawn | None) -> Drawn:
    """A key map, or nothing where not even one level has room."""
    return packed or Drawn((), TINY, 0, 0, LOSSES[Fitting.BARE])


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
