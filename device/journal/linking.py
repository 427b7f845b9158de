"""Maintains the checksums, titles and marks in a journal's tables: recomputes them after any change but added rows."""

from __future__ import annotations

import sqlite3
from collections.abc import Collection, Iterable, Iterator
from pathlib import Path

from device.contract.refusal import Refused
from device.journal import checksums, snapshots, validate
from device.journal import mark as marks
from device.journal.checksums import GameRow, RowsEnd
from device.journal.deleted import is_deleted
from device.journal.errors import check_value
from device.journal.mark import JournalMark, JournalPosition
from device.session import record
from device.session.rows import JournalRow, RowKind
from device.session.undo import UNDO_ROW, counting_rows

MAX_GAMES_FOR_NAMES = 500
"""Maximum number of games, the last ones, that are searched for names."""

SELECT_GAMES = "SELECT number, identity, begun, boot, before, sum, length, last, title FROM game"
SELECT_GAME_BEFORE = f"{SELECT_GAMES} WHERE number < ? ORDER BY number DESC LIMIT 1"
_SELECT_END = "SELECT place, sum FROM line WHERE game = ? ORDER BY place DESC LIMIT 1"
_SELECT_ROWS_AFTER = "SELECT kind, text FROM line WHERE game = ? AND place > ? ORDER BY place"
_SELECT_HEADER_ROWS = """SELECT kind, text FROM line WHERE game = ? AND place > ? AND kind <> 'table'
AND (text GLOB 'game *' OR text GLOB 'title *' OR text GLOB 'players *') ORDER BY place"""
_SELECT_UNDO = "SELECT 1 FROM line WHERE game = ? AND kind = 'table' AND text = ? LIMIT 1"
_SET_LINK = "UPDATE game SET before = ?, sum = ?, length = ?, last = ?, title = ? WHERE number = ?"
_STORE_MARK = "INSERT INTO head (number, mark) VALUES (1, ?) ON CONFLICT (number) DO UPDATE SET mark = excluded.mark"
_HEADER = ("game", "title", "players")
_SEPARATOR = "·"


def make_list_title(rows: Iterable[JournalRow]) -> str:
    """The title of a game in a list, made from its rows that count: its kind, the title played, and the players."""
    lines = {
        word: row.text for row in rows if row.kind is not RowKind.TABLE and (word := row.text.split(" ")[0]) in _HEADER
    }
    return f" {_SEPARATOR} ".join(lines[word] for word in _HEADER if word in lines)


def title_prefix(game_id: str, title_played: str | None = None) -> str:
    """The beginning of the list titles of all games of a kind; with `title_played`, of the games of that title."""
    words = [record.header_game(game_id)]
    if title_played:
        words.append(record.header_title(title_played))
    return f" {_SEPARATOR} ".join((*words, "" if title_played is None else "players "))


def title_played_in(list_title: str) -> str:
    """The title played, from a game's title in a list; empty if it has none."""
    match _words(list_title):
        case (_, _, _, "title", title, *_):
            return title
    return ""


def recent_names(connection: sqlite3.Connection, next_game: int, deleted: Collection[str] = ()) -> tuple[str, ...]:
    """The names of the players of the last `MAX_GAMES_FOR_NAMES` games before `next_game`, those of the latest game
    first, each once. `deleted` games are left out, by their public identities."""
    names: dict[str, None] = {}
    select_latest = "SELECT number, identity, title FROM game WHERE number < ? ORDER BY number DESC LIMIT ?"
    for number, identity, list_title in connection.execute(select_latest, (next_game, MAX_GAMES_FOR_NAMES)):
        if is_deleted(deleted, identity):
            continue
        names |= dict.fromkeys(_players(read_list_title(connection, number) if list_title is None else str(list_title)))
    return tuple(names)


def _players(list_title: str) -> tuple[str, ...]:
    match _words(list_title):
        case (_, _, _, "title", _, _, "players", *names) | (_, _, _, "players", *names):
            return tuple(names)
    return ()


def _words(list_title: str) -> tuple[str, ...]:
    """The words of a game's title in a list: game, its kind, ·, maybe title, what is played, ·, then players, names."""
    try:
        return record.split(list_title)
    except Refused:
        return ()  # not written by this program


def read_list_title(connection: sqlite3.Connection, game: int, path: Path | None = None) -> str:
    """The title in a list of a game in the tables. If `path` is given, a snapshot beside that file may be used."""
    has_undo = connection.execute(_SELECT_UNDO, (game, UNDO_ROW.text)).fetchone() is not None
    snapshot = snapshots.load_by_number(connection, path, game) if has_undo and path is not None else None
    skipped_count = 0 if snapshot is None else snapshot.row_count
    stored_rows = connection.execute(_SELECT_ROWS_AFTER if has_undo else _SELECT_HEADER_ROWS, (game, skipped_count))
    rows = [row for kind, line_text in stored_rows if (row := validate.valid_row(kind, line_text)) is not None]
    return make_list_title(counting_rows(rows) if snapshot is None else snapshot.counting_rows(rows))


def rows_end(connection: sqlite3.Connection, game: int) -> RowsEnd:
    """The number of rows of a game, and the last one's sum. Raises JournalError if these are invalid."""
    end = connection.execute(_SELECT_END, (game,)).fetchone()
    if end is None:
        return checksums.rows_start(game)
    length, last_sum = end
    check_value(validate.is_row_number(length) and checksums.is_sum(last_sum), last_sum)
    return RowsEnd(length, last_sum)


def relink(connection: sqlite3.Connection, first_game: int, path: Path | None = None) -> None:
    """Recompute the sums of a game (the one before if it does not exist) and of all later games, after their rows or
    neighbours have changed. `path` is as in `read_list_title`."""
    (first_number,) = connection.execute("SELECT max(number) FROM game WHERE number <= ?", (first_game,)).fetchone()
    first_game = first_game if first_number is None else first_number
    row_before = connection.execute(SELECT_GAME_BEFORE, (first_game,)).fetchone()
    sum_before = 0 if row_before is None else checksums.link_sum(GameRow(*row_before))
    select_later = "SELECT number, identity, begun, boot FROM game WHERE number >= ? ORDER BY number"
    game_columns = connection.execute(select_later, (first_game,)).fetchall()
    for number, identity, begun, boot in game_columns:
        own_sum = checksums.game_sum(number, identity, begun, boot, sum_before)
        end_and_title: tuple[int | None, int | None, str | None] = (None, None, None)
        if number != game_columns[-1][0]:
            end_and_title = (*rows_end(connection, number), read_list_title(connection, number, path))
        connection.execute(_SET_LINK, (sum_before, own_sum, *end_and_title, number))
        linked_row = GameRow(number, identity, begun, boot, sum_before, own_sum, *end_and_title)
        sum_before = checksums.link_sum(linked_row)


def journal_position(connection: sqlite3.Connection) -> JournalPosition:
    """The journal's position, as its tables have it."""
    select_newest = "SELECT number, sum FROM game WHERE number = (SELECT max(number) FROM game)"
    number_and_sum = connection.execute(select_newest).fetchone()
    if number_and_sum is None:
        return JournalPosition()
    number, game_sum = number_and_sum
    return JournalPosition(number, *rows_end(connection, number), game_sum)


def write_mark(connection: sqlite3.Connection, mark: JournalMark) -> None:
    """Store the mark."""
    connection.execute(_STORE_MARK, (marks.encode_mark(mark),))


def read_mark(connection: sqlite3.Connection) -> JournalMark | None:
    """The mark in the table `head`; None if it is not valid."""
    columns = connection.execute("SELECT mark FROM head WHERE number = 1").fetchone()
    return None if columns is None else marks.decode_mark(columns[0])


def fill_empty_tables(connection: sqlite3.Connection) -> None:
    """Fill in what new tables lack: the sum of the boot that the schema inserts, and the first mark."""
    _compute_boot_sums(connection)
    write_mark(connection, JournalMark())


def _compute_boot_sums(connection: sqlite3.Connection) -> None:
    for number, identity, epoch in connection.execute("SELECT number, identity, epoch FROM boot").fetchall():
        check_value(validate.is_boot_identity(identity), identity)
        valid_epoch = epoch if validate.is_uptime(epoch) else None
        boot_sum = checksums.boot_sum(number, identity, valid_epoch)
        connection.execute("UPDATE boot SET epoch = ?, sum = ? WHERE number = ?", (valid_epoch, boot_sum, number))


def compute_sums(connection: sqlite3.Connection, missing_count: int = 0, mark: JournalMark | None = None) -> None:
    """Compute all sums of tables that have none yet, within the current transaction. `mark` is the last mark, if known,
    and `missing_count` how many rows could not be recovered.

    Raises JournalError if there are invalid values.
    """
    _compute_boot_sums(connection)
    game_columns = connection.execute("SELECT number, identity, begun, boot FROM game").fetchall()
    for number, identity, begun, boot in game_columns:
        check_value(validate.is_game_number(number), number)
        check_value(validate.is_identity(identity), identity)
        check_value(validate.is_uptime(begun), begun)
        check_value(isinstance(boot, int), boot)
        sums = list(_row_sums(connection, number))
        connection.executemany("UPDATE line SET sum = ? WHERE game = ? AND place = ?", sums)
    relink(connection, 0)
    serial, position = 0 if mark is None else mark.serial, journal_position(connection)._asdict()
    write_mark(connection, JournalMark(serial=serial, missing_count=missing_count, **position))


def _row_sums(connection: sqlite3.Connection, game: int) -> Iterator[tuple[int, int, int]]:
    previous_sum = checksums.rows_start(game).last_sum
    rows = connection.execute(
        "SELECT place, kind, text, changed, boot FROM line WHERE game = ? ORDER BY place", (game,)
    )
    for expected_place, (place, kind, line_text, changed, boot) in enumerate(rows, 1):
        check_value(place == expected_place and validate.is_row_number(place), place)
        check_value(validate.valid_row(kind, line_text) is not None, line_text)
        check_value(validate.is_uptime(changed), changed)
        check_value(isinstance(boot, int), boot)
        previous_sum = checksums.row_sum(previous_sum, place, kind, line_text, changed, boot)
        yield previous_sum, game, place
