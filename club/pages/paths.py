"""Makes and parses the paths of the pages of games and people."""

from __future__ import annotations

from urllib.parse import quote


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
    """Parse a person's name from the last segment of a path made by `person_path`, percent-decoded already."""
    return segment.replace("~2", ".").replace("~1", "/").replace("~0", "~")
