"""The rules of a score pad: whose points may be said, what they must add up to, and when the game is over."""

from __future__ import annotations

from dataclasses import replace

from device.contract.declarations import Declaration, First, GameEnd
from device.contract.refusal import RefusalCode, refuse
from device.contract.setup import Seat
from device.contract.tuples import with_entry
from device.games.score_pad.codes import Code
from device.games.score_pad.declarations import Points
from device.games.score_pad.state import State
from display.words import figure, text


def apply(state: State, declared: Declaration) -> State:
    """The state after a declaration. Raises Refused; see `device.contract.game.Game.apply`."""
    if state.finished:
        refuse(RefusalCode.WRONG_PHASE, text("The game is over."), declared.seat)
    match declared:
        case First(seat):
            return _first(state, seat)
        case Points():
            return _points(state, declared)
        case GameEnd():
            return _end(state)
    raise TypeError(declared)


def starter(state: State) -> Seat | None:
    """Who starts the coming round, while another player may still be named."""
    return state.first if state.between and not state.first_said and not state.finished else None


def asks_starter(state: State) -> bool:
    """Who starts matters where the dealer is shown."""
    return state.settings.dealer


def forced(state: State) -> Declaration | None:
    """Nothing: that everybody says their points finds mistakes."""
    return None


def says_end(state: State) -> bool:
    """Whether only the table can say that the game is over: neither rounds nor a total do."""
    return not state.settings.ends_itself


def may_end(state: State) -> bool:
    """Whether the table may say so now."""
    return says_end(state) and bool(state.done) and state.between


def _first(state: State, seat: Seat) -> State:
    if starter(state) is None:
        refuse(
            RefusalCode.WRONG_PHASE,
            text(
                "Who starts is said once, before the points of a round: {player} does.", player=state.name(state.first)
            ),
            seat,
        )
    return replace(state, first=seat, first_said=True)


def _end(state: State) -> State:
    if not may_end(state):
        refuse(RefusalCode.WRONG_PHASE, text("A game ends between two rounds: when everybody's points are declared."))
    return replace(state, ended=True)


def _points(state: State, declared: Points) -> State:
    if state.said[declared.seat] is not None:
        refuse(
            RefusalCode.OUT_OF_TURN,
            text("{player}'s points of this round are declared already.", player=state.name(declared.seat)),
            declared.seat,
        )
    said = with_entry(state.said, declared.seat, declared.points)
    points = tuple(own for own in said if own is not None)
    if len(points) < state.players:
        return replace(state, said=said)
    if state.settings.sum is not None and sum(points) != state.settings.sum:
        refuse(
            Code.DOES_NOT_ADD_UP,
            text(
                "The round must add up to {sum}, but {points} are declared. Check everyone's; {player}'s are the last.",
                sum=state.settings.sum,
                points=figure(sum(points)),
                player=state.name(declared.seat),
            ),
            declared.seat,
            earlier=state.players > 1,
        )
    return replace(
        state,
        said=(None,) * state.players,
        done=(*state.done, points),
        totals=tuple(total + own for total, own in zip(state.totals, points, strict=True)),
        first=(state.first + 1) % state.players,
        first_said=False,
    )
