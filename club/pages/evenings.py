"""The list of evenings and seasons, and the page of one evening or season with its league table."""

from __future__ import annotations

from collections.abc import Sequence

from club.pages.counting import update_totals
from club.pages.forms import choice, field, form
from club.pages.games import SHOWN, games_table, listed_games
from club.pages.leagues import league_parts
from club.pages.page_content import ClubPage, ClubView, PageTable, Part, TableCell
from club.pages.paging import page_links, rows_of
from club.pages.wording import clock, moment
from club.store.database import StoreTransaction
from club.store.evenings import Evening, Season
from club.store.tallies import ScopeKind, TallyScope
from device.reports.html import Content, element, link
from display.words import text

WHERE = "/evenings"
_EVENINGS = "evenings"

MOST_SEASONS = 100
"""Most seasons of a list: the latest."""

MOST_LEFT = 50
"""Most games without an evening that a director is shown: the latest."""


def evening_of(kept: StoreTransaction, number: int) -> Evening | None:
    """The evening with this number; None if there is none."""
    return next((one for one in kept.evenings.evenings() if one.number == number), None)


def evenings_page(view: ClubView) -> ClubPage:
    """All evenings and seasons; for a director, with forms for new ones, and the games that belong to no evening."""
    heading = view.say(text("Evenings"))
    with view.store.reading() as kept:
        evenings, seasons = kept.evenings.evenings(), kept.evenings.seasons()
        rows = rows_of(view, _EVENINGS)
        listed = evenings[rows.skip : rows.skip + rows.most]
        games = kept.evenings.games([one.number for one in listed])
    ways = page_links(view, WHERE, _EVENINGS, rows, len(evenings))
    shown = _evenings_table(view, listed, seasons, games), ways, _seasons_table(view, seasons[:MOST_SEASONS])
    if view.director is None:
        return ClubPage(WHERE, heading, shown)
    counting = update_totals(view)
    with view.store.reading() as kept:
        left, seats = (
            kept.games.by_numbers(kept.scores.of_no_evening(MOST_LEFT)),
            {b.name: b.seat for b in kept.boxes.all()},
        )
    caption, none = text("Games of no evening"), text("Every game belongs to an evening.")
    lost = games_table(view, left[::-1], seats, "none", caption, none)
    return ClubPage(WHERE, heading, (_evening_forms(view, evenings, seasons), *shown, *counting, lost))


def _evenings_table(
    view: ClubView, listed: Sequence[Evening], seasons: Sequence[Season], games: dict[int, int]
) -> PageTable:
    titles = {one.number: one.title for one in seasons}
    columns = (
        ("evening", text("Evening")),
        ("season", text("Season")),
        ("begun", text("Begun")),
        ("ended", text("Ended")),
        ("games", text("Games")),
    )
    rows = tuple(_evening_row(view, one, titles, games.get(one.number, 0)) for one in listed)
    return PageTable(_EVENINGS, text("Evenings"), columns, rows, text("There has been no evening yet."))


def _evening_row(view: ClubView, one: Evening, seasons: dict[int, str], games: int) -> tuple[TableCell, ...]:
    season = None if one.season is None else seasons.get(one.season)
    return (
        TableCell(one.title, link(f"{WHERE}/{one.number}", one.title)),
        TableCell(season, None if season is None else link(f"/seasons/{one.season}", season)),
        TableCell(moment(one.begun), clock(view, one.begun)),
        TableCell(moment(one.ended), view.say(text("goes on")) if one.ended is None else clock(view, one.ended)),
        TableCell(games),
    )


def _seasons_table(view: ClubView, seasons: Sequence[Season]) -> PageTable:
    rows = tuple(
        (
            TableCell(one.title, link(f"/seasons/{one.number}", one.title)),
            TableCell(moment(one.begun), clock(view, one.begun)),
        )
        for one in seasons
    )
    columns = ("season", text("Season")), ("begun", text("Begun"))
    return PageTable("seasons", text("Seasons"), columns, rows, text("There is no season yet."))


def _evening_forms(view: ClubView, evenings: Sequence[Evening], seasons: Sequence[Season]) -> Content:
    options = [("", view.say(text("no season"))), *((str(one.number), one.title) for one in seasons[:MOST_SEASONS])]
    chosen = str(seasons[0].number) if seasons else ""
    season = choice(view, "season", text("Season"), options, chosen)
    begun = form(
        view, "begin-evening", text("Begin a new evening"), field(view, "title", text("Name of the evening")), season
    )
    ended = None
    if any(one.ended is None for one in evenings):
        ended = form(view, "end-evening", text("End the evening"))
    new = form(view, "add-season", text("New season"), field(view, "title", text("Name of the season")))
    return element("div", begun, ended, new, class_="forms")


def evening_page(view: ClubView, number: int) -> ClubPage | None:
    """One evening: its league table, its games, and a link to its travellers. None if there is no such evening."""
    where = f"{WHERE}/{number}"
    counting = update_totals(view)
    with view.store.reading() as kept:
        found = evening_of(kept, number)
        if found is None:
            return None
        league = league_parts(kept, view, where, TallyScope(ScopeKind.EVENING, number), [number])
        games = kept.games.before(view.requested.before, SHOWN + 1, number)
        seats = {box.name: box.seat for box in kept.boxes.all()}
    ways = element("p", link(f"{where}/travellers", view.say(text("Each round side by side"))))
    table, way, part = listed_games(view, where, games, seats)
    return ClubPage(where, found.title, (ways, *counting, *league, table, way), part=part)


def season_page(view: ClubView, number: int) -> ClubPage | None:
    """One season: its league table and its evenings. None if there is no such season."""
    where = f"/seasons/{number}"
    counting = update_totals(view)
    with view.store.reading() as kept:
        found = next((one for one in kept.evenings.seasons() if one.number == number), None)
        if found is None:
            return None
        evenings = [one for one in kept.evenings.evenings() if one.season == number]
        of = TallyScope(ScopeKind.SEASON, number)
        league = league_parts(kept, view, where, of, [one.number for one in evenings])
    parts: list[Part] = [*counting, *league, element("h2", view.say(text("Evenings")))]
    if evenings:
        rows = rows_of(view, _EVENINGS)
        shown = evenings[rows.skip : rows.skip + rows.most]
        parts.append(element("ul", *(element("li", link(f"{WHERE}/{one.number}", one.title)) for one in shown)))
        parts.append(page_links(view, where, _EVENINGS, rows, len(evenings)))
    else:
        parts.append(element("p", view.say(text("No evening of this season has begun yet."))))
    return ClubPage(where, found.title, tuple(parts))
