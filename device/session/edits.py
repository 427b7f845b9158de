"""The edits of a correction, and the journal rows in which they are stored."""

from __future__ import annotations

from collections.abc import Sequence
from enum import StrEnum
from typing import NoReturn

from device.contract.refusal import RefusalCode, refuse
from device.session.rows import DECLARED, JournalRow, RowKind
from display.words import text
from values.named_tuple import NamedTuple

_WORD_COUNTS = {"change": 4, "remove": 2, "insert": 4, "cut": 2}


class EditKind(StrEnum):
    """The kinds of edits."""

    CHANGE = "change"  # another declaration stands there
    REMOVE = "remove"  # none does
    INSERT = "insert"  # one more stands before it
    CUT = "cut"  # the game ends before it


class Edit(NamedTuple):
    """One edit. `row_number` counts from 1 in the game before the correction.

    `row` is the new row; None if a row is only removed.
    """

    kind: EditKind
    row_number: int
    row: JournalRow | None = None


def rows_of_edits(edits: Sequence[Edit]) -> tuple[JournalRow, ...]:
    """The rows that store a correction: one for each edit, all undone together."""
    kinds = [RowKind.CORRECTION, *[RowKind.CORRECTED_TOO] * (len(edits) - 1)]
    return tuple(JournalRow(kind, _edit_line(edit)) for kind, edit in zip(kinds, edits, strict=True))


def _edit_line(edit: Edit) -> str:
    line = f"{edit.kind.value} {edit.row_number}"
    return line if edit.row is None else f"{line} {edit.row.kind.value} {edit.row.text}"


def read_edits(rows: Sequence[JournalRow]) -> tuple[Edit, ...]:
    """Parse the rows of a correction. Raises Refused for a row that is not one."""
    return tuple(map(_read_edit, rows))


def _read_edit(row: JournalRow) -> Edit:
    words = row.text.split(" ", 3)
    if _WORD_COUNTS.get(words[0]) != len(words):
        _refuse(row)
    edit_kind, row_number, *line = words
    if not (row_number.isascii() and row_number.isdecimal() and len(row_number) < 9):
        _refuse(row)
    if not line:
        return Edit(EditKind(edit_kind), int(row_number))
    kind, line_text = line
    if kind not in DECLARED:
        _refuse(row)
    return Edit(EditKind(edit_kind), int(row_number), JournalRow(RowKind(kind), line_text))


def _refuse(row: JournalRow) -> NoReturn:
    refuse(RefusalCode.WRONG_PHASE, text("The journal has the row “{row}” where it has no place.", row=row.text))
