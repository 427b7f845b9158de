"""Undo and redo: rows of their own, which decide whether the rows before them count.

No row is removed. An undo is a row that cancels the last thing the table did; a redo is a row that restores what the
last undo cancelled. So both are as durable as a declaration, and a redo is still possible after a power loss. Any
other row clears what can be redone, except the acceptance of a round after a correction was undone.
"""

from __future__ import annotations

from collections.abc import Iterable, Iterator, MutableSequence, Sequence
from itertools import groupby

from device.contract.refusal import Refused
from device.session import record as records
from device.session.rows import JournalRow, RowKind
from device.session.session import Step, step_row
from values.named_tuple import NamedTuple

_UNDO = "undo"
_REDO = "redo"
_DROPPED = "dropped"

UNDO_ROW = JournalRow(RowKind.TABLE, _UNDO)
"""Undo the last thing that the table did, with what it forced."""

REDO_ROW = JournalRow(RowKind.TABLE, _REDO)
"""Redo what the last undo took back."""

_ACCEPT_ROW = step_row(Step.ACCEPT)


class UndoneRows(NamedTuple):
    """The rows of one step of the table that was undone; if `is_game`, of a game that was undone at its beginning."""

    rows: tuple[JournalRow, ...]
    is_game: bool = False


def count_undone(rows: Sequence[JournalRow]) -> int:
    """How many rows an undo takes back: the last that the table gave, and what that forced, or a whole correction."""
    count = 0
    for row in reversed(rows):
        count += 1
        if row.kind not in (RowKind.FORCED, RowKind.CORRECTED_TOO):
            break
    return count


def is_drop(row: JournalRow) -> bool:
    """Whether a row is one of those in which the game before stores a dropped game."""
    return row.kind is RowKind.TABLE and row.text.partition(" ")[0] == _DROPPED


def rows_of_dropped_game(rows: Iterable[JournalRow]) -> tuple[JournalRow, ...]:
    """The rows in which the game before stores a game that an undo drops: a marker, and one for each of its rows."""
    marker = JournalRow(RowKind.TABLE, _DROPPED)
    stored_rows = (JournalRow(RowKind.TABLE, records.join((_DROPPED, row.kind.value, row.text))) for row in rows)
    return (marker, *stored_rows)


def dropped_games(rows: Iterable[JournalRow]) -> Iterator[tuple[JournalRow, ...]]:
    """Yield the dropped games that are stored in a game's rows, in order, each as all its rows."""
    for is_dropped, group in groupby(rows, is_drop):
        if is_dropped:
            _, *games = _rows_by_game(group)
            yield from map(tuple, games)


def _rows_by_game(rows: Iterable[JournalRow]) -> list[list[JournalRow]]:
    """The stored rows of dropped games: those that continue a game before these rows, then those of each further game.

    A row without a stored row, such as the marker, begins another game.
    """
    games: list[list[JournalRow]] = [[]]
    for row in map(_dropped_row, rows):
        if row is None:
            games.append([])
        else:
            games[-1].append(row)
    return games


class Timeline:
    """Collects the rows of one game one after the other: those that count, and those that can be redone."""

    def __init__(self, rows: Iterable[JournalRow] = ()) -> None:
        self.rows: MutableSequence[JournalRow] = []
        """The rows that count, including those of corrections."""
        self.stored_row_count = 0
        """The number of all rows, including undo, redo and dropped ones."""
        self.taken_back: MutableSequence[UndoneRows] = []
        """What can be redone, the next at the end."""
        self.last_row: JournalRow | None = None
        """The last row of all."""
        self.extend(rows)

    def add(self, row: JournalRow) -> None:
        """Add one row; see `extend`."""
        self.extend((row,))

    @property
    def last_taken_back(self) -> UndoneRows | None:
        """What a redo brings again; None if there is nothing."""
        return self.taken_back[-1] if self.taken_back else None

    def extend(self, rows: Iterable[JournalRow]) -> None:
        """Add rows. An undo or redo with nothing to do has no effect: another program may have written it."""
        for word, group in groupby(rows, _timeline_word):
            group_rows = list(group)
            self.stored_row_count += len(group_rows)
            self.last_row = group_rows[-1]
            if word == _UNDO:
                for _ in group_rows:
                    self._undo()
            elif word == _REDO:
                for _ in group_rows:
                    self._redo()
            elif word == _DROPPED:
                self._drop(group_rows)
            else:
                self.rows.extend(group_rows)
                if self.taken_back:
                    self._clear_redo_unless_accepting(group_rows)

    def _clear_redo_unless_accepting(self, rows: Sequence[JournalRow]) -> None:
        """Clear what can be redone, unless the rows only accept a round after a correction was undone."""
        if not self._ends_with_correction or any(row != _ACCEPT_ROW for row in rows):
            self.taken_back.clear()

    def _undo(self) -> None:
        count = count_undone(self.rows)
        if count:
            self.taken_back.append(UndoneRows(tuple(self.rows[-count:])))
            del self.rows[-count:]

    def _redo(self) -> None:
        last = self.last_taken_back
        if last is not None and not last.is_game:
            self.rows += self.taken_back.pop().rows

    def _drop(self, rows: Sequence[JournalRow]) -> None:
        """Add rows of dropped games. The last of them can be begun again."""
        continued, *games = _rows_by_game(rows)
        last = self.last_taken_back
        if last is not None and last.is_game:
            continued = [*self.taken_back.pop().rows, *continued]
        self.taken_back.append(UndoneRows(tuple(games[-1] if games else continued), is_game=True))

    @property
    def _ends_with_correction(self) -> bool:
        last = self.last_taken_back
        return last is not None and not last.is_game and last.rows[0].kind is RowKind.CORRECTION


def _timeline_word(row: JournalRow) -> str:
    """The word "undo", "redo" or "dropped" of a row that decides what counts; "" for other rows."""
    word = row.text.partition(" ")[0] if row.kind is RowKind.TABLE else ""
    return word if word in (_UNDO, _REDO, _DROPPED) else ""


def _dropped_row(row: JournalRow) -> JournalRow | None:
    """The stored row of a dropped game; None for the marker, and for a row that makes no sense."""
    try:
        _, kind, line, *_ = records.split(row.text)
        return JournalRow(RowKind(kind), line)
    except (Refused, ValueError):
        return None


def counting_rows(stored_rows: Sequence[JournalRow]) -> list[JournalRow]:
    """Of all stored rows of a game, those that count."""
    if not any(row.kind is RowKind.TABLE and row.text.startswith((_UNDO, _REDO, _DROPPED)) for row in stored_rows):
        return list(stored_rows)
    return list(Timeline(stored_rows).rows)
