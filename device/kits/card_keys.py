"""The keys of cards: the number, then the suit."""

from __future__ import annotations

from collections.abc import Callable, Iterable, Iterator

from device.contract.declarations import Declaration
from device.contract.keycodes import Choice, Layout, Level
from device.kits.cards import SUIT_FACES, SUITS, Card, rank
from display.words import Text, text

Means = Callable[[Card], Declaration | Level[Declaration]]
"""What a card means where it is asked for."""


def by_number(suits: tuple[str, ...], numbers: Iterable[int], means: Means) -> Iterator[Choice[Declaration]]:
    """The cells of numbers, and behind each those of the suits."""
    for number in numbers:
        cells = tuple(Choice(slot, SUIT_FACES[suit], means(Card(suit, number))) for slot, suit in enumerate(suits))
        label = rank(suits[0], number) or str(number)
        yield Choice(number, label, Level(suits_named(suits, "suit"), text("suit"), Layout.LIST, cells))


def highest(suits: tuple[str, ...]) -> Text | None:
    """What the numbers above 12 are called together; None where they are numbers."""
    return text("K, A") if suits[0] in SUITS else None


def suits_named(suits: tuple[str, ...], name: str) -> str:
    """The name of a level of suits: those of the plain deck have the same codes as others, and are others."""
    return f"plain {name}" if suits == SUITS else name
