"""Points and winners of a game by figures."""

from __future__ import annotations

from collections.abc import Iterable
from typing import NoReturn

from device.contract.scores import AS_SAID, RoundScore, Scores, leaders
from device.contract.setup import Seat
from device.kits.arguments import quote_value, raise_description_error
from device.kits.figures.columns import FiguresRound, setting_value
from device.kits.figures.rounds import completed_round
from device.kits.figures.sheet import ScoreSheet
from device.kits.figures.state import FiguresState
from display.vocabulary import Cause
from display.words import Text

Causes = tuple[Cause, ...]


def round_points(sheet: ScoreSheet, round_: FiguresRound) -> tuple[int, ...]:
    """The points of a round, by seat."""
    if sheet.sides is None:
        return tuple([_player_points(sheet, round_, seat) for seat in round_.sides])
    points_by_side = {
        side: _player_points(sheet, round_, round_.sides.index(side)) for side in dict.fromkeys(round_.sides)
    }
    return tuple(points_by_side[side] for side in round_.sides)


def _player_points(sheet: ScoreSheet, round_: FiguresRound, seat: Seat) -> int:
    return sum(cause.points for cause in _as_causes(sheet, sheet.points(round_, seat)))


def _as_causes(sheet: ScoreSheet, points: object) -> Causes:
    if type(points) is int:
        return (Cause(AS_SAID, points),)
    if isinstance(points, int | float | str | Text | Cause) or not isinstance(points, Iterable):
        _refuse_points(points)
    return tuple(_translated_cause(sheet, cause) for cause in points)


def _translated_cause(sheet: ScoreSheet, cause: Cause) -> Cause:
    """A cause with its translations. Raises DescriptionError for anything else."""
    if not isinstance(cause, Cause):
        raise_description_error(f'points yields {quote_value(cause)}: write yield cause("bid kept", 10).')
    return cause._replace(why=sheet.say(cause.why), kind=None if cause.kind is None else sheet.say(cause.kind))


def _refuse_points(points: object) -> NoReturn:
    """Raise DescriptionError for a wrong result of the author's function `points`."""
    if isinstance(points, float):
        raise_description_error(f"points gives {points}: points are whole numbers; write // in place of /.")
    if isinstance(points, Cause):
        raise_description_error("points returns one cause: write yield in place of return.")
    raise_description_error(
        f"points gives {quote_value(points)}: "
        'return a whole number, or write yield cause("bid kept", 10) for each part.'
    )


def points_by_cause(sheet: ScoreSheet, state: FiguresState, round_index: int) -> tuple[Causes, ...]:
    """The points of a completed round (from 0) with their causes, by seat. Partners have those of their side."""
    round_ = completed_round(state, round_index)
    sides = sorted(set(round_.sides))
    causes_by_side = {side: _as_causes(sheet, sheet.points(round_, round_.sides.index(side))) for side in sides}
    return tuple(causes_by_side[side] for side in round_.sides)


def scores(sheet: ScoreSheet, state: FiguresState) -> Scores:
    """The present scores. Players with equal totals share the win."""
    totals = state.round.totals
    winners = leaders(totals, lowest=setting_value(sheet.lowest_wins, state.table)) if state.is_finished else ()
    rounds = tuple(RoundScore(done.points) for done in state.round.done)
    sides = None if sheet.sides is None else sheet.sides(state.table)
    return Scores(rounds, totals, state.is_finished, winners, sides=sides)
