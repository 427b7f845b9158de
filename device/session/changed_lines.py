"""A diff of a record before and after a correction. It is built row by row while the correction is checked."""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from functools import cached_property
from itertools import zip_longest

from device.session.line_diff import diff_lines
from device.session.rows import JournalRow, RowKind
from values.named_tuple import NamedTuple


class ChangedLine(NamedTuple):
    """A line before and after the correction. `before` is None for an added line, `after` for a removed one.

    `row_number` counts from 1 before the correction. An added line has that of the row that follows it.
    """

    before: JournalRow | None
    after: JournalRow | None
    row_number: int


class LineChanges:
    """The lines whose text a correction changes. A line that only follows from another declaration is not one.

    Rows are only collected at first, and compared when `lines` is read.
    """

    def __init__(self) -> None:
        self._collected: list[tuple[int, Sequence[JournalRow], Sequence[JournalRow]]] = []

    def collect(self, row_number: int, before: Sequence[JournalRow], after: Sequence[JournalRow]) -> None:
        """Collect rows: from row `row_number` on, `before` are the old rows, and `after` the new ones."""
        self._collected.append((row_number, before, after))

    @cached_property
    def lines(self) -> tuple[ChangedLine, ...]:
        """All changed lines, in order."""
        return tuple(self._compare_collected())

    def _compare_collected(self) -> Iterator[ChangedLine]:
        """Collect rows that differ until the old and new rows are equal again, and then compare what was collected."""
        old_rows: list[tuple[int, JournalRow]] = []
        new_rows: list[JournalRow] = []
        end = 1
        for row_number, before, after in self._collected:
            if _line_texts(before) == _line_texts(after):
                yield from _changed_lines(old_rows, new_rows, end)
                old_rows, new_rows = [], []
            else:
                old_rows += ((number, row) for number, row in enumerate(before, row_number) if _is_record_line(row))
                new_rows += filter(_is_record_line, after)
                end = row_number + len(before)
        yield from _changed_lines(old_rows, new_rows, end)


def _changed_lines(
    old_rows: Sequence[tuple[int, JournalRow]], new_rows: Sequence[JournalRow], end: int
) -> Iterator[ChangedLine]:
    """Yield the changed lines. Old rows come with their numbers; row `end` follows them."""
    if len(old_rows) == len(new_rows):
        pairs = zip(old_rows, new_rows, strict=True)
        yield from (ChangedLine(old, new, number) for (number, old), new in pairs if old.text != new.text)
        return
    numbers = [*(number for number, _ in old_rows), end]
    for stretch in diff_lines([row.text for _, row in old_rows], [row.text for row in new_rows]):
        inserted = new_rows[stretch.second_begin : stretch.second_end]
        for numbered_old, new in zip_longest(old_rows[stretch.begin : stretch.end], inserted):
            number, old = (numbers[stretch.end], None) if numbered_old is None else numbered_old
            yield ChangedLine(old, new, number)


def _line_texts(rows: Sequence[JournalRow]) -> list[str]:
    return [row.text for row in rows if _is_record_line(row)]


def _is_record_line(row: JournalRow) -> bool:
    """Whether the row is a line of the record: rows of kind TABLE are not."""
    return row.kind is not RowKind.TABLE
