"""Sets of cards as whole numbers, a bit a card: of that many sets, the quickest there are in Python.

Each suit has a lane of sixteen bits, in which the card numbered N is bit N. The four getaway cards have a lane of
their own.
"""

from __future__ import annotations

from collections.abc import Iterable
from functools import cache

from device.games.no_loose_ends.cards import GETAWAYS, SUITS, Card

LANE = 16
SUIT_BITS = tuple(((1 << LANE) - 1) << LANE * place for place in range(len(SUITS)))
"""All cards of each suit, of any deck."""

TRUMP_BITS = SUIT_BITS[0]
PLAIN_BITS = SUIT_BITS[1] | SUIT_BITS[2] | SUIT_BITS[3]
GETAWAY_BITS = ((1 << GETAWAYS) - 1) << LANE * len(SUITS)

EACH_SUIT = sum(1 << LANE * place for place in range(len(SUITS)))
"""One in the lane of each suit: numbers of the suits are counted side by side, each in its lane."""

OF_EACH_SUIT = (1 << LANE) - 1
"""Times a one in the lane of some suits, this is all cards of them."""

LANE_TOPS = EACH_SUIT << LANE - 1
_BELOW_TOPS = LANE_TOPS - EACH_SUIT

PLACE_OF = {suit: place for place, suit in enumerate(SUITS)}


@cache
def bit(card: Card) -> int:
    """The bit of a card that has a suit."""
    return 1 << LANE * PLACE_OF[card.suit] + card.number


def bits(cards: Iterable[Card]) -> int:
    """The set of some cards that have suits."""
    found = 0
    for card in cards:
        found |= bit(card)
    return found


@cache
def deck_bits(top: int) -> int:
    """All cards that have a suit, 1 to `top` in each."""
    lane = (1 << top + 1) - 2
    return sum(lane << LANE * place for place in range(len(SUITS)))


@cache
def number_bits(number: int) -> int:
    """The cards of a number in all suits."""
    return sum(1 << LANE * place + number for place in range(len(SUITS)))


def suits_in(cards: int) -> int:
    """The suits that some cards have, as a one in the lane of each."""
    # No card has number 0, so that a lane moved down by one leaves its top free to be carried into.
    return (cards >> 1 & _BELOW_TOPS) + _BELOW_TOPS >> LANE - 1 & EACH_SUIT


def suits_of(cards: int) -> tuple[str, ...]:
    """The suits that some cards have."""
    return tuple(suit for suit, own in zip(SUITS, SUIT_BITS, strict=True) if cards & own)
