"""Bit sets of cards: whole numbers with a bit for each card, the fastest sets that Python has for this search.

Each suit has a lane of sixteen bits, in which the card numbered N is bit N. The four getaway cards have a lane of their
own. The sets of all players can lie side by side in one number, by seat, so that one operation works on all.
"""

from __future__ import annotations

from collections.abc import Iterable, Iterator, Sequence
from functools import cache

from device.contract.setup import Seat
from device.games.no_loose_ends.cards import DEALS, GETAWAYS, Card
from device.games.no_loose_ends.suits import SUITS

LANE = 16
SUIT_BITS = tuple(((1 << LANE) - 1) << LANE * place for place in range(len(SUITS)))
"""All cards of each suit, of any deck."""

TRUMP_BITS = SUIT_BITS[0]
PLAIN_BITS = SUIT_BITS[1] | SUIT_BITS[2] | SUIT_BITS[3]
GETAWAY_BITS = ((1 << GETAWAYS) - 1) << LANE * len(SUITS)

EACH_SUIT = sum(1 << LANE * place for place in range(len(SUITS)))
"""The lowest bit of each suit's lane: with it, numbers for all suits are counted side by side, each in its lane."""

LANE_TOPS = EACH_SUIT << LANE - 1

SEAT = LANE * (len(SUITS) + 1)
"""The number of bits for each player's set, if sets of all players lie side by side."""

EACH_SEAT = sum(1 << SEAT * seat for seat in range(max(DEALS)))
"""Multiplied by a set, this gives the same set for each player."""

HAND = (1 << SEAT) - 1
"""All bits of one player's set."""

EVERY_SUIT = EACH_SUIT * EACH_SEAT
"""The lowest bit of each suit's lane, for each player."""

EVERY_TOP = EVERY_SUIT << LANE - 1
_BELOW_TOPS = EVERY_TOP - EVERY_SUIT
_BELOW_SEAT_TOPS = EACH_SEAT * (HAND >> 1)

PLACE_OF = {suit: place for place, suit in enumerate(SUITS)}


@cache
def bit(card: Card) -> int:
    """Return the bit of a card that has a suit."""
    return 1 << LANE * PLACE_OF[card.suit] + card.number


def bits(cards: Iterable[Card]) -> int:
    """Return the set of some cards that have suits."""
    found = 0
    for card in cards:
        found |= bit(card)
    return found


@cache
def deck_bits(top: int) -> int:
    """Return all cards that have a suit, 1 to `top` in each."""
    lane = (1 << top + 1) - 2
    return sum(lane << LANE * place for place in range(len(SUITS)))


@cache
def number_bits(number: int) -> int:
    """Return the cards with this number in all suits."""
    return sum(1 << LANE * place + number for place in range(len(SUITS)))


def side_by_side(sets: Sequence[int]) -> int:
    """Put the players' sets side by side in one number."""
    found = 0
    for own in reversed(sets):
        found = found << SEAT | own
    return found


def of_seat(sets: int, seat: Seat) -> int:
    """Return one player's set from sets that lie side by side."""
    return sets >> SEAT * seat & HAND


def limited(sets: int, seat: Seat, cards: int) -> int:
    """Return sets that lie side by side, with one player's reduced to some cards."""
    return sets & ~((HAND ^ cards) << SEAT * seat)


def holding(sets: int) -> int:
    """Return the lowest bit of each player whose set is not empty."""
    return sets + _BELOW_SEAT_TOPS >> SEAT - 1 & EACH_SEAT


def seats_in(ones: int) -> Iterator[Seat]:
    """Yield the players whose lowest bit is set."""
    while ones:
        low = ones & -ones
        ones ^= low
        yield low.bit_length() // SEAT


def suits_in(cards: int) -> int:
    """Return the suits that occur in a set, as the lowest bit of each lane; for one player or for all side by side."""
    # No card has number 0. So the top bit of a lane moved down by one is free for a carry.
    return (cards >> 1 & _BELOW_TOPS) + _BELOW_TOPS >> LANE - 1 & EVERY_SUIT


def suits_of(cards: int) -> tuple[str, ...]:
    """Return the names of the suits that occur in a set."""
    return tuple(suit for suit, own in zip(SUITS, SUIT_BITS, strict=True) if cards & own)
