"""Computes what may leave the box of a game: the lines of its record before the first that is still secret."""

from __future__ import annotations

from collections.abc import Callable, Sequence

from device.contract.refusal import Refused
from device.outbox.club_messages import ConflictingRecord, GameMark, GameRevision
from device.outbox.digest import digest
from device.session import past
from device.session import session as sessions
from device.session.rows import CORRECTING, JournalRow, RowKind
from device.session.undo import counting_rows
from values.common_prefix import common_prefix_length

_SECRET_PREFIX = "#"
"""The beginning of a line that stands for a secret. No line of a record begins so."""


ReadRows = Callable[[Sequence[JournalRow]], sessions.RowsReading]
"""A function that reads rows, like `sessions.read`."""


class GameReader:
    """Reads the rows of one game repeatedly. Rows that are the same as the last time are not read again."""

    def __init__(self) -> None:
        self._rows: Sequence[JournalRow] = ()
        self._sessions = [sessions.Session()]
        """The session before the first of these rows, and after each row that could be read."""

    def read(self, rows: Sequence[JournalRow]) -> sessions.RowsReading:
        """Read rows, like `sessions.read`."""
        known_count = min(common_prefix_length(self._rows, rows), len(self._sessions) - 1)
        reading = sessions.read(rows[known_count:], self._sessions[known_count])
        known_line_count = sum(row.kind is not RowKind.TABLE for row in rows[:known_count])
        self._rows, self._sessions = rows, [*self._sessions[:known_count], *reading.sessions]
        return sessions.RowsReading(self._sessions, reading.refusal, known_line_count + reading.line_count)


def public_record(stored_rows: Sequence[JournalRow], read: ReadRows = sessions.read) -> tuple[JournalRow, ...]:
    """The public record of a game, from all its stored rows.

    All corrections are applied. The record ends before the first line that is secret until its round is scored.
    """
    rows = _corrected_rows(counting_rows(stored_rows))
    lines = tuple(row for row in rows if row.kind is not RowKind.TABLE)
    if not _game_has_secrets(lines):
        return lines
    shown_lines = sessions.public_lines(rows, read(rows))
    public_count = next(
        (index for index, shown_line in enumerate(shown_lines) if shown_line.startswith(_SECRET_PREFIX)), len(lines)
    )
    return lines[:public_count]


def _corrected_rows(rows: list[JournalRow]) -> Sequence[JournalRow]:
    try:
        return past.apply_corrections(rows)
    except Refused:
        # As in an export: these rules can't read the corrections. The hub will report whatever it refuses.
        return [row for row in rows if row.kind not in CORRECTING]


def _game_has_secrets(lines: Sequence[JournalRow]) -> bool:
    """Whether the game that the first line names keeps any lines secret until their round is scored."""
    reading = sessions.read(lines[:1])
    game = reading.sessions[-1].record.game
    return game is not None and game.secrets is not None


def next_revision(
    identity: str,
    rows: Sequence[JournalRow],
    base: GameMark | None,
    began_at: float | None = None,
    read: ReadRows = sessions.read,
    key: str = "",
) -> GameRevision | ConflictingRecord | None:
    """The message for a hub that has the game at `base`; None if its record is the same already.

    `rows` are all stored rows of the game, and `key` is the proof that it was begun here. If the hub has lines that
    this box never had, or no longer has, the message contains the whole record.
    """
    record_at_base = () if base is None else public_record(rows[: base.number], read)
    lines = public_record(rows, read)
    mark = GameMark(identity, len(rows), digest(lines))
    if base is None:
        return (
            GameRevision(mark, base=None, kept_line_count=0, lines=lines, began_at=began_at, key=key) if lines else None
        )
    if base.digest == mark.digest:
        return None
    if base.number > len(rows) or digest(record_at_base) != base.digest:
        return ConflictingRecord(mark, base, lines, began_at, key)
    kept_line_count = common_prefix_length(record_at_base, lines)
    return GameRevision(mark, base, kept_line_count, lines[kept_line_count:], began_at, "" if base.number else key)


def missing_game_message(base: GameMark) -> ConflictingRecord | None:
    """The message for a hub that has a game at `base` which this box does not have;
    None if the hub has no lines of it."""
    empty_digest = digest(())
    return None if base.digest == empty_digest else ConflictingRecord(GameMark(base.game, 0, empty_digest), base, ())
