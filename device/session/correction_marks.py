"""Marks lines of the record for a correction: the line pointed at, and those that would change or no longer fit."""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from enum import Enum
from itertools import accumulate, islice

from device.session.correction import Consequences
from device.session.line_choice import AskAgainView, ConsequencesView, LineView, hides_line
from device.session.prompts import PlayView, View, previous_view
from device.session.rows import JournalRow, RowKind
from device.session.session import START_ROW, public_line
from values.named_tuple import NamedTuple

MAX_MARKS = 1000
"""The maximum number of lines that a correction marks. The line that is asked about comes on top."""


class MarkKind(Enum):
    """What a correction does to a line of the record."""

    POINTED = "pointed"  # the line that the question is about
    CHANGED = "changed"  # another line will stand there
    GONE = "gone"
    BEFORE = "before"  # a line comes in before it
    AFTER = "after"  # a line comes in after it: at the end, or where the next row is the table's
    MISFIT = "misfit"  # it would not fit any more, or would not fit there


class LineMark(NamedTuple):
    """A mark at a line of the record, whose number counts from 1.

    `new_text` is the line that replaces this one or comes in beside it, without secrets; empty if there is none.
    """

    line_number: int
    kind: MarkKind
    new_text: str = ""


def line_marks(view: View, rows: Sequence[JournalRow]) -> tuple[LineMark, ...]:
    """The marks of a view, in the order of the record's lines. `rows` are those of the current game.

    While another line of a correction is asked about, what the correction has changed so far stays marked.
    """
    pointed = _pointed_mark(view, rows)
    consequences = _consequences_shown_last(view)
    marks = () if consequences is None else tuple(islice(_consequence_marks(consequences, rows), MAX_MARKS))
    if pointed is not None:
        marks = (*(mark for mark in marks if mark.line_number != pointed.line_number), pointed)
    return tuple(sorted(marks, key=lambda mark: mark.line_number))


def _pointed_mark(view: View, rows: Sequence[JournalRow]) -> LineMark | None:
    """The mark of the line that the question is about; None if there is none."""
    if not isinstance(view, LineView | AskAgainView):
        return None
    row_number = view.row_number if isinstance(view, LineView) else min(view.edit_at.row_number, len(rows))
    is_in_record = rows[row_number - 1] != START_ROW
    return LineMark(_line_numbers(rows)[row_number - 1], MarkKind.POINTED) if is_in_record else None


def _consequences_shown_last(view: View) -> Consequences | None:
    """The consequences that a view shows, or that were shown before further lines were asked about."""
    while not isinstance(view, ConsequencesView | PlayView):
        view = previous_view(view)
    return view.consequences if isinstance(view, ConsequencesView) else None


def _consequence_marks(consequences: Consequences, rows: Sequence[JournalRow]) -> Iterator[LineMark]:
    line_numbers = _line_numbers(rows)

    def public_text(row: JournalRow, row_number: int) -> str:
        return public_line(row, consequences.session_before) if hides_line(consequences, row_number) else row.text

    for changed in consequences.changed_lines:
        row_number, old_row, new_row = changed.row_number, changed.line_before, changed.line_after
        if new_row is None:
            if old_row is not None:
                yield LineMark(line_numbers[row_number - 1], MarkKind.GONE)
        elif old_row is not None:
            yield LineMark(line_numbers[row_number - 1], MarkKind.CHANGED, public_text(new_row, row_number))
        elif row_number <= len(rows) and rows[row_number - 1].kind is not RowKind.TABLE:
            yield LineMark(line_numbers[row_number - 1], MarkKind.BEFORE, public_text(new_row, row_number))
        else:
            yield LineMark(line_numbers[row_number - 1], MarkKind.AFTER, public_text(new_row, row_number))
    if consequences.misfit is not None:
        row_number, row = consequences.misfit.row_number, consequences.misfit.row
        is_existing_row = row_number <= len(rows) and row is rows[row_number - 1]
        yield LineMark(
            line_numbers[row_number - 1],
            MarkKind.MISFIT,
            "" if is_existing_row else public_text(row, row_number),
        )


def _line_numbers(rows: Sequence[JournalRow]) -> list[int]:
    """The line number in the record of each row, from 1, and of the place after the last row.

    A step of the table has the number of the line before it, and so has that place.
    """
    numbers = list(accumulate(int(row.kind is not RowKind.TABLE) for row in rows))
    return [*numbers, *numbers[-1:]]
