"""Parses the whole numbers in a record."""

from __future__ import annotations

import re

from device.contract.refusal import RefusalCode, refuse
from display.words import text

_NUMBER = re.compile(r"0|[1-9][0-9]*")
_MAX_DIGITS = 9

LARGEST_PARSED = 10**_MAX_DIGITS
"""Stands for every larger number. No card or count has so many digits, and parsing them exactly only takes time."""


def parse_number_or_none(word: str) -> int | None:
    """Parse a number without sign or leading zeros. At most `LARGEST_PARSED`; None for any other word."""
    if _NUMBER.fullmatch(word) is None:
        return None
    return int(word) if len(word) <= _MAX_DIGITS else LARGEST_PARSED


def parse_number(word: str) -> int:
    """Parse a number as `parse_number_or_none` does. Raises Refused (`syntax`) for any other word."""
    parsed = parse_number_or_none(word)
    if parsed is None:
        sentence = text("“{word}” is not a number: write it in digits, without sign or leading zeros.", word=word)
        refuse(RefusalCode.SYNTAX, sentence)
    return parsed
