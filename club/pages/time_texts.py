"""Formats times for pages and files."""

from __future__ import annotations

from datetime import UTC, datetime

from club.pages.page_content import ClubView
from display.dates import date_text
from display.words import text

MINUTE_S, HOUR_S, DAY_S = 60, 3600, 86400


def time_ago(view: ClubView, moment: float) -> str:
    """How long ago a moment (seconds since 1970) was, in words."""
    if view.now_s - moment < MINUTE_S:
        return view.say(text("just now"))
    return view.say(text("{time} ago", time=duration_since(view, moment)))


def duration_since(view: ClubView, began_at: float) -> str:
    """For how long something has lasted since `began_at` (seconds since 1970), in words."""
    seconds = max(0.0, view.now_s - began_at)
    if seconds < 2 * HOUR_S:
        return view.say(text("{minutes} min", minutes=int(seconds // MINUTE_S)))
    if seconds < 2 * DAY_S:
        return view.say(text("{hours} h", hours=int(seconds // HOUR_S)))
    return view.say(text("{days} days", days=int(seconds // DAY_S)))


def iso_time(moment: float | None) -> str | None:
    """Convert a moment from seconds since 1970 to ISO 8601 in UTC, for files."""
    return None if moment is None else datetime.fromtimestamp(moment, UTC).isoformat(timespec="seconds")


def local_date_and_time(view: ClubView, moment: float) -> str:
    """Date and time of a moment (seconds since 1970) for people, in the hub's time zone."""
    local = datetime.fromtimestamp(moment).astimezone()
    return view.say(text("{day}, {time}", day=date_text(local.date()), time=f"{local:%H:%M}"))
