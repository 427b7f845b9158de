"""A game that the table has open: declarations are stored before they count, and all of them can be undone."""

from __future__ import annotations

from collections.abc import Iterable, Sequence
from enum import Enum
from itertools import chain
from operator import attrgetter
from typing import Protocol

from device.contract.declarations import Declaration
from device.contract.refusal import RefusalCode, refuse
from device.history.results import GameResult, result_so_far
from device.journal import validate
from device.session import past, snapshot
from device.session import session as sessions
from device.session.correction import Consequences, judge_edits
from device.session.edits import Edit, rows_of_edits
from device.session.offers import Offers
from device.session.past import Past
from device.session.public import PublicGame, public_game
from device.session.rows import JournalRow, RowKind
from device.session.session import Advance, Session, Stage, has_secret
from device.session.snapshot import ResumedGame, Snapshot
from device.session.undo import REDO, UNDO, Timeline, UndoneRows, count_undone
from display.words import text
from values.named_tuple import NamedTuple

MAX_JUDGED = 100_000
"""Maximum number of rows of a game that are judged again for its corrections, at a start without a snapshot (as after
an update). This takes three seconds on a desktop, and less than the three minutes that a service has on the slowest Pi.
It allows a thousand corrections of a hundred rows."""

MAX_EXTRA_ROWS = 500
"""Number of rows that a start reads or judges again although they no longer count, at which a snapshot is stored: some
hundredths of a second on a desktop."""

_CORRECTED_TOO_OFTEN = text(
    "This game has been corrected as often as one can be. Take a correction back, or begin another game."
)

_ROW = attrgetter("row")
_SESSION = attrgetter("session")


class RowStorage(Protocol):
    """Storage of rows; see `device.journal.store.Journal`. Every call is durable when it returns."""

    def append(self, game: int, rows: Sequence[JournalRow], result: GameResult | None = None) -> None: ...
    def drop_game(self, game: int, keeping: Sequence[JournalRow] = (), result: GameResult | None = None) -> None: ...
    def store_snapshot(self, game: int, snapshot: Snapshot) -> object: ...
    def resumed_game(self, game: int) -> ResumedGame: ...


class CorrectionChanged(Enum):
    """The result of an undo or redo without rows of its own: a correction was undone, or made again."""

    PAST = "past"


class _RowCounts(NamedTuple):
    """The number of stored rows, and of rows that count."""

    stored: int
    counted: int


class OpenGame:
    """A game, given by its number in the journal, with a session after each row: undo returns to a stored value.

    `timeline` has the stored rows, and what can be redone. `spared` is the number of rows that a start need not read.
    """

    def __init__(self, storage: RowStorage, number: int, timeline: Timeline, past_: Past, spared: int = 0) -> None:
        self.number = number
        self.timeline = timeline
        self._storage = storage
        self._past = past_
        self._public: PublicGame | None = None
        self._public_of = past_.session
        """The original session from which `_public` was made."""
        self._counts_at_opening: _RowCounts | None = None
        self._spared_rows = spared

    def forget_undone(self) -> None:
        """Forget what could be redone: the table has opened this earlier game."""
        self._counts_at_opening = _RowCounts(self.timeline.row_count, len(self.timeline.rows))

    @property
    def session(self) -> Session:
        """The current session, as everybody may see it."""
        return self.public.session

    @property
    def public(self) -> PublicGame:
        """The rows that count, with all corrections made, and their sessions, as everybody may see them."""
        if self._public is None or self._public_of is not self._past.session:
            self._public_of = self._past.session
            self._public = public_game(self._past.rows, self._past.sessions)
        return self._public

    @property
    def sessions(self) -> Sequence[Session]:
        """The session before the first row that counts, and after each, including what is secret."""
        return self._past.sessions

    @property
    def rows(self) -> Sequence[JournalRow]:
        """The rows that count, with all corrections made, including what is secret."""
        return self._past.rows

    @property
    def is_unchanged(self) -> bool:
        """Whether this is an earlier game in which the same rows count as when the table opened it."""
        return self._counts_at_opening is not None and len(self.timeline.rows) == self._counts_at_opening.counted

    @property
    def redoable(self) -> UndoneRows | None:
        """What a redo would restore; None if there is nothing."""
        if self._counts_at_opening is not None and self.timeline.row_count == self._counts_at_opening.stored:
            return None
        return self.timeline.last_taken_back

    def declare(self, declaration: Declaration, *, stands: bool = False) -> tuple[Advance, ...]:
        """Make a declaration: store it, and only then count it. Returns the resulting steps. Raises Refused.

        If `stands`, the table lets it stand although the game refuses it.
        """
        return self.store_steps(sessions.declare(self._past.sessions[-1], declaration, stands=stands))

    def store_steps(self, steps: tuple[Advance, ...]) -> tuple[Advance, ...]:
        """Store steps, and only then count them. Raises Refused if the journal can't hold more of this game."""
        rows = tuple(map(_ROW, steps))
        # Declaring again what an undo took back is a redo, so that more can be redone afterwards. For secret
        # declarations this would reveal that they are the same.
        can_redo = self.timeline.taken_back and not any(map(_is_secret, steps))
        redone = can_redo and self.redoable == UndoneRows(rows)
        self._write((REDO,) if redone else rows, self._result_of(steps))
        self._past.advance(steps)
        return steps

    def perform_step(self, row: JournalRow, offered: Offers) -> tuple[Advance, ...]:
        """Like `declare`, for a step of the table or a line of the record; see `sessions.perform`."""
        return self.store_steps(sessions.perform(self._past.session, row, offered))

    def judge(self, edits: Sequence[Edit]) -> Consequences:
        """The consequences of a correction, as far as everybody may see them. Nothing is changed yet.

        Raises Refused if an edited row is no declaration.
        """
        return judge_edits(self.public.rows, self.public.sessions, edits)

    def correct(self, seen: Consequences) -> None:
        """Store a correction that was just judged and has no misfit, and only then count it.

        Raises Refused if the journal can't hold more of this game, or it has been corrected too often.
        """
        consequences = (
            seen if seen.session_before is self._past.session else self._past.judge(self.public.unmasked(seen.edits))
        )
        assert consequences.misfit is None
        if self._past.judged_again + len(consequences.advances) > MAX_JUDGED:
            refuse(RefusalCode.WRONG_PHASE, _CORRECTED_TOO_OFTEN)
        self._write(
            rows_of_edits(consequences.edits), self._result_of(consequences.advances, consequences.kept_row_count)
        )
        self._past.correct(consequences)

    def keep_snapshot(self) -> None:
        """Store a snapshot if a start would now read or judge many rows that no longer count."""
        extra_rows = self.timeline.row_count - len(self._past.rows) + self._past.judged_since_load
        if extra_rows - self._spared_rows >= MAX_EXTRA_ROWS:
            self._spared_rows = extra_rows
            self._storage.store_snapshot(self.number, snapshot.take_snapshot(self.timeline, self._past))
            snapshot.share_lists(self._storage.resumed_game(self.number).snapshot, self.timeline, self._past)

    def undo(self) -> tuple[JournalRow, ...] | CorrectionChanged:
        """Undo the last thing the table did, and return its rows; an empty tuple at the beginning of a game.

        Raises Refused if the journal can't hold more of this game.
        """
        count = count_undone(self.timeline.rows)
        if not count:
            return ()
        undone = tuple(self.timeline.rows[-count:])
        before = self._past.game_after_undo()
        result = self._result(before.kept_row_count, before.sessions, before.rows) if _is_over(before.session) else None
        self._write((UNDO,), result)
        self._past.undo(before)
        return CorrectionChanged.PAST if undone[0].kind is RowKind.CORRECTION else undone

    def redo(self) -> tuple[Advance, ...] | CorrectionChanged:
        """Redo what the last undo took back, and return it; an empty tuple if that was not in this game.

        Raises Refused if these rules no longer allow it.
        """
        step = self.redoable
        if step is None or step.is_game:
            return ()
        if step.rows[0].kind is RowKind.CORRECTION:
            consequences = past.judge_stored(self._past, step.rows)
            self._write((REDO,), self._result_of(consequences.advances, consequences.kept_row_count))
            self._past.correct(consequences)
            return CorrectionChanged.PAST
        steps = sessions.retake_rows(self._past.session, step.rows)
        self._write((REDO,), self._result_of(steps))
        self._past.advance(steps)
        return steps

    def store_dropped_game(self, game: int, rows: tuple[JournalRow, ...]) -> None:
        """Drop the game after this one, and store its rows here in one transaction, so that it can be begun again.

        Raises Refused if the journal can't hold more of this game.
        """
        self._check_room(rows)
        self._storage.drop_game(game, rows, self._result_of(()))
        self.timeline.extend(rows)

    def _write(self, rows: tuple[JournalRow, ...], result: GameResult | None) -> None:
        self._check_room(rows)
        self._storage.append(self.number, rows, result)
        self.timeline.extend(rows)

    def _check_room(self, rows: tuple[JournalRow, ...]) -> None:
        refusal = validate.unwritable_reason(self.timeline.row_count, rows)
        if refusal is not None:
            refuse(RefusalCode.WRONG_PHASE, refusal)

    def _result_of(self, steps: Sequence[Advance], place: int | None = None) -> GameResult | None:
        """The result after the game's first `place` rows (None: all) and these steps; None if it is not over then."""
        past = self._past
        place = len(past.rows) if place is None else place
        last = steps[-1].session if steps else past.sessions[place]
        # Hardly any declaration ends a game, and a press waits for this.
        if not _is_over(last):
            return None
        return self._result(place, map(_SESSION, steps), map(_ROW, steps))

    def _result(self, place: int, after: Iterable[Session], rows: Iterable[JournalRow]) -> GameResult | None:
        """The game's result after its first `place` rows and these rows, each with the session after it."""
        past = self._past
        return result_so_far(chain(past.sessions[: place + 1], after), chain(past.rows[:place], rows))


def _is_secret(step: Advance) -> bool:
    return step.declaration is not None and has_secret(step.session.record, step.declaration)


def _is_over(session: Session) -> bool:
    return session.stage in (Stage.SUMMARY, Stage.FINAL) and session.scores.finished
