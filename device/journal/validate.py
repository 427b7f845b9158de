"""Validates the values in a journal: the same rules for writing, for reading, and for a recovery.

SQLite enforces neither types nor lengths, so a spoilt file may contain anything. A row that could not be read back is
refused before it is acknowledged.
"""

from __future__ import annotations

import re
from collections.abc import Iterable
from typing import TypeGuard

from device.session.rows import JournalRow, RowKind
from display.words import Text, text
from hal.clock.wallclock import EARLIEST_TIME_S

MAX_ROW_BYTES = 50_000
"""Maximum size of a row in bytes. No real row is nearly as long; longer values of a file are not read into memory."""

MAX_ROW_LENGTH = 12_000
"""Maximum length of a row in characters; in no language are these more bytes than `MAX_ROW_BYTES`."""

MAX_ROWS = 200_000
"""Maximum number of rows of a game: the longest, No Thanks! of 999 rounds with seven players, has half as many."""

GAME_NUMBER_LIMIT = 2**53
"""The numbers of games are lower than this."""

RECOVERED_NUMBER_LIMIT = GAME_NUMBER_LIMIT // 2
"""The numbers of recovered games are lower than this, so that there are numbers after them."""
_MAX_IDENTITY_LENGTH = 100
_QUOTED_LENGTH = 40
_LATEST_DATE_S = 1e11
_MAX_UPTIME = 1e11


def is_game_number(value: object, limit: int = GAME_NUMBER_LIMIT) -> TypeGuard[int]:
    """Whether a game can have this number."""
    return isinstance(value, int) and not isinstance(value, bool) and 0 < value < limit


def is_identity(value: object) -> TypeGuard[bytes]:
    """Whether a game can have this identity."""
    return isinstance(value, bytes) and len(value) <= _MAX_IDENTITY_LENGTH


def is_boot_identity(value: object) -> TypeGuard[str]:
    """Whether a boot of the machine can have this identity."""
    return isinstance(value, str) and len(value) <= _MAX_IDENTITY_LENGTH and has_no_control_characters(value)


def is_uptime(value: object) -> TypeGuard[float]:
    """Whether this can be seconds since the boot; in files of version 1, since 1970."""
    return isinstance(value, int | float) and not isinstance(value, bool) and 0 <= value < _MAX_UPTIME


def plausible_date(value: object) -> float | None:
    """A plausible date, in seconds since 1970; None for dates from a clock that had not been set."""
    return float(value) if isinstance(value, (int, float)) and EARLIEST_TIME_S <= value < _LATEST_DATE_S else None


def valid_row(kind: object, line_text: object) -> JournalRow | None:
    """A row with this kind and text; None if a type is wrong, the kind is unknown, or the text is too long."""
    if isinstance(kind, str) and kind in _KINDS and isinstance(line_text, str) and len(line_text) <= MAX_ROW_LENGTH:
        return JournalRow(RowKind(kind), line_text)
    return None


def is_row_number(value: object) -> TypeGuard[int]:
    """Whether this can be the number of a row in its game, from 1."""
    return is_game_number(value, MAX_ROWS + 1)


def unwritable_reason(row_count: int, rows: Iterable[JournalRow]) -> Text | None:
    """The sentence that says why these rows can't follow the first `row_count` of a game; None if they can."""
    for number, new_row in enumerate(rows, row_count + 1):
        if number > MAX_ROWS:
            return text("This game has {n} lines, as many as one can have. Begin another one.", n=MAX_ROWS)
        if len(new_row.text) > MAX_ROW_LENGTH:
            return text("A line of {n} letters is too long for the journal.", n=len(new_row.text))
        if not (new_row.text.isascii() or is_encodable(new_row.text)):
            return text("There is half a letter in “{line}”, which no file can hold.", line=printable(new_row.text))
    return None


def is_encodable(words: str) -> bool:
    """Whether a string can be encoded: it has no lone surrogates."""
    try:
        words.encode()
    except UnicodeEncodeError:
        return False
    return True


def printable(words: str) -> str:
    """The beginning of any text, with unprintable characters replaced, to quote in a sentence."""
    return "".join(letter if letter.isprintable() else "·" for letter in words[:_QUOTED_LENGTH])


def has_no_control_characters(words: str) -> bool:
    """Whether a text has no control character, such as a line break. A table writes no text with one."""
    return not _CONTROL.search(words)


_KINDS = frozenset(RowKind)
_CONTROL = re.compile(r"[\x00-\x1f]")
