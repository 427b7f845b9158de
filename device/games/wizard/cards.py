"""The two decks: Wizard's own, and the plain one of Oh Hell."""

from __future__ import annotations

from functools import cache

from device.kits.cards import SUITS, Card
from device.kits.cards import face as suited_face
from display.vocabulary import Face
from display.words import text
from values.named_tuple import NamedTuple

WIZARD = Card("", 0, "wizard")
JESTER = Card("", 0, "jester")
SPECIAL_CARDS = {str(card): card for card in (WIZARD, JESTER)}
"""Cards without a suit. Those of a kind can't be told apart."""


class Deck(NamedTuple):
    """A deck: its suits in the order in which they are offered, their numbers, and the count of each special card."""

    suits: tuple[str, ...]
    numbers: range
    special_count: int

    @property
    def card_count(self) -> int:
        """The number of cards."""
        return len(self.suits) * len(self.numbers) + self.special_count * len(SPECIAL_CARDS)

    def has(self, card: Card) -> bool:
        """Whether the deck has this card."""
        if card.word:
            return self.special_count > 0
        return card.suit in self.suits and card.number in self.numbers

    def max_cards_each(self, player_count: int) -> int:
        """Return the maximum number of cards for each player (rulebooks: as far as the deck goes)."""
        return self.card_count // player_count

    def is_all_dealt(self, player_count: int, card_count: int) -> bool:
        """Whether no card is left to be turned for trump, if each player is dealt `card_count`."""
        return player_count * card_count == self.card_count


WIZARD_DECK = Deck(("blue", "red", "yellow", "green"), range(1, 14), 4)
"""60 cards (Wizard rulebook, contents)."""

PLAIN_DECK = Deck(SUITS, range(2, 15), 0)
"""52 cards; jack, queen, king and ace are 11 to 14."""

_SPECIAL_WORDS = {WIZARD: text("wizard"), JESTER: text("jester")}


@cache
def face(card: Card) -> Face:
    """Return how a card of a deck is drawn."""
    return Face(word=_SPECIAL_WORDS[card]) if card.word else suited_face(card)
