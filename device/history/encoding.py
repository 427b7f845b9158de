"""Encodes results of games as JSON, as the journal stores them beside the rows."""

from __future__ import annotations

from functools import partial
from typing import Any

from device.history.results import GameResult, SeatResult
from values.fields import BOOLEAN, FieldKind, any_text, list_of, named_tuple_of, optional, valid_if

VERSION = 11
"""The version of the results and of their encoding. After a change of either, a journal's results are computed again; a
hub still reads those of earlier versions."""

MAX_LENGTH = 40_000
"""Maximum length of an encoded result in characters. One of a thousand rounds has fewer."""

_MAX_SEATS = 20
_MAX_NUMBER = 10**9


def encode_result(result: GameResult | None) -> str:
    """Encode a result, which is None if nobody has played yet, as a line. Rounds are left out if there are too many."""
    import json  # imported late, as below: a start reads no results

    encode = partial(json.dumps, ensure_ascii=False, separators=(",", ":"))
    line = encode(result)
    return line if len(line) <= MAX_LENGTH or result is None else encode(result._replace(rounds=(), set_numbers=()))


def decode_result(line: str) -> GameResult | None:
    """Decode a result. Raises ValueError if the line is not valid."""
    try:
        import json

        values = json.loads(line)
        return None if values is None else _parse_result(values)
    except (TypeError, KeyError, RecursionError, IndexError) as error:
        raise ValueError(error) from error


def _parse_result(values: list[Any]) -> GameResult:
    later_field_count = len(values) - _FIELD_COUNT_OF_FIRST_VERSION
    result: GameResult = _RESULT.parse([*values, *_DEFAULTS_OF_LATER_FIELDS[later_field_count:]])
    player_count = len(result.seats)
    is_consistent = _has_matching_lengths(result, player_count) and result.starter in (None, *range(player_count))
    if not 0 < player_count <= _MAX_SEATS or not is_consistent:
        raise ValueError(player_count)
    return result


def _has_matching_lengths(result: GameResult, player_count: int) -> bool:
    """Whether the parts that have a value for each player, or for each round, have as many as there are."""
    optional_values = (values for values in (result.sets, result.set_start, result.sides) if values)
    has_all_players = all(len(values) == player_count for values in (*result.rounds, *optional_values))
    return has_all_players and len(result.set_numbers) in (0, len(result.rounds))


def _as_tuple(*values: Any) -> tuple[Any, ...]:
    return values


def _seconds(value: Any) -> float:
    if isinstance(value, bool) or not 0 <= value < _MAX_NUMBER:
        raise TypeError(value)
    return float(value)


# The kinds of the fields of a result, and of what it is made of.
_WORD = any_text(MAX_LENGTH)
_NUMBER = valid_if(lambda value: type(value) is int and abs(value) <= _MAX_NUMBER)
_NUMBERS = list_of(_NUMBER, MAX_LENGTH)
_SECONDS = FieldKind(_seconds)
_FIGURES = list_of(named_tuple_of(_as_tuple, _WORD, _NUMBER), MAX_LENGTH)
_SEAT = named_tuple_of(SeatResult, _WORD, _NUMBER, _NUMBER, BOOLEAN, _FIGURES, _NUMBER, _SECONDS)
_OPTIONS, _ROUNDS = list_of(named_tuple_of(_as_tuple, _WORD, _WORD), MAX_LENGTH), list_of(_NUMBERS, MAX_LENGTH)
_RESULT = named_tuple_of(
    GameResult, _WORD, _OPTIONS, BOOLEAN, list_of(_SEAT, _MAX_SEATS), _ROUNDS, optional(_NUMBER),
    optional(_NUMBERS), _NUMBER, _NUMBER, _SECONDS, _WORD, _NUMBERS, _NUMBERS, BOOLEAN, _NUMBERS, _NUMBER,
)  # fmt: skip
_DEFAULTS_OF_LATER_FIELDS: tuple[Any, ...] = ([], [], False, [], 0)
"""The defaults of the fields that earlier versions did not store, which come after those of the first version."""
_FIELD_COUNT_OF_FIRST_VERSION = 11
