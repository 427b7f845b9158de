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

    `place` is the number of its row before the correction, from 1. An added line has the number of the row that
    follows it.
    """

    before: JournalRow | None
    after: JournalRow | None
    place: int


class LineChanges:
    """The lines whose text a correction changes. A line that only follows from another declaration is not one.

    The rows are only collected at first. They are compared when `found` is read.
    """

    def __init__(self) -> None:
        self._seen: list[tuple[int, Sequence[JournalRow], Sequence[JournalRow]]] = []

    def see(self, place: int, before: Sequence[JournalRow], after: Sequence[JournalRow]) -> None:
        """Collect rows: from number `place` on, `before` are the old rows, and `after` the new ones."""
        self._seen.append((place, before, after))

    @cached_property
    def found(self) -> tuple[ChangedLine, ...]:
        """All changed lines, in order."""
        return tuple(self._find())

    def _find(self) -> Iterator[ChangedLine]:
        """Collect rows that differ until the old and new rows are equal again, and then compare what was collected."""
        were: list[tuple[int, JournalRow]] = []
        are: list[JournalRow] = []
        end = 1
        for place, before, after in self._seen:
            if [row.text for row in before if _shown(row)] == [row.text for row in after if _shown(row)]:
                yield from _compare(were, are, end)
                were, are = [], []
            else:
                were += ((at, row) for at, row in enumerate(before, place) if _shown(row))
                are += filter(_shown, after)
                end = place + len(before)
        yield from _compare(were, are, end)


def _compare(were: Sequence[tuple[int, JournalRow]], are: Sequence[JournalRow], end: int) -> Iterator[ChangedLine]:
    """Yield the changed lines among old rows, each with its number, and new ones. Row `end` follows the old ones."""
    if len(were) == len(are):
        pairs = zip(were, are, strict=True)
        yield from (ChangedLine(was, row, at) for (at, was), row in pairs if was.text != row.text)
        return
    ends = [*(at for at, _ in were), end]
    for stretch in diff_lines([row.text for _, row in were], [row.text for row in are]):
        news = are[stretch.other_begin : stretch.other_end]
        for was, row in zip_longest(were[stretch.begin : stretch.end], news):
            at, before = (ends[stretch.end], None) if was is None else was
            yield ChangedLine(before, row, at)


def _shown(row: JournalRow) -> bool:
    """Whether the row is a line of the record: rows of kind TABLE are not."""
    return row.kind is not RowKind.TABLE
