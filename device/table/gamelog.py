"""The game in play with its past: what is declared is kept before it counts, and any of it can be undone."""

from __future__ import annotations

from collections.abc import Iterable, Sequence
from enum import Enum
from itertools import chain, islice
from typing import NamedTuple, Protocol

from device.contract.declarations import Declaration
from device.contract.refusal import Refusal, RefusalCode, refuse
from device.contract.setup import TableSetup
from device.history.results import GameResult, result_so_far
from device.journal import validate
from device.session import past
from device.session import session as sessions
from device.session.correction import Consequences
from device.session.edits import Edit, written
from device.session.offers import Offers, offers, table_of
from device.session.past import Past
from device.session.rows import JournalRow, RowKind
from device.session.session import Advance, Session, Stage, Step, step
from device.session.undo import REDO, UNDO, DroppedGame, TakenBackStep, Timeline, dropping, undone
from display.words import Text, text


class Kept(Protocol):
    """Where rows are kept; see `device.journal.store.Journal`. Every call is durable when it returns."""

    def current(self) -> int | None: ...
    def begin(self, rows: Sequence[JournalRow] = ()) -> int: ...
    def append(self, game: int, rows: Sequence[JournalRow], result: GameResult | None = None) -> None: ...
    def drop(self, game: int) -> None: ...
    def kept_rows(self, game: int) -> list[JournalRow]: ...
    def open_earlier(self, game: int) -> bool: ...
    def leave_earlier(self) -> None: ...
    def begun(self, game: int) -> float | None: ...
    def last_played(self, game_id: str, played: str | None = None) -> list[JournalRow] | None: ...
    def titles(self, game_id: str) -> tuple[str, ...]: ...


class Corrected(Enum):
    """What an undo or a redo does that has no rows of its own: a correction is taken back, or made again."""

    PAST = "past"


class _InPlay(NamedTuple):
    """The game in play, while the table is at an earlier one, of which this many rows were kept and counted then."""

    game: int
    timeline: Timeline
    past: Past
    kept: int
    counted: int


class GameLog:
    """The current game: the one in play, or an earlier one that the table has gone over to.

    Its past is kept with a session for each row, so that undo goes back to a kept value.
    """

    def __init__(self, kept: Kept) -> None:
        """Take up the current game, or begin the first.

        A game that these rules cannot read stays in the journal untouched, and another is begun; see `unreadable`.
        """
        self.unreadable: Text | None = None
        """What people must know of the last game that could not be taken up; None if there was none."""
        self._kept = kept
        self._game = 0
        self._timeline = Timeline()
        self._past = Past()
        self._last_of: tuple[int, str, str | None] | None = None
        self._last: TableSetup | None = None
        self._in_play: _InPlay | None = None
        current = kept.current()
        self._take_up(current)

    @property
    def session(self) -> Session:
        return self._past.session

    @property
    def sessions(self) -> Sequence[Session]:
        """The session before the first of the rows that count, and that after each."""
        return self._past.sessions

    @property
    def players(self) -> tuple[str, ...]:
        """Who plays, by seat; nobody before the game is set up."""
        table = self.session.record.table
        return () if table is None else table.players

    @property
    def game(self) -> int:
        """The number by which the current game is kept."""
        return self._game

    @property
    def in_play(self) -> int:
        """The number of the game in play."""
        return self._game if self._in_play is None else self._in_play.game

    @property
    def earlier(self) -> bool:
        """Whether the current game is not the one in play."""
        return self._in_play is not None

    @property
    def unchanged(self) -> bool:
        """Whether the current game is an earlier one, of which the same counts as when the table went over to it."""
        return self._in_play is not None and len(self._timeline.rows) == self._in_play.counted

    @property
    def rows(self) -> Sequence[JournalRow]:
        """The rows of the current game as they count, with all corrections made."""
        return self._past.rows

    @property
    def timeline(self) -> Timeline:
        """The rows that are kept of it, with what can be redone."""
        return self._timeline

    @property
    def begun(self) -> float | None:
        """When the current game was begun, in seconds since 1970, for show only; None while the date is not known."""
        return self._kept.begun(self._game)

    def declare(self, declaration: Declaration, *, stands: bool = False) -> tuple[Advance, ...]:
        """Declare, keep, and only then count. Returns what came of it. Raises Refused."""
        return self._keep(sessions.declare(self.session, declaration, stands=stands))

    def perform(self, row: JournalRow) -> tuple[Advance, ...]:
        """The same for a step of the table."""
        return self._keep(sessions.perform(self.session, row, self.offered))

    @property
    def last_table(self) -> TableSetup | None:
        """Who played this kind of game last, and with which options; None if nobody has, or nothing is said yet.

        Once it is said what is played: who played that.
        """
        game, table = self.session.record.game, self.session.record.table
        if game is None:
            return None
        played = table.title if game.titled and table is not None else None
        if self._last_of != (self._game, game.id, played):
            rows = self._kept.last_played(game.id, played)
            self._last_of, self._last = (self._game, game.id, played), None if rows is None else table_of(rows)
        return self._last

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

    def judge(self, edits: Sequence[Edit]) -> Consequences:
        """What a correction would change; nothing has changed yet. Raises Refused where there is no declaration."""
        return self._past.judge(edits)

    def correct(self, found: Consequences) -> None:
        """Keep a correction that was judged just now, and that everything fits, and only then have it count.

        Raises Refused if the journal can't hold more of this game.
        """
        self._write(written(found.edits), self._result_of(found.steps, found.place))
        self._past.correct(found)

    def undo(self) -> tuple[JournalRow, ...] | Corrected:
        """Take back the last thing the table did, and return its rows; none at the beginning of a game.

        Raises Refused if the journal can't hold more of this game.
        """
        count = undone(self._timeline.rows)
        if not count:
            return ()
        taken = tuple(self._timeline.rows[-count:])
        before = self._past.before()
        self._write((UNDO,), _result(before.session, before.sessions, before.rows))
        self._past.undo()
        return Corrected.PAST if taken[0].kind is RowKind.CORRECTION else taken

    def redo(self) -> tuple[Advance, ...] | Corrected:
        """Bring again what the last undo took back, and return it; nothing if that was not in this game.

        Raises Refused if these rules no longer allow it.
        """
        step = self.redoable
        if not isinstance(step, TakenBackStep):
            return ()
        if step.rows[0].kind is RowKind.CORRECTION:
            found = past.judged(self._past, step.rows)
            self._write((REDO,), self._result_of(found.steps, found.place))
            self._past.correct(found)
            return Corrected.PAST
        steps = sessions.retaken(self.session, step.rows)
        self._write((REDO,), self._result_of(steps))
        self._past.advance(steps)
        return steps

    def open_earlier(self, game: int) -> bool:
        """Go over to an earlier game, for as long as the table likes. False if it can't be read.

        What was undone in it then can't be redone any more.
        """
        self.leave_earlier()
        before = self._game, self._timeline, self._past
        if not self._kept.open_earlier(game):
            return False
        if not self._open(game):
            self._kept.leave_earlier()
            return False
        self._in_play = _InPlay(*before, self._timeline.kept, len(self._timeline.rows))
        return True

    def leave_earlier(self) -> None:
        """Go back to the game in play, if the table is not there."""
        if self._in_play is not None:
            self._game, self._timeline, self._past = self._in_play[:3]
            self._in_play = None
            self._kept.leave_earlier()

    def back(self) -> bool:
        """Drop the game in play, of which no row counts any more, for the one before it. False if there is none."""
        dropped = self._kept.kept_rows(self._game)
        self._kept.drop(self._game)
        before = self._kept.current()
        if before is None:
            self._take_up(self._kept.begin(dropped))
            return False
        self._take_up(before)
        rows = dropping(dropped)
        if self._game == before and validate.unwritable(self._timeline.kept, rows) is None:
            self._write(rows, self._result_of(()))
        return True

    def bring_back(self) -> bool:
        """Begin the game again that the last undo dropped. False if it dropped none."""
        game = self.redoable
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

    @property
    def redoable(self) -> TakenBackStep | DroppedGame | None:
        """What a redo brings again; None if there is nothing."""
        if self._in_play is not None and self._timeline.kept == self._in_play.kept:
            return None
        return self._timeline.taken_back[-1] if self._timeline.taken_back else None

    def _keep(self, steps: tuple[Advance, ...]) -> tuple[Advance, ...]:
        rows = tuple(step.row for step in steps)
        # To say once more what an undo took back is to redo it: what else can be redone stays.
        self._write((REDO,) if self.redoable == TakenBackStep(rows) else rows, self._result_of(steps))
        self._past.advance(steps)
        return steps

    def _write(self, rows: tuple[JournalRow, ...], result: GameResult | None) -> None:
        refusal = validate.unwritable(self._timeline.kept, rows)
        if refusal is not None:
            refuse(RefusalCode.WRONG_PHASE, refusal)
        self._kept.append(self._game, rows, result)
        for row in rows:
            self._timeline.add(row)

    def _result_of(self, steps: Sequence[Advance], place: int | None = None) -> GameResult | None:
        """What the game comes to by its first rows, so many or all, and these steps, if it is over then."""
        place = len(self.rows) if place is None else place
        sessions = chain(islice(self.sessions, place + 1), (step.session for step in steps))
        last = steps[-1].session if steps else self.sessions[place]
        return _result(last, sessions, chain(islice(self.rows, place), (step.row for step in steps)))

    def _take_up(self, game: int | None) -> None:
        """Open a game; where there is none, or none that these rules can read, begin one."""
        if game is None or not self._open(game):
            self._open(self._kept.begin())

    def _open(self, game: int) -> bool:
        """Whether these rules can read all of a game, so that it is the one in play from now on."""
        timeline = Timeline(self._kept.kept_rows(game))
        reading = past.read(timeline.rows)
        if reading.refusal is not None:
            self.unreadable = _unreadable(game, reading.line + 1, reading.refusal)
            return False
        self._game, self._timeline, self._past = game, timeline, reading.past
        return True


def _unreadable(game: int, line: int, refusal: Refusal) -> Text:
    return text(
        "Game {game} can't be gone on with: the rules of this version refuse its line {line}. {sentence}"
        " All of it is kept, and can be exported.",
        game=game,
        line=line,
        sentence=refusal.sentence,
    )


def _result(last: Session, sessions: Iterable[Session], rows: Iterable[JournalRow]) -> GameResult | None:
    """What a game comes to that ends with this session, if it is over then."""
    if last.stage not in (Stage.SUMMARY, Stage.FINAL) or not last.scores.finished:
        return None
    return result_so_far(sessions, rows)
