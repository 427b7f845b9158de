"""A game's past: its rows as they count now, and the session after each."""

from __future__ import annotations

from collections.abc import Iterable, Iterator, Sequence
from itertools import chain, groupby, islice, pairwise

from device.contract.refusal import Refusal, Refused
from device.session import edits
from device.session import session as sessions
from device.session.correction import Consequences, judge
from device.session.edits import Edit
from device.session.rows import CORRECTING, JournalRow, RowKind
from device.session.session import Advance, Session, Step, step
from device.session.undo import undone
from values.named_tuple import NamedTuple

_ACCEPT = step(Step.ACCEPT)


class _Replaced(NamedTuple):
    """What a correction replaced, so that it can be taken back: these rows and sessions, from after the first `place`.

    `length` is how many rows there were once it was made.
    """

    place: int
    rows: list[JournalRow]
    sessions: list[Session]
    length: int


class Before(NamedTuple):
    """A game before the last thing that the table did: its last session; all of them, from before the first row; and
    its rows."""

    session: Session
    sessions: Iterator[Session]
    rows: Iterator[JournalRow]


class Past:
    """A game with all corrections made: its rows as they count, and its sessions, before the first and after each."""

    def __init__(self) -> None:
        self.rows: list[JournalRow] = []
        self.sessions: list[Session] = [Session()]
        self._corrections: list[_Replaced] = []

    @property
    def session(self) -> Session:
        """The session after the last row."""
        return self.sessions[-1]

    def advance(self, steps: Iterable[Advance]) -> None:
        """What came of a declaration, or of a step of the table."""
        for one in steps:
            self.rows.append(one.row)
            self.sessions.append(one.session)

    def read(self, rows: Sequence[JournalRow]) -> None:
        """More rows of a journal, none of them of a correction. Raises Refused at one that has no place there."""
        reading = sessions.read(rows, self.session)
        self.sessions[-1:] = reading.sessions
        self.rows += rows[: len(reading.sessions) - 1]
        if reading.refusal is not None:
            raise Refused(reading.refusal)

    def judge(self, wanted: Sequence[Edit]) -> Consequences:
        """What a correction would change; nothing has changed yet. Raises Refused where there is no declaration."""
        return judge(self.rows, self.sessions, wanted)

    def correct(self, found: Consequences) -> None:
        """Make a correction that was judged just now, and that everything fits."""
        assert found.misfit is None
        at = found.place
        replaced = self.rows[at:], self.sessions[at + 1 :]
        self.rows[at:] = [step.row for step in found.steps]
        self.sessions[at + 1 :] = [step.session for step in found.steps]
        self._corrections.append(_Replaced(at, *replaced, len(self.rows)))

    def before(self) -> Before:
        """What an undo goes back to."""
        if self._corrected_last:
            last = self._corrections[-1]
            kept = islice(self.sessions, last.place + 1), islice(self.rows, last.place)
            session = last.sessions[-1] if last.sessions else self.sessions[last.place]
            return Before(session, chain(kept[0], last.sessions), chain(kept[1], last.rows))
        left = len(self.rows) - undone(self.rows)
        return Before(self.sessions[left], islice(self.sessions, left + 1), islice(self.rows, left))

    def undo(self) -> None:
        """Take back the last thing that the table did; a correction with all that it changed."""
        if self._corrected_last:
            before = self._corrections.pop()
            self.rows[before.place :], self.sessions[before.place + 1 :] = before.rows, before.sessions
        elif count := undone(self.rows):
            del self.rows[-count:], self.sessions[-count:]

    @property
    def _corrected_last(self) -> bool:
        return bool(self._corrections) and self._corrections[-1].length == len(self.rows)


def of(rows: Iterable[JournalRow]) -> Past:
    """The past of a game from the rows of a journal that count. Raises Refused at one that has no place there."""
    found = read(rows)
    if found.refusal is not None:
        raise Refused(found.refusal)
    return found.past


class PastReading(NamedTuple):
    """Rows as far as the rules can read them, like `device.session.session.Reading`, with all corrections made."""

    past: Past
    refusal: Refusal | None
    line: int


def read(rows: Iterable[JournalRow]) -> PastReading:
    """Read the rows of a journal that count, up to the first that is refused."""
    past, refusal = Past(), None
    try:
        for _ in _followed(past, rows):
            pass
    except Refused as refused:
        refusal = refused.refusal
    return PastReading(past, refusal, sum(row.kind is not RowKind.TABLE for row in past.rows))


def corrections(rows: Iterable[JournalRow]) -> Iterator[Consequences]:
    """The corrections among these rows, in the order in which they were made. Raises Refused like `of`."""
    return _followed(Past(), rows)


def settled(rows: Sequence[JournalRow]) -> Sequence[JournalRow]:
    """The rows of a game with all corrections made, from the rows of a journal that count. Raises Refused like `of`.

    Where a correction opened a round again, the table accepted it again. These steps are left out: a game without the
    correction has no place for them.
    """
    if not any(row.kind in CORRECTING for row in rows):
        return rows
    past = of(rows)
    steps = zip(past.rows, past.sessions, strict=False)
    return [row for row, before in steps if not (before.reopened and row == _ACCEPT)]


def judged(past: Past, rows: Sequence[JournalRow]) -> Consequences:
    """What the correction that these rows keep comes to now. Raises Refused where it does not fit."""
    found = past.judge(edits.read(rows))
    if found.misfit is not None:
        raise Refused(found.misfit.refusal)
    return found


def _followed(past: Past, rows: Iterable[JournalRow]) -> Iterator[Consequences]:
    for correcting, group in groupby(rows, lambda row: row.kind in CORRECTING):
        if not correcting:
            past.read(tuple(group))
            continue
        for correction in _each(tuple(group)):
            found = judged(past, correction)
            past.correct(found)
            yield found


def _each(rows: tuple[JournalRow, ...]) -> Iterator[tuple[JournalRow, ...]]:
    """Rows of corrections, those of one together."""
    begins = [number for number, row in enumerate(rows) if number == 0 or row.kind is RowKind.CORRECTION]
    yield from (rows[one:other] for one, other in pairwise([*begins, len(rows)]))
