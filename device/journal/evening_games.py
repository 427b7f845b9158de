"""The evening's games in memory, each with how much of it the journal's file already has."""

from __future__ import annotations

from collections.abc import Callable, Collection, Iterator, MutableSequence, Sequence
from contextlib import suppress
from functools import partial
from itertools import chain

from device.history.results import GameResult
from device.journal import linking, validate
from device.journal.deleted import is_deleted
from device.journal.packed_games import pack_snapshot
from device.journal.snapshots import GameSnapshot
from device.journal.spill import SpillContent, SpilledGame
from device.journal.store import Journal
from device.session.rows import JournalRow
from device.session.snapshot import ResumedGame, Snapshot
from device.session.undo import counting_rows
from hal.clock.wallclock import BootMoment, Calendar
from values.common_prefix import common_prefix_length

MAX_WRITTEN_IN_MEMORY = 2
"""Number of games that stay in memory although the file has them: the one in play, and the one before it."""


class GameInMemory:
    """A game in memory, which the table calls by the number `table_number`, and how much of it the file has.

    `file_number` is its number in the file, None while the file lacks it. `file_row_count` is how many rows of it the
    file has, and `common_row_count` how many of these, from the first, equal those in memory. `began_at` is in seconds
    since 1970, None while that is not known. `result` is its result with its last row, if known. `snapshot` covers its
    first rows; None if there is none.
    """

    def __init__(
        self,
        rows: MutableSequence[JournalRow],
        identity: bytes,
        begin_moment: BootMoment,
        file_number: int | None = None,
    ) -> None:
        self.rows = rows
        self.identity = identity
        self.begin_moment = begin_moment
        self.table_number = 0
        self.file_number = file_number
        self.file_row_count = self.common_row_count = 0
        self.began_at: float | None = None
        self.result: GameResult | None = None
        self.snapshot: GameSnapshot | None = None

    @property
    def is_written(self) -> bool:
        """Whether the file has all of the game's rows, and no others."""
        return self.file_number is not None and self.file_row_count == self.common_row_count == len(self.rows)

    def set_begin_moment(self, moment: BootMoment) -> None:
        """Set when the game began: when it was chosen. Before that, the table may have waited for hours."""
        self.begin_moment, self.began_at = moment, None

    def add(self, rows: Sequence[JournalRow], result: GameResult | None) -> None:
        """Append rows, and set the game's result with them."""
        self.rows.extend(rows)
        self.result = result

    @property
    def counting_rows(self) -> Sequence[JournalRow]:
        """The rows without undone ones, in order."""
        snapshot = self.snapshot
        return counting_rows(self.rows) if snapshot is None else snapshot.counting_rows(self.rows[snapshot.row_count :])

    def resumed_game(self) -> ResumedGame:
        """The data needed to continue the game: a snapshot, if there is one, and the rows."""
        return ResumedGame(None, self.rows) if self.snapshot is None else self.snapshot.resumed_game(self.rows)

    def snapshot_writer(self, snapshot: Snapshot) -> Callable[[Journal], None]:
        """A function that stores the snapshot in the file.
        It is packed now, so that packing does not count as the disk's time."""
        return partial(self._store_snapshot, snapshot.row_count, pack_snapshot(snapshot))

    def _store_snapshot(self, row_count: int, parts: tuple[bytes, ...], journal: Journal) -> None:
        if self.file_number is not None and self.is_written and len(self.rows) == row_count:
            self.snapshot = journal.store_packed_snapshot(self.file_number, row_count, parts) or self.snapshot
            if self.snapshot is not None and self.snapshot.row_count == len(self.rows):
                # The snapshot has the same rows packed, in less memory. They are unpacked only if they are read.
                self.rows = self.snapshot.all_rows([])

    def write_missing_rows(self, journal: Journal) -> None:
        """Write what the file lacks of the game, if anything. Raises JournalError."""
        if self.file_number is None:
            self.file_number = journal.begin_game(self.rows, self.identity, self.begin_moment)
        else:
            if self.file_row_count > self.common_row_count:
                journal.undo(self.file_number, self.file_row_count - self.common_row_count)
                self.file_row_count = self.common_row_count
            if self.common_row_count < len(self.rows):
                journal.append(self.file_number, self.rows[self.common_row_count :], self.result)
        self.file_row_count = self.common_row_count = len(self.rows)

    def compare_with_file(self, journal: Journal) -> None:
        """Find out how much of the game a newly opened file has. Raises JournalError.

        A failed call may have been committed all the same, so the file's newest game may be this one.
        """
        file_number = journal.current_game() if self.file_number is None else self.file_number
        self.file_number, self.file_row_count, self.common_row_count = None, 0, 0
        with suppress(ValueError):
            if file_number is not None and journal.game_identity(file_number) == self.identity:
                stored = journal.stored_rows(file_number)
                self.file_number, self.file_row_count = file_number, len(stored)
                self.common_row_count = common_prefix_length(stored, self.rows)

    def find_began_at(self, calendar: Calendar) -> float | None:
        """Return `began_at`, after computing it if that has become possible; None while it has not."""
        epoch = calendar.boot_time_s()
        if self.began_at is None and epoch is not None and self.begin_moment.boot_id == calendar.boot_moment().boot_id:
            self.began_at = epoch + self.begin_moment.uptime_s
        return self.began_at


def read_game(journal: Journal, file_number: int) -> GameInMemory:
    """Read a game from the file. Raises JournalError, and ValueError if there is no such game."""
    snapshot, rows_since = journal.rows_since_snapshot(file_number)
    rows = rows_since if snapshot is None else snapshot.all_rows(rows_since)
    game = GameInMemory(rows, journal.game_identity(file_number), journal.begin_moment(file_number), file_number)
    game.table_number, game.began_at, game.snapshot = file_number, journal.began_at(file_number), snapshot
    game.file_row_count = game.common_row_count = len(rows)
    return game


class EveningGames:
    """The evening's games: those that were played, earlier ones that were opened, and those that were dropped.

    Games that the file does not have yet have negative numbers.
    """

    def __init__(self) -> None:
        self._games: list[GameInMemory] = []
        self._earlier_games: list[GameInMemory] = []
        """Earlier games that were opened: the last of them, and those whose rows the file lacks."""
        self._dropped: list[GameInMemory] = []
        self._last_temporary_number = 0

    @property
    def current(self) -> GameInMemory | None:
        """The last game of the evening; None if there is none in memory."""
        return self._games[-1] if self._games else None

    @property
    def previous(self) -> GameInMemory | None:
        """The game before the last one of the evening; None if there is none in memory."""
        return self._games[-2] if len(self._games) > 1 else None

    @property
    def lowest_file_number(self) -> int:
        """The lowest number in the file of the games in memory; a number above all others if there is none."""
        file_numbers = (game.file_number for game in self._games if game.file_number is not None)
        return min(file_numbers, default=validate.GAME_NUMBER_LIMIT)

    @property
    def _all(self) -> tuple[GameInMemory, ...]:
        return (*self._earlier_games, *self._games)

    @property
    def has_unsaved_rows(self) -> bool:
        """Whether the file is known to lack a declaration, or to contain one that was undone."""
        return any(game.file_number is not None for game in self._dropped) or any(
            not game.is_written and (game.rows or game.file_row_count) for game in self._all
        )

    def find(self, table_number: int) -> GameInMemory | None:
        """The game with that number, if it is in memory."""
        for game in chain(reversed(self._games), reversed(self._earlier_games)):
            if game.table_number == table_number:
                return game
        return None

    def rows_of_last_played(
        self, game_id: str, title_played: str | None, deleted: Collection[str] = ()
    ) -> list[JournalRow] | None:
        """The rows that count of the last game of a kind before the one in play; None if there is none. With
        `title_played`, only games of that title qualify. Games that were `deleted` are left out."""
        games = self._games_titled(linking.title_prefix(game_id, title_played), deleted)
        return next((list(rows) for _, rows in games), None)

    def titles(self, game_id: str, deleted: Collection[str] = ()) -> tuple[str, ...]:
        """The titles of the games of a kind before the one in play, the latest first, without `deleted` ones."""
        games = self._games_titled(linking.title_prefix(game_id), deleted)
        return tuple(linking.title_played_in(title) for title, _ in games)

    def _games_titled(self, prefix: str, deleted: Collection[str]) -> Iterator[tuple[str, Sequence[JournalRow]]]:
        """The list titles that begin with `prefix`, of games before the one in play, each with the rows that count."""
        for game in reversed(self._games[:-1]):
            if not is_deleted(deleted, game.identity):
                rows = game.counting_rows
                if (title := linking.make_list_title(rows)).startswith(prefix):
                    yield title, rows

    def add(self, game: GameInMemory) -> None:
        """Add a new game, which is then in play."""
        self._games.append(game)

    def assign_number(self, game: GameInMemory) -> int:
        """Assign the number by which the table calls a game from now on, and return it."""
        used_numbers = {other.table_number for other in self._games}
        if game.file_number is not None and game.file_number not in used_numbers:
            game.table_number = game.file_number
        else:
            self._last_temporary_number -= 1
            game.table_number = self._last_temporary_number
        return game.table_number

    def add_earlier(self, game: GameInMemory) -> None:
        """Add an earlier game of the file."""
        self._earlier_games.append(game)

    def remove_written_earlier(self) -> None:
        """Remove the earlier games that the file has completely."""
        self._earlier_games = [game for game in self._earlier_games if not game.is_written]

    def drop(self, game: GameInMemory, rows_to_add: Sequence[JournalRow], result: GameResult | None) -> None:
        """Mark a game for removal from the file. The rows `rows_to_add` are added to the game before it.

        Raises ValueError if the game is not one of the evening, or if no game is left for these rows.
        """
        self._games.remove(game)
        self._dropped.append(game)
        if rows_to_add:
            if self.current is None:
                raise ValueError("no game is left that keeps what is dropped")
            self.current.add(rows_to_add, result)

    def compare_with_file(self, journal: Journal) -> None:
        """Find out how much of each game a newly opened file has. Raises JournalError."""
        for game in (*self._dropped, *self._all):
            game.compare_with_file(journal)

    def write_missing(self, journal: Journal) -> None:
        """Write everything that the file lacks. Raises JournalError. What has succeeded by then is not repeated."""
        if self._dropped:
            self._write_dropped(journal)
        for game in chain(self._earlier_games, self._games):
            game.write_missing_rows(journal)
        while len(self._games) > MAX_WRITTEN_IN_MEMORY:
            del self._games[0]

    def _write_dropped(self, journal: Journal) -> None:
        """Remove the dropped games from the file, and write the missing rows of the game before them.

        Those rows preserve what was removed (see `JournalWriter.drop_game`). Both are one transaction, so that a power
        cut can't lose both.
        """
        file_numbers = [game.file_number for game in self._dropped if game.file_number is not None]
        if file_numbers:
            lowest_number = min(file_numbers)
            number_before = journal.game_before(lowest_number)
            in_file = (game for game in self._games if game.file_number is not None)
            previous = next((game for game in in_file if game.file_number == number_before), None)
            if previous is None or previous.file_row_count > previous.common_row_count:
                # Rows can't be added here if the file lacks that game, or has other rows at its end. If there are any,
                # `write_missing_rows` writes them next, in a transaction of its own.
                journal.drop_game(lowest_number, others=file_numbers)
            else:
                rows = previous.rows[previous.common_row_count :]
                journal.drop_game(lowest_number, rows, previous.result, others=file_numbers)
                previous.file_row_count = previous.common_row_count = len(previous.rows)
        self._dropped.clear()

    def load_previous(self, journal: Journal) -> None:
        """Load the file's last game before those of the evening and those still to be dropped.
        It is the game in play if the evening has none yet."""
        numbers = [game.file_number for game in (*self._dropped, *self._games) if game.file_number is not None]
        file_number = journal.game_before(min(numbers)) if numbers else journal.current_game()
        if file_number is not None:
            opened_game = next((game for game in self._earlier_games if game.file_number == file_number), None)
            if opened_game is not None:
                self._earlier_games.remove(opened_game)
            self._games.insert(0, opened_game or read_game(journal, file_number))

    def load_spilled(self, spilled: SpillContent) -> None:
        """Load the games that an earlier process left in the spill."""
        self._dropped += map(_game_of_spilled, spilled.dropped)
        for game in map(_game_of_spilled, spilled.games):
            self.assign_number(game)
            self._games.append(game)

    def forget_written(self) -> None:
        """Forget the games loaded from a spill if the file has all their rows, and none of the dropped games.

        Such a spill is left over: it could not be deleted after the disk had accepted everything. The file may have
        later rows by now, which must not be removed because the spill lacks them.
        """
        lacks_rows = any(game.file_number is None or game.common_row_count != len(game.rows) for game in self._games)
        if not lacks_rows and all(game.file_number is None for game in self._dropped):
            self._games.clear()
            self._dropped.clear()

    def to_spilled(self) -> SpillContent:
        """All games, in the form in which a spill stores them."""
        return SpillContent(tuple(map(_to_spilled_game, self._all)), tuple(map(_to_spilled_game, self._dropped)))


def _game_of_spilled(spilled: SpilledGame) -> GameInMemory:
    return GameInMemory(list(spilled.rows), spilled.identity, spilled.begin_moment, file_number=spilled.number)


def _to_spilled_game(game: GameInMemory) -> SpilledGame:
    return SpilledGame(game.identity, game.file_number, game.begin_moment, tuple(game.rows))


def write_spilled(journal: Journal, spilled: SpillContent) -> None:
    """Write to a journal what a spill contains. Raises JournalError."""
    games = EveningGames()
    games.load_spilled(spilled)
    games.compare_with_file(journal)
    games.forget_written()
    games.write_missing(journal)
