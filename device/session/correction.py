"""The consequences of a correction: all later declarations are judged again, but nothing is changed yet.

Declarations stay as they were given. Forced rows are computed again. The table's own steps stay, too: a finished
round is accepted where it now ends, and has to be accepted again if its points have changed.
"""

from __future__ import annotations

from collections.abc import Iterable, Iterator, Mapping, Sequence
from contextlib import suppress
from math import inf
from typing import NoReturn

from device.contract.declarations import Declaration, First
from device.contract.refusal import Refusal, RefusalCode, Refused, refuse
from device.session import record as records
from device.session import session as sessions
from device.session.changed_lines import ChangedLine, LineChanges
from device.session.edits import Edit, Verb
from device.session.rows import DECLARED, JournalRow, RowKind
from device.session.session import Advance, Session, Stage, Step, count_scored_rows, step_row
from display.words import text
from values.named_tuple import NamedTuple


class MisfitRow(NamedTuple):
    """A declaration that the rules no longer allow. `place` is the number of its row before the correction, from 1.

    For a line that the correction inserts, `place` is the row before which it is inserted, and `inserted` the index of
    that edit. `stood` is the session before that row as the game stands. `last` is true if no old row comes after it.
    """

    place: int
    row: JournalRow
    refusal: Refusal
    stood: Session
    inserted: int | None = None
    last: bool = False


class Consequences(NamedTuple):
    """What a correction would change. It can be made only if `misfit` is None.

    The first `place` rows stay as they are. `steps` replace all rows after them, up to the misfit. The first
    `scored_rows` rows of the game before the correction belong to scored rounds.
    """

    edits: tuple[Edit, ...]
    place: int
    steps: tuple[Advance, ...]
    changes: LineChanges
    misfit: MisfitRow | None
    before: Session
    after: Session
    scored_rows: int

    @property
    def changed(self) -> tuple[ChangedLine, ...]:
        """The changed lines, in order."""
        return self.changes.found


class _GivenRow(NamedTuple):
    """A row that the table gave, with the rows that it forced. An inserted row has the `place` before which it is put.

    `inserted` is the index of the edit that inserts it.
    """

    place: int
    row: JournalRow
    forced: tuple[JournalRow, ...] = ()
    inserted: int | None = None


def is_correctable(session: Session, row: JournalRow) -> bool:
    """Whether a row is a declaration that a table can correct. `session` is the one before that row."""
    return row.kind in DECLARED and session.options_set


def refuse_uncorrectable() -> NoReturn:
    """Refuse to correct a row that is no declaration."""
    sentence = text("Only declarations can be corrected; what follows from them is worked out anew.")
    refuse(RefusalCode.WRONG_PHASE, sentence)


def judge_edits(rows: Sequence[JournalRow], past: Sequence[Session], edits: Sequence[Edit]) -> Consequences:
    """Compute what these edits would make of a game. `past` has its sessions: before the first row, and after each.

    Raises Refused for an edit of a row that is no declaration.
    """
    for edit in edits:
        _check_edit(rows, past, edit)
    try:
        found = _consequences_of(rows, past, edits, checks_rounds=False)
    except _RoundsShiftedError:
        found = None
    # If a round now ends elsewhere, or something does not fit, replay again and check for the end of a round at each
    # step.
    if found is None or found.misfit is not None:
        found = _consequences_of(rows, past, edits, checks_rounds=True)
    return found


def _consequences_of(
    rows: Sequence[JournalRow], past: Sequence[Session], edits: Sequence[Edit], *, checks_rounds: bool
) -> Consequences:
    at = min(edit.place for edit in edits) - 1
    replay, changes = _Replay(past[at]._replace(reopened_rounds=()), checks_rounds=checks_rounds), LineChanges()
    misfit = None
    for place, old, new in _edited_rows(rows, at, edits):
        count = len(replay.steps)
        if new is not None:
            try:
                replay.give(new)
            except Refused as refused:
                stood = past[min(new.place, len(past)) - 1]
                misfit = MisfitRow(new.place, new.row, refused.refusal, stood, new.inserted, new.place > len(rows))
                break
        before = () if old is None else (old.row, *old.forced)
        changes.see(place, before, [one.row for one in replay.steps[count:]])
    replay.check_round_end()
    steps = _with_reopened_rounds(past[-1], replay.steps)
    after = steps[-1].session if steps else past[at]
    return Consequences(tuple(edits), at, steps, changes, misfit, past[-1], after, count_scored_rows(past))


def _check_edit(rows: Sequence[JournalRow], past: Sequence[Session], edit: Edit) -> None:
    at = edit.place - 1
    if edit.verb is Verb.INSERT and at == len(rows) and past[at].options_set:
        return
    if not 0 <= at < len(rows) or not is_correctable(past[at], rows[at]):
        refuse_uncorrectable()


def _edited_rows(
    rows: Sequence[JournalRow], at: int, edits: Sequence[Edit]
) -> Iterator[tuple[int, _GivenRow | None, _GivenRow | None]]:
    """Yield each place from `at` on, with the old and the new row. None stands for a row that is missing on one side.

    An inserted row has the place of the row before which it comes.
    """
    cut = min((edit.place for edit in edits if edit.verb is Verb.CUT), default=inf)  # the game ends before that row
    replaced = {edit.place: edit.row for edit in edits if edit.verb in (Verb.CHANGE, Verb.REMOVE)}
    inserted = _inserted_rows(edits, cut)
    for given in _given_rows(rows, at):
        yield from inserted.get(given.place, ())
        row = None if given.place >= cut else replaced.get(given.place, given.row)
        yield given.place, given, None if row is None else given._replace(row=row)
    yield from inserted.get(len(rows) + 1, ())


def _inserted_rows(edits: Sequence[Edit], cut: float) -> Mapping[int, list[tuple[int, None, _GivenRow]]]:
    """The inserted rows by the row before which they come."""
    found: dict[int, list[tuple[int, None, _GivenRow]]] = {}
    for number, edit in enumerate(edits):
        if edit.verb is Verb.INSERT and edit.place < cut and edit.row is not None:
            given = _GivenRow(edit.place, edit.row, inserted=number)
            found.setdefault(edit.place, []).append((edit.place, None, given))
    return found


def _given_rows(rows: Sequence[JournalRow], at: int) -> Iterator[_GivenRow]:
    """Yield the rows from `at` on, each with those that it forced."""
    while at < len(rows):
        end = at + 1
        while end < len(rows) and rows[end].kind is RowKind.FORCED:
            end += 1
        yield _GivenRow(at + 1, rows[at], tuple(rows[at + 1 : end]))
        at = end


class _RoundsShiftedError(Exception):
    """A round ends elsewhere than it did before the correction."""


class _Replay:
    """Replays a game from one session on: the rows that the table gave are given again.

    It is expensive to find out whether a round is over. Unless `checks_rounds`, that is checked only where a round was
    accepted, and _RoundsShiftedError is raised if the round was over earlier: the rules know no summaries, but forced
    rows wait for them.
    """

    def __init__(self, session: Session, *, checks_rounds: bool) -> None:
        self.steps: list[Advance] = []
        self._session = session
        self._watchful = checks_rounds
        self._before = session
        """The session before the last declaration."""
        self._forced: list[str] = []
        """The lines forced by the last rows that have not been given yet."""
        self._missing: tuple[JournalRow, ...] = ()
        """The rows forced before the correction by the last row given, and no longer forced."""

    def give(self, given: _GivenRow) -> None:
        """Give a row again, with what it forces now. Raises Refused, and then changes nothing."""
        if given.row.kind is RowKind.TABLE:
            self._step(given)
            return
        if self._forced[:1] == [given.row.text]:
            self._confirm()
        else:
            self._declare(given.row)
        self._missing = tuple(row for row in given.forced if row.text not in self._forced)

    def _confirm(self) -> None:
        """Turn the next forced row into a given one, so that no other correction can remove it."""
        at = len(self.steps) - len(self._forced)
        self.steps[at] = self.steps[at]._replace(row=self.steps[at].row._replace(kind=RowKind.RECORD))
        del self._forced[0]

    def _step(self, given: _GivenRow) -> None:
        """Perform a step of the table, if the session still waits for it."""
        self.check_round_end()
        stage = {Step.ACCEPT: Stage.SUMMARY, Step.START: Stage.STARTER}.get(Step(given.row.text))
        if self._session.stage is stage:
            self._perform(given.row)
        elif not self._watchful:
            raise _RoundsShiftedError

    def check_round_end(self) -> None:
        """Check that no round ended without a check. Raises _RoundsShiftedError."""
        if not self._watchful and self._before.stage is Stage.SUMMARY:
            raise _RoundsShiftedError

    def _declare(self, row: JournalRow) -> None:
        """Declare a row.

        If the rules need it, first declare the rows that were forced before: they happened, even if by choice.
        """
        try:
            self._declare_all((row,))
        except Refused as refused:
            if not self._missing:
                raise
            try:
                self._declare_all((*self._missing, row))
            except Refused:
                raise refused from None

    def _declare_all(self, rows: Iterable[JournalRow]) -> None:
        session, count, forced = self._session, len(self.steps), self._forced
        try:
            for row in rows:
                declaration = records.read_declaration(self._session.record, records.split(row.text))
                self._step_before(declaration)
                self._before = self._session
                self._advance(_declare_given(self._session, row, declaration))
        except Refused:
            self._session, self._forced = session, forced
            del self.steps[count:]
            raise

    def _step_before(self, coming: Declaration) -> None:
        """Perform the table's step that must come before a declaration: start of the game, or accepting a summary."""
        session = self._session
        if not (session.starter_known or session.record.begun or isinstance(coming, First)):
            if session.stage is Stage.STARTER:
                self._perform(step_row(Step.START))
        elif self._watchful and session.stage is Stage.SUMMARY:
            self._perform(step_row(Step.ACCEPT))

    def _perform(self, row: JournalRow) -> None:
        self._advance(sessions.perform(self._session, row))

    def _advance(self, steps: tuple[Advance, ...]) -> None:
        self.steps += steps
        self._session = steps[-1].session
        self._forced = [one.row.text for one in steps[1:]]


def _declare_given(session: Session, row: JournalRow, declaration: Declaration) -> tuple[Advance, ...]:
    """Declare a row. A row that the table let stand is first tried as a legal one: it may be allowed by now.

    Raises Refused.
    """
    if row.kind is RowKind.STANDS:
        with suppress(Refused):
            return sessions.declare_row(session, row._replace(kind=RowKind.RECORD), declaration)
    return sessions.declare_row(session, row, declaration)


def _with_reopened_rounds(before: Session, steps: Sequence[Advance]) -> tuple[Advance, ...]:
    """These steps, with the rounds to be accepted again set as `reopened_rounds` in the last session."""
    if not steps:
        return ()
    last = steps[-1].session
    were, are = before.scores.rounds[: before.accepted], last.scores.rounds
    again = tuple(
        number
        for number in range(last.accepted)
        if number >= len(were) or number in before.reopened_rounds or are[number] != were[number]
    )
    return (*steps[:-1], steps[-1]._replace(session=last._replace(reopened_rounds=again)))
