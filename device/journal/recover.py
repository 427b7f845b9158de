"""What can be read of a broken journal, brought into the tables of a new one, a row at a time.

SQLite itself sorts the rows out: however long the journal is, memory holds little of it.
"""

from __future__ import annotations

import sqlite3
from pathlib import Path

from device.journal import pagefile, schema, validate
from device.journal.pagefile import Value, Values
from device.journal.upgrade import upgrade_rows

TRIES = 5
"""How often a journal is read that somebody goes on writing to meanwhile."""

_INSERT = {
    "boot": "INSERT OR IGNORE INTO boot (number, identity, epoch) VALUES (?, ?, ?)",
    "game": "INSERT OR IGNORE INTO game (number, identity, begun, boot) VALUES (?, ?, ?, ?)",
    # Of two rows in one place, the later one counts.
    "line": """INSERT INTO line (game, place, kind, text, changed, boot) VALUES (?, ?, ?, ?, ?, ?)
        ON CONFLICT (game, place)
        DO UPDATE SET kind = excluded.kind, text = excluded.text, changed = excluded.changed, boot = excluded.boot
        WHERE (excluded.boot, excluded.changed) > (line.boot, line.changed)""",
}

_COMPLETE = (
    # Rows count only together with all rows before them.
    """WITH numbered AS (SELECT game, place, row_number() OVER (PARTITION BY game ORDER BY place) AS number FROM line),
        gap AS (SELECT game, min(place) AS place FROM numbered WHERE place != number GROUP BY game)
        DELETE FROM line WHERE place >= (SELECT gap.place FROM gap WHERE gap.game = line.game)""",
    """INSERT INTO game (number, identity, begun, boot)
        SELECT game, randomblob(8), 0.0, 1 FROM (SELECT DISTINCT game FROM line)
        WHERE game NOT IN (SELECT number FROM game)""",
    """INSERT INTO boot (number, identity, epoch)
        SELECT boot, 'lost ' || lower(hex(randomblob(8))), NULL FROM (SELECT boot FROM game UNION SELECT boot FROM line)
        WHERE boot NOT IN (SELECT number FROM boot)""",
)


def salvage(path: Path, connection: sqlite3.Connection) -> None:
    """Make the tables in an empty database, and fill them with what can be read of a journal; all or nothing.

    Raises OSError if there is none, and sqlite3.Error.
    """
    for left in reversed(range(TRIES)):
        before = pagefile.stamps(path)
        with connection:
            connection.execute("BEGIN")
            schema.migrate(connection, 0)
            _fill(connection, path)
            if not left or pagefile.stamps(path) == before:
                return
            connection.rollback()


def _fill(connection: sqlite3.Connection, path: Path) -> None:
    for record in pagefile.records(path):
        table = pagefile.table_of(record)
        if table is not None:
            connection.execute(_INSERT[table], _row(table, record))
    for statement in _COMPLETE:
        connection.execute(statement)
    if 0 < pagefile.version(path) < schema.LEADS_SAID:
        upgrade_rows(connection)


def _row(table: str, record: Values) -> Values:
    """A record as it is inserted today; files of version 1 had no boots."""
    if table == "line":
        game, place, kind, row, changed, boot = (*record, 1)[:6]
        return game, place, kind, row, _moment(changed), boot
    if table == "game":
        number, identity, begun, boot = (*record, 1)[:4]
        return number, identity, _moment(begun), boot
    number, identity, epoch = record
    return number, identity, epoch if validate.is_uptime(epoch) else None


def _moment(value: Value) -> Value:
    """A moment, which is for show only: one that can't be is the beginning."""
    return value if validate.is_uptime(value) else 0.0
