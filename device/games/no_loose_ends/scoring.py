"""The points of a round and the winners of the game (No Loose Ends rulebook: Scoring, Snitching, Game End)."""

from __future__ import annotations

from operator import add

from device.contract.scores import RoundScore, Scores, leaders
from device.contract.setup import Seat
from device.games.no_loose_ends.cards import ROUNDS, face
from device.games.no_loose_ends.state import Plan, Result, State, new_round
from display.vocabulary import Cause
from display.words import Several, counted, text

COVERED = 2
LOOSE_END = -1
LOOSE_END_SNITCHED = -2
PERFECT_CRIME = 5
SNITCH = 10

BIDS_COVERED, LOOSE_ENDS = text("covered"), text("loose ends")
"""Kinds of causes."""

SIMPLE_NONE = 4
SIMPLE_ONE = 2
SIMPLE_EACH = -1


def round_points(plans: tuple[Plan, ...], *, simplified: bool) -> tuple[int, ...]:
    """Return every player's points of a round."""
    return tuple(
        sum(cause.points for cause in seat_causes) for seat_causes in causes_of_plans(plans, simplified=simplified)
    )


def causes(state: State, round_: int) -> tuple[tuple[Cause, ...], ...]:
    """Return every player's points of a scored round (from 0), with their causes."""
    return causes_of_plans(state.results[round_].plans, simplified=state.settings.simplified)


def causes_of_plans(plans: tuple[Plan, ...], *, simplified: bool) -> tuple[tuple[Cause, ...], ...]:
    """Return every player's points of a round, each with its cause and cards."""
    if simplified:
        return tuple((_simplified_cause(plan),) for plan in plans)
    snitched = any(plan.snitched for plan in plans)
    return tuple(_standard_causes(plan, snitched=snitched) for plan in plans)


def _simplified_cause(plan: Plan) -> Cause:
    loose = plan.loose_ends
    if loose == 0:
        return Cause(text("no loose ends"), SIMPLE_NONE, kind=LOOSE_ENDS)
    value = SIMPLE_ONE if loose == 1 else SIMPLE_EACH * loose
    return Cause(counted("{n} loose end", "{n} loose ends", loose), value, kind=LOOSE_ENDS)


def _standard_causes(plan: Plan, *, snitched: bool) -> tuple[Cause, ...]:
    if plan.snitched:
        return (Cause(text("successful snitch"), SNITCH, kind=text("snitch")),)
    points_each = LOOSE_END_SNITCHED if snitched else LOOSE_END
    causes = list(
        _causes_by_card(plan, points_each) if plan.bids or plan.loose_tricks else _causes_by_count(plan, points_each)
    )
    if plan.loose_ends == 0 and not snitched:
        causes.append(Cause(text("perfect crime"), PERFECT_CRIME, kind=text("perfect")))
    return tuple(causes)


def _causes_by_card(plan: Plan, points_each: int) -> list[Cause]:
    covered, uncovered = text("covered"), text("not covered")
    return [
        *(Cause(covered, COVERED, (face(card),), BIDS_COVERED) for card in plan.bids if card in plan.covered_bids),
        *(
            Cause(uncovered, points_each, (face(card),), LOOSE_ENDS)
            for card in plan.bids
            if card not in plan.covered_bids
        ),
        *_loose_trick_causes(plan.loose_tricks, points_each),
    ]


def _loose_trick_causes(tricks: tuple[int, ...], points_each: int) -> list[Cause]:
    """One cause for all tricks that covered nothing."""
    if not tricks:
        return []
    why = text("trick {number} covered nothing", number=tricks[0])
    if tricks[1:]:
        why = text("tricks {numbers} covered nothing", numbers=Several(tuple(map(str, tricks))))
    return [Cause(why, points_each * len(tricks), kind=LOOSE_ENDS)]


def _causes_by_count(plan: Plan, points_each: int) -> list[Cause]:
    uncovered_count = plan.bid - plan.covered
    covered = counted("{n} bid covered", "{n} bids covered", plan.covered)
    uncovered = counted("{n} bid not covered", "{n} bids not covered", uncovered_count)
    extra = counted("{n} trick covered nothing", "{n} tricks covered nothing", plan.extra)
    causes = (
        Cause(covered, COVERED * plan.covered, kind=BIDS_COVERED),
        Cause(uncovered, points_each * uncovered_count, kind=LOOSE_ENDS),
        Cause(extra, points_each * plan.extra, kind=LOOSE_ENDS),
    )
    return [cause for cause in causes if cause.points]


def winners(state: State) -> tuple[Seat, ...]:
    """Return the players with most points; of these, those with most in the final round (rulebook, Game End)."""
    leading, final = leaders(state.totals), state.results[-1].points
    best_final = max(final[seat] for seat in leading)
    return tuple(seat for seat in leading if final[seat] == best_final)


def scores(state: State) -> Scores:
    """Return the present scores."""
    finished = state.round is None
    won = winners(state) if finished else ()
    return Scores(
        tuple(RoundScore(result.points) for result in state.results),
        state.totals,
        finished,
        won,
        by_last_round=finished and len(won) < len(leaders(state.totals)),
    )


def rounds_over(state: State) -> int:
    """Return the number of scored rounds."""
    return len(state.results)


def end_round(state: State, plans: tuple[Plan, ...]) -> State:
    """Score the round. The next begins one seat to the left of this one's first player."""
    points = round_points(plans, simplified=state.settings.simplified)
    results = (*state.results, Result(plans, points))
    following = state.next(state.current_round.first)
    return state._replace(
        results=results,
        totals=tuple(map(add, state.totals, points)),
        round=new_round(state.deal.players, following) if len(results) < ROUNDS else None,
    )
