"""Points and winners of High Number."""

from __future__ import annotations

from device.contract.scores import RoundScore, Scores
from display.vocabulary import Cause, Face
from display.words import text
from tests.games.fifth.high_number.state import Round, State


def scores(state: State) -> Scores:
    """Rounds, totals and winners."""
    rounds = tuple(RoundScore(_points(state, done), (("order", state.order(done)),)) for done in state.done)
    totals = tuple(sum(_points(state, done)[seat] for done in state.done) for seat in range(len(state.table.players)))
    best = max(totals)
    winners = tuple(seat for seat, total in enumerate(totals) if state.finished and total == best)
    return Scores(rounds, totals, state.finished, winners)


def points_by_cause(state: State, round_: int) -> tuple[tuple[Cause, ...], ...]:
    """The highest number, for whoever said it."""
    points = _points(state, state.done[round_])
    face = (Face(max(state.done[round_].said)),)
    return tuple((Cause(text("the highest number"), gained, face),) if gained else () for gained in points)


def _points(state: State, round_: Round) -> tuple[int, ...]:
    highest = max(round_.said)
    said = dict(zip(state.order(round_), round_.said, strict=True))
    return tuple(highest * round_.worth if said[seat] == highest else 0 for seat in sorted(said))
