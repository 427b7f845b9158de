"""Escape or shorten text from outside for a terminal, a log or a line of a file.

A record, a file name, a board or another program's journal can contain anything: escape sequences that take over a
terminal, line breaks that forge a log line, marks that change the direction of writing, halves of surrogate pairs.
"""

from __future__ import annotations

import re

INVISIBLE_CHARACTERS = (
    "\u00ad\u034f\u061c\u115f\u1160\u17b4\u17b5\u180b-\u180f\u200b-\u200f\u202a-\u202e\u2060-\u206f\u2800\u3164"
    "\ufe00-\ufe0f\ufeff\uffa0\ufff0-\ufffb\U0001bca0-\U0001bca3\U0001d173-\U0001d17a\U000e0000-\U000e0fff"
)
"""Invisible characters, as a set for a regular expression: Unicode's Default_Ignorable_Code_Point
(DerivedCoreProperties, 16.0), the marks of interlinear annotation and the empty Braille cell."""

CONTROL_CHARACTERS = "\x00-\x1f\x7f-\x9f\u2028\u2029\ud800-\udfff"
"""Characters that can't be printed, as a set for a regular expression: control characters, line and paragraph
separators, and halves of surrogate pairs."""

_JOINING_CHARACTERS = "\u200c\u200d\ufe00-\ufe0f\U000e0020-\U000e007f\U000e0100-\U000e01ef"
"""Invisible characters that join and vary visible ones, as in emoji and many scripts. They are printed, since names
have them."""

_UNPRINTABLE_PATTERN = f"(?![{_JOINING_CHARACTERS}])[{CONTROL_CHARACTERS}{INVISIBLE_CHARACTERS}]"
"""Compiled by `re` at its first use: hardly any text needs it, and compiling it would delay the start."""

MAX_LINE_LENGTH = 1000
"""Maximum characters of a line for users. Sentences are at most a fifth as long, but their arguments may be longer."""


def escape_unprintable(text: str) -> str:
    """Return the text with unprintable characters escaped as in JSON: `\\u001b`.

    A JSON text has the same values afterwards, since only its strings can contain such characters.
    """
    # For most text, these two quick checks are enough.
    return text if text.isascii() and text.isprintable() else re.sub(_UNPRINTABLE_PATTERN, _escape, text)


def is_printable(text: str) -> bool:
    """Whether `escape_unprintable` surely leaves text unchanged. False for any text with other than Western letters."""
    try:
        text.encode("latin-1")
    except UnicodeEncodeError:
        return False
    return text.isprintable()  # of Latin-1, nothing else is invisible


def shorten_middle(text: str, max_length: int = MAX_LINE_LENGTH) -> str:
    """Return text, or, if it is longer than `max_length` characters, its beginning and end with `…` in between."""
    if len(text) <= max_length:
        return text
    end_length = max_length // 3
    return f"{text[: max_length - end_length - 1]}…{text[len(text) - end_length :]}"


def printable_line(text: str) -> str:
    """Return text on one line, with one space between words, without characters that are not printable."""
    return " ".join("".join(letter for letter in text if letter.isprintable() or letter.isspace()).split())


def _escape(match: re.Match[str]) -> str:
    data = match[0].encode("utf-16-be", "surrogatepass")
    return "".join(f"\\u{data[index]:02x}{data[index + 1]:02x}" for index in range(0, len(data), 2))
