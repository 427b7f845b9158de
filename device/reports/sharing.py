"""The final sheet of a finished game as files to share: a picture, and a page that needs no other files."""

from __future__ import annotations

from pathlib import Path

from device.pages import build as pages
from device.pages.surface import surface_of
from device.reports.games import past_game
from device.reports.html import standalone_page
from device.reports.reading import kept_people, past_journal
from device.reports.sheet import FinalSheet, final_sheet
from device.reports.web_history import heading_of, sheet_parts
from device.session.evenings import evening_of
from device.session.session import Session
from device.session.winners import outcome
from display.dates import date_text
from display.draw import draw_page
from display.vocabulary import Page
from display.words import Language
from hal.browser import theme
from hal.panel import panel
from hal.panel import picture as pictures

KIND = "impression-7.3-spectra"
"""The kind of panel whose picture it is: large, and with most colours."""


def sheet_picture(data: Path, number: int, language: Language) -> bytes | None:
    """The final sheet as a PNG, as a panel shows it; None if the game is not finished.
    Raises ValueError if there is no such game."""
    found = _finished_sheet(data, number)
    if found is None:
        return None
    session, table = Session(record=found.record), found.record.table
    assert table is not None
    played = evening_of(found.game.begun)
    page = Page(
        heading=pages.game_heading(session),
        status=None if played is None else date_text(played),
        question=outcome(table, found.scores),
        body=pages.ranked(session),
    )
    return pictures.encode_png(draw_page(page, surface_of(panel.panel_kind(KIND)), language))


def sheet_page(data: Path, number: int, language: Language) -> bytes | None:
    """The sheet with the reasons for the points as a page; None if the game is not finished.
    Raises ValueError if there is no such game."""
    found = _finished_sheet(data, number)
    if found is None:
        return None
    style = theme.shared_style() + theme.past_style()
    return standalone_page(language, heading_of(found.game, language), style, *sheet_parts(found, language))


def _finished_sheet(data: Path, number: int) -> FinalSheet | None:
    """The sheet of a finished game, with people's present names; None if the game is not finished.
    Nothing in it is secret any more."""
    people = kept_people(data)
    with past_journal(data) as journal:
        past = past_game(journal, people, number)
        if past is None or not past.result.finished:
            return None
        found = final_sheet(journal, past)
    table = found.record.setup
    names = tuple(people.find_person(name).name for name in table.players)
    return found._replace(record=found.record._replace(table=table._replace(players=names)))
