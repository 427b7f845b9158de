"""The levels on which cards are typed: first the number, then the suit."""

from __future__ import annotations

from collections.abc import Callable, Iterable, Iterator

from device.contract.declarations import Declaration
from device.contract.keycodes import Choice, CodeWords, Layout, Level
from device.contract.number_pad import pad
from device.kits.cards import SUIT_FACES, SUITS, Card, rank_letter
from display.words import text

CardMeaningMaker = Callable[[Card], Declaration | Level[Declaration]]
"""Returns what typing a card means."""


def card_pad(
    name: str,
    suits: tuple[str, ...],
    numbers: Iterable[int],
    make_meaning: CardMeaningMaker,
    word_choices: Iterable[Choice[Declaration]] = (),
    *,
    words: CodeWords | None = None,
) -> Level[Declaration]:
    """A pad of numbers, each of which opens a list of suits. `word_choices` are cards without a suit."""
    block_label = text("K, A") if suits[0] in SUITS else None
    return pad(
        card_level_name(suits, name),
        text("number"),
        _number_choices(suits, numbers, make_meaning),
        word_choices,
        words=words,
        block_label=block_label,
    )


def _number_choices(
    suits: tuple[str, ...], numbers: Iterable[int], make_meaning: CardMeaningMaker
) -> Iterator[Choice[Declaration]]:
    """Yield the cells of the numbers, each of which opens the list of suits."""
    for number in numbers:
        choices = tuple(
            Choice(slot, SUIT_FACES[suit], make_meaning(Card(suit, number))) for slot, suit in enumerate(suits)
        )
        label = rank_letter(suits[0], number) or str(number)
        yield Choice(number, label, Level(card_level_name(suits, "suit"), text("suit"), Layout.LIST, choices))


def card_level_name(suits: tuple[str, ...], name: str) -> str:
    """The name of a level of cards or suits. The plain deck's has another: other suits are in the same cells."""
    return f"plain {name}" if suits == SUITS else name
