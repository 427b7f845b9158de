"""What a correction does to a game's rows, and the rows by which the journal keeps it."""

from __future__ import annotations

from collections.abc import Sequence
from enum import StrEnum
from typing import NoReturn

from device.contract.refusal import RefusalCode, refuse
from device.session.rows import DECLARED, JournalRow, RowKind
from display.words import text
from values.named_tuple import NamedTuple

_WORDS = {"change": 4, "remove": 2, "insert": 4, "cut": 2}


class Verb(StrEnum):
    """What is done at a place."""

    CHANGE = "change"  # another declaration stands there
    REMOVE = "remove"  # none does
    INSERT = "insert"  # one more stands before it
    CUT = "cut"  # the game ends before it


class Edit(NamedTuple):
    """One change of the past. `place` is a row, from 1, of the game as it was before the correction.

    `row` is what is put there; None where something is only taken out.
    """

    verb: Verb
    place: int
    row: JournalRow | None = None


def written(edits: Sequence[Edit]) -> tuple[JournalRow, ...]:
    """The rows of a correction: one for each edit, so that one undo takes all of them back."""
    kinds = [RowKind.CORRECTION, *[RowKind.CORRECTED_TOO] * (len(edits) - 1)]
    return tuple(JournalRow(kind, _line(edit)) for kind, edit in zip(kinds, edits, strict=True))


def _line(edit: Edit) -> str:
    said = f"{edit.verb.value} {edit.place}"
    return said if edit.row is None else f"{said} {edit.row.kind.value} {edit.row.text}"


def read(rows: Sequence[JournalRow]) -> tuple[Edit, ...]:
    """The edits of a correction's rows. Raises Refused for what no correction writes."""
    return tuple(map(_read, rows))


def _read(row: JournalRow) -> Edit:
    words = row.text.split(" ", 3)
    if _WORDS.get(words[0]) != len(words) or not (words[1].isascii() and words[1].isdecimal() and len(words[1]) < 9):
        _refuse(row)
    verb, place = Verb(words[0]), int(words[1])
    if len(words) == 2:
        return Edit(verb, place)
    if words[2] not in DECLARED:
        _refuse(row)
    return Edit(verb, place, JournalRow(RowKind(words[2]), words[3]))


def _refuse(row: JournalRow) -> NoReturn:
    refuse(RefusalCode.WRONG_PHASE, text("The journal has the row “{row}” where it has no place.", row=row.text))
