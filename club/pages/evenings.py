"""The list of evenings and seasons, and the page of one evening or season with its league table."""

from __future__ import annotations

from collections.abc import Sequence

from club.pages.cells import linked_cell, local_time_cell
from club.pages.forms import choice, field, form
from club.pages.games import MAX_LISTED, games_table, listed_games
from club.pages.leagues import league_parts
from club.pages.page_content import ClubPage, ClubView, PageTable, Part, TableCell
from club.pages.paging import page_links, requested_rows
from club.pages.totals import update_totals
from club.pages.wording import iso_time, local_time
from club.store.database import StoreTransaction
from club.store.evenings import Evening, Season
from club.store.tallies import ScopeKind, TallyScope
from device.reports.html import Content, element, link_to
from display.words import text

PATH = "/evenings"
_EVENINGS = "evenings"

MAX_SEASONS = 100
"""Most seasons of a list: the latest."""

MAX_WITHOUT_EVENING = 50
"""Most games without an evening that a director is shown: the latest."""


def evening_of(transaction: StoreTransaction, number: int) -> Evening | None:
    """The evening with this number; None if there is none."""
    return next((evening for evening in transaction.evenings.list_evenings() if evening.number == number), None)


def evenings_page(view: ClubView) -> ClubPage:
    """All evenings and seasons; for a director, with forms for new ones, and the games that belong to no evening."""
    heading = view.say(text("Evenings"))
    with view.store.read_only_transaction() as transaction:
        evenings, seasons = transaction.evenings.list_evenings(), transaction.evenings.list_seasons()
        rows = requested_rows(view, _EVENINGS)
        listed = rows.part_of(evenings)
        games = transaction.evenings.count_games([evening.number for evening in listed])
    ways = page_links(view, PATH, _EVENINGS, rows, len(evenings))
    tables = _evenings_table(view, listed, seasons, games), ways, _seasons_table(view, seasons[:MAX_SEASONS])
    if view.director is None:
        return ClubPage(PATH, heading, tables)
    counting_notice = update_totals(view)
    with view.store.read_only_transaction() as transaction:
        games_left, seats = (
            transaction.games.games_by_numbers(transaction.scores.games_without_evening(MAX_WITHOUT_EVENING)),
            transaction.boxes.table_numbers(),
        )
    caption, none = text("Games of no evening"), text("Every game belongs to an evening.")
    left_table = games_table(view, games_left[::-1], seats, "none", caption, none)
    return ClubPage(PATH, heading, (_evening_forms(view, evenings, seasons), *tables, *counting_notice, left_table))


def _evenings_table(
    view: ClubView, listed: Sequence[Evening], seasons: Sequence[Season], games: dict[int, int]
) -> PageTable:
    titles = {season.number: season.title for season in seasons}
    columns = (
        ("evening", text("Evening")),
        ("season", text("Season")),
        ("begun", text("Begun")),
        ("ended", text("Ended")),
        ("games", text("Games")),
    )
    rows = tuple(_evening_row(view, evening, titles, games.get(evening.number, 0)) for evening in listed)
    return PageTable(_EVENINGS, text("Evenings"), columns, rows, text("There has been no evening yet."))


def _evening_row(view: ClubView, evening: Evening, seasons: dict[int, str], games: int) -> tuple[TableCell, ...]:
    season = None if evening.season is None else seasons.get(evening.season)
    return (
        linked_cell(f"{PATH}/{evening.number}", evening.title),
        TableCell(season, None if season is None else link_to(f"/seasons/{evening.season}", season)),
        local_time_cell(view, evening.began_at),
        TableCell(
            iso_time(evening.ended_at),
            view.say(text("goes on")) if evening.ended_at is None else local_time(view, evening.ended_at),
        ),
        TableCell(games),
    )


def _seasons_table(view: ClubView, seasons: Sequence[Season]) -> PageTable:
    rows = tuple(
        (linked_cell(f"/seasons/{season.number}", season.title), local_time_cell(view, season.began_at))
        for season in seasons
    )
    columns = ("season", text("Season")), ("begun", text("Begun"))
    return PageTable("seasons", text("Seasons"), columns, rows, text("There is no season yet."))


def _evening_forms(view: ClubView, evenings: Sequence[Evening], seasons: Sequence[Season]) -> Content:
    options = [("", view.say(text("no season"))), *((str(one.number), one.title) for one in seasons[:MAX_SEASONS])]
    chosen = str(seasons[0].number) if seasons else ""
    season = choice(view, "season", text("Season"), options, chosen)
    begun = form(
        view, "begin-evening", text("Begin a new evening"), field(view, "title", text("Name of the evening")), season
    )
    ended = None
    if any(evening.ended_at is None for evening in evenings):
        ended = form(view, "end-evening", text("End the evening"))
    new = form(view, "add-season", text("New season"), field(view, "title", text("Name of the season")))
    return element("div", begun, ended, new, class_="forms")


def evening_page(view: ClubView, number: int) -> ClubPage | None:
    """One evening: its league table, its games, and a link to its travellers. None if there is no such evening."""
    path = f"{PATH}/{number}"
    counting_notice = update_totals(view)
    with view.store.read_only_transaction() as transaction:
        evening = evening_of(transaction, number)
        if evening is None:
            return None
        league = league_parts(transaction, view, path, TallyScope(ScopeKind.EVENING, number), [number])
        games = transaction.games.games_before(view.requested.before, MAX_LISTED + 1, number)
        seats = transaction.boxes.table_numbers()
    ways = element("p", link_to(f"{path}/travellers", view.say(text("Each round side by side"))))
    table, way, query = listed_games(view, path, games, seats)
    return ClubPage(path, evening.title, (ways, *counting_notice, *league, table, way), query=query)


def season_page(view: ClubView, number: int) -> ClubPage | None:
    """One season: its league table and its evenings. None if there is no such season."""
    path = f"/seasons/{number}"
    counting_notice = update_totals(view)
    with view.store.read_only_transaction() as transaction:
        season = next((season for season in transaction.evenings.list_seasons() if season.number == number), None)
        if season is None:
            return None
        evenings = [evening for evening in transaction.evenings.list_evenings() if evening.season == number]
        scope = TallyScope(ScopeKind.SEASON, number)
        league = league_parts(transaction, view, path, scope, [evening.number for evening in evenings])
    parts: list[Part] = [*counting_notice, *league, element("h2", view.say(text("Evenings")))]
    if evenings:
        rows = requested_rows(view, _EVENINGS)
        shown = rows.part_of(evenings)
        parts.append(
            element("ul", *(element("li", link_to(f"{PATH}/{evening.number}", evening.title)) for evening in shown))
        )
        parts.append(page_links(view, path, _EVENINGS, rows, len(evenings)))
    else:
        parts.append(element("p", view.say(text("No evening of this season has begun yet."))))
    return ClubPage(path, season.title, tuple(parts))
