"""The cards of LOOP's first edition: 1 to 15 in three colours."""

from __future__ import annotations

import re
from dataclasses import dataclass
from enum import Enum

from device.games.loop_2023.suits import SUITS
from display.vocabulary import Face, Suit

MAX_NUMBER = 15
CARDS_PER_NUMBER = 3
EIGHT = 8


class Colour(Enum):
    """A colour of cards. The rulebook shows three without names; these names are the program's own."""

    RED = 0
    YELLOW = 1
    BLUE = 2

    def __init__(self, place: int) -> None:
        self.bit = 1 << place
        """The colour's bit in sets of colours. Unlike `value`, it is not computed each time."""

    @property
    def word(self) -> str:
        """The colour's name in a record."""
        return self.name.lower()

    @property
    def suit(self) -> Suit:
        """The colour as a page shows it."""
        return SUITS[self.value]


MAX_NUMBER_DIGITS = 9
"""Maximum number of digits of a number that pages show as a number: no card has nearly as many."""

COLOUR_BY_WORD = {colour.word: colour for colour in Colour}
NUMBER_BY_DIGITS = {str(number): number for number in range(1, MAX_NUMBER + 1)}


@dataclass(frozen=True, slots=True)
class Card:
    """A card of the deck: its number, 1 to 15, and its colour, None if the table did not declare it."""

    number: int
    colour: Colour | None = None

    @property
    def word(self) -> str:
        """The card's name in a record."""
        return str(self.number) if self.colour is None else f"{self.colour.word}-{self.number}"

    @property
    def face(self) -> Face:
        return Face(self.number, None if self.colour is None else self.colour.suit)


@dataclass(frozen=True, slots=True)
class UnknownCard:
    """A well-formed word for a card that the deck does not have: `green-5`, `16`."""

    word: str

    @property
    def face(self) -> Face | str:
        """The number in a colour of the deck, as `yellow 16`, or else the word itself."""
        colour, _, number = self.word.partition("-")
        known_colour = COLOUR_BY_WORD.get(colour)
        if known_colour is None or len(number) > MAX_NUMBER_DIGITS:
            return self.word
        return Face(int(number), known_colour.suit)


CardOrUnknown = Card | UnknownCard

_CARD_PATTERN = re.compile(r"(?:([^\W\d_]+)-)?(0|[1-9][0-9]*)")


def parse_card(word: str) -> CardOrUnknown | None:
    """Parse a card in a record. Returns None if the word is malformed."""
    shape = _CARD_PATTERN.fullmatch(word)
    if shape is None:
        return None
    colour, number = shape.groups()
    if number not in NUMBER_BY_DIGITS or (colour is not None and colour not in COLOUR_BY_WORD):
        return UnknownCard(word)
    return Card(NUMBER_BY_DIGITS[number], None if colour is None else COLOUR_BY_WORD[colour])


def sort_cards(cards: tuple[CardOrUnknown, ...]) -> tuple[CardOrUnknown, ...]:
    """Sort cards as they are stored: by number, then colour; undeclared colours and `UnknownCard`s come last."""
    return tuple(sorted(cards, key=_sort_key))


def _sort_key(card: CardOrUnknown) -> tuple[int, int, str]:
    if isinstance(card, UnknownCard):
        return MAX_NUMBER + 1, 0, card.word
    return card.number, CARDS_PER_NUMBER if card.colour is None else card.colour.value, ""
