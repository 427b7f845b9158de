"""The refusal codes of games by figures."""

from __future__ import annotations

from enum import StrEnum


class FiguresRefusalCode(StrEnum):
    """In order of precedence: of several broken rules, the first code counts; those of `RefusalCode` come first."""

    REVOKE = "revoke"
    FIGURE_LIMIT = "figure-limit"
    DOES_NOT_ADD_UP = "does-not-add-up"
    CANNOT_BE = "cannot-be"
