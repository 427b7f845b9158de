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

from device.history.results import GameResult, TimedRow, timed
from device.journal import checking, derived, linking, logfile, repair, schema, sums, validate
from device.journal.checking import believed
from device.journal.derived import KeptGame
from device.journal.errors import JournalError, busy, damaged, foreign_rows, gone, senseless, sentences
from device.journal.logfile import Room
from device.journal.mark import JournalMark
from device.journal.pagefile import PAGE_BYTES
from device.session.rows import JournalRow, RowKind
from device.session.undo import counting
from device.system.atomicfile import make_directory, sync_directory
from display.words import Text, text
from hal.clock.wallclock import BootMoment, Calendar, SystemCalendar

FILE = "journal.db"
BUSY_S = 1.0
SYNCHRONOUS = "FULL"
_PAGES_A_ROW = 3
"""As many pages, at the most, does a row more of many change."""

CURRENT = "SELECT max(number) FROM game"
BEFORE = "SELECT max(number) FROM game WHERE number < ?"
_LENGTHS = """SELECT number, identity, coalesce(length, (SELECT max(place) FROM line WHERE game = game.number), 0)
FROM game ORDER BY number"""
_OLD_ROWS = "SELECT place, kind, text FROM line WHERE game = ? ORDER BY place"
_LAST_TITLED = """SELECT number FROM game WHERE number < ? AND substr(title, 1, ?) = ?
ORDER BY number DESC LIMIT 1"""
_TITLES = """SELECT title FROM game WHERE number < ? AND substr(title, 1, ?) = ?
ORDER BY number DESC LIMIT ?"""
BEGUN_AT = "SELECT boot.identity, begun FROM game LEFT JOIN boot ON boot.number = boot WHERE game.number = ?"
_BOOT = "SELECT number, epoch FROM boot WHERE identity = ?"
_BEGIN = "INSERT INTO game (identity, begun, boot) VALUES (?, ?, ?)"
_APPEND = "INSERT INTO line (game, place, kind, text, changed, boot, sum) VALUES (?, ?, ?, ?, ?, ?, ?)"
_UNDO = "DELETE FROM line WHERE game = ? AND place > ?"
_TIMED = "SELECT kind, text, changed, boot FROM line WHERE game = ? ORDER BY place"
_RESULT_BYTES = 16_384
"""As many bytes of the log does a result take, tables and all, but for the longest."""
_MOMENTS = "SELECT changed, boot FROM line WHERE game = ? ORDER BY place"


class Listed(NamedTuple):
    """A game in the list. `begun` is its date in seconds since 1970, for show only; None while that is not known.

    `length` is how many rows are kept of it, and `title` the header of its record, in short.
    """

    number: int
    begun: float | None
    length: int
    title: str


class GameLength(NamedTuple):
    """A game by number and identity (hexadecimal), and how many rows are kept of it."""

    number: int
    identity: str
    length: int


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
        self._ends: dict[int, tuple[int, int]] = {}
        self._mark: JournalMark | None = None
        self._room: Room | None = None
        self._boots: dict[str, int] = {}
        self._dated = False
        self._file: tuple[int, int] | None = None
        self._unmarked = False
        self.marks_later = False
        """Whether somebody calls `mark` once the table has been answered, so that it need not wait for that, too."""
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
            looked = cls._examine(path)
            journal = cls._opened(path, calendar or SystemCalendar(), looked=looked)
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
            journal = cls.recovered(directory)
            if error.damaged:
                if journal.current() is None:
                    raise
                journal.notice = error.sentence
        else:
            if journal._version() < schema.VERSION:
                # Only a writer can bring the file up to date.
                journal.close()
                return cls.recovered(directory)
        return journal

    @classmethod
    def recovered(cls, directory: Path) -> Journal:
        """What can be read of a directory's journal page by page, in memory. Nothing is written to the disk.

        Raises JournalError if there is no journal.
        """
        path = directory / FILE
        with sentences(path):
            connection, complete = repair.recovered(path)
        journal = cls(connection, path, SystemCalendar())
        journal._mark = linking.head(connection)
        if not complete:
            journal.notice = damaged(path).sentence
        return journal

    @classmethod
    def in_memory(cls, directory: Path, calendar: Calendar | None = None) -> Journal:
        """An empty journal in memory, where the directory has none."""
        connection = repair.empty()
        journal = cls(connection, directory / FILE, calendar or SystemCalendar())
        journal._mark = linking.head(connection)
        return journal

    @classmethod
    def _examine(cls, path: Path) -> bool:
        """Find damage without touching anything: a connection that may write clears away a log that it can't read.

        True if the file could be looked at; False if there is none yet, or the disk does not allow it.
        """
        try:
            with sentences(path):
                if not checking.is_there(path):
                    return False
            cls._reading(path).close()
        except JournalError as error:
            if error.damaged:
                raise
            return False
        return True

    @classmethod
    def _reading(cls, path: Path) -> Journal:
        with sentences(path):
            connection = _connect(f"{path.absolute().as_uri()}?mode=ro")
        journal = cls(connection, path, SystemCalendar())
        with journal._or_close():
            version = _check_version(connection, path)
            journal._look(version)
            if version >= schema.SUMMED:
                journal._mark = linking.head(connection)
        return journal

    @classmethod
    def _opened(cls, path: Path, calendar: Calendar, *, looked: bool = True) -> Journal:
        with sentences(path):
            make_directory(path.parent)
            if not path.exists():
                repair.create(path)
            connection = _connect(f"{path.absolute().as_uri()}?mode=rw")
        journal = cls(connection, path, calendar)
        with journal._or_close():
            version = _check_version(connection, path)
            if not looked:
                journal._look(version)
            connection.execute("PRAGMA journal_mode = WAL")
            connection.execute(f"PRAGMA synchronous = {SYNCHRONOUS}")
            # What was undone must not come back when a damaged file is read page by page.
            connection.execute("PRAGMA secure_delete = ON")
            if version < schema.VERSION:
                journal._migrate()
            journal._file = _identity(path)
            journal._begin_log()
        return journal

    def _version(self) -> int:
        with sentences(self._path):
            return _check_version(self._connection, self._path)

    def _look(self, version: int) -> None:
        """Damage where it matters tonight shows now and not at the first undo."""
        if version >= schema.SUMMED:
            checking.check(self._connection, self._path)
        try:
            current = self.current()
            if current is not None:
                if version < schema.SUMMED:
                    self._old_rows(current)
                    self.identity(current)
                if version > 1:
                    self.begun_at(current)
        except ValueError as error:  # it has a game, and not
            raise damaged(self._path) from error

    def _old_rows(self, game: int) -> None:
        for place, (kept, kind, line) in enumerate(self._connection.execute(_OLD_ROWS, (game,)), 1):
            if kept != place:
                raise senseless(kept)
            believed(kind, line)

    # The log

    def _begin_log(self) -> None:
        """See that there is room in the log, and then say in the file that a log must be beside it."""
        mark = self._head()
        self._room = self._room or Room(self._path)
        made = self._room.make()
        if made or not mark.open:
            self._room.sync()
            sync_directory(self._path.parent)
        if not mark.open:
            with self._transaction() as connection:
                linking.put(connection, mark._replace(open=True, sure=False))
            self._connection.execute("PRAGMA wal_checkpoint(PASSIVE)").fetchone()
        self._mark = mark._replace(open=True)

    def _end_log(self) -> None:
        """Say in the file that it needs no log from now on."""
        mark = self._head()
        with self._transaction() as connection:
            linking.put(connection, mark._replace(open=False, sure=False))

    def _head(self) -> JournalMark:
        mark = linking.head(self._connection)
        if mark is None:
            raise damaged(self._path)
        return mark

    def _acknowledge(self) -> None:
        self._unmarked = True
        if not self.marks_later:
            self.mark()

    def mark(self) -> None:
        """Mark what has been synced, if that has not been done. If the mark itself is lost, nothing else is."""
        if not self._unmarked:
            return
        assert self._mark is not None
        with sentences(self._path):
            self._unmarked = False
            mark = self._mark
            self._mark = mark._replace(serial=mark.serial + 1, sure=True)
            self._connection.execute("PRAGMA synchronous = NORMAL")
            try:
                linking.put(self._connection, self._mark)
            finally:
                self._connection.execute(f"PRAGMA synchronous = {SYNCHRONOUS}")
            if self._room is not None:
                self._room.make()

    def _make_room(self, rows: Sequence[JournalRow], more: int = 0) -> None:
        """Room for rows, and for so many bytes besides, if that is more than a declaration has."""
        needed = _PAGES_A_ROW * PAGE_BYTES * len(rows) + 4 * sum(len(row.text) for row in rows) + more
        with sentences(self._path):
            if self._room is not None and needed > logfile.MARGIN // 2 and self._room.make(logfile.MARGIN + needed):
                self._room.sync()

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
        with sentences(self._path), self._snapshot():
            found = self._connection.execute("SELECT begun, boot FROM game WHERE number = ?", (game,)).fetchone()
            epoch = checking.epoch(self._connection, found[1]) if found else None
        return validate.date(epoch + found[0]) if found and epoch is not None else None

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
                self._connection.execute(
                    "UPDATE boot SET epoch = ?, sum = ? WHERE number = ? AND epoch IS NULL",
                    (epoch, sums.boot(boot, self._calendar.moment().boot, epoch), boot),
                )
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
        self._make_room(rows)
        with self._transaction() as connection:
            number = connection.execute(_BEGIN, (identity or new_identity(), moment.uptime, boot)).lastrowid
            if not validate.is_number(number):
                raise senseless(number)
            values = _values(number, (0, sums.start(number)), rows, now)
            connection.executemany(_APPEND, values)
            self._place(connection, number - 1)
        self._ends[number] = _end(number, values, (0, sums.start(number)))
        self._acknowledge()
        return number

    def append(self, game: int, rows: Sequence[JournalRow], result: GameResult | None = None) -> None:
        """Add rows to a game, all or nothing, and with them what the game has come to, if that is known.

        The times of the result are worked out here.
        """
        end = self._end(game)
        _check_writable(end[0], rows)
        self.mark()
        self._check_file()
        if not rows:
            return
        values = _values(game, end, rows, self._now())
        assert self._mark is not None
        if len(rows) == 1 and game == self._mark.game and result is None:
            # The way of nearly every declaration, while the table waits: a statement by itself is a transaction.
            with sentences(self._path):
                self._connection.execute(_APPEND, values[0])
        else:
            self._make_room(rows, _RESULT_BYTES)
            with self._transaction() as connection:
                connection.executemany(_APPEND, values)
                if result is not None:
                    derived.put(connection, game, timed(result, _timed_rows(connection, game)))
                if game != self._mark.game:
                    self._place(connection, game)
        self._ends[game] = end = _end(game, values, end)
        if game == self._mark.game:
            self._mark = self._mark._replace(length=end[0], last=end[1])
        self._acknowledge()

    def undo(self, game: int, count: int) -> None:
        """Remove the last `count` rows that are kept of a game, all or nothing."""
        length, _ = self._end(game)
        if not 0 <= count <= length:
            raise ValueError(f"cannot undo {count} of {length} rows")
        if count:
            with self._transaction() as connection:
                if connection.execute(_UNDO, (game, length - count)).rowcount != count:
                    raise foreign_rows(self._path)
                derived.remove(connection, game)
                end = linking.end(connection, game)
                self._place(connection, game)
            self._ends[game] = end
            self._acknowledge()

    def drop(self, game: int) -> None:
        """Remove a game and its rows. If it was in play, the one before it is."""
        self._end(game)
        with self._transaction() as connection:
            connection.execute(_UNDO, (game, 0))
            connection.execute("DELETE FROM game WHERE number = ?", (game,))
            derived.remove(connection, game)
            before = connection.execute(CURRENT).fetchone()[0]
            if before is not None:
                checking.rows(connection, before)  # what is marked now was acknowledged then
            self._place(connection, game - 1)
        del self._ends[game]
        self._acknowledge()

    def _place(self, connection: sqlite3.Connection, first: int) -> None:
        """Where the journal is after a change of this game, or of those that there are."""
        assert self._mark is not None
        linking.relink(connection, first)
        game, length, last, game_sum = linking.place(connection)
        self._mark = JournalMark(False, self._mark.open, self._mark.serial, game, length, last, game_sum)
        linking.put(connection, self._mark)

    def rows(self, game: int) -> list[JournalRow]:
        """The rows of a game that count, in order: without what an undo took back."""
        return counting(self.kept_rows(game))

    def kept_rows(self, game: int) -> list[JournalRow]:
        """All rows that are kept of a game, in order; those of `device.session.undo` say which of them count."""
        self._end(game)
        with sentences(self._path), self._snapshot():
            return checking.rows(self._connection, game)

    def open_earlier(self, game: int) -> bool:
        """Whether there is a game of this number: any of them can be added to."""
        try:
            self._end(game)
        except ValueError:
            return False
        return True

    def leave_earlier(self) -> None:
        """Nothing need be done."""

    def corrected(self, game: int) -> list[float | None]:
        """When each correction of a game that counts was made, in order; None where the date is not known."""
        with sentences(self._path), self._snapshot():
            kept = self.kept_rows(game)
            moments = self._connection.execute(_MOMENTS, (game,)).fetchall()
            made = {id(row) for row in counting(kept) if row.kind is RowKind.CORRECTION}
            found = [moment for row, moment in zip(kept, moments, strict=True) if id(row) in made]
            epochs = {boot: checking.epoch(self._connection, boot) for _, boot in found}
        dates = ((uptime, epochs[boot]) for uptime, boot in found)
        return [None if epoch is None else validate.date(epoch + uptime) for uptime, epoch in dates]

    def games(self) -> list[Listed]:
        """All games, first to last."""
        with sentences(self._path), self._snapshot():
            return [
                Listed(one.number, validate.date(begun), one.length or 0, one.title or "")
                for one, begun in checking.games(self._connection)
            ]

    # Results

    def timed_rows(self, game: int) -> list[TimedRow]:
        """All rows that are kept of a game, in order, each with the moment it was written at."""
        self._end(game)
        with sentences(self._path), self._snapshot():
            return checking.timed_rows(self._connection, game)

    def kept(self, before: int = validate.MOST_NUMBER, most: int = -1, kind: str | None = None) -> list[KeptGame]:
        """The last games before that number, at most so many (-1: all), the latest first, with what they came to.

        What is damaged of them is left out, and so are games that are known to be of another kind.
        """
        with sentences(self._path), self._snapshot():
            return derived.games(self._connection, before, most, kind)

    def count(self, kind: str) -> int:
        """How many games of a kind have a result."""
        with sentences(self._path):
            return derived.count(self._connection, kind)

    def lengths(self) -> list[GameLength]:
        """All games, first to last; those whose identity or length can't be are left out."""
        with sentences(self._path):
            found = self._connection.execute(_LENGTHS).fetchall()
        return [
            GameLength(number, identity.hex(), length)
            for number, identity, length in found
            if validate.is_identity(identity) and identity and _is_length(length)
        ]

    def games_of(self, names: Iterable[str]) -> set[int]:
        """The numbers of the games with results in which any of these names was played under."""
        with sentences(self._path):
            return derived.games_of(self._connection, names)

    def stale(self, after: int, most: int) -> list[int]:
        """The first games after that number, at most so many, that are over and have no result yet."""
        with sentences(self._path):
            return derived.stale(self._connection, after, most)

    def keep_results(self, results: Sequence[tuple[int, GameResult | None]]) -> None:
        """Keep what games came to, as their rows are now. Games that are gone are left out."""
        self._make_room((), _RESULT_BYTES * len(results))
        with self._transaction() as connection:
            for game, result in results:
                if connection.execute("SELECT 1 FROM game WHERE number = ?", (game,)).fetchone() is not None:
                    derived.put(connection, game, result)

    def forget_results(self) -> None:
        """Forget all results, to be worked out anew."""
        with self._transaction() as connection:
            derived.clear(connection)

    def last_played(
        self, game_id: str, played: str | None = None, before: int | None = None
    ) -> list[JournalRow] | None:
        """The rows that count of the last game of a kind before another, or before the one in play.

        With `played`, of the last in which this was played. None if there is none.
        """
        title = linking.beginning(game_id, played)
        with sentences(self._path), self._snapshot():
            first = self._connection.execute(CURRENT).fetchone()[0] if before is None else before
            found = self._connection.execute(_LAST_TITLED, (first, len(title), title)).fetchone()
            return None if found is None else counting(checking.rows(self._connection, found[0]))

    def titles(self, game_id: str, before: int | None = None) -> tuple[str, ...]:
        """What was played in the last games of a kind before another, or before the one in play; the latest first."""
        title = linking.beginning(game_id)
        with sentences(self._path), self._snapshot():
            first = self._connection.execute(CURRENT).fetchone()[0] if before is None else before
            found = self._connection.execute(_TITLES, (first, len(title), title, linking.NAMED_GAMES)).fetchall()
            return tuple(linking.played(str(title)) for (title,) in found)

    def names(self) -> tuple[str, ...]:
        """The names that were played under in the last games, as many as `linking.NAMED_GAMES`; the latest first."""
        with sentences(self._path), self._snapshot():
            return linking.names(self._connection)

    def close(self) -> None:
        """Close the file. May be called again; nothing else may."""
        room, self._room = self._room, None
        ended = room is None
        if room is not None:
            room.close()
            with suppress(JournalError):
                self._end_log()
                ended = True
        with suppress(sqlite3.Error):
            self._connection.close()
        if not ended:
            # The file says that there is a log; SQLite has taken it away if it could copy what was in it.
            with suppress(OSError):
                Room(self._path).make_again()

    def settle(self) -> None:
        """Write anew what is in the log, after an error of the disk.

        Once a sync has failed, the system may hold pages for written that never reached the disk, and a later sync
        says nothing of them (fsync(2), EIO). Copied into the file, they are written for certain.
        """
        with sentences(self._path):
            self._end_log()
            waiting: int = self._connection.execute("PRAGMA wal_checkpoint(TRUNCATE)").fetchone()[0]
            self._begin_log()
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
                linking.sum_up(connection)

    def _now(self) -> tuple[float, int]:
        moment = self._calendar.moment()
        return moment.uptime, self._boot(moment.boot)

    def _boot(self, identity: str) -> int:
        """The number of a boot, which is entered if it is new."""
        number = self._boots.get(identity)
        if number is None:
            with sentences(self._path):
                found = self._connection.execute(_BOOT, (identity,)).fetchone()
                if found is None:
                    with self._transaction() as connection:
                        connection.execute("INSERT INTO boot (identity) VALUES (?)", (identity,))
                        found = connection.execute(_BOOT, (identity,)).fetchone()
                        total = sums.boot(found[0], identity, None)
                        connection.execute("UPDATE boot SET sum = ? WHERE number = ?", (total, found[0]))
            if found is None:
                raise senseless(identity)
            number = self._boots[identity] = found[0]
        return number

    def _check_file(self) -> None:
        """A file that was removed can be written to all the same, and all of it is lost."""
        if self._file is not None and _identity(self._path) != self._file:
            raise gone(self._path)

    def _end(self, game: int) -> tuple[int, int]:
        """How many rows a game has, and the last one's sum, by this connection's own account: rows that another
        program adds are an error."""
        end = self._ends.get(game)
        if end is None:
            with sentences(self._path):
                if self._connection.execute("SELECT 1 FROM game WHERE number = ?", (game,)).fetchone() is None:
                    raise ValueError(f"no game {game}")
                end = self._ends[game] = linking.end(self._connection, game)
        return end

    @contextmanager
    def _snapshot(self) -> Iterator[None]:
        """Reads that belong together see the same, whatever another process writes meanwhile."""
        if self._connection.in_transaction:
            yield
            return
        self._connection.execute("BEGIN")
        try:
            yield
        finally:
            with suppress(sqlite3.Error):
                self._connection.execute("ROLLBACK")

    @contextmanager
    def _transaction(self, begin: str = "BEGIN IMMEDIATE") -> Iterator[sqlite3.Connection]:
        self.mark()
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


def _timed_rows(connection: sqlite3.Connection, game: int) -> list[TimedRow]:
    """The rows of a game with their moments. Raises JournalError for values that can't be."""
    found = connection.execute(_TIMED, (game,))
    return [TimedRow(believed(kind, line), _moment(changed), boot) for kind, line, changed, boot in found]


def _moment(value: object) -> float:
    if not validate.is_uptime(value):
        raise senseless(value)
    return value


def _number(value: object) -> int | None:
    if value is None or validate.is_number(value):
        return value
    raise senseless(value)


def _is_length(value: object) -> bool:
    return isinstance(value, int) and 0 <= value <= validate.MOST_ROWS


def _check_writable(length: int, rows: Sequence[JournalRow]) -> None:
    refusal = validate.unwritable(length, rows)
    if refusal is not None:
        raise JournalError(refusal)


_Values = tuple[int, int, str, str, float, int, int]


def _values(game: int, end: tuple[int, int], rows: Iterable[JournalRow], now: tuple[float, int]) -> list[_Values]:
    found: list[_Values] = []
    length, total = end
    for place, row in enumerate(rows, length + 1):
        # sqlite3 binds plain strings fastest; the value of a StrEnum is one.
        kind = row.kind.value
        total = sums.row(total, place, kind, row.text, *now)
        found.append((game, place, kind, row.text, *now, total))
    return found


def _end(game: int, values: Sequence[_Values], before: tuple[int, int]) -> tuple[int, int]:
    """Where a game ends after these rows."""
    return (values[-1][1], values[-1][-1]) if values else before


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
    if version != schema.VERSION and schema.is_spoilt(connection, version):
        raise damaged(path)
    if version > schema.VERSION:
        sentence = text(
            "{file} was written by a newer Tablekeeper. Install that one, or use another folder.", file=str(path)
        )
        raise JournalError(sentence, foreign=True)
    # Other tables, and triggers or views in place of ours, would do who knows what.
    if not schema.is_ours(connection, version):
        if version == schema.VERSION and schema.is_spoilt(connection, version):
            raise damaged(path)
        sentence = text("{file} is not a journal of Tablekeeper. Use another folder.", file=str(path))
        raise JournalError(sentence, foreign=True)
    return version
