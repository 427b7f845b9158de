"""A game as everybody may see it: without what is secret until its round is scored.

Everything that a table shows or says of a game, and every answer before a declaration, is computed from this. So it
can't depend on what others have declared in secret.
"""

from __future__ import annotations

from collections.abc import Mapping, Sequence

from device.contract.declarations import GameEnd
from device.session import record as records
from device.session.edits import Edit
from device.session.rows import JournalRow, RowKind
from device.session.session import Session, count_secret
from values.named_tuple import NamedTuple


class PublicGame(NamedTuple):
    """The rows of a game, and its sessions, before the first row and after each, as everybody may see them.

    `original_lines` maps each masked line to the original one.
    """

    rows: Sequence[JournalRow]
    sessions: Sequence[Session]
    original_lines: Mapping[str, str]

    @property
    def session(self) -> Session:
        """The session after the last row."""
        return self.sessions[-1]

    def unmask(self, edits: Sequence[Edit]) -> tuple[Edit, ...]:
        """The same edits for the original game: masked lines are replaced by the original ones."""
        return tuple(edit._replace(row=edit.row and self._unmask_row(edit.row)) for edit in edits)

    def _unmask_row(self, row: JournalRow) -> JournalRow:
        return row._replace(text=self.original_lines.get(row.text, row.text))


def public_game(rows: Sequence[JournalRow], sessions: Sequence[Session]) -> PublicGame:
    """Mask what is secret in a game. Without secrets, everything is unchanged."""
    count = count_secret(sessions[-1])
    if not count:
        return PublicGame(rows, sessions, {})
    first = _first_secret_index(rows, count)
    masked_rows = [_masked_row(session, row) for session, row in zip(sessions[first:], rows[first:], strict=False)]
    masked_sessions = [_session_accepting_masked(session) for session in sessions[: first + 1]]
    masked_sessions += map(_masked_session, sessions[first + 1 :])
    original_lines = {line.text: row.text for line, row in zip(masked_rows, rows[first:], strict=True)}
    return PublicGame([*rows[:first], *masked_rows], masked_sessions, original_lines)


def _first_secret_index(rows: Sequence[JournalRow], count: int) -> int:
    """The index of the first of the last `count` lines of the record."""
    index = len(rows)
    while count:
        index -= 1
        count -= rows[index].kind is not RowKind.TABLE
    return index


def _masked_row(before: Session, row: JournalRow) -> JournalRow:
    if row.kind is RowKind.TABLE:
        return row
    game = before.record.rules
    assert game.secrets is not None
    declaration = records.read_declaration(before.record, records.split(row.text))
    if isinstance(declaration, GameEnd):
        return row
    return row._replace(text=records.write_declaration(before.record, game.secrets.mask_declaration(declaration)))


def _session_accepting_masked(session: Session) -> Session:
    return session._replace(record=session.record._replace(masked=True))


def _masked_session(session: Session) -> Session:
    game = session.record.rules
    assert game.secrets is not None
    record, mask = session.record._replace(masked=True), game.secrets.mask_state
    if record.stopped_in is None:
        return session._replace(record=record._replace(state=mask(record.state)))
    return session._replace(record=record._replace(stopped_in=mask(record.stopped_in)))
