"""Whether cards fit into places, each of which takes so many of certain cards (bipartite matching).

Sets of cards are whole numbers, a bit a card; `takes` are the cards that each place may take, `lying` those that lie
there.
"""

from __future__ import annotations

from collections.abc import Iterable, Sequence
from itertools import chain


class Misfit(Exception):
    """Cards that do not fit: `cards` can only lie in `places`, which have less room."""

    def __init__(self, cards: int, places: tuple[int, ...]) -> None:
        super().__init__(cards, places)
        self.cards = cards
        self.places = places


def fit(cards: int, takes: list[int], room: Iterable[int], start: Sequence[int] = ()) -> list[int]:
    """Which cards lie in each place, where all of them find one. `room` is how many a place takes. Raises Misfit.

    Cards stay where they lie at the `start`, if they can: each in one place.
    """
    lying = [0] * len(takes)
    spare = list(room)
    free = cards
    for place, own in enumerate(start):
        free ^= _put(place, own & takes[place], lying, spare)
    # Places that take few cards first: what they leave is of use to others.
    for place in sorted(
        [place for place, left in enumerate(spare) if left], key=lambda place: takes[place].bit_count()
    ):
        free ^= _put(place, takes[place] & free, lying, spare)
    while free:
        card = free & -free
        free ^= card
        spare[lay(card, takes, lying, [place for place, left in enumerate(spare) if left])] -= 1
    return lying


def _put(place: int, cards: int, lying: list[int], spare: list[int]) -> int:
    """Lay as many of some cards in a place as it has room for. Which these are."""
    size = cards.bit_count()
    while size > spare[place]:
        cards &= cards - 1
        size -= 1
    lying[place] |= cards
    spare[place] -= size
    return cards


def lay(card: int, takes: list[int], lying: list[int], open_: Sequence[int]) -> int:
    """Lay one more card, others making room for it. Returns which of the `open_` places has one more. Raises Misfit."""
    steps: list[list[int]] = []  # places that can take a card of those of the step before
    offered, reached = card, 0
    unreached: Sequence[int] = range(len(takes))
    while offered:
        for place in open_:
            if takes[place] & offered:
                _shift(card, place, steps, takes, lying)
                return place
        if steps:
            unreached = [place for place in unreached if not takes[place] & reached]
        step = [place for place in unreached if takes[place] & offered]
        steps.append(step)
        reached |= offered
        offered = 0
        for place in step:
            offered |= lying[place]
    raise Misfit(reached, tuple(chain.from_iterable(steps)))


def _shift(card: int, place: int, steps: list[list[int]], takes: list[int], lying: list[int]) -> None:
    """Move cards along the way that was found: a place of each step hands one on."""
    for step in reversed(steps):
        before = next(before for before in step if takes[place] & lying[before])
        handed = takes[place] & lying[before]
        handed &= -handed
        lying[place] |= handed
        lying[before] ^= handed
        place = before
    lying[place] |= card
