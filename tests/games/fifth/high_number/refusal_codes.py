"""Why High Number refuses a line, besides what all games refuse."""

from __future__ import annotations

from enum import StrEnum


class HighNumberRefusal(StrEnum):
    """Every common code wins over these; of these, the earlier one."""

    NUMBER_TAKEN = "number-taken"
