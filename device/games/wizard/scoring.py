"""The points of a round and the winners of the game, and how the next round begins."""

from __future__ import annotations

from operator import add

from device.contract.scores import RoundScore, Scores, leaders
from device.games.wizard.options import Scoring
from device.games.wizard.state import Result, Round, State, new_round
from display.vocabulary import Cause
from display.words import counted, text

BID_MADE_POINTS, TRICK_POINTS, TRICK_OFF_POINTS = 20, 10, -10
"""For a bid that was made, for each trick then, and for each trick too many or too few (Wizard rulebook, Scoring)."""

OH_HELL_BID_MADE_POINTS = 10
"""The points for exactly as many tricks as bid, in the usual ways to score Oh Hell."""


def round_points(bids: tuple[int, ...], won: tuple[int, ...], scoring: Scoring) -> tuple[int, ...]:
    """Return everybody's points of a round."""
    return tuple(sum(cause.points for cause in _player_causes(*pair, scoring)) for pair in zip(bids, won, strict=True))


def points_by_cause(state: State, round_index: int) -> tuple[tuple[Cause, ...], ...]:
    """Everybody's points of a scored round (from 0), with their causes."""
    result = state.results[round_index]
    return tuple(
        _player_causes(*pair, state.settings.scoring) for pair in zip(result.bids, result.tricks_won, strict=True)
    )


def _player_causes(bid: int, won: int, scoring: Scoring) -> tuple[Cause, ...]:
    match scoring:
        case Scoring.WIZARD:
            bid_cause = _bid_cause(bid, won, BID_MADE_POINTS, TRICK_OFF_POINTS * abs(won - bid))
            return (bid_cause, *_trick_causes(won, TRICK_POINTS)) if won == bid else (bid_cause,)
        case Scoring.EXACT:
            return (_bid_cause(bid, won, OH_HELL_BID_MADE_POINTS + bid, 0),)
        case Scoring.TRICKS:
            return (*_trick_causes(won, 1), _bid_cause(bid, won, OH_HELL_BID_MADE_POINTS, 0))


def _trick_causes(won: int, points_each: int) -> tuple[Cause, ...]:
    return (Cause(counted("{n} trick", "{n} tricks", won), points_each * won, kind=text("tricks")),) if won else ()


def _bid_cause(bid: int, won: int, points_if_made: int, points_if_missed: int) -> Cause:
    if won == bid:
        return Cause(counted("{n} trick, as bid", "{n} tricks, as bid", won), points_if_made, kind=text("bid"))
    if won > bid:
        words = counted("{n} trick too many", "{n} tricks too many", won - bid)
    else:
        words = counted("{n} trick too few", "{n} tricks too few", bid - won)
    return Cause(words, points_if_missed, kind=text("bid"))


def scores(state: State) -> Scores:
    """Return the present scores. The most points win; players with equal totals share the win."""
    rounds, finished = tuple(RoundScore(result.points) for result in state.results), state.round is None
    return Scores(rounds, state.totals, finished, leaders(state.totals) if finished else ())


def end_round(state: State, round_: Round) -> State:
    """Score the round, and begin the next round. Who leads is one seat further to the left."""
    bids = tuple(bid for bid in round_.bids if bid is not None)
    points = round_points(bids, round_.tricks_won, state.settings.scoring)
    results = (*state.results, Result(round_.card_count, bids, round_.tricks_won, points))
    next_round = None
    if len(results) < len(state.settings.cards_by_round):
        card_count = state.settings.cards_by_round[len(results)]
        next_round = new_round(state.player_count, card_count, state.next_seat(round_.first_seat))
    return state._replace(results=results, totals=tuple(map(add, state.totals, points)), round=next_round)
