"""What is counted of a game besides its points, for statistics: a game brings its own figures."""

from __future__ import annotations

from collections.abc import Callable, Mapping
from operator import add
from typing import Generic, TypeVar

from display.words import Text
from values.named_tuple import NamedTuple

S = TypeVar("S")

Tally = tuple[tuple[int, ...], ...]
"""For each player, how much of each figure, in the order of `Figures.kinds`."""


Feat = Callable[[str, Mapping[str, int], bool], Text | None]
"""What is remarkable about somebody's whole game, by their name, their figures by name, and whether they won; None if
nothing is. Nothing that hurts for nothing."""


class Figure(NamedTuple):
    """One thing that is counted. `name` is the word that programs know it by; `out_of` that of what it is a part of.

    What is not `listed` is for programs, and for who asks for everything.
    """

    name: str
    title: Text
    out_of: str | None = None
    listed: bool = True


class Figures(NamedTuple, Generic[S]):
    """What a game counts. Figures are whole numbers that add up from game to game."""

    kinds: tuple[Figure, ...]

    gained: Callable[[S, S], Tally | None]
    """What a declaration added, by the states before and after it; None where nothing."""

    feats: tuple[Feat, ...] = ()
    """What a table will repeat of a game, the rarest first."""


def zero(players: int, kinds: int) -> Tally:
    """The tally before the first declaration."""
    return ((0,) * kinds,) * players


def added(one: Tally, other: Tally) -> Tally:
    """Two tallies together."""
    # Most of what is gained is nothing.
    return tuple(tuple(map(add, mine, more)) if any(more) else mine for mine, more in zip(one, other, strict=True))
