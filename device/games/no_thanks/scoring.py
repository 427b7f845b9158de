"""The points and the winners of No Thanks!"""

from __future__ import annotations

from collections.abc import Callable

from device.contract.scores import AS_SAID, RoundScore, Scores, leaders
from device.contract.setup import Seat
from device.games.no_thanks.state import FinalHoldings, ScoredRound, State
from display.vocabulary import Cause, Face
from display.words import counted, text

CARDS = text("cards")
"""A kind of causes."""


def scores(state: State) -> Scores:
    """Return the points and totals of the scored rounds. Those with the lowest total win."""
    rounds, finished = tuple(RoundScore(scored.points) for scored in state.scored_rounds), state.round is None
    return Scores(rounds, state.totals, finished, leaders(state.totals, lowest=True) if finished else ())


def points_by_cause(state: State, round_index: int) -> tuple[tuple[Cause, ...], ...]:
    """Each player's points of a scored round (from 0): for each run, then for the tokens."""
    return _causes_by_seat(state.scored_rounds[round_index], _causes_of_seat)


def _causes_by_seat(
    scored_round: ScoredRound, make_causes: Callable[[FinalHoldings, Seat], tuple[Cause, ...]]
) -> tuple[tuple[Cause, ...], ...]:
    """Everybody's points of a round with the causes, or without if only points were declared."""
    if scored_round.holdings is None:
        return tuple((Cause(AS_SAID, points),) for points in scored_round.points)
    return tuple(make_causes(scored_round.holdings, seat) for seat in range(len(scored_round.points)))


def _causes_of_seat(holdings: FinalHoldings, seat: Seat) -> tuple[Cause, ...]:
    causes = (_run_cause(low, high, single_count=1)._replace(kind=CARDS) for low, high in holdings.runs[seat])
    return (*causes, *_token_gain(holdings, seat))


def total_changes_by_cause(state: State, round_index: int) -> tuple[tuple[Cause, ...], ...]:
    """The same, for a page that joins single cards, and the lowest of each run."""
    return _causes_by_seat(state.scored_rounds[round_index], _gains_of_seat)


def _gains_of_seat(holdings: FinalHoldings, seat: Seat) -> tuple[Cause, ...]:
    runs = holdings.runs[seat]
    single_count = sum(low == high for low, high in runs)
    return (*(_run_cause(low, high, single_count) for low, high in runs), *_token_gain(holdings, seat))


def _token_gain(holdings: FinalHoldings, seat: Seat) -> tuple[Cause, ...]:
    token_count = holdings.token_counts[seat]
    words = counted("{n} token kept", "{n} tokens kept", token_count)
    return (Cause(words, -token_count, kind=text("tokens")),) if token_count else ()


def _run_cause(low: int, high: int, single_count: int) -> Cause:
    if low == high:
        return Cause(counted("single card", "single cards", single_count), low, (Face(number=low),))
    return Cause(text("lowest of a run"), low, (Face(word=text("{low}–{high}", low=str(low), high=str(high))),))
