"""Fit a key map into its box on a page."""

from __future__ import annotations

from collections.abc import Iterator
from functools import lru_cache

from display.layout.keymap import legend, listing, pad
from display.layout.keymap.entries import KeyEntry, key_entries
from display.layout.keymap.legend import NO_LEGEND, LegendFit, legend_fits
from display.layout.keymap.listing import Fitting, ListFit, ListRoom, list_fit
from display.layout.keymap.pad import PadFit, pad_fit
from display.layout.page_style import PageStyle, type_sizes
from display.layout.text_items import left_aligned
from display.scene import Box, Cell, Group, Item, group_items
from display.text_metrics import TYPE_SIZES, ascent, line_height, shorten, size_at_most, text_width
from display.vocabulary import KEYS, KeyGrid, KeyMap
from display.words import text
from values.named_tuple import NamedTuple

MIN_TYPE = 6
"""The smallest type drawn at all, for key maps that do not fit otherwise."""

WORDS = 3
"""Number of columns of words below figures, if there is room."""

FIGURES = 53
"""Per cent of the height for the figures of a pad, independent of the words below them."""


ROW_THEN_COLUMN = text("row, then column")
"""The hint that says how a pad is read."""


class FittedKeys(NamedTuple):
    """A key map fitted to a box: its items, the type of its labels, and whether it is complete.

    `uncut` is whether the labels of the question are complete, whatever was left out of the legend.
    """

    parts: tuple[Group, ...]
    size: int
    whole: bool
    uncut: bool = True

    def is_readable(self, style: PageStyle) -> bool:
        """Whether its labels are complete and in type that can be read from a chair."""
        return self.whole and self.size >= style.readable_size

    @property
    def drawn_cells(self) -> list[Cell]:
        """The cells of all codes that are drawn."""
        return [item for part in self.parts for item in part.items if isinstance(item, Cell)]


class KeyBlocks(NamedTuple):
    """The blocks of a key map: figures in rows and columns, words in a list, what may follow in a legend.

    With a `hint`, it says in which order the keys of figures are pressed.
    """

    title: str
    hint: bool
    figures: tuple[KeyEntry, ...]
    words: tuple[KeyEntry, ...]
    then: tuple[KeyGrid, ...]


class _Fit(NamedTuple):
    """How blocks share a box, in which type size, and what was done to labels for it."""

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
def fit_keys(keymap: KeyMap, begun: str, box: Box, largest: int, style: PageStyle) -> FittedKeys:
    """Fit a key map into a box, in type no larger than `largest`.

    If there is too much, title and legend are dropped first.
    """
    assert keymap.level is not None
    blocks = _without_cut_title(_split_grid(keymap.level, keymap.next_levels, begun, style), box, style)
    fitted: FittedKeys | None = None
    for keys, roomy in _fits_with_less(blocks, box, largest, style):
        if keys.is_readable(style):
            return keys
        fitted = fitted or (None if roomy else keys)
    if fitted is None or not fitted.uncut:
        fitted = _fit_without_legend(fitted, blocks, box, largest, style)
    return fitted._replace(whole=False) if fitted else FittedKeys((), MIN_TYPE, False)


def _fit_without_legend(
    fitted: FittedKeys | None, blocks: KeyBlocks, box: Box, largest: int, style: PageStyle
) -> FittedKeys | None:
    """Fit the question without a legend if its labels can be read so; otherwise return `found`, with cut labels."""
    alone = _fit_with_legend(NO_LEGEND, blocks._replace(title="", hint=False, then=()), box, largest, style)
    return alone if alone is not None and (fitted is None or alone.is_readable(style)) else fitted


def _fits_with_less(blocks: KeyBlocks, box: Box, largest: int, style: PageStyle) -> Iterator[tuple[FittedKeys, bool]]:
    """Yield key maps with less and less beside the question's keys, each with every legend that fits.

    The second value is whether the legend has more than its share.
    """
    for reduced in _reduced_blocks(blocks):
        for then in legend_fits(reduced.then, box.width, box.height, style):
            keys = _fit_with_legend(then, reduced, box, largest, style)
            if keys is not None:
                yield keys, then.roomy


def _reduced_blocks(blocks: KeyBlocks) -> Iterator[KeyBlocks]:
    """Yield the blocks with less and less beside the question's keys, each only once.

    First the hint is dropped, which other pages of a game have, too, then the levels that players know by heart.
    """
    needed = blocks._replace(then=tuple(grid for grid in blocks.then if not grid.is_known_by_heart))
    yield blocks
    if blocks.then and blocks.hint:
        yield blocks._replace(hint=False)
    if needed.then != blocks.then:
        yield needed
    if blocks.title or blocks.hint:
        yield needed._replace(title="", hint=False)


def _fit_with_legend(then: LegendFit, blocks: KeyBlocks, box: Box, largest: int, style: PageStyle) -> FittedKeys | None:
    room = box._replace(y0=box.y0 + _head_height(blocks, style), y1=box.y1 - then.height)
    fit = _fit_blocks(blocks, room, box.y1 - room.y0, largest, style)
    if fit is None:
        return None
    items = [*_draw_title(blocks, box, style), *_draw_blocks(blocks, fit, room, style), *legend.draw(then, box)]
    uncut = fit.fitting is not Fitting.CUT
    return FittedKeys((group_items(tuple(items)),), fit.smallest, then.whole and uncut, uncut)


def _split_grid(grid: KeyGrid, then: tuple[KeyGrid, ...], begun: str, style: PageStyle) -> KeyBlocks:
    """Split a grid into blocks.

    The last row of a pad holds words and is set as a list. If other rows have words, too, the whole grid is.
    """
    entries = key_entries(grid, begun, True, style)
    upper = tuple(entry for entry in entries if grid.is_pad and entry.code[0] != KEYS[-1])
    figures = () if any(entry.is_wordy for entry in upper) else upper
    words = tuple(entry for entry in entries if entry not in figures)
    return KeyBlocks(style.say(grid.title), bool(figures), figures, words, then)


def _without_cut_title(blocks: KeyBlocks, box: Box, style: PageStyle) -> KeyBlocks:
    """Return blocks without a title that would be cut, on the smallest panels: other blocks need its room."""
    cut = style.is_compact and text_width(blocks.title, _title_size(style)) > box.width
    return blocks._replace(title="") if cut else blocks


def _title_size(style: PageStyle) -> int:
    return size_at_most(style.small_size)


def _head_height(blocks: KeyBlocks, style: PageStyle) -> int:
    return line_height(_title_size(style)) + max(1, style.gap // 4) if blocks.title or blocks.hint else 0


def _size_choices(largest: int, style: PageStyle) -> Iterator[tuple[int, Fitting]]:
    """Yield sizes of type and what may be done to labels, the best first.

    Two large lines read better than one small one.
    """
    read, least = style.readable_size, style.min_size
    for sizes in (*_size_groups(max(largest, read), style), _sizes_below(read, least)):
        yield from ((size, fitting) for fitting in (Fitting.WHOLE, Fitting.WRAPPED) for size in sizes)
    yield from ((size, Fitting.CUT) for size in type_sizes(read, MIN_TYPE))


def _size_groups(largest: int, style: PageStyle) -> Iterator[tuple[int, ...]]:
    """Yield groups of sizes that can be read from a chair. Within a group they differ too little to break a label.

    Apart from the first group, larger panels have one with all other sizes; the smallest panels have several small
    groups.
    """
    read = style.readable_size
    least = max(read, min(each for each in TYPE_SIZES if each * 4 >= largest * 3))
    yield type_sizes(largest, least)
    smaller = _sizes_below(least, read)
    if smaller and style.is_compact:
        yield from _size_groups(smaller[0], style)
    elif smaller:
        yield smaller


def _sizes_below(max_size: int, min_size: int) -> tuple[int, ...]:
    """Return the sizes of type below `max_size`, from the largest to the smallest."""
    return tuple(size for size in type_sizes(max_size, min_size) if size < max_size)


def _fit_blocks(blocks: KeyBlocks, room: Box, height: int, largest: int, style: PageStyle) -> _Fit | None:
    """Fit blocks into a box: figures get a share of the `height`, independent of the words below them.

    On the smallest panels, or if figures could not be read otherwise, they get what the words leave.
    """
    for size, fitting in _size_choices(largest, style):
        if pad_fit(blocks.figures, room.width, max(height, room.height), size) is None:
            continue
        words = size_at_most(max(min(size, style.readable_size), size * 4 // 5)) if blocks.figures else size
        columns = WORDS if blocks.figures else 1
        for share in _figure_heights(blocks, room, height, (size, words), fitting, style):
            rows = pad_fit(blocks.figures, room.width, share, size)
            if rows is None:
                continue
            left = room.height - rows.height - _block_gap(blocks, size)
            listed = list_fit(blocks.words, ListRoom(room.width, left, columns, not style.is_compact), words, fitting)
            if listed is not None:
                return _Fit(size, fitting, rows, listed, words)
    return None


def _figure_heights(
    blocks: KeyBlocks, room: Box, height: int, sizes: tuple[int, int], fitting: Fitting, style: PageStyle
) -> Iterator[int]:
    """Yield heights that figures may have, for the sizes of type of figures and words; a single 0 without figures."""
    if not blocks.figures:
        yield 0
        return
    size, words = sizes
    if not style.is_compact and size >= style.min_size:
        yield height * FIGURES // 100
    if style.is_compact or size <= style.readable_size:
        whole = ListRoom(room.width, room.height, WORDS, not style.is_compact)
        needed = list_fit(blocks.words, whole, words, fitting)
        yield room.height - _block_gap(blocks, size) - (needed.least if needed else room.height)


def _block_gap(blocks: KeyBlocks, size: int) -> int:
    """Return the space between figures and words."""
    return max(2, size // 4) if blocks.figures and blocks.words else 0


def _draw_blocks(blocks: KeyBlocks, fit: _Fit, box: Box, style: PageStyle) -> list[Item]:
    y = box.y0 + fit.pad.height + _block_gap(blocks, fit.size)
    return [
        *pad.draw(blocks.figures, fit.pad, box.x0, box.y0, blocks.title, fit.size, style),
        *listing.draw(blocks.words, fit.list, box.x0, y, blocks.title, fit.words, style),
    ]


def _draw_title(blocks: KeyBlocks, box: Box, style: PageStyle) -> list[Item]:
    """Draw the title of a key map, and on a pad the order in which keys are pressed."""
    size = _title_size(style)
    baseline = box.y0 + ascent(size)
    written = shorten(blocks.title, size, True, box.width)
    items: list[Item] = [left_aligned(written, box.x0, baseline, size)] if written else []
    hint = style.say(ROW_THEN_COLUMN)
    if blocks.hint and text_width(written, size) + text_width(hint, size, False) + 2 * style.gap <= box.width:
        items.append(left_aligned(hint, box.x1 - text_width(hint, size, False), baseline, size, False))
    return items
