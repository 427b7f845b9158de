"""JournalWriter: a journal that never fails the table. If the disk refuses, the game continues from memory.

Each game of the evening is in memory, with how much of it the file has. Whatever the file lacks is written at the next
opportunity. A file that was reopened, repaired or changed is first compared with the games in memory, so that nothing
is written twice.
"""

from __future__ import annotations

import time
from collections.abc import Callable, Sequence
from contextlib import closing, suppress
from functools import partial
from pathlib import Path
from typing import TypeVar

from device.history.results import GameResult
from device.journal.access import JournalAccess, OpenJournal
from device.journal.deleted import Deletions, is_deleted
from device.journal.errors import JournalError
from device.journal.evening_games import EveningGames, GameInMemory, read_game
from device.journal.identity import new_identity
from device.journal.spill import Spill, SpillContent, default_spill
from device.journal.store import Journal
from device.session.names import unique_names
from device.session.rows import GAME_LINE_START, JournalRow
from device.session.snapshot import ResumedGame, Snapshot
from device.session.undo import counting_rows
from display.words import Text
from hal.clock.wallclock import Calendar, SystemCalendar

Result = TypeVar("Result")

_NO_TITLES: tuple[str, ...] = ()
_NO_DELETIONS: Deletions = {}


def deleted_games(journal: JournalWriter) -> Deletions:
    """The deleted games, also while the disk refuses; none if no journal has been opened yet."""
    return _NO_DELETIONS if journal.disk.deleted is None else journal.disk.deleted.games()


def journal_writer_for(directory: Path, clock: Callable[[], float] = time.monotonic) -> JournalWriter:
    """The writer of a data directory's journal, for the table in play."""
    return JournalWriter(
        lambda: Journal.open(directory),
        # It must be complete: if rows were missing, the game would be continued as if they had been undone.
        lambda: Journal.open_to_read(directory, must_be_complete=True),
        default_spill(directory),
        SystemCalendar(),
        clock,
    )


class JournalWriter:
    """The journal's methods, by the same names, but they do not raise JournalError.

    `open_journal` is called again after every failure. `read_journal` opens the whole journal for reading only, in case
    the disk does not allow more. What the disk refuses is also saved in the `spill`, and loaded from there. `clock`
    returns seconds, to measure how slow the disk is. Games that are not in the file yet have negative numbers. Only the
    game in play, and earlier ones of this evening, can be changed; for others, and for missing rows, ValueError is
    raised.
    """

    def __init__(
        self,
        open_journal: OpenJournal,
        read_journal: OpenJournal | None = None,
        spill: Spill | None = None,
        calendar: Calendar | None = None,
        clock: Callable[[], float] = time.monotonic,
    ) -> None:
        self.disk = JournalAccess(open_journal, self._compare_with_file, clock)
        """Access to the journal's file."""
        self.spill = spill or Spill(Path(), ())
        """A copy in memory of what the disk refuses, which another process can find."""
        self._calendar = calendar or SystemCalendar()
        self._games = EveningGames()
        self._load_previous_game = partial(_load_game_before, self.disk, self._games, read_journal)
        self._games.load_spilled(self.spill.load() or SpillContent())
        if self.spill.is_used:
            self.disk.call_with_journal(lambda _: self._games.forget_written())
        self._write_pending()

    @property
    def fault(self) -> JournalError | None:
        """The error because of which rows are only in memory; None while all rows are on the disk."""
        return self.disk.fault

    @property
    def notice(self) -> Text | None:
        """The latest notice for people besides the `fault`; None if there is none."""
        return self.disk.notices[-1] if self.disk.notices else None

    @property
    def has_unsaved_rows(self) -> bool:
        """Whether the disk is known to lack a declaration, or to contain one that was undone."""
        return self._games.has_unsaved_rows

    def retry_writing(self, *, unless_slow: bool = False) -> None:
        """Try again to write what is pending, if any; with `unless_slow`, not soon after a slow failure."""
        if self.fault is not None:
            if not unless_slow:
                self.disk.allow_retry_now()
            self._write_pending()

    def current_game(self) -> int | None:
        """The number of the game in play; None if there is none, or the disk can't be read."""
        self._load_current_game()
        return _number(self._games.current)

    def game_before(self, game: int) -> int | None:
        """Load the game before `game`. Returns its number; None if it is missing, deleted, or `game` is not in play."""
        if _number(self._games.current) != game:
            return None
        if self._games.previous is None:
            self._load_previous_game()
        previous = self._games.previous
        return None if previous is None or is_deleted(deleted_games(self), previous.identity) else previous.table_number

    def begin_game(self, rows: Sequence[JournalRow] = ()) -> int:
        """Begin a game with these rows, and return its number. Without rows, the number of the game in play is returned
        if the disk failed before, can be read now and has one."""
        disk_failed = not rows and self.fault is not None and self._games.current is None
        if disk_failed:
            self.retry_writing(unless_slow=True)
            if self.fault is None and (number := self.current_game()) is not None:
                return number
        new_game = GameInMemory(list(rows), new_identity(), self._calendar.boot_moment())
        self._games.add(new_game)
        # If the disk may have another game in play, people are told before this one is written to it.
        self._write_pending(only_in_memory=disk_failed and self.fault is not None)
        return self._games.assign_number(new_game)

    def is_game_deleted(self, game: int) -> bool:
        """Whether a game was deleted; False while the disk can't be read."""
        loaded = self._games.find(game) or self.call_or(lambda journal: _read_game_or_none(journal, game), None)
        return loaded is not None and is_deleted(deleted_games(self), loaded.identity)

    def load_earlier(self, game: int) -> bool:
        """Load another game of the file, so that rows can be added to it. False if the disk can't provide it."""
        if self._games.find(game) is None:
            loaded = self.call_or(lambda journal: _read_game_or_none(journal, game), None)
            if loaded is None:
                return False
            self._games.add_earlier(loaded)
        return True

    def unload_earlier(self) -> None:
        """Unload earlier games that the file has completely, except those of this evening."""
        self._games.remove_written_earlier()

    def append(self, game: int, rows: Sequence[JournalRow], result: GameResult | None = None) -> None:
        """Add rows to a game, and its result with them, if it is known."""
        loaded = self._game_in_memory(game)
        if not loaded.rows or (rows and rows[0].text.startswith(GAME_LINE_START)):
            loaded.set_begin_moment(self._calendar.boot_moment())
        loaded.add(rows, result)
        self._write_pending()

    def drop_game(self, game: int, rows_to_add: Sequence[JournalRow] = (), result: GameResult | None = None) -> None:
        """Remove the game in play with its rows. The one before it is then in play, and the rows `rows_to_add`, which
        preserve what was removed, are added to it. `result` is its result with them, if known."""
        self._games.drop(self._game_in_memory(game), rows_to_add, result)
        self._write_pending()

    def counting_rows(self, game: int) -> list[JournalRow]:
        """The rows of a game that count, in order."""
        return counting_rows(self.stored_rows(game))

    def stored_rows(self, game: int) -> list[JournalRow]:
        """All stored rows of a game, in order."""
        return list(self._game_in_memory(game).rows)

    def resumed_game(self, game: int) -> ResumedGame:
        """The data needed to continue a game: its snapshot, if there is one, and its rows."""
        return self._game_in_memory(game).resumed_game()

    def store_snapshot(self, game: int, snapshot: Snapshot) -> None:
        """Store a snapshot of a game, if the disk allows it, so that the next start need not read the whole game."""
        self.call_or(self._game_in_memory(game).snapshot_writer(snapshot), None)

    def began_at(self, game: int) -> float | None:
        """The date when a game was begun, in seconds since 1970, for display only; None while it is not known."""
        return self._game_in_memory(game).find_began_at(self._calendar)

    def call_or(self, function: Callable[[Journal], Result], default: Result) -> Result:
        """The result of calling `function` with the journal; `default` while the disk refuses."""
        results = [default]
        if self.fault is None:
            self.disk.call_with_journal(lambda journal: results.append(function(journal)))
        return results[-1]

    def store_results(self, results: Sequence[tuple[int, GameResult | None]]) -> bool:
        """Store the results of games, if the disk allows it. Returns whether it did."""
        return self.fault is None and self.disk.call_with_journal(lambda journal: journal.results.store(results))

    def rows_of_last_played(self, game_id: str, title_played: str | None = None) -> list[JournalRow] | None:
        """The rows that count of the last game of a kind before the one in play; with `title_played`, only games of
        that title qualify.

        None if there is none, or the disk can't be read.
        """
        rows = self._games.rows_of_last_played(game_id, title_played, deleted_games(self))
        return rows or self.call_or(
            lambda journal: journal.rows_of_last_played(game_id, title_played, self._games.lowest_file_number), rows
        )

    def titles(self, game_id: str) -> tuple[str, ...]:
        """The titles of games of a kind before the one in play, the latest first, each once."""
        in_file = self.call_or(lambda journal: journal.titles(game_id, self._games.lowest_file_number), _NO_TITLES)
        return unique_names(title for title in (*self._games.titles(game_id, deleted_games(self)), *in_file) if title)

    def store_date(self) -> bool:
        """Store the date if the clock now has it. Returns whether the date is known."""
        is_known = self._calendar.boot_time_s() is not None
        if is_known and self.fault is None:
            self.disk.call_with_journal(Journal.store_date)
        return is_known

    def write_mark(self) -> None:
        """Mark what is on the disk as acknowledged. Until the first call, marks are written with the rows. From then
        on, only these calls write them: one is needed after each answer to the table."""
        self.disk.write_mark()

    def close(self) -> None:
        """Write what is pending, if the disk allows it, and close the file."""
        self.retry_writing()
        self.disk.close_file()

    def _game_in_memory(self, game: int) -> GameInMemory:
        if (loaded := self._games.find(game)) is None:
            self._load_current_game()
            if (loaded := self._games.find(game)) is None:
                raise ValueError(f"no game {game} this evening")
        return loaded

    def _compare_with_file(self, journal: Journal) -> None:
        """Compare the games in memory with a newly opened file. Raises JournalError."""
        if self.fault is not None or self.spill.is_used:
            journal.rewrite_log()
        self._games.compare_with_file(journal)

    def _write_pending(self, *, only_in_memory: bool = False) -> None:
        """Write what the file lacks; if that fails, save it in the spill."""
        if only_in_memory or not self.disk.write(self._games.write_missing):
            self.spill.save(self._games.to_spilled())
        elif self.spill.is_used:
            self.spill.clear()

    def _load_current_game(self) -> None:
        """If no game is in memory, load the game in play from the file."""
        if self._games.current is None:
            self._load_previous_game()


def _number(game: GameInMemory | None) -> int | None:
    """The number by which the table calls a game."""
    return None if game is None else game.table_number


def _load_game_before(disk: JournalAccess, games: EveningGames, read_journal: OpenJournal | None) -> None:
    """Load the file's last game before those in memory, even if the file can only be read."""
    if disk.call_with_journal(games.load_previous) or read_journal is None:
        return
    with suppress(JournalError), closing(read_journal()) as journal:
        games.load_previous(journal)


def _read_game_or_none(journal: Journal, number: int) -> GameInMemory | None:
    """Read a game of the file; None if there is none with this number. Raises JournalError."""
    try:
        return read_game(journal, number)
    except ValueError:
        return None
