"""The two decks: Wizard's own, and the plain one of Oh Hell."""

from __future__ import annotations

from functools import cache

from device.kits.cards import SUITS, Card
from device.kits.cards import face as suited
from display.vocabulary import Face
from display.words import text
from values.named_tuple import NamedTuple

WIZARD = Card("", 0, "wizard")
JESTER = Card("", 0, "jester")
SPECIAL = {str(card): card for card in (WIZARD, JESTER)}
"""Cards without a suit. Those of a kind can't be told apart."""


class Deck(NamedTuple):
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

PLAIN_DECK = Deck(SUITS, range(2, 15), 0)
"""52 cards; jack, queen, king and ace are 11 to 14."""

_WORDS = {WIZARD: text("wizard"), JESTER: text("jester")}


@cache
def face(card: Card) -> Face:
    """How a card of a deck is shown."""
    return Face(word=_WORDS[card]) if card.word else suited(card)
