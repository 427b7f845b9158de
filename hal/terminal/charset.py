"""The character encoding of a terminal."""

from __future__ import annotations

import codecs
from collections.abc import Mapping

from hal.pods.display_rows import to_display_charset

LOCALES = ("LC_ALL", "LC_CTYPE", "LANG")
"""The environment variables of the locale, in order of precedence (POSIX.1-2017, 8.2)."""


def terminal_encoding(environment: Mapping[str, str]) -> str:
    """Return the terminal's encoding, as the locale names it. If it names none, UTF-8, as most terminals use."""
    locale = next((environment[name] for name in LOCALES if environment.get(name)), "")
    if locale in ("C", "POSIX"):
        return "ascii"
    named = locale.partition(".")[2].partition("@")[0]
    try:
        return codecs.lookup(named or "utf-8").name
    except LookupError:
        return "utf-8"


def can_encode(letters: str, encoding: str) -> bool:
    """Whether an encoding has all of these characters."""
    try:
        letters.encode(encoding)
    except UnicodeEncodeError:
        return False
    return True


def encode(letters: str, encoding: str) -> bytes:
    """Encode text for a terminal. Characters that the encoding lacks are replaced by the nearest of ASCII."""
    if not can_encode(letters, encoding):
        letters = "".join(one if can_encode(one, encoding) else to_display_charset(one) for one in letters)
    return letters.encode(encoding)
