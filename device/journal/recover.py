"""Copies what can be read of a damaged journal into the tables of a new one, row by row.

Temporary tables of SQLite sort the rows: even for a long journal, little of it is in memory.
"""

from __future__ import annotations

import sqlite3
from collections.abc import Callable, Iterator
from itertools import groupby
from pathlib import Path
from typing import TypeVar

from device.journal import checksums, linking, logfile, losses, pagefile, schema, validate
from device.journal import mark as marks
from device.journal.errors import Unread
from device.journal.losses import Loss
from device.journal.mark import JournalMark
from device.journal.pagefile import Value, Values
from device.journal.upgrade import upgrade_rows
from values.named_tuple import NamedTuple

Found = TypeVar("Found")

MAX_TRIES = 5
"""Maximum number of attempts to read a journal to which another process writes meanwhile."""

_CANDIDATES = (
    "CREATE TEMP TABLE found_boot (number, identity, epoch, sum)",
    "CREATE TEMP TABLE found_game (number, identity, begun, boot, before, sum, length, last, title)",
    "CREATE TEMP TABLE found_line (game, place, kind, text, changed, boot, sum)",
)
_INSERT_CANDIDATE = {
    "boot": "INSERT INTO found_boot VALUES (?, ?, ?, ?)",
    "game": "INSERT INTO found_game VALUES (?, ?, ?, ?, ?, ?, ?, ?, ?)",
    "line": "INSERT INTO found_line VALUES (?, ?, ?, ?, ?, ?, ?)",
}
# Of two rows with the same key, the later one counts.
_SELECT_LINES = "SELECT * FROM found_line ORDER BY game, place, boot DESC, changed DESC"
_SELECT_GAMES = "SELECT * FROM found_game ORDER BY number, boot DESC, begun DESC, length IS NULL"
_SELECT_BOOTS = "SELECT * FROM found_boot ORDER BY number, epoch IS NULL"
_INSERT_LINE = "INSERT INTO line (game, place, kind, text, changed, boot, sum) VALUES (?, ?, ?, ?, ?, ?, ?)"
_INSERT_GAME = "INSERT OR IGNORE INTO game (number, identity, begun, boot) VALUES (?, ?, ?, ?)"
_INSERT_BOOT = "INSERT OR IGNORE INTO boot (number, identity, epoch) VALUES (?, ?, ?)"
_ADD_MISSING = (
    """INSERT INTO game (number, identity, begun, boot)
        SELECT game, randomblob(16), 0.0, 1 FROM (SELECT DISTINCT game FROM line)
        WHERE game NOT IN (SELECT number FROM game)""",
    """INSERT INTO boot (number, identity, epoch)
        SELECT boot, 'lost ' || lower(hex(randomblob(8))), NULL FROM (SELECT boot FROM game UNION SELECT boot FROM line)
        WHERE boot NOT IN (SELECT number FROM boot)""",
)
_DROP_CANDIDATES = (*(f"DROP TABLE {table}" for table in ("found_boot", "found_game", "found_line")),)


class Outcome(NamedTuple):
    """The outcome of a recovery: whether everything acknowledged was there, as far as the file shows, how many rows
    could be read, and how many are certainly missing."""

    complete: bool
    lines: int
    missing: int


def recover(path: Path, connection: sqlite3.Connection, unread: Unread | None = None) -> Outcome:
    """Create the tables in an empty database, and fill them with what can be read of a journal; all or nothing.

    Raises OSError if there is no journal, or if the disk fails and `unread` is not given. Raises sqlite3.Error.
    """
    for left in reversed(range(MAX_TRIES)):
        before = pagefile.file_stamps(path)
        with connection:
            connection.execute("BEGIN")
            schema.migrate(connection, 0)
            outcome = _fill(connection, path, unread)
            if not left or pagefile.file_stamps(path) == before:
                return outcome
            connection.rollback()
    raise AssertionError("the last try returns")


def _fill(connection: sqlite3.Connection, path: Path, unread: Unread | None) -> Outcome:
    for statement in _CANDIDATES:
        connection.execute(statement)
    newest, summed, lost = _find(connection, path, unread)
    complete = not _read_or_none(lambda: _lacks_log(newest, path), unread)
    complete = _copy_boots(connection, summed=summed) and complete
    complete = _copy_lines(connection, summed=summed) and complete
    missing, whole = _copy_games(connection, newest, summed=summed)
    complete = _add_missing(connection) and complete
    if not summed and 0 < pagefile.user_version(path, unread) < schema.LEADS_SAID:
        upgrade_rows(connection)
    linking.compute_sums(connection, missing, _newest_serial(newest))
    losses.store_losses(connection, lost)
    for statement in _DROP_CANDIDATES:
        connection.execute(statement)
    (lines,) = connection.execute("SELECT count(*) FROM line").fetchone()
    return Outcome(complete and whole and not missing, lines, missing)


class _JournalScan(NamedTuple):
    """A journal's content besides rows: the newest mark, whether there are sums, and losses that nobody has closed."""

    newest: JournalMark | None
    summed: bool
    losses: list[Loss]


def _find(connection: sqlite3.Connection, path: Path, unread: Unread | None) -> _JournalScan:
    """Read every record, and collect those that are rows in the temporary tables."""
    lost: list[Loss] = []
    newest = _read_or_none(lambda: logfile.newest_mark(path), unread)
    summed = newest is not None
    for record in pagefile.records(path, unread):
        table = pagefile.table_of(record)
        mark = marks.decode_mark(record[1]) if len(record) == _MARK_COLUMNS else None
        if table is not None:
            summed = summed or len(record) > _OLD_COLUMNS[table]
            connection.execute(_INSERT_CANDIDATE[table], _with_all_columns(table, record))
        elif mark is not None:
            summed = True
            newest = mark if newest is None or mark.serial > newest.serial else newest
        elif len(record) == _MARK_COLUMNS and (loss := losses.decode_loss(record[1])) is not None:
            lost.append(loss)
    return _JournalScan(newest, summed, lost)


def _newest_serial(newest: JournalMark | None) -> int:
    return 0 if newest is None else newest.serial


def _add_missing(connection: sqlite3.Connection) -> bool:
    """Add the missing games and boots to which found rows refer. Returns whether none were missing."""
    return max(connection.execute(statement).rowcount for statement in _ADD_MISSING) <= 0


def _lacks_log(newest: JournalMark | None, path: Path) -> bool:
    """Whether a log must be beside the file, but is missing or truncated. Raises OSError."""
    return newest is not None and newest.open and logfile.is_cut(path)


_MARK_COLUMNS = 2
_OLD_COLUMNS = {"boot": 3, "game": 4, "line": 6}
"""The number of columns of each table before there were sums."""


def _read_or_none(function: Callable[[], Found], unread: Unread | None) -> Found | None:
    """The result of `function`; None if the disk fails to read it. Raises OSError if `unread` is not given."""
    try:
        return function()
    except OSError as error:
        if unread is None:
            raise
        unread.append(error)
        return None


def _with_all_columns(table: str, record: Values) -> Values:
    """A record with all of today's columns. Files of version 1 had no boots."""
    if table == "line":
        game, place, kind, row, changed, boot, total = (*record, None, None)[:7]
        return game, place, kind, row, _valid_time(changed), 1 if boot is None else boot, total
    if table == "game":
        number, identity, begun, boot = (*record, None)[:4]
        rest = (*record[4:], *[None] * 5)[:5]
        return number, identity, _valid_time(begun), 1 if boot is None else boot, *rest
    number, identity, epoch, total = (*record, None)[:4]
    return number, identity, float(epoch) if validate.is_uptime(epoch) else None, total


def _valid_time(value: Value) -> Value:
    """A time, which is for display only; 0.0 if it is not valid."""
    return float(value) if validate.is_uptime(value) else 0.0


def _copy_boots(connection: sqlite3.Connection, *, summed: bool) -> bool:
    """Copy the boots whose sums are right. Returns whether all of them were."""
    complete = True
    for number, identity, epoch, total in connection.execute(_SELECT_BOOTS).fetchall():
        if summed and total != checksums.boot_sum(number, identity, epoch):
            complete = False
        else:
            connection.execute(_INSERT_BOOT, (number, identity, epoch))
    return complete


def _copy_lines(connection: sqlite3.Connection, *, summed: bool) -> bool:
    """Copy the rows that are sound together with all rows before them. Returns whether all were sound."""
    fitting = _linked_rows if summed else _consecutive_rows
    for game, found in groupby(connection.execute(_SELECT_LINES), lambda row: row[0]):
        connection.executemany(_INSERT_LINE, fitting(game, found))
    (kept,) = connection.execute("SELECT count(*) FROM line").fetchone()
    (there,) = connection.execute("SELECT count(*) FROM (SELECT DISTINCT game, place FROM found_line)").fetchone()
    return bool(kept == there)


def _linked_rows(game: int, found: Iterator[Values]) -> Iterator[Values]:
    """The rows whose sums continue one another, up to the first place without such a row."""
    before = checksums.first_sum(game)
    for wanted, (place, candidates) in enumerate(groupby(found, lambda row: row[1]), 1):
        several = list(candidates)
        fitting = [row for row in several if place == wanted and checksums.row_sum(before, *row[1:6]) == row[6]]  # type: ignore[arg-type]
        if not fitting:
            return
        yield fitting[0]
        before = int(fitting[0][6])  # type: ignore[arg-type]


def _consecutive_rows(_: int, found: Iterator[Values]) -> Iterator[Values]:
    """The rows of a journal without sums, up to the first gap."""
    for wanted, (place, candidates) in enumerate(groupby(found, lambda row: row[1]), 1):
        if place != wanted:
            return
        yield (*next(candidates)[:6], 0)


def _copy_games(connection: sqlite3.Connection, newest: JournalMark | None, *, summed: bool) -> tuple[int, bool]:
    """Copy the games. Returns how many of their rows are missing, and whether everything acknowledged is there."""
    missing, whole, last = 0, True, None
    for number, found in groupby(connection.execute(_SELECT_GAMES).fetchall(), lambda row: row[0]):
        several = [checksums.GameRow(*row) for row in found]
        sound = list(filter(checksums.has_valid_sum, several)) if summed else several
        if not sound:
            whole = False
            continue
        connection.execute(_INSERT_GAME, sound[0][:4])
        length, _ = linking.rows_end(connection, number)
        closing = [game_row.length for game_row in sound if validate.is_place(game_row.length)]
        missing += max(0, max(closing, default=0) - length)
        last = sound[0]
    if newest is not None:
        missing += _count_lacking(connection, newest)
        found_last = (0, 0) if last is None else (last.number, last.sum)
        whole = whole and (newest.game, newest.game_sum) == found_last
    return missing, whole


def _count_lacking(connection: sqlite3.Connection, newest: JournalMark) -> int:
    """The number of rows that the game in play lacks, compared with the newest mark."""
    length, _ = linking.rows_end(connection, newest.game)
    return max(0, newest.length - length)
