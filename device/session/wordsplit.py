"""Splits a line of a record into words, as a shell does: at spaces, with quotes, backslashes and comments.

The result is that of `shlex.split(line, comments=True)`, which docs/record.md describes. But shlex reads letter by
letter, and its time grows with the square of the length of a quoted word. Here, time grows with the line's length.
"""

from __future__ import annotations

import re
from collections.abc import Iterator

MAX_PIECES = 60_000
"""The largest total of words, quoted parts of words and backslashes in a line. Legal lines have less than a hundredth
of that. A line with more is refused."""

_PIECE = re.compile(
    r"(?P<plain>[^ \t\r\n'\"\\#]+)"
    r"|(?P<space>[ \t\r\n]+)"
    r"|(?P<comment>#[^\n]*)"
    r"|'(?P<single>[^']*)'"
    r'|"(?P<double>[^"\\]*+(?:\\.[^"\\]*+)*+)"'
    r"|\\(?P<escaped>.)",
    re.DOTALL,
)
_ESCAPED = re.compile(r'\\(["\\])')


class TooManyPieces(Exception):
    """A line has more than `MAX_PIECES` words, parts of words and backslashes."""


def split_words(line: str) -> Iterator[str]:
    """The words of a line. Raises TooManyPieces. Raises ValueError for an unclosed quote or a backslash at the end."""
    parts: list[str] = []
    position = count = 0
    while position < len(line):
        piece = _PIECE.match(line, position)
        if piece is None:
            raise ValueError(line[position])
        position = piece.end()
        kind = piece.lastgroup
        assert kind is not None
        if kind in ("space", "comment"):
            if parts:
                yield "".join(parts)
                parts = []
            continue
        piece_text = piece[kind]
        escapes = piece_text.count("\\") if kind == "double" else 0
        count += 1 + escapes
        if count > MAX_PIECES:
            raise TooManyPieces
        parts.append(_ESCAPED.sub(r"\1", piece_text) if escapes else piece_text)
    if parts:
        yield "".join(parts)
