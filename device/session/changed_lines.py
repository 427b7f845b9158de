"""A diff of a record before and after a correction. It is built row by row while the correction is checked."""

from __future__ import annotations

from collections.abc import Sequence
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
        comparison = _Comparison()
        for place, before, after in self._seen:
            comparison.see(place, before, after)
        return comparison.found()


class _Comparison:
    """Collects differing rows until the old and new rows are equal again, and then compares what it has collected."""

    def __init__(self) -> None:
        self._found: list[ChangedLine] = []
        self._were: list[tuple[int, JournalRow]] = []
        self._are: list[JournalRow] = []
        self._end = 1
        """The number of the row that follows the collected old rows."""

    def see(self, place: int, before: Sequence[JournalRow], after: Sequence[JournalRow]) -> None:
        """Collect rows that differ, or compare those collected so far if these rows do not."""
        if [row.text for row in before if _shown(row)] == [row.text for row in after if _shown(row)]:
            self._compare()
            return
        self._were += ((at, row) for at, row in enumerate(before, place) if _shown(row))
        self._are += filter(_shown, after)
        self._end = place + len(before)

    def found(self) -> tuple[ChangedLine, ...]:
        """Compare the rest, and return all changed lines in order."""
        self._compare()
        return tuple(self._found)

    def _compare(self) -> None:
        were, are = self._were, self._are
        if len(were) == len(are):
            self._found += (
                ChangedLine(was, row, at) for (at, was), row in zip(were, are, strict=True) if was.text != row.text
            )
        else:
            ends = [*(at for at, _ in were), self._end]
            for one, end, other, other_end in diff_lines([row.text for _, row in were], [row.text for row in are]):
                self._add(were[one:end], are[other:other_end], ends[end])
        self._were, self._are = [], []

    def _add(self, were: Sequence[tuple[int, JournalRow]], are: Sequence[JournalRow], after: int) -> None:
        """Record that the old lines `were` became the new lines `are`. `after` is the row that follows them."""
        for was, row in zip_longest(were, are):
            at, before = (after, None) if was is None else was
            self._found.append(ChangedLine(before, row, at))


def _shown(row: JournalRow) -> bool:
    """Whether the row is a line of the record: rows of kind TABLE are not."""
    return row.kind is not RowKind.TABLE
