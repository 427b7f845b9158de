"""What can be played together, and what beats it (rulebook, How to Play 5, 6 and 11)."""

from __future__ import annotations

from enum import Enum

from device.games.loop_2023.cards import COPIES, EIGHT, Card
from values.named_tuple import NamedTuple


class Kind(Enum):
    """The manner of a combination."""

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
    def low(self) -> int:
        """The number that is compared."""
        return self.cards[0].number

    @property
    def ends_trick(self) -> bool:
        """Whether it has an 8 in it, which nobody may answer."""
        first, last = self.cards[0].number, self.cards[-1].number
        return first <= EIGHT <= last

    def beats(self, other: Combination, *, twisted: bool) -> bool:
        """Whether it is stronger than one of the same kind and size."""
        return self.low < other.low if twisted else self.low > other.low


def combination(cards: tuple[Card, ...]) -> Combination | None:
    """What the arranged cards make together, or None.

    Cards whose colour is unsaid make no sequence.
    """
    if len(cards) == 1:
        return Combination(Kind.SINGLE, cards)
    if in_sequence(cards):
        one_colour = cards[0].colour is not None and all(card.colour is cards[0].colour for card in cards)
        return Combination(Kind.SEQUENCE, cards) if one_colour else None
    one_number = all(card.number == cards[0].number for card in cards)
    return Combination(Kind.SET, cards) if one_number and len(cards) <= COPIES else None


def in_sequence(cards: tuple[Card, ...]) -> bool:
    """Whether the arranged cards' numbers follow one another."""
    return all(card.number == cards[0].number + step for step, card in enumerate(cards))
