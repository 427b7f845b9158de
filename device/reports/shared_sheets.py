"""The final sheet of a finished game as files to share: a picture, and a page that needs no other files."""

from __future__ import annotations

from pathlib import Path

from device.pages import build as pages
from device.pages.surface import surface_of
from device.reports.games import past_game
from device.reports.html import standalone_page
from device.reports.past_data import past_journal, stored_people
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

PANEL_NAME = "impression-7.3-spectra"
"""The panel for whose size and colours the picture is drawn: a large one, with the most colours."""


def sheet_picture(data: Path, number: int, language: Language) -> bytes | None:
    """The final sheet as a PNG, as a panel shows it; None if the game is not finished.
    Raises ValueError if there is no such game."""
    sheet = _finished_sheet(data, number)
    if sheet is None:
        return None
    session, table = Session(record=sheet.record), sheet.record.table
    assert table is not None
    evening = evening_of(sheet.game.began_at)
    page = Page(
        heading=pages.game_heading(session),
        status=None if evening is None else date_text(evening),
        question=outcome(table, sheet.scores),
        body=pages.ranked_sheet(session),
    )
    return pictures.encode_png(draw_page(page, surface_of(panel.panel_kind(PANEL_NAME)), language))


def sheet_page(data: Path, number: int, language: Language) -> bytes | None:
    """The sheet with the reasons for the points as a page; None if the game is not finished.
    Raises ValueError if there is no such game."""
    sheet = _finished_sheet(data, number)
    if sheet is None:
        return None
    style = theme.shared_style() + theme.past_style()
    return standalone_page(language, heading_of(sheet.game, language), style, *sheet_parts(sheet, language))


def _finished_sheet(data: Path, number: int) -> FinalSheet | None:
    """The sheet of a finished game, with people's present names; None if the game is not finished.
    Nothing in it is secret any more."""
    people = stored_people(data)
    with past_journal(data) as journal:
        game = past_game(journal, people, number)
        if game is None or not game.result.finished:
            return None
        sheet = final_sheet(journal, game)
    table, result = sheet.record.setup, game.result
    names = tuple(people.find_person(name).name for name in table.players)
    seats = tuple(seat._replace(name=name) for seat, name in zip(result.seats, names, strict=True))
    return sheet._replace(
        game=game._replace(result=result._replace(seats=seats)),
        record=sheet.record._replace(table=table._replace(players=names)),
    )
