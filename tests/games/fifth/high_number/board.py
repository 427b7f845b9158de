"""What the panel shows of High Number."""

from __future__ import annotations

from device.contract.keycodes import Layout
from display.vocabulary import Board, Face, Mark, PlayerRow
from display.words import Text, text
from tests.games.fifth.high_number.scoring import scores
from tests.games.fifth.high_number.state import State


def heading(state: State) -> Text:
    """The round."""
    if state.finished:
        return text("The game is over")
    return text("Round {n} of {m}", n=len(state.done) + 1, m=state.rounds)


def board(state: State) -> Board:
    """Everybody's number and total."""
    players = state.table.players
    said = dict(zip(state.order(state.round), state.round.said, strict=False))
    return Board(
        tuple(
            PlayerRow(
                name=name,
                code=Layout.LIST.code(seat),
                acting=not state.finished and seat == state.turn,
                total=scores(state).totals[seat],
                marks=(Mark(Face(said[seat])),) if seat in said else (),
            )
            for seat, name in enumerate(players)
        )
    )
