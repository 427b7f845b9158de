"""A diff of a record before and after a correction. It is built row by row while the correction is checked."""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from functools import cached_property
from itertools import zip_longest

from device.session.line_diff import diff_lines
from device.session.rows import JournalRow, RowKind
from device.session.session import START_ROW, Session
from values.named_tuple import NamedTuple


class ChangedLine(NamedTuple):
    """A line before and after the correction. `before` is None for an added line, `after` for a removed one.

    `row_number` counts from 1 before the correction. An added line has that of the row that follows it. `session` is
    the one before the line: for an added line as the correction makes it, for others as the game stands.
    """

    before: JournalRow | None
    after: JournalRow | None
    row_number: int
    session: Session

    @property
    def line_before(self) -> JournalRow | None:
        """The line of the record before the correction; None if there was none, as for the usual player who starts."""
        return None if self.before == START_ROW else self.before

    @property
    def line_after(self) -> JournalRow | None:
        """The line of the record after the correction; None if there is none, as for the usual player who starts."""
        return None if self.after == START_ROW else self.after


class PlacedRow(NamedTuple):
    """A row as a correction makes it, with the session before it."""

    row: JournalRow
    session: Session


class LineChanges:
    """The lines whose text a correction changes. A line that only follows from another declaration is not one.

    Rows are only collected at first, and compared when `lines` is read. `sessions` are those of the game as it stands:
    before the first row, and after each.
    """

    def __init__(self, sessions: Sequence[Session]) -> None:
        self._sessions = sessions
        self._collected: list[tuple[int, Sequence[JournalRow], Sequence[PlacedRow]]] = []

    def collect(self, row_number: int, before: Sequence[JournalRow], after: Sequence[PlacedRow]) -> None:
        """Collect rows: from row `row_number` on, `before` are the old rows, and `after` the new ones."""
        self._collected.append((row_number, before, after))

    @cached_property
    def lines(self) -> tuple[ChangedLine, ...]:
        """All changed lines, in order."""
        return tuple(self._compare_collected())

    def _compare_collected(self) -> Iterator[ChangedLine]:
        """Collect rows that differ until the old and new rows are equal again, and then compare what was collected."""
        old_rows: list[tuple[int, JournalRow]] = []
        new_rows: list[PlacedRow] = []
        end = 1
        for row_number, before, after in self._collected:
            if _line_texts(before) == _line_texts([placed.row for placed in after]):
                yield from self._changed_lines(old_rows, new_rows, end)
                old_rows, new_rows = [], []
            else:
                old_rows += ((number, row) for number, row in enumerate(before, row_number) if _is_compared(row))
                new_rows += (placed for placed in after if _is_compared(placed.row))
                end = row_number + len(before)
        yield from self._changed_lines(old_rows, new_rows, end)

    def _changed_lines(
        self, old_rows: Sequence[tuple[int, JournalRow]], new_rows: Sequence[PlacedRow], end: int
    ) -> Iterator[ChangedLine]:
        """Yield the changed lines. Old rows come with their numbers; row `end` follows them."""
        if len(old_rows) == len(new_rows):
            for (number, old), new in zip(old_rows, new_rows, strict=True):
                if old.text != new.row.text:
                    yield self._changed_line((number, old), new, number)
            return
        numbers = [*(number for number, _ in old_rows), end]
        for stretch in diff_lines([row.text for _, row in old_rows], [placed.row.text for placed in new_rows]):
            inserted = new_rows[stretch.second_begin : stretch.second_end]
            for numbered_old, new in zip_longest(old_rows[stretch.begin : stretch.end], inserted):
                yield self._changed_line(numbered_old, new, numbers[stretch.end])

    def _changed_line(self, old: tuple[int, JournalRow] | None, new: PlacedRow | None, following: int) -> ChangedLine:
        """The line with the number of the old row, or of the `following` one, and the session before it."""
        if old is None:
            assert new is not None
            return ChangedLine(None, new.row, following, new.session)
        number, old_row = old
        return ChangedLine(old_row, None if new is None else new.row, number, self._sessions[number - 1])


def _line_texts(rows: Sequence[JournalRow]) -> list[str]:
    return [row.text for row in rows if _is_compared(row)]


def _is_compared(row: JournalRow) -> bool:
    """Whether the row is a line to compare: one of the record, or who starts as usual."""
    return row.kind is not RowKind.TABLE or row == START_ROW
