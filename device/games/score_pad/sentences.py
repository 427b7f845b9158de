"""What was declared on a score pad, as the table says it."""

from __future__ import annotations

from device.contract.declarations import Declaration
from device.contract.game import Sentences
from device.games.score_pad.declarations import Points
from device.games.score_pad.state import State
from display.words import Text, counted, figure, text


def in_words(declaration: Declaration, player: str) -> Text:
    """A declaration in words. Raises TypeError for what is none of this game."""
    match declaration:
        case Points(_, points):
            return counted(
                "{player}: {points} point.",
                "{player}: {points} points.",
                abs(points),
                player=player,
                points=figure(points),
            )
    raise TypeError(declaration)


def preparing(state: State) -> tuple[Text, ...]:
    """Who deals, where that is shown; before the first round nobody knows who starts, and so who deals."""
    if not state.settings.dealer:
        return ()
    if not state.done and not state.first_said:
        return (text("Whoever sits right of the starter deals."),)
    return (text("{player} deals.", player=state.name(state.dealer)),)


SENTENCES: Sentences[State] = Sentences(in_words, preparing)
"""What the game loads of this module."""
