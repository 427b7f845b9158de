"""The refusal codes of No Thanks!"""

from __future__ import annotations

from enum import StrEnum


class Code(StrEnum):
    """The game's own codes, the earliest first. All of `RefusalCode` come before them."""

    DOES_NOT_ADD_UP = "does-not-add-up"
    NO_TOKENS = "no-tokens"
    TIGER_UNAVAILABLE = "tiger-unavailable"
