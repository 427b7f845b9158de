"""The list of evenings and seasons, and the page of one evening or season with its league table."""

from __future__ import annotations

from collections.abc import Sequence

from club.pages.cells import linked_cell, local_time_cell
from club.pages.forms import drop_down, form, text_field
from club.pages.games import MAX_LISTED_GAMES, games_table, latest_games_part
from club.pages.leagues import league_parts
from club.pages.page_content import ClubPage, ClubView, PagePart, PageTable, TableCell
from club.pages.paging import page_links, requested_rows
from club.pages.time_texts import iso_time, local_date_and_time
from club.pages.totals import update_totals
from club.store.database import StoreTransaction
from club.store.evenings import Evening, Season
from club.store.tallies import ScopeKind, TallyScope
from device.reports.html import Content, element, link_to
from display.words import text

EVENINGS_PATH = "/evenings"
_EVENINGS_KEY = "evenings"

MAX_SEASONS = 100
"""Maximum number of seasons of a list: the latest."""

MAX_GAMES_WITHOUT_EVENING = 50
"""Maximum number of games without an evening that a director is shown: the latest."""


def find_evening(transaction: StoreTransaction, number: int) -> Evening | None:
    """The evening with this number; None if there is none."""
    return next((evening for evening in transaction.evenings.list_evenings() if evening.number == number), None)


def evenings_page(view: ClubView) -> ClubPage:
    """All evenings and seasons; for a director, with forms for new ones, and the games that belong to no evening."""
    heading = view.say(text("Evenings"))
    with view.store.read_only_transaction() as transaction:
        evenings, seasons = transaction.evenings.list_evenings(), transaction.evenings.list_seasons()
        rows = requested_rows(view, _EVENINGS_KEY)
        shown_evenings = rows.select(evenings)
        game_counts = transaction.evenings.count_games([evening.number for evening in shown_evenings])
    links = page_links(view, EVENINGS_PATH, _EVENINGS_KEY, rows, len(evenings))
    evenings_table = _evenings_table(view, shown_evenings, seasons, game_counts)
    tables = evenings_table, links, _seasons_table(view, seasons[:MAX_SEASONS])
    if view.director is None:
        return ClubPage(EVENINGS_PATH, heading, tables)
    counting_notice = update_totals(view)
    with view.store.read_only_transaction() as transaction:
        games_without_evening, table_numbers = (
            transaction.games.games_by_numbers(transaction.scores.games_without_evening(MAX_GAMES_WITHOUT_EVENING)),
            transaction.boxes.table_numbers(),
        )
    caption = text("Games that count and belong to no evening")
    empty_sentence = text("Every game that counts belongs to an evening.")
    other_games = games_table(view, games_without_evening[::-1], table_numbers, "none", caption, empty_sentence)
    forms = _evening_forms(view, evenings, seasons)
    return ClubPage(EVENINGS_PATH, heading, (forms, *tables, *counting_notice, other_games))


def _evenings_table(
    view: ClubView, shown_evenings: Sequence[Evening], seasons: Sequence[Season], game_counts: dict[int, int]
) -> PageTable:
    titles = {season.number: season.title for season in seasons}
    columns = (
        ("evening", text("Evening")),
        ("season", text("Season")),
        ("begun", text("Begun")),
        ("ended", text("Ended")),
        ("games", text("Games")),
    )
    rows = tuple(_evening_row(view, evening, titles, game_counts.get(evening.number, 0)) for evening in shown_evenings)
    return PageTable(_EVENINGS_KEY, text("Evenings"), columns, rows, text("There has been no evening yet."))


def _evening_row(view: ClubView, evening: Evening, titles: dict[int, str], game_count: int) -> tuple[TableCell, ...]:
    season = None if evening.season is None else titles.get(evening.season)
    return (
        linked_cell(f"{EVENINGS_PATH}/{evening.number}", evening.title),
        TableCell(season, None if season is None else link_to(f"/seasons/{evening.season}", season)),
        local_time_cell(view, evening.began_at),
        TableCell(
            iso_time(evening.ended_at),
            view.say(text("goes on")) if evening.ended_at is None else local_date_and_time(view, evening.ended_at),
        ),
        TableCell(game_count),
    )


def _seasons_table(view: ClubView, seasons: Sequence[Season]) -> PageTable:
    rows = tuple(
        (linked_cell(f"/seasons/{season.number}", season.title), local_time_cell(view, season.began_at))
        for season in seasons
    )
    columns = ("season", text("Season")), ("begun", text("Begun"))
    return PageTable("seasons", text("Seasons"), columns, rows, text("There is no season yet."))


def _evening_forms(view: ClubView, evenings: Sequence[Evening], seasons: Sequence[Season]) -> Content:
    season_options = [(str(season.number), season.title) for season in seasons[:MAX_SEASONS]]
    latest_season = str(seasons[0].number) if seasons else ""
    options = [("", view.say(text("no season"))), *season_options]
    season_choice = drop_down(view, "season", text("Season"), options, latest_season)
    title_field = text_field(view, "title", text("Name of the evening"))
    begin_form = form(view, "begin-evening", text("Begin a new evening"), title_field, season_choice)
    end_form = None
    if any(evening.ended_at is None for evening in evenings):
        end_form = form(view, "end-evening", text("End the evening"))
    season_form = form(view, "add-season", text("New season"), text_field(view, "title", text("Name of the season")))
    return element("div", begin_form, end_form, season_form, class_="forms")


def evening_page(view: ClubView, number: int) -> ClubPage | None:
    """One evening: its league table, its games, and a link to its travellers. None if there is no such evening."""
    path = f"{EVENINGS_PATH}/{number}"
    counting_notice = update_totals(view)
    with view.store.read_only_transaction() as transaction:
        evening = find_evening(transaction, number)
        if evening is None:
            return None
        league = league_parts(transaction, view, path, TallyScope(ScopeKind.EVENING, number), [number])
        games = transaction.games.games_before(view.requested_part.before_number, MAX_LISTED_GAMES + 1, number)
        table_numbers = transaction.boxes.table_numbers()
    travellers_link = element("p", link_to(f"{path}/travellers", view.say(text("Each round side by side"))))
    table, older_games_link, query = latest_games_part(view, path, games, table_numbers)
    parts = travellers_link, *counting_notice, *league, table, older_games_link
    return ClubPage(path, evening.title, parts, query=query)


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
    parts: list[PagePart] = [*counting_notice, *league, element("h2", view.say(text("Evenings")))]
    if evenings:
        rows = requested_rows(view, _EVENINGS_KEY)
        shown_evenings = rows.select(evenings)
        links = [link_to(f"{EVENINGS_PATH}/{evening.number}", evening.title) for evening in shown_evenings]
        parts.append(element("ul", *(element("li", link) for link in links)))
        parts.append(page_links(view, path, _EVENINGS_KEY, rows, len(evenings)))
    else:
        parts.append(element("p", view.say(text("No evening of this season has begun yet."))))
    return ClubPage(path, season.title, tuple(parts))
