"""The database schema of the journal, and the migrations from older versions."""

from __future__ import annotations

import re
import sqlite3
from contextlib import closing
from functools import cache
from itertools import chain

from device.journal import validate

PAGE_BYTES = 1024
"""The page size of a new file. It is also assumed if a damaged file no longer has a valid one."""

MIGRATIONS: tuple[tuple[str, ...], ...] = (
    (
        "CREATE TABLE game (number INTEGER PRIMARY KEY, identity BLOB NOT NULL, begun REAL NOT NULL)",
        # A game's rows are stored side by side in their order, so that one more row writes one page, and a game is one
        # range.
        """CREATE TABLE line (game INTEGER NOT NULL, place INTEGER NOT NULL, kind TEXT NOT NULL, text TEXT NOT NULL,
        changed REAL NOT NULL, PRIMARY KEY (game, place)) WITHOUT ROWID""",
    ),
    (
        # Times are seconds since the boot they name; `epoch` is when that was, in seconds since 1970, once it is known.
        "CREATE TABLE boot (number INTEGER PRIMARY KEY, identity TEXT NOT NULL UNIQUE, epoch REAL)",
        # Before there were boots, times were seconds since 1970.
        "INSERT INTO boot (number, identity, epoch) VALUES (1, '', 0.0)",
        "ALTER TABLE game ADD COLUMN boot INTEGER NOT NULL DEFAULT 1",
        "ALTER TABLE line ADD COLUMN boot INTEGER NOT NULL DEFAULT 1",
    ),
    # The tables are the same, but rows say which suit was led: see `upgrade_rows`.
    (),
    (
        # See device.journal.checksums, and device.journal.linking, which computes the sums.
        "ALTER TABLE boot ADD COLUMN sum INTEGER NOT NULL DEFAULT 0",
        "ALTER TABLE line ADD COLUMN sum INTEGER NOT NULL DEFAULT 0",
        "ALTER TABLE game ADD COLUMN before INTEGER NOT NULL DEFAULT 0",
        "ALTER TABLE game ADD COLUMN sum INTEGER NOT NULL DEFAULT 0",
        "ALTER TABLE game ADD COLUMN length INTEGER",
        "ALTER TABLE game ADD COLUMN last INTEGER",
        "ALTER TABLE game ADD COLUMN title TEXT",
        "CREATE TABLE head (number INTEGER PRIMARY KEY, mark BLOB NOT NULL)",
    ),
    (
        # See device.journal.stored_results. Their rows can't be mistaken for rows of the tables above when a recovery
        # reads single pages. So it skips them, and they are computed again.
        """CREATE TABLE result (game INTEGER PRIMARY KEY, length INTEGER NOT NULL, last INTEGER NOT NULL,
        version INTEGER NOT NULL, sum INTEGER NOT NULL, kind TEXT NOT NULL, facts TEXT NOT NULL)""",
        """CREATE TABLE seat (key TEXT NOT NULL, game INTEGER NOT NULL, name TEXT NOT NULL,
        PRIMARY KEY (key, game)) WITHOUT ROWID""",
    ),
)
"""The statements by which each version changes the tables of the version before. A released migration is never changed:
a file of any version is migrated by those that it lacks, and a new file by all of them."""

VERSION = len(MIGRATIONS)

FIRST_VERSION_WITH_LEADS = 3
"""The first version whose rows say which suit was led, so that they need no upgrade."""

FIRST_VERSION_WITH_CHECKSUMS = 4
"""The first version with sums."""

_MAX_CHANGED_CHARACTERS = 4
"""How many characters of the tables' description damage may have changed, so that they are taken for a journal's."""

_SELECT_ROWS = "SELECT place, kind, text FROM line WHERE game = ? ORDER BY place"
_SET_ROW = "UPDATE line SET kind = ?, text = ? WHERE game = ? AND place = ?"


def migrate(connection: sqlite3.Connection, version: int) -> None:
    """Migrate the tables from a version (0 for an empty file) to the current one, within the current transaction."""
    _execute_all(connection, MIGRATIONS[version:])
    if 0 < version < FIRST_VERSION_WITH_LEADS:
        upgrade_rows(connection)
    connection.execute(f"PRAGMA user_version = {VERSION}")


def _execute_all(connection: sqlite3.Connection, migrations: tuple[tuple[str, ...], ...]) -> None:
    for statement in chain.from_iterable(migrations):
        connection.execute(statement)


def upgrade_rows(connection: sqlite3.Connection) -> None:
    """Rewrite all rows that today's rules would read differently, within the current transaction. A game with an
    unreadable row is left as it is."""
    from device.session.older_rows import upgraded_rows  # imported late: only old journals need it

    game_numbers = [number for (number,) in connection.execute("SELECT number FROM game ORDER BY number")]
    for game_number in game_numbers:
        stored_rows = connection.execute(_SELECT_ROWS, (game_number,)).fetchall()
        rows = [validate.valid_row(kind, line_text) for _, kind, line_text in stored_rows]
        readable_rows = [row for row in rows if row is not None]
        if len(readable_rows) < len(rows):
            continue
        for (place, _, _), row, upgraded_row in zip(
            stored_rows, readable_rows, upgraded_rows(readable_rows), strict=True
        ):
            if upgraded_row != row:
                connection.execute(_SET_ROW, (upgraded_row.kind.value, upgraded_row.text, game_number, place))


def is_ours(connection: sqlite3.Connection, version: int) -> bool:
    """Whether a file has exactly the tables of that version (0 for an empty file)."""
    if not 0 <= version <= VERSION:
        return False
    expected = _objects_of_version(version)
    return sorted(_objects(connection, len(expected) + 1)) == sorted(expected)


def was_a_journal(connection: sqlite3.Connection, version: int) -> bool:
    """Whether a file that is not ours was a journal once: it has today's tables, but its version, or a few
    characters of the tables' description, have changed."""
    expected = _objects_of_version(VERSION)
    objects = _objects(connection, len(expected) + 1)
    if version != VERSION:
        return sorted(objects) == sorted(expected)
    if len(objects) != len(expected):
        return False
    words, expected_words = chain.from_iterable(objects), chain.from_iterable(expected)
    return sum(map(_changed_character_count, words, expected_words)) <= _MAX_CHANGED_CHARACTERS


def _changed_character_count(first: str, second: str) -> int:
    if len(first) != len(second):
        return _MAX_CHANGED_CHARACTERS + 1
    return sum(left != right for left, right in zip(first, second, strict=True))


@cache
def _objects_of_version(version: int) -> list[tuple[str, ...]]:
    """The tables and other objects of a file of that version."""
    with closing(sqlite3.connect(":memory:")) as model:
        _execute_all(model, MIGRATIONS[:version])
        return _objects(model)


def _objects(connection: sqlite3.Connection, limit: int = -1) -> list[tuple[str, ...]]:
    """The first `limit` tables, indexes, triggers and views (all if -1) as SQLite describes them, in their stored
    order, with spaces and line breaks normalized."""
    rows = connection.execute("SELECT type, name, tbl_name, sql FROM sqlite_schema ORDER BY rowid LIMIT ?", (limit,))
    return [tuple(re.sub("[ \n]+", " ", str(value)) for value in row) for row in rows]
