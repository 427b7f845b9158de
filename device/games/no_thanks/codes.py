"""Why No Thanks! refuses a line, besides what all games refuse."""

from __future__ import annotations

from enum import StrEnum


class Code(StrEnum):
    """Every common code wins over these; of these, the earlier one."""

    DOES_NOT_ADD_UP = "does-not-add-up"
    NO_TOKENS = "no-tokens"
    TIGER_UNAVAILABLE = "tiger-unavailable"
