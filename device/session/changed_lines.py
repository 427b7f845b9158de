"""The lines of a record that a correction changes, found row by row as it is judged."""

from __future__ import annotations

from collections.abc import Sequence
from functools import cached_property
from itertools import zip_longest

from device.session.alignment import differences
from device.session.rows import JournalRow, RowKind
from values.named_tuple import NamedTuple


class ChangedLine(NamedTuple):
    """A line of the record as it was, and as it will be; None where there is none.

    `place` is its row, from 1, before the correction; of one that comes in besides, the row before which it comes.
    """

    before: JournalRow | None
    after: JournalRow | None
    place: int


class LineChanges:
    """The lines that are not what they were: what is only said at another moment is none of them.

    Lines are only compared where somebody wants to know.
    """

    def __init__(self) -> None:
        self._seen: list[tuple[int, Sequence[JournalRow], Sequence[JournalRow]]] = []

    def see(self, place: int, before: Sequence[JournalRow], after: Sequence[JournalRow]) -> None:
        """These rows stood there, from this place on, and these stand there now."""
        self._seen.append((place, before, after))

    @cached_property
    def found(self) -> tuple[ChangedLine, ...]:
        """All of them, in order."""
        comparison = _Comparison()
        for place, before, after in self._seen:
            comparison.see(place, before, after)
        return comparison.found()


class _Comparison:
    """Compares the lines that were and those that are, up to where they are the same again."""

    def __init__(self) -> None:
        self._found: list[ChangedLine] = []
        self._were: list[tuple[int, JournalRow]] = []
        self._are: list[JournalRow] = []
        self._end = 1
        """The row that comes after those."""

    def see(self, place: int, before: Sequence[JournalRow], after: Sequence[JournalRow]) -> None:
        """These rows stood there, from this place on, and these stand there now."""
        if [row.text for row in before if _shown(row)] == [row.text for row in after if _shown(row)]:
            self._compare()
            return
        self._were += ((at, row) for at, row in enumerate(before, place) if _shown(row))
        self._are += filter(_shown, after)
        self._end = place + len(before)

    def found(self) -> tuple[ChangedLine, ...]:
        """All of them, in order."""
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
            for one, end, other, other_end in differences([row.text for _, row in were], [row.text for row in are]):
                self._add(were[one:end], are[other:other_end], ends[end])
        self._were, self._are = [], []

    def _add(self, were: Sequence[tuple[int, JournalRow]], are: Sequence[JournalRow], after: int) -> None:
        """These lines were there, before the row `after`, and these are there now."""
        for was, row in zip_longest(were, are):
            at, before = (after, None) if was is None else was
            self._found.append(ChangedLine(before, row, at))


def _shown(row: JournalRow) -> bool:
    """Whether a record has it."""
    return row.kind is not RowKind.TABLE
