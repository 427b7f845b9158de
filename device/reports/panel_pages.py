"""Maps each place in the past to the function that makes its page for the panel."""

from __future__ import annotations

from collections.abc import Callable
from pathlib import Path
from typing import Any

from device.journal.errors import JournalError
from device.pages.archive import unreadable_page
from device.reports import game_pages, invitation, people_pages, pin_pages, statistics_pages
from device.reports.games import GameDeleted
from device.reports.reading import PastError
from device.session.archive import (
    ArchivePage,
    ArchivePlace,
    ChangePlace,
    EveningPlace,
    EveningsPlace,
    GamePlace,
    GameStatisticsPlace,
    InvitationPlace,
    PairsPlace,
    PeoplePlace,
    PersonPlace,
    PhonePlace,
    PinChangePlace,
    PinPlace,
    SpellPlace,
    StatisticsPlace,
    WifiEndPlace,
)
from display.vocabulary import Paragraphs
from display.words import text

PAGES: dict[type, Callable[[Path, Any, int], ArchivePage]] = {
    EveningsPlace: game_pages.evenings_page,
    EveningPlace: game_pages.evening_page,
    GamePlace: game_pages.game_page,
    InvitationPlace: invitation.invitation_page,
    WifiEndPlace: invitation.wifi_end_page,
    PinPlace: pin_pages.pin_page,
    PinChangePlace: pin_pages.pin_change_page,
    PhonePlace: game_pages.phone_page,
    StatisticsPlace: statistics_pages.statistics_page,
    GameStatisticsPlace: statistics_pages.game_statistics_page,
    PairsPlace: statistics_pages.pairs_page,
    PeoplePlace: people_pages.people_page,
    PersonPlace: people_pages.person_page,
    SpellPlace: people_pages.spelling_page,
    ChangePlace: people_pages.change_page,
}


DELETED = text("This game was deleted. The history in a browser takes it back.")


def make_page(data: Path, place: ArchivePlace, max_choices: int) -> ArchivePage:
    """The page of a place in a directory's past, with at most `max_choices` things to choose from or to compare.

    If the data can't be read, the page says so.
    """
    try:
        return PAGES[type(place)](data, place, max_choices)
    except GameDeleted:
        return ArchivePage(place, text("History"), text("Nothing can be shown"), Paragraphs((DELETED,)))
    except (JournalError, PastError) as error:
        return unreadable_page(place, str(error))
