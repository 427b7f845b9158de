"""The rows of a game, in order, as the journal stores them."""

from __future__ import annotations

from enum import StrEnum

from values.named_tuple import NamedTuple


class RowKind(StrEnum):
    """The origin of a row."""

    RECORD = "record"  # a line of the record that the table gave
    FORCED = "forced"  # a line of the record that followed by itself; undone together with its cause
    STANDS = "stands"  # a line that the game refuses and that the table let stand
    TABLE = "table"  # a step of the table that no record holds
    CORRECTION = "correction"  # how the rows before it are to be read from now on: see device.session.edits
    CORRECTED_TOO = "corrected-too"  # another edit of the same correction; undone together with it


DECLARED = (RowKind.RECORD, RowKind.STANDS)
"""The kinds of rows that are declarations."""

GAME_LINE_START = "game "
"""The beginning of the line that says which game is played: the game begins with it, and anew if it is said again."""

CORRECTING = (RowKind.CORRECTION, RowKind.CORRECTED_TOO)
"""The kinds of rows that are not part of a game, but say how the rows before them count."""


class JournalRow(NamedTuple):
    """One line of text, and its origin."""

    kind: RowKind
    text: str
