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

_ACCEPT = step_row(Step.ACCEPT)


class Reopening(NamedTuple):
    """After the first `place` rows, these rounds have to be accepted again.

    If `led`, the correction ended there, and the session at that place has the same `reopened_rounds`.
    """

    place: int
    reopened_rounds: tuple[int, ...]
    led: bool


class Replaced(NamedTuple):
    """What a correction replaced, for its undo. `rows` stood after the first `place` rows, before the last `kept` rows.

    The last `kept` rows are the same before and after. `marks` replaced all marks after the first `marked`. Sessions
    are not stored, but computed again. `length` is the number of rows after the correction, and `judged` how many
    of these were judged again for it.
    """

    place: int
    rows: tuple[JournalRow, ...]
    kept: int
    marks: tuple[Reopening, ...]
    marked: int
    length: int
    judged: int


class GameBefore(NamedTuple):
    """A game before the last thing that the table did: its first `place` rows, then `rows` with the session after each.

    `session` is the last session.
    """

    place: int
    rows: Sequence[JournalRow]
    sessions: Sequence[Session]
    session: Session


class Past:
    """A game with all corrections made: its rows that count, and its sessions, before the first row and after each."""

    def __init__(self) -> None:
        self.rows: list[JournalRow] = []
        self.sessions: list[Session] = [Session()]
        self.corrections: MutableSequence[Replaced] = []
        """What each correction that counts replaced, for its undo. The last correction is at the end."""
        self.marks: list[Reopening] = []
        """Where corrections reopened rounds."""
        self.judged_again = 0
        """How many rows were judged again for the corrections that count. Reading all rows would judge as many
        again."""
        self.judged_here = 0
        """How many rows were judged again since this object was made, including for corrections that were undone."""

    @classmethod
    def resumed(
        cls,
        rows: Sequence[JournalRow],
        marks: Sequence[Reopening],
        corrections: MutableSequence[Replaced],
        judged_again: int,
    ) -> Past:
        """A past from stored rows, marks and corrections. Raises Refused if today's rules no longer allow it."""
        found = cls()
        found.rows, found.marks = list(rows), list(marks)
        found.corrections, found.judged_again = corrections, judged_again
        found.sessions = _sessions_after(Session(), 0, rows, marks)
        return found

    @property
    def session(self) -> Session:
        """The session after the last row."""
        return self.sessions[-1]

    def advance(self, steps: Iterable[Advance]) -> None:
        """Append the rows of a declaration, or of a step of the table."""
        for one in steps:
            self.rows.append(one.row)
            self.sessions.append(one.session)

    def read(self, rows: Sequence[JournalRow]) -> None:
        """Append rows of a journal, none of them of a correction.

        Raises Refused at an illegal row; those before it stay.
        """
        reading = sessions.read(rows, self.session)
        self.sessions[-1:] = reading.sessions
        self.rows += rows[: len(reading.sessions) - 1]
        if reading.refusal is not None:
            raise Refused(reading.refusal)

    def judge(self, wanted: Sequence[Edit]) -> Consequences:
        """Compute what a correction would change, without making it.

        Raises Refused if an edited row is no declaration.
        """
        return judge_edits(self.rows, self.sessions, wanted)

    def correct(self, found: Consequences) -> None:
        """Make a correction that was just judged, and which has no misfit."""
        assert found.misfit is None
        at = found.place
        rows = [step.row for step in found.steps]
        kept = common_prefix_length(self.rows[at:][::-1], rows[::-1])
        marked = self._count_marks_before(at)
        length = at + len(rows)
        replaced = tuple(self.rows[at : len(self.rows) - kept])
        self.corrections.append(Replaced(at, replaced, kept, tuple(self.marks[marked:]), marked, length, len(rows)))
        self.judged_again += len(rows)
        self.judged_here += len(rows)
        self.rows[at:] = rows
        self.sessions[at + 1 :] = [step.session for step in found.steps]
        del self.marks[marked:]
        if found.steps:
            self.marks += Reopening(at, (), led=False), Reopening(length, self.session.reopened_rounds, led=True)

    def before(self) -> GameBefore:
        """The game as the next undo would restore it."""
        if not self._ends_with_correction:
            left = len(self.rows) - count_undone(self.rows)
            return GameBefore(left, (), (), self.sessions[left])
        last = self.corrections[-1]
        rows = (*last.rows, *self.rows[len(self.rows) - last.kept :])
        marks = (mark for mark in (*self.marks[: last.marked], *last.marks) if mark.place >= last.place)
        again = _sessions_after(self.sessions[last.place], last.place, rows, marks)
        return GameBefore(last.place, rows, again[1:], again[-1])

    def undo(self, before: GameBefore) -> None:
        """Undo the last thing that the table did, or a correction with all that it changed.

        `before` is from `before()`.
        """
        if self._ends_with_correction:
            last = self.corrections.pop()
            self.judged_again -= last.judged
            self.marks[last.marked :] = last.marks
        self.rows[before.place :], self.sessions[before.place + 1 :] = before.rows, before.sessions

    def _count_marks_before(self, place: int) -> int:
        """How many marks stay valid if a correction begins after the first `place` rows."""
        count = bisect_left(self.marks, (place + 1,))
        while count and self.marks[count - 1].place == place and not self.marks[count - 1].led:
            count -= 1
        return count

    @property
    def _ends_with_correction(self) -> bool:
        return bool(self.corrections) and self.corrections[-1].length == len(self.rows)


def _sessions_after(
    session: Session, place: int, rows: Iterable[JournalRow], marks: Iterable[Reopening]
) -> list[Session]:
    """Compute the session after each of `rows`, beginning with `session`, which comes after `place` rows.

    Raises Refused.
    """
    found, left = [session], deque(marks)
    for at, row in enumerate(rows, place):
        while left and left[0].place == at:
            session = session._replace(reopened_rounds=left.popleft().reopened_rounds)
        session = sessions.take(session, row)
        led = left and left[0].place == at + 1 and left[0].led
        found.append(session._replace(reopened_rounds=left[0].reopened_rounds) if led else session)
    return found


def past_of_rows(rows: Iterable[JournalRow]) -> Past:
    """Build the past of a game from the journal rows that count. Raises Refused at an illegal row."""
    found = Past()
    append_rows(found, rows)
    return found


def append_rows(past: Past, rows: Iterable[JournalRow]) -> None:
    """Append more journal rows that count. Raises Refused at an illegal one; those before it stay."""
    for _ in _append_and_yield(past, rows):
        pass


def corrections_in(rows: Iterable[JournalRow], *, secrets: bool = True) -> Iterator[Consequences]:
    """Yield the corrections among these rows, in the order in which they were made. Raises Refused like `past_of_rows`.

    Without `secrets`, each is as everybody could see it when it was made.
    """
    return _append_and_yield(Past(), rows, secrets=secrets)


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
    return [row for row, before in steps if not (before.reopened_rounds and row == _ACCEPT)]


def judge_stored(past: Past, rows: Sequence[JournalRow]) -> Consequences:
    """The consequences of a correction that is stored in these rows. Raises Refused if it does not fit."""
    found = past.judge(edits.read_edits(rows))
    if found.misfit is not None:
        raise Refused(found.misfit.refusal)
    return found


def _append_and_yield(past: Past, rows: Iterable[JournalRow], *, secrets: bool = True) -> Iterator[Consequences]:
    for correcting, group in groupby(rows, lambda row: row.kind in CORRECTING):
        if not correcting:
            past.read(tuple(group))
            continue
        for correction in _rows_by_correction(tuple(group)):
            found = judge_stored(past, correction)
            seen = found if secrets else _public_consequences(past, found)
            past.correct(found)
            yield seen


def _public_consequences(past: Past, found: Consequences) -> Consequences:
    """A correction as everybody could see it.

    If it has a misfit (earlier versions let it end a round), it is unchanged.
    """
    game = public_game(past.rows, past.sessions)
    if game.session is past.session:
        return found
    seen = judge_edits(game.rows, game.sessions, found.edits)
    return found if seen.misfit is not None else seen


def _rows_by_correction(rows: tuple[JournalRow, ...]) -> Iterator[tuple[JournalRow, ...]]:
    """Yield the rows of each correction."""
    begins = [number for number, row in enumerate(rows) if number == 0 or row.kind is RowKind.CORRECTION]
    yield from (rows[one:other] for one, other in pairwise([*begins, len(rows)]))
