"""Reads a journal's tables, and checks by sums and marks (`device.journal.mark`) that this is what was written.

When the journal is opened, the game in play is checked, as far as no snapshot covers it, and a small file is also
checked page by page. Other games are checked only when they are read, so that ten thousand games do not slow down the
start.
"""

from __future__ import annotations

import sqlite3
from collections.abc import Iterable, Iterator
from pathlib import Path
from typing import Any

from device.history.results import TimedRow
from device.journal import checksums, linking, losses, snapshots, validate, wal_file
from device.journal.checksums import GameRow, RowsEnd
from device.journal.errors import (
    JournalError,
    check_value,
    damaged_error,
    integrity_check_error,
    invalid_value_error,
    unknown_kind_error,
)
from device.journal.mark import JournalMark, JournalPosition
from device.session.rows import JournalRow, RowKind
from device.session.undo import counting_rows
from device.system import files
from hal.clock.wallclock import BootMoment

MAX_PAGES_CHECKED_AT_START = 2048
"""Maximum number of pages of a file that is checked as a whole at every start. That many pages hold some hundreds of
games, and the check takes some hundredths of a second."""

MAX_COMPARISONS = 5
"""Maximum number of attempts to compare a journal with its log while another process writes to both."""

_SELECT_ROWS = "SELECT place, kind, text, changed, boot, sum FROM line WHERE game = ? AND place > ? ORDER BY place"
_SELECT_NEWEST_GAME = f"{linking.SELECT_GAMES} WHERE number = (SELECT max(number) FROM game)"
_SELECT_BOOTS = "SELECT number, identity, epoch, sum FROM boot"
_SELECT_CURRENT_NUMBER = "SELECT max(number) FROM game"
_SELECT_NUMBER_BEFORE = "SELECT max(number) FROM game WHERE number < ?"
_SELECT_IDENTITY = "SELECT identity FROM game WHERE number = ?"
_SELECT_ROW_SUM = "SELECT sum FROM line WHERE game = ? AND place = ?"
_SELECT_NEWEST_SUM = "SELECT number, sum FROM game WHERE number = (SELECT max(number) FROM game)"
_SELECT_BEGIN_MOMENT = (
    "SELECT boot.identity, begun FROM game LEFT JOIN boot ON boot.number = boot WHERE game.number = ?"
)
_GAME_COLUMN_COUNT = len(GameRow._fields)


def journal_exists(path: Path) -> bool:
    """Whether a journal exists. Raises OSError, and JournalError if the file is missing but its log is not empty."""
    try:
        header = files.read_file(path, 100)
    except FileNotFoundError:
        if wal_file.has_frames(path):
            raise damaged_error(path) from None
        return False
    # A new file gets its name only when it is complete, so an empty one must have been truncated. Bytes 18 and 19 are
    # the format versions of section 1.3 of https://www.sqlite.org/fileformat2.html: 1 before the first log, and 2 from
    # then on.
    if not header or any(version not in (1, 2) for version in header[18:20]):
        raise damaged_error(path)
    return True


def check_start(connection: sqlite3.Connection, path: Path) -> None:
    """Check everything that is shown at a start. Raises JournalError if something is not as it was acknowledged."""
    for tries_left in reversed(range(MAX_COMPARISONS)):
        # Read the log first: what is marked in it by then must be in what SQLite reads afterwards.
        newest = wal_file.newest_mark(path)
        connection.execute("BEGIN")
        try:
            _check_start_once(connection, path, newest)
            return
        except JournalError:
            if not tries_left or wal_file.newest_mark(path) == newest:
                raise
        finally:
            connection.execute("ROLLBACK")


def _check_start_once(connection: sqlite3.Connection, path: Path, newest: JournalMark | None) -> None:
    mark = linking.read_mark(connection)
    if mark is None or (mark.has_log and wal_file.is_truncated(path)):
        raise damaged_error(path)
    if losses.unclosed_losses(connection) is None:  # one of them is not valid
        raise damaged_error(path)
    (page_count,) = connection.execute("PRAGMA page_count").fetchone()
    if page_count <= MAX_PAGES_CHECKED_AT_START:
        _check_pages(connection, "quick_check", path)
    position = _checked_position(connection, path)
    if mark.position != position:
        _check_since_mark(connection, path, mark)
    if newest is not None and newest.serial > mark.serial and newest.position != position:
        raise damaged_error(path)


def _check_pages(connection: sqlite3.Connection, check: str, path: Path) -> None:
    (result,) = connection.execute(f"PRAGMA {check}(1)").fetchone()
    if result != "ok":
        raise integrity_check_error(str(result), path)


def check_all(connection: sqlite3.Connection, path: Path) -> None:
    """Check every page and every game. Raises JournalError if something is not as it was written."""
    _check_pages(connection, "integrity_check", path)
    for game_row, _ in games_with_dates(connection):
        timed_rows(connection, game_row.number)  # raises JournalError


def _checked_position(connection: sqlite3.Connection, path: Path) -> JournalPosition:
    """The journal's position, if everything that belongs to it is sound."""
    newest_columns = connection.execute(_SELECT_NEWEST_GAME).fetchone()
    current = None if newest_columns is None else GameRow(*newest_columns)
    (last_game,) = connection.execute("SELECT coalesce(max(game), -1) FROM line").fetchone()
    if last_game > (-1 if current is None else current.number):
        raise damaged_error(path)
    if current is None:
        return JournalPosition()
    # A row of `game` with its own correct sum was written by this program, so its values are in range.
    if not checksums.has_matching_sum(current) or current.length is not None:
        raise damaged_error(path)
    previous_columns = connection.execute(linking.SELECT_GAME_BEFORE, (current.number,)).fetchone()
    if current.before != (0 if previous_columns is None else _link_sum_if_complete(GameRow(*previous_columns))):
        raise damaged_error(path)
    boot_date(connection, current.boot)  # raises JournalError
    return JournalPosition(current.number, *_checked_end(connection, path, current), current.sum)


def _checked_end(connection: sqlite3.Connection, path: Path, game_row: GameRow) -> RowsEnd:
    """The end of a game's rows, if all rows after its snapshot are sound."""
    snapshot = snapshots.load_snapshot(connection, path, game_row.number, game_row.identity)
    end = checksums.rows_start(game_row.number) if snapshot is None else snapshot.end
    for place, row_sum, _ in _checked_rows(connection, game_row.number, end):
        end = RowsEnd(place, row_sum)
    return end


def _check_since_mark(connection: sqlite3.Connection, path: Path, mark: JournalMark) -> None:
    """Raise JournalError if anything has changed since the mark, except that rows have been added."""
    last_sum: int | None = checksums.rows_start(mark.game).last_sum
    if mark.length:
        (last_sum,) = connection.execute(_SELECT_ROW_SUM, (mark.game, mark.length)).fetchone() or (None,)
    newest = connection.execute(_SELECT_NEWEST_SUM).fetchone()
    if newest != (mark.game, mark.game_sum) or last_sum != mark.last_sum:
        raise damaged_error(path)


def current_game(connection: sqlite3.Connection) -> int | None:
    """The number of the game in play; None if there is no game yet."""
    return _checked_number(connection.execute(_SELECT_CURRENT_NUMBER).fetchone()[0])


def game_before(connection: sqlite3.Connection, game: int) -> int | None:
    """The number of the game before `game`; None if `game` is the first."""
    return _checked_number(connection.execute(_SELECT_NUMBER_BEFORE, (game,)).fetchone()[0])


def game_identity(connection: sqlite3.Connection, game: int) -> bytes:
    """A game's identity, which differs from that of a game with the same number in another file.
    Raises ValueError if there is no such game."""
    columns = connection.execute(_SELECT_IDENTITY, (game,)).fetchone()
    if columns is None:
        raise ValueError(f"no game {game}")
    check_value(validate.is_identity(columns[0]), columns[0])
    return bytes(columns[0])


def begin_moment(connection: sqlite3.Connection, game: int) -> BootMoment:
    """The moment at which a game was begun, relative to its boot. Raises ValueError if there is no such game."""
    columns = connection.execute(_SELECT_BEGIN_MOMENT, (game,)).fetchone()
    if columns is None:
        raise ValueError(f"no game {game}")
    boot_identity, uptime = columns
    check_value(validate.is_boot_identity(boot_identity), boot_identity)
    check_value(validate.is_uptime(uptime), uptime)
    return BootMoment(boot_identity, uptime)


def _checked_number(value: object) -> int | None:
    if value is None or validate.is_game_number(value):
        return value
    raise invalid_value_error(value)


def rows_of_game(connection: sqlite3.Connection, game: int) -> list[JournalRow]:
    """All rows of a game that are stored, in order. Raises JournalError if they are not what was written."""
    return [timed.row for timed in timed_rows(connection, game)]


def timed_rows(connection: sqlite3.Connection, game: int, after: RowsEnd | None = None) -> list[TimedRow]:
    """All rows of a game, or only those `after` an end, with the times at which they were written."""
    after = after or checksums.rows_start(game)
    rows_with_sums = list(_checked_rows(connection, game, after))
    length, last_sum = rows_with_sums[-1][:2] if rows_with_sums else after
    game_values = connection.execute(f"{linking.SELECT_GAMES} WHERE number = ?", (game,)).fetchone()
    check_value(game_values is not None and checksums.has_matching_sum(GameRow(*game_values)), game)
    game_row = GameRow(*game_values)
    check_value(game_row.length is None or (game_row.length, game_row.last) == (length, last_sum), length)
    return [timed for _, _, timed in rows_with_sums]


def games_with_dates(connection: sqlite3.Connection) -> Iterator[tuple[GameRow, float | None]]:
    """All games, first to last, each with the date when it was begun. Raises JournalError."""
    stored_rows = connection.execute(f"{linking.SELECT_GAMES} ORDER BY number")
    for game_row, began_at, _ in linked_games(connection, stored_rows):
        yield game_row, began_at


def linked_games(
    connection: sqlite3.Connection, stored_rows: Iterable[tuple[Any, ...]]
) -> Iterator[tuple[GameRow, float | None, tuple[Any, ...]]]:
    """All games from their rows, first to last, with their dates and the extra columns after those of a game.

    Raises JournalError if a game is not what was written, or is missing.
    """
    epoch_by_boot = {number: _checked_epoch(number, *values) for number, *values in connection.execute(_SELECT_BOOTS)}
    sum_before = 0
    game_row: GameRow | None = None
    extra_columns: tuple[Any, ...] = ()
    for row in stored_rows:
        if game_row is not None:
            yield game_row, _game_date(game_row, epoch_by_boot), extra_columns
        game_row, extra_columns = GameRow._make(row[:_GAME_COLUMN_COUNT]), row[_GAME_COLUMN_COUNT:]
        check_value(game_row.before == sum_before and checksums.has_matching_sum(game_row), game_row.number)
        sum_before = checksums.link_sum(game_row)
    mark, last_number = linking.read_mark(connection), 0 if game_row is None else game_row.number
    check_value(mark is not None and mark.game == last_number, last_number or None)
    if game_row is not None:
        yield _current_game_row(connection, game_row), _game_date(game_row, epoch_by_boot), extra_columns


def _current_game_row(connection: sqlite3.Connection, game_row: GameRow) -> GameRow:
    """The last game, with its length and title computed: these are only stored when another game is begun."""
    current_rows = rows_of_game(connection, game_row.number)
    return game_row._replace(length=len(current_rows), title=linking.make_list_title(counting_rows(current_rows)))


def checked_row(kind: object, text: object) -> JournalRow:
    """A row with this kind and text. Raises JournalError if they are invalid."""
    row = validate.valid_row(kind, text)
    if row is None:
        raise invalid_value_error(text) if kind in set(RowKind) else unknown_kind_error(kind)
    return row


def boot_date(connection: sqlite3.Connection, boot_number: object) -> float | None:
    """The date of a boot, in seconds since 1970; None if it is not known. Raises JournalError."""
    boot_row = connection.execute(f"{_SELECT_BOOTS} WHERE number = ?", (boot_number,)).fetchone()
    check_value(boot_row is not None, boot_number)
    return _checked_epoch(*boot_row)


def _checked_rows(connection: sqlite3.Connection, game: int, after: RowsEnd) -> Iterator[tuple[int, int, TimedRow]]:
    """The place, the sum and the content of each row after `after`."""
    length, row_sum = after
    stored_rows = connection.execute(_SELECT_ROWS, (game, length))
    for expected_place, (place, kind, text, uptime, boot, stored_sum) in enumerate(stored_rows, length + 1):
        row = checked_row(kind, text)
        if place != expected_place or not isinstance(uptime, float) or not isinstance(boot, int):
            raise invalid_value_error(place)
        try:
            row_sum = checksums.row_sum(row_sum, place, row.kind.value, row.text, uptime, boot)
        except UnicodeEncodeError:
            raise invalid_value_error(text) from None
        if row_sum != stored_sum:
            raise invalid_value_error(text)
        yield place, row_sum, TimedRow(row, uptime, boot)


def _link_sum_if_complete(row: GameRow) -> int | None:
    """The checksum by which the next game is linked to this one; None if this row lacks what it covers."""
    is_complete = isinstance(row.length, int) and isinstance(row.last, int) and isinstance(row.title, str)
    return checksums.link_sum(row) if is_complete else None


def _checked_epoch(number: int, identity: object, epoch: object, stored_sum: object) -> float | None:
    if validate.is_boot_identity(identity) and isinstance(epoch, float | None):
        check_value(stored_sum == checksums.boot_sum(number, identity, epoch), identity)
        return epoch
    raise invalid_value_error(identity)


def _game_date(game_row: GameRow, epoch_by_boot: dict[int, float | None]) -> float | None:
    check_value(game_row.boot in epoch_by_boot, game_row.boot)
    epoch = epoch_by_boot[game_row.boot]
    return None if epoch is None else validate.plausible_date(epoch + game_row.begun)
