"""Formats times for pages and files, and makes and parses the paths of games and people."""

from __future__ import annotations

from datetime import UTC, datetime
from urllib.parse import quote

from club.pages.page_content import ClubView
from display.dates import day
from display.words import text

MINUTE, HOUR, DAY = 60, 3600, 86400


def time_ago(view: ClubView, then: float) -> str:
    """How long ago a time was, in words. `then` is in seconds since 1970."""
    seconds = max(0.0, view.now - then)
    if seconds < MINUTE:
        return view.say(text("just now"))
    if seconds < 2 * HOUR:
        return view.say(text("{minutes} min ago", minutes=int(seconds // MINUTE)))
    if seconds < 2 * DAY:
        return view.say(text("{hours} h ago", hours=int(seconds // HOUR)))
    return view.say(text("{days} days ago", days=int(seconds // DAY)))


def duration_since(view: ClubView, then: float) -> str:
    """For how long something has lasted since `then` (seconds since 1970), in words."""
    seconds = max(0.0, view.now - then)
    if seconds < 2 * HOUR:
        return view.say(text("{minutes} min", minutes=int(seconds // MINUTE)))
    if seconds < 2 * DAY:
        return view.say(text("{hours} h", hours=int(seconds // HOUR)))
    return view.say(text("{days} days", days=int(seconds // DAY)))


def iso_time(then: float | None) -> str | None:
    """Convert a time from seconds since 1970 to ISO 8601 in UTC, for files."""
    return None if then is None else datetime.fromtimestamp(then, UTC).isoformat(timespec="seconds")


def local_time(view: ClubView, then: float) -> str:
    """A date and time for people, in the hub's time zone."""
    when = datetime.fromtimestamp(then).astimezone()
    return view.say(text("{day}, {time}", day=day(when.date()), time=f"{when:%H:%M}"))


def game_path(box: str, identity: str) -> str:
    """The path of the page of a game."""
    return f"/games/{box}/{identity}"


def person_path(name: str) -> str:
    """The path of the page of a person's results.

    A slash must not divide the path, and browsers resolve segments of dots alone: both are escaped as in JSON pointers
    (RFC 6901).
    """
    plain = name.replace("~", "~0").replace("/", "~1")
    return f"/people/{quote(plain.replace('.', '~2') if name in ('.', '..') else plain, safe='')}"


def parse_person(word: str) -> str:
    """Parse a person's name from the last segment of such a path."""
    return word.replace("~2", ".").replace("~1", "/").replace("~0", "~")
