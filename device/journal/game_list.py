"""Lists all games of a journal, a line for each."""

from __future__ import annotations

from collections import deque
from time import localtime, strftime

from device.history.results import outcome_in_words
from device.journal.store import Journal
from device.journal.stored_results import GameOutcome

MAX_COMPUTED_OUTCOMES = 100
"""Maximum number of missing results that a list computes. The table computes the others at its next start."""

TABS_PER_LINE = 3
"""Number of tabs that separate the cells of a game's line; after the last one comes its title."""


def list_lines(journal: Journal) -> list[str]:
    """A line for each game: number, date, outcome and header, separated by tabs. Deleted games are left out.

    Outcomes that the journal does not store yet are computed for the latest `MAX_COMPUTED_OUTCOMES` games only.
    """
    lines: list[str] = []
    without_outcome: deque[tuple[int, GameOutcome]] = deque(maxlen=MAX_COMPUTED_OUTCOMES)
    for index, game in enumerate(journal.results.outcomes(journal.deleted.games())):
        lines.append(_line(game, game.outcome or ""))
        if game.outcome is None:
            without_outcome.append((index, game))
    for index, game in without_outcome:
        lines[index] = _line(game, _computed_outcome(journal, game.number))
    return lines


def _computed_outcome(journal: Journal, game_number: int) -> str:
    from device.journal.result_catchup import computed_result  # imported late: needed only if a result is not stored

    return outcome_in_words(computed_result(journal, game_number))


def _line(game: GameOutcome, outcome: str) -> str:
    date = "date unknown" if game.began_at is None else date_and_time(game.began_at)
    return f"{game.number}\t{date}\t{outcome}\t{game.title}"


def date_and_time(seconds: float) -> str:
    """The local date and time, to the minute, of `seconds` since 1970."""
    return strftime("%Y-%m-%d %H:%M", localtime(seconds))
