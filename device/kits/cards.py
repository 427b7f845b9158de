"""Playing cards: suits, decks, and how a card is shown."""

from __future__ import annotations

from functools import cache

from display.vocabulary import Face, Ink, Shape, Suit
from display.words import Text, text
from values.named_tuple import NamedTuple

SUITS = ("clubs", "diamonds", "hearts", "spades")
"""Those of the plain deck, in the order in which they are offered."""

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
"""What jack, queen, king and ace of the plain deck are called on pages."""


class Card(NamedTuple):
    """A card by suit and number; one without a suit has a word. It may be one that a deck does not have."""

    suit: str
    number: int
    word: str = ""

    def __str__(self) -> str:
        return self.word or f"{self.suit}-{self.number}"


class Deck(NamedTuple):
    """Cards with suits: which suits, in the order in which they are offered, the numbers of each, and the cards left
    out, as records have them: `("diamonds-2",)`. The plain deck has 2 to 14; jack, queen, king and ace are 11 to 14."""

    suits: tuple[str, ...] = SUITS
    numbers: range = range(2, 15)
    without: tuple[str, ...] = ()

    def has(self, card: Card) -> bool:
        """Whether there is such a card."""
        return not card.word and card in all_cards(self)

    def of_suit(self, suit: str) -> int:
        """How many cards of a suit there are."""
        return sum(card.suit == suit for card in all_cards(self))


@cache
def all_cards(deck: Deck) -> frozenset[Card]:
    """The cards of a deck."""
    cards = (Card(suit, number) for suit in deck.suits for number in deck.numbers)
    return frozenset(card for card in cards if str(card) not in deck.without)


@cache
def face(card: Card) -> Face:
    """How a card with a suit is shown."""
    return Face(card.number, SUIT_FACES[card.suit], rank=rank(card.suit, card.number))


def rank(suit: str, number: int) -> Text | None:
    """What stands on a card in place of its number."""
    return _RANKS.get(number) if suit in SUITS else None
