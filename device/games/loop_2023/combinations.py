"""The combinations of cards that can be played together, and which beats which (rulebook, How to Play 5, 6 and 11)."""

from __future__ import annotations

from enum import Enum

from device.games.loop_2023.cards import CARDS_PER_NUMBER, EIGHT, Card
from values.named_tuple import NamedTuple


class Kind(Enum):
    """The type of a combination."""

    SINGLE = "single"
    SET = "set"  # two or three of one number
    SEQUENCE = "sequence"  # consecutive numbers of one colour


class Combination(NamedTuple):
    """Cards played together, lowest first."""

    kind: Kind
    cards: tuple[Card, ...]

    @property
    def size(self) -> int:
        return len(self.cards)

    @property
    def lowest_number(self) -> int:
        """The number that decides which combination is stronger."""
        return self.cards[0].number

    @property
    def contains_eight(self) -> bool:
        """Whether it contains an 8, which nobody may answer."""
        first, last = self.cards[0].number, self.cards[-1].number
        return first <= EIGHT <= last

    def beats(self, other: Combination, *, twisted: bool) -> bool:
        """Whether it is stronger than another of the same kind and size."""
        return self.lowest_number < other.lowest_number if twisted else self.lowest_number > other.lowest_number


def find_combination(cards: tuple[Card, ...]) -> Combination | None:
    """Return the combination that cards (as sorted by `sort_cards`) make, or None.

    Cards without a declared colour make no sequence.
    """
    if len(cards) == 1:
        return Combination(Kind.SINGLE, cards)
    if are_consecutive(cards):
        one_colour = cards[0].colour is not None and all(card.colour is cards[0].colour for card in cards)
        return Combination(Kind.SEQUENCE, cards) if one_colour else None
    one_number = all(card.number == cards[0].number for card in cards)
    return Combination(Kind.SET, cards) if one_number and len(cards) <= CARDS_PER_NUMBER else None


def are_consecutive(cards: tuple[Card, ...]) -> bool:
    """Whether the numbers of sorted cards are consecutive."""
    return all(card.number == cards[0].number + step for step, card in enumerate(cards))
