"""The refusal codes of No Loose Ends."""

from __future__ import annotations

from enum import StrEnum


class NoLooseEndsRefusal(StrEnum):
    """In order of precedence: of several broken rules, the first code counts; those of `RefusalCode` come first."""

    BID_LIMIT = "bid-limit"
    GETAWAY_BID = "getaway-bid"
    DOUBLE_CROSS_UNAVAILABLE = "double-cross-unavailable"
    REVOKE = "revoke"
    NOT_ELIGIBLE = "not-eligible"
    MUST_COVER = "must-cover"
    DOES_NOT_ADD_UP = "does-not-add-up"
