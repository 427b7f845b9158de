"""The refusal codes of No Thanks!"""

from __future__ import annotations

from enum import StrEnum


class NoThanksRefusal(StrEnum):
    """In order of precedence: of several broken rules, the first code counts; those of `RefusalCode` come first."""

    DOES_NOT_ADD_UP = "does-not-add-up"
    NO_TOKENS = "no-tokens"
    TIGER_UNAVAILABLE = "tiger-unavailable"
