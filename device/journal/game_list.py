"""The list of all games in a journal, a line for each."""

from __future__ import annotations

from collections import deque
from functools import lru_cache
from time import localtime, strftime

from device.history.results import outcome
from device.journal.derived import GameOutcome
from device.journal.store import Journal

WORKED_OUT = 100
"""Of how many games a list works out what they came to, where that is not kept: the table does it at its next start."""

TABS = 3
"""How many tabs a game's line has between its cells; what comes after them is its title."""


def listed(journal: Journal) -> list[str]:
    """Number, when it was begun, what it came to, and the header of each game, separated by tabs.
    Deleted games are left out.

    What games came to whose results the journal does not keep yet is said of the latest few only.
    """
    lines: list[str] = []
    lacking: deque[tuple[int, GameOutcome]] = deque(maxlen=WORKED_OUT)
    for place, game in enumerate(journal.results.outcomes(journal.deleted.games())):
        lines.append(_line(game, game.outcome or ""))
        if game.outcome is None:
            lacking.append((place, game))
    for place, game in lacking:
        lines[place] = _line(game, _worked_out(journal, game.number))
    return lines


def _worked_out(journal: Journal, game: int) -> str:
    from device.journal.catchup import worked_out  # most lists need no rules

    return outcome(worked_out(journal, game))


def _line(game: GameOutcome, said: str) -> str:
    begun = "date unknown" if game.begun is None else minute(game.begun // 60)
    return f"{game.number}\t{begun}\t{said}\t{game.title}"


@lru_cache(1)
def minute(minutes: float) -> str:
    """A moment in minutes since 1970, as people here write it."""
    return strftime("%Y-%m-%d %H:%M", localtime(60 * minutes))
