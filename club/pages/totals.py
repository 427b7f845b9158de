"""Brings totals and ratings up to date before a page shows them, if only a few games have changed."""

from __future__ import annotations

from club.league.tally_updates import update_tallies
from club.pages.page_content import ClubView, Part
from device.reports.html import element
from display.words import counted

MAX_COUNTED_PER_REQUEST = 10
"""Most changed games that a page request counts itself. More are left to the hub's `TallyKeeper`; the page says so."""

MAX_WAITING = 1_000


def update_totals(view: ClubView) -> list[Part]:
    """Count changed games if they are few; otherwise, return a sentence with their number. Raises StoreFailed."""
    with view.store.read_only_transaction() as transaction:
        waiting = len({queued.game for queued in transaction.scores.recount_queue(MAX_WAITING)})
    if waiting <= MAX_COUNTED_PER_REQUEST:
        update_tallies(view.store)
        return []
    words = counted("{n} game is not counted yet.", "{n} games are not counted yet.", waiting)
    return [element("p", view.say(words), role="status")]
