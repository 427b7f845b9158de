"""The sums and marks in a journal's tables: worked out anew where rows are not simply added."""

from __future__ import annotations

import sqlite3
from collections.abc import Collection, Iterable, Iterator
from pathlib import Path

from device.contract.refusal import Refused
from device.journal import checksums, snapshots, validate
from device.journal import mark as marks
from device.journal.deleted import leaves_out
from device.journal.errors import check_sense
from device.journal.mark import JournalMark
from device.session import record
from device.session.rows import JournalRow, RowKind
from device.session.undo import UNDO, counting

NAMED_GAMES = 500
"""In how many games, the last ones, names are looked for."""

GAMES = "SELECT number, identity, begun, boot, before, sum, length, last, title FROM game"
END = "SELECT place, sum FROM line WHERE game = ? ORDER BY place DESC LIMIT 1"
_KEPT = "SELECT kind, text FROM line WHERE game = ? AND place > ? ORDER BY place"
_HEADER_ROWS = """SELECT kind, text FROM line WHERE game = ? AND place > ? AND kind <> 'table'
AND (text GLOB 'game *' OR text GLOB 'title *' OR text GLOB 'players *') ORDER BY place"""
_UNDONE = "SELECT 1 FROM line WHERE game = ? AND kind = 'table' AND text = ? LIMIT 1"
_LINKED = "UPDATE game SET before = ?, sum = ?, length = ?, last = ?, title = ? WHERE number = ?"
_HEAD = "INSERT INTO head (number, mark) VALUES (1, ?) ON CONFLICT (number) DO UPDATE SET mark = excluded.mark"
_HEADER = ("game", "title", "players")
_BETWEEN = "·"


def title(rows: Iterable[JournalRow]) -> str:
    """What a game is called in a list, by the rows of it that count: which it is, what is played, and who plays."""
    found = {
        word: row.text for row in rows if row.kind is not RowKind.TABLE and (word := row.text.split(" ")[0]) in _HEADER
    }
    return f" {_BETWEEN} ".join(found[word] for word in _HEADER if word in found)


def beginning(game_id: str, played: str | None = None) -> str:
    """How the names of all games of a kind begin in a list; with `played`, of those in which this was played."""
    words = [record.header_game(game_id)]
    if played:
        words.append(record.header_title(played))
    return f" {_BETWEEN} ".join((*words, "" if played is None else "players "))


def played(title: str) -> str:
    """What was played, by the name of a game in a list; nothing where that was not said."""
    words = _words(title)
    return words[4] if words[3:4] == ("title",) and len(words) > 4 else ""


def names(connection: sqlite3.Connection, before: int, deleted: Collection[str] = ()) -> tuple[str, ...]:
    """The names of the players of the last games before that number, those of the latest game first, each once. Games
    that were `deleted` are left out, by their identities as others are told them."""
    found: dict[str, None] = {}
    latest = "SELECT number, identity, title FROM game WHERE number < ? ORDER BY number DESC LIMIT ?"
    for number, identity, title in connection.execute(latest, (before, NAMED_GAMES)):
        if leaves_out(deleted, identity):
            continue
        found |= dict.fromkeys(_players(title_of(connection, number) if title is None else str(title)))
    return tuple(found)


def _players(title: str) -> tuple[str, ...]:
    words = _words(title)
    at = 6 if words[3:4] == ("title",) else 3
    return words[at + 1 :] if words[at : at + 1] == ("players",) else ()


def _words(title: str) -> tuple[str, ...]:
    """The words of a game's name in a list: each line of the header begins after what stands between them."""
    try:
        return record.split(title)
    except Refused:
        return ()  # what stands there was written by nobody of ours


def title_of(connection: sqlite3.Connection, game: int, path: Path | None = None) -> str:
    """The same for a game in the tables; beside the file `path`, if it is given, there may be a snapshot of it."""
    undone = connection.execute(_UNDONE, (game, UNDO.text)).fetchone() is not None
    known = snapshots.of_journal(connection, path, game) if undone and path is not None else None
    found = connection.execute(_KEPT if undone else _HEADER_ROWS, (game, 0 if known is None else known.kept))
    rows = [row for kind, line in found if (row := validate.row(kind, line)) is not None]
    return title(counting(rows) if known is None else known.counting(rows))


def end(connection: sqlite3.Connection, game: int) -> tuple[int, int]:
    """How many rows a game has, and the last one's sum. Raises JournalError if these can't be."""
    found = connection.execute(END, (game,)).fetchone()
    if found is None:
        return 0, checksums.start(game)
    length, last = found
    check_sense(validate.is_place(length) and checksums.is_sum(last), last)
    return length, last


def relink(connection: sqlite3.Connection, first: int, path: Path | None = None) -> None:
    """Work out the sums of this game, or of the one before if there is none, and of those after it, whose rows or
    neighbours have changed. `path` is as in `title_of`."""
    (there,) = connection.execute("SELECT max(number) FROM game WHERE number <= ?", (first,)).fetchone()
    first = first if there is None else there
    found = connection.execute(f"{GAMES} WHERE number < ? ORDER BY number DESC LIMIT 1", (first,)).fetchone()
    before = 0 if found is None else checksums.link(checksums.GameRow(*found))
    later = "SELECT number, identity, begun, boot FROM game WHERE number >= ? ORDER BY number"
    games = connection.execute(later, (first,)).fetchall()
    for number, identity, begun, boot in games:
        own = checksums.game(number, identity, begun, boot, before)
        closing: tuple[int | None, int | None, str | None] = (None, None, None)
        if number != games[-1][0]:
            closing = (*end(connection, number), title_of(connection, number, path))
        connection.execute(_LINKED, (before, own, *closing, number))
        before = checksums.link(checksums.GameRow(number, identity, begun, boot, before, own, *closing))


def place(connection: sqlite3.Connection) -> tuple[int, int, int, int]:
    """Where a journal is: its game in play, that game's length, the last row's sum, and its own."""
    newest = "SELECT number, sum FROM game WHERE number = (SELECT max(number) FROM game)"
    found = connection.execute(newest).fetchone()
    if found is None:
        return 0, 0, 0, 0
    return (found[0], *end(connection, found[0]), found[1])


def put(connection: sqlite3.Connection, mark: JournalMark) -> None:
    """Write the mark."""
    connection.execute(_HEAD, (marks.written(mark),))


def head(connection: sqlite3.Connection) -> JournalMark | None:
    """The mark as SQLite has it; None if it is not whole."""
    found = connection.execute("SELECT mark FROM head WHERE number = 1").fetchone()
    return None if found is None else marks.read(found[0])


def begin(connection: sqlite3.Connection) -> None:
    """What tables have to have before the first game."""
    _sum_up_boots(connection)
    put(connection, JournalMark())


def _sum_up_boots(connection: sqlite3.Connection) -> None:
    for number, identity, epoch in connection.execute("SELECT number, identity, epoch FROM boot").fetchall():
        check_sense(validate.is_boot(identity), identity)
        known = epoch if validate.is_uptime(epoch) else None
        total = checksums.boot(number, identity, known)
        connection.execute("UPDATE boot SET epoch = ?, sum = ? WHERE number = ?", (known, total, number))


def sum_up(connection: sqlite3.Connection, missing: int = 0, serial: int = 0) -> None:
    """Work out all sums of tables that have none yet, within the transaction under way.

    Raises JournalError if there are values that can't be.
    """
    _sum_up_boots(connection)
    for number, identity, begun, boot in connection.execute(
        "SELECT number, identity, begun, boot FROM game"
    ).fetchall():
        check_sense(validate.is_number(number), number)
        check_sense(validate.is_identity(identity), identity)
        check_sense(validate.is_uptime(begun), begun)
        check_sense(isinstance(boot, int), boot)
        connection.executemany(
            "UPDATE line SET sum = ? WHERE game = ? AND place = ?", list(_row_sums(connection, number))
        )
    relink(connection, 0)
    game, length, last, game_sum = place(connection)
    put(connection, JournalMark(False, False, serial, game, length, last, game_sum, missing))


def _row_sums(connection: sqlite3.Connection, game: int) -> Iterator[tuple[int, int, int]]:
    before = checksums.start(game)
    rows = connection.execute(
        "SELECT place, kind, text, changed, boot FROM line WHERE game = ? ORDER BY place", (game,)
    )
    for wanted, (place, kind, line, changed, boot) in enumerate(rows, 1):
        check_sense(place == wanted and validate.is_place(place), place)
        check_sense(validate.row(kind, line) is not None, line)
        check_sense(validate.is_uptime(changed), changed)
        check_sense(isinstance(boot, int), boot)
        before = checksums.row(before, place, kind, line, changed, boot)
        yield before, game, place
