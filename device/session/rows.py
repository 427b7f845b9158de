"""Rows: what the journal keeps of a game, in order."""

from __future__ import annotations

from enum import StrEnum

from values.named_tuple import NamedTuple


class RowKind(StrEnum):
    """Where a row comes from."""

    RECORD = "record"  # a line of the record that the table gave
    FORCED = "forced"  # a line of the record that followed by itself; undone together with its cause
    STANDS = "stands"  # a line that the game refuses and that the table let stand
    TABLE = "table"  # a step of the table that no record holds
    CORRECTION = "correction"  # how the rows before it are to be read from now on: see device.session.edits
    CORRECTED_TOO = "corrected-too"  # the same, together with the row before it


DECLARED = (RowKind.RECORD, RowKind.STANDS)
"""Kinds of rows by which somebody declared something."""

CORRECTING = (RowKind.CORRECTION, RowKind.CORRECTED_TOO)
"""Kinds of rows that are no part of a game, but say how the rows before them count."""


class JournalRow(NamedTuple):
    """One line of text and where it comes from."""

    kind: RowKind
    text: str
