"""A line of a record as words: split at spaces, quotes and backslashes resolved, comments left out.

The words are those of `shlex.split(line, comments=True)`, which docs/record.md describes; but that goes through a
line letter by letter, and its time grows with the square of a quoted word's length. Here it grows with the line's.
"""

from __future__ import annotations

import re
from collections.abc import Iterator

MOST = 60_000
"""Words, quoted parts of words and backslashes of a line, together. No line that can be legal has a hundredth of that;
one that has more is not taken apart."""

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


class Overlong(Exception):
    """A line has more words, or parts of words, than that of any record."""


def words(line: str) -> Iterator[str]:
    """The words of a line. Raises Overlong, and ValueError at a quotation mark or a backslash that has no partner."""
    parts: list[str] = []
    at = count = 0
    while at < len(line):
        piece = _PIECE.match(line, at)
        if piece is None:
            raise ValueError(line[at])
        at = piece.end()
        kind = piece.lastgroup
        assert kind is not None
        if kind in ("space", "comment"):
            if parts:
                yield "".join(parts)
                parts = []
            continue
        found = piece[kind]
        escapes = found.count("\\") if kind == "double" else 0
        count += 1 + escapes
        if count > MOST:
            raise Overlong
        parts.append(_ESCAPED.sub(r"\1", found) if escapes else found)
    if parts:
        yield "".join(parts)
