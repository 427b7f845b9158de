"""A journal that never fails the table: where the disk refuses, the game goes on from memory.

Each game of the evening has a mirror in memory, which knows how far the file
has got. Whatever the file lacks is written at the next opportunity; a file
that was reopened, mended or changed is first compared with the mirror, so
that nothing is written twice.
"""

from __future__ import annotations

import time
from collections.abc import Callable, Iterable, Sequence
from contextlib import suppress
from dataclasses import dataclass, field
from pathlib import Path
from typing import TypeVar

from device.history.results import GameResult
from device.journal import linking, validate
from device.journal.errors import JournalError
from device.journal.spill import Spill, Spilled, SpilledGame, usual_spill
from device.journal.store import Journal, new_identity
from device.session.rows import JournalRow
from device.session.undo import counting
from display.words import Text, text
from hal.clock.wallclock import BootMoment, Calendar, SystemCalendar

Found = TypeVar("Found")

REMEMBERED = 2
"""How many games stay in memory though the file has them: the one in play, and the one to go back to."""

SLOW_S = 1.0
"""From how many seconds on a disk is slow, and people are told."""

PATIENCE = 10
"""A disk that refuses only after long is left alone for this many times as long."""


@dataclass(slots=True)
class _Mirror:
    rows: list[JournalRow]
    identity: bytes
    begun: BootMoment
    game: int = 0
    """The number by which the table knows the game."""
    number: int | None = None
    """Its number in the file; None while the file lacks it."""
    there: int = 0
    """How many rows the file has of it."""
    same: int = field(default=0)
    """How many of these, from the first, are the mirror's too."""
    date: float | None = None
    """When it was begun, in seconds since 1970; None while that is not known."""

    result: GameResult | None = None
    """What the game has come to with its last row, if that is known."""

    @property
    def written(self) -> bool:
        return self.number is not None and self.there == self.same == len(self.rows)


def of(directory: Path, clock: Callable[[], float] = time.monotonic) -> JournalWriter:
    """The writer of a data directory's journal, for a table at play."""
    return JournalWriter(
        lambda: Journal.open(directory),
        lambda: Journal.read(directory),
        usual_spill(directory),
        SystemCalendar(),
        clock,
    )


class JournalWriter:
    """The journal's methods, by the same names, but without JournalError.

    `open_journal` opens the journal, or raises JournalError; it is called again
    after every failure. `read_journal` does the same for reading only, where the
    disk does not allow more. What the disk refuses is kept in the `spill`, too, and taken up from there.
    `clock` tells seconds, to see how slow the disk is.

    Games of which the file knows nothing yet have negative
    numbers. Only the game in play, and games before it in this evening, can be changed; for
    others, and for rows that do not exist, ValueError is raised.
    """

    def __init__(
        self,
        open_journal: Callable[[], Journal],
        read_journal: Callable[[], Journal] | None = None,
        spill: Spill | None = None,
        calendar: Calendar | None = None,
        clock: Callable[[], float] = time.monotonic,
    ) -> None:
        self._open_journal = open_journal
        self._read_journal = read_journal
        self._spill = spill
        self._calendar = calendar or SystemCalendar()
        self._clock = clock
        self._journal: Journal | None = None
        self._games: list[_Mirror] = []
        self._earlier: list[_Mirror] = []
        """Games that the table went over to from the one in play: the last of them, and those that the file lacks."""
        self._dropped: list[_Mirror] = []
        self._invented = 0
        self._notice: Text | None = None
        self._fault: JournalError | None = None
        self._is_spilled = False
        self._spilled_in: Path | None = None
        self._slow = False
        self._marks_later = False
        self._again_at = float("-inf")
        self._take_up_spill()
        self._write()

    @property
    def trouble(self) -> str | None:
        """Why rows are kept in memory only, in a sentence; None while all is on the disk."""
        return None if self._fault is None else str(self._fault)

    @property
    def fault(self) -> JournalError | None:
        """The same as an error, whose `sentence` can be said in other languages."""
        return self._fault

    @property
    def notice(self) -> Text | None:
        """The last thing that people must know of besides: a journal was damaged, the disk is slow. None if nothing."""
        return self._notice

    @property
    def slow(self) -> bool:
        """Whether the disk has been slow this evening, so that an acknowledgement may take its time."""
        return self._slow

    @property
    def unkept(self) -> bool:
        """Whether the disk, as far as is known, lacks something that was declared, or has what was taken back."""
        return any(mirror.number is not None for mirror in self._dropped) or any(
            not mirror.written and (mirror.rows or mirror.there) for mirror in self._all
        )

    @property
    def spilled_in(self) -> Path | None:
        """The directory in memory where another process finds what the disk refuses; None if nothing is there."""
        return self._spilled_in

    def avoided(self) -> list[str]:
        """Directories that are not used in memory, since other users could meddle with them; each is named once."""
        if self._spill is None:
            return []
        found = [str(place) for place in self._spill.avoided]
        self._spill.avoided.clear()
        return found

    def retry(self, *, patiently: bool = False) -> None:
        """Try again to write what is waiting; does nothing while all is on the disk.

        `patiently` leaves a disk alone that took long to refuse the last time.
        """
        if self._fault is not None:
            if not patiently:
                self._again_at = float("-inf")
            self._write()

    def current(self) -> int | None:
        """The number of the game in play; None if there is none, or the disk cannot say."""
        self._look_back()
        return self._games[-1].game if self._games else None

    def begin(self, rows: Sequence[JournalRow] = ()) -> int:
        """Begin a game with these rows; it is the one in play. Returns its number."""
        mirror = _Mirror(list(rows), new_identity(), self._calendar.moment())
        self._games.append(mirror)
        self._write()
        mirror.game = self._name(mirror)
        return mirror.game

    def open_earlier(self, game: int) -> bool:
        """Have another game of the file at hand, so that it can be added to. False if the disk does not give it."""
        if any(mirror.game == game for mirror in self._all):
            return True
        found = self.read(lambda journal: _earlier(journal, game), None)
        if found is not None:
            self._earlier.append(found)
        return found is not None

    def leave_earlier(self) -> None:
        """Only the game in play, and those before it in this evening, need be at hand; and what the file lacks."""
        self._earlier = [mirror for mirror in self._earlier if not mirror.written]

    def append(self, game: int, rows: Sequence[JournalRow], result: GameResult | None = None) -> None:
        """Add rows to a game, and with them what the game has come to, if that is known."""
        mirror = self._mirror(game)
        mirror.rows.extend(rows)
        mirror.result = result
        self._write()

    def undo(self, game: int, count: int) -> None:
        """Remove the last `count` rows that are kept of a game."""
        mirror = self._mirror(game)
        left = len(mirror.rows) - count
        if not 0 <= left <= len(mirror.rows):
            raise ValueError(f"cannot undo {count} of {len(mirror.rows)} rows")
        del mirror.rows[left:]
        mirror.result = None
        mirror.same = min(mirror.same, left)
        self._write()

    def drop(self, game: int) -> None:
        """Remove a game and its rows. If it was in play, the one before it is."""
        mirror = self._mirror(game)
        self._games.remove(mirror)
        self._dropped.append(mirror)
        self._write()

    def rows(self, game: int) -> list[JournalRow]:
        """The rows of a game that count, in order."""
        return counting(self.kept_rows(game))

    def kept_rows(self, game: int) -> list[JournalRow]:
        """All rows that are kept of a game, in order."""
        return list(self._mirror(game).rows)

    def begun(self, game: int) -> float | None:
        """When a game was begun, in seconds since 1970, for show only; None while the date is not known."""
        mirror = self._mirror(game)
        epoch = self._calendar.epoch()
        if mirror.date is None and epoch is not None and mirror.begun.boot == self._calendar.moment().boot:
            mirror.date = epoch + mirror.begun.uptime
        return mirror.date

    def read(self, look: Callable[[Journal], Found], otherwise: Found) -> Found:
        """What a look at the file finds; `otherwise` while the disk refuses."""
        found = [otherwise]

        def work(journal: Journal) -> None:
            found[0] = look(journal)

        if self._fault is None:
            self._guard(work)
        return found[0]

    def keep_results(self, results: Sequence[tuple[int, GameResult | None]]) -> bool:
        """Keep what games of the file came to, if the disk lets it. Whether it did."""
        return self._fault is None and self._guard(lambda journal: journal.keep_results(results))

    def last_played(self, game_id: str, played: str | None = None) -> list[JournalRow] | None:
        """The rows that count of the last game of a kind before the one in play; with `played`, in which this was.

        None where there is none, or the disk cannot say.
        """
        wanted = linking.beginning(game_id, played)
        for mirror in reversed(self._games[:-1]):
            rows = counting(mirror.rows)
            if linking.title(rows).startswith(wanted):
                return rows
        nothing: list[JournalRow] | None = None
        return self.read(lambda journal: journal.last_played(game_id, played, self._first_mirrored), nothing)

    def titles(self, game_id: str) -> tuple[str, ...]:
        """What was played in games of a kind before the one in play, the latest first, each once."""
        wanted = linking.beginning(game_id)
        here = (linking.title(counting(mirror.rows)) for mirror in reversed(self._games[:-1]))
        nothing: tuple[str, ...] = ()
        kept = self.read(lambda journal: journal.titles(game_id, self._first_mirrored), nothing)
        found = (*(linking.played(title) for title in here if title.startswith(wanted)), *kept)
        return tuple(dict.fromkeys(title for title in found if title))

    @property
    def _first_mirrored(self) -> int:
        """The first game in memory that the file has, too; a number above all if there is none."""
        numbers = (mirror.number for mirror in self._games if mirror.number is not None)
        return min(numbers, default=validate.MOST_NUMBER)

    def names(self) -> tuple[str, ...]:
        """The names that were played under, the latest first; none where the disk cannot say."""
        nobody: tuple[str, ...] = ()
        return self.read(lambda journal: journal.names(), nobody)

    def date(self) -> bool:
        """See whether the date has become known, and write it down. True once it is known."""
        if self._calendar.epoch() is None:
            return False
        if self._fault is None:
            self._guard(_date)
        return True

    def mark(self) -> None:
        """Mark what is on the disk as acknowledged. From the first call on, that is left to calls: make one after each
        answer to the table."""
        self._marks_later = True
        if self._journal is not None and self._fault is None:
            self._journal.marks_later = True
            self._guard(_mark)

    def close(self) -> None:
        """Write what is waiting, if the disk lets it, and close the file."""
        self.retry()
        self._let_go()

    def _mirror(self, game: int) -> _Mirror:
        self._look_back()
        for mirror in reversed(self._all):
            if mirror.game == game:
                return mirror
        raise ValueError(f"no game {game} this evening")

    @property
    def _all(self) -> tuple[_Mirror, ...]:
        return (*self._earlier, *self._games)

    def _name(self, mirror: _Mirror) -> int:
        if mirror.number is not None and all(other.game != mirror.number for other in self._games):
            return mirror.number
        self._invented -= 1
        return self._invented

    def _write(self) -> None:
        """Bring the file to where the mirrors are, or else the spill."""
        if self._clock() >= self._again_at and self._guard(self._catch_up):
            self._fault = None
            if self._is_spilled and self._spill is not None:
                self._spill.clear()
                self._is_spilled, self._spilled_in = False, None
        elif self._spill is not None:
            self._spilled_in = self._spill.save(Spilled(_spilled(self._all), _spilled(self._dropped)))
            self._is_spilled = True

    def _guard(self, work: Callable[[Journal], object]) -> bool:
        """Do something with the file; if it is damaged, with a new one. True if it was done.

        A failure is remembered, and the file is opened anew the next time.
        """
        began, opened, noticed = self._clock(), self._journal, self._notice
        done = self._try(work)
        took = self._clock() - began
        # Opening may take its time, and mending has more to tell: only a write shows how slow a disk is.
        if took >= SLOW_S and done and not self._slow and opened is not None and self._notice is noticed:
            self._slow = True
            self._notice = text("The disk is slow. After each declaration, wait for the signal; use another disk soon.")
        # The keys wait for a disk that takes long to refuse: they shall not wait each time.
        self._again_at = self._clock() + PATIENCE * took if took >= SLOW_S and not done else float("-inf")
        return done

    def _try(self, work: Callable[[Journal], object]) -> bool:
        for _ in ("the file", "a new one"):
            try:
                if self._journal is None:
                    self._journal = self._opened()
                work(self._journal)
            except JournalError as error:
                self._fault = error
                if self._journal is None or not error.damaged:
                    break
                self._set_aside(self._journal)
            else:
                return True
        self._let_go()
        return False

    def _set_aside(self, journal: Journal) -> None:
        self._journal = None
        with suppress(JournalError):
            self._notice = journal.mend()

    def _let_go(self) -> None:
        if self._journal is not None:
            self._journal.close()
            self._journal = None

    def _opened(self) -> Journal:
        journal = self._open_journal()
        journal.marks_later = self._marks_later
        self._notice = journal.notice or self._notice
        try:
            if self._fault is not None or self._is_spilled:
                journal.settle()
            for mirror in (*self._dropped, *self._all):
                _recognise(journal, mirror)
        except JournalError:
            journal.close()
            raise
        return journal

    def _catch_up(self, journal: Journal) -> None:
        while self._dropped:
            if self._dropped[0].number is not None:
                journal.drop(self._dropped[0].number)
            del self._dropped[0]
        for mirror in self._all:
            if not mirror.written:
                _bring(journal, mirror)
        while len(self._games) > REMEMBERED:
            del self._games[0]

    def _look_back(self) -> None:
        """If no game is in memory, take up the one that the file has, even if it can only be read."""
        if self._games or self._guard(self._take_up) or self._read_journal is None:
            return
        with suppress(JournalError):
            journal = self._read_journal()
            try:
                self._take_up(journal)
            finally:
                journal.close()

    def _take_up_spill(self) -> None:
        """Go on with what an earlier process left in the spill."""
        found = None if self._spill is None else self._spill.load()
        if found is not None:
            self._dropped += (_mirrored(game) for game in found.dropped)
            for game in found.games:
                mirror = _mirrored(game)
                mirror.game = self._name(mirror)
                self._games.append(mirror)
            self._is_spilled = True

    def _take_up(self, journal: Journal) -> None:
        """Go on with the game that the file has in play, but for those that are still to be dropped."""
        waiting = [mirror.number for mirror in self._dropped if mirror.number is not None]
        number = journal.before(min(waiting)) if waiting else journal.current()
        if number is not None:
            at_hand = next((mirror for mirror in self._earlier if mirror.number == number), None)
            if at_hand is not None:
                self._earlier.remove(at_hand)
            self._games.append(at_hand or _mirror_of(journal, number))


def _earlier(journal: Journal, number: int) -> _Mirror | None:
    """A game of the file; None if there is none of this number. Raises JournalError."""
    try:
        return _mirror_of(journal, number)
    except ValueError:
        return None


def _mirror_of(journal: Journal, number: int) -> _Mirror:
    """A game as the file has it. Raises JournalError, and ValueError if there is none."""
    rows, begun, date = journal.kept_rows(number), journal.begun_at(number), journal.begun(number)
    return _Mirror(rows, journal.identity(number), begun, number, number, len(rows), len(rows), date)


def catch_up(journal: Journal, spilled: Spilled) -> None:
    """Bring a journal to where the spill is. Raises JournalError."""
    for game in spilled.dropped:
        mirror = _mirrored(game)
        _recognise(journal, mirror)
        if mirror.number is not None:
            journal.drop(mirror.number)
    for game in spilled.games:
        mirror = _mirrored(game)
        _recognise(journal, mirror)
        if not mirror.written:
            _bring(journal, mirror)


def _mirrored(game: SpilledGame) -> _Mirror:
    return _Mirror(list(game.rows), game.identity, game.begun, number=game.number)


def _spilled(mirrors: Iterable[_Mirror]) -> tuple[SpilledGame, ...]:
    return tuple(SpilledGame(one.identity, one.number, one.begun, tuple(one.rows)) for one in mirrors)


def _date(journal: Journal) -> None:
    journal.date()


def _mark(journal: Journal) -> None:
    journal.mark()


def _bring(journal: Journal, mirror: _Mirror) -> None:
    """Write what the file lacks of a game."""
    if mirror.number is None:
        mirror.number = journal.begin(mirror.rows, mirror.identity, mirror.begun)
    else:
        if mirror.there > mirror.same:
            journal.undo(mirror.number, mirror.there - mirror.same)
            mirror.there = mirror.same
        if mirror.same < len(mirror.rows):
            journal.append(mirror.number, mirror.rows[mirror.same :], mirror.result)
    mirror.there = mirror.same = len(mirror.rows)


def _recognise(journal: Journal, mirror: _Mirror) -> None:
    """Find out how much a newly opened file has of a game.

    A call that failed may have got through all the same, so the newest game may be this one.
    """
    number = journal.current() if mirror.number is None else mirror.number
    mirror.number, mirror.there, mirror.same = None, 0, 0
    with suppress(ValueError):
        if number is not None and journal.identity(number) == mirror.identity:
            there = journal.kept_rows(number)
            mirror.number, mirror.there = number, len(there)
            mirror.same = _alike(there, mirror.rows)


def _alike(one: Iterable[JournalRow], other: Iterable[JournalRow]) -> int:
    """How many rows are the same, from the first."""
    count = 0
    for left, right in zip(one, other, strict=False):
        if left != right:
            break
        count += 1
    return count
