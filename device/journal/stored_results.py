"""The tables `result` and `seat`: results computed from the games' rows, stored as a cache beside them.

A result names the rows from which it was computed: their number, and the last one's sum. A result that belongs to other
rows, was written by another version, or is damaged, counts as missing and is computed again.

The column `facts` has two lines. The second is the result itself, which the column `sum` covers. The first is the short
text for a list of games, after a sum of its own: results are long, and a list has many.
"""

from __future__ import annotations

import json
import sqlite3
from collections.abc import Collection, Iterable, Iterator, Sequence
from typing import Any
from zlib import crc32

from device.history.encoding import MAX_LENGTH, VERSION, decode_result, encode_result
from device.history.results import GameResult, outcome_in_words
from device.journal import checking, linking, validate
from device.journal.checksums import GameRow, RowsEnd
from device.journal.database import Database
from device.journal.deleted import is_deleted
from device.journal.errors import journal_errors
from device.journal.identity import public_identity
from device.session.names import visible_key
from values.named_tuple import NamedTuple

_STORE_RESULT = (
    "INSERT OR REPLACE INTO result (game, length, last, version, sum, kind, facts) VALUES (?, ?, ?, ?, ?, ?, ?)"
)
_STORE_SEAT = "INSERT OR REPLACE INTO seat (key, game, name) VALUES (?, ?, ?)"
_DELETE_SEATS = "DELETE FROM seat WHERE game = ?"
_SELECT_RESULT = "SELECT length, last, version, sum, kind, facts FROM result WHERE game = ?"
_SELECT_GAMES = """SELECT game.number, game.identity, game.begun, game.boot, boot.epoch, game.length, game.last,
    game.title, result.length, result.last, result.version, result.sum, result.kind, result.facts
    FROM game LEFT JOIN boot ON boot.number = game.boot LEFT JOIN result ON result.game = game.number
    WHERE game.number < ? AND (result.kind = ? OR ? IS NULL OR result.game IS NULL) ORDER BY game.number DESC LIMIT ?"""
_GAME_COLUMNS = ", ".join(f"game.{column}" for column in GameRow._fields)
_FIRST_LINE = "substr(result.facts, 1, instr(result.facts, char(10)) - 1)"
_SELECT_OUTCOMES = f"""SELECT {_GAME_COLUMNS}, result.sum, {_FIRST_LINE} FROM game
    LEFT JOIN result ON result.game = game.number AND result.version = ? AND result.length = game.length
    AND result.last = game.last ORDER BY game.number"""
_SELECT_ENDED_GAMES = """SELECT game.number, result.game IS NULL OR result.version <> ? OR result.length <> game.length
    OR result.last <> game.last FROM game LEFT JOIN result ON result.game = game.number
    WHERE game.number > ? AND game.length IS NOT NULL ORDER BY game.number LIMIT ?"""
_SELECT_KINDS = "SELECT kind FROM result WHERE kind <> '' ORDER BY game DESC LIMIT ?"
_SELECT_GAMES_OF_NAME = "SELECT game FROM seat WHERE key = ?"

RESULT_BYTES = 16_384
"""Bytes of the log to reserve for a result, with all tables. Only the longest results take more."""


class StoredGameRow(NamedTuple):
    """A game as the journal stores it. `began_at` is in seconds since 1970; None while that is not known.

    `boot` is the number of the boot in which it was begun. If `has_result`, `result` is its result, None if nobody has
    played it. If not `has_result`, the result must still be computed.
    """

    number: int
    identity: str
    began_at: float | None
    boot: int
    title: str
    has_result: bool
    result: GameResult | None


class GameOutcome(NamedTuple):
    """A game in the list of all games: `began_at` and `title` as in `StoredGameRow`.

    `outcome` is the result in words: empty if nobody has played it, None if it must still be computed.
    """

    number: int
    began_at: float | None
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


class EndedGame(NamedTuple):
    """The number of a game that is no longer in play, and whether it lacks a result for its current rows."""

    number: int
    lacks_result: bool


class StoredResults:
    """The results in a journal. Every method raises JournalError when the file can't be read or written."""

    def __init__(self, database: Database) -> None:
        self._database = database

    def games(
        self, before: int = validate.GAME_NUMBER_LIMIT, limit: int = -1, kind: str | None = None
    ) -> list[StoredGameRow]:
        """The last games before the number `before`, at most `limit` (-1: all), the latest first, with their results.

        Damaged values are left out, and so are games known to be of another kind.
        """
        with self._database.read_transaction() as connection:
            rows = connection.execute(_SELECT_GAMES, (before, kind, kind, limit))
            return [_stored_game(connection, row) for row in rows]

    def outcomes(self, deleted: Collection[str] = ()) -> Iterator[GameOutcome]:
        """All games except the `deleted` ones, first to last, each with its outcome in words.

        They are read lazily.
        """
        with self._database.read_transaction() as connection:
            rows = connection.execute(_SELECT_OUTCOMES, (VERSION,))
            for entry, began_at, stored in checking.linked_games(connection, rows):
                if not is_deleted(deleted, entry.identity):
                    yield GameOutcome(entry.number, began_at, entry.title or "", _outcome(connection, entry, *stored))

    def count_games(self, kind: str) -> int:
        """The number of games of a kind that have a result."""
        row = self._database.first_row("SELECT count(*) FROM result WHERE kind = ?", kind)
        return 0 if row is None else int(row[0])

    def latest_kinds(self, limit: int) -> list[str]:
        """The kinds of the latest games with a result, the latest first; at most `limit` games."""
        with journal_errors(self._database.path):
            rows = self._database.connection.execute(_SELECT_KINDS, (limit,))
            return [kind for (kind,) in rows if isinstance(kind, str)]

    def games_of_player(self, names: Iterable[str]) -> set[int]:
        """The numbers of the games with results in which a player had any of these names."""
        numbers: set[int] = set()
        with journal_errors(self._database.path):
            for name in names:
                rows = self._database.connection.execute(_SELECT_GAMES_OF_NAME, (visible_key(name),))
                numbers |= {game for (game,) in rows}
        return numbers

    def ended_games(self, after: int, limit: int) -> list[EndedGame]:
        """At most `limit` games after the number `after`, first to last, without the one in play."""
        with journal_errors(self._database.path):
            rows = self._database.connection.execute(_SELECT_ENDED_GAMES, (VERSION, after, limit))
            return [EndedGame(number, bool(lacks_result)) for number, lacks_result in rows]

    def store(self, results: Sequence[tuple[int, GameResult | None]]) -> None:
        """Store the results of games for their current rows. Games that no longer exist are left out."""
        self._database.reserve_log_bytes(RESULT_BYTES * len(results))
        with self._database.transaction() as connection:
            for game, result in results:
                if connection.execute("SELECT 1 FROM game WHERE number = ?", (game,)).fetchone() is not None:
                    store_result(connection, game, result)

    def delete_all(self, except_for: Collection[int] = ()) -> None:
        """Delete all results, so that they are computed again, except for those of some games."""
        kept_numbers = (json.dumps(sorted(except_for)),)
        with self._database.transaction() as connection:
            for table in ("result", "seat"):
                kept = "SELECT value FROM json_each(?)"
                connection.execute(f"DELETE FROM {table} WHERE game NOT IN ({kept})", kept_numbers)


def store_result(connection: sqlite3.Connection, game: int, result: GameResult | None) -> None:
    """Store the result of a game for its current rows, within the current transaction."""
    length, last_sum = linking.rows_end(connection, game)
    line, kind = encode_result(result), "" if result is None else result.game_id
    if len(line) > MAX_LENGTH:  # even without its rounds: no game of people
        line, kind, result = encode_result(None), "", None
    result_sum, outcome = _result_sum(game, length, last_sum, line), outcome_in_words(result)
    facts = f"{_result_sum(game, length, last_sum, f'{result_sum} {outcome}')} {outcome}\n{line}"
    values = (length, last_sum, VERSION, result_sum, kind, facts)
    delete_result(connection, game)
    connection.execute(_STORE_RESULT, (game, *values))
    if result is not None:
        connection.executemany(_STORE_SEAT, [(visible_key(seat.name), game, seat.name) for seat in result.seats])


def delete_result(connection: sqlite3.Connection, game: int) -> None:
    """Delete the result of a game, within the current transaction."""
    if connection.execute("DELETE FROM result WHERE game = ?", (game,)).rowcount:
        connection.execute(_DELETE_SEATS, (game,))


def read_result(connection: sqlite3.Connection, game: int, end: RowsEnd) -> tuple[bool, GameResult | None]:
    """Read the result of a game whose rows have this end. Returns whether it is valid, and the result."""
    row = connection.execute(_SELECT_RESULT, (game,)).fetchone()
    return (False, None) if row is None else _decode_columns(game, ResultColumns(*row), end)


def _decode_columns(game: int, columns: ResultColumns, end: RowsEnd) -> tuple[bool, GameResult | None]:
    """Decode a row of the table. Returns whether it is valid for a game whose rows have this end, and the result."""
    if (columns.length, columns.last_sum) != end or columns.version != VERSION:
        return False, None
    line = columns.facts.partition("\n")[2] if isinstance(columns.facts, str) else ""
    if columns.sum != _result_sum(game, *end, line):
        return False, None
    try:
        return True, decode_result(line)
    except ValueError:
        return False, None


def _result_sum(game: int, length: int, last_sum: int, line: str) -> int:
    return crc32(f"{game} {length} {last_sum} {line}".encode("utf-8", "surrogatepass"))


def _outcome(connection: sqlite3.Connection, entry: GameRow, result_sum: object, line: object) -> str | None:
    """The outcome that a list shows for a game, from the first line of its facts; None if that line is not valid."""
    if entry.last is None:  # the game in play: its end is only stored when another is begun
        has_result, result = read_result(connection, entry.number, linking.rows_end(connection, entry.number))
        return outcome_in_words(result) if has_result else None
    if not isinstance(line, str):
        return None
    stored_sum, _, outcome = line.partition(" ")
    is_valid = stored_sum == str(_result_sum(entry.number, entry.length or 0, entry.last, f"{result_sum} {outcome}"))
    return outcome if is_valid else None


def _stored_game(connection: sqlite3.Connection, row: tuple[Any, ...]) -> StoredGameRow:
    number, identity, begun, boot, epoch, length, last_sum, title, *columns = row
    has_result, result = False, None
    if columns[0] is not None:
        has_end = isinstance(length, int) and isinstance(last_sum, int)
        end = RowsEnd(length, last_sum) if has_end else linking.rows_end(connection, number)
        has_result, result = _decode_columns(number, ResultColumns(*columns), end)
    return StoredGameRow(
        number,
        public_identity(identity) if validate.is_identity(identity) else "",
        validate.plausible_date(epoch + begun) if validate.is_uptime(begun) and isinstance(epoch, float) else None,
        boot if isinstance(boot, int) else 0,
        title if isinstance(title, str) else linking.read_list_title(connection, number),
        has_result,
        result,
    )
