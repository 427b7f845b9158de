"""The journal: the rows of every game in one SQLite file, durable before a call returns.

In WAL mode with `synchronous=FULL`, SQLite syncs the log before a transaction
counts as committed; with NORMAL, a power cut could take the last ones back.
Readers, such as an export in another process, never wait for the writer, nor
the writer for them.
"""

from __future__ import annotations

import os
import sqlite3
from collections.abc import Iterable, Iterator, Sequence
from contextlib import contextmanager, suppress
from pathlib import Path
from typing import NamedTuple

from device.journal import repair, schema, validate
from device.journal.errors import JournalError, busy, foreign_rows, gone, senseless, sentences, unknown_kind
from device.journal.pagefile import PAGE_BYTES
from device.session.rows import JournalRow, RowKind
from device.system.atomicfile import make_directory
from display.words import Text, text
from hal.clock.wallclock import BootMoment, Calendar, SystemCalendar

FILE = "journal.db"
FIRST_ROWS = 40
BUSY_S = 1.0
SYNCHRONOUS = "FULL"

CURRENT = "SELECT max(number) FROM game"
BEFORE = "SELECT max(number) FROM game WHERE number < ?"
LENGTH = "SELECT (SELECT max(place) FROM line WHERE game = number) FROM game WHERE number = ?"
ROWS = "SELECT place, kind, text FROM line WHERE game = ? ORDER BY place"
BEGUN = "SELECT begun + epoch FROM game JOIN boot ON boot.number = boot WHERE game.number = ?"
BEGUN_AT = "SELECT boot.identity, begun FROM game LEFT JOIN boot ON boot.number = boot WHERE game.number = ?"
_BOOT = "SELECT number, epoch FROM boot WHERE identity = ?"
_BEGIN = "INSERT INTO game (identity, begun, boot) VALUES (?, ?, ?)"
_APPEND = "INSERT INTO line (game, place, kind, text, changed, boot) VALUES (?, ?, ?, ?, ?, ?)"
_UNDO = "DELETE FROM line WHERE game = ? AND place > ?"
_GAMES = """SELECT game.number, begun + epoch, (SELECT max(place) FROM line WHERE game = game.number)
    FROM game LEFT JOIN boot ON boot.number = boot ORDER BY game.number"""
_FIRST_ROWS = """SELECT number, place, kind, text FROM game CROSS JOIN line ON game = number AND place <= ?
    ORDER BY number, place"""


class Listed(NamedTuple):
    """A game in the list. `begun` is its date in seconds since 1970, for show only; None while that is not known.

    `first` are its first rows, up to `FIRST_ROWS`; `length` is how many there are.
    """

    number: int
    begun: float | None
    length: int
    first: tuple[JournalRow, ...]


class Journal:
    """An open journal, for one thread; made by `open` or `read`.

    Games are numbered from 1; the one with the highest number is in play. Every
    method raises JournalError when the file cannot do its part, and ValueError
    for a game or a count of rows that does not exist.
    """

    def __init__(self, connection: sqlite3.Connection, path: Path, calendar: Calendar) -> None:
        self._connection = connection
        self._path = path
        self._calendar = calendar
        self._lengths: dict[int, int] = {}
        self._boots: dict[str, int] = {}
        self._dated = False
        self._file: tuple[int, int] | None = None
        self.notice: Text | None = None
        """What had to be done on opening that people must know of."""

    @classmethod
    def open(cls, directory: Path, calendar: Calendar | None = None) -> Journal:
        """Open the journal of a directory for writing; both are made if they are not there.

        A journal of an older version is brought up to date. A damaged file is kept
        aside as `journal.db.damaged-1` (-2, …), and a new one begun with what
        could be read of it: the journal's `notice` then says so. Raises JournalError.
        """
        path = directory / FILE
        with sentences(path):
            notice = repair.finish(path)
        try:
            cls._examine(path)
            journal = cls._opened(path, calendar or SystemCalendar())
        except JournalError as error:
            if not error.damaged:
                raise
            with sentences(path):
                notice = repair.mend(path)
            journal = cls._opened(path, calendar or SystemCalendar())
        journal.notice = notice
        return journal

    @classmethod
    def read(cls, directory: Path) -> Journal:
        """Open the journal of a directory for reading only, also while another process writes.

        Where SQLite cannot do that, since it needs to write even to read, or the file is damaged, what
        can be read is held in memory. Raises JournalError, also if there is no journal.
        """
        path = directory / FILE
        with sentences(path):
            if not path.is_file():
                raise JournalError(text("There is no journal in {folder}.", folder=str(directory)))
        try:
            journal = cls._reading(path)
        except JournalError as error:
            if error.foreign:
                raise
            journal = cls.rescued(directory)
            if error.damaged:
                if journal.current() is None:
                    raise
                journal.notice = error.sentence
        else:
            if journal._version() < schema.VERSION:
                # Only a writer can bring the file up to date.
                journal.close()
                return cls.rescued(directory)
        return journal

    @classmethod
    def rescued(cls, directory: Path) -> Journal:
        """What can be read of a directory's journal page by page, in memory. Nothing is written to the disk.

        Raises JournalError if there is no journal.
        """
        path = directory / FILE
        with sentences(path):
            return cls(repair.rescued(path), path, SystemCalendar())

    @classmethod
    def in_memory(cls, directory: Path, calendar: Calendar | None = None) -> Journal:
        """An empty journal in memory, where the directory has none."""
        return cls(repair.empty(), directory / FILE, calendar or SystemCalendar())

    @classmethod
    def _examine(cls, path: Path) -> None:
        """Find damage without touching anything: a connection that may write clears away a log that it can't read."""
        try:
            if path.stat().st_size:
                cls._reading(path).close()
        except OSError:
            return
        except JournalError as error:
            if error.damaged:
                raise

    @classmethod
    def _reading(cls, path: Path) -> Journal:
        with sentences(path):
            connection = _connect(f"{path.absolute().as_uri()}?mode=ro")
        journal = cls(connection, path, SystemCalendar())
        with journal._or_close():
            journal._look(_check_version(connection, path))
        return journal

    @classmethod
    def _opened(cls, path: Path, calendar: Calendar) -> Journal:
        with sentences(path):
            make_directory(path.parent)
            connection = _connect(f"{path.absolute().as_uri()}?mode=rwc")
        journal = cls(connection, path, calendar)
        with journal._or_close():
            version = _check_version(connection, path)
            # A row is a hundred bytes, and a commit writes whole pages: small ones spare the card and the wait.
            connection.execute(f"PRAGMA page_size = {PAGE_BYTES}")
            connection.execute("PRAGMA journal_mode = WAL")
            connection.execute(f"PRAGMA synchronous = {SYNCHRONOUS}")
            # What was undone must not come back when a damaged file is read page by page.
            connection.execute("PRAGMA secure_delete = ON")
            if version < schema.VERSION:
                journal._migrate()
            journal._file = _identity(path)
        return journal

    def _version(self) -> int:
        with sentences(self._path):
            return _check_version(self._connection, self._path)

    def _look(self, version: int) -> None:
        """Damage where it matters tonight shows now and not at the first undo."""
        current = self.current()
        if current is not None:
            self.rows(current)
            self.identity(current)
            if version == schema.VERSION:
                self.begun_at(current)

    def current(self) -> int | None:
        """The number of the game in play; None before the first."""
        with sentences(self._path):
            return _number(self._connection.execute(CURRENT).fetchone()[0])

    def before(self, game: int) -> int | None:
        """The number of the game before this one; None if that is the first."""
        with sentences(self._path):
            return _number(self._connection.execute(BEFORE, (game,)).fetchone()[0])

    def identity(self, game: int) -> bytes:
        """What tells a game from one that has the same number in another file."""
        with sentences(self._path):
            found = self._connection.execute("SELECT identity FROM game WHERE number = ?", (game,)).fetchone()
        if found is None:
            raise ValueError(f"no game {game}")
        if not validate.is_identity(found[0]):
            raise senseless(found[0])
        return found[0]

    def begun(self, game: int) -> float | None:
        """When a game was begun, in seconds since 1970; None while the date is not known."""
        with sentences(self._path):
            found = self._connection.execute(BEGUN, (game,)).fetchone()
        return validate.date(found[0]) if found else None

    def begun_at(self, game: int) -> BootMoment:
        """When a game was begun, whether or not the date is known."""
        with sentences(self._path):
            found = self._connection.execute(BEGUN_AT, (game,)).fetchone()
        if found is None:
            raise ValueError(f"no game {game}")
        boot, uptime = found
        if not validate.is_boot(boot):
            raise senseless(boot)
        if not validate.is_uptime(uptime):
            raise senseless(uptime)
        return BootMoment(boot, uptime)

    def date(self) -> bool:
        """Write down the date if it has become known: all games of this boot then have theirs. True if it is known."""
        epoch = self._calendar.epoch()
        if not self._dated and epoch is not None:
            boot = self._boot(self._calendar.moment().boot)
            with sentences(self._path):
                # The first date stands: later changes of the clock are no business of games that were begun before.
                self._connection.execute("UPDATE boot SET epoch = ? WHERE number = ? AND epoch IS NULL", (epoch, boot))
            self._dated = True
        return self._dated

    def begin(
        self, rows: Sequence[JournalRow] = (), identity: bytes | None = None, begun: BootMoment | None = None
    ) -> int:
        """Begin a game with these rows, all or nothing; it is the one in play. Returns its number.

        `begun` is when that was, if not now.
        """
        _check_writable(0, rows)
        self.date()
        moment = begun or self._calendar.moment()
        boot, now = self._boot(moment.boot), self._now()
        with self._transaction() as connection:
            number = connection.execute(_BEGIN, (identity or new_identity(), moment.uptime, boot)).lastrowid
            if not validate.is_number(number):
                raise senseless(number)
            connection.executemany(_APPEND, _values(number, 0, rows, now))
        self._lengths[number] = len(rows)
        return number

    def append(self, game: int, rows: Sequence[JournalRow]) -> None:
        """Add rows to a game, all or nothing."""
        length = self._length(game)
        _check_writable(length, rows)
        self._check_file()
        if len(rows) == 1:
            self._append_one(game, length + 1, rows[0])
        elif rows:
            with self._transaction() as connection:
                connection.executemany(_APPEND, _values(game, length, rows, self._now()))
        self._lengths[game] = length + len(rows)

    def _append_one(self, game: int, place: int, row: JournalRow) -> None:
        """The way of nearly every declaration, while the table waits: a statement by itself is a transaction."""
        values = (game, place, row.kind.value, row.text, *self._now())
        with sentences(self._path):
            self._connection.execute(_APPEND, values)

    def undo(self, game: int, count: int) -> None:
        """Remove a game's last `count` rows, all or nothing."""
        length = self._length(game)
        if not 0 <= count <= length:
            raise ValueError(f"cannot undo {count} of {length} rows")
        if count:
            with self._transaction() as connection:
                if connection.execute(_UNDO, (game, length - count)).rowcount != count:
                    raise foreign_rows(self._path)
        self._lengths[game] = length - count

    def drop(self, game: int) -> None:
        """Remove a game and its rows. If it was in play, the one before it is."""
        self._length(game)
        with self._transaction() as connection:
            connection.execute(_UNDO, (game, 0))
            connection.execute("DELETE FROM game WHERE number = ?", (game,))
        del self._lengths[game]

    def rows(self, game: int) -> list[JournalRow]:
        """All rows of a game, in order."""
        self._length(game)
        found = []
        with sentences(self._path):
            for place, (kept, kind, line) in enumerate(self._connection.execute(ROWS, (game,)), 1):
                if kept != place:
                    raise senseless(kept)
                found.append(_row(kind, line))
        return found

    def games(self) -> list[Listed]:
        """All games, first to last."""
        first: dict[int, list[JournalRow]] = {}
        listed: list[Listed] = []
        with self._transaction("BEGIN") as connection:
            for number, place, kind, line in connection.execute(_FIRST_ROWS, (FIRST_ROWS,)):
                # Pages of a broken file may lead to one another, without end.
                if place != len(first.setdefault(number, [])) + 1:
                    raise senseless(place)
                first[number].append(_row(kind, line))
            for number, begun, places in connection.execute(_GAMES):
                if not validate.is_number(number) or (listed and number <= listed[-1].number):
                    raise senseless(number)
                listed.append(Listed(number, validate.date(begun), _count(places), tuple(first.get(number, ()))))
        return listed

    def close(self) -> None:
        """Close the file. May be called again; nothing else may."""
        with suppress(sqlite3.Error):
            self._connection.close()

    def settle(self) -> None:
        """Write anew what is in the log, after an error of the disk.

        Once a sync has failed, the system may hold pages for written that never reached the disk, and a later sync
        says nothing of them (fsync(2), EIO). Copied into the file, they are written for certain.
        """
        with sentences(self._path):
            waiting: int = self._connection.execute("PRAGMA wal_checkpoint(TRUNCATE)").fetchone()[0]
        if waiting:
            raise busy(self._path)

    def mend(self) -> Text:
        """Close the file, keep it aside as damaged, and put what can be read of it in its place, to be opened anew.

        Returns what to tell people. Raises JournalError.
        """
        self.close()
        with sentences(self._path):
            return repair.mend(self._path)

    def _migrate(self) -> None:
        with self._transaction() as connection:
            # Another process may have been quicker.
            version = _check_version(connection, self._path)
            if version < schema.VERSION:
                schema.migrate(connection, version)

    def _now(self) -> tuple[float, int]:
        moment = self._calendar.moment()
        return moment.uptime, self._boot(moment.boot)

    def _boot(self, identity: str) -> int:
        """The number of a boot, which is entered if it is new."""
        number = self._boots.get(identity)
        if number is None:
            with sentences(self._path):
                self._connection.execute("INSERT OR IGNORE INTO boot (identity) VALUES (?)", (identity,))
                found = self._connection.execute(_BOOT, (identity,)).fetchone()
            if found is None:
                raise senseless(identity)
            number = self._boots[identity] = found[0]
        return number

    def _check_file(self) -> None:
        """A file that was removed can be written to all the same, and all of it is lost."""
        if self._file is not None and _identity(self._path) != self._file:
            raise gone(self._path)

    def _length(self, game: int) -> int:
        """How many rows a game has, by this connection's own count: rows that another program adds are an error."""
        length = self._lengths.get(game)
        if length is None:
            with sentences(self._path):
                found = self._connection.execute(LENGTH, (game,)).fetchone()
            if found is None:
                raise ValueError(f"no game {game}")
            length = self._lengths[game] = _count(found[0])
        return length

    @contextmanager
    def _transaction(self, begin: str = "BEGIN IMMEDIATE") -> Iterator[sqlite3.Connection]:
        self._check_file()
        with sentences(self._path):
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
            with sentences(self._path):
                yield
        except BaseException:
            self.close()
            raise


def new_identity() -> bytes:
    """An identity that no other game has."""
    return os.urandom(8)


def _connect(uri: str) -> sqlite3.Connection:
    connection = sqlite3.connect(uri, uri=True, timeout=BUSY_S, isolation_level=None)
    connection.setlimit(sqlite3.SQLITE_LIMIT_LENGTH, validate.LONGEST_BYTES)
    return connection


def _row(kind: object, line: object) -> JournalRow:
    found = validate.row(kind, line)
    if found is None:
        raise senseless(line) if kind in set(RowKind) else unknown_kind(kind)
    return found


def _number(value: object) -> int | None:
    if value is None or validate.is_number(value):
        return value
    raise senseless(value)


def _count(value: object) -> int:
    """How many rows there are, if this is the last one's place."""
    if value is None:
        return 0
    if not validate.is_place(value):
        raise senseless(value)
    return value


def _check_writable(length: int, rows: Sequence[JournalRow]) -> None:
    refusal = validate.unwritable(length, rows)
    if refusal is not None:
        raise JournalError(refusal)


def _values(
    game: int, length: int, rows: Iterable[JournalRow], now: tuple[float, int]
) -> Iterator[tuple[int, int, str, str, float, int]]:
    # sqlite3 binds plain strings fastest; the value of a StrEnum is one.
    return ((game, place, row.kind.value, row.text, *now) for place, row in enumerate(rows, length + 1))


def _identity(path: Path) -> tuple[int, int] | None:
    """What tells a file from another of its name; None if there is none."""
    try:
        found = os.stat(path)
    except OSError:
        return None
    return found.st_dev, found.st_ino


def _check_version(connection: sqlite3.Connection, path: Path) -> int:
    """The file's version, 0 for an empty file. Raises JournalError for files that are not for this program."""
    version: int = connection.execute("PRAGMA user_version").fetchone()[0]
    if version > schema.VERSION:
        sentence = text(
            "{file} was written by a newer Tablekeeper. Install that one, or use another folder.", file=str(path)
        )
        raise JournalError(sentence, foreign=True)
    # Other tables, and triggers or views in place of ours, would do who knows what.
    if not schema.is_ours(connection, version):
        sentence = text("{file} is not a journal of Tablekeeper. Use another folder.", file=str(path))
        raise JournalError(sentence, foreign=True)
    return version
