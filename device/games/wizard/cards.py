"""The two decks: Wizard's own, and the plain one of Oh Hell."""

from __future__ import annotations

from dataclasses import dataclass
from functools import cache

from display.vocabulary import Face, Ink, Shape, Suit
from display.words import text
from values.named_tuple import NamedTuple


class Card(NamedTuple):
    """A card by suit and number; a wizard or a jester has neither. It may be one that the deck does not have."""

    suit: str
    number: int
    word: str = ""

    def __str__(self) -> str:
        return self.word or f"{self.suit}-{self.number}"


WIZARD = Card("", 0, "wizard")
JESTER = Card("", 0, "jester")
SPECIAL = {str(card): card for card in (WIZARD, JESTER)}
"""Cards without a suit. Those of a kind can't be told apart."""


@dataclass(frozen=True, slots=True)
class Deck:
    """Suits in the order in which they are offered, the numbers of each, and how many of each special card."""

    suits: tuple[str, ...]
    numbers: range
    special: int

    @property
    def cards(self) -> int:
        """How many cards there are."""
        return len(self.suits) * len(self.numbers) + self.special * len(SPECIAL)

    def has(self, card: Card) -> bool:
        """Whether there is such a card."""
        if card.word:
            return self.special > 0
        return card.suit in self.suits and card.number in self.numbers

    def most(self, players: int) -> int:
        """The cards that each of so many players can be dealt (rulebooks: as far as the deck goes)."""
        return self.cards // players

    def all_dealt(self, players: int, cards: int) -> bool:
        """Whether no card is left to be turned for trump, once everybody has so many."""
        return players * cards == self.cards


WIZARD_DECK = Deck(("blue", "red", "yellow", "green"), range(1, 14), 4)
"""60 cards (Wizard rulebook, contents)."""

PLAIN_DECK = Deck(("clubs", "diamonds", "hearts", "spades"), range(2, 15), 0)
"""52 cards; jack, queen, king and ace are 11 to 14."""

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

_WORDS = {WIZARD: text("wizard"), JESTER: text("jester")}


@cache
def face(card: Card) -> Face:
    """How a card of a deck is shown."""
    return Face(word=_WORDS[card]) if card.word else Face(card.number, SUIT_FACES[card.suit])
