"""The character encoding of a terminal."""

from __future__ import annotations

import codecs
from collections.abc import Mapping

from hal.pods.display_rows import to_display_charset

LOCALE_VARIABLES = ("LC_ALL", "LC_CTYPE", "LANG")
"""The environment variables of the locale, in order of precedence (POSIX.1-2017, 8.2)."""


def terminal_encoding(environment: Mapping[str, str]) -> str:
    """Return the terminal's encoding, as the locale names it. If it names none, UTF-8, as most terminals use."""
    locale = next((environment[name] for name in LOCALE_VARIABLES if environment.get(name)), "")
    if locale in ("C", "POSIX"):
        return "ascii"
    encoding = locale.partition(".")[2].partition("@")[0]
    try:
        return codecs.lookup(encoding or "utf-8").name
    except LookupError:
        return "utf-8"


def can_encode(text: str, encoding: str) -> bool:
    """Whether an encoding has all of these characters."""
    try:
        text.encode(encoding)
    except UnicodeEncodeError:
        return False
    return True


def encode_nearest(text: str, encoding: str) -> bytes:
    """Encode text for a terminal. Characters that the encoding lacks are replaced by the nearest of ASCII."""
    if not can_encode(text, encoding):
        text = "".join(letter if can_encode(letter, encoding) else to_display_charset(letter) for letter in text)
    return text.encode(encoding)
