"""Whether cards that nobody has seen find room, where players are known to be out of suits."""

from __future__ import annotations

from collections.abc import Sequence
from functools import cache
from itertools import combinations
from typing import NamedTuple


class Crowded(NamedTuple):
    """Suits, by their places, with more unseen cards than there is room for.

    `without` are the players, by their seats, who are out of all of these suits.
    """

    suits: tuple[int, ...]
    cards: int
    room: int
    without: tuple[int, ...]


def crowded(unseen: Sequence[int], room: Sequence[int], out_of: Sequence[int], rest: int) -> Crowded | None:
    """Suits with more unseen cards than there is room for where they can be; None if all can be dealt.

    `unseen` are the cards of each suit, `room` those that each player holds, `out_of` the suits, as bits by their
    places, of which each player has none; `rest` is how many are in no hand. Cards without a suit can lie anywhere, so
    that looking at each set of suits tells (Hall's theorem).
    """
    for chosen, suits in _sets(len(unseen)):
        cards = sum(unseen[suit] for suit in suits)
        open_ = rest + sum(own for own, out in zip(room, out_of, strict=True) if chosen & ~out)
        if cards > open_:
            without = tuple(seat for seat, out in enumerate(out_of) if not chosen & ~out)
            return Crowded(suits, cards, open_, without)
    return None


@cache
def _sets(suits: int) -> tuple[tuple[int, tuple[int, ...]], ...]:
    """Every set of so many suits, as bits and by their places."""
    return tuple(
        (sum(1 << suit for suit in chosen), chosen)
        for size in range(1, suits + 1)
        for chosen in combinations(range(suits), size)
    )
