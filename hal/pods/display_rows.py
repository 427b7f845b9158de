"""Format a status as a few short rows for a pod's small display."""

from __future__ import annotations

import unicodedata

from hal.signal.readout import Status
from hal.system.line_filling import fill_lines

COLUMNS, ROWS = 36, 10
"""The largest display that the protocol supports."""

MIN_ROWS_FOR_KEYS = 8
"""Minimum rows of a display to show what each key means."""

_PLAIN = str.maketrans(
    {"“": '"', "”": '"', "«": '"', "»": '"', "‘": "'", "’": "'", "−": "-", "–": "-", "—": "-", "~": "-", "×": "x",
     "·": "-", "↑": "^", "↓": "v",
     "…": "...", "œ": "oe", "Œ": "OE", "æ": "ae", "Æ": "AE", "ß": "ss", "ø": "o", "Ø": "O"}
)  # fmt: skip


def to_display_charset(words: str) -> str:
    """Return words in the display's character set: ASCII from space to `}`.

    Accents are dropped; `?` replaces the rest.
    """
    folded = unicodedata.normalize("NFKD", words.translate(_PLAIN))
    kept = (letter for letter in folded if not unicodedata.combining(letter))
    return "".join(letter if " " <= letter <= "}" else "?" for letter in kept)


def rows(status: Status, columns: int, count: int) -> tuple[str, ...]:
    """Return the rows of a display: the question, the meanings of keys, the code so far, the result of the last press.

    With fewer than `MIN_ROWS_FOR_KEYS` rows, keys are left out; the answer has at most half of the rows, and the
    question the rest. Otherwise, each key has a row, with one for all that mean the same; answer and question share the
    remaining rows.
    """
    if not columns or not count:
        return ()
    keys = _key_rows(status.keys) if count >= MIN_ROWS_FOR_KEYS else []
    free = count - len(keys)
    typed = [f"> {status.typed}"] if status.typed else []
    answer = _wrap(to_display_charset(status.answer), columns, free // 2) if status.answer else []
    question = _wrap(to_display_charset(status.question), columns, free - len(typed) - len(answer))
    between = [""] * (free - len(question) - len(typed) - len(answer))
    return tuple(row[:columns] for row in (*question, *keys, *between, *typed, *answer))


def _key_rows(meanings: tuple[str, ...]) -> list[str]:
    """Return a row for each meaning, after the keys that have it."""
    keys: dict[str, str] = {}
    for key, means in zip("ABCD", meanings, strict=False):
        keys[means] = keys.get(means, "") + key
    return [to_display_charset(f"{own} {means}") for means, own in keys.items() if means]


def _wrap(words: str, columns: int, max_rows: int) -> list[str]:
    pieces = [word[at : at + columns] for word in words.split() for at in range(0, len(word), columns)]
    lines = fill_lines(pieces, lambda line: len(line) <= columns) or [""]
    if len(lines) > max_rows:
        lines = lines[:max_rows]
        lines[-1] = f"{lines[-1][: columns - 2]}.."
    return lines
