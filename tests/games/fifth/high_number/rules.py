"""What may be declared in High Number, and what comes of it."""

from __future__ import annotations

from dataclasses import replace
from functools import partial

from device.contract.declarations import Declaration, First
from device.contract.refusal import RefusalCode, refuse
from device.contract.setup import Seat, TableSetup
from display.vocabulary import Face
from display.words import text
from tests.games.fifth.high_number.declarations import Doubles, Says
from tests.games.fifth.high_number.options import HIGHEST, ROUNDS
from tests.games.fifth.high_number.refusal_codes import HighNumberRefusal
from tests.games.fifth.high_number.state import Round, State


def start(table: TableSetup) -> State:
    """The state before the first declaration."""
    return State(table, int(table.value_of(ROUNDS)))


def starter(state: State) -> Seat | None:
    """Who starts the game, while another player may still be named."""
    return None if state.done or state.round != Round(state.round.first) else state.round.first


def forced(state: State) -> Declaration | None:
    """Nothing: everybody may say any number."""
    return None


def apply(state: State, declaration: Declaration, *, twice: bool = False) -> State:
    """The state after a declaration; a number may be said `twice`. Raises Refused."""
    if state.finished:
        refuse(RefusalCode.WRONG_PHASE, text("The game is over."), declaration.seat)
    match declaration:
        case Says():
            return _says(state, declaration, twice=twice)
        case First(seat) if starter(state) is not None:
            return replace(state, round=Round(seat))
        case Doubles() if not state.round.said:
            return replace(state, round=replace(state.round, worth=2))
    refuse(RefusalCode.WRONG_PHASE, text("That is said before the first number of a round."), declaration.seat)


let_stand = partial(apply, twice=True)


def _says(state: State, says: Says, *, twice: bool) -> State:
    player, face = state.table.players[says.seat], Face(says.number)
    if says.seat != state.turn:
        refuse(RefusalCode.OUT_OF_TURN, text("It is not {player}'s turn.", player=player), says.seat)
    if not 1 <= says.number <= HIGHEST:
        refuse(RefusalCode.NO_SUCH_CARD, text("There is no number {number}.", number=face), says.seat, face)
    if says.number in state.round.said and not twice:
        refuse(
            HighNumberRefusal.NUMBER_TAKEN, text("Somebody has said {number} already.", number=face), says.seat, face
        )
    round_ = replace(state.round, said=(*state.round.said, says.number))
    if len(round_.said) < len(state.table.players):
        return replace(state, round=round_)
    return replace(state, done=(*state.done, round_), round=Round((round_.first + 1) % len(state.table.players)))
