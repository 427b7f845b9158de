"""The keys of cards: the number, then the suit."""

from __future__ import annotations

from collections.abc import Callable, Iterable, Iterator

from device.contract.declarations import Declaration
from device.contract.keycodes import Choice, Layout, Level, Said
from device.contract.number_pad import pad
from device.kits.cards import SUIT_FACES, SUITS, Card, rank
from display.words import text

Means = Callable[[Card], Declaration | Level[Declaration]]
"""What a card means where it is asked for."""


def card_pad(
    name: str,
    suits: tuple[str, ...],
    numbers: Iterable[int],
    means: Means,
    words: Iterable[Choice[Declaration]] = (),
    *,
    said: Said | None = None,
) -> Level[Declaration]:
    """A pad of numbers, behind each of which suits are asked for; `words` are cards without a suit."""
    more = text("K, A") if suits[0] in SUITS else None
    return pad(suits_named(suits, name), text("number"), _by_number(suits, numbers, means), words, said=said, more=more)


def _by_number(suits: tuple[str, ...], numbers: Iterable[int], means: Means) -> Iterator[Choice[Declaration]]:
    """The cells of numbers, and behind each those of the suits."""
    for number in numbers:
        cells = tuple(Choice(slot, SUIT_FACES[suit], means(Card(suit, number))) for slot, suit in enumerate(suits))
        label = rank(suits[0], number) or str(number)
        yield Choice(number, label, Level(suits_named(suits, "suit"), text("suit"), Layout.LIST, cells))


def suits_named(suits: tuple[str, ...], name: str) -> str:
    """The name of a level of suits: those of the plain deck have the same codes as others, and are others."""
    return f"plain {name}" if suits == SUITS else name
