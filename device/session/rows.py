"""Rows: what the journal keeps of a game, in order."""

from __future__ import annotations

from dataclasses import dataclass
from enum import StrEnum


class RowKind(StrEnum):
    """Where a row comes from."""

    RECORD = "record"  # a line of the record that the table gave
    FORCED = "forced"  # a line of the record that followed by itself; undone together with its cause
    STANDS = "stands"  # a line that the game refuses and that the table let stand
    TABLE = "table"  # a step of the table that no record holds


@dataclass(frozen=True, slots=True)
class JournalRow:
    """One line of text and where it comes from."""

    kind: RowKind
    text: str
