"""Where the blocks of a key map go, and in which type."""

from __future__ import annotations

from functools import lru_cache
from typing import NamedTuple

from display.layout.keys.blocks import Block, Keys, Listing, Pad
from display.layout.keys.measures import (
    Columns,
    Fitting,
    low_list,
    measure_list,
    measure_pad,
    narrow_list,
    pad_room,
)
from display.layout.scale import Scale, steps
from display.layout.writing import run_width
from display.typeface import rise

TINY = 6
"""The type below which nothing is drawn, for pages that would burst otherwise."""

LOSSES = {Fitting.WHOLE: 0, Fitting.BROKEN: 0, Fitting.CUT: 8, Fitting.BARE: 300}
"""How bad each is, as `Arrangement.loss` in `display.layout.page` counts."""

MEASURED = 14
"""The type in which labels are measured once."""


class Placed(NamedTuple):
    """A block, how far its corner is from the map's, how wide its room is, and the columns of a list."""

    block: Block
    x: int
    y: int
    room: int
    columns: Columns | None


class Fit(NamedTuple):
    """How a key map goes into a room: its blocks in their places, the type, and how much of the room they take.

    `loss` tells how much was done to its labels to make them fit.
    """

    places: tuple[Placed, ...]
    size: int
    width: int
    height: int
    fitting: Fitting = Fitting.WHOLE
    loss: int = 0


@lru_cache(maxsize=256)
def fitted(keys: Keys, width: int, height: int, most: int) -> Fit | None:
    """A key map in a room, in the largest type that fits; None if none does.

    Labels are broken into lines only where that makes the type much larger, and shortened only in the least type.
    """
    blocks, scale = keys.blocks, keys.scale
    if not blocks:
        return Fit((), most, 0, 0)
    sizes = [size for size in steps(most, scale.least) if _may_fit(blocks, width, height, size)]
    whole = _largest(blocks, width, height, sizes, Fitting.WHOLE)
    better = [size for size in sizes if whole is None or size * 2 > whole.size * 3]
    broken = _largest(blocks, width, height, better, Fitting.BROKEN)
    if broken is not None or whole is not None:
        return broken or whole
    for fitting in (Fitting.CUT, Fitting.BARE):
        for size in range(scale.least, TINY - 1, -1):
            fit = _pack(blocks, width, height, size, fitting)
            if fit is not None:
                return fit
    return _squeezed(blocks, width, height, scale)


def legible(fit: Fit | None, scale: Scale, loss: int = LOSSES[Fitting.CUT]) -> bool:
    """Whether a key map is there in type that can be read, with no more than a loss."""
    return fit is not None and fit.size >= scale.least and fit.loss <= loss


def found(fit: Fit | None) -> Fit:
    """A key map, or nothing where not even one level has room."""
    return fit or Fit((), TINY, 0, 0, Fitting.BARE, LOSSES[Fitting.BARE])


def _largest(blocks: tuple[Block, ...], width: int, height: int, sizes: list[int], fitting: Fitting) -> Fit | None:
    """Blocks in the largest of some sizes that fits, by halving: what fits in a size fits in smaller ones."""
    best: Fit | None = None
    while sizes:
        middle = (len(sizes) - 1) // 2 if best is None and len(sizes) > 2 else 0
        fit = _pack(blocks, width, height, sizes[middle], fitting)
        if fit is None:
            sizes = sizes[middle + 1 :]
        else:
            best, sizes = fit, sizes[:middle]
    return best


def _may_fit(blocks: tuple[Block, ...], width: int, height: int, size: int) -> bool:
    """Whether the labels alone are not too much for a room: tells most sizes that are too large at once."""
    return sum(_area(block) for block in blocks) * size * size <= width * height * MEASURED * MEASURED


@lru_cache(maxsize=128)
def _area(block: Block) -> int:
    """How many pixels the labels of a block cover at least in type of the size `MEASURED`."""
    return sum(min(run_width(entry.run, MEASURED), 4 * MEASURED) for entry in block.all) * rise(MEASURED)


def _pack(blocks: tuple[Block, ...], width: int, height: int, size: int, fitting: Fitting) -> Fit | None:
    """Blocks on shelves from left to right and top to bottom; None if they do not fit at this size.

    Shelves are as flat as they can be, or else what stands first on one is as narrow as it can be.
    """
    flat = _shelve(blocks, width, height, size, fitting, False)
    return flat or _shelve(blocks, width, height, size, fitting, True)


class _Taken(NamedTuple):
    """What a block takes of its room."""

    width: int
    height: int
    columns: Columns | None = None


def _shelve(
    blocks: tuple[Block, ...], width: int, height: int, size: int, fitting: Fitting, narrow: bool
) -> Fit | None:
    """Blocks on shelves. What is low goes below what stands last on its shelf, as long as the shelf does not grow."""
    places: list[Placed] = []
    x = y = shelf = wide = deep = right = 0
    for block in blocks:
        gap = 2 * block.scale.gap
        low = deep + gap
        room, top = width - x, y + low
        taken = _narrow(block, room, shelf - low, size, fitting) if wide and shelf - low > size else None
        if taken is None:
            low, top = 0, y
            room = width - x - wide - gap - block.scale.gap
            taken = _beside(block, room, height - y, size, shelf, fitting) if wide else None
            if taken is not None:
                x, wide = width - room, 0
        if taken is None:
            y, x, wide, shelf = y + (shelf + gap if shelf else 0), 0, 0, 0
            room, top = width, y
            taken = (_narrow if narrow else _low)(block, room, height - y, size, fitting)
        if taken is None:
            return None
        places.append(Placed(block, x, top, room, taken.columns))
        wide, deep, shelf = max(wide, taken.width), low + taken.height, max(shelf, low + taken.height)
        right = max(right, x + wide)
    return Fit(tuple(places), size, right, y + shelf, fitting, LOSSES[fitting])


def _low(block: Block, room: int, height: int, size: int, fitting: Fitting) -> _Taken | None:
    """A block as flat as its room allows; None if it does not fit."""
    if isinstance(block, Pad):
        return _pad(block, room, height, size, fitting)
    return _list(low_list(block, size, room, height, fitting))


def _narrow(block: Block, room: int, height: int, size: int, fitting: Fitting) -> _Taken | None:
    """A block as narrow as its room allows; None if it does not fit."""
    if isinstance(block, Pad):
        return _pad(block, room, height, size, fitting)
    return _list(narrow_list(block, size, room, height, fitting))


def _beside(block: Block, room: int, height: int, size: int, shelf: int, fitting: Fitting) -> _Taken | None:
    """A block beside others on a shelf, as narrow as the shelf's height (or else the room's) allows."""
    if room <= 0:
        return None
    if fitting in (Fitting.WHOLE, Fitting.BROKEN):
        measured = measure_pad(block, size) if isinstance(block, Pad) else measure_list(block, size)
        if measured.title.wide > room:
            return None
    return _narrow(block, room, min(height, shelf), size, fitting) or _low(block, room, height, size, fitting)


def _pad(pad: Pad, room: int, height: int, size: int, fitting: Fitting) -> _Taken | None:
    taken = pad_room(pad, size, room, height, fitting)
    return None if taken is None else _Taken(*taken)


def _list(columns: Columns | None) -> _Taken | None:
    return None if columns is None else _Taken(columns.wide, columns.high, columns)


def _squeezed(blocks: tuple[Block, ...], width: int, height: int, scale: Scale) -> Fit | None:
    """The last resort for more than any page should hold: every entry as a list in the least type."""
    everything = Listing("", tuple(entry for block in blocks for entry in block.all), scale)
    columns = narrow_list(everything, TINY, width, height, Fitting.BARE)
    if columns is None:
        return None
    place = Placed(everything, 0, 0, width, columns)
    return Fit((place,), TINY, columns.wide, columns.high, Fitting.BARE, LOSSES[Fitting.BARE])
