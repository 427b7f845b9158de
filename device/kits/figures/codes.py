"""Why a game by figures refuses a line, besides what all games refuse."""

from __future__ import annotations

from enum import StrEnum


class FiguresCode(StrEnum):
    """Every common code wins over these; of these, the earlier one."""

    REVOKE = "revoke"
    FIGURE_LIMIT = "figure-limit"
    DOES_NOT_ADD_UP = "does-not-add-up"
    CANNOT_BE = "cannot-be"
