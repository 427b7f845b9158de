"""Points and winners on a score pad."""

from __future__ import annotations

from device.contract.scores import AS_SAID, RoundScore, Scores
from device.games.score_pad.state import State
from display.vocabulary import Cause


def scores(state: State) -> Scores:
    """What stands now; equal totals share the win."""
    best = min(state.totals) if state.settings.lowest_wins else max(state.totals)
    winners = tuple(seat for seat, total in enumerate(state.totals) if state.finished and total == best)
    return Scores(tuple(RoundScore(points) for points in state.done), state.totals, state.finished, winners)


def causes(state: State, round_: int) -> tuple[tuple[Cause, ...], ...]:
    """Everybody's points of a round (from 0), as they were said."""
    return tuple((Cause(AS_SAID, points),) for points in state.done[round_])
