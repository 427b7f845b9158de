"""Where the blocks of a key map go, and in which type."""

from __future__ import annotations

from functools import lru_cache
from typing import NamedTuple

from display.layout.keymap.block_sizes import (
    Fitting,
    ListColumns,
    flattest_list,
    least_list,
    list_sizes,
    narrowest_list,
    pad_extent,
    pad_sizes,
    title_height,
)
from display.layout.keymap.blocks import Block, KeyBlocks, KeyList, KeyPad
from display.layout.scale import Scale, steps
from display.layout.text_items import run_width
from display.text_metrics import capital_height

SMALLEST_TYPE = 6
"""The type below which nothing is drawn, for pages that would burst otherwise."""

LOSSES = {Fitting.WHOLE: 0, Fitting.BROKEN: 0, Fitting.CUT: 8, Fitting.BARE: 300}
"""How bad each is, as `Arrangement.loss` in `display.layout.arrangements` counts."""

LEAST_CUT = LOSSES[Fitting.CUT]
"""The least that is lost with labels cut, which are in the least type then."""

MEASURED_TYPE = 14
"""The type in which labels are measured once."""


class PlacedBlock(NamedTuple):
    """A block, how far its corner is from the map's, how wide its room is, and the columns of a list."""

    block: Block
    x: int
    y: int
    room: int
    columns: ListColumns | None


class KeyMapFit(NamedTuple):
    """How a key map goes into a room: its blocks in their places, the type, and how much of the room they take.

    `loss` tells how much was done to its labels to make them fit.
    """

    places: tuple[PlacedBlock, ...]
    size: int
    width: int
    height: int
    fitting: Fitting = Fitting.WHOLE
    loss: int = 0


def fitted(keys: KeyBlocks, width: int, height: int, most: int) -> KeyMapFit | None:
    """A key map in a room, in the largest type that fits; None if none does.

    Labels are broken into lines only where that makes the type much larger, and shortened only in the least type.
    """
    return in_full(keys, width, height, most) or _cut(keys, width, height)


@lru_cache(maxsize=256)
def in_full(keys: KeyBlocks, width: int, height: int, most: int) -> KeyMapFit | None:
    """A key map in a room with no label shortened, in the largest type that fits; None if none does."""
    if not keys.blocks:
        return KeyMapFit((), most, 0, 0)
    sizes = [size for size in steps(most, keys.scale.least) if _may_fit(keys, width, height, size)]
    whole = _largest(keys, width, height, sizes, Fitting.WHOLE)
    better = [size for size in sizes if whole is None or size * 2 > whole.size * 3]
    return _largest(keys, width, height, better, Fitting.BROKEN) or whole


@lru_cache(maxsize=64)
def _cut(keys: KeyBlocks, width: int, height: int) -> KeyMapFit | None:
    """A key map in a room with its labels shortened; None where not even its codes fit."""
    for fitting in (Fitting.CUT, Fitting.BARE):
        for size in range(keys.scale.least, SMALLEST_TYPE - 1, -1):
            fit = _pack(keys, width, height, size, fitting)
            if fit is not None:
                return fit
    return _squeezed(keys, width, height)


def legible(fit: KeyMapFit | None, scale: Scale, loss: int = LOSSES[Fitting.CUT]) -> bool:
    """Whether a key map is there in type that can be read, with no more than a loss."""
    return fit is not None and fit.size >= scale.least and fit.loss <= loss


def or_nothing(fit: KeyMapFit | None) -> KeyMapFit:
    """A key map, or nothing where not even one level has room."""
    return fit or KeyMapFit((), SMALLEST_TYPE, 0, 0, Fitting.BARE, LOSSES[Fitting.BARE])


def _largest(keys: KeyBlocks, width: int, height: int, sizes: list[int], fitting: Fitting) -> KeyMapFit | None:
    """Blocks in the largest of some sizes that fits, by halving: what fits in a size fits in smaller ones."""
    best: KeyMapFit | None = None
    while sizes:
        middle = (len(sizes) - 1) // 2 if best is None and len(sizes) > 2 else 0
        fit = _pack(keys, width, height, sizes[middle], fitting)
        if fit is None:
            sizes = sizes[middle + 1 :]
        else:
            best, sizes = fit, sizes[:middle]
    return best


def _may_fit(keys: KeyBlocks, width: int, height: int, size: int) -> bool:
    """Whether the labels alone are not too much for a room: tells most sizes that are too large at once."""
    return _labels(keys) * size * size <= width * height * MEASURED_TYPE * MEASURED_TYPE


@lru_cache(maxsize=32)
def _labels(keys: KeyBlocks) -> int:
    """How many pixels the labels of a key map cover at least in type of the size `MEASURED_TYPE`."""
    wide = sum(
        [min(run_width(entry.run, MEASURED_TYPE), 4 * MEASURED_TYPE) for block in keys.blocks for entry in block.all]
    )
    return wide * capital_height(MEASURED_TYPE)


def _pack(keys: KeyBlocks, width: int, height: int, size: int, fitting: Fitting) -> KeyMapFit | None:
    """Blocks on shelves from left to right and top to bottom; None if they do not fit at this size.

    Shelves are as flat as they can be, or else what stands first on one is as narrow as it can be.
    """
    least, gap = _least(keys, size, fitting), _parting(keys)
    if least.width > width or least.area > (width + gap) * (height + gap):
        return None
    flat = _shelves(keys.blocks, width, height, size, fitting, False)
    if flat is not None or not any(isinstance(block, KeyList) for block in keys.blocks):
        return flat
    return _shelves(keys.blocks, width, height, size, fitting, True)


class _Least(NamedTuple):
    """What no room for some blocks can do without: the width of the widest, and the area, what parts them included."""

    width: int
    area: int


def _parting(keys: KeyBlocks) -> int:
    """How far apart blocks are at least."""
    return 2 * keys.scale.gap


@lru_cache(maxsize=256)
def _least(keys: KeyBlocks, size: int, fitting: Fitting) -> _Least:
    """What blocks take at least: tells most rooms that are too small without a try."""
    gap, wide, area = _parting(keys), 0, 0
    for block in keys.blocks:
        if isinstance(block, KeyPad):
            found = pad_sizes(block, size)
            sizes = [(found.right, found.high + title_height(block, found.title, fitting))]
            wide = max(wide, found.wide)
        else:
            sizes = least_list(block, size, fitting)
            wide = max(wide, min(sizes)[0])
        area += min([(across + gap) * (down + gap) for across, down in sizes])
    return _Least(wide, area)


class _Taken(NamedTuple):
    """What a block takes of its room."""

    width: int
    height: int
    columns: ListColumns | None = None


def _shelves(
    blocks: tuple[Block, ...], width: int, height: int, size: int, fitting: Fitting, narrow: bool
) -> KeyMapFit | None:
    """Blocks on shelves. What is low goes below what stands last on its shelf, as long as the shelf does not grow."""
    places: list[PlacedBlock] = []
    x = y = shelf = wide = deep = right = 0
    for block in blocks:
        gap = 2 * block.scale.gap
        low = deep + gap
        room, top = width - x, y + low
        taken = _below(block, room, shelf - low, size, fitting) if wide else None
        if taken is None:
            low, top = 0, y
            room = width - x - wide - gap - block.scale.gap
            taken = _beside(block, room, height - y, size, shelf, fitting) if wide else None
            if taken is not None:
                x, wide = width - room, 0
        if taken is None:
            y, x, wide, shelf = y + shelf + (gap if places else 0), 0, 0, 0
            room, top = width, y
            taken = (_narrow if narrow else _low)(block, room, height - y, size, fitting)
        if taken is None:
            return None
        places.append(PlacedBlock(block, x, top, room, taken.columns))
        wide, deep, shelf = max(wide, taken.width), low + taken.height, max(shelf, low + taken.height)
        right = max(right, x + wide)
    return KeyMapFit(tuple(places), size, right, y + shelf, fitting, LOSSES[fitting])


def _low(block: Block, room: int, height: int, size: int, fitting: Fitting) -> _Taken | None:
    """A block as flat as its room allows; None if it does not fit."""
    if isinstance(block, KeyPad):
        return _pad(block, room, height, size, fitting)
    return _list(flattest_list(block, size, room, height, fitting))


def _narrow(block: Block, room: int, height: int, size: int, fitting: Fitting) -> _Taken | None:
    """A block as narrow as its room allows; None if it does not fit."""
    if isinstance(block, KeyPad):
        return _pad(block, room, height, size, fitting)
    return _list(narrowest_list(block, size, room, height, fitting))


def _below(block: Block, room: int, height: int, size: int, fitting: Fitting) -> _Taken | None:
    """A block below others on a shelf, in what they leave of the shelf's height."""
    return _narrow(block, room, height, size, fitting) if height > size else None


def _beside(block: Block, room: int, height: int, size: int, shelf: int, fitting: Fitting) -> _Taken | None:
    """A block beside others on a shelf, as narrow as the shelf's height (or else the room's) allows."""
    if room <= 0:
        return None
    if fitting in (Fitting.WHOLE, Fitting.BROKEN):
        measured = pad_sizes(block, size) if isinstance(block, KeyPad) else list_sizes(block, size)
        if measured.title.wide > room:
            return None
    return _narrow(block, room, min(height, shelf), size, fitting) or _low(block, room, height, size, fitting)


def _pad(pad: KeyPad, room: int, height: int, size: int, fitting: Fitting) -> _Taken | None:
    taken = pad_extent(pad, size, room, height, fitting)
    return None if taken is None else _Taken(*taken)


def _list(columns: ListColumns | None) -> _Taken | None:
    return None if columns is None else _Taken(columns.wide, columns.high, columns)


def _squeezed(keys: KeyBlocks, width: int, height: int) -> KeyMapFit | None:
    """The last resort for more than any page should hold: every entry as a list in the least type."""
    everything = KeyList("", tuple(entry for block in keys.blocks for entry in block.all), keys.scale)
    columns = narrowest_list(everything, SMALLEST_TYPE, width, height, Fitting.BARE)
    if columns is None:
        return None
    place = PlacedBlock(everything, 0, 0, width, columns)
    return KeyMapFit((place,), SMALLEST_TYPE, columns.wide, columns.high, Fitting.BARE, LOSSES[Fitting.BARE])
