"""The tables `result` and `seat`: results computed from the games' rows, stored as a cache beside them.

A result names the rows from which it was computed: their number, and the last one's sum. A result that belongs to other
rows, was written by another version, or is damaged, counts as missing and is computed again.

The column `facts` has two lines. The second is the result itself, which the column `sum` covers. The first is the short
text for a list of games, after a sum of its own: results are long, and a list has many.
"""

from __future__ import annotations

import sqlite3
from collections.abc import Collection, Iterator
from typing import Any
from zlib import crc32

from device.history.encoding import MAX_LENGTH, VERSION, decode_result, encode_result
from device.history.results import GameResult, outcome_in_words
from device.journal import checking, checksums, linking, validate
from device.journal.deleted import is_deleted
from device.journal.identity import public_identity
from device.session.names import seen_key
from values.named_tuple import NamedTuple

_STORE_RESULT = (
    "INSERT OR REPLACE INTO result (game, length, last, version, sum, kind, facts) VALUES (?, ?, ?, ?, ?, ?, ?)"
)
_STORE_SEAT = "INSERT OR REPLACE INTO seat (key, game, name) VALUES (?, ?, ?)"
_DELETE_SEATS = "DELETE FROM seat WHERE game = ?"
_READ = "SELECT length, last, version, sum, kind, facts FROM result WHERE game = ?"


_GAMES = """SELECT game.number, game.identity, game.begun, game.boot, boot.epoch, game.length, game.last, game.title,
    result.length, result.last, result.version, result.sum, result.kind, result.facts
    FROM game LEFT JOIN boot ON boot.number = game.boot LEFT JOIN result ON result.game = game.number
    WHERE game.number < ? AND (result.kind = ? OR ? IS NULL OR result.game IS NULL) ORDER BY game.number DESC LIMIT ?"""
_GAME = ", ".join(f"game.{column}" for column in checksums.GameRow._fields)
_FIRST_LINE = "substr(result.facts, 1, instr(result.facts, char(10)) - 1)"
_OUTCOMES = f"""SELECT {_GAME}, result.sum, {_FIRST_LINE} FROM game LEFT JOIN result ON result.game = game.number
    AND result.version = ? AND result.length = game.length AND result.last = game.last ORDER BY game.number"""


class StoredGameRow(NamedTuple):
    """A game as the journal stores it. `begun` is its date in seconds since 1970; None while that is not known.

    `boot` is the number of the boot in which it was begun. If `has_result`, `result` is its result, None if nobody has
    played it. If not `has_result`, the result must still be computed.
    """

    number: int
    identity: str
    begun: float | None
    boot: int
    title: str
    has_result: bool
    result: GameResult | None


class GameOutcome(NamedTuple):
    """A game in the list of all games: `begun` and `title` as in `StoredGameRow`.

    `outcome` is the result in words: empty if nobody has played it, None if it must still be computed.
    """

    number: int
    begun: float | None
    title: str
    outcome: str | None


class ResultColumns(NamedTuple):
    """The columns of the table `result`, except the game's number."""

    length: int
    last_sum: int
    version: int
    sum: int
    kind: str
    facts: str


def store_result(connection: sqlite3.Connection, game: int, result: GameResult | None) -> None:
    """Store the result of a game for its current rows, within the current transaction."""
    length, last = linking.rows_end(connection, game)
    line, kind = encode_result(result), "" if result is None else result.game
    if len(line) > MAX_LENGTH:
        line, kind, result = encode_result(None), "", None
    total, outcome = _result_sum(game, length, last, line), outcome_in_words(result)
    facts = f"{_result_sum(game, length, last, f'{total} {outcome}')} {outcome}\n{line}"
    values = (length, last, VERSION, total, kind, facts)
    delete_result(connection, game)
    connection.execute(_STORE_RESULT, (game, *values))
    if result is not None:
        connection.executemany(_STORE_SEAT, [(seen_key(seat.name), game, seat.name) for seat in result.seats])


def delete_result(connection: sqlite3.Connection, game: int) -> None:
    """Delete the result of a game, within the current transaction."""
    if connection.execute("DELETE FROM result WHERE game = ?", (game,)).rowcount:
        connection.execute(_DELETE_SEATS, (game,))


def read_result(connection: sqlite3.Connection, game: int, end: tuple[int, int]) -> tuple[bool, GameResult | None]:
    """Read the result of a game whose rows have this end. Returns whether it is valid, and the result."""
    row = connection.execute(_READ, (game,)).fetchone()
    return (False, None) if row is None else _decode_facts(game, ResultColumns(*row), end)


def _decode_facts(game: int, facts: ResultColumns, end: tuple[int, int]) -> tuple[bool, GameResult | None]:
    """Decode a row of the table. Returns whether it is valid for a game whose rows have this end, and the result."""
    if (facts.length, facts.last_sum) != end or facts.version != VERSION:
        return False, None
    line = facts.facts.partition("\n")[2] if isinstance(facts.facts, str) else ""
    if facts.sum != _result_sum(game, *end, line):
        return False, None
    try:
        return True, decode_result(line)
    except ValueError:
        return False, None


def _result_sum(game: int, length: int, last: int, line: str) -> int:
    return crc32(f"{game} {length} {last} {line}".encode("utf-8", "surrogatepass"))


def stored_games(
    connection: sqlite3.Connection, before: int, limit: int, kind: str | None = None
) -> list[StoredGameRow]:
    """The last games before the number `before`, the latest first, except those known to be of another kind.

    Damaged values are left out. They raise no error.
    """
    return [_stored_game(connection, row) for row in connection.execute(_GAMES, (before, kind, kind, limit))]


def game_outcomes(connection: sqlite3.Connection, deleted: Collection[str] = ()) -> Iterator[GameOutcome]:
    """All games except the `deleted` ones, first to last, each with its outcome in words.

    Raises JournalError if a game is not what was written.
    """
    for game_row, begun, stored in checking.linked_games(connection, connection.execute(_OUTCOMES, (VERSION,))):
        if is_deleted(deleted, game_row.identity):
            continue
        number, *_, length, last, title = game_row
        if last is None:  # the game in play: its end is only stored when another is begun
            has_result, result = read_result(connection, number, linking.rows_end(connection, number))
            outcome = outcome_in_words(result) if has_result else None
        else:
            outcome = _stored_outcome(number, length, last, *stored)
        yield GameOutcome(number, begun, title or "", outcome)


def _stored_outcome(game: int, length: int | None, last: int, total: object, line: object) -> str | None:
    """The outcome that a list shows for a game, from the first line of its facts; None if that line is not valid."""
    if not isinstance(line, str):
        return None
    stored_sum, _, outcome = line.partition(" ")
    return outcome if stored_sum == str(_result_sum(game, length or 0, last, f"{total} {outcome}")) else None


def _stored_game(connection: sqlite3.Connection, row: tuple[Any, ...]) -> StoredGameRow:
    number, identity, begun, boot, epoch, length, last, title, *facts = row
    has_result, result = False, None
    if facts[0] is not None:
        has_end = isinstance(length, int) and isinstance(last, int)
        end = (length, last) if has_end else linking.rows_end(connection, number)
        has_result, result = _decode_facts(number, ResultColumns(*facts), end)
    return StoredGameRow(
        number,
        public_identity(identity) if validate.is_identity(identity) else "",
        validate.plausible_date(epoch + begun) if validate.is_uptime(begun) and isinstance(epoch, float) else None,
        boot if isinstance(boot, int) else 0,
        title if isinstance(title, str) else linking.title_of_game(connection, number),
        has_result,
        result,
    )
