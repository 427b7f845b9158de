"""The refusal codes of Wizard."""

from __future__ import annotations

from enum import StrEnum


class Code(StrEnum):
    """The game's own codes, the earliest first. All of `RefusalCode` come before them."""

    BID_LIMIT = "bid-limit"
    REVOKE = "revoke"
    DOES_NOT_ADD_UP = "does-not-add-up"
