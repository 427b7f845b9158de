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
from device.session.changed_lines import ChangedLine, LineChanges, PlacedRow
from device.session.edits import Edit, EditKind
from device.session.rows import DECLARED, JournalRow, RowKind
from device.session.session import START_ROW, Advance, Session, Stage, Step, count_scored_rows, step_row
from display.words import text
from values.named_tuple import NamedTuple


class MisfitRow(NamedTuple):
    """A declaration that the rules no longer allow, or a new one that they don't allow.

    `row_number` counts from 1 before the correction. A line that the correction inserts has the number of the row
    before which it is inserted, and the `edit_index` of its edit. `session_before` is the session before row
    `row_number` in the game without the correction. `is_last_row` says that it is inserted after all old rows.
    """

    row_number: int
    row: JournalRow
    refusal: Refusal
    session_before: Session
    edit_index: int | None = None
    is_last_row: bool = False


class Consequences(NamedTuple):
    """What a correction would change. It can be made only if `misfit` is None.

    The first `kept_row_count` rows stay as they are. `advances` replace all rows after them, up to the misfit. The
    first `scored_row_count` rows of the game before the correction belong to scored rounds.
    """

    edits: tuple[Edit, ...]
    kept_row_count: int
    advances: tuple[Advance, ...]
    changes: LineChanges
    misfit: MisfitRow | None
    session_before: Session
    session_after: Session
    scored_row_count: int

    @property
    def changed_lines(self) -> tuple[ChangedLine, ...]:
        """The changed lines, in order."""
        return self.changes.lines

    def record_after(self, rows: Sequence[JournalRow]) -> tuple[str, ...]:
        """The lines of the record as the correction would leave it. `rows` are those of the game before it."""
        rows_after = (*rows[: self.kept_row_count], *(advance.row for advance in self.advances))
        return tuple(row.text for row in rows_after if row.kind is not RowKind.TABLE)

    @property
    def is_misfit_new(self) -> bool:
        """Whether the line that does not fit is one that the correction itself puts there."""
        return self.misfit is not None and any(edit.row is self.misfit.row for edit in self.edits)


class _GivenRow(NamedTuple):
    """A row that the table gave, with the rows that it forced.

    An inserted row has the `row_number` of the row before which it is put, and the `edit_index` of its edit.
    """

    row_number: int
    row: JournalRow
    forced_rows: tuple[JournalRow, ...] = ()
    edit_index: int | None = None


def is_correctable(session: Session, row: JournalRow) -> bool:
    """Whether a row is a declaration that a table can correct, or who starts. `session` is the one before that row."""
    return session.options_set and (row.kind in DECLARED or row == START_ROW)


def refuse_uncorrectable() -> NoReturn:
    """Refuse to correct a row that is no declaration."""
    sentence = text("Only declarations can be corrected; what follows from them is worked out anew.")
    refuse(RefusalCode.WRONG_PHASE, sentence)


def judge_edits(rows: Sequence[JournalRow], sessions: Sequence[Session], edits: Sequence[Edit]) -> Consequences:
    """Compute what these edits would make of a game. `sessions` has its sessions: before the first row, and after each.

    Raises Refused for an edit of a row that is no declaration.
    """
    for edit in edits:
        _check_edit(rows, sessions, edit)
    try:
        consequences = _consequences_of(rows, sessions, edits, checks_rounds=False)
    except _RoundsShiftedError:
        consequences = None
    # If a round now ends elsewhere, or something does not fit, replay again and check for the end of a round at each
    # step.
    if consequences is None or consequences.misfit is not None:
        consequences = _consequences_of(rows, sessions, edits, checks_rounds=True)
    return consequences


def _consequences_of(
    rows: Sequence[JournalRow], sessions: Sequence[Session], edits: Sequence[Edit], *, checks_rounds: bool
) -> Consequences:
    begin = min(edit.row_number for edit in edits) - 1
    replay = _RowReplay(sessions[begin]._replace(reopened_rounds=()), checks_rounds=checks_rounds)
    changes, misfit = LineChanges(sessions), None
    for row_number, old, new in _edited_rows(rows, begin, edits):
        count = len(replay.advances)
        if new is not None:
            try:
                replay.give_again(new)
            except Refused as refused:
                session_before, is_last = sessions[new.row_number - 1], new.row_number > len(rows)
                misfit = MisfitRow(
                    new.row_number, new.row, refused.refusal, session_before, new.edit_index, is_last_row=is_last
                )
                break
        old_rows = () if old is None else (old.row, *old.forced_rows)
        changes.collect(row_number, old_rows, replay.rows_after(count))
    replay.check_round_end()
    advances = _with_reopened_rounds(sessions[-1], replay.advances)
    session_after = advances[-1].session if advances else sessions[begin]
    return Consequences(
        tuple(edits), begin, advances, changes, misfit, sessions[-1], session_after, count_scored_rows(sessions)
    )


def _check_edit(rows: Sequence[JournalRow], sessions: Sequence[Session], edit: Edit) -> None:
    row_index = edit.row_number - 1
    if edit.kind is EditKind.INSERT and row_index == len(rows) and sessions[row_index].options_set:
        return
    if not 0 <= row_index < len(rows) or not is_correctable(sessions[row_index], rows[row_index]):
        refuse_uncorrectable()


def _edited_rows(
    rows: Sequence[JournalRow], begin: int, edits: Sequence[Edit]
) -> Iterator[tuple[int, _GivenRow | None, _GivenRow | None]]:
    """Yield the numbers of the rows after the first `begin`, with the old and the new row; None for a missing one.

    An inserted row has the number of the row before which it comes.
    """
    # The game ends before this row.
    cut = min((edit.row_number for edit in edits if edit.kind is EditKind.CUT), default=inf)
    replaced = {edit.row_number: edit.row for edit in edits if edit.kind in (EditKind.CHANGE, EditKind.REMOVE)}
    inserted = _inserted_rows(edits, cut)
    for given_row in _given_rows(rows, begin):
        yield from inserted.get(given_row.row_number, ())
        row = None if given_row.row_number >= cut else replaced.get(given_row.row_number, given_row.row)
        yield given_row.row_number, given_row, None if row is None else given_row._replace(row=row)
    yield from inserted.get(len(rows) + 1, ())


def _inserted_rows(edits: Sequence[Edit], cut: float) -> Mapping[int, list[tuple[int, None, _GivenRow]]]:
    """The inserted rows by the row before which they come."""
    inserted_rows: dict[int, list[tuple[int, None, _GivenRow]]] = {}
    for edit_index, edit in enumerate(edits):
        if edit.kind is EditKind.INSERT and edit.row_number < cut and edit.row is not None:
            given_row = _GivenRow(edit.row_number, edit.row, edit_index=edit_index)
            inserted_rows.setdefault(edit.row_number, []).append((edit.row_number, None, given_row))
    return inserted_rows


def _given_rows(rows: Sequence[JournalRow], begin: int) -> Iterator[_GivenRow]:
    """Yield the rows from `begin` on, each with those that it forced."""
    while begin < len(rows):
        end = begin + 1
        while end < len(rows) and rows[end].kind is RowKind.FORCED:
            end += 1
        yield _GivenRow(begin + 1, rows[begin], tuple(rows[begin + 1 : end]))
        begin = end


class _RoundsShiftedError(Exception):
    """A round ends elsewhere than it did before the correction."""


class _RowReplay:
    """Replays a game from one session on: the rows that the table gave are given again.

    It is expensive to find out whether a round is over. Unless `checks_rounds`, that is checked only where a round was
    accepted, and _RoundsShiftedError is raised if the round was over earlier. For the rules, the next round follows at
    once; but its forced rows come only after the round is accepted.
    """

    def __init__(self, session: Session, *, checks_rounds: bool) -> None:
        self.advances: list[Advance] = []
        self._first_session = self._session = session
        self._checks_rounds = checks_rounds
        self._session_before = session
        """The session before the last declaration."""
        self._forced_lines: list[str] = []
        """The lines forced by the last rows that have not been given yet."""
        self._no_longer_forced_rows: tuple[JournalRow, ...] = ()
        """Rows that the last given row forced before the correction, and does not force now."""

    def give_again(self, given_row: _GivenRow) -> None:
        """Give a row again, with what it forces now. Raises Refused, and then changes nothing."""
        if given_row.row.kind is RowKind.TABLE:
            self._repeat_step(given_row)
            return
        if self._forced_lines[:1] == [given_row.row.text]:
            self._adopt_forced()
        else:
            self._declare(given_row.row)
        self._no_longer_forced_rows = tuple(row for row in given_row.forced_rows if row.text not in self._forced_lines)

    def rows_after(self, count: int) -> list[PlacedRow]:
        """The rows after the first `count`, each with the session before it."""
        advances = self.advances[count:]
        befores = (self.advances[count - 1].session if count else self._first_session, *(it.session for it in advances))
        return [PlacedRow(advance.row, before) for advance, before in zip(advances, befores, strict=False)]

    def _adopt_forced(self) -> None:
        """Take the next forced row as given by the table, so that no other correction can remove it."""
        index = len(self.advances) - len(self._forced_lines)
        self.advances[index] = self.advances[index]._replace(row=self.advances[index].row._replace(kind=RowKind.RECORD))
        del self._forced_lines[0]

    def _repeat_step(self, given_row: _GivenRow) -> None:
        """Perform a step of the table, if the session still waits for it."""
        self.check_round_end()
        stage = {Step.ACCEPT: Stage.SUMMARY, Step.START: Stage.STARTER}.get(Step(given_row.row.text))
        if self._session.stage is stage:
            self._perform(given_row.row)
        elif not self._checks_rounds:
            raise _RoundsShiftedError

    def check_round_end(self) -> None:
        """Check that no round ended without a check. Raises _RoundsShiftedError."""
        if not self._checks_rounds and self._session_before.stage is Stage.SUMMARY:
            raise _RoundsShiftedError

    def _declare(self, row: JournalRow) -> None:
        """Declare a row.

        If the rules need it, first declare the rows that were forced before: they happened, even if by choice.
        """
        try:
            self._declare_all((row,))
        except Refused as refused:
            if not self._no_longer_forced_rows:
                raise
            try:
                self._declare_all((*self._no_longer_forced_rows, row))
            except Refused:
                raise refused from None

    def _declare_all(self, rows: Iterable[JournalRow]) -> None:
        session, count, forced = self._session, len(self.advances), self._forced_lines
        try:
            for row in rows:
                declaration = records.read_declaration(self._session.record, records.split(row.text))
                self._step_before(declaration)
                self._session_before = self._session
                self._advance(_declare_given(self._session, row, declaration))
        except Refused:
            self._session, self._forced_lines = session, forced
            del self.advances[count:]
            raise

    def _step_before(self, declaration: Declaration) -> None:
        """Perform the table's step that must come before a declaration: start of the game, or accepting a summary."""
        session = self._session
        if not (session.starter_known or session.record.begun or isinstance(declaration, First)):
            if session.stage is Stage.STARTER:
                self._perform(START_ROW)
        elif self._checks_rounds and session.stage is Stage.SUMMARY:
            self._perform(step_row(Step.ACCEPT))

    def _perform(self, row: JournalRow) -> None:
        self._advance(sessions.perform(self._session, row))

    def _advance(self, advances: tuple[Advance, ...]) -> None:
        self.advances += advances
        self._session = advances[-1].session
        self._forced_lines = [advance.row.text for advance in advances[1:]]


def _declare_given(session: Session, row: JournalRow, declaration: Declaration) -> tuple[Advance, ...]:
    """Declare a row. A row that the table let stand is first tried as a legal one: it may be allowed by now.

    Raises Refused.
    """
    if row.kind is RowKind.STANDS:
        with suppress(Refused):
            return sessions.declare_row(session, row._replace(kind=RowKind.RECORD), declaration)
    return sessions.declare_row(session, row, declaration)


def _with_reopened_rounds(before: Session, advances: Sequence[Advance]) -> tuple[Advance, ...]:
    """These advances, with the rounds to be accepted again set as `reopened_rounds` in the last session."""
    if not advances:
        return ()
    last = advances[-1].session
    old_rounds, rounds = before.scores.rounds[: before.accepted_round_count], last.scores.rounds
    reopened_rounds = tuple(
        index
        for index in range(last.accepted_round_count)
        if index >= len(old_rounds) or index in before.reopened_rounds or rounds[index] != old_rounds[index]
    )
    return (*advances[:-1], advances[-1]._replace(session=last._replace(reopened_rounds=reopened_rounds)))
