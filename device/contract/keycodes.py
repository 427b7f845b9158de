"""From choices to key codes: one mechanism for every question at the table.

A question is a `Level`: cells, each with a meaning or a further level. The
four keys A B C D spell a cell's code: one press for up to four cells; on a pad
row then column, always the same cell for the same number; otherwise as short
as a prefix-free code can be.
"""

from __future__ import annotations

from collections.abc import Callable, Iterator
from dataclasses import dataclass
from functools import cache
from typing import Generic, NamedTuple, TypeVar, cast

from display.vocabulary import KEYS
from display.words import Label

PAD = 16
LARGEST = 64

M_co = TypeVar("M_co", covariant=True)
"""What a finished code means: a game's declaration, or whatever else the table can do. It is never callable."""


class Choice(NamedTuple, Generic[M_co]):
    """One cell of a level, at `slot` (from 0).

    `means` is what the code declares, a further level, or a function that
    makes one (for entries of any length). For those, `admits` may say whether a
    meaning can still be reached this way, so that a search need not open them.
    """

    slot: int
    label: Label
    means: M_co | Level[M_co] | Callable[[], Level[M_co]]
    admits: Callable[[object], bool] | None = None

    def level(self) -> Level[M_co] | None:
        """The level this cell opens, or None if the code ends here."""
        if isinstance(self.means, Level):
            return self.means
        return self.means() if callable(self.means) else None

    @property
    def meaning(self) -> M_co:
        """What the code means that ends here, which is where there is no `level`."""
        return cast("M_co", self.means)


class Level(NamedTuple, Generic[M_co]):
    """Cells among which one code chooses.

    Levels of one `name` on a page have the same cells in the same slots, and
    are drawn once. `size` is how many slots there are, used or not, 1 to 64;
    with `pad`, more than four take two presses, more than sixteen three. In a level
    of `who`, each cell is a player's, in the slot of their seat: a pod that sits there
    answers it by being pressed.
    """

    name: str
    title: Label
    size: int
    choices: tuple[Choice[M_co], ...]
    pad: bool = False
    who: bool = False

    def code(self, slot: int) -> str:
        """The keys that choose a slot."""
        return code(slot, self.size, self.pad)


@cache
def code(slot: int, size: int, pad: bool) -> str:
    """The keys for one of `size` slots; no code is the beginning of another."""
    if not 0 <= slot < size <= LARGEST:
        raise ValueError(f"slot {slot} of {size}")
    if size <= len(KEYS):
        return KEYS[slot]
    if size > PAD:
        return KEYS[slot // PAD] + code(slot % PAD, PAD, True)
    singles = 0 if pad else (PAD - size) // 3
    if slot < singles:
        return KEYS[slot]
    row, column = divmod(slot - singles, len(KEYS))
    return KEYS[singles + row] + KEYS[column]


class Spelled(NamedTuple, Generic[M_co]):
    """A finished code: what it means."""

    means: M_co


class Half(NamedTuple, Generic[M_co]):
    """The beginning of a code: it has got to `level`, with the keys of `rest` still to be made a cell's."""

    level: Level[M_co]
    rest: str


@dataclass(frozen=True, slots=True)
class Empty:
    """No cell has this code."""


def spell(level: Level[M_co], typed: str) -> Spelled[M_co] | Half[M_co] | Empty:
    """What the keys typed so far mean in a level."""
    rest = typed
    while True:
        step = _step(level, rest)
        if step is None:
            return Half(level, rest) if _begins(level, rest) else Empty()
        choice, rest = step
        deeper = choice.level()
        if deeper is None:
            return Spelled(choice.meaning) if not rest else Empty()
        level = deeper


def _step(level: Level[M_co], typed: str) -> tuple[Choice[M_co], str] | None:
    for choice in level.choices:
        keys = level.code(choice.slot)
        if typed.startswith(keys):
            return choice, typed[len(keys) :]
    return None


def _begins(level: Level[object], typed: str) -> bool:
    return any(level.code(choice.slot).startswith(typed) for choice in level.choices)


def find(level: Level[object], meaning: object) -> str | None:
    """The keys that mean `meaning`, or None if no cell does."""
    for choice in level.choices:
        keys = level.code(choice.slot)
        if choice.admits is not None and not choice.admits(meaning):
            continue
        deeper = choice.level()
        if deeper is None:
            if choice.means == meaning:
                return keys
        else:
            rest = find(deeper, meaning)
            if rest is not None:
                return keys + rest
    return None


def meanings(level: Level[M_co]) -> Iterator[M_co]:
    """Every meaning of a level whose levels end; not for entries of any length."""
    for choice in level.choices:
        deeper = choice.level()
        if deeper is None:
            yield choice.meaning
        else:
            yield from meanings(deeper)
