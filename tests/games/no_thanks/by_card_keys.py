"""Rounds that are said card by card at the table: the keys, from the answers of people and from nothing of the game."""

from __future__ import annotations

from collections.abc import Sequence

from tests.dealers.no_thanks import Round

SEATS = ("A", "B", "C", "DA", "DB", "DC")
NUMBERS = [row + column for row in "ABC" for column in "ABCD"]


def number(said: int) -> str:
    """The keys of a number of tokens: 0 is said to be one."""
    if not said:
        return "DDA"
    block, place = divmod(said - 1, len(NUMBERS))
    return ("", "DA", "DB", "DBDA", "DBDB")[block] + NUMBERS[place]


def cards(one: Round, deck: Sequence[int], most: int = 24) -> str:
    """Whose each card of a deck is, until so many are known to be somebody's."""
    keys, found = "DC", 0
    for card in deck:
        owner = next((seat for seat, own in enumerate(one.cards) if card in own), None)
        keys += "DD" if owner is None else SEATS[owner]
        found += owner is not None
        if found == most:
            break
    return keys


def by_card(one: Round, deck: Sequence[int], most: int = 24) -> list[str]:
    """The presses of a whole round, up to the last player's tokens, which the box knows."""
    return [*cards(one, deck, most), *"".join(map(number, one.tokens[:-1])), "hold C"]
