"""A journal that never fails the table: where the disk refuses, the game goes on from memory.

Each game of the evening has a mirror in memory, which knows how far the file
has got. Whatever the file lacks is written at the next opportunity; a file
that was reopened, mended or changed is first compared with the mirror, so
that nothing is written twice.
"""

from __future__ import annotations

import time
from collections.abc import Callable, Sequence
from contextlib import closing, suppress
from functools import partial
from pathlib import Path
from typing import TypeVar

from device.history.results import GameResult
from device.journal.access import JournalAccess, Opener
from device.journal.deleted import Deletions, leaves_out
from device.journal.errors import JournalError
from device.journal.evening_games import GameMirror, GameMirrors, mirror_of
from device.journal.identity import new_identity
from device.journal.spill import Spill, Spilled, SpillInUse, usual_spill
from device.journal.store import Journal
from device.session.names import each_once
from device.session.rows import JournalRow
from device.session.snapshot import ResumedGame, Snapshot
from device.session.undo import counting
from display.words import Text
from hal.clock.wallclock import Calendar, SystemCalendar

Found = TypeVar("Found")

_NONE: tuple[str, ...] = ()
_NO_DELETIONS: Deletions = {}


def deleted_games(journal: JournalWriter) -> Deletions:
    """The games that were deleted, also while the disk refuses; none before it has given a journal."""
    return _NO_DELETIONS if journal.disk.deleted is None else journal.disk.deleted.games()


def of(directory: Path, clock: Callable[[], float] = time.monotonic) -> JournalWriter:
    """The writer of a data directory's journal, for a table at play."""
    return JournalWriter(
        lambda: Journal.open(directory),
        lambda: Journal.read(directory, whole=True),  # what is missing of a game that is gone on with would be undone
        usual_spill(directory),
        SystemCalendar(),
        clock,
    )


class JournalWriter:
    """The journal's methods, by the same names, but without JournalError.

    `open_journal` is called again after every failure. `read_journal` opens all of it for reading only, where the disk
    does not allow more. What the disk refuses is kept in the `spill`, too, and taken up from there. `clock` tells
    seconds, to see how slow the disk is. Games of which the file knows nothing yet have negative numbers. Only the game
    in play, and games before it in this evening, can be changed; for others, and missing rows, ValueError is raised.
    """

    def __init__(
        self,
        open_journal: Opener,
        read_journal: Opener | None = None,
        spill: Spill | None = None,
        calendar: Calendar | None = None,
        clock: Callable[[], float] = time.monotonic,
    ) -> None:
        self.disk = JournalAccess(open_journal, self._recognise, clock)
        """The file as it can be reached now."""
        self.spill = SpillInUse(spill)
        """What the disk refuses, in memory, where another process finds it."""
        self._calendar = calendar or SystemCalendar()
        self._mirrors = GameMirrors()
        self._take_up = partial(_take_up, self.disk, self._mirrors, read_journal)
        self._mirrors.take_up_spilled(self.spill.load() or Spilled())
        self._write()

    @property
    def trouble(self) -> str | None:
        """Why rows are kept in memory only, in a sentence; None while all is on the disk."""
        return None if self.fault is None else str(self.fault)

    @property
    def fault(self) -> JournalError | None:
        """The same as an error, with its `sentence`."""
        return self.disk.fault

    @property
    def notice(self) -> Text | None:
        """The last thing that people must know of besides; None if nothing."""
        return self.disk.notices[-1] if self.disk.notices else None

    @property
    def unkept(self) -> bool:
        """Whether the disk, as far as is known, lacks something that was declared, or has what was taken back."""
        return self._mirrors.unkept

    def retry(self, *, patiently: bool = False) -> None:
        """Try again to write what is waiting; does nothing while all is on the disk.

        `patiently` leaves a disk alone that took long to refuse the last time.
        """
        if self.fault is not None:
            if not patiently:
                self.disk.hasten()
            self._write()

    def current(self) -> int | None:
        """The number of the game in play; None if there is none, or the disk cannot say."""
        self._look_back()
        return _number(self._mirrors.in_play)

    def before(self, game: int) -> int | None:
        """The number of the game before, which is at hand then; None if the disk knows of none, or it was deleted."""
        if _number(self._mirrors.in_play) != game:
            return None
        if self._mirrors.before is None:
            self._take_up()
        before = self._mirrors.before
        return None if before is None or leaves_out(deleted_games(self), before.identity) else before.game

    def begin(self, rows: Sequence[JournalRow] = ()) -> int:
        """Begin a game with these rows, and return its number; without any, one that a disk gives at last is that."""
        missed = not rows and self.fault is not None and self._mirrors.in_play is None
        if missed:
            self.retry(patiently=True)
            if self.fault is None and (number := self.current()) is not None:
                return number
        mirror = GameMirror(list(rows), new_identity(), self._calendar.moment())
        self._mirrors.begin(mirror)
        # Where the disk may have another one in play, people are told before it gets this one.
        self._write(only_in_memory=missed and self.fault is not None)
        return self._mirrors.name(mirror)

    def open_earlier(self, game: int) -> bool:
        """Have another game of the file at hand, so that it can be added to. False if the disk does not give it."""
        if self._mirrors.find(game) is None:
            found = self.read(lambda journal: _earlier(journal, game), None)
            if found is None:
                return False
            self._mirrors.open_earlier(found)
        return True

    def leave_earlier(self) -> None:
        """Only the game in play, and those before it in this evening, need be at hand; and what the file lacks."""
        self._mirrors.leave_earlier()

    def append(self, game: int, rows: Sequence[JournalRow], result: GameResult | None = None) -> None:
        """Add rows to a game, and with them what the game has come to, if that is known."""
        self._mirror(game).add(rows, result)
        self._write()

    def undo(self, game: int, count: int) -> None:
        """Remove the last `count` rows that are kept of a game."""
        self._mirror(game).remove(count)
        self._write()

    def drop(self, game: int, keeping: Sequence[JournalRow] = (), result: GameResult | None = None) -> None:
        """Remove the game in play with its rows. The one before it is in play, and is given rows that keep what was
        removed; `result` is what it has come to with them, if that is known."""
        self._mirrors.drop(self._mirror(game), keeping, result)
        self._write()

    def rows(self, game: int) -> list[JournalRow]:
        """The rows of a game that count, in order."""
        return counting(self.kept_rows(game))

    def kept_rows(self, game: int) -> list[JournalRow]:
        """All rows that are kept of a game, in order."""
        return list(self._mirror(game).rows)

    def resume(self, game: int) -> ResumedGame:
        """What a game is gone on with."""
        return self._mirror(game).resume()

    def keep_snapshot(self, game: int, snapshot: Snapshot) -> None:
        """Keep what a game is now, so that the next start need not read all of it, if the disk lets it."""
        self.read(self._mirror(game).keeping(snapshot), None)

    def begun(self, game: int) -> float | None:
        """When a game was begun, in seconds since 1970, for show only; None while the date is not known."""
        return self._mirror(game).dated(self._calendar)

    def read(self, look: Callable[[Journal], Found], otherwise: Found) -> Found:
        """What a look at the file finds; `otherwise` while the disk refuses."""
        found = [otherwise]
        if self.fault is None:
            self.disk.do(lambda journal: found.append(look(journal)))
        return found[-1]

    def keep_results(self, results: Sequence[tuple[int, GameResult | None]]) -> bool:
        """Keep what games of the file came to, if the disk lets it. Whether it did."""
        return self.fault is None and self.disk.do(lambda journal: journal.results.keep(results))

    def last_played(self, game_id: str, played: str | None = None) -> list[JournalRow] | None:
        """The rows that count of the last game of a kind before the one in play; with `played`, in which this was.

        None where there is none, or the disk cannot say.
        """
        found = self._mirrors.last_played(game_id, played, deleted_games(self))
        return found or self.read(
            lambda journal: journal.last_played(game_id, played, self._mirrors.first_number), found
        )

    def titles(self, game_id: str) -> tuple[str, ...]:
        """What was played in games of a kind before the one in play, the latest first, each once."""
        kept = self.read(lambda journal: journal.titles(game_id, self._mirrors.first_number), _NONE)
        return each_once(title for title in (*self._mirrors.titles(game_id, deleted_games(self)), *kept) if title)

    def date(self) -> bool:
        """See whether the date has become known, and write it down. True once it is known."""
        known = self._calendar.epoch() is not None
        if known and self.fault is None:
            self.disk.do(Journal.date)
        return known

    def mark(self) -> None:
        """Mark what is on the disk as acknowledged. From the first call on, that is left to calls: make one after each
        answer to the table."""
        self.disk.mark()

    def close(self) -> None:
        """Write what is waiting, if the disk lets it, and close the file."""
        self.retry()
        self.disk.let_go()

    def _mirror(self, game: int) -> GameMirror:
        if (mirror := self._mirrors.find(game)) is None:
            self._look_back()
            if (mirror := self._mirrors.find(game)) is None:
                raise ValueError(f"no game {game} this evening")
        return mirror

    def _recognise(self, journal: Journal) -> None:
        """A file that has been opened anew. Raises JournalError."""
        if self.fault is not None or self.spill.used:
            journal.settle()
        self._mirrors.recognise(journal)

    def _write(self, *, only_in_memory: bool = False) -> None:
        """Bring the file to where the mirrors are, or else the spill."""
        if only_in_memory or not self.disk.write(self._mirrors.catch_up):
            self.spill.save(self._mirrors.spilled())
        elif self.spill.used:
            self.spill.clear()

    def _look_back(self) -> None:
        """If no game is in memory, take up the one that the file has."""
        if self._mirrors.in_play is None:
            self._take_up()


def _number(mirror: GameMirror | None) -> int | None:
    """The number by which the table knows a game."""
    return None if mirror is None else mirror.game


def _take_up(disk: JournalAccess, mirrors: GameMirrors, read_journal: Opener | None) -> None:
    """Have a game more at hand that the file has, even if it can only be read."""
    if disk.do(mirrors.take_up) or read_journal is None:
        return
    with suppress(JournalError), closing(read_journal()) as journal:
        mirrors.take_up(journal)


def _earlier(journal: Journal, number: int) -> GameMirror | None:
    """A game of the file; None if there is none of this number. Raises JournalError."""
    try:
        return mirror_of(journal, number)
    except ValueError:
        return None
