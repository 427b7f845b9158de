"""A journal that never fails the table: where the disk refuses, the game goes on from memory.

Each game of the evening has a mirror in memory, which knows how far the file
has got. Whatever the file lacks is written at the next opportunity; a file
that was reopened, mended or changed is first compared with the mirror, so
that nothing is written twice.
"""

from __future__ import annotations

from collections.abc import Callable, Iterable, Sequence
from contextlib import suppress
from dataclasses import dataclass, field

from device.faults import JournalError
from device.journal import Journal, new_identity
from device.rows import Row
from display.words import Text

REMEMBERED = 2
"""How many games stay in memory though the file has them: the one in play, and the one to go back to."""


@dataclass(slots=True)
class _Mirror:
    rows: list[Row]
    identity: bytes
    game: int = 0
    """The number by which the table knows the game."""
    number: int | None = None
    """Its number in the file; None while the file lacks it."""
    there: int = 0
    """How many rows the file has of it."""
    same: int = field(default=0)
    """How many of these, from the first, are the mirror's too."""

    @property
    def written(self) -> bool:
        return self.number is not None and self.there == self.same == len(self.rows)


class Keeper:
    """The journal's methods, by the same names, but without JournalError.

    `open_journal` opens the journal, or raises JournalError; it is called again
    after every failure. Games of which the file knows nothing yet have negative
    numbers. Only the game in play, and games before it in this evening, can be changed; for
    others, and for rows that do not exist, ValueError is raised.
    """

    def __init__(self, open_journal: Callable[[], Journal]) -> None:
        self._open_journal = open_journal
        self._journal: Journal | None = None
        self._games: list[_Mirror] = []
        self._dropped: list[_Mirror] = []
        self._invented = 0
        self._notice: Text | None = None
        self._fault: JournalError | None = None
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
        """What was done to a damaged journal; None if none was damaged."""
        return self._notice

    def retry(self) -> None:
        """Try again to write what is waiting; does nothing while all is on the disk."""
        if self._fault is not None:
            self._write()

    def current(self) -> int | None:
        """The number of the game in play; None if there is none, or the disk cannot say."""
        if not self._games:
            self._guard(self._take_up)
        return self._games[-1].game if self._games else None

    def begin(self, rows: Sequence[Row] = ()) -> int:
        """Begin a game with these rows; it is the one in play. Returns its number."""
        mirror = _Mirror(list(rows), new_identity())
        self._games.append(mirror)
        self._write()
        mirror.game = self._name(mirror)
        return mirror.game

    def append(self, game: int, rows: Sequence[Row]) -> None:
        """Add rows to a game."""
        self._mirror(game).rows.extend(rows)
        self._write()

    def undo(self, game: int, count: int) -> None:
        """Remove a game's last `count` rows."""
        mirror = self._mirror(game)
        left = len(mirror.rows) - count
        if not 0 <= left <= len(mirror.rows):
            raise ValueError(f"cannot undo {count} of {len(mirror.rows)} rows")
        del mirror.rows[left:]
        mirror.same = min(mirror.same, left)
        self._write()

    def drop(self, game: int) -> None:
        """Remove a game and its rows. If it was in play, the one before it is."""
        mirror = self._mirror(game)
        self._games.remove(mirror)
        self._dropped.append(mirror)
        self._write()

    def rows(self, game: int) -> list[Row]:
        """All rows of a game, in order."""
        return list(self._mirror(game).rows)

    def close(self) -> None:
        """Write what is waiting, if the disk lets it, and close the file."""
        self.retry()
        self._let_go()

    def _mirror(self, game: int) -> _Mirror:
        if not self._games:
            self._guard(self._take_up)
        for mirror in reversed(self._games):
            if mirror.game == game:
                return mirror
        raise ValueError(f"no game {game} this evening")

    def _name(self, mirror: _Mirror) -> int:
        if mirror.number is not None and all(other.game != mirror.number for other in self._games):
            return mirror.number
        self._invented -= 1
        return self._invented

    def _write(self) -> None:
        """Bring the file to where the mirrors are."""
        if self._guard(self._catch_up):
            self._fault = None

    def _guard(self, work: Callable[[Journal], None]) -> bool:
        """Do something with the file; if it is damaged, with a new one. True if it was done.

        A failure is remembered, and the file is opened anew the next time.
        """
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
        self._notice = journal.notice or self._notice
        try:
            for mirror in (*self._dropped, *self._games):
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
        for mirror in self._games:
            if not mirror.written:
                _bring(journal, mirror)
        while len(self._games) > REMEMBERED:
            del self._games[0]

    def _take_up(self, journal: Journal) -> None:
        """Go on with the game that the file has in play, but for those that are still to be dropped."""
        waiting = [mirror.number for mirror in self._dropped if mirror.number is not None]
        number = journal.before(min(waiting)) if waiting else journal.current()
        if number is not None:
            rows = journal.rows(number)
            self._games.append(_Mirror(rows, journal.identity(number), number, number, len(rows), len(rows)))


def _bring(journal: Journal, mirror: _Mirror) -> None:
    """Write what the file lacks of a game."""
    if mirror.number is None:
        mirror.number = journal.begin(mirror.rows, mirror.identity)
    else:
        if mirror.there > mirror.same:
            journal.undo(mirror.number, mirror.there - mirror.same)
            mirror.there = mirror.same
        if mirror.same < len(mirror.rows):
            journal.append(mirror.number, mirror.rows[mirror.same :])
    mirror.there = mirror.same = len(mirror.rows)


def _recognise(journal: Journal, mirror: _Mirror) -> None:
    """Find out how much a newly opened file has of a game.

    A call that failed may have got through all the same, so the newest game may be this one.
    """
    number = journal.current() if mirror.number is None else mirror.number
    mirror.number, mirror.there, mirror.same = None, 0, 0
    with suppress(ValueError):
        if number is not None and journal.identity(number) == mirror.identity:
            there = journal.rows(number)
            mirror.number, mirror.there = number, len(there)
            mirror.same = _alike(there, mirror.rows)


def _alike(one: Iterable[Row], other: Iterable[Row]) -> int:
    """How many rows are the same, from the first."""
    count = 0
    for left, right in zip(one, other, strict=False):
        if left != right:
            break
        count += 1
    return count
