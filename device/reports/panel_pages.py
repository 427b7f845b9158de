"""Maps each place in the past to the function that makes its page for the panel."""

from __future__ import annotations

from collections.abc import Callable
from pathlib import Path
from typing import Any

from device.journal.deleted import DELETED_SENTENCE
from device.journal.errors import JournalError
from device.pages.archive import cannot_read_page
from device.reports import game_pages, invitation, people_pages, pin_pages, statistics_pages
from device.reports.games import GameDeleted
from device.reports.past_data import PastError
from device.session import places
from display.vocabulary import Paragraphs
from display.words import text

PAGES: dict[type, Callable[[Path, Any, int], places.ArchivePage]] = {
    places.EveningsPlace: game_pages.evenings_page,
    places.EveningPlace: game_pages.evening_page,
    places.GamePlace: game_pages.game_page,
    places.InvitationPlace: invitation.invitation_page,
    places.WifiEndPlace: invitation.wifi_end_page,
    places.PinPlace: pin_pages.pin_page,
    places.PinChangePlace: pin_pages.change_pin,
    places.GameCodePlace: game_pages.game_code_page,
    places.StatisticsPlace: statistics_pages.statistics_page,
    places.GameStatisticsPlace: statistics_pages.game_statistics_page,
    places.PairsPlace: statistics_pages.pairs_page,
    places.PeoplePlace: people_pages.people_page,
    places.PersonPlace: people_pages.person_page,
    places.SpellPlace: people_pages.spelling_page,
    places.ChangePlace: people_pages.change_page,
}


def make_page(data: Path, place: places.ArchivePlace, max_choices: int) -> places.ArchivePage:
    """The page at a place of the archive of a data directory. It has at most `max_choices` choices.

    If the data can't be read, the page says so.
    """
    try:
        return PAGES[type(place)](data, place, max_choices)
    except GameDeleted:
        return places.ArchivePage(place, text("History"), text("Nothing can be shown"), Paragraphs((DELETED_SENTENCE,)))
    except (JournalError, PastError) as error:
        return cannot_read_page(place, str(error))
