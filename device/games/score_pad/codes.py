"""Why a score pad refuses a line, besides what all games refuse."""

from __future__ import annotations

from enum import StrEnum


class Code(StrEnum):
    """Every common code wins over these."""

    DOES_NOT_ADD_UP = "does-not-add-up"
