"""What was declared in LOOP, as the table says it."""

from __future__ import annotations

from typing import assert_never

from device.contract.declarations import Declaration
from device.games.loop.declarations import Declared, Out, Pass, Plays, Twist
from device.games.loop.refusals import cards
from display.words import Text, text


def in_words(declared: Declaration, player: str) -> Text:
    """A player's declaration in words."""
    assert isinstance(declared, Declared)
    match declared:
        case Plays(_, numbers):
            return text("{player} plays {cards}.", player=player, cards=cards(numbers))
        case Pass():
            return text("{player} passes.", player=player)
        case Twist():
            return text("{player} twists.", player=player)
        case Out():
            return text("{player} is out.", player=player)
    assert_never(declared)
