"""Upgrades the rows of games from an earlier version of the journal to today's records."""

from __future__ import annotations

import sqlite3

from device.journal import validate

_ROWS = "SELECT place, kind, text FROM line WHERE game = ? ORDER BY place"


def upgrade_rows(connection: sqlite3.Connection) -> None:
    """Rewrite all rows that today's rules would read differently, within the current transaction."""
    from device.session.older_rows import update_rows  # imported late: only old journals need it

    games = [number for (number,) in connection.execute("SELECT number FROM game ORDER BY number")]
    for game in games:
        stored_rows = connection.execute(_ROWS, (game,)).fetchall()
        rows = [validate.row(kind, line) for _, kind, line in stored_rows]
        readable_rows = [row for row in rows if row is not None]
        if len(readable_rows) < len(rows):
            continue
        for (place, _, _), row, upgraded in zip(stored_rows, readable_rows, update_rows(readable_rows), strict=True):
            if upgraded != row:
                connection.execute(
                    "UPDATE line SET kind = ?, text = ? WHERE game = ? AND place = ?",
                    (upgraded.kind.value, upgraded.text, game, place),
                )
