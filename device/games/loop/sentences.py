"""What was declared in LOOP, as the table says it."""

from __future__ import annotations

from typing import assert_never

from device.contract.declarations import Declaration
from device.games.loop.cards import HAND, SET_ASIDE
from device.games.loop.declarations import Declared, Out, Pass, Plays, Twist
from device.games.loop.refusals import cards
from device.games.loop.state import State
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


MOST_PLAYERS = 6
"""With so many, all cards of the box are dealt."""


def preparing(state: State) -> tuple[Text, ...]:
    """What is to be done before a round (rulebook, Setup, Round setup and End of the round)."""
    aside = text("Each sets {n} cards aside, face down.", n=SET_ASIDE)
    if state.done:
        return (text("Take up your whole hand; pass hand and board to the left."), aside)
    used = () if state.players == MOST_PLAYERS else (text("Use {n} cards of each number.", n=state.players),)
    dealt = text("Shuffle, and deal {n} cards to each player.", n=HAND)
    return (*used, dealt, text("Each takes a board; the golden one is among them."), aside)
