"""Distributes cards over places with limited room, each of which takes only certain cards (bipartite matching).

Sets of cards are bit sets. `takes` are the cards that each place can take, `lying` those that lie there.
"""

from __future__ import annotations

from collections.abc import Iterable, Sequence
from itertools import chain


class Misfit(Exception):
    """Raised if cards do not fit: `cards` can only lie in `places`, which have less room."""

    def __init__(self, cards: int, places: tuple[int, ...]) -> None:
        super().__init__(cards, places)
        self.cards = cards
        self.places = places


def fit(cards: int, takes: list[int], room: Iterable[int], start: Sequence[int] = ()) -> list[int]:
    """Distribute cards over places. Returns the cards in each place. `room` is how many each can hold. Raises Misfit.

    Cards stay where they lie in `start` if that is possible; each may lie in one place only.
    """
    lying = [0] * len(takes)
    spare = list(room)
    free = cards
    for place, own in enumerate(start):
        free ^= _put(place, own & takes[place], lying, spare)
    # Places that take few cards come first: the cards that they leave are of use to others.
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
    """Put as many of some cards into a place as it has room for. Returns the cards put there."""
    size = cards.bit_count()
    while size > spare[place]:
        cards &= cards - 1
        size -= 1
    lying[place] |= cards
    spare[place] -= size
    return cards


def lay(card: int, takes: list[int], lying: list[int], open_: Sequence[int]) -> int:
    """Lay one more card along a shortest augmenting path, moving others to make room. Returns the place in `open_`
    (those with room) that gained a card. Raises Misfit."""
    steps: list[list[int]] = []  # the places of each step can take a card that lies in those of the step before
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
    """Move cards back along the augmenting path that ends at `place`: one place of each step passes a card on."""
    for step in reversed(steps):
        before = next(before for before in step if takes[place] & lying[before])
        handed = takes[place] & lying[before]
        handed &= -handed
        lying[place] |= handed
        lying[before] ^= handed
        place = before
    lying[place] |= card
