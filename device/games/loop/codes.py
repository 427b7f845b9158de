"""Why LOOP refuses a line, besides what all games refuse."""

from __future__ import annotations

from enum import StrEnum


class Code(StrEnum):
    """Every common code wins over these; of these, the earlier one."""

    MUST_LEAD = "must-lead"
    NOT_A_COMBINATION = "not-a-combination"
    WRONG_TYPE = "wrong-type"
    WRONG_SIZE = "wrong-size"
    DOES_NOT_BEAT = "does-not-beat"
    TOO_MANY_CARDS = "too-many-cards"
    TOO_MANY_COPIES = "too-many-copies"
    HAND_MISMATCH = "hand-mismatch"
    TWIST_UNAVAILABLE = "twist-unavailable"
    TWIST_NEEDS_PLAY = "twist-needs-play"
