"""A game that the table has open: what is declared is kept before it counts, and any of it can be taken back."""

from __future__ import annotations

from collections.abc import Iterable, Sequence
from enum import Enum
from itertools import chain, islice
from typing import Protocol

from device.contract.refusal import RefusalCode, refuse
from device.history.results import GameResult, result_so_far
from device.journal import validate
from device.session import past
from device.session import session as sessions
from device.session.correction import Consequences
from device.session.edits import Edit, written
from device.session.past import Past
from device.session.rows import JournalRow, RowKind
from device.session.session import Advance, Session, Stage
from device.session.undo import REDO, UNDO, DroppedGame, TakenBackStep, Timeline, undone
from values.named_tuple import NamedTuple


class KeepsRows(Protocol):
    """Where rows are kept; see `device.journal.store.Journal`. Every call is durable when it returns."""

    def append(self, game: int, rows: Sequence[JournalRow], result: GameResult | None = None) -> None: ...


class Corrected(Enum):
    """What an undo or a redo does that has no rows of its own: a correction is taken back, or made again."""

    PAST = "past"


class _Lengths(NamedTuple):
    """How many rows of a game were kept, and counted."""

    kept: int
    counted: int


class OpenGame:
    """A game, by the number under which it is kept, with a session for each row: undo goes back to a kept value.

    `timeline` are the rows that are kept, with what can be redone.
    """

    def __init__(self, keeps: KeepsRows, number: int, timeline: Timeline, past_: Past) -> None:
        self.number = number
        self.timeline = timeline
        self._keeps = keeps
        self._past = past_
        self._opened: _Lengths | None = None

    def open_anew(self) -> None:
        """From now on what was undone before can't be redone: the table has gone over to this game, an earlier one."""
        self._opened = _Lengths(self.timeline.kept, len(self.timeline.rows))

    @property
    def session(self) -> Session:
        return self._past.session

    @property
    def sessions(self) -> Sequence[Session]:
        """The session before the first of the rows that count, and that after each."""
        return self._past.sessions

    @property
    def rows(self) -> Sequence[JournalRow]:
        """The rows of the game as they count, with all corrections made."""
        return self._past.rows

    @property
    def unchanged(self) -> bool:
        """Whether this is an earlier game, of which the same counts as when the table went over to it."""
        return self._opened is not None and len(self.timeline.rows) == self._opened.counted

    @property
    def redoable(self) -> TakenBackStep | DroppedGame | None:
        """What a redo brings again; None if there is nothing."""
        if self._opened is not None and self.timeline.kept == self._opened.kept:
            return None
        return self.timeline.taken_back[-1] if self.timeline.taken_back else None

    def keep(self, steps: tuple[Advance, ...]) -> tuple[Advance, ...]:
        """Keep what was declared, and only then have it count. Raises Refused if the journal can't hold more of it."""
        rows = tuple(step.row for step in steps)
        # To say once more what an undo took back is to redo it: what else can be redone stays.
        self._write((REDO,) if self.redoable == TakenBackStep(rows) else rows, self._result_of(steps))
        self._past.advance(steps)
        return steps

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
        count = undone(self.timeline.rows)
        if not count:
            return ()
        taken = tuple(self.timeline.rows[-count:])
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

    def follow_dropped(self, rows: tuple[JournalRow, ...]) -> None:
        """Keep what remembers the game after this one, which was dropped, if there is room: it can be begun again."""
        if validate.unwritable(self.timeline.kept, rows) is None:
            self._write(rows, self._result_of(()))

    def _write(self, rows: tuple[JournalRow, ...], result: GameResult | None) -> None:
        refusal = validate.unwritable(self.timeline.kept, rows)
        if refusal is not None:
            refuse(RefusalCode.WRONG_PHASE, refusal)
        self._keeps.append(self.number, rows, result)
        for row in rows:
            self.timeline.add(row)

    def _result_of(self, steps: Sequence[Advance], place: int | None = None) -> GameResult | None:
        """What the game comes to by its first rows, so many or all, and these steps, if it is over then."""
        place = len(self.rows) if place is None else place
        sessions_ = chain(islice(self.sessions, place + 1), (step.session for step in steps))
        last = steps[-1].session if steps else self.sessions[place]
        return _result(last, sessions_, chain(islice(self.rows, place), (step.row for step in steps)))


def _result(last: Session, sessions_: Iterable[Session], rows: Iterable[JournalRow]) -> GameResult | None:
    """What a game comes to that ends with this session, if it is over then."""
    if last.stage not in (Stage.SUMMARY, Stage.FINAL) or not last.scores.finished:
        return None
    return result_so_far(sessions_, rows)
