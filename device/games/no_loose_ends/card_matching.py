"""Distributes cards over places with limited room, each of which takes only certain cards (bipartite matching).

Sets of cards are bit sets. `allowed_at` are the cards that each place can take, `cards_at` those that lie there.
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


def distribute(cards: int, allowed_at: list[int], room: Iterable[int], start: Sequence[int] = ()) -> list[int]:
    """Distribute cards over places. Returns the cards in each place. `room` is how many each can hold. Raises Misfit.

    Cards stay where they lie in `start` if that is possible; each may lie in one place only.
    """
    cards_at = [0] * len(allowed_at)
    room_at = list(room)
    free_cards = cards
    for place, start_cards in enumerate(start):
        free_cards ^= _fill_place(place, start_cards & allowed_at[place], cards_at, room_at)
    # Places that take few cards come first: the cards that they leave are of use to others.
    for place in sorted(
        [place for place, room_left in enumerate(room_at) if room_left], key=lambda place: allowed_at[place].bit_count()
    ):
        free_cards ^= _fill_place(place, allowed_at[place] & free_cards, cards_at, room_at)
    while free_cards:
        card = free_cards & -free_cards
        free_cards ^= card
        room_at[
            place_card(card, allowed_at, cards_at, [place for place, room_left in enumerate(room_at) if room_left])
        ] -= 1
    return cards_at


def _fill_place(place: int, cards: int, cards_at: list[int], room_at: list[int]) -> int:
    """Put as many of some cards into a place as it has room for. Returns the cards put there."""
    size = cards.bit_count()
    while size > room_at[place]:
        cards &= cards - 1
        size -= 1
    cards_at[place] |= cards
    room_at[place] -= size
    return cards


def place_card(card: int, allowed_at: list[int], cards_at: list[int], open_places: Sequence[int]) -> int:
    """Lay one more card along a shortest augmenting path, moving others to make room. Returns the place that gained
    a card, one of `open_places` (those with room). Raises Misfit."""
    layers: list[list[int]] = []  # the places of each layer can take a card that lies in those of the layer before
    frontier, reached = card, 0
    unreached: Sequence[int] = range(len(allowed_at))
    while frontier:
        for place in open_places:
            if allowed_at[place] & frontier:
                _move_along_path(card, place, layers, allowed_at, cards_at)
                return place
        if layers:
            unreached = [place for place in unreached if not allowed_at[place] & reached]
        layer = [place for place in unreached if allowed_at[place] & frontier]
        layers.append(layer)
        reached |= frontier
        frontier = 0
        for place in layer:
            frontier |= cards_at[place]
    raise Misfit(reached, tuple(chain.from_iterable(layers)))


def _move_along_path(
    card: int, place: int, layers: list[list[int]], allowed_at: list[int], cards_at: list[int]
) -> None:
    """Move cards back along the augmenting path that ends at `place`: one place of each layer passes a card on."""
    for layer in reversed(layers):
        giver = next(giver for giver in layer if allowed_at[place] & cards_at[giver])
        moved = allowed_at[place] & cards_at[giver]
        moved &= -moved
        cards_at[place] |= moved
        cards_at[giver] ^= moved
        place = giver
    cards_at[place] |= card
