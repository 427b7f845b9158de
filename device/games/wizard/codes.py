"""Why Wizard refuses a line, besides what all games refuse."""

from __future__ import annotations

from enum import StrEnum


class Code(StrEnum):
    """Every common code wins over these; of these, the earlier one."""

    BID_LIMIT = "bid-limit"
    REVOKE = "revoke"
    DOES_NOT_ADD_UP = "does-not-add-up"
