"""Parses words that records of several games have."""

from __future__ import annotations

from device.contract.numbers import number
from device.contract.refusal import RefusalCode, refuse
from display.words import text


def parse_number(word: str) -> int:
    """Parse a number as `device.contract.numbers.number` does. Raises Refused (`syntax`) for any other word."""
    parsed = number(word)
    if parsed is None:
        sentence = text("“{word}” is not a number: write it in digits, without sign or leading zeros.", word=word)
        refuse(RefusalCode.SYNTAX, sentence)
    return parsed
