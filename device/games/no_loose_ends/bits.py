"""Sets of cards as whole numbers, a bit a card: of that many sets, the quickest there are in Python.

Each suit has a lane of sixteen bits, in which the card numbered N is bit N. The four getaway cards have a lane of
their own. Sets of all players can lie side by side in one number, by seats, to be worked on all at once.
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
"""One in the lane of each suit: numbers of the suits are counted side by side, each in its lane."""

LANE_TOPS = EACH_SUIT << LANE - 1

SEAT = LANE * (len(SUITS) + 1)
"""How many bits each player has where sets of all players lie side by side."""

EACH_SEAT = sum(1 << SEAT * seat for seat in range(max(DEALS)))
"""Times a set, this is the set of each player."""

HAND = (1 << SEAT) - 1
"""All the bits that a player has."""

EVERY_SUIT = EACH_SUIT * EACH_SEAT
"""One in the lane of each suit of each player."""

EVERY_TOP = EVERY_SUIT << LANE - 1
_BELOW_TOPS = EVERY_TOP - EVERY_SUIT
_BELOW_SEAT_TOPS = EACH_SEAT * (HAND >> 1)

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


def side_by_side(sets: Sequence[int]) -> int:
    """A set of each player as one number."""
    found = 0
    for own in reversed(sets):
        found = found << SEAT | own
    return found


def of_seat(sets: int, seat: Seat) -> int:
    """The set of one player of those that lie side by side."""
    return sets >> SEAT * seat & HAND


def limited(sets: int, seat: Seat, cards: int) -> int:
    """The sets side by side, one player's without all but some cards."""
    return sets & ~((HAND ^ cards) << SEAT * seat)


def holding(sets: int) -> int:
    """A one for each player whose set is not empty."""
    return sets + _BELOW_SEAT_TOPS >> SEAT - 1 & EACH_SEAT


def seats_in(ones: int) -> Iterator[Seat]:
    """The players who have a one."""
    while ones:
        low = ones & -ones
        ones ^= low
        yield low.bit_length() // SEAT


def suits_in(cards: int) -> int:
    """The suits that some cards have, as a one in the lane of each; of one player or of all side by side."""
    # No card has number 0, so that a lane moved down by one leaves its top free to be carried into.
    return (cards >> 1 & _BELOW_TOPS) + _BELOW_TOPS >> LANE - 1 & EVERY_SUIT


def suits_of(cards: int) -> tuple[str, ...]:
    """The suits that some cards have."""
    return tuple(suit for suit, own in zip(SUITS, SUIT_BITS, strict=True) if cards & own)
