"""Numbers on the pad: every number has the same keys wherever one is asked.

The cells AA to CD are the numbers 1 to 12. DA opens the same pad for the twelve
numbers after those, DB for those from 25 on: 13 is DA AA, 25 is DB AA, 37 is DB DA AA.
"""

from __future__ import annotations

from collections.abc import Callable, Iterable
from typing import TypeVar

from device.contract.keycodes import NONE, Cell, Choice, Layout, Level, Said
from display.words import Label

M = TypeVar("M")

ON_A_PAD = 12
"""Numbers that have a cell of their own."""

FURTHER = Cell.DA
"""Opens the block of the next twelve numbers."""

FURTHEST = Cell.DB
"""Opens the block of all numbers after those. Where numbers end before, a game may have a word there."""


def pad(
    name: str,
    title: Label,
    numbers: Iterable[Choice[M]],
    words: Iterable[Choice[M]] = (),
    *,
    by_heart: bool = True,
    said: Said | None = None,
    more: Label | None = None,
) -> Level[M]:
    """A pad of numbers, whose `slot` is the number itself, from 0 up in ascending order; 0 is none.

    The `words` of the game are in cells of the last row. Blocks are called by their first numbers, as “13+”, by their
    only one, or `more`; where none of their numbers is shown, they aren't either.
    Raises ValueError where two have one cell.
    """
    plain: Level[M] = Level(name, title, Layout.PAD, (), by_heart=by_heart)
    choices = (*_cells(plain, tuple(numbers), 0, more), *words)
    if len({choice.slot for choice in choices}) < len(choices):
        raise ValueError(f"two meanings in one cell of the pad “{name}”")
    return plain._replace(choices=choices, said=said)


def _cells(level: Level[M], numbers: tuple[Choice[M], ...], below: int, more: Label | None) -> tuple[Choice[M], ...]:
    """The cells of a pad for numbers above `below`."""
    near = tuple(cell._replace(slot=cell.slot - below or NONE) for cell in numbers if cell.slot - below <= ON_A_PAD)
    rest = tuple(cell for cell in numbers if cell.slot - below > ON_A_PAD)
    further = tuple(cell for cell in rest if cell.slot - below <= 2 * ON_A_PAD)
    furthest = rest[len(further) :]
    blocks = ((FURTHER, below + ON_A_PAD, further), (FURTHEST, below + 2 * ON_A_PAD, furthest))
    return (*near, *(_block(level, key, least, cells, more) for key, least, cells in blocks if cells))


def _block(level: Level[M], key: Cell, below: int, numbers: tuple[Choice[M], ...], more: Label | None) -> Choice[M]:
    """The cell that opens a block: the pad again, for numbers above `below`."""
    title = more or (f"{below + 1}+" if len(numbers) > 1 else numbers[0].label)
    block = level._replace(name=f"{level.name} {below + 1}+", title=title, block=True)
    block = block._replace(choices=_cells(block, numbers, below, more))
    return Choice(int(key), title, block, _any_of(numbers), any(number.shown for number in numbers))


def _any_of(cells: tuple[Choice[M], ...]) -> Callable[[object], bool] | None:
    """What admits a meaning if one of some cells does; None if one of them always may."""
    admits = tuple(cell.admits for cell in cells if cell.admits is not None)
    return (lambda meaning: any(admit(meaning) for admit in admits)) if len(admits) == len(cells) else None
