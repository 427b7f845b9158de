"""What pages do for sums of games: a little that has changed is counted before they are looked at."""

from __future__ import annotations

from club.league.tally_updates import bring_up_to_date
from club.pages.page_content import ClubView, Part
from device.reports.html import element
from display.words import counted

AT_A_VISIT = 10
"""So many changes are counted by who looks; more are counted by the hub itself, which is told."""

MOST_TOLD = 1_000


def counted_parts(view: ClubView) -> list[Part]:
    """Count a few changes; of more, say how many games are not counted yet. Raises StoreFailed."""
    with view.store.reading() as kept:
        waiting = len({one.game for one in kept.scores.touched(MOST_TOLD)})
    if waiting <= AT_A_VISIT:
        bring_up_to_date(view.store)
        return []
    words = counted("{n} game is not counted yet.", "{n} games are not counted yet.", waiting)
    return [element("p", view.say(words), role="status")]
