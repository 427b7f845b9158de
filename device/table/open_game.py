"""A game that the table has open: declarations are stored before they count, and all of them can be undone."""

from __future__ import annotations

from collections.abc import Iterable, Sequence
from enum import Enum
from itertools import chain
from operator import attrgetter
from typing import TYPE_CHECKING

from device.contract.declarations import Declaration
from device.contract.refusal import RefusalCode, refuse
from device.history.results import GameResult, result_so_far
from device.journal import validate
from device.session import session as sessions
from device.session import snapshot
from device.session.correction import Consequences, judge_edits
from device.session.edits import Edit, rows_of_edits
from device.session.offers import OfferedOptions
from device.session.past import Past, judge_stored
from device.session.public import PublicGame, public_game
from device.session.rows import JournalRow, RowKind
from device.session.session import Advance, Session, Stage, has_secret
from device.session.undo import REDO_ROW, UNDO_ROW, Timeline, UndoneRows, count_undone
from display.words import text
from values.named_tuple import NamedTuple

if TYPE_CHECKING:
    from device.journal.store import Journal
    from device.journal.writer import JournalWriter

    GameStorage = Journal | JournalWriter
    """Storage of games, by their numbers. Every call is durable when it returns."""

MAX_JUDGED_ROWS = 100_000
"""Maximum number of rows of a game that are judged again for its corrections, at a start without a snapshot (as after
an update). This takes three seconds on a desktop, and less than the three minutes that a service has on the slowest Pi.
It allows a thousand corrections of a hundred rows."""

MAX_EXTRA_ROWS = 500
"""A snapshot is stored when a start would read or judge so many rows that no longer count.

That takes some hundredths of a second on a desktop.
"""

_CORRECTED_TOO_OFTEN = text(
    "This game has been corrected as often as one can be. Take a correction back, or begin another game."
)

_ROW = attrgetter("row")
_SESSION = attrgetter("session")


class CorrectionChanged(Enum):
    """The result of an undo or redo without rows of its own: a correction was undone, or made again."""

    PAST = "past"


class _OpenedRows(NamedTuple):
    """The number of stored rows, and the rows that counted, when the table opened an earlier game."""

    stored_row_count: int
    counting_rows: list[JournalRow]


class OpenGame:
    """A game, given by its number in the journal, with a session after each row: undo returns to a stored value.

    `timeline` has the stored rows, and what can be redone. `skipped_row_count` is how many rows a start need not
    read, thanks to a snapshot.
    """

    def __init__(
        self, storage: GameStorage, number: int, timeline: Timeline, past: Past, skipped_row_count: int = 0
    ) -> None:
        self.number = number
        self.timeline = timeline
        self._storage = storage
        self._past = past
        self._public: PublicGame | None = None
        self._public_made_from = past.session
        """The original session from which `_public` was made."""
        self._opened_rows: _OpenedRows | None = None
        self.was_opened_unfinished = False
        """Whether this is an earlier game that was not over when the table opened it."""
        self._skipped_row_count = skipped_row_count
        self.restored_row_count: int | None = None
        """The number of rows, the last one an undo, with which a redo has begun this dropped game again; else None."""
        self.requested_options: dict[str, OfferedOptions] = {}
        """Options that are offered because a typed title needs them, by the id of its game."""

    def mark_opened_as_earlier(self) -> None:
        """Forget what could be redone: the table has opened this earlier game."""
        self._opened_rows = _OpenedRows(self.timeline.stored_row_count, list(self.timeline.rows))
        self.was_opened_unfinished = self.session.is_unfinished

    def mark_restored(self) -> None:
        """Note that a redo has just begun this dropped game again, if its last row, an undo, does not say so."""
        if self.timeline.last_row == UNDO_ROW:
            self.restored_row_count = self.timeline.stored_row_count

    @property
    def session(self) -> Session:
        """The current session, as everybody may see it."""
        return self.public.sessions[-1]

    @property
    def public(self) -> PublicGame:
        """The rows that count, with all corrections made, and their sessions, as everybody may see them."""
        session = self._past.sessions[-1]  # without the call of a property: this is read some times a press
        if self._public is None or self._public_made_from is not session:
            self._public_made_from = session
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
    def is_as_opened(self) -> bool:
        """Whether this is an earlier game for which nothing was stored since the table opened it."""
        return self._opened_rows is not None and self.timeline.stored_row_count == self._opened_rows.stored_row_count

    @property
    def is_unchanged(self) -> bool:
        """Whether this is an earlier game in which the same rows count as when the table opened it."""
        opened, timeline = self._opened_rows, self.timeline
        if opened is None or len(timeline.rows) != len(opened.counting_rows):
            return False
        return self.is_as_opened or list(timeline.rows) == opened.counting_rows

    @property
    def redoable_rows(self) -> UndoneRows | None:
        """What a redo would restore; None if there is nothing."""
        return None if self.is_as_opened else self.timeline.last_taken_back

    def declare(self, declaration: Declaration, *, stands: bool = False) -> tuple[Advance, ...]:
        """Make a declaration: store it, and only then count it. Returns its rows. Raises Refused.

        If `stands`, the table lets it stand although the game refuses it.
        """
        return self.store_advances(sessions.declare(self._past.sessions[-1], declaration, stands=stands))

    def store_advances(self, advances: tuple[Advance, ...]) -> tuple[Advance, ...]:
        """Store rows, and only then count them. Raises Refused if the journal can't hold more of this game."""
        rows = tuple(map(_ROW, advances))
        # Declaring again what an undo took back is a redo, so that more can be redone afterwards. For secret
        # declarations this would reveal that they are the same.
        can_redo = self.timeline.taken_back and not any(map(_is_secret, advances))
        is_redo = can_redo and self.redoable_rows == UndoneRows(rows)
        self._write((REDO_ROW,) if is_redo else rows, self._result_if_over(advances))
        self._past.advance(advances)
        return advances

    def perform_step(self, row: JournalRow, offered: OfferedOptions) -> tuple[Advance, ...]:
        """Like `declare`, for a step of the table or a line of the record; see `sessions.perform`."""
        return self.store_advances(sessions.perform(self._past.session, row, offered))

    def judge(self, edits: Sequence[Edit]) -> Consequences:
        """The consequences of a correction, as far as everybody may see them. Nothing is changed yet.

        Raises Refused if an edited row is no declaration.
        """
        return judge_edits(self.public.rows, self.public.sessions, edits)

    def correct(self, public_consequences: Consequences) -> None:
        """Store a correction that was just judged and has no misfit, and only then count it.

        Raises Refused if the journal can't hold more of this game, or it has been corrected too often.
        """
        consequences = public_consequences
        if consequences.session_before is not self._past.session:
            consequences = self._past.judge(self.public.unmask(consequences.edits))
        assert consequences.misfit is None
        if self._past.judged_again_count + len(consequences.advances) > MAX_JUDGED_ROWS:
            refuse(RefusalCode.WRONG_PHASE, _CORRECTED_TOO_OFTEN)
        result = self._result_if_over(consequences.advances, consequences.kept_row_count)
        self._write(rows_of_edits(consequences.edits), result)
        self._past.correct(consequences)

    def store_snapshot_if_due(self) -> None:
        """Store a snapshot if a start would now read or judge many rows that no longer count."""
        extra_row_count = self.timeline.stored_row_count - len(self._past.rows) + self._past.judged_count_since_load
        extra_count_since_snapshot = extra_row_count - self._skipped_row_count
        if extra_count_since_snapshot >= MAX_EXTRA_ROWS:
            self._skipped_row_count = extra_row_count
            self._storage.store_snapshot(self.number, snapshot.take_snapshot(self.timeline, self._past))
            stored = self._storage.resumed_game(self.number).snapshot
            snapshot.share_lists_to_save_memory(stored, self.timeline, self._past)

    def undo(self) -> tuple[JournalRow, ...] | CorrectionChanged:
        """Undo the last declaration or step, and return its rows; an empty tuple at the beginning of a game.

        Raises Refused if the journal can't hold more of this game.
        """
        count = count_undone(self.timeline.rows)
        if not count:
            return ()
        undone_rows = tuple(self.timeline.rows[-count:])
        after_undo = self._past.game_after_undo()
        result = None
        if _is_over(after_undo.session):
            result = self._result(after_undo.kept_row_count, after_undo.sessions, after_undo.rows)
        self._write((UNDO_ROW,), result)
        self._past.undo(after_undo)
        return CorrectionChanged.PAST if undone_rows[0].kind is RowKind.CORRECTION else undone_rows

    def redo(self) -> tuple[Advance, ...] | CorrectionChanged:
        """Redo what the last undo took back, and return it; an empty tuple if that was not in this game.

        Raises Refused if these rules no longer allow it.
        """
        undone = self.redoable_rows
        if undone is None or undone.is_game:
            return ()
        if undone.rows[0].kind is RowKind.CORRECTION:
            consequences = judge_stored(self._past, undone.rows)
            self._write((REDO_ROW,), self._result_if_over(consequences.advances, consequences.kept_row_count))
            self._past.correct(consequences)
            return CorrectionChanged.PAST
        advances = sessions.retake_rows(self._past.session, undone.rows)
        self._write((REDO_ROW,), self._result_if_over(advances))
        self._past.advance(advances)
        return advances

    def drop_next_game(self, number: int, rows: tuple[JournalRow, ...]) -> None:
        """Drop the game after this one, and store its rows here in one transaction, so that it can be begun again.

        They do not count here: only a redo uses them. Raises Refused if the journal can't hold more of this game.
        """
        self._check_room(rows)
        self._storage.drop_game(number, rows, self._result_if_over(()))
        self.timeline.extend(rows)

    def _write(self, rows: tuple[JournalRow, ...], result: GameResult | None) -> None:
        self._check_room(rows)
        self._storage.append(self.number, rows, result)
        self.timeline.extend(rows)

    def _check_room(self, rows: tuple[JournalRow, ...]) -> None:
        refusal = validate.unwritable_reason(self.timeline.stored_row_count, rows)
        if refusal is not None:
            refuse(RefusalCode.WRONG_PHASE, refusal)

    def _result_if_over(self, advances: Sequence[Advance], row_count: int | None = None) -> GameResult | None:
        """The result after the game's first `row_count` rows (None: all) and these; None if it is not over then."""
        past = self._past
        row_count = len(past.rows) if row_count is None else row_count
        last = advances[-1].session if advances else past.sessions[row_count]
        # Hardly any declaration ends a game, and a press waits for this.
        if not _is_over(last):
            return None
        return self._result(row_count, map(_SESSION, advances), map(_ROW, advances))

    def _result(self, row_count: int, sessions: Iterable[Session], rows: Iterable[JournalRow]) -> GameResult | None:
        """The game's result after its first `row_count` rows and these rows, each with the session after it."""
        past = self._past
        return result_so_far(chain(past.sessions[: row_count + 1], sessions), chain(past.rows[:row_count], rows))


def _is_secret(advance: Advance) -> bool:
    return advance.declaration is not None and has_secret(advance.session.record, advance.declaration)


def _is_over(session: Session) -> bool:
    return session.stage in (Stage.SUMMARY, Stage.FINAL) and session.scores.finished


def is_continued(game: OpenGame) -> bool:
    """Whether people go on playing this earlier game: it was not over when the table opened it, nor is it now."""
    return game.was_opened_unfinished and game.session.is_unfinished
