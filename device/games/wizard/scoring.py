"""The points of a round and the winners of the game."""

from __future__ import annotations

from device.contract.scores import RoundScore, Scores
from device.games.wizard.options import Scoring
from device.games.wizard.state import Result, State
from display.vocabulary import Cause
from display.words import counted, text

EXACT, A_TRICK, OFF = 20, 10, -10
"""See Wizard rulebook, Scoring."""

OH_HELL = 10
"""The points for exactly as many tricks as bid, in the usual ways to score Oh Hell."""

THE_BID = text("bid")
"""A kind of causes."""


def points(bids: tuple[int, ...], won: tuple[int, ...], scoring: Scoring) -> tuple[int, ...]:
    """Return everybody's points of a round."""
    return tuple(sum(cause.points for cause in _causes(*pair, scoring)) for pair in zip(bids, won, strict=True))


def causes(state: State, round_: int) -> tuple[tuple[Cause, ...], ...]:
    """Everybody's points of a scored round (from 0), with their causes."""
    result = state.results[round_]
    return tuple(_causes(*pair, state.settings.scoring) for pair in zip(result.bids, result.won, strict=True))


def _causes(bid: int, won: int, scoring: Scoring) -> tuple[Cause, ...]:
    match scoring:
        case Scoring.WIZARD:
            if won == bid:
                return (_as_bid(won, EXACT), *_tricks(won, A_TRICK))
            return (_off(bid, won, OFF * abs(won - bid)),)
        case Scoring.EXACT:
            return (_as_bid(won, OH_HELL + bid),) if won == bid else (_off(bid, won, 0),)
        case Scoring.TRICKS:
            last = _as_bid(won, OH_HELL) if won == bid else _off(bid, won, 0)
            return (*_tricks(won, 1), last)


def _tricks(won: int, each: int) -> tuple[Cause, ...]:
    return (Cause(counted("{n} trick", "{n} tricks", won), each * won, kind=text("won")),) if won else ()


def _as_bid(won: int, value: int) -> Cause:
    return Cause(counted("{n} trick, as bid", "{n} tricks, as bid", won), value, kind=THE_BID)


def _off(bid: int, won: int, value: int) -> Cause:
    if won > bid:
        return Cause(counted("{n} trick too many", "{n} tricks too many", won - bid), value, kind=THE_BID)
    return Cause(counted("{n} trick too few", "{n} tricks too few", bid - won), value, kind=THE_BID)


def scores(state: State) -> Scores:
    """Return the present scores. The most points win; players with equal totals share the win."""
    finished = state.round is None
    best = max(state.totals)
    return Scores(
        tuple(RoundScore(result.points) for result in state.results),
        state.totals,
        finished,
        tuple(seat for seat in state.seats if finished and state.totals[seat] == best),
    )


def score_round(state: State, bids: tuple[int, ...], won: tuple[int, ...]) -> Result:
    """Return the result of a finished round."""
    return Result(state.running.cards, bids, won, points(bids, won, state.settings.scoring))
