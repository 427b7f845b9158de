"""Bit sets of cards: whole numbers with a bit for each card, the fastest sets that Python has for this search.

Each suit has a lane of sixteen bits, in which the card numbered N is bit N. The four getaway cards have a lane of their
own. The sets of all players can lie side by side in one number, by seat, so that one operation works on all.
"""

from __future__ import annotations

from collections.abc import Iterable, Iterator, Sequence
from functools import cache

from device.contract.setup import Seat
from device.games.no_loose_ends.cards import DEAL_SIZES, GETAWAY_COUNT, Card
from device.games.no_loose_ends.suits import SUITS

LANE_WIDTH = 16
SUIT_BITS = tuple(((1 << LANE_WIDTH) - 1) << LANE_WIDTH * index for index in range(len(SUITS)))
"""All cards of each suit, of any deck."""

TRUMP_BITS = SUIT_BITS[0]
PLAIN_BITS = SUIT_BITS[1] | SUIT_BITS[2] | SUIT_BITS[3]
GETAWAY_BITS = ((1 << GETAWAY_COUNT) - 1) << LANE_WIDTH * len(SUITS)

SUIT_LOW_BITS = sum(1 << LANE_WIDTH * index for index in range(len(SUITS)))
"""The lowest bit of each suit's lane: with it, numbers for all suits are counted side by side, each in its lane."""

SUIT_TOP_BITS = SUIT_LOW_BITS << LANE_WIDTH - 1

SEAT_WIDTH = LANE_WIDTH * (len(SUITS) + 1)
"""The number of bits for each player's set, if sets of all players lie side by side."""

SEAT_LOW_BITS = sum(1 << SEAT_WIDTH * seat for seat in range(max(DEAL_SIZES)))
"""The lowest bit of each player's set: multiplied by a set, this gives the same set for each player."""

SEAT_MASK = (1 << SEAT_WIDTH) - 1
"""All bits of one player's set."""

ALL_LOW_BITS = SUIT_LOW_BITS * SEAT_LOW_BITS
"""The lowest bit of each suit's lane, for each player."""

ALL_TOP_BITS = ALL_LOW_BITS << LANE_WIDTH - 1
_BELOW_TOPS = ALL_TOP_BITS - ALL_LOW_BITS
_BELOW_SEAT_TOPS = SEAT_LOW_BITS * (SEAT_MASK >> 1)

SUIT_INDEX = {suit: index for index, suit in enumerate(SUITS)}


@cache
def card_bit(card: Card) -> int:
    """Return the bit of a card that has a suit."""
    return 1 << LANE_WIDTH * SUIT_INDEX[card.suit] + card.number


def cards_to_bits(cards: Iterable[Card]) -> int:
    """Return the set of some cards that have suits."""
    result = 0
    for card in cards:
        result |= card_bit(card)
    return result


@cache
def deck_bits(highest_number: int) -> int:
    """Return all cards that have a suit, 1 to `highest_number` in each."""
    lane = (1 << highest_number + 1) - 2
    return sum(lane << LANE_WIDTH * index for index in range(len(SUITS)))


@cache
def number_bits(number: int) -> int:
    """Return the cards with this number in all suits."""
    return sum(1 << LANE_WIDTH * index + number for index in range(len(SUITS)))


def pack_seats(sets: Sequence[int]) -> int:
    """Put the players' sets side by side in one number."""
    result = 0
    for cards in reversed(sets):
        result = result << SEAT_WIDTH | cards
    return result


def cards_of_seat(sets: int, seat: Seat) -> int:
    """Return one player's set from sets that lie side by side."""
    return sets >> SEAT_WIDTH * seat & SEAT_MASK


def restrict_seat(sets: int, seat: Seat, cards: int) -> int:
    """Return sets that lie side by side, with one player's reduced to some cards."""
    return sets & ~((SEAT_MASK ^ cards) << SEAT_WIDTH * seat)


def nonempty_seats(sets: int) -> int:
    """Return the lowest bit of each player whose set is not empty."""
    return sets + _BELOW_SEAT_TOPS >> SEAT_WIDTH - 1 & SEAT_LOW_BITS


def seats_in(ones: int) -> Iterator[Seat]:
    """Yield the players whose lowest bit is set."""
    while ones:
        low = ones & -ones
        ones ^= low
        yield low.bit_length() // SEAT_WIDTH


def suit_flags(cards: int) -> int:
    """Return the suits that occur in a set, as the lowest bit of each lane; for one player or for all side by side."""
    # No card has number 0. So the top bit of a lane moved down by one is free for a carry.
    return (cards >> 1 & _BELOW_TOPS) + _BELOW_TOPS >> LANE_WIDTH - 1 & ALL_LOW_BITS


def suit_names(cards: int) -> tuple[str, ...]:
    """Return the names of the suits that occur in a set."""
    return tuple(suit for suit, suit_bits in zip(SUITS, SUIT_BITS, strict=True) if cards & suit_bits)
