"""A key map in the room that it has on a page."""

from __future__ import annotations

from collections.abc import Iterator
from functools import lru_cache

from display.layout.keymap import legend, listing, pad
from display.layout.keymap.entries import KeyEntry, key_entries
from display.layout.keymap.legend import NO_LEGEND, LegendFit, legend_fits
from display.layout.keymap.listing import Fitting, ListFit, ListRoom, list_fit
from display.layout.keymap.pad import PadFit, pad_fit
from display.layout.look import Look, steps
from display.layout.text_items import left_aligned
from display.scene import Box, Cell, Group, Item, group
from display.text_metrics import TYPE_SIZES, ascent, line_height, shorten, size_at_most, text_width
from display.vocabulary import KEYS, KeyGrid, KeyMap
from display.words import text
from values.named_tuple import NamedTuple

SMALLEST_TYPE = 6
"""The type below which nothing is drawn, for pages that would burst otherwise."""

WORDS = 3
"""So many words stand in a row below figures, if they have room."""

FIGURES = 53
"""Per cent of the height that the figures of a pad have, whatever words stand below them."""


ROW_THEN_COLUMN = text("row, then column")
"""How a pad is read."""


class FittedKeys(NamedTuple):
    """A key map as it fits: what is drawn, the type of its labels, and whether all of it is there in full.

    `uncut` tells that of what is asked now, whatever became of the legend.
    """

    parts: tuple[Group, ...]
    size: int
    whole: bool
    uncut: bool = True

    def read(self, look: Look) -> bool:
        """Whether its labels are in type that is read from a chair, and whole."""
        return self.whole and self.size >= look.keys[1]

    @property
    def cells(self) -> list[Cell]:
        """Each code that is drawn, with what it means."""
        return [item for part in self.parts for item in part.items if isinstance(item, Cell)]


class KeyBlocks(NamedTuple):
    """What a key map consists of: figures in rows and columns, words in a list, what may follow in a legend.

    With a `hint`, it says in which order the keys of figures are pressed.
    """

    title: str
    hint: bool
    figures: tuple[KeyEntry, ...]
    words: tuple[KeyEntry, ...]
    then: tuple[KeyGrid, ...]


class _Fit(NamedTuple):
    """How blocks share a room, in type of which size, and what was done to labels for it."""

    size: int
    fitting: Fitting
    pad: PadFit
    list: ListFit
    words: int

    @property
    def smallest(self) -> int:
        """The smallest type of a label."""
        return min(self.size, self.words)


@lru_cache(maxsize=16)
def fitted(keymap: KeyMap, begun: str, box: Box, largest: int, look: Look) -> FittedKeys:
    """A key map in a box, in type no larger than `largest`. Where it is too much, title and legend go first."""
    assert keymap.asked is not None
    blocks = _titled(_blocks(keymap.asked, keymap.then, begun, look), box, look)
    found: FittedKeys | None = None
    for keys, roomy in _tried(blocks, box, largest, look):
        if keys.read(look):
            return keys
        found = found or (None if roomy else keys)
    if found is None or not found.uncut:
        found = _alone(found, blocks, box, largest, look)
    return found._replace(whole=False) if found else FittedKeys((), SMALLEST_TYPE, False)


def _alone(found: FittedKeys | None, blocks: KeyBlocks, box: Box, largest: int, look: Look) -> FittedKeys | None:
    """What is asked without a legend where its labels are read so, or else as it was found, with cut labels."""
    alone = _beside(NO_LEGEND, blocks._replace(title="", hint=False, then=()), box, largest, look)
    return alone if alone is not None and (found is None or alone.read(look)) else found


def _tried(blocks: KeyBlocks, box: Box, largest: int, look: Look) -> Iterator[tuple[FittedKeys, bool]]:
    """Keys with less and less beside what is asked, each with every legend that there is room for, and whether that has
    more than its share."""
    for shown in _reduced(blocks):
        for then in legend_fits(shown.then, box.width, box.height, look):
            keys = _beside(then, shown, box, largest, look)
            if keys is not None:
                yield keys, then.roomy


def _reduced(blocks: KeyBlocks) -> Iterator[KeyBlocks]:
    """The blocks with less and less beside what is asked: first the hint goes, which other pages of a game have, too,
    then what is known by heart."""
    needed = blocks._replace(then=tuple(grid for grid in blocks.then if not grid.known))
    yield blocks
    if blocks.then:
        yield blocks._replace(hint=False)
    yield needed
    yield needed._replace(title="", hint=False)


def _beside(then: LegendFit, blocks: KeyBlocks, box: Box, largest: int, look: Look) -> FittedKeys | None:
    room = box._replace(y0=box.y0 + _head(blocks, look), y1=box.y1 - then.height)
    fit = _fitted(blocks, room, box.y1 - room.y0, largest, look)
    if fit is None:
        return None
    items = [*_title(blocks, box, look), *_drawn(blocks, fit, room, look), *legend.draw(then, box)]
    uncut = fit.fitting is not Fitting.CUT
    return FittedKeys((group(tuple(items)),), fit.smallest, then.whole and uncut, uncut)


def _blocks(grid: KeyGrid, then: tuple[KeyGrid, ...], begun: str, look: Look) -> KeyBlocks:
    """Of a pad, the last row is words, and stands in a list; so does all of it where the other rows have words, too."""
    entries = key_entries(grid, begun, True, look)
    upper = tuple(entry for entry in entries if grid.pad and entry.code[0] != KEYS[-1])
    figures = () if any(entry.wordy for entry in upper) else upper
    words = tuple(entry for entry in entries if entry not in figures)
    return KeyBlocks(look.say(grid.title), bool(figures), figures, words, then)


def _titled(blocks: KeyBlocks, box: Box, look: Look) -> KeyBlocks:
    """Blocks without a title that would be cut, on the smallest panels: others need its room."""
    cut = look.compact and text_width(blocks.title, _title_size(look)) > box.width
    return blocks._replace(title="") if cut else blocks


def _title_size(look: Look) -> int:
    return size_at_most(look.small)


def _head(blocks: KeyBlocks, look: Look) -> int:
    return line_height(_title_size(look)) + max(1, look.gap // 4) if blocks.title or blocks.hint else 0


def _ways(largest: int, look: Look) -> Iterator[tuple[int, Fitting]]:
    """Sizes of type and what may be done to labels, the best first: two large lines read better than one small."""
    read, least = look.keys[1], look.least
    for sizes in (*_alike(max(largest, read), look), _below(read, least)):
        yield from ((size, fitting) for fitting in (Fitting.WHOLE, Fitting.WRAPPED) for size in sizes)
    yield from ((size, Fitting.CUT) for size in steps(read, SMALLEST_TYPE))


def _alike(largest: int, look: Look) -> Iterator[tuple[int, ...]]:
    """Sizes that are read from a chair, those together that differ too little to break a label for.

    Beyond the first, all are so where there is room to choose from, and few on the smallest panels.
    """
    read = look.keys[1]
    least = max(read, min(each for each in TYPE_SIZES if each * 4 >= largest * 3))
    yield steps(largest, least)
    smaller = _below(least, read)
    if smaller and look.compact:
        yield from _alike(smaller[0], look)
    elif smaller:
        yield smaller


def _below(most: int, least: int) -> tuple[int, ...]:
    """Sizes of type less than one, from the largest to the least."""
    return tuple(size for size in steps(most, least) if size < most)


def _fitted(blocks: KeyBlocks, room: Box, high: int, largest: int, look: Look) -> _Fit | None:
    """Blocks in a room: figures have a share of a height `high`, whatever stands below them.

    On the smallest panels, and where they could not be read otherwise, they have what the words leave.
    """
    for size, fitting in _ways(largest, look):
        words = size_at_most(max(min(size, look.keys[1]), size * 4 // 5)) if blocks.figures else size
        columns = WORDS if blocks.figures else 1
        for share in _shares(blocks, room, high, (size, words), fitting, look):
            rows = pad_fit(blocks.figures, room.width, share, size)
            if rows is None:
                continue
            left = room.height - rows.height - _between(blocks, size)
            listed = list_fit(blocks.words, ListRoom(room.width, left, columns, not look.compact), words, fitting)
            if listed is not None:
                return _Fit(size, fitting, rows, listed, words)
    return None


def _shares(
    blocks: KeyBlocks, room: Box, high: int, sizes: tuple[int, int], fitting: Fitting, look: Look
) -> Iterator[int]:
    """How high figures may be, in sizes of type for figures and words."""
    size, words = sizes
    if not look.compact and size >= look.least:
        yield high * FIGURES // 100
    if look.compact or size <= look.keys[1]:
        columns = WORDS if blocks.figures else 1
        whole = ListRoom(room.width, room.height, columns, not look.compact)
        needed = list_fit(blocks.words, whole, words, fitting)
        yield room.height - _between(blocks, size) - (needed.least if needed else room.height)


def _between(blocks: KeyBlocks, size: int) -> int:
    """The space between figures and words."""
    return max(2, size // 4) if blocks.figures and blocks.words else 0


def _drawn(blocks: KeyBlocks, fit: _Fit, box: Box, look: Look) -> list[Item]:
    y = box.y0 + fit.pad.height + _between(blocks, fit.size)
    return [
        *pad.draw(blocks.figures, fit.pad, box.x0, box.y0, blocks.title, fit.size, look),
        *listing.draw(blocks.words, fit.list, box.x0, y, blocks.title, fit.words, look),
    ]


def _title(blocks: KeyBlocks, box: Box, look: Look) -> list[Item]:
    """The title of a key map, and on a pad in which order its keys are pressed."""
    size = _title_size(look)
    baseline = box.y0 + ascent(size)
    written = shorten(blocks.title, size, True, box.width)
    items: list[Item] = [left_aligned(written, box.x0, baseline, size)] if written else []
    hint = look.say(ROW_THEN_COLUMN)
    if blocks.hint and text_width(written, size) + text_width(hint, size, False) + 2 * look.gap <= box.width:
        items.append(left_aligned(hint, box.x1 - text_width(hint, size, False), baseline, size, False))
    return items
