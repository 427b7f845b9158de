"""The refusal codes of Wizard."""

from __future__ import annotations

from enum import StrEnum


class WizardRefusal(StrEnum):
    """In order of precedence: of several broken rules, the first code counts; those of `RefusalCode` come first."""

    BID_LIMIT = "bid-limit"
    REVOKE = "revoke"
    DOES_NOT_ADD_UP = "does-not-add-up"
