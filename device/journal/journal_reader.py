"""Read access to a journal: its games and their rows, checked as they are read. It also stores snapshots beside it."""

from __future__ import annotations

import json
from collections.abc import Iterator, Sequence
from contextlib import suppress
from itertools import islice
from sqlite3 import Connection

from device.history.results import TimedRow
from device.journal import checking, linking, losses, snapshots, validate
from device.journal.checksums import RowsEnd
from device.journal.database import Database
from device.journal.deleted import DeletedGames, is_deleted
from device.journal.identity import public_identity
from device.journal.packed_games import pack_rows, pack_snapshot
from device.journal.snapshots import GameSnapshot
from device.journal.stored_results import StoredResults
from device.session.rows import JournalRow, RowKind
from device.session.snapshot import ResumedGame, Snapshot
from device.session.undo import counting_rows
from display.words import Text
from hal.clock.wallclock import BootMoment
from values.named_tuple import NamedTuple

_SELECT_BEGUN = "SELECT begun, boot FROM game WHERE number = ?"
_SELECT_GAMES_WITH_TITLE = """SELECT number, identity, title FROM game WHERE number < ? AND substr(title, 1, ?) = ?
ORDER BY number DESC"""
_SELECT_LENGTHS = """SELECT number, identity,
coalesce(length, (SELECT max(place) FROM line WHERE game = game.number), 0) FROM game ORDER BY number"""
_SELECT_CORRECTED = f"""SELECT DISTINCT game FROM line WHERE kind = '{RowKind.CORRECTION}'
AND game IN (SELECT value FROM json_each(?))"""
_SELECT_MOMENTS = "SELECT changed, boot FROM line WHERE game = ? ORDER BY place"


class JournalGame(NamedTuple):
    """A game in the list. `began_at` is in seconds since 1970, for display only; None while that is not known.

    `length` is the number of its stored rows, and `title` a short form of its record's header.
    """

    number: int
    began_at: float | None
    length: int
    title: str


class GameLength(NamedTuple):
    """A game's number and public identity, and the number of its stored rows."""

    number: int
    identity: str
    length: int


class JournalReader:
    """The games of a journal, numbered from 1; the one with the highest number is in play.

    Every method raises JournalError when the file can't be read, and ValueError for a game that does not exist.
    """

    def __init__(self, database: Database) -> None:
        self._database = database
        self._end_by_game: dict[int, RowsEnd] = {}
        self.trouble: Text | None = None
        """The trouble with the file; None if there is none."""
        self.losses = losses.losses_of_opened(database)
        """The losses of damaged journals that nobody had closed when this one was opened, the oldest first."""
        self.results = StoredResults(database)
        """The stored results of the games."""
        self.deleted = DeletedGames(database.path.parent)
        """The deleted games. Methods here return deleted games too, unless they say otherwise."""

    @property
    def notice(self) -> Text | None:
        """The last thing to show to people: what is wrong with the file, or what was lost; None if nothing."""
        return self.trouble or next((loss.sentence for loss in reversed(self.losses)), None)

    def current_game(self) -> int | None:
        """The number of the game in play; None if there is no game yet."""
        with self._database.read_transaction() as connection:
            return checking.current_game(connection)

    def game_before(self, game: int) -> int | None:
        """The number of the game before `game`; None if `game` is the first."""
        with self._database.read_transaction() as connection:
            return checking.game_before(connection, game)

    def game_identity(self, game: int) -> bytes:
        """The identity of a game, which differs from that of a game with the same number in another file. It is secret;
        others get its public form (see `device.journal.identity`)."""
        with self._database.read_transaction() as connection:
            return checking.game_identity(connection, game)

    def began_at(self, game: int) -> float | None:
        """The date when a game was begun, in seconds since 1970; None if it is not known, or there is no such game."""
        with self._database.read_transaction() as connection:
            columns = connection.execute(_SELECT_BEGUN, (game,)).fetchone()
            epoch = checking.boot_date(connection, columns[1]) if columns else None
        return validate.plausible_date(epoch + columns[0]) if columns and epoch is not None else None

    def begin_moment(self, game: int) -> BootMoment:
        """The moment at which a game was begun, relative to its boot."""
        with self._database.read_transaction() as connection:
            return checking.begin_moment(connection, game)

    def counting_rows(self, game: int) -> list[JournalRow]:
        """The rows of a game that count, in order: without undone ones."""
        return counting_rows(self.stored_rows(game))

    def stored_rows(self, game: int) -> list[JournalRow]:
        """All stored rows of a game, in order. `device.session.undo` decides which of them count."""
        return [timed.row for timed in self.timed_rows(game)]

    def resumed_game(self, game: int) -> ResumedGame:
        """The data needed to continue a game: its snapshot, if there is one, and its rows."""
        snapshot, rows = self.rows_since_snapshot(game)
        return ResumedGame(None, rows) if snapshot is None else snapshot.resumed_game(snapshot.all_rows(rows))

    def rows_since_snapshot(self, game: int) -> tuple[GameSnapshot | None, list[JournalRow]]:
        """The snapshot of a game and the rows after it; without a snapshot, None and all rows."""
        self._rows_end(game)  # raises ValueError
        with self._database.read_transaction() as connection:
            identity = checking.game_identity(connection, game)
            snapshot = snapshots.load_snapshot(connection, self._database.path, game, identity)
            snapshot_end = None if snapshot is None else snapshot.end
            return snapshot, [timed.row for timed in checking.timed_rows(connection, game, snapshot_end)]

    def store_snapshot(self, game: int, snapshot: Snapshot) -> GameSnapshot | None:
        """Store a snapshot of a game, if the disk allows it, and return it packed;
        None if the game has changed since."""
        return self.store_packed_snapshot(game, snapshot.row_count, pack_snapshot(snapshot))

    def store_packed_snapshot(self, game: int, row_count: int, parts: tuple[bytes, ...]) -> GameSnapshot | None:
        """Store a packed snapshot that covers `row_count` rows, like `store_snapshot`."""
        previous, rows = self.rows_since_snapshot(game)
        end = self._rows_end(game)
        if end.length != row_count or not parts:
            return None
        snapshot = None
        with suppress(OSError, ValueError):  # a snapshot that can't be stored loses nothing
            snapshot = GameSnapshot(*end, parts, pack_rows(() if previous is None else previous.packed_rows, rows))
            snapshots.store_snapshot(self._database.path, game, self.game_identity(game), snapshot)
        return snapshot

    def timed_rows(self, game: int) -> list[TimedRow]:
        """All stored rows of a game, each with the time at which it was written."""
        self._rows_end(game)  # raises ValueError
        with self._database.read_transaction() as connection:
            return checking.timed_rows(connection, game)

    def correction_dates(self, game: int) -> list[float | None]:
        """The date of each correction of a game that counts, in order; None for a date that is not known."""
        with self._database.read_transaction() as connection:
            rows = self.stored_rows(game)
            moments = connection.execute(_SELECT_MOMENTS, (game,)).fetchall()
            corrections = {id(row) for row in counting_rows(rows) if row.kind is RowKind.CORRECTION}
            times = [moment for row, moment in zip(rows, moments, strict=True) if id(row) in corrections]
            epochs = {boot_number: checking.boot_date(connection, boot_number) for _, boot_number in times}
        dates = ((uptime, epochs[boot_number]) for uptime, boot_number in times)
        return [None if epoch is None else validate.plausible_date(epoch + uptime) for uptime, epoch in dates]

    def corrected_games(self, games: Sequence[int]) -> list[int]:
        """Those of these games of which a line was ever corrected, undone corrections included."""
        with self._database.read_transaction() as connection:
            return [game for (game,) in connection.execute(_SELECT_CORRECTED, (json.dumps(games),))]

    def games(self) -> list[JournalGame]:
        """All games, first to last."""
        with self._database.read_transaction() as connection:
            return [
                JournalGame(game_row.number, began_at, game_row.length or 0, game_row.title or "")
                for game_row, began_at in checking.games_with_dates(connection)
            ]

    def game_lengths(self) -> list[GameLength]:
        """All games, first to last, without those whose identity or length is invalid."""
        with self._database.read_transaction() as connection:
            rows = connection.execute(_SELECT_LENGTHS).fetchall()
        return [
            GameLength(number, public_identity(identity), length)
            for number, identity, length in rows
            if validate.is_identity(identity) and identity and _is_length(length)
        ]

    def rows_of_last_played(
        self, game_id: str, title_played: str | None = None, before: int | None = None
    ) -> list[JournalRow] | None:
        """The rows that count of the last game of a kind before the game `before`, or before the one in play.

        With `title_played`, only games of that title qualify. None if there is none. Deleted games are left out.
        """
        prefix = linking.title_prefix(game_id, title_played)
        with self._database.read_transaction() as connection:
            number_and_title = next(self._games_with_title(connection, prefix, before), None)
            return None if number_and_title is None else self._counting_rows(number_and_title[0])

    def titles(self, game_id: str, before: int | None = None) -> tuple[str, ...]:
        """The titles of the last games of a kind before the game `before`, or before the one in play; the latest
        first. Deleted games are left out."""
        prefix = linking.title_prefix(game_id)
        with self._database.read_transaction() as connection:
            found = list(islice(self._games_with_title(connection, prefix, before), linking.MAX_GAMES_FOR_NAMES))
        return tuple(linking.title_played_in(title) for _, title in found)

    def recent_names(self, before: int = validate.GAME_NUMBER_LIMIT) -> tuple[str, ...]:
        """The names of the players of the last `linking.MAX_GAMES_FOR_NAMES` games before the number `before`.

        The latest come first. Deleted games are left out.
        """
        with self._database.read_transaction() as connection:
            return linking.recent_names(connection, before, self.deleted.games())

    def _games_with_title(self, connection: Connection, prefix: str, before: int | None) -> Iterator[tuple[int, str]]:
        """The games before another (None: the one in play) whose list titles begin with `prefix`, by number and title,
        the latest first. Deleted games are not included."""
        deleted = self.deleted.games()
        before = checking.current_game(connection) if before is None else before
        for number, identity, game_title in connection.execute(_SELECT_GAMES_WITH_TITLE, (before, len(prefix), prefix)):
            if not is_deleted(deleted, identity):
                yield number, str(game_title)

    def _counting_rows(self, game: int) -> list[JournalRow]:
        """The rows of a game that count. Those that its snapshot covers are not read again."""
        snapshot, rows = self.rows_since_snapshot(game)
        return counting_rows(rows) if snapshot is None else list(snapshot.counting_rows(rows))

    def _rows_end(self, game: int) -> RowsEnd:
        """The end of a game's rows as this connection knows it: rows added by another program since are an error."""
        end = self._end_by_game.get(game)
        if end is None:
            with self._database.read_transaction() as connection:
                if connection.execute("SELECT 1 FROM game WHERE number = ?", (game,)).fetchone() is None:
                    raise ValueError(f"no game {game}")
                end = self._end_by_game[game] = linking.rows_end(connection, game)
        return end


def _is_length(value: object) -> bool:
    return isinstance(value, int) and 0 <= value <= validate.MAX_ROWS
