"""What a journal has: its games and their rows, checked as they are read."""

from __future__ import annotations

from collections.abc import Iterator
from contextlib import suppress
from itertools import islice
from sqlite3 import Connection

from device.history.results import TimedRow
from device.journal import checking, linking, losses, snapshots, validate
from device.journal.checking import RowsEnd
from device.journal.database import Database
from device.journal.deleted import DeletedGames, leaves_out
from device.journal.identity import told
from device.journal.kept_results import KeptResults
from device.journal.packed_games import packed
from device.journal.snapshots import GameSnapshot
from device.session.rows import JournalRow, RowKind
from device.session.snapshot import ResumedGame, Snapshot
from device.session.undo import counting
from display.words import Text
from hal.clock.wallclock import BootMoment
from values.named_tuple import NamedTuple

_BEGUN = "SELECT begun, boot FROM game WHERE number = ?"
_TITLED = """SELECT number, identity, title FROM game WHERE number < ? AND substr(title, 1, ?) = ?
ORDER BY number DESC"""
_LENGTHS = """SELECT number, identity, coalesce(length, (SELECT max(place) FROM line WHERE game = game.number), 0)
FROM game ORDER BY number"""
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
    """A game by number and identity, as others are told it, and how many rows are kept of it."""

    number: int
    identity: str
    length: int


class JournalReader:
    """The games of a journal, numbered from 1; the one with the highest number is in play.

    Every method raises JournalError when the file cannot do its part, and ValueError for a game that does not exist.
    """

    def __init__(self, database: Database) -> None:
        self._database = database
        self._ends: dict[int, RowsEnd] = {}
        self.trouble: Text | None = None
        """What is wrong with the file that is read; None if nothing."""
        self.losses = losses.of(database)
        """What people must know of journals that were damaged, and had not closed at the opening, the oldest first."""
        self.results = KeptResults(database)
        """What the games came to."""
        self.deleted = DeletedGames(database.path.parent)
        """Which of the games are left out of what is shown; no method here leaves one out that does not say so."""

    @property
    def notice(self) -> Text | None:
        """The last thing that people must know of: what is wrong with the file, or was lost; None if nothing."""
        return self.trouble or next((loss.sentence for loss in reversed(self.losses)), None)

    def current(self) -> int | None:
        """The number of the game in play; None before the first."""
        with self._database.reading() as connection:
            return checking.current(connection)

    def before(self, game: int) -> int | None:
        """The number of the game before this one; None if that is the first."""
        with self._database.reading() as connection:
            return checking.before(connection, game)

    def identity(self, game: int) -> bytes:
        """What tells a game from one that has the same number in another file; nobody is told it as it is, see
        `device.journal.identity`."""
        with self._database.reading() as connection:
            return checking.identity(connection, game)

    def begun(self, game: int) -> float | None:
        """When a game was begun, in seconds since 1970; None while the date is not known, or there is no such game."""
        with self._database.reading() as connection:
            found = connection.execute(_BEGUN, (game,)).fetchone()
            epoch = checking.epoch(connection, found[1]) if found else None
        return validate.date(epoch + found[0]) if found and epoch is not None else None

    def begun_at(self, game: int) -> BootMoment:
        """When a game was begun, whether or not the date is known."""
        with self._database.reading() as connection:
            return checking.begun_at(connection, game)

    def rows(self, game: int) -> list[JournalRow]:
        """The rows of a game that count, in order: without what an undo took back."""
        return counting(self.kept_rows(game))

    def kept_rows(self, game: int) -> list[JournalRow]:
        """All rows that are kept of a game, in order; those of `device.session.undo` say which of them count."""
        return [one.row for one in self.timed_rows(game)]

    def resume(self, game: int) -> ResumedGame:
        """What a game is gone on with."""
        found, rows = self.since_snapshot(game)
        return ResumedGame(None, rows) if found is None else found.resumed(found.with_rows(rows))

    def since_snapshot(self, game: int) -> tuple[GameSnapshot | None, list[JournalRow]]:
        """The snapshot of a game, if there is one, and the rows that were kept of it since; else all of them."""
        self._end(game)
        with self._database.reading() as connection:
            identity = checking.identity(connection, game)
            found = snapshots.found(connection, self._database.path, game, identity)
            after = None if found is None else RowsEnd(found.kept, found.last)
            return found, [one.row for one in checking.timed_rows(connection, game, after)]

    def keep_snapshot(self, game: int, snapshot: Snapshot) -> GameSnapshot | None:
        """Keep what a game is now, as far as the disk lets it, and return it packed; None if it is another by now."""
        return self.keep_packed(game, snapshot.kept, packed(snapshot))

    def keep_packed(self, game: int, kept: int, parts: tuple[bytes, ...]) -> GameSnapshot | None:
        """The same of a snapshot of so many rows that has been packed."""
        before, rows = self.since_snapshot(game)
        end = self._end(game)
        found = None
        if end.length != kept or not parts:
            return found
        with suppress(OSError, ValueError):  # nothing is lost by that
            found = snapshots.taken(end, parts, before, rows)
            snapshots.keep(self._database.path, game, self.identity(game), found)
        return found

    def timed_rows(self, game: int) -> list[TimedRow]:
        """The same, each with the moment it was written at."""
        self._end(game)
        with self._database.reading() as connection:
            return checking.timed_rows(connection, game)

    def corrected(self, game: int) -> list[float | None]:
        """When each correction of a game that counts was made, in order; None where the date is not known."""
        with self._database.reading() as connection:
            kept = self.kept_rows(game)
            moments = connection.execute(_MOMENTS, (game,)).fetchall()
            made = {id(row) for row in counting(kept) if row.kind is RowKind.CORRECTION}
            found = [moment for row, moment in zip(kept, moments, strict=True) if id(row) in made]
            epochs = {boot: checking.epoch(connection, boot) for _, boot in found}
        dates = ((uptime, epochs[boot]) for uptime, boot in found)
        return [None if epoch is None else validate.date(epoch + uptime) for uptime, epoch in dates]

    def games(self) -> list[Listed]:
        """All games, first to last."""
        with self._database.reading() as connection:
            found = checking.games(connection)
            return [Listed(one.number, begun, one.length or 0, one.title or "") for one, begun in found]

    def lengths(self) -> list[GameLength]:
        """All games, first to last; those whose identity or length can't be are left out."""
        with self._database.reading() as connection:
            found = connection.execute(_LENGTHS).fetchall()
        return [
            GameLength(number, told(identity), length)
            for number, identity, length in found
            if validate.is_identity(identity) and identity and _is_length(length)
        ]

    def last_played(
        self, game_id: str, played: str | None = None, before: int | None = None
    ) -> list[JournalRow] | None:
        """The rows that count of the last game of a kind before another, or before the one in play.

        With `played`, of the last in which this was played. None if there is none. Deleted games are left out.
        """
        title = linking.beginning(game_id, played)
        with self._database.reading() as connection:
            first = checking.current(connection) if before is None else before
            found = next(self._titled(connection, title, first), None)
            return None if found is None else self._counting(found[0])

    def titles(self, game_id: str, before: int | None = None) -> tuple[str, ...]:
        """What was played in the last games of a kind before another, or before the one in play; the latest first.
        Deleted games are left out."""
        title = linking.beginning(game_id)
        with self._database.reading() as connection:
            first = checking.current(connection) if before is None else before
            found = list(islice(self._titled(connection, title, first), linking.NAMED_GAMES))
        return tuple(linking.played(title) for _, title in found)

    def names(self, before: int = validate.MOST_NUMBER) -> tuple[str, ...]:
        """The names that were played under in the last games before that number, as many as `linking.NAMED_GAMES`;
        the latest first. Deleted games are left out."""
        with self._database.reading() as connection:
            return linking.names(connection, before, self.deleted.games())

    def _titled(self, connection: Connection, title: str, before: int | None) -> Iterator[tuple[int, str]]:
        """The games before another whose names in a list begin so, by number and name, the latest first."""
        deleted = self.deleted.games()
        for number, identity, found in connection.execute(_TITLED, (before, len(title), title)):
            if not leaves_out(deleted, identity):
                yield number, str(found)

    def _counting(self, game: int) -> list[JournalRow]:
        """The rows of a game that count, of which those that its snapshot covers are not read again."""
        known, rows = self.since_snapshot(game)
        return counting(rows) if known is None else list(known.counting(rows))

    def _end(self, game: int) -> RowsEnd:
        """Where a game ends, by this connection's own account: rows that another program adds are an error."""
        end = self._ends.get(game)
        if end is None:
            with self._database.reading() as connection:
                if connection.execute("SELECT 1 FROM game WHERE number = ?", (game,)).fetchone() is None:
                    raise ValueError(f"no game {game}")
                end = self._ends[game] = RowsEnd(*linking.end(connection, game))
        return end


def _is_length(value: object) -> bool:
    return isinstance(value, int) and 0 <= value <= validate.MOST_ROWS
