"""What a pod's little display says: a status in a few short rows."""

from __future__ import annotations

import unicodedata

from hal.signal.readout import Status
from hal.system.line_filling import filled

COLUMNS, ROWS = 36, 10
"""The largest display that the protocol can write on."""

KEYED = 8
"""Rows of the least display that has room for what each key means."""

_PLAIN = str.maketrans(
    {"“": '"', "”": '"', "«": '"', "»": '"', "‘": "'", "’": "'", "−": "-", "–": "-", "—": "-", "~": "-", "×": "x",
     "·": "-", "↑": "^", "↓": "v",
     "…": "...", "œ": "oe", "Œ": "OE", "æ": "ae", "Æ": "AE", "ß": "ss", "ø": "o", "Ø": "O"}
)  # fmt: skip


def plain(words: str) -> str:
    """The same in the letters that the display has: those of ASCII from space to `}`."""
    folded = unicodedata.normalize("NFKD", words.translate(_PLAIN))
    kept = (letter for letter in folded if not unicodedata.combining(letter))
    return "".join(letter if " " <= letter <= "}" else "?" for letter in kept)


def rows(status: Status, columns: int, count: int) -> tuple[str, ...]:
    """The rows of a display: the question, what the keys mean, the code so far, what the last press led to.

    Without room for the keys (fewer than `KEYED` rows), the answer has at most half of the rows, and the question what
    is left. With it, each key has a row, but those that mean the same have one; answer and question share the others.
    """
    if not columns or not count:
        return ()
    keys = _keyed(status.keys) if count >= KEYED else []
    free = count - len(keys)
    typed = [f"> {status.typed}"] if status.typed else []
    answer = _wrapped(plain(status.answer), columns, free // 2) if status.answer else []
    question = _wrapped(plain(status.question), columns, free - len(typed) - len(answer))
    between = [""] * (free - len(question) - len(typed) - len(answer))
    return tuple(row[:columns] for row in (*question, *keys, *between, *typed, *answer))


def _keyed(meanings: tuple[str, ...]) -> list[str]:
    """A row for each meaning, after the keys that have it."""
    keys: dict[str, str] = {}
    for key, means in zip("ABCD", meanings, strict=False):
        keys[means] = keys.get(means, "") + key
    return [plain(f"{own} {means}") for means, own in keys.items() if means]


def _wrapped(words: str, columns: int, most: int) -> list[str]:
    pieces = [word[at : at + columns] for word in words.split() for at in range(0, len(word), columns)]
    lines = filled(pieces, lambda line: len(line) <= columns) or [""]
    if len(lines) > most:
        lines = lines[:most]
        lines[-1] = f"{lines[-1][: columns - 2]}.."
    return lines
