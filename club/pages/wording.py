"""Formats times for pages and files, and makes and parses the paths of games and people."""

from __future__ import annotations

from datetime import UTC, datetime
from urllib.parse import quote

from club.pages.page_content import ClubView
from display.dates import date_text
from display.words import text

MINUTE_S, HOUR_S, DAY_S = 60, 3600, 86400


def time_ago(view: ClubView, time_s: float) -> str:
    """How long ago a time was, in words. `time_s` is in seconds since 1970."""
    seconds = max(0.0, view.now_s - time_s)
    if seconds < MINUTE_S:
        return view.say(text("just now"))
    if seconds < 2 * HOUR_S:
        return view.say(text("{minutes} min ago", minutes=int(seconds // MINUTE_S)))
    if seconds < 2 * DAY_S:
        return view.say(text("{hours} h ago", hours=int(seconds // HOUR_S)))
    return view.say(text("{days} days ago", days=int(seconds // DAY_S)))


def duration_since(view: ClubView, since_s: float) -> str:
    """For how long something has lasted since `since_s` (seconds since 1970), in words."""
    seconds = max(0.0, view.now_s - since_s)
    if seconds < 2 * HOUR_S:
        return view.say(text("{minutes} min", minutes=int(seconds // MINUTE_S)))
    if seconds < 2 * DAY_S:
        return view.say(text("{hours} h", hours=int(seconds // HOUR_S)))
    return view.say(text("{days} days", days=int(seconds // DAY_S)))


def iso_time(time_s: float | None) -> str | None:
    """Convert a time from seconds since 1970 to ISO 8601 in UTC, for files."""
    return None if time_s is None else datetime.fromtimestamp(time_s, UTC).isoformat(timespec="seconds")


def local_time(view: ClubView, time_s: float) -> str:
    """A date and time for people, in the hub's time zone."""
    local = datetime.fromtimestamp(time_s).astimezone()
    return view.say(text("{day}, {time}", day=date_text(local.date()), time=f"{local:%H:%M}"))


def game_path(box: str, identity: str) -> str:
    """The path of the page of a game."""
    return f"/games/{box}/{identity}"


def person_path(name: str) -> str:
    """The path of the page of a person's results.

    A slash must not divide the path, and browsers resolve segments of dots alone: both are escaped as in JSON pointers
    (RFC 6901).
    """
    escaped_name = name.replace("~", "~0").replace("/", "~1")
    return f"/people/{quote(escaped_name.replace('.', '~2') if name in ('.', '..') else escaped_name, safe='')}"


def parse_person_name(segment: str) -> str:
    """Parse a person's name from the last segment of such a path."""
    return segment.replace("~2", ".").replace("~1", "/").replace("~0", "~")
