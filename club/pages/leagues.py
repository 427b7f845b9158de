"""League tables for the pages of evenings and seasons."""

from __future__ import annotations

from collections.abc import Collection, Iterable

from club.league.standings import LeagueRow
from club.league.tally_updates import league_points
from club.pages.cells import person_cell
from club.pages.page_content import ClubView, PagePart, PageTable, TableCell, points_cell
from club.pages.paging import RowRange, page_links, requested_rows
from club.store.database import StoreTransaction
from club.store.tallies import PersonTally, TallyScope
from device.history.ratings import Rating
from device.reports.text_lines import format_rating
from display.words import text

LEAGUE_KEY = "league"
NO_FINISHED_GAME = text("No game counts here yet. Those do that people with names have played to their end.")


def league_rows(transaction: StoreTransaction, scope: TallyScope, rows: RowRange) -> list[LeagueRow]:
    """Rows of a league table, sorted by points, then by wins. People who are equal in both share a place."""
    tallies = transaction.tallies.people_by_shares(scope, rows.skip, rows.limit)
    place, previous_tally = 0, None
    league = []
    for rank, tally in enumerate(tallies, rows.skip + 1):
        if previous_tally is None:
            place = 1 + transaction.tallies.count_better(scope, tally)
        elif (tally.shares, tally.won) != (previous_tally.shares, previous_tally.won):
            place = rank
        league.append(LeagueRow(place, tally.person, tally.played, tally.won, league_points(tally.shares)))
        previous_tally = tally
    return league


def league_parts(
    transaction: StoreTransaction, view: ClubView, path: str, scope: TallyScope, evenings: Collection[int]
) -> list[PagePart]:
    """The league table of an evening or season, with ratings in the most played kind of game of its `evenings`."""
    rows, main_kind = requested_rows(view, LEAGUE_KEY), transaction.kinds.most_played(evenings)
    league = league_rows(transaction, scope, rows)
    rating_by_name = (
        {} if main_kind is None else transaction.ratings.current_ratings(main_kind.number, [row.name for row in league])
    )
    rating = text("Rating") if main_kind is None else text("Rating in {game}", game=main_kind.title)
    columns = (
        ("place", text("Place")), ("person", text("Person")), ("played", text("Played")), ("won", text("Won")),
        ("points", text("Points")), ("points_a_game", text("Points a game")), ("rating", rating),
    )  # fmt: skip
    table = PageTable(
        LEAGUE_KEY, text("League table"), columns, _league_cells(view, league, rating_by_name), NO_FINISHED_GAME
    )
    return [table, page_links(view, path, LEAGUE_KEY, rows, transaction.tallies.count_people(scope))]


def _league_cells(
    view: ClubView, league: Iterable[LeagueRow], rating_by_name: dict[str, Rating]
) -> tuple[tuple[TableCell, ...], ...]:
    return tuple(
        (
            TableCell(row.place),
            person_cell(row.name),
            TableCell(row.games_played),
            TableCell(row.games_won),
            points_cell(view, row.points),
            points_cell(view, row.average_points),
            rating_cell(view, rating_by_name.get(row.name)),
        )
        for row in league
    )


def rating_cell(view: ClubView, rating: Rating | None) -> TableCell:
    """The cell of a rating. In files, it is empty for a person without one."""
    return TableCell(None if rating is None else round(rating.mean, 2), view.say(format_rating(rating)))


def average_points(tally: PersonTally) -> float:
    """The average points per game."""
    return tally.points / tally.played
