"""The deck of No Loose Ends: cards, and how many are dealt."""

from __future__ import annotations

from functools import cache

from device.games.no_loose_ends.suits import SUIT_FACES, SUITS
from device.kits.cards import Card as Card
from display.vocabulary import Face
from display.words import text
from values.named_tuple import NamedTuple

GETAWAY_COUNT = 4
"""Getaway cards in the deck when the option is on (rulebook, Getaway Cards)."""

HIGHEST_NUMBER = 15
"""The highest number of each suit of the published deck."""

GETAWAY = Card("", 0, "getaway")
"""Stands for each of the four getaway cards: without suit and number, they can't be told apart."""


class DealSizes(NamedTuple):
    """The sizes of the deck, the hands and the bids for a number of players (rulebook, Setup and Planning tables)."""

    player_count: int
    highest_number: int  # suits run from 1 to this
    hand_size: int  # dealt to each player
    max_bids: int

    @property
    def undealt_count(self) -> int:
        """The number of cards of the four suits that are in no hand (getaway cards not counted)."""
        return len(SUITS) * self.highest_number - self.player_count * self.hand_size


DEAL_SIZES = {
    sizes.player_count: sizes
    for sizes in (
        DealSizes(player_count=2, highest_number=12, hand_size=15, max_bids=6),
        DealSizes(player_count=3, highest_number=12, hand_size=16, max_bids=5),
        DealSizes(player_count=4, highest_number=15, hand_size=15, max_bids=4),
        DealSizes(player_count=5, highest_number=15, hand_size=12, max_bids=3),
    )
}


@cache
def deck(highest_number: int) -> frozenset[Card]:
    """Return all cards that have a suit, 1 to `highest_number` in each."""
    return frozenset(Card(suit, number) for suit in SUITS for number in range(1, highest_number + 1))


@cache
def face(card: Card) -> Face:
    """Return how a card of the deck is drawn."""
    if card == GETAWAY:
        return Face(word=text("getaway"))
    return Face(card.number, SUIT_FACES[card.suit])
