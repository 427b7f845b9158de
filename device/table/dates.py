"""Days of moments, where this machine stands."""

from __future__ import annotations

from datetime import UTC, date, datetime


def day_of(moment: float | None) -> date | None:
    """The local date of a moment in seconds since 1970; None if the moment is not known."""
    return None if moment is None else datetime.fromtimestamp(moment, UTC).astimezone().date()
