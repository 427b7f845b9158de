"""Numbers as a record writes them."""

from __future__ import annotations

import re

_NUMBER = re.compile(r"0|[1-9][0-9]*", re.ASCII)
_DIGITS = 9

BEYOND = 10**_DIGITS
"""Stands for every number with more digits than any card or count could have: to read those exactly only takes time."""


def number(word: str) -> int | None:
    """The number that a word says, without sign or leading zeros, and `BEYOND` at the most; None if it says none."""
    if _NUMBER.fullmatch(word) is None:
        return None
    return int(word) if len(word) <= _DIGITS else BEYOND
