"""What the panel shows of a score pad: everybody's total, and their points of the round as far as they are said."""

from __future__ import annotations

from device.contract.keycodes import Layout
from device.contract.scores import RoundName
from device.contract.setup import Seat
from device.games.score_pad.state import State
from display.vocabulary import Board, Note, PlayerRow
from display.words import Label, Text, counted, signed, text


def heading(state: State) -> Text:
    """The round, and what ends the game."""
    number, settings = len(state.done) + 1, state.settings
    if state.finished:
        return counted("The game is over after {n} round", "The game is over after {n} rounds", len(state.done))
    if settings.rounds is not None:
        return text("Round {round} of {rounds}", round=number, rounds=settings.rounds)
    if settings.target is not None:
        return text("Round {round} · to {target}", round=number, target=settings.target)
    return RoundName(number).heading


def board(state: State) -> Board:
    """Everybody's total, and what was said of the round."""
    return Board(
        tuple(
            PlayerRow(
                name=name,
                code=Layout.LIST.code(seat),
                acting=seat == state.asked,
                total=state.totals[seat],
                note=_note(state, seat),
            )
            for seat, name in enumerate(state.table.players)
        )
    )


def _note(state: State, seat: Seat) -> Label | None:
    points = state.said[seat]
    if points is not None:
        return Note(text("{points} this round", points=signed(points)), (signed(points),))
    return text("deals") if state.settings.dealer and seat == state.dealer and not state.finished else None
