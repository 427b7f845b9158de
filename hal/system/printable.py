"""Escape or shorten text from outside for a terminal, a log or a line of a file.

A record, a file name, a board or another program's journal can contain anything: escape sequences that take over a
terminal, line breaks that forge a log line, marks that change the direction of writing, halves of surrogate pairs.
"""

from __future__ import annotations

import re

INVISIBLE = (
    "\u00ad\u034f\u061c\u115f\u1160\u17b4\u17b5\u180b-\u180f\u200b-\u200f\u202a-\u202e\u2060-\u206f\u2800\u3164"
    "\ufe00-\ufe0f\ufeff\uffa0\ufff0-\ufffb\U0001bca0-\U0001bca3\U0001d173-\U0001d17a\U000e0000-\U000e0fff"
)
"""Invisible characters, as a set for a regular expression: Unicode's Default_Ignorable_Code_Point
(DerivedCoreProperties, 16.0), the marks of interlinear annotation and the empty Braille cell."""

CONTROL = "\x00-\x1f\x7f-\x9f\u2028\u2029\ud800-\udfff"
"""Characters that can't be printed, as a set for a regular expression: control characters, line and paragraph
separators, and halves of surrogate pairs."""

_JOINING = "\u200c\u200d\ufe00-\ufe0f\U000e0020-\U000e007f\U000e0100-\U000e01ef"
"""Invisible characters that join and vary visible ones, as in emoji and many scripts. They are printed, since names
have them."""

_UNPRINTABLE = f"(?![{_JOINING}])[{CONTROL}{INVISIBLE}]"
"""Compiled by `re` at its first use: hardly any text needs it, and compiling it would delay the start."""

MAX_LENGTH = 1000
"""Maximum characters of a line for users. Sentences are at most a fifth as long, but their arguments may be longer."""


def printable(words: str) -> str:
    """Return the text with unprintable characters escaped as in JSON: `\\u001b`.

    A JSON text has the same values afterwards, since only its strings can contain such characters.
    """
    # For most text, these two quick checks are enough.
    return words if words.isascii() and words.isprintable() else re.sub(_UNPRINTABLE, _escape, words)


def is_printable(words: str) -> bool:
    """Whether `printable` surely leaves text unchanged. False for any text with other than Western letters."""
    try:
        words.encode("latin-1")
    except UnicodeEncodeError:
        return False
    return words.isprintable()  # of Latin-1, nothing else is invisible


def shorten_middle(words: str, most: int = MAX_LENGTH) -> str:
    """Return text, or, if it is longer than `most` characters, its beginning and end with `…` in between."""
    if len(words) <= most:
        return words
    end = most // 3
    return f"{words[: most - end - 1]}…{words[len(words) - end :]}"


def _escape(found: re.Match[str]) -> str:
    data = found[0].encode("utf-16-be", "surrogatepass")
    return "".join(f"\\u{data[at]:02x}{data[at + 1]:02x}" for at in range(0, len(data), 2))
