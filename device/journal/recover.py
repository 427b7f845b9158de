"""Copies what can be read of a damaged journal into the tables of a new one, row by row.

Temporary tables of SQLite sort the rows: even for a long journal, little of it is in memory.
"""

from __future__ import annotations

import sqlite3
from collections.abc import Iterator
from itertools import groupby
from pathlib import Path

from device.journal import checksums, linking, losses, pagefile, schema, validate, wal_file
from device.journal import mark as marks
from device.journal.errors import ReadErrors, read_or_none
from device.journal.losses import Loss
from device.journal.mark import JournalMark
from device.journal.pagefile import Value, Values
from values.named_tuple import NamedTuple

MAX_ATTEMPTS = 5
"""Maximum number of attempts to read a journal to which another process writes meanwhile."""

_COLUMNS = {
    "boot": ("number", "identity", "epoch", "sum"),
    "game": checksums.GameRow._fields,
    "line": ("game", "place", "kind", "text", "changed", "boot", "sum"),
}
"""The columns of the tables, and so of the temporary tables with what is found of them."""
# Of two rows with the same key, the later one counts.
_SELECT_LINES = "SELECT * FROM found_line ORDER BY game, place, boot DESC, changed DESC"
_SELECT_GAMES = "SELECT * FROM found_game ORDER BY number, boot DESC, begun DESC, length IS NULL"
_SELECT_BOOTS = "SELECT * FROM found_boot ORDER BY number, epoch IS NULL"
_INSERT_LINE = "INSERT INTO line (game, place, kind, text, changed, boot, sum) VALUES (?, ?, ?, ?, ?, ?, ?)"
_INSERT_GAME = "INSERT OR IGNORE INTO game (number, identity, begun, boot) VALUES (?, ?, ?, ?)"
_INSERT_BOOT = "INSERT OR IGNORE INTO boot (number, identity, epoch) VALUES (?, ?, ?)"
_INSERT_MISSING = (
    """INSERT INTO game (number, identity, begun, boot)
        SELECT game, randomblob(16), 0.0, 1 FROM (SELECT DISTINCT game FROM line)
        WHERE game NOT IN (SELECT number FROM game)""",
    """INSERT INTO boot (number, identity, epoch)
        SELECT boot, 'lost ' || lower(hex(randomblob(8))), NULL FROM (SELECT boot FROM game UNION SELECT boot FROM line)
        WHERE boot NOT IN (SELECT number FROM boot)""",
)


class Recovery(NamedTuple):
    """The outcome of a recovery: whether everything acknowledged was there, as far as the file shows, how many rows
    could be read, and how many are certainly missing."""

    is_complete: bool
    line_count: int
    missing_count: int


def recover(path: Path, connection: sqlite3.Connection, read_errors: ReadErrors | None = None) -> Recovery:
    """Create the tables in an empty database, and fill them with what can be read of a journal; all or nothing.

    Raises OSError if there is no journal, or if the disk fails and `read_errors` is not given. Raises sqlite3.Error.
    """
    for tries_left in reversed(range(MAX_ATTEMPTS)):
        stamps = pagefile.file_stamps(path)
        with connection:
            connection.execute("BEGIN")
            schema.migrate(connection, 0)
            outcome = _copy_readable_rows(connection, path, read_errors)
            if not tries_left or pagefile.file_stamps(path) == stamps:
                return outcome
            connection.rollback()
    raise AssertionError("the last try returns")


def _copy_readable_rows(connection: sqlite3.Connection, path: Path, read_errors: ReadErrors | None) -> Recovery:
    for table, columns in _COLUMNS.items():
        connection.execute(f"CREATE TEMP TABLE found_{table} ({', '.join(columns)})")
    newest_mark, has_sums, losses_found = _scan(connection, path, read_errors)
    is_complete = not read_or_none(lambda: _lacks_log(newest_mark, path), read_errors)
    is_complete = _copy_boots(connection, has_sums=has_sums) and is_complete
    is_complete = _copy_lines(connection, has_sums=has_sums) and is_complete
    missing_count, has_all_games = _copy_games(connection, newest_mark, has_sums=has_sums)
    is_complete = _add_missing(connection) and is_complete
    if not has_sums and 0 < pagefile.user_version(path, read_errors) < schema.FIRST_VERSION_WITH_LEADS:
        schema.upgrade_rows(connection)
    linking.compute_sums(connection, missing_count, newest_mark)
    losses.store_losses(connection, losses_found)
    for table in _COLUMNS:
        connection.execute(f"DROP TABLE found_{table}")
    (line_count,) = connection.execute("SELECT count(*) FROM line").fetchone()
    return Recovery(is_complete and has_all_games and not missing_count, line_count, missing_count)


class _JournalScan(NamedTuple):
    """A journal's content besides rows: the newest mark, whether there are sums, and losses that nobody has closed."""

    newest_mark: JournalMark | None
    has_sums: bool
    losses: list[Loss]


def _scan(connection: sqlite3.Connection, path: Path, read_errors: ReadErrors | None) -> _JournalScan:
    """Read every record, and collect those that are rows in the temporary tables."""
    losses_found: list[Loss] = []
    newest_mark = read_or_none(lambda: wal_file.newest_mark(path), read_errors)
    has_sums = newest_mark is not None
    for record in pagefile.records(path, read_errors):
        table = pagefile.table_of(record)
        mark = marks.decode_mark(record[1]) if len(record) == _HEAD_COLUMN_COUNT else None
        if table is not None:
            has_sums = has_sums or len(record) > _COLUMN_COUNTS_BEFORE_SUMS[table]
            placeholders = ", ".join("?" * len(_COLUMNS[table]))
            connection.execute(f"INSERT INTO found_{table} VALUES ({placeholders})", _with_all_columns(table, record))
        elif mark is not None:
            has_sums = True
            newest_mark = mark if newest_mark is None or mark.serial > newest_mark.serial else newest_mark
        elif len(record) == _HEAD_COLUMN_COUNT and (loss := losses.decode_loss(record[1])) is not None:
            losses_found.append(loss)
    return _JournalScan(newest_mark, has_sums, losses_found)


def _add_missing(connection: sqlite3.Connection) -> bool:
    """Add the missing games and boots to which found rows refer. Returns whether none were missing."""
    return max(connection.execute(statement).rowcount for statement in _INSERT_MISSING) <= 0


def _lacks_log(mark: JournalMark | None, path: Path) -> bool:
    """Whether a log must be beside the file, but is missing or truncated. Raises OSError."""
    return mark is not None and mark.has_log and wal_file.is_truncated(path)


_HEAD_COLUMN_COUNT = 2
"""The number of columns of the table `head`, which has the mark and the losses."""
_COLUMN_COUNTS_BEFORE_SUMS = {"boot": 3, "game": 4, "line": 6}
"""The number of columns of each table before there were sums."""


def _with_all_columns(table: str, record: Values) -> Values:
    """A record with all of today's columns. Files of version 1 had no boots."""
    if table == "line":
        game, place, kind, line_text, changed, boot, stored_sum = (*record, None, None)[:7]
        return game, place, kind, line_text, _valid_time(changed), 1 if boot is None else boot, stored_sum
    if table == "game":
        number, identity, begun, boot = (*record, None)[:4]
        later_columns = (*record[4:], *[None] * 5)[:5]
        return number, identity, _valid_time(begun), 1 if boot is None else boot, *later_columns
    number, identity, epoch, stored_sum = (*record, None)[:4]
    return number, identity, float(epoch) if validate.is_uptime(epoch) else None, stored_sum


def _valid_time(value: Value) -> Value:
    """A time, which is for display only; 0.0 if it is not valid."""
    return float(value) if validate.is_uptime(value) else 0.0


def _copy_boots(connection: sqlite3.Connection, *, has_sums: bool) -> bool:
    """Copy the boots whose sums are right. Returns whether all of them were."""
    is_complete = True
    for number, identity, epoch, stored_sum in connection.execute(_SELECT_BOOTS).fetchall():
        if has_sums and stored_sum != checksums.boot_sum(number, identity, epoch):
            is_complete = False
        else:
            connection.execute(_INSERT_BOOT, (number, identity, epoch))
    return is_complete


def _copy_lines(connection: sqlite3.Connection, *, has_sums: bool) -> bool:
    """Copy the rows that are sound together with all rows before them. Returns whether all were sound."""
    choose_rows = _linked_rows if has_sums else _consecutive_rows
    for game, rows in groupby(connection.execute(_SELECT_LINES), lambda row: row[0]):
        connection.executemany(_INSERT_LINE, choose_rows(game, rows))
    (copied_count,) = connection.execute("SELECT count(*) FROM line").fetchone()
    (found_count,) = connection.execute("SELECT count(*) FROM (SELECT DISTINCT game, place FROM found_line)").fetchone()
    return bool(copied_count == found_count)


def _linked_rows(game: int, rows: Iterator[Values]) -> Iterator[Values]:
    """The rows whose sums, in their last column, continue one another, up to the first place without such a row."""
    sum_before = checksums.rows_start(game).last_sum
    for expected_place, (place, candidates) in enumerate(groupby(rows, lambda row: row[1]), 1):
        if place != expected_place:
            return
        linked_row = next((row for row in candidates if checksums.row_sum(sum_before, *row[1:-1]) == row[-1]), None)  # type: ignore[arg-type]
        if linked_row is None:
            return
        yield linked_row
        sum_before = int(linked_row[-1])  # type: ignore[arg-type]


def _consecutive_rows(_: int, rows: Iterator[Values]) -> Iterator[Values]:
    """The rows of a journal without sums, up to the first gap."""
    for expected_place, (place, candidates) in enumerate(groupby(rows, lambda row: row[1]), 1):
        if place != expected_place:
            return
        yield (*next(candidates)[:-1], 0)


def _copy_games(connection: sqlite3.Connection, newest_mark: JournalMark | None, *, has_sums: bool) -> tuple[int, bool]:
    """Copy the games. Returns how many of their rows are missing, and whether everything acknowledged is there."""
    missing_count, is_complete, last_game_row = 0, True, None
    for number, rows in groupby(connection.execute(_SELECT_GAMES).fetchall(), lambda row: row[0]):
        candidates = [checksums.GameRow(*row) for row in rows]
        valid_rows = list(filter(checksums.has_matching_sum, candidates)) if has_sums else candidates
        if not valid_rows:
            is_complete = False
            continue
        connection.execute(_INSERT_GAME, valid_rows[0][:4])
        length, _ = linking.rows_end(connection, number)
        lengths = [game_row.length for game_row in valid_rows if validate.is_row_number(game_row.length)]
        missing_count += max(0, max(lengths, default=0) - length)
        last_game_row = valid_rows[0]
    if newest_mark is not None:
        length, _ = linking.rows_end(connection, newest_mark.game)
        missing_count += max(0, newest_mark.length - length)
        last_found = (0, 0) if last_game_row is None else (last_game_row.number, last_game_row.sum)
        is_complete = is_complete and (newest_mark.game, newest_mark.game_sum) == last_found
    return missing_count, is_complete
