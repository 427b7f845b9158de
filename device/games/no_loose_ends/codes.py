"""Why No Loose Ends refuses a line, besides what all games refuse."""

from __future__ import annotations

from enum import StrEnum


class Code(StrEnum):
    """Every common code wins over these; of these, the earlier one."""

    BID_LIMIT = "bid-limit"
    GETAWAY_BID = "getaway-bid"
    DOUBLE_CROSS_UNAVAILABLE = "double-cross-unavailable"
    REVOKE = "revoke"
    NOT_ELIGIBLE = "not-eligible"
    MUST_COVER = "must-cover"
    DOES_NOT_ADD_UP = "does-not-add-up"
