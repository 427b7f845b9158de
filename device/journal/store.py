"""The journal: the rows of every game in one SQLite file, durable before a call returns."""

from __future__ import annotations

import sqlite3
from collections.abc import Collection, Iterable, Sequence
from pathlib import Path

from device.history.results import GameResult, TimedRow, with_times
from device.journal import checking, checksums, linking, losses, opening, stored_results, validate
from device.journal.boots import Boots
from device.journal.checking import checked_row
from device.journal.checksums import RowsEnd
from device.journal.errors import JOURNAL_EXCEPTIONS, JournalError, check_value, journal_error_from, other_writer_error
from device.journal.identity import new_identity
from device.journal.journal_reader import JournalReader
from device.journal.losses import Loss
from device.journal.opening import FILE_NAME as FILE_NAME
from device.journal.opening import OpenedDatabase
from device.journal.schema import PAGE_BYTES
from device.session.rows import GAME_LINE_START, JournalRow
from hal.clock.wallclock import BootMoment, Calendar, SystemCalendar

_PAGES_PER_ROW = 3
"""Maximum number of pages that one more row changes, if many are added together."""

_INSERT_GAME = "INSERT INTO game (identity, begun, boot) VALUES (?, ?, ?)"
_SET_BEGUN = "UPDATE game SET begun = ?, boot = ? WHERE number = ?"
_INSERT_ROW = "INSERT INTO line (game, place, kind, text, changed, boot, sum) VALUES (?, ?, ?, ?, ?, ?, ?)"
_DELETE_ROWS = "DELETE FROM line WHERE game = ? AND place > ?"
_SELECT_TIMED_ROWS = "SELECT kind, text, changed, boot FROM line WHERE game = ? ORDER BY place"


class Journal(JournalReader):
    """An open journal, for one thread; create it with `open` or `open_to_read`.

    A method's changes are all on the disk when it returns, or none of them is. Every method raises JournalError when
    the file can't be read or written, and ValueError for a game or a count of rows that does not exist.
    """

    def __init__(self, opened: OpenedDatabase, calendar: Calendar | None = None) -> None:
        super().__init__(opened.database)
        self._boots = Boots(opened.database, calendar or SystemCalendar())
        self.trouble = opened.trouble
        self.is_incomplete = opened.is_incomplete
        """Whether the disk failed to read some of the file, so that existing rows may be missing."""

    @classmethod
    def open(cls, directory: Path, calendar: Calendar | None = None) -> Journal:
        """Open the journal of a directory for writing; both are created if they do not exist.

        A journal of an older version is migrated. A damaged file is kept as `journal.db.damaged-1` (-2, …), and a new
        one is begun with what could be read of it; `losses` then describes that. Raises JournalError.
        """
        return cls(opening.open_to_write(directory), calendar)

    @classmethod
    def open_to_read(cls, directory: Path, *, must_be_complete: bool = False) -> Journal:
        """Open the journal of a directory for reading only, also while another process writes.

        If SQLite can't do that because it would have to write, or if the file is damaged, what can be read is loaded
        into memory. What the disk fails to read is then missing, unless `must_be_complete` is true: see
        `is_incomplete`. Raises JournalError, also if there is no journal.
        """
        return cls(opening.open_to_read(directory, must_be_complete=must_be_complete))

    @classmethod
    def recover(cls, directory: Path) -> Journal:
        """Load what can be read of a directory's journal, page by page, into memory. Nothing is written to the disk.

        Raises JournalError if there is no journal.
        """
        return cls(opening.recover_file(directory / FILE_NAME))

    @classmethod
    def open_set_aside(cls, path: Path) -> Journal:
        """Load a journal that was set aside, by its path. Raises JournalError if the disk fails to read all of it."""
        return cls(opening.recover_file(path, must_be_complete=True))

    @classmethod
    def create_in_memory(cls, directory: Path, calendar: Calendar | None = None) -> Journal:
        """An empty journal in memory, for a directory that has none."""
        return cls(opening.empty_journal(directory), calendar)

    def store_date(self) -> bool:
        """Store the date of this boot if the clock now has it: it dates all games of this boot.
        Returns whether it has."""
        return self._boots.store_date()

    def begin_game(
        self, rows: Sequence[JournalRow] = (), identity: bytes | None = None, moment: BootMoment | None = None
    ) -> int:
        """Begin a game with these rows, which is then in play, and return its number.
        It began at `moment`; None means now. Rows that are appended to an empty game begin it again."""
        _check_writable(0, rows)
        self.store_date()
        now = self._boots.now()
        uptime, boot_number = now if moment is None else self._boots.time_of(moment)
        self._database.reserve_log_bytes(_log_bytes(rows))
        with self._database.transaction() as connection:
            number = connection.execute(_INSERT_GAME, (identity or new_identity(), uptime, boot_number)).lastrowid
            check_value(validate.is_game_number(number), number)
            assert number is not None
            values, end = _row_values(number, checksums.rows_start(number), rows, now)
            connection.executemany(_INSERT_ROW, values)
            self._database.store_position_from(number - 1)
        self._end_by_game[number] = end
        self._database.acknowledge()
        return number

    def append(self, game: int, rows: Sequence[JournalRow], result: GameResult | None = None) -> None:
        """Add rows to a game, and its result with them, if it is known.

        The times in the result are filled in here.
        """
        end = self._end_by_game.get(game) or self._rows_end(game)
        _check_writable(end.length, rows)
        database = self._database
        database.write_mark()
        database.check_file()
        if not rows:
            return
        values, new_end = _row_values(game, end, rows, self._boots.now())
        newest = database.newest_mark
        begins_game = not end.length or rows[0].text.startswith(GAME_LINE_START)  # for one row, as in `_add_rows`
        if len(rows) == 1 and game == newest.game and not begins_game and result is None:
            # The usual case of a single declaration, while the table waits: a statement by itself is a transaction.
            try:
                database.connection.execute(_INSERT_ROW, values[0])
            except JOURNAL_EXCEPTIONS as error:
                raise journal_error_from(error, database.path) from error
        else:
            self._append_together(game, values, _log_bytes(rows), result)
            newest = database.newest_mark
        self._end_by_game[game] = new_end
        if game == newest.game:
            database.mark = newest._replace(length=new_end.length, last_sum=new_end.last_sum)
        database.acknowledge()

    def _append_together(self, game: int, values: Sequence[_Values], log_bytes: int, result: GameResult | None) -> None:
        self._database.reserve_log_bytes(log_bytes + stored_results.RESULT_BYTES)
        with self._database.transaction() as connection:
            begins_game = _add_rows(connection, game, values, result)
            if begins_game or game != self._database.newest_mark.game:
                self._database.store_position_from(game)

    def undo(self, game: int, count: int) -> None:
        """Remove the last `count` stored rows of a game."""
        length = self._rows_end(game).length
        if not 0 <= count <= length:
            raise ValueError(f"cannot undo {count} of {length} rows")
        if count:
            with self._database.transaction() as connection:
                if connection.execute(_DELETE_ROWS, (game, length - count)).rowcount != count:
                    raise other_writer_error(self._database.path)
                stored_results.delete_result(connection, game)
                end = linking.rows_end(connection, game)
                self._database.store_position_from(game)
            self._end_by_game[game] = end
            self._database.acknowledge()

    def drop_game(
        self,
        game: int,
        rows_to_add: Sequence[JournalRow] = (),
        result: GameResult | None = None,
        *,
        others: Collection[int] = (),
    ) -> None:
        """Remove a game and `others` with their rows. The last remaining game is then in play, and `rows_to_add`, which
        preserve what was removed, are added to it.

        `result` is its result with these rows, if known.
        """
        dropped = {game, *others}
        for dropped_game in dropped:
            self._rows_end(dropped_game)  # raises ValueError
        now = self._boots.now() if rows_to_add else (0.0, 0)
        self._database.reserve_log_bytes(_log_bytes(rows_to_add) + stored_results.RESULT_BYTES if rows_to_add else 0)
        with self._database.transaction() as connection:
            for dropped_game in dropped:
                _delete_game(connection, dropped_game)
            remaining = checking.current_game(connection)
            if remaining is not None:
                checking.rows_of_game(connection, remaining)  # the new mark says that they were acknowledged
            if rows_to_add:
                _add_rows_to_remaining(connection, remaining, rows_to_add, now, result)
            self._database.store_position_from(min(dropped) - 1)
        self._end_by_game = {}
        self._database.acknowledge()

    def load_earlier(self, game: int) -> bool:
        """Whether there is a game with this number. Nothing is opened: rows can be added to any game of a journal (see
        `JournalWriter.load_earlier`)."""
        try:
            self._rows_end(game)
        except ValueError:
            return False
        return True

    def unload_earlier(self) -> None:
        """Do nothing: this has no games in memory (see `JournalWriter.unload_earlier`)."""

    def write_mark(self) -> None:
        """Mark what is on the disk as acknowledged (`device.journal.mark`), unless that is done. After the first call,
        marks are only written by such calls, so that the table need not wait for them."""
        self._database.writes_mark_separately = True
        self._database.write_mark()

    def rewrite_log(self) -> None:
        """Write again, after a disk error, what may never have reached the disk."""
        self._database.rewrite_log()

    def close_and_repair(self) -> None:
        """Close the file; if it is damaged, replace it by what can be read of it. Raises JournalError."""
        self.close()
        opening.repair_if_damaged(self._database.path)

    def close_loss(self, loss: Loss) -> None:
        """Delete a loss that somebody has closed."""
        with self._database.transaction() as connection:
            losses.delete_loss(connection, loss)

    @property
    def is_file_in_place(self) -> bool:
        """Whether this reads the current file, and not a copy from when it was opened, or a file that has been
        replaced."""
        return self._database.is_file_in_place

    def close(self) -> None:
        """Close the file. May be called again; no other method may be called afterwards."""
        self._database.close()


def _add_rows(connection: sqlite3.Connection, game: int, values: Sequence[_Values], result: GameResult | None) -> bool:
    """Add rows to a game, and its result with them, within the current transaction. Returns whether they begin it.

    That is done by its first rows, and by the line that says which game is played, also after another one was chosen
    and undone: until then, the table may have waited for hours.
    """
    connection.executemany(_INSERT_ROW, values)
    _, first_place, _, _, uptime, boot_number, _ = values[0]
    begins_game = first_place == 1 or any(text.startswith(GAME_LINE_START) for _, _, _, text, *_ in values)
    if begins_game:
        connection.execute(_SET_BEGUN, (uptime, boot_number, game))
    if result is not None:
        stored_results.store_result(connection, game, with_times(result, _timed_rows(connection, game)))
    return begins_game


def _add_rows_to_remaining(
    connection: sqlite3.Connection,
    game: int | None,
    rows: Sequence[JournalRow],
    now: tuple[float, int],
    result: GameResult | None,
) -> None:
    """Add rows to the last game that remains after others were dropped, within the current transaction."""
    if game is None:
        raise ValueError("no game remains to which rows can be added")
    end = linking.rows_end(connection, game)
    _check_writable(end.length, rows)
    values, _ = _row_values(game, end, rows, now)
    _add_rows(connection, game, values, result)


def _delete_game(connection: sqlite3.Connection, game: int) -> None:
    """Remove a game, within the current transaction."""
    connection.execute(_DELETE_ROWS, (game, 0))
    connection.execute("DELETE FROM game WHERE number = ?", (game,))
    stored_results.delete_result(connection, game)


def _timed_rows(connection: sqlite3.Connection, game: int) -> list[TimedRow]:
    """The rows of a game with their times. Raises JournalError for invalid values."""
    rows: list[TimedRow] = []
    for kind, line_text, uptime, boot_number in connection.execute(_SELECT_TIMED_ROWS, (game,)):
        check_value(validate.is_uptime(uptime), uptime)
        rows.append(TimedRow(checked_row(kind, line_text), uptime, boot_number))
    return rows


def _check_writable(length: int, rows: Sequence[JournalRow]) -> None:
    refusal = validate.unwritable_reason(length, rows)
    if refusal is not None:
        raise JournalError(refusal)


def _log_bytes(rows: Sequence[JournalRow]) -> int:
    """Bytes of the log that rows take at most."""
    return _PAGES_PER_ROW * PAGE_BYTES * len(rows) + 4 * sum(len(row.text) for row in rows)


_Values = tuple[int, int, str, str, float, int, int]
"""The values of a row, in the order of `_INSERT_ROW`."""


def _row_values(
    game: int, end: RowsEnd, rows: Iterable[JournalRow], now: tuple[float, int]
) -> tuple[list[_Values], RowsEnd]:
    """The values of rows that follow the `end` of a game, and its end after them."""
    values: list[_Values] = []
    length, row_sum = end
    for place, row in enumerate(rows, length + 1):
        # sqlite3 binds plain strings fastest; the value of a StrEnum is one.
        kind = row.kind.value
        row_sum = checksums.row_sum(row_sum, place, kind, row.text, *now)
        values.append((game, place, kind, row.text, *now, row_sum))
    return values, RowsEnd(length + len(values), row_sum)
