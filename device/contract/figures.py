"""Statistics of a game other than its points ("figures"), such as bids kept. Each game defines its own."""

from __future__ import annotations

from collections.abc import Callable, Mapping
from operator import add
from typing import Generic, TypeVar

from display.words import Text
from values.named_tuple import NamedTuple

S = TypeVar("S")

Tally = tuple[tuple[int, ...], ...]
"""The counts of each player, in the order of `Figures.kinds`."""


Feat = Callable[[str, Mapping[str, int], bool], Text | None]
"""Returns a sentence about something remarkable in one player's whole game, or None. It is called with the player's
name, the player's figures by name, and whether the player won. It should embarrass nobody without need."""


class Figure(NamedTuple):
    """One kind of figure. `name` is its key in exported data; `out_of` is that of the figure that includes it.

    A figure that is not `listed` appears only in exported data, and to people who ask for all figures.
    """

    name: str
    title: Text
    out_of: str | None = None
    listed: bool = True


class Figures(NamedTuple, Generic[S]):
    """The figures that a game counts. They are whole numbers that can be summed over games."""

    kinds: tuple[Figure, ...]

    gained: Callable[[S, S], Tally | None]
    """The counts that a declaration added, given the states before and after it; None if it added nothing."""

    feats: tuple[Feat, ...] = ()
    """Remarks that the table may show after a game, the rarest first."""


def empty_tally(player_count: int, kind_count: int) -> Tally:
    """The tally of a new game: all zeros."""
    return ((0,) * kind_count,) * player_count


def add_tallies(first: Tally, second: Tally) -> Tally:
    """The sum of two tallies."""
    # Most players gain nothing: their tuples are reused.
    return tuple(
        tuple(map(add, counts, added)) if any(added) else counts for counts, added in zip(first, second, strict=True)
    )
