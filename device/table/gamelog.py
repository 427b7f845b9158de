"""The game in play with its past: what is declared is kept before it counts, and any of it can be undone."""

from __future__ import annotations

from collections.abc import Sequence
from itertools import chain, islice
from typing import Protocol

from device.contract.declarations import Declaration
from device.contract.refusal import Refusal, RefusalCode, refuse
from device.history.results import GameResult, result_so_far
from device.journal import validate
from device.session import session as sessions
from device.session.rows import JournalRow
from device.session.session import Advance, Session, Stage
from device.session.undo import REDO, UNDO, DroppedGame, TakenBackStep, Timeline, dropping, undone
from display.words import Text, text


class Kept(Protocol):
    """Where rows are kept; see `device.journal.store.Journal`. Every call is durable when it returns."""

    def current(self) -> int | None: ...
    def begin(self, rows: Sequence[JournalRow] = ()) -> int: ...
    def append(self, game: int, rows: Sequence[JournalRow], result: GameResult | None = None) -> None: ...
    def drop(self, game: int) -> None: ...
    def kept_rows(self, game: int) -> list[JournalRow]: ...
    def begun(self, game: int) -> float | None: ...


class GameLog:
    """The current game. Its sessions are kept one a row, so that undo goes back to a kept value."""

    def __init__(self, kept: Kept) -> None:
        """Take up the current game, or begin the first.

        A game that these rules cannot read stays in the journal untouched, and another is begun; see `unreadable`.
        """
        self.unreadable: Text | None = None
        """What people must know of the last game that could not be taken up; None if there was none."""
        self._kept = kept
        self._game = 0
        self._timeline = Timeline()
        self._sessions: list[Session] = [Session()]
        current = kept.current()
        self._take_up(current)

    @property
    def session(self) -> Session:
        return self._sessions[-1]

    @property
    def sessions(self) -> Sequence[Session]:
        """The session before the first of the rows that count, and that after each."""
        return self._sessions

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
    def rows(self) -> Sequence[JournalRow]:
        """The rows of the current game that count."""
        return self._timeline.rows

    @property
    def timeline(self) -> Timeline:
        """These rows, with what can be redone."""
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
        return self._keep(sessions.perform(self.session, row))

    def undo(self) -> tuple[JournalRow, ...]:
        """Take back the last thing the table did, and return its rows; none at the beginning of a game.

        Raises Refused if the journal can't hold more of this game.
        """
        count = undone(self.rows)
        if not count:
            return ()
        taken = tuple(self.rows[-count:])
        self._write((UNDO,), self._result(len(self.rows) - count))
        del self._sessions[-count:]
        return taken

    def redo(self) -> tuple[Advance, ...]:
        """Bring again what the last undo took back, and return it; nothing if that was not in this game.

        Raises Refused if these rules no longer allow it.
        """
        step = self._redoable
        if not isinstance(step, TakenBackStep):
            return ()
        steps = sessions.retaken(self.session, step.rows)
        self._write((REDO,), self._result(len(self.rows), steps))
        self._sessions += (step.session for step in steps)
        return steps

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
            self._write(rows, self._result(len(self.rows)))
        return True

    def bring_back(self) -> bool:
        """Begin the game again that the last undo dropped. False if it dropped none."""
        game = self._redoable
        if not isinstance(game, DroppedGame):
            return False
        self._take_up(self._kept.begin(game.rows))
        return True

    def rematch(self) -> None:
        """A new game with the same people and options."""
        self._take_up(self._kept.begin(sessions.again(self.session)))

    def another(self) -> None:
        """A new game from the first question on."""
        self._open(self._kept.begin())

    @property
    def _redoable(self) -> TakenBackStep | DroppedGame | None:
        return self._timeline.taken_back[-1] if self._timeline.taken_back else None

    def _keep(self, steps: tuple[Advance, ...]) -> tuple[Advance, ...]:
        rows = tuple(step.row for step in steps)
        # To say once more what an undo took back is to redo it: what else can be redone stays.
        result = self._result(len(self.rows), steps)
        self._write((REDO,) if self._redoable == TakenBackStep(rows) else rows, result)
        self._sessions += (step.session for step in steps)
        return steps

    def _write(self, rows: tuple[JournalRow, ...], result: GameResult | None) -> None:
        refusal = validate.unwritable(self._timeline.kept, rows)
        if refusal is not None:
            refuse(RefusalCode.WRONG_PHASE, refusal)
        self._kept.append(self._game, rows, result)
        for row in rows:
            self._timeline.add(row)

    def _result(self, count: int, steps: tuple[Advance, ...] = ()) -> GameResult | None:
        """What the game comes to by its first rows that count, so many, and these steps, if it is over then."""
        last = steps[-1].session if steps else self._sessions[count]
        if last.stage not in (Stage.SUMMARY, Stage.FINAL) or not last.scores.finished:
            return None
        sessions = chain(islice(self._sessions, count + 1), (step.session for step in steps))
        return result_so_far(sessions, chain(islice(self.rows, count), (step.row for step in steps)))

    def _take_up(self, game: int | None) -> None:
        """Open a game; where there is none, or none that these rules can read, begin one."""
        if game is None or not self._open(game):
            self._open(self._kept.begin())

    def _open(self, game: int) -> bool:
        """Whether these rules can read all of a game, so that it is the one in play from now on."""
        timeline = Timeline(self._kept.kept_rows(game))
        reading = sessions.read(timeline.rows)
        if reading.refusal is not None:
            self.unreadable = _unreadable(game, reading.line + 1, reading.refusal)
            return False
        self._game, self._timeline, self._sessions = game, timeline, reading.sessions
        return True


def _unreadable(game: int, line: int, refusal: Refusal) -> Text:
    return text(
        "Game {game} can't be gone on with: the rules of this version refuse its line {line}. {sentence}"
        " All of it is kept, and can be exported.",
        game=game,
        line=line,
        sentence=refusal.sentence,
    )
