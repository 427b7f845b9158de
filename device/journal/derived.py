"""The tables of results: worked out from rows, kept beside them, and worth nothing without them.

A result says which rows it was worked out from, by how many they are and the last one's sum. One that belongs
to other rows, was written by another version, or is damaged, counts as not there, and is worked out anew.

Of a row's `facts` the second line is the result, which the row's `sum` is of. The first is what a list of games says of
it, behind a sum of its own: results are long, and a list has many.
"""

from __future__ import annotations

import sqlite3
from collections.abc import Collection, Iterable, Iterator
from typing import Any
from zlib import crc32

from device.history.encoding import LONGEST, VERSION, decoded, encoded
from device.history.results import GameResult, outcome
from device.journal import checking, checksums, linking, validate
from device.journal.deleted import leaves_out
from device.journal.identity import told
from device.session.names import seen_key
from values.named_tuple import NamedTuple

_PUT = "INSERT OR REPLACE INTO result (game, length, last, version, sum, kind, facts) VALUES (?, ?, ?, ?, ?, ?, ?)"
_SEAT = "INSERT OR REPLACE INTO seat (key, game, name) VALUES (?, ?, ?)"
_NO_SEATS = "DELETE FROM seat WHERE game = ?"
_ENDED = """SELECT game.number, result.game IS NULL OR result.version <> ? OR result.length <> game.length
    OR result.last <> game.last FROM game LEFT JOIN result ON result.game = game.number
    WHERE game.number > ? AND game.length IS NOT NULL ORDER BY game.number LIMIT ?"""
_READ = "SELECT length, last, version, sum, kind, facts FROM result WHERE game = ?"


_GAMES = """SELECT game.number, game.identity, game.begun, game.boot, boot.epoch, game.length, game.last, game.title,
    result.length, result.last, result.version, result.sum, result.kind, result.facts
    FROM game LEFT JOIN boot ON boot.number = game.boot LEFT JOIN result ON result.game = game.number
    WHERE game.number < ? AND (result.kind = ? OR ? IS NULL OR result.game IS NULL) ORDER BY game.number DESC LIMIT ?"""
_GAME = ", ".join(f"game.{column}" for column in checksums.GameRow._fields)
_FIRST_LINE = "substr(result.facts, 1, instr(result.facts, char(10)) - 1)"
_OUTCOMES = f"""SELECT {_GAME}, result.sum, {_FIRST_LINE} FROM game LEFT JOIN result ON result.game = game.number
    AND result.version = ? AND result.length = game.length AND result.last = game.last ORDER BY game.number"""
_KINDS = "SELECT kind FROM result WHERE kind <> '' ORDER BY game DESC LIMIT ?"
_COUNT = "SELECT count(*) FROM result WHERE kind = ?"


class KeptGame(NamedTuple):
    """A game as the journal has it. `begun` is its date in seconds since 1970; None while that is not known.

    `boot` numbers the start of the machine in which it was begun. Where `known`, `result` is what the game came to,
    None if nobody has played it; else it has still to be worked out.
    """

    number: int
    identity: str
    begun: float | None
    boot: int
    title: str
    known: bool
    result: GameResult | None


class GameOutcome(NamedTuple):
    """A game in the list of all: `begun` and `title` as in `Listed`.

    `outcome` is what it came to, in words: none if nobody has played it, None if it has still to be worked out.
    """

    number: int
    begun: float | None
    title: str
    outcome: str | None


class EndedGame(NamedTuple):
    """A game that is over, by its number, and whether it lacks a result of its own rows."""

    number: int
    stale: bool


class Facts(NamedTuple):
    """A row of the table `result` without its game's number."""

    length: int
    last: int
    version: int
    sum: int
    kind: str
    facts: str


def put(connection: sqlite3.Connection, game: int, result: GameResult | None) -> None:
    """Keep the result of a game as its rows are now, within the transaction under way."""
    length, last = linking.end(connection, game)
    line, kind = encoded(result), "" if result is None else result.game
    if len(line) > LONGEST:
        line, kind, result = encoded(None), "", None
    total, said = _sum(game, length, last, line), outcome(result)
    facts = f"{_sum(game, length, last, f'{total} {said}')} {said}\n{line}"
    values = (length, last, VERSION, total, kind, facts)
    remove(connection, game)
    connection.execute(_PUT, (game, *values))
    if result is not None:
        connection.executemany(_SEAT, [(seen_key(seat.name), game, seat.name) for seat in result.seats])


def remove(connection: sqlite3.Connection, game: int) -> None:
    """Forget the result of a game, within the transaction under way."""
    if connection.execute("DELETE FROM result WHERE game = ?", (game,)).rowcount:
        connection.execute(_NO_SEATS, (game,))


def clear(connection: sqlite3.Connection) -> None:
    """Forget all results, within the transaction under way."""
    connection.execute("DELETE FROM result")
    connection.execute("DELETE FROM seat")


def ended(connection: sqlite3.Connection, after: int, most: int) -> list[EndedGame]:
    """The first games after that number that are over, at most so many. It takes as long as they are many."""
    found = connection.execute(_ENDED, (VERSION, after, most))
    return [EndedGame(number, bool(stale)) for number, stale in found]


def read(connection: sqlite3.Connection, game: int, end: tuple[int, int]) -> tuple[bool, GameResult | None]:
    """Whether the result of a game is there that has this end, and what it is."""
    found = connection.execute(_READ, (game,)).fetchone()
    return (False, None) if found is None else believed(game, Facts(*found), end)


def believed(game: int, found: Facts, end: tuple[int, int]) -> tuple[bool, GameResult | None]:
    """Whether a row of the table is the result of a game that has this end, and what it is."""
    if (found.length, found.last) != end or found.version != VERSION:
        return False, None
    line = found.facts.partition("\n")[2] if isinstance(found.facts, str) else ""
    if found.sum != _sum(game, *end, line):
        return False, None
    try:
        return True, decoded(line)
    except ValueError:
        return False, None


def _sum(game: int, length: int, last: int, line: str) -> int:
    return crc32(f"{game} {length} {last} {line}".encode("utf-8", "surrogatepass"))


def latest_kinds(connection: sqlite3.Connection, most: int) -> list[str]:
    """Of which kinds the last games are that have a result, at most so many games, the latest first."""
    return [kind for (kind,) in connection.execute(_KINDS, (most,)) if isinstance(kind, str)]


def games_of(connection: sqlite3.Connection, names: Iterable[str]) -> set[int]:
    """The games in which any of these names was played under."""
    found: set[int] = set()
    for name in names:
        found |= {game for (game,) in connection.execute("SELECT game FROM seat WHERE key = ?", (seen_key(name),))}
    return found


def games(connection: sqlite3.Connection, before: int, most: int, kind: str | None = None) -> list[KeptGame]:
    """The last games before that number, the latest first, but for those that are known to be of another kind.

    What is damaged of them is left out, not raised.
    """
    return [_kept(connection, found) for found in connection.execute(_GAMES, (before, kind, kind, most))]


def game_outcomes(connection: sqlite3.Connection, deleted: Collection[str] = ()) -> Iterator[GameOutcome]:
    """All games but those that were `deleted`, first to last, each with what it came to.

    Raises JournalError where one is not what was written.
    """
    for one, begun, kept in checking.linked_games(connection, connection.execute(_OUTCOMES, (VERSION,))):
        if leaves_out(deleted, one.identity):
            continue
        number, *_, length, last, title = one
        if last is None:  # the one in play, whose end is only written down when another begins
            known, result = read(connection, number, linking.end(connection, number))
            said = outcome(result) if known else None
        else:
            said = _said(number, length, last, *kept)
        yield GameOutcome(number, begun, title or "", said)


def _said(game: int, length: int | None, last: int, total: object, line: object) -> str | None:
    """What a list says of a game that has this end, by the sum of its result and the first line of its facts."""
    if not isinstance(line, str):
        return None
    own, _, said = line.partition(" ")
    return said if own == str(_sum(game, length or 0, last, f"{total} {said}")) else None


def count(connection: sqlite3.Connection, kind: str) -> int:
    """How many games of a kind have a result."""
    found: int = connection.execute(_COUNT, (kind,)).fetchone()[0]
    return found


def _kept(connection: sqlite3.Connection, found: tuple[Any, ...]) -> KeptGame:
    number, identity, begun, boot, epoch, length, last, title, *facts = found
    known, result = False, None
    if facts[0] is not None:
        closed = isinstance(length, int) and isinstance(last, int)
        known, result = believed(number, Facts(*facts), (length, last) if closed else linking.end(connection, number))
    return KeptGame(
        number,
        told(identity) if validate.is_identity(identity) else "",
        _date(begun, epoch),
        boot if isinstance(boot, int) else 0,
        title if isinstance(title, str) else linking.title_of(connection, number),
        known,
        result,
    )


def _date(begun: object, epoch: object) -> float | None:
    return validate.date(epoch + begun) if validate.is_uptime(begun) and isinstance(epoch, float) else None
