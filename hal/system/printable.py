"""Words from outside made fit for a terminal, a log or a line of a file.

A record, a name of a file, a board or a foreign journal can hold anything: escape sequences that take over a terminal,
line breaks that forge a line of a log, marks that turn the direction of writing, halves of surrogate pairs.
"""

from __future__ import annotations

import re

INVISIBLE = (
    "\u00ad\u034f\u061c\u115f\u1160\u17b4\u17b5\u180b-\u180f\u200b-\u200f\u202a-\u202e\u2060-\u206f\u2800\u3164"
    "\ufe00-\ufe0f\ufeff\uffa0\ufff0-\ufffb\U0001bca0-\U0001bca3\U0001d173-\U0001d17a\U000e0000-\U000e0fff"
)
"""What shows nothing, as a set of a regular expression: Unicode's Default_Ignorable_Code_Point (DerivedCoreProperties,
16.0), the marks of interlinear annotation and the empty Braille cell."""

CONTROL = "\x00-\x1f\x7f-\x9f\u2028\u2029\ud800-\udfff"
"""What is no character to print, as a set of a regular expression: control characters, breaks of lines and paragraphs,
and halves of surrogate pairs."""

_JOINING = "\u200c\u200d\ufe00-\ufe0f\U000e0020-\U000e007f\U000e0100-\U000e01ef"
"""What joins and varies visible characters, as in emoji and many scripts: printed as it is, for names have it."""

_UNPRINTABLE = f"(?![{_JOINING}])[{CONTROL}{INVISIBLE}]"
"""Compiled by `re` when words first need it: hardly any do, and a table would start later."""

LONGEST = 1000
"""Characters of a line for people. Sentences have a fifth of that; what goes into them may not."""


def printable(words: str) -> str:
    """The same words with what can't be printed written as JSON writes it: `\\u001b`.

    In a JSON text they are the same values then, for only its strings can hold any of that.
    """
    # Most words are of the kind that two quick looks find nothing in.
    return words if words.isascii() and words.isprintable() else re.sub(_UNPRINTABLE, _escaped, words)


def is_printable(words: str) -> bool:
    """Whether `printable` leaves words as they are; false, too, where other than Western letters need a closer look."""
    try:
        words.encode("latin-1")
    except UnicodeEncodeError:
        return False
    return words.isprintable()  # of Latin-1, nothing else is invisible


def shortened(words: str, most: int = LONGEST) -> str:
    """The same words, or so many characters of them, those left out in the middle told by `…`."""
    if len(words) <= most:
        return words
    end = most // 3
    return f"{words[: most - end - 1]}…{words[len(words) - end :]}"


def _escaped(found: re.Match[str]) -> str:
    data = found[0].encode("utf-16-be", "surrogatepass")
    return "".join(f"\\u{data[at]:02x}{data[at + 1]:02x}" for at in range(0, len(data), 2))
