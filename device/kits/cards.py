"""Playing cards: suits, decks, and how a card is shown."""

from __future__ import annotations

from collections import Counter
from functools import cache

from display.vocabulary import Face, Ink, Shape, Suit
from display.words import Text, text
from values.named_tuple import NamedTuple

SUITS = ("clubs", "diamonds", "hearts", "spades")
"""The suits of the plain deck, in the order in which they are offered."""

SUIT_FACES = {
    "blue": Suit(text("blue"), text("B"), Shape.DIAMOND, Ink.BLUE),
    "red": Suit(text("red"), text("R"), Shape.TRIANGLE, Ink.RED),
    "yellow": Suit(text("yellow"), text("Y"), Shape.DISC, Ink.YELLOW),
    "green": Suit(text("green"), text("Gn"), Shape.RING, Ink.GREEN),
    "clubs": Suit(text("clubs"), text("C"), Shape.CLUB, Ink.BLACK),
    "diamonds": Suit(text("diamonds"), text("D"), Shape.DIAMOND, Ink.RED),
    "hearts": Suit(text("hearts"), text("H"), Shape.HEART, Ink.RED),
    "spades": Suit(text("spades"), text("S"), Shape.SPADE, Ink.BLACK),
}
"""The suits that can be drawn."""

_RANKS = {11: text("J"), 12: text("Q"), 13: text("K"), 14: text("A")}
"""The letters of jack, queen, king and ace of the plain deck on pages."""


class Card(NamedTuple):
    """A card by suit and number. A card without a suit has a word. It need not exist in any deck."""

    suit: str
    number: int
    word: str = ""

    def __str__(self) -> str:
        return self.word or f"{self.suit}-{self.number}"


class Deck(NamedTuple):
    """Cards with suits: the suits in the order in which they are offered, and the numbers of each suit.

    `without` are the cards left out, as records write them: `("diamonds-2",)`. The plain deck has 2 to 14; jack, queen,
    king and ace are 11 to 14.
    """

    suits: tuple[str, ...] = SUITS
    numbers: range = range(2, 15)
    without: tuple[str, ...] = ()

    def has(self, card: Card) -> bool:
        """Whether the deck has this card."""
        return not card.word and card in all_cards(self)

    def suit_size(self, suit: str) -> int:
        """The number of cards of a suit."""
        return _suit_sizes(self)[suit]


@cache
def _suit_sizes(deck: Deck) -> Counter[str]:
    """The number of cards of each suit."""
    return Counter(card.suit for card in all_cards(deck))


@cache
def all_cards(deck: Deck) -> frozenset[Card]:
    """The cards of a deck."""
    cards = (Card(suit, number) for suit in deck.suits for number in deck.numbers)
    return frozenset(card for card in cards if str(card) not in deck.without)


@cache
def face(card: Card) -> Face:
    """Return how a card with a suit is drawn."""
    return Face(card.number, SUIT_FACES[card.suit], rank=rank_letter(card.suit, card.number))


def rank_letter(suit: str, number: int) -> Text | None:
    """The letter drawn on a card instead of its number; None if the number is drawn."""
    return _RANKS.get(number) if suit in SUITS else None
