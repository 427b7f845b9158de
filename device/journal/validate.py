"""What can be in a journal: the one rule for what is written, what is believed on reading, and what a recovery keeps.

SQLite keeps to no types and no lengths, so a spoilt file may hold anything. What could not be
read back is refused before it is acknowledged.
"""

from __future__ import annotations

import re
from collections.abc import Iterable
from typing import TypeGuard

from device.session.rows import JournalRow, RowKind
from display.words import Text, text
from hal.clock.wallclock import EARLIEST

LONGEST_BYTES = 50_000
"""No row is nearly as long; a file that has longer ones is not read into memory."""

LONGEST_ROW = 12_000
"""Characters of a row; in no language are they more bytes than the above."""

MOST_ROWS = 200_000
"""Rows of one game: the longest, No Thanks! of 999 rounds with seven players, has half as many."""

MOST_NUMBER = 2**53
"""Games are numbered below."""

RECOVERED_NUMBER = MOST_NUMBER // 2
"""Those that are recovered, so that there are numbers after them."""
_LONGEST_IDENTITY = 100
_SHOWN = 40
_LATEST = 1e11
_MOST_UPTIME = 1e11


def is_number(value: object, most: int = MOST_NUMBER) -> TypeGuard[int]:
    """Whether a game can have this number."""
    return isinstance(value, int) and not isinstance(value, bool) and 0 < value < most


def is_identity(value: object) -> TypeGuard[bytes]:
    """Whether a game can have this identity."""
    return isinstance(value, bytes) and len(value) <= _LONGEST_IDENTITY


def is_boot(value: object) -> TypeGuard[str]:
    """Whether a run of the machine can have this identity."""
    return isinstance(value, str) and len(value) <= _LONGEST_IDENTITY and is_plain(value)


def is_uptime(value: object) -> TypeGuard[float]:
    """Whether this can be seconds since a machine was started, or, in files of version 1, since 1970."""
    return isinstance(value, int | float) and not isinstance(value, bool) and 0 <= value < _MOST_UPTIME


def date(value: object) -> float | None:
    """A date that can be right, in seconds since 1970: those of a clock that had not been set are none."""
    return float(value) if isinstance(value, (int, float)) and EARLIEST <= value < _LATEST else None


def row(kind: object, line: object) -> JournalRow | None:
    """A row of these parts; None if they are of other types, the kind is none, or the text too long."""
    if isinstance(kind, str) and kind in _KINDS and isinstance(line, str) and len(line) <= LONGEST_ROW:
        return JournalRow(RowKind(kind), line)
    return None


def is_place(value: object) -> TypeGuard[int]:
    """Whether a row can be the one of this number in its game, from 1."""
    return is_number(value, MOST_ROWS + 1)


def unwritable(length: int, rows: Iterable[JournalRow]) -> Text | None:
    """Why these rows cannot follow the first `length` of a game, in a sentence; None if they can."""
    for place, one in enumerate(rows, length + 1):
        if place > MOST_ROWS:
            return text("This game has {n} lines, as many as one can have. Begin another one.", n=MOST_ROWS)
        if len(one.text) > LONGEST_ROW:
            return text("A line of {n} letters is too long for the journal.", n=len(one.text))
        if not (one.text.isascii() or is_text(one.text)):
            return text("There is half a letter in “{line}”, which no file can hold.", line=printable(one.text))
    return None


def is_text(words: str) -> bool:
    """Whether these are whole letters, which a file can hold."""
    try:
        words.encode()
    except UnicodeEncodeError:
        return False
    return True


def printable(words: str) -> str:
    """The beginning of words that may be anything, for a sentence."""
    return "".join(letter if letter.isprintable() else "·" for letter in words[:_SHOWN])


def is_plain(words: str) -> bool:
    """Whether there are no control characters in it, as in all that a table says."""
    return not _CONTROL.search(words)


_KINDS = frozenset(RowKind)
_CONTROL = re.compile(r"[\x00-\x1f]")
