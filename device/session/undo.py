"""Undo and redo: rows of their own, after which the rows before them count, or do not.

Nothing that was declared is removed. An undo is a row that takes back the last thing the table did; a redo is a row
that brings again what the last undo took back. So both are as durable as a declaration, and what can be redone
outlives the power. Anything else that the table does ends what can be redone; but for the acceptance of a round, which
changes nothing that a correction would.
"""

from __future__ import annotations

from collections.abc import Iterable, Iterator, MutableSequence, Sequence
from itertools import groupby

from device.contract.refusal import Refused
from device.session import record as records
from device.session.rows import JournalRow, RowKind
from device.session.session import Step, step
from values.named_tuple import NamedTuple

_UNDO = "undo"
_REDO = "redo"
_DROPPED = "dropped"

UNDO = JournalRow(RowKind.TABLE, _UNDO)
"""Takes back the last thing the table did, with what it forced."""

REDO = JournalRow(RowKind.TABLE, _REDO)
"""Brings again what the last undo took back."""

_ACCEPTED = step(Step.ACCEPT)


class TakenBackStep(NamedTuple):
    """Rows of one step of the table that an undo took back."""

    rows: tuple[JournalRow, ...]


class DroppedGame(NamedTuple):
    """A game that an undo at its beginning took back, by all rows that were kept of it."""

    rows: tuple[JournalRow, ...]


TakenBack = TakenBackStep | DroppedGame


def undone(rows: Sequence[JournalRow]) -> int:
    """How many rows an undo takes back: the last that the table gave, and what that forced, or a whole correction."""
    count = 0
    for row in reversed(rows):
        count += 1
        if row.kind not in (RowKind.FORCED, RowKind.CORRECTED_TOO):
            break
    return count


def is_drop(row: JournalRow) -> bool:
    """Whether a row is one of those by which the game before keeps a game that was dropped."""
    return row.kind is RowKind.TABLE and row.text.partition(" ")[0] == _DROPPED


def dropping(rows: Iterable[JournalRow]) -> tuple[JournalRow, ...]:
    """What the game before keeps of a game that an undo drops: a row that says so, and one for each of its rows."""
    marker = JournalRow(RowKind.TABLE, _DROPPED)
    kept = (JournalRow(RowKind.TABLE, records.join((_DROPPED, row.kind.value, row.text))) for row in rows)
    return (marker, *kept)


def dropped(rows: Iterable[JournalRow]) -> Iterator[tuple[JournalRow, ...]]:
    """The dropped games that a game's rows keep, in order, by all rows of each."""
    found: list[JournalRow] | None = None
    for row in rows:
        one = _dropped_row(row) if is_drop(row) else None
        if found is not None and one is not None:
            found.append(one)
            continue
        if found is not None:
            yield tuple(found)
        found = [] if is_drop(row) else None
    if found is not None:
        yield tuple(found)


class Timeline:
    """The rows of one game that count, and what can be redone, as its rows come one after the other."""

    def __init__(self, kept: Iterable[JournalRow] = ()) -> None:
        self.rows: MutableSequence[JournalRow] = []
        """The rows that count, those of corrections among them."""
        self.kept = 0
        """How many rows there are, those included that say what counts."""
        self.taken_back: MutableSequence[TakenBack] = []
        """What can be redone, the next at the end."""
        self.last: JournalRow | None = None
        """The row that came last."""
        self.extend(kept)

    def add(self, row: JournalRow) -> None:
        """One row more; see `extend`."""
        self.extend((row,))

    def extend(self, rows: Iterable[JournalRow]) -> None:
        """Rows more. An undo or redo with nothing to do, as a foreign hand may have written it, does nothing."""
        for word, group in groupby(rows, _saying):
            found = list(group)
            self.kept += len(found)
            self.last = found[-1]
            if word == _UNDO:
                for _ in found:
                    self._undo()
            elif word == _REDO:
                for _ in found:
                    self._redo()
            elif word == _DROPPED:
                self._drop(found)
            else:
                self.rows.extend(found)
                if self.taken_back:
                    self._end_redoing(found)

    def _end_redoing(self, rows: Sequence[JournalRow]) -> None:
        """Rows more end what can be redone, but for the acceptance of a round after a correction was taken back."""
        if not self._ends_with_correction or any(row != _ACCEPTED for row in rows):
            self.taken_back.clear()

    def _undo(self) -> None:
        count = undone(self.rows)
        if count:
            self.taken_back.append(TakenBackStep(tuple(self.rows[-count:])))
            del self.rows[-count:]

    def _redo(self) -> None:
        if self.taken_back and isinstance(self.taken_back[-1], TakenBackStep):
            self.rows += self.taken_back.pop().rows

    def _drop(self, rows: Sequence[JournalRow]) -> None:
        """Rows of a game that was dropped. What is none, as the one that they begin with, begins a game anew."""
        dropped: list[JournalRow] = []
        game = self.taken_back.pop() if self._ends_with_game else DroppedGame(())
        for row in map(_dropped_row, rows):
            if row is None:
                dropped, game = [], DroppedGame(())
            else:
                dropped.append(row)
        self.taken_back.append(DroppedGame((*game.rows, *dropped)))

    @property
    def _ends_with_game(self) -> bool:
        return bool(self.taken_back) and isinstance(self.taken_back[-1], DroppedGame)

    @property
    def _ends_with_correction(self) -> bool:
        last = self.taken_back[-1] if self.taken_back else None
        return isinstance(last, TakenBackStep) and last.rows[0].kind is RowKind.CORRECTION


def _saying(row: JournalRow) -> str:
    """Which of the rows this is that say what counts; nothing for the others."""
    word = row.text.partition(" ")[0] if row.kind is RowKind.TABLE else ""
    return word if word in (_UNDO, _REDO, _DROPPED) else ""


def _dropped_row(row: JournalRow) -> JournalRow | None:
    """The row of a dropped game; None for the marker, and for what makes no sense."""
    try:
        words = records.split(row.text)
        return JournalRow(RowKind(words[1]), words[2])
    except (Refused, IndexError, ValueError):
        return None


def counting(kept: Sequence[JournalRow]) -> list[JournalRow]:
    """The rows that count of all that were kept."""
    if not any(row.kind is RowKind.TABLE and row.text.startswith((_UNDO, _REDO, _DROPPED)) for row in kept):
        return list(kept)
    return list(Timeline(kept).rows)
