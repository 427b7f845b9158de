"""The points of a round and the winners of the game (No Loose Ends rulebook: Scoring, Snitching, Game End)."""

from __future__ import annotations

from operator import add

from device.contract.scores import RoundScore, Scores, leaders
from device.contract.setup import Seat
from device.games.no_loose_ends.cards import face
from device.games.no_loose_ends.options import ROUND_COUNT
from device.games.no_loose_ends.state import PlayerResult, RoundResult, State, new_round
from display.vocabulary import Cause
from display.words import Several, counted, text

COVERED_POINTS = 2
LOOSE_END_POINTS = -1
LOOSE_END_POINTS_AFTER_SNITCH = -2
PERFECT_CRIME_POINTS = 5
SNITCH_POINTS = 10

BIDS_COVERED, LOOSE_ENDS = text("covered"), text("loose ends")
"""Kinds of causes."""

SIMPLE_POINTS_WITHOUT_LOOSE_END = 4
SIMPLE_POINTS_OF_ONE_LOOSE_END = 2
SIMPLE_POINTS_EACH = -1
"""Simplified scoring: each loose end of a player with two or more."""


def round_points(player_results: tuple[PlayerResult, ...], *, is_simplified: bool) -> tuple[int, ...]:
    """Return every player's points of a round."""
    return tuple(
        sum(cause.points for cause in seat_causes)
        for seat_causes in causes_of_results(player_results, is_simplified=is_simplified)
    )


def points_by_cause(state: State, round_index: int) -> tuple[tuple[Cause, ...], ...]:
    """Return every player's points of a scored round (from 0), with their causes."""
    player_results = state.results[round_index].player_results
    return causes_of_results(player_results, is_simplified=state.settings.is_scoring_simplified)


def causes_of_results(
    player_results: tuple[PlayerResult, ...], *, is_simplified: bool
) -> tuple[tuple[Cause, ...], ...]:
    """Return every player's points of a round, each with its cause and cards."""
    if is_simplified:
        return tuple((_simplified_cause(result),) for result in player_results)
    has_snitch = any(result.is_successful_snitch for result in player_results)
    return tuple(_standard_causes(result, has_snitch=has_snitch) for result in player_results)


def _simplified_cause(result: PlayerResult) -> Cause:
    loose_end_count = result.loose_end_count
    if loose_end_count == 0:
        return Cause(text("no loose ends"), SIMPLE_POINTS_WITHOUT_LOOSE_END, kind=LOOSE_ENDS)
    points = SIMPLE_POINTS_OF_ONE_LOOSE_END if loose_end_count == 1 else SIMPLE_POINTS_EACH * loose_end_count
    return Cause(counted("{n} loose end", "{n} loose ends", loose_end_count), points, kind=LOOSE_ENDS)


def _standard_causes(result: PlayerResult, *, has_snitch: bool) -> tuple[Cause, ...]:
    if result.is_successful_snitch:
        return (Cause(text("successful snitch"), SNITCH_POINTS, kind=text("snitch")),)
    points_each = LOOSE_END_POINTS_AFTER_SNITCH if has_snitch else LOOSE_END_POINTS
    causes = list(
        _causes_by_card(result, points_each)
        if result.bids or result.loose_tricks
        else _causes_by_count(result, points_each)
    )
    if result.loose_end_count == 0 and not has_snitch:
        causes.append(Cause(text("perfect crime"), PERFECT_CRIME_POINTS, kind=text("perfect")))
    return tuple(causes)


def _causes_by_card(result: PlayerResult, points_each: int) -> list[Cause]:
    covered, uncovered = text("covered"), text("not covered")
    return [
        *(
            Cause(covered, COVERED_POINTS, (face(card),), BIDS_COVERED)
            for card in result.bids
            if card in result.covered_bids
        ),
        *(
            Cause(uncovered, points_each, (face(card),), LOOSE_ENDS)
            for card in result.bids
            if card not in result.covered_bids
        ),
        *_loose_trick_causes(result.loose_tricks, points_each),
    ]


def _loose_trick_causes(tricks: tuple[int, ...], points_each: int) -> list[Cause]:
    """One cause for all tricks that covered nothing."""
    if not tricks:
        return []
    why = text("trick {number} covered nothing", number=tricks[0])
    if tricks[1:]:
        why = text("tricks {numbers} covered nothing", numbers=Several(tuple(map(str, tricks))))
    return [Cause(why, points_each * len(tricks), kind=LOOSE_ENDS)]


def _causes_by_count(result: PlayerResult, points_each: int) -> list[Cause]:
    uncovered_count = result.bid_count - result.covered_count
    covered = counted("{n} bid covered", "{n} bids covered", result.covered_count)
    uncovered = counted("{n} bid not covered", "{n} bids not covered", uncovered_count)
    extra = counted("{n} trick covered nothing", "{n} tricks covered nothing", result.loose_trick_count)
    causes = (
        Cause(covered, COVERED_POINTS * result.covered_count, kind=BIDS_COVERED),
        Cause(uncovered, points_each * uncovered_count, kind=LOOSE_ENDS),
        Cause(extra, points_each * result.loose_trick_count, kind=LOOSE_ENDS),
    )
    return [cause for cause in causes if cause.points]


def winners(state: State) -> tuple[Seat, ...]:
    """Return the players with most points; of these, those with most in the final round (rulebook, Game End)."""
    leading_seats, final_points = leaders(state.totals), state.results[-1].points
    best_final = max(final_points[seat] for seat in leading_seats)
    return tuple(seat for seat in leading_seats if final_points[seat] == best_final)


def scored_round_count(state: State) -> int:
    """The number of rounds that have ended."""
    return len(state.results)


def scores(state: State) -> Scores:
    """Return the present scores."""
    finished = state.round is None
    winning_seats = winners(state) if finished else ()
    return Scores(
        tuple(RoundScore(result.points) for result in state.results),
        state.totals,
        finished,
        winning_seats,
        by_last_round=finished and len(winning_seats) < len(leaders(state.totals)),
    )


def end_round(state: State, player_results: tuple[PlayerResult, ...]) -> State:
    """Score the round. The next begins one seat to the left of this one's first player."""
    points = round_points(player_results, is_simplified=state.settings.is_scoring_simplified)
    results = (*state.results, RoundResult(player_results, points))
    next_starter = state.next_seat(state.current_round.first_seat)
    return state._replace(
        results=results,
        totals=tuple(map(add, state.totals, points)),
        round=new_round(state.deal_sizes.player_count, next_starter) if len(results) < ROUND_COUNT else None,
    )
