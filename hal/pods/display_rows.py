"""Format a status as a few short rows for a pod's small display."""

from __future__ import annotations

import unicodedata

from hal.signal.readout import Status
from hal.system.line_filling import fill_lines

MAX_COLUMNS, MAX_ROWS = 36, 10
"""The largest display that the protocol supports."""

MIN_ROWS_FOR_KEYS = 8
"""Minimum rows of a display to show what each key means."""

_PLAIN_CHARACTERS = str.maketrans(
    {"“": '"', "”": '"', "«": '"', "»": '"', "‘": "'", "’": "'", "−": "-", "–": "-", "—": "-", "~": "-", "×": "x",
     "·": "-", "↑": "^", "↓": "v",
     "…": "...", "œ": "oe", "Œ": "OE", "æ": "ae", "Æ": "AE", "ß": "ss", "ø": "o", "Ø": "O", "ł": "l", "Ł": "L",
     "đ": "d", "Đ": "D", "ð": "d", "Ð": "D", "þ": "th", "Þ": "Th", "ı": "i"}
)  # fmt: skip


def to_display_charset(text: str) -> str:
    """Return words in the display's character set: ASCII from space to `}`.

    Accents are dropped; `?` replaces the rest.
    """
    decomposed = unicodedata.normalize("NFKD", text.translate(_PLAIN_CHARACTERS))
    letters = (letter for letter in decomposed if not unicodedata.combining(letter))
    return "".join(letter if " " <= letter <= "}" else "?" for letter in letters)


def status_rows(status: Status, column_count: int, row_count: int) -> tuple[str, ...]:
    """Return the rows of a display: the question, the meanings of keys, the code so far, the result of the last press.

    With fewer than `MIN_ROWS_FOR_KEYS` rows, keys are left out; the answer has at most half of the rows, and the
    question the rest. Otherwise, each key has a row, with one for all that mean the same; answer and question share the
    remaining rows.
    """
    if not column_count or not row_count:
        return ()
    key_rows = _key_rows(status.key_meanings) if row_count >= MIN_ROWS_FOR_KEYS else []
    free_rows = row_count - len(key_rows)
    # People look for the keys that they typed last.
    typed_rows = [f"> {status.typed_keys[-max(column_count - 2, 1) :]}"] if status.typed_keys else []
    answer_rows = _wrap(to_display_charset(status.answer), column_count, free_rows // 2) if status.answer else []
    question_space = free_rows - len(typed_rows) - len(answer_rows)
    question_rows = _wrap(to_display_charset(status.question), column_count, question_space)
    empty_rows = [""] * (free_rows - len(question_rows) - len(typed_rows) - len(answer_rows))
    return tuple(row[:column_count] for row in (*question_rows, *key_rows, *empty_rows, *typed_rows, *answer_rows))


def _key_rows(meanings: tuple[str, ...]) -> list[str]:
    """Return a row for each meaning, after the keys that have it."""
    keys_by_meaning: dict[str, str] = {}
    for key, meaning in zip("ABCD", meanings, strict=False):
        keys_by_meaning[meaning] = keys_by_meaning.get(meaning, "") + key
    return [to_display_charset(f"{keys} {meaning}") for meaning, keys in keys_by_meaning.items() if meaning]


def _wrap(text: str, column_count: int, max_rows: int) -> list[str]:
    pieces = [
        word[start : start + column_count] for word in text.split() for start in range(0, len(word), column_count)
    ]
    lines = fill_lines(pieces, lambda line: len(line) <= column_count) or [""]
    if len(lines) > max_rows:
        lines = lines[:max_rows]
        if lines:
            lines[-1] = f"{lines[-1][: column_count - 2]}.."
    return lines
