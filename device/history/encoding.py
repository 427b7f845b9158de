"""Results as JSON, as the journal keeps them beside the rows that they were worked out from."""

from __future__ import annotations

from math import isfinite
from typing import Any

from device.history.results import GameResult, SeatResult

VERSION = 7
"""What is worked out from rows, and how it is written: with a change of either, results are worked out anew."""

LONGEST = 40_000
"""Characters of a result; one of a thousand rounds has fewer."""

_MOST_SEATS = 20
_MOST = 10**9


def encoded(result: GameResult | None) -> str:
    """The line of a result; of None, where nobody has played yet. Rounds are left out where there are too many."""
    import json  # a start reads no results

    line = json.dumps(result, ensure_ascii=False, separators=(",", ":"))
    if len(line) > LONGEST and result is not None:
        line = json.dumps(result._replace(rounds=(), set_numbers=()), ensure_ascii=False, separators=(",", ":"))
    return line


def decoded(line: str) -> GameResult | None:
    """The result of a line. Raises ValueError if it is none of ours."""
    try:
        import json

        found = json.loads(line)
        return None if found is None else _result(found)
    except (TypeError, KeyError, RecursionError, IndexError) as error:
        raise ValueError(error) from error


def _result(found: list[Any]) -> GameResult:
    game, options, finished, seats, rounds, starter, sets, stands, unread, seconds, title, *more = found
    # Earlier programs did not keep these.
    unkept: tuple[Any, ...] = ((), (), False, ())
    set_numbers, start, stopped, sides = (*more, *unkept[len(more) :])
    result = GameResult(
        _word(game),
        tuple((_word(name), _word(value)) for name, value in options),
        _truth(finished),
        tuple(map(_seat, seats)),
        tuple(tuple(map(_number, round_)) for round_ in rounds),
        _optional(starter),
        None if sets is None else tuple(map(_number, sets)),
        _number(stands),
        _number(unread),
        _seconds(seconds),
        _word(title),
        tuple(map(_number, set_numbers)),
        tuple(map(_number, start)),
        _truth(stopped),
        tuple(map(_number, sides)),
    )
    players = len(result.seats)
    alike = _alike(result, players)
    if not (0 < players <= _MOST_SEATS and alike and result.starter in (None, *range(players))):
        raise ValueError(players)
    return result


def _alike(result: GameResult, players: int) -> bool:
    """Whether there is as much of everything as there must be."""
    rounds = all(len(round_) == players for round_ in result.rounds)
    in_sets = len(result.set_numbers) in (0, len(result.rounds)) and len(result.start) in (0, players)
    return rounds and in_sets and len(result.sides) in (0, players) and len(result.sets or result.seats) == players


def _seat(found: list[Any]) -> SeatResult:
    name, points, place, won, figures, declarations, seconds = found
    counted = tuple((_word(kind), _number(count)) for kind, count in figures)
    return SeatResult(
        _word(name), _number(points), _number(place), _truth(won), counted, _number(declarations), _seconds(seconds)
    )


def _optional(found: object) -> int | None:
    return None if found is None else _number(found)


def _truth(found: object) -> bool:
    if not isinstance(found, bool):
        raise TypeError(found)
    return found


def _word(found: object) -> str:
    if not isinstance(found, str):
        raise TypeError(found)
    return found


def _number(found: object) -> int:
    if not isinstance(found, int) or isinstance(found, bool) or abs(found) > _MOST:
        raise TypeError(found)
    return found


def _seconds(found: object) -> float:
    if not isinstance(found, int | float) or isinstance(found, bool) or not (isfinite(found) and 0 <= found < _MOST):
        raise TypeError(found)
    return float(found)
