"""A game's rows as they count now, with all corrections made, and the session after each row."""

from __future__ import annotations

from bisect import bisect_left
from collections import deque
from collections.abc import Iterable, Iterator, MutableSequence, Sequence
from itertools import groupby, pairwise

from device.contract.refusal import Refused
from device.session import edits
from device.session import session as sessions
from device.session.correction import Consequences, judge_edits
from device.session.edits import Edit
from device.session.public import public_game
from device.session.rows import CORRECTING, JournalRow, RowKind
from device.session.session import Advance, Session, Step, step_row
from device.session.undo import count_undone
from values.common_prefix import common_prefix_length
from values.named_tuple import NamedTuple

_ACCEPT_ROW = step_row(Step.ACCEPT)


class Reopening(NamedTuple):
    """After the first `row_count` rows of a game, these rounds have to be accepted again.

    If `is_after_correction`, a correction ended there, and the session after these rows has the same `reopened_rounds`.
    Otherwise, a correction began there: only what follows was judged with these `reopened_rounds`.
    """

    row_count: int
    reopened_rounds: tuple[int, ...]
    is_after_correction: bool


class CorrectionUndo(NamedTuple):
    """What a correction replaced, for its undo.

    `rows` stood between the first `head_length` and the last `tail_length` rows, which the correction
    left as they were. `reopenings` followed the first `reopening_count`. After the correction, the game
    has `row_count` rows, of which `judged_count` were judged again for it. Sessions are not stored.
    """

    head_length: int
    rows: tuple[JournalRow, ...]
    tail_length: int
    reopenings: tuple[Reopening, ...]
    reopening_count: int
    row_count: int
    judged_count: int


class GameAfterUndo(NamedTuple):
    """A game as the next undo restores it: its first `kept_row_count` rows, then `rows` with the session after each.

    `session` is the last session.
    """

    kept_row_count: int
    rows: Sequence[JournalRow]
    sessions: Sequence[Session]
    session: Session


class Past:
    """A game with all corrections made: its rows that count, and its sessions, before the first row and after each."""

    def __init__(self) -> None:
        self.rows: list[JournalRow] = []
        self.sessions: list[Session] = [Session()]
        self.corrections: MutableSequence[CorrectionUndo] = []
        """What each correction that counts replaced, for its undo. The last correction is at the end."""
        self.reopenings: list[Reopening] = []
        """Where corrections reopened rounds."""
        self.judged_again_count = 0
        """How many rows were judged again for the corrections that count: as many as a restart judges again."""
        self.judged_count_since_load = 0
        """How many rows this object judged again, including for corrections that were undone."""

    @classmethod
    def resume(
        cls,
        rows: Sequence[JournalRow],
        reopenings: Sequence[Reopening],
        corrections: MutableSequence[CorrectionUndo],
        judged_again_count: int,
    ) -> Past:
        """A past from stored rows, reopenings and corrections. Raises Refused if today's rules no longer allow it."""
        past = cls()
        past.rows, past.reopenings = list(rows), list(reopenings)
        past.corrections, past.judged_again_count = corrections, judged_again_count
        past.sessions = _sessions_after(Session(), 0, rows, reopenings)
        return past

    @property
    def session(self) -> Session:
        """The session after the last row."""
        return self.sessions[-1]

    def advance(self, advances: Iterable[Advance]) -> None:
        """Append the rows of a declaration, or of a step of the table."""
        for advance in advances:
            self.rows.append(advance.row)
            self.sessions.append(advance.session)

    def read(self, rows: Sequence[JournalRow]) -> None:
        """Append rows of a journal, none of them of a correction.

        Raises Refused at an illegal row; those before it stay.
        """
        reading = sessions.read(rows, self.session)
        self.sessions[-1:] = reading.sessions
        self.rows += rows[: len(reading.sessions) - 1]
        if reading.refusal is not None:
            raise Refused(reading.refusal)

    def judge(self, wanted_edits: Sequence[Edit]) -> Consequences:
        """Compute what a correction would change, without making it.

        Raises Refused if an edited row is no declaration.
        """
        return judge_edits(self.rows, self.sessions, wanted_edits)

    def correct(self, consequences: Consequences) -> None:
        """Make a correction that was just judged, and which has no misfit."""
        assert consequences.misfit is None
        head_length = consequences.kept_row_count
        rows = [advance.row for advance in consequences.advances]
        tail_length = common_prefix_length(self.rows[head_length:][::-1], rows[::-1])
        reopening_count = self._count_reopenings_before(head_length)
        row_count = head_length + len(rows)
        replaced, reopenings = self.rows[head_length : len(self.rows) - tail_length], self.reopenings[reopening_count:]
        undo = head_length, tuple(replaced), tail_length, tuple(reopenings), reopening_count, row_count, len(rows)
        self.corrections.append(CorrectionUndo(*undo))
        self.judged_again_count += len(rows)
        self.judged_count_since_load += len(rows)
        self.rows[head_length:] = rows
        self.sessions[head_length + 1 :] = [advance.session for advance in consequences.advances]
        del self.reopenings[reopening_count:]
        # Judging began with no round reopened; the session after it has the rounds that are reopened now.
        if consequences.advances:
            self.reopenings.append(Reopening(head_length, (), is_after_correction=False))
            self.reopenings.append(Reopening(row_count, self.session.reopened_rounds, is_after_correction=True))

    def game_after_undo(self) -> GameAfterUndo:
        """The game as the next undo would restore it."""
        if not self._ends_with_correction:
            kept_row_count = len(self.rows) - count_undone(self.rows)
            return GameAfterUndo(kept_row_count, rows=(), sessions=(), session=self.sessions[kept_row_count])
        last = self.corrections[-1]
        rows = (*last.rows, *self.rows[len(self.rows) - last.tail_length :])
        reopenings_before = (*self.reopenings[: last.reopening_count], *last.reopenings)
        reopenings = (reopening for reopening in reopenings_before if reopening.row_count >= last.head_length)
        sessions_after = _sessions_after(self.sessions[last.head_length], last.head_length, rows, reopenings)
        return GameAfterUndo(last.head_length, rows, sessions_after[1:], sessions_after[-1])

    def undo(self, after_undo: GameAfterUndo) -> None:
        """Undo the last thing that the table did, or a correction with all that it changed.

        `after_undo` is from `game_after_undo()`.
        """
        if self._ends_with_correction:
            last = self.corrections.pop()
            self.judged_again_count -= last.judged_count
            self.reopenings[last.reopening_count :] = last.reopenings
        self.rows[after_undo.kept_row_count :] = after_undo.rows
        self.sessions[after_undo.kept_row_count + 1 :] = after_undo.sessions

    def _count_reopenings_before(self, row_count: int) -> int:
        """How many reopenings stay valid if a correction begins after the first `row_count` rows."""
        count = bisect_left(self.reopenings, (row_count + 1,))
        earlier = self.reopenings[:count]
        while earlier and earlier[-1].row_count == row_count and not earlier[-1].is_after_correction:
            earlier.pop()
        return len(earlier)

    @property
    def _ends_with_correction(self) -> bool:
        return bool(self.corrections) and self.corrections[-1].row_count == len(self.rows)


def _sessions_after(
    session: Session, row_count: int, rows: Iterable[JournalRow], reopenings: Iterable[Reopening]
) -> list[Session]:
    """Compute the session after each of `rows`, beginning with `session`, which comes after `row_count` rows.

    Raises Refused.
    """
    sessions_after, pending = [session], deque(reopenings)
    for index, row in enumerate(rows, row_count):
        while pending and pending[0].row_count == index:
            session = session._replace(reopened_rounds=pending.popleft().reopened_rounds)
        session = sessions.take_row(session, row)
        reopening = pending[0] if pending else None
        if reopening is None or reopening.row_count != index + 1 or not reopening.is_after_correction:
            sessions_after.append(session)
        else:
            sessions_after.append(session._replace(reopened_rounds=reopening.reopened_rounds))
    return sessions_after


def past_of_rows(rows: Iterable[JournalRow]) -> Past:
    """Build the past of a game from the journal rows that count. Raises Refused at an illegal row."""
    past = Past()
    append_rows(past, rows)
    return past


def append_rows(past: Past, rows: Iterable[JournalRow]) -> None:
    """Append more journal rows that count. Raises Refused at an illegal one; those before it stay."""
    for _ in _append_and_yield(past, rows):
        pass


def corrections_in(rows: Iterable[JournalRow], *, with_secrets: bool = True) -> Iterator[Consequences]:
    """Yield the corrections among these rows, in the order in which they were made. Raises Refused like `past_of_rows`.

    Unless `with_secrets`, each is as everybody could see it when it was made.
    """
    return _append_and_yield(Past(), rows, with_secrets=with_secrets)


def apply_corrections(rows: Sequence[JournalRow]) -> Sequence[JournalRow]:
    """The rows of a game with all corrections made, from the journal rows that count. Raises Refused like
    `past_of_rows`.

    If a correction reopened a round, the table accepted it again. These steps are left out: without the correction, the
    game has no place for them.
    """
    if not any(row.kind in CORRECTING for row in rows):
        return rows
    past = past_of_rows(rows)
    steps = zip(past.rows, past.sessions, strict=False)
    return [row for row, session_before in steps if not (session_before.reopened_rounds and row == _ACCEPT_ROW)]


def judge_stored(past: Past, rows: Sequence[JournalRow]) -> Consequences:
    """The consequences of a correction that is stored in these rows. Raises Refused if it does not fit."""
    consequences = past.judge(edits.read_edits(rows))
    if consequences.misfit is not None:
        raise Refused(consequences.misfit.refusal)
    return consequences


def _append_and_yield(past: Past, rows: Iterable[JournalRow], *, with_secrets: bool = True) -> Iterator[Consequences]:
    for is_correcting, group in groupby(rows, lambda row: row.kind in CORRECTING):
        if not is_correcting:
            past.read(tuple(group))
            continue
        for correction in _rows_by_correction(tuple(group)):
            consequences = judge_stored(past, correction)
            public_consequences = consequences if with_secrets else _public_consequences(past, consequences)
            past.correct(consequences)
            yield public_consequences


def _public_consequences(past: Past, consequences: Consequences) -> Consequences:
    """A correction as everybody could see it.

    If it has a misfit (earlier versions let it end a round), it is unchanged.
    """
    game = public_game(past.rows, past.sessions)
    if game.session is past.session:
        return consequences
    public_consequences = judge_edits(game.rows, game.sessions, consequences.edits)
    return consequences if public_consequences.misfit is not None else public_consequences


def _rows_by_correction(rows: tuple[JournalRow, ...]) -> Iterator[tuple[JournalRow, ...]]:
    """Yield the rows of each correction."""
    begins = [number for number, row in enumerate(rows) if number == 0 or row.kind is RowKind.CORRECTION]
    yield from (rows[begin:end] for begin, end in pairwise([*begins, len(rows)]))
