"""Points of a round and winners of the game (No Loose Ends rulebook: Scoring, Snitching, Game End)."""

from __future__ import annotations

from device.contract.scores import RoundScore, Scores
from device.contract.setup import Seat
from device.games.no_loose_ends.cards import ROUNDS, face
from device.games.no_loose_ends.state import Plan, Result, State
from display.vocabulary import Cause
from display.words import counted, text

COVERED = 2
LOOSE_END = -1
LOOSE_END_SNITCHED = -2
PERFECT_CRIME = 5
SNITCH = 10

SIMPLE_NONE = 4
SIMPLE_ONE = 2
SIMPLE_EACH = -1


def points(plans: tuple[Plan, ...], *, simplified: bool) -> tuple[int, ...]:
    """Every player's points of a round."""
    return tuple(sum(cause.points for cause in own) for own in causes(plans, simplified=simplified))


def causes(plans: tuple[Plan, ...], *, simplified: bool) -> tuple[tuple[Cause, ...], ...]:
    """Every player's points of a round, each with its cause and cards."""
    if simplified:
        return tuple((_simplified(plan),) for plan in plans)
    snitched = any(plan.snitched for plan in plans)
    return tuple(_standard(plan, snitched=snitched) for plan in plans)


def _simplified(plan: Plan) -> Cause:
    loose = plan.loose_ends
    if loose == 0:
        return Cause(text("no loose ends"), SIMPLE_NONE)
    value = SIMPLE_ONE if loose == 1 else SIMPLE_EACH * loose
    return Cause(counted("{n} loose end", "{n} loose ends", loose), value)


def _standard(plan: Plan, *, snitched: bool) -> tuple[Cause, ...]:
    if plan.snitched:
        return (Cause(text("successful snitch"), SNITCH),)
    each = LOOSE_END_SNITCHED if snitched else LOOSE_END
    found = list(_cards_and_tricks(plan, each) if plan.bids or plan.loose else _counts(plan, each))
    if plan.loose_ends == 0 and not snitched:
        found.append(Cause(text("perfect crime"), PERFECT_CRIME))
    return tuple(found)


def _cards_and_tricks(plan: Plan, each: int) -> list[Cause]:
    covered = [Cause(text("covered"), COVERED, (face(card),)) for card in plan.bids if card in plan.covers]
    uncovered = [Cause(text("not covered"), each, (face(card),)) for card in plan.bids if card not in plan.covers]
    loose = [Cause(text("trick {number} covered nothing", number=number), each) for number in plan.loose]
    return covered + uncovered + loose


def _counts(plan: Plan, each: int) -> list[Cause]:
    open_ = plan.bid - plan.covered
    found = []
    if plan.covered:
        found.append(Cause(counted("{n} bid covered", "{n} bids covered", plan.covered), COVERED * plan.covered))
    if open_:
        found.append(Cause(counted("{n} bid not covered", "{n} bids not covered", open_), each * open_))
    if plan.extra:
        found.append(
            Cause(counted("{n} trick covered nothing", "{n} tricks covered nothing", plan.extra), each * plan.extra)
        )
    return found


def winners(state: State) -> tuple[Seat, ...]:
    """Most points; of those, most in the final round; then shared (rulebook, Game End)."""
    best = max(state.totals)
    leading = [seat for seat in state.seats if state.totals[seat] == best]
    final = state.results[-1].points
    most = max(final[seat] for seat in leading)
    return tuple(seat for seat in leading if final[seat] == most)


def scores(state: State) -> Scores:
    """What stands now."""
    finished = state.round is None
    return Scores(
        tuple(RoundScore(result.points) for result in state.results),
        state.totals,
        finished,
        winners(state) if finished else (),
    )


def score_round(state: State, plans: tuple[Plan, ...]) -> Result:
    """A finished round's result."""
    assert len(state.results) < ROUNDS
    return Result(plans, points(plans, simplified=state.settings.simplified))
