"""What a correction of the past comes to: all that was declared later is judged again, and nothing has changed yet.

Declarations stay as they were given; what follows by itself is worked out anew. So do the table's own steps: a round
that is over is accepted where it now ends, and accepted again by the table if its points have changed.
"""

from __future__ import annotations

from collections.abc import Iterable, Iterator, Mapping, Sequence
from math import inf

from device.contract.declarations import Declaration, First
from device.contract.refusal import Refusal, RefusalCode, Refused, refuse
from device.session import record as records
from device.session import session as sessions
from device.session.changed_lines import ChangedLine, LineChanges
from device.session.edits import Edit, Verb
from device.session.rows import DECLARED, JournalRow, RowKind
from device.session.session import Advance, Session, Stage, Step, step
from display.words import text
from values.named_tuple import NamedTuple


class MisfitRow(NamedTuple):
    """A declaration that the rules do not allow any more. `place` is its row, from 1, before the correction.

    One that a correction puts in has the place before which it is put, and in `inserted` which of its edits, from 0,
    does that. `last` says that no row of before comes after it.
    """

    place: int
    row: JournalRow
    refusal: Refusal
    inserted: int | None = None
    last: bool = False


class Consequences(NamedTuple):
    """What a correction would change. It can be made where there is no `misfit`.

    The first `place` rows stay as they are; `steps` come after them instead of the others, up to the misfit.
    """

    edits: tuple[Edit, ...]
    place: int
    steps: tuple[Advance, ...]
    changes: LineChanges
    misfit: MisfitRow | None
    before: Session
    after: Session

    @property
    def changed(self) -> tuple[ChangedLine, ...]:
        """The lines that are not what they were, in order."""
        return self.changes.found


class _Given(NamedTuple):
    """A row that the table gave, with what it forced; `place` is its own, or the one before which it is put in.

    `inserted` is the edit, from 0, that puts it in.
    """

    place: int
    row: JournalRow
    forced: tuple[JournalRow, ...] = ()
    inserted: int | None = None


def correctable(session: Session, row: JournalRow) -> bool:
    """Whether this row, before which the session was this, is a declaration that a table can correct."""
    return row.kind in DECLARED and session.options_set


def judge(rows: Sequence[JournalRow], past: Sequence[Session], edits: Sequence[Edit]) -> Consequences:
    """What these edits would make of a game: `past` are its sessions, before the first row and after each.

    Raises Refused for edits of what is no declaration.
    """
    for edit in edits:
        _check(rows, past, edit)
    try:
        found = _judged(rows, past, edits, watchful=False)
    except _RoundsShiftedError:
        found = None
    # Where a round now ends elsewhere, or something does not fit, every step is looked at for the end of a round.
    return _judged(rows, past, edits, watchful=True) if found is None or found.misfit is not None else found


def _judged(
    rows: Sequence[JournalRow], past: Sequence[Session], edits: Sequence[Edit], *, watchful: bool
) -> Consequences:
    at = min(edit.place for edit in edits) - 1
    replay, changes = _Replay(past[at]._replace(reopened=()), watchful=watchful), LineChanges()
    misfit = None
    for old, new in _edited(rows, at, edits):
        count = len(replay.steps)
        if new is not None:
            try:
                replay.give(new)
            except Refused as refused:
                misfit = MisfitRow(new.place, new.row, refused.refusal, new.inserted, new.place > len(rows))
                break
        stood = () if old is None else (old.row, *old.forced)
        changes.see(_place(old, new), stood, [one.row for one in replay.steps[count:]])
    replay.look()
    steps = _settled(past[-1], replay.steps)
    after = steps[-1].session if steps else past[at]
    return Consequences(tuple(edits), at, steps, changes, misfit, past[-1], after)


def _check(rows: Sequence[JournalRow], past: Sequence[Session], edit: Edit) -> None:
    at = edit.place - 1
    if edit.verb is Verb.INSERT and at == len(rows) and past[at].options_set:
        return
    if not 0 <= at < len(rows) or not correctable(past[at], rows[at]):
        refuse(
            RefusalCode.WRONG_PHASE,
            text("Only declarations can be corrected; what follows from them is worked out anew."),
        )


def _edited(
    rows: Sequence[JournalRow], at: int, edits: Sequence[Edit]
) -> Iterator[tuple[_Given | None, _Given | None]]:
    """What the table gave from there on, and what it gives instead, side by side."""
    cut = _cut_at(edits)
    replaced = {edit.place: edit.row for edit in edits if edit.verb in (Verb.CHANGE, Verb.REMOVE)}
    inserted = _inserted(edits, cut)
    for given in _given(rows, at):
        yield from inserted.get(given.place, ())
        row = None if given.place >= cut else replaced.get(given.place, given.row)
        yield given, None if row is None else given._replace(row=row)
    yield from inserted.get(len(rows) + 1, ())


def _cut_at(edits: Sequence[Edit]) -> float:
    """Before which row a game ends; infinity where it goes on."""
    return min((edit.place for edit in edits if edit.verb is Verb.CUT), default=inf)


def _inserted(edits: Sequence[Edit], cut: float) -> Mapping[int, list[tuple[None, _Given]]]:
    """What comes before which row besides."""
    found: dict[int, list[tuple[None, _Given]]] = {}
    for number, edit in enumerate(edits):
        if edit.verb is Verb.INSERT and edit.place < cut and edit.row is not None:
            found.setdefault(edit.place, []).append((None, _Given(edit.place, edit.row, inserted=number)))
    return found


def _place(old: _Given | None, new: _Given | None) -> int:
    """Where a row stood, or before which one it is put."""
    given = new if old is None else old
    assert given is not None
    return given.place


def _given(rows: Sequence[JournalRow], at: int) -> Iterator[_Given]:
    """The rows from there on, each with what it forced."""
    while at < len(rows):
        end = at + 1
        while end < len(rows) and rows[end].kind is RowKind.FORCED:
            end += 1
        yield _Given(at + 1, rows[at], tuple(rows[at + 1 : end]))
        at = end


class _RoundsShiftedError(Exception):
    """A round does not end where it ended before."""


class _Replay:
    """A game from a session on, to which the table gives again what it gave.

    Whether a round is over is dear to find out. Unless `watchful`, it is looked at only where a round was accepted, and
    raised if it was over before: the rules know no summaries, but what follows by itself waits for them.
    """

    def __init__(self, session: Session, *, watchful: bool) -> None:
        self.steps: list[Advance] = []
        self._session = session
        self._watchful = watchful
        self._before = session
        """The session before the last declaration."""
        self._forced: list[str] = []
        """What follows from the last rows, and nobody has given yet."""
        self._missing: tuple[JournalRow, ...] = ()
        """What followed from the last row before, and does not any more."""

    def give(self, given: _Given) -> None:
        """The row once more, and what it forces now. Raises Refused; nothing has changed then."""
        if given.row.kind is RowKind.TABLE:
            self._step(given)
            return
        if self._forced[:1] == [given.row.text]:
            self._confirm()
        else:
            self._declare(given.row)
        self._missing = tuple(row for row in given.forced if row.text not in self._forced)

    def _confirm(self) -> None:
        """What follows next by itself was given: it stays so, lest another correction take it away."""
        at = len(self.steps) - len(self._forced)
        self.steps[at] = self.steps[at]._replace(row=self.steps[at].row._replace(kind=RowKind.RECORD))
        del self._forced[0]

    def _step(self, given: _Given) -> None:
        """A step of the table, where there still is something to step over."""
        self.look()
        stage = {Step.ACCEPT: Stage.SUMMARY, Step.START: Stage.STARTER}.get(Step(given.row.text))
        if self._session.stage is stage:
            self._perform(given.row)
        elif not self._watchful:
            raise _RoundsShiftedError

    def look(self) -> None:
        """See that no round ended unnoticed. Raises _RoundsShiftedError."""
        if not self._watchful and self._before.stage is Stage.SUMMARY:
            raise _RoundsShiftedError

    def _declare(self, row: JournalRow) -> None:
        """What is given, and if the rules need it, what followed by itself before: it was done, even if by choice."""
        try:
            self._say((row,))
        except Refused:
            if not self._missing:
                raise
            try:
                self._say((*self._missing, row))
            except Refused:
                pass
            else:
                return
            raise

    def _say(self, rows: Iterable[JournalRow]) -> None:
        session, count, forced = self._session, len(self.steps), self._forced
        try:
            for row in rows:
                declaration = records.read_declaration(self._session.record, records.split(row.text))
                self._come_to_play(declaration)
                self._before = self._session
                self._advance(_declared(self._session, row, declaration))
        except Refused:
            self._session, self._forced = session, forced
            del self.steps[count:]
            raise

    def _come_to_play(self, coming: Declaration) -> None:
        """Leave behind what stands between the table and a declaration."""
        session = self._session
        if not (session.starter_known or session.record.begun or isinstance(coming, First)):
            if session.stage is Stage.STARTER:
                self._perform(step(Step.START))
        elif self._watchful and session.stage is Stage.SUMMARY:
            self._perform(step(Step.ACCEPT))

    def _perform(self, row: JournalRow) -> None:
        self._advance(sessions.perform(self._session, row))

    def _advance(self, steps: tuple[Advance, ...]) -> None:
        self.steps += steps
        self._session = steps[-1].session
        self._forced = [one.row.text for one in steps[1:]]


def _declared(session: Session, row: JournalRow, declaration: Declaration) -> tuple[Advance, ...]:
    """What the table let stand is judged, too: it may be allowed by now. Raises Refused."""
    if row.kind is RowKind.STANDS:
        try:
            return sessions.declare_row(session, row._replace(kind=RowKind.RECORD), declaration)
        except Refused:
            return sessions.declare_row(session, row, declaration)
    return sessions.declare_row(session, row, declaration)


def _settled(before: Session, steps: Sequence[Advance]) -> tuple[Advance, ...]:
    """These steps, after the last of which the rounds are open that the table has to accept again."""
    if not steps:
        return ()
    last = steps[-1].session
    were, are = before.scores.rounds[: before.accepted], last.scores.rounds
    again = tuple(
        number
        for number in range(last.accepted)
        if number >= len(were) or number in before.reopened or are[number] != were[number]
    )
    return (*steps[:-1], steps[-1]._replace(session=last._replace(reopened=again)))
