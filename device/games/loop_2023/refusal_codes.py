"""The refusal codes of LOOP's first edition."""

from __future__ import annotations

from enum import StrEnum


class Loop2023Refusal(StrEnum):
    """In order of precedence: of several broken rules, the first code counts; those of `RefusalCode` come first."""

    MUST_LEAD = "must-lead"
    NOT_A_COMBINATION = "not-a-combination"
    WRONG_TYPE = "wrong-type"
    WRONG_SIZE = "wrong-size"
    DOES_NOT_BEAT = "does-not-beat"
    TOO_MANY_CARDS = "too-many-cards"
    TOO_MANY_COPIES = "too-many-copies"
    HAND_MISMATCH = "hand-mismatch"
    TWIST_UNAVAILABLE = "twist-unavailable"
    SEAT_UNAVAILABLE = "seat-unavailable"
