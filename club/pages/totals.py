"""Brings totals and ratings up to date before a page shows them, if only a few games have changed."""

from __future__ import annotations

from club.league.tally_updates import update_tallies
from club.pages.page_content import ClubView, PagePart
from device.reports.html import element
from display.words import counted, text

MAX_COUNTED_PER_REQUEST = 10
"""Maximum number of changed games that a page request counts itself. More are left to the hub's `TallyKeeper`, and
the page says so."""

MAX_QUEUE_ENTRIES_READ = 1_000
"""Maximum number of entries of the queue that a page request reads."""


def update_totals(view: ClubView) -> list[PagePart]:
    """Count changed games if they are few; otherwise, return a sentence with their number. Raises StoreFailed."""
    with view.store.read_only_transaction() as transaction:
        queue = transaction.scores.recount_queue(MAX_QUEUE_ENTRIES_READ)
    uncounted_count = len({queued.game for queued in queue})
    if uncounted_count <= MAX_COUNTED_PER_REQUEST:
        update_tallies(view.store)
        return []
    sentence = counted("{n} game is not counted yet.", "{n} games are not counted yet.", uncounted_count)
    if len(queue) == MAX_QUEUE_ENTRIES_READ:
        sentence = text("More than {n} games are not counted yet.", n=uncounted_count - 1)
    return [element("p", view.say(sentence), role="status")]
