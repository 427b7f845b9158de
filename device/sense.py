"""What can be in a journal at all. SQLite keeps to no types and no lengths: a spoilt file may hold anything.

A rescue keeps to narrower bounds than those by which a file is found to be damaged, so that
what has been rescued is never damaged, however it goes on.
"""

from __future__ import annotations

import re
from typing import TypeGuard

from device.rows import Kind, Row
from hal.wallclock import EARLIEST

LONGEST_BYTES = 50_000
"""No row is nearly as long; a file that has longer ones is not read into memory."""

LONGEST_ROW = 12_000
"""Characters of a row; in no language are they more bytes than the above."""

MOST_ROWS = 10_000
"""Rows of one game: a declaration every five seconds for fourteen hours."""

MOST_NUMBER = 2**53
"""Games are numbered below."""

RESCUED_NUMBER = MOST_NUMBER // 2
RESCUED_ROWS = MOST_ROWS // 2
_LONGEST_IDENTITY = 100
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
    return float(value) if isinstance(value, int | float) and EARLIEST <= value < _LATEST else None


def row(kind: object, line: object) -> Row | None:
    """A row of these parts; None if they are of other types, the kind is none, or the text too long."""
    if isinstance(kind, str) and kind in _KINDS and isinstance(line, str) and len(line) <= LONGEST_ROW:
        return Row(Kind(kind), line)
    return None


def is_plain(words: str) -> bool:
    """Whether there are no control characters in it, as in all that a table says."""
    return not _CONTROL.search(words)


_KINDS = frozenset(Kind)
_CONTROL = re.compile(r"[\x00-\x1f]")
