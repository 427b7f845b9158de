"""Points and winners of a game by figures."""

from __future__ import annotations

from collections.abc import Iterator

from device.contract.scores import AS_SAID, RoundScore, Scores
from device.contract.setup import Seat
from device.kits.figures.columns import FiguresRound
from device.kits.figures.rounds import round_done
from device.kits.figures.sheet import ScoreSheet, at_table
from device.kits.figures.state import FiguresState
from display.vocabulary import Cause

Causes = tuple[Cause, ...]


def points_of(sheet: ScoreSheet, now: FiguresRound) -> Iterator[int]:
    """What a round brought each seat."""
    return (sum(cause.points for cause in causes) for causes in causes_of(sheet, now))


def causes_of(sheet: ScoreSheet, now: FiguresRound) -> tuple[Causes, ...]:
    """The same with the causes. Partners have those of their side."""
    by_side = {side: _causes(sheet, now, now.sides.index(side)) for side in sorted(set(now.sides))}
    return tuple(by_side[side] for side in now.sides)


def _causes(sheet: ScoreSheet, now: FiguresRound, seat: Seat) -> Causes:
    found = sheet.points(now, seat)
    if isinstance(found, int):
        return (Cause(AS_SAID, found),)
    say = sheet.say
    return tuple(
        cause._replace(why=say(cause.why), kind=None if cause.kind is None else say(cause.kind)) for cause in found
    )


def causes(sheet: ScoreSheet, state: FiguresState, round_: int) -> tuple[Causes, ...]:
    """Everybody's points of a round (from 0), point by point."""
    return causes_of(sheet, round_done(sheet, state, round_))


def scores(sheet: ScoreSheet, state: FiguresState) -> Scores:
    """What stands now; equal totals share the win."""
    totals = state.totals
    best = min(totals) if at_table(sheet.lowest_wins, state.table) else max(totals)
    winners = tuple(seat for seat, total in enumerate(totals) if state.finished and total == best)
    rounds = tuple(RoundScore(done.points) for done in state.done)
    sides = None if sheet.sides is None else sheet.sides(state.table)
    return Scores(rounds, totals, state.finished, winners, sides=sides)
