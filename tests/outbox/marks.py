"""The marks of records, as a box and its hub compute them."""

from __future__ import annotations

from collections.abc import Iterable

from device.outbox.club_messages import GameMark
from device.outbox.digest import digest
from device.session.rows import JournalRow


def mark_of_lines(game: str, number: int, lines: Iterable[JournalRow]) -> GameMark:
    """The mark of a game whose record has these lines at this revision."""
    return GameMark(game, number, digest(lines))
