"""Moments, names and paths as pages and files have them."""

from __future__ import annotations

from datetime import UTC, datetime
from urllib.parse import quote

from club.pages.page_content import ClubView
from display.dates import day
from display.words import text

MINUTE, HOUR, DAY = 60, 3600, 86400


def ago(view: ClubView, then: float) -> str:
    """How long ago a moment was."""
    seconds = max(0.0, view.now - then)
    if seconds < MINUTE:
        return view.say(text("just now"))
    if seconds < 2 * HOUR:
        return view.say(text("{minutes} min ago", minutes=int(seconds // MINUTE)))
    if seconds < 2 * DAY:
        return view.say(text("{hours} h ago", hours=int(seconds // HOUR)))
    return view.say(text("{days} days ago", days=int(seconds // DAY)))


def lasting(view: ClubView, then: float) -> str:
    """For how long something has been so."""
    seconds = max(0.0, view.now - then)
    if seconds < 2 * HOUR:
        return view.say(text("{minutes} min", minutes=int(seconds // MINUTE)))
    if seconds < 2 * DAY:
        return view.say(text("{hours} h", hours=int(seconds // HOUR)))
    return view.say(text("{days} days", days=int(seconds // DAY)))


def moment(then: float | None) -> str | None:
    """A moment for files, in seconds since 1970, as ISO 8601 in UTC."""
    return None if then is None else datetime.fromtimestamp(then, UTC).isoformat(timespec="seconds")


def clock(view: ClubView, then: float) -> str:
    """A moment for people, by the hub's own clock."""
    when = datetime.fromtimestamp(then).astimezone()
    return view.say(text("{day}, {time}", day=day(when.date()), time=f"{when:%H:%M}"))


def game_path(box: str, identity: str) -> str:
    """Where a game of a box is."""
    return f"/games/{box}/{identity}"


def person_path(name: str) -> str:
    """Where a person's results are. A slash parts no path, and browsers take dots alone for a way up: both are written
    otherwise, as in JSON pointers (RFC 6901)."""
    plain = name.replace("~", "~0").replace("/", "~1")
    return f"/people/{quote(plain.replace('.', '~2') if name in ('.', '..') else plain, safe='')}"


def person_of(word: str) -> str:
    """Whose results are at the end of such a path."""
    return word.replace("~2", ".").replace("~1", "/").replace("~0", "~")
