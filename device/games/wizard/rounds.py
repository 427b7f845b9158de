"""Ends a round, and begins the next."""

from __future__ import annotations

from device.games.wizard.scoring import score_round
from device.games.wizard.state import Round, State, new_round


def end_round(state: State, round_: Round) -> State:
    """Score the round, and begin the next one seat to the left, with its own number of cards."""
    bids = tuple(bid for bid in round_.bids if bid is not None)
    result = score_round(state, bids, round_.won)
    totals = tuple(total + gained for total, gained in zip(state.totals, result.points, strict=True))
    results = (*state.results, result)
    following = None
    if len(results) < len(state.settings.rounds):
        following = new_round(state.players, state.settings.rounds[len(results)], state.next(round_.first))
    return state._replace(results=results, totals=totals, round=following)
