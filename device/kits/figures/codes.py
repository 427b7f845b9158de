"""The refusal codes of games by figures."""

from __future__ import annotations

from enum import StrEnum


class FiguresRefusalCode(StrEnum):
    """The game's own codes, the earliest first. All of `RefusalCode` come before them."""

    REVOKE = "revoke"
    FIGURE_LIMIT = "figure-limit"
    DOES_NOT_ADD_UP = "does-not-add-up"
    CANNOT_BE = "cannot-be"
