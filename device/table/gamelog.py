"""The games of a table: which is the current one, what is declared in it, and the way to others and back."""

from __future__ import annotations

from collections.abc import Callable, Sequence
from contextlib import suppress
from typing import Protocol

from device import games
from device.contract.refusal import Refusal, RefusalCode, Refused, refuse
from device.contract.setup import TableSetup
from device.session import past, snapshot
from device.session import session as sessions
from device.session.offers import Offers, offers, table_of
from device.session.past import Past
from device.session.rows import JournalRow
from device.session.session import Advance, Session, Step, step
from device.session.undo import DroppedGame, Timeline, dropping
from device.table.open_game import Corrected, KeepsRows, OpenGame
from display.words import Text, text
from values.named_tuple import NamedTuple


class Kept(KeepsRows, Protocol):
    """Where games are kept; see `device.journal.store.Journal`. Every call is durable when it returns."""

    def current(self) -> int | None: ...
    def begin(self, rows: Sequence[JournalRow] = ()) -> int: ...
    def before(self, game: int) -> int | None: ...
    def kept_rows(self, game: int) -> list[JournalRow]: ...
    def open_earlier(self, game: int) -> bool: ...
    def leave_earlier(self) -> None: ...
    def begun(self, game: int) -> float | None: ...
    def last_played(self, game_id: str, played: str | None = None) -> list[JournalRow] | None: ...
    def titles(self, game_id: str) -> tuple[str, ...]: ...


class GameLog:
    """The current game: the one in play, or an earlier one that the table has gone over to."""

    def __init__(self, kept: Kept, left: int = 0, leave: Callable[[int], None] = lambda number: None) -> None:
        """Take up the current game, or begin the first.

        A game that these rules cannot read stays in the journal untouched, and another is begun; see `unreadable`.
        `left` is the one that was left because its package was not here: the table goes on with it once it is, unless
        something else has been begun. `leave` keeps its number.
        """
        self.unreadable: Text | None = None
        """What people must know of the last game that could not be taken up; None if there was none."""
        self.current = OpenGame(kept, 0, Timeline(), Past())
        """The current game."""
        self._kept = kept
        self._left = 0
        """The number of a game that can't be taken up because its package is not here; 0 for none."""
        self._last_of: tuple[int, str, str | None] | None = None
        self._last: TableSetup | None = None
        self._in_play: OpenGame | None = None
        self._take_up(kept.current())
        self._go_on_with(left)
        if self._left != left:
            leave(self._left)

    @property
    def session(self) -> Session:
        """The current game as it stands, as everybody may see it."""
        return self.current.session

    @property
    def rows(self) -> Sequence[JournalRow]:
        """The rows of the current game as they count, what is secret among them."""
        return self.current.rows

    @property
    def players(self) -> tuple[str, ...]:
        """Who plays, by seat; nobody before the game is set up."""
        table = self.session.record.table
        return () if table is None else table.players

    @property
    def game(self) -> int:
        """The number by which the current game is kept."""
        return self.current.number

    @property
    def in_play(self) -> int:
        """The number of the game in play."""
        return self.current.number if self._in_play is None else self._in_play.number

    @property
    def earlier(self) -> bool:
        """Whether the current game is not the one in play."""
        return self._in_play is not None

    @property
    def begun(self) -> float | None:
        """When the current game was begun, in seconds since 1970, for show only; None while the date is not known."""
        return self._kept.begun(self.game)

    def perform(self, row: JournalRow) -> tuple[Advance, ...]:
        """Like `OpenGame.declare`, for a step of the table or a line of the record."""
        return self.current.perform(row, self.offered)

    def undo(self) -> tuple[JournalRow, ...] | Corrected:
        """See `OpenGame.undo`; at the beginning of a game there is nothing: see `back`."""
        return self.current.undo()

    @property
    def untouched(self) -> bool:
        """Whether nothing was ever said at this table: the game in play is the first, and has no rows."""
        timeline = self.current.timeline
        return not timeline.rows and not timeline.taken_back and self._kept.before(self.game) is None

    @property
    def last_table(self) -> TableSetup | None:
        """Who played this kind of game last, and with which options; None if nobody has, or nothing is said yet.

        Once it is said what is played: who played that.
        """
        game, table = self.session.record.game, self.session.record.table
        if game is None:
            return None
        played = table.title if game.titled and table is not None else None
        if self._last_of != (self.game, game.id, played):
            rows = self._kept.last_played(game.id, played)
            self._last_of, self._last = (self.game, game.id, played), None if rows is None else table_of(rows)
        return self._last

    def forget_last(self) -> None:
        """Another game may be the last of its kind now: one was deleted, or taken back."""
        self._last_of = None

    @property
    def titles(self) -> tuple[str, ...]:
        """What was played under a name of the table's so far, the latest first."""
        game = self.session.record.game
        return () if game is None else self._kept.titles(game.id)

    @property
    def offered(self) -> Offers:
        """The options that this table gets if it says nothing else."""
        game = self.session.record.game
        return () if game is None else offers(game, self.last_table)

    def open_earlier(self, game: int) -> bool:
        """Go over to an earlier game, for as long as the table likes. False if it can't be read.

        What was undone in it then can't be redone any more.
        """
        self.leave_earlier()
        before = self.current
        if not self._kept.open_earlier(game):
            return False
        if not self._open(game):
            self._kept.leave_earlier()
            return False
        self.current.open_anew()
        self._in_play = before
        return True

    def leave_earlier(self) -> None:
        """Go back to the game in play, if the table is not there."""
        if self._in_play is not None:
            self.current, self._in_play = self._in_play, None
            self._kept.leave_earlier()

    def back(self) -> bool:
        """Drop the game in play, of which no row counts any more, for the one before it, which keeps its rows.

        False if there is none. Raises Refused if these rules can't read that game, or it can't hold these rows.
        """
        number = self._kept.before(self.game)
        if number is None:
            return False
        before = _read(self._kept, number)
        if isinstance(before, _Unreadable):
            refuse(RefusalCode.WRONG_PHASE, before.sentence)
        before.follow_dropped(self.game, dropping(self._kept.kept_rows(self.game)))
        self.current = before
        return True

    def bring_back(self) -> bool:
        """Begin the game again that the last undo dropped. False if it dropped none."""
        game = self.current.redoable
        if not isinstance(game, DroppedGame):
            return False
        self._take_up(self._kept.begin(game.rows))
        return True

    def rematch(self) -> None:
        """A new game with the same people and options as the game in play."""
        self.leave_earlier()
        self._take_up(self._kept.begin(sessions.again(self.session)))

    def same_people(self) -> None:
        """A new game of the same people in the same seats, beginning with the question which."""
        self._take_up(self._kept.begin((step(Step.PEOPLE, *self.players),)))

    def another(self) -> None:
        """A new game from the first question on."""
        self.leave_earlier()
        self._open(self._kept.begin())

    def _go_on_with(self, left: int) -> None:
        """Go back to a game that was left, now that its package is here, if nobody has said anything since."""
        if left == 0 or self._left:
            return
        said_since = bool(self.current.timeline.rows) or self._kept.before(self.game) != left
        if not said_since:
            try:
                self.back()
            except Refused as refused:
                self.unreadable, self._left = refused.refusal.sentence, left

    def _take_up(self, game: int | None) -> None:
        """Open a game; where there is none, or none that these rules can read, begin one."""
        if game is None or not self._open(game):
            self._open(self._kept.begin())

    def _open(self, game: int) -> bool:
        """Whether these rules can read all of a game, so that it is the current one from now on."""
        found = _read(self._kept, game)
        if isinstance(found, _Unreadable):
            self.unreadable = found.sentence
            self._left = max(0, game) if found.lacking else 0
            return False
        self.current = found
        return True


class _Unreadable(NamedTuple):
    """What people must know of a game that can't be taken up; `lacking` is whether it waits for its package, or for
    another version of that."""

    sentence: Text
    lacking: bool


def _read(kept: Kept, game: int) -> OpenGame | _Unreadable:
    """A game by its rows, if these rules can read all of it."""
    found = kept.resume(game)
    # One that makes no sense shows that, too, where it is first read: the rows are the truth.
    with suppress(Refused, ValueError, LookupError):
        if found.snapshot is not None:
            return OpenGame(kept, game, *snapshot.gone_on(found.snapshot, found.rows), found.snapshot.spared)
    timeline = Timeline(found.rows)
    reading = past.read(timeline.rows)
    if reading.refusal is None:
        return OpenGame(kept, game, timeline, reading.past)
    if reading.refusal.code is RefusalCode.UNKNOWN_GAME:
        return _Unreadable(_waits(game, reading.refusal), True)
    rules = reading.past.session.record.game
    # Another version of its package may read it again.
    waits = rules is not None and games.package(rules.id) != ""
    return _Unreadable(_unreadable(game, reading.line + 1, reading.refusal), waits)


def _waits(game: int, refusal: Refusal) -> Text:
    return text(
        "{sentence} Game {game} waits for it: all of it is kept, and can be exported.",
        sentence=refusal.sentence,
        game=game,
    )


def _unreadable(game: int, line: int, refusal: Refusal) -> Text:
    return text(
        "Game {game} can't be gone on with: the rules of this version refuse its line {line}. {sentence}"
        " All of it is kept, and can be exported.",
        game=game,
        line=line,
        sentence=refusal.sentence,
    )
