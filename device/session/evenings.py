"""The evening to which a moment belongs, in the time zone of this machine."""

from __future__ import annotations

from datetime import UTC, date, datetime, timedelta

EVENING_ENDS = timedelta(hours=5)
"""Games until five in the morning belong to the evening before."""


def evening_of(moment: float | None) -> date | None:
    """The local date of the evening of a moment in seconds since 1970; None if the moment is not known."""
    return None if moment is None else (_local_time(moment) - EVENING_ENDS).date()


def is_after_midnight(moment: float) -> bool:
    """Whether a moment in seconds since 1970 belongs to the evening before its local date."""
    return local_date(moment) != evening_of(moment)


def local_date(moment: float) -> date:
    """The local date of a moment in seconds since 1970, by the calendar."""
    return _local_time(moment).date()


def _local_time(moment: float) -> datetime:
    return datetime.fromtimestamp(moment, UTC).astimezone()
