"""What was declared in High Number, as the table says it."""

from __future__ import annotations

from device.contract.declarations import Declaration
from display.words import Text, text
from tests.games.fifth.high_number.declarations import Doubles, Says


def in_words(declaration: Declaration, player: str) -> Text:
    """A declaration in words."""
    match declaration:
        case Says(_, number):
            return text("{player} says {number}.", player=player, number=number)
        case Doubles():
            return text("The round counts twice.")
    raise TypeError(declaration)
