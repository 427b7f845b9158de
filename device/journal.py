"""The journal: the rows of every game in one SQLite file, durable before a call returns.

In WAL mode with `synchronous=FULL`, SQLite syncs the log before a transaction
counts as committed; with NORMAL, a power cut could take the last ones back.
Readers, such as an export in another process, never wait for the writer, nor
the writer for them.
"""

from __future__ import annotations

import os
import sqlite3
import time
from collections.abc import Callable, Iterable, Iterator, Sequence
from contextlib import contextmanager, suppress
from pathlib import Path
from typing import NamedTuple

from device.rows import Kind, Row
from device.safewrite import make_directory
from display.words import ENGLISH, Text, text

FILE = "journal.db"
VERSION = 1
FIRST_ROWS = 40
BUSY_S = 1.0
PAGE_BYTES = 1024
SYNCHRONOUS = "FULL"

_LOG_SUFFIXES = ("", "-wal", "-shm")
_SCHEMA = (
    "CREATE TABLE game (number INTEGER PRIMARY KEY, identity BLOB NOT NULL, begun REAL NOT NULL)",
    # A game's rows lie side by side in their order, so that a row more is one page written, and a game is one range.
    """CREATE TABLE line (game INTEGER NOT NULL, place INTEGER NOT NULL, kind TEXT NOT NULL, text TEXT NOT NULL,
    changed REAL NOT NULL, PRIMARY KEY (game, place)) WITHOUT ROWID""",
    f"PRAGMA user_version = {VERSION}",
)

CURRENT = "SELECT max(number) FROM game"
BEFORE = "SELECT max(number) FROM game WHERE number < ?"
LENGTH = "SELECT (SELECT max(place) FROM line WHERE game = number) FROM game WHERE number = ?"
ROWS = "SELECT kind, text FROM line WHERE game = ? ORDER BY place"
_BEGIN = "INSERT INTO game (identity, begun) VALUES (?, ?)"
_APPEND = "INSERT INTO line (game, place, kind, text, changed) VALUES (?, ?, ?, ?, ?)"
_UNDO = "DELETE FROM line WHERE game = ? AND place > ?"
_GAMES = """SELECT number, begun,
    ifnull((SELECT changed FROM line WHERE game = number ORDER BY place DESC LIMIT 1), begun),
    ifnull((SELECT max(place) FROM line WHERE game = number), 0) FROM game ORDER BY number"""
_FIRST_ROWS = """SELECT number, kind, text FROM game CROSS JOIN line ON game = number AND place <= ?
    ORDER BY number, place"""

_DAMAGE = {sqlite3.SQLITE_CORRUPT, sqlite3.SQLITE_NOTADB}
_NO_WRITING = {sqlite3.SQLITE_READONLY, sqlite3.SQLITE_CANTOPEN, sqlite3.SQLITE_PERM, sqlite3.SQLITE_AUTH}


class JournalError(Exception):
    """The journal could not do it; what was there before is still there.

    `sentence` is for people. `damaged` means that the file itself is broken.
    """

    def __init__(self, sentence: Text, *, damaged: bool = False) -> None:
        super().__init__(ENGLISH.say(sentence))
        self.sentence = sentence
        self.damaged = damaged


class Listed(NamedTuple):
    """A game in the list. Times are seconds since 1970 of the wall clock, for show only.

    `first` are its first rows, up to `FIRST_ROWS`; `length` is how many there are.
    """

    number: int
    begun: float
    changed: float
    length: int
    first: tuple[Row, ...]


class Journal:
    """An open journal, for one thread; made by `open` or `read`.

    Games are numbered from 1; the one with the highest number is in play. Every
    method raises JournalError when the file cannot do its part, and ValueError
    for a game or a count of rows that does not exist.
    """

    def __init__(self, connection: sqlite3.Connection, path: Path, wall: Callable[[], float]) -> None:
        self._connection = connection
        self._path = path
        self._wall = wall
        self._lengths: dict[int, int] = {}
        self.notice: Text | None = None
        """What had to be done on opening that people must know of."""

    @classmethod
    def open(cls, directory: Path, wall: Callable[[], float] = time.time) -> Journal:
        """Open the journal of a directory for writing; both are made if they are not there.

        A damaged file is kept aside as `journal.db.damaged-1` (-2, …) and a new
        one begun: the journal's `notice` then says so. Raises JournalError.
        """
        path = directory / FILE
        try:
            return cls._opened(path, wall)
        except JournalError as error:
            if not error.damaged:
                raise
        notice = _set_aside(path)
        journal = cls._opened(path, wall)
        journal.notice = notice
        return journal

    @classmethod
    def read(cls, directory: Path) -> Journal:
        """Open the journal of a directory for reading only, also while another process writes.

        Raises JournalError, also if there is no journal.
        """
        path = directory / FILE
        with _sentences(path):
            if not path.is_file():
                raise JournalError(text("There is no journal in {folder}.", folder=str(directory)))
        try:
            return cls._reading(path, "mode=ro")
        except JournalError:
            # Even to read, SQLite writes beside the file. Where it may not, and no log lies there, nobody else does.
            if Path(f"{path}-wal").exists():
                raise
        return cls._reading(path, "mode=ro&immutable=1")

    @classmethod
    def _reading(cls, path: Path, how: str) -> Journal:
        with _sentences(path):
            connection = _connect(f"{path.absolute().as_uri()}?{how}")
        journal = cls(connection, path, time.time)
        with journal._or_close():
            _check_version(connection, path)
        return journal

    @classmethod
    def _opened(cls, path: Path, wall: Callable[[], float]) -> Journal:
        with _sentences(path):
            make_directory(path.parent)
            connection = _connect(f"{path.absolute().as_uri()}?mode=rwc")
        journal = cls(connection, path, wall)
        with journal._or_close():
            version = _check_version(connection, path)
            # A row is a hundred bytes, and a commit writes whole pages: small ones spare the card and the wait.
            connection.execute(f"PRAGMA page_size = {PAGE_BYTES}")
            connection.execute("PRAGMA journal_mode = WAL")
            connection.execute(f"PRAGMA synchronous = {SYNCHRONOUS}")
            if version == 0:
                journal._create()
            # Damage where it matters tonight shows now and not at the first undo.
            current = journal.current()
            if current is not None:
                journal.rows(current)
        return journal

    def current(self) -> int | None:
        """The number of the game in play; None before the first."""
        with _sentences(self._path):
            number: int | None = self._connection.execute(CURRENT).fetchone()[0]
        return number

    def before(self, game: int) -> int | None:
        """The number of the game before this one; None if that is the first."""
        with _sentences(self._path):
            number: int | None = self._connection.execute(BEFORE, (game,)).fetchone()[0]
        return number

    def identity(self, game: int) -> bytes:
        """What tells a game from one that has the same number in another file."""
        with _sentences(self._path):
            found = self._connection.execute("SELECT identity FROM game WHERE number = ?", (game,)).fetchone()
        if found is None:
            raise ValueError(f"no game {game}")
        return bytes(found[0])

    def begin(self, rows: Sequence[Row] = (), identity: bytes | None = None) -> int:
        """Begin a game with these rows, all or nothing; it is the one in play. Returns its number."""
        with self._transaction() as connection:
            now = self._wall()
            number = connection.execute(_BEGIN, (identity or new_identity(), now)).lastrowid
            assert number is not None
            connection.executemany(_APPEND, _values(number, 0, rows, now))
        self._lengths[number] = len(rows)
        return number

    def append(self, game: int, rows: Sequence[Row]) -> None:
        """Add rows to a game, all or nothing."""
        length = self._length(game)
        if len(rows) == 1:
            self._append_one(game, length + 1, rows[0])
        elif rows:
            with self._transaction() as connection:
                connection.executemany(_APPEND, _values(game, length, rows, self._wall()))
        self._lengths[game] = length + len(rows)

    def _append_one(self, game: int, place: int, row: Row) -> None:
        """The way of nearly every declaration, while the table waits: a statement by itself is a transaction."""
        values = (game, place, row.kind.value, row.text, self._wall())
        try:
            self._connection.execute(_APPEND, values)
        except sqlite3.Error as error:
            raise _sqlite_error(error, self._path) from error

    def undo(self, game: int, count: int) -> None:
        """Remove a game's last `count` rows, all or nothing."""
        length = self._length(game)
        if not 0 <= count <= length:
            raise ValueError(f"cannot undo {count} of {length} rows")
        if count:
            with self._transaction() as connection:
                if connection.execute(_UNDO, (game, length - count)).rowcount != count:
                    raise _foreign_rows(self._path)
        self._lengths[game] = length - count

    def drop(self, game: int) -> None:
        """Remove a game and its rows. If it was in play, the one before it is."""
        self._length(game)
        with self._transaction() as connection:
            connection.execute(_UNDO, (game, 0))
            connection.execute("DELETE FROM game WHERE number = ?", (game,))
        del self._lengths[game]

    def rows(self, game: int) -> list[Row]:
        """All rows of a game, in order."""
        self._length(game)
        with _sentences(self._path):
            return [_row(kind, line) for kind, line in self._connection.execute(ROWS, (game,))]

    def games(self) -> list[Listed]:
        """All games, first to last."""
        first: dict[int, list[Row]] = {}
        with self._transaction("BEGIN") as connection:
            for number, kind, line in connection.execute(_FIRST_ROWS, (FIRST_ROWS,)):
                first.setdefault(number, []).append(_row(kind, line))
            return [
                Listed(number, begun, changed, length, tuple(first.get(number, ())))
                for number, begun, changed, length in connection.execute(_GAMES)
            ]

    def close(self) -> None:
        """Close the file. May be called again; nothing else may."""
        with suppress(sqlite3.Error):
            self._connection.close()

    def set_aside(self) -> Text:
        """Close the file and keep it aside as damaged; opening the directory again begins a new one.

        Returns what to tell people.
        """
        self.close()
        return _set_aside(self._path)

    def _create(self) -> None:
        with self._transaction() as connection:
            # Another process may have been quicker.
            if _check_version(connection, self._path) == 0:
                for statement in _SCHEMA:
                    connection.execute(statement)

    def _length(self, game: int) -> int:
        """How many rows a game has, by this connection's own count: rows that another program adds are an error."""
        length = self._lengths.get(game)
        if length is None:
            with _sentences(self._path):
                found = self._connection.execute(LENGTH, (game,)).fetchone()
            if found is None:
                raise ValueError(f"no game {game}")
            length = self._lengths[game] = found[0] or 0
        return length

    @contextmanager
    def _transaction(self, begin: str = "BEGIN IMMEDIATE") -> Iterator[sqlite3.Connection]:
        with _sentences(self._path):
            self._connection.execute(begin)
            try:
                yield self._connection
                self._connection.execute("COMMIT")
            except BaseException:
                with suppress(sqlite3.Error):
                    self._connection.execute("ROLLBACK")
                raise

    @contextmanager
    def _or_close(self) -> Iterator[None]:
        try:
            with _sentences(self._path):
                yield
        except BaseException:
            self.close()
            raise


def new_identity() -> bytes:
    """An identity that no other game has."""
    return os.urandom(8)


def _connect(uri: str) -> sqlite3.Connection:
    return sqlite3.connect(uri, uri=True, timeout=BUSY_S, isolation_level=None)


def _row(kind: str, line: str) -> Row:
    try:
        return Row(Kind(kind), line)
    except ValueError as error:
        sentence = text("The journal is damaged: it has a row of an unknown kind, “{kind}”.", kind=kind)
        raise JournalError(sentence, damaged=True) from error


def _values(game: int, length: int, rows: Iterable[Row], now: float) -> Iterator[tuple[int, int, str, str, float]]:
    # sqlite3 binds plain strings fastest; the value of a StrEnum is one.
    return ((game, place, row.kind.value, row.text, now) for place, row in enumerate(rows, length + 1))


def _check_version(connection: sqlite3.Connection, path: Path) -> int:
    """The file's version, 0 for an empty file. Raises JournalError for files that are not for this program."""
    version: int = connection.execute("PRAGMA user_version").fetchone()[0]
    if version > VERSION:
        raise JournalError(
            text("{file} was written by a newer Tablekeeper. Install that one, or use another folder.", file=str(path))
        )
    tables = connection.execute("SELECT count(*) FROM sqlite_schema").fetchone()[0]
    if version == 0 and tables:
        raise JournalError(text("{file} is not a journal of Tablekeeper. Use another folder.", file=str(path)))
    return version


def _set_aside(path: Path) -> Text:
    """Rename a damaged journal and its log to names that are free; returns what to tell people."""
    number = 1
    while any(Path(f"{path}.damaged-{number}{suffix}").exists() for suffix in _LOG_SUFFIXES):
        number += 1
    kept = Path(f"{path}.damaged-{number}")
    # The log first: without it, a power cut in between leaves a file that is still known to be damaged.
    with _sentences(path):
        for suffix in reversed(_LOG_SUFFIXES):
            part = Path(f"{path}{suffix}")
            if part.exists():
                part.rename(f"{kept}{suffix}")
    return text("The journal was damaged. It is kept as {file}, and a new one is begun.", file=kept.name)


@contextmanager
def _sentences(path: Path) -> Iterator[None]:
    """Turn what SQLite and the system say into a JournalError."""
    try:
        yield
    except sqlite3.Error as error:
        raise _sqlite_error(error, path) from error
    except OSError as error:
        reason = error.strerror or type(error).__name__
        raise JournalError(_no_writing(path, reason)) from error


def _sqlite_error(error: sqlite3.Error, path: Path) -> JournalError:
    # The low byte of an extended code is the plain code.
    code = getattr(error, "sqlite_errorcode", sqlite3.SQLITE_ERROR) & 0xFF
    if code in _DAMAGE:
        return JournalError(text("The journal {file} is damaged.", file=str(path)), damaged=True)
    if code == sqlite3.SQLITE_FULL:
        return disk_full(path.parent)
    if code in _NO_WRITING:
        return JournalError(_no_writing(path, str(error)))
    if code in (sqlite3.SQLITE_BUSY, sqlite3.SQLITE_LOCKED):
        return JournalError(text("Another program is busy with {file}. Close it.", file=str(path)))
    if code == sqlite3.SQLITE_CONSTRAINT:
        return _foreign_rows(path)
    return JournalError(text("The disk does not do its work: {reason}.", reason=str(error)))


def disk_full(folder: Path) -> JournalError:
    """The commonest trouble."""
    return JournalError(text("The disk is full. Make room in {folder}.", folder=str(folder)))


def _no_writing(path: Path, reason: str) -> Text:
    return text("The journal in {folder} cannot be used: {reason}.", folder=str(path.parent), reason=reason)


def _foreign_rows(path: Path) -> JournalError:
    return JournalError(text("Another Tablekeeper writes to {file}. Close one of them.", file=str(path)))
