"""What High Number asks."""

from __future__ import annotations

from device.contract.declarations import Declaration
from device.contract.keycodes import Cell, Choice
from device.contract.number_pad import pad
from device.contract.prompt import Prompt
from display.words import text
from tests.games.fifth.high_number.declarations import Doubles, Says
from tests.games.fifth.high_number.options import HIGHEST
from tests.games.fifth.high_number.state import State


def prompt(state: State) -> Prompt[Declaration] | None:
    """The next player's number."""
    if state.finished:
        return None
    seat = state.turn
    numbers = (Choice(number, str(number), Says(seat, number)) for number in range(1, HIGHEST + 1))
    more = () if state.round.said else (Choice(Cell.DA, text("double the round"), Doubles()),)
    question = text("{player}: which number?", player=state.table.players[seat])
    return Prompt(question, (seat,), pad("number", text("number"), numbers), menu_choices=more)
