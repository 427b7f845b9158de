"""The statistics page: people by wins, and for each kind of game a table with ratings."""

from __future__ import annotations

from collections.abc import Sequence
from urllib.parse import quote

from club.pages.cells import person_cell
from club.pages.leagues import NOTHING_FINISHED, mean_points, rating_cell
from club.pages.page_content import ClubPage, ClubView, PageTable, Part, TableCell
from club.pages.paging import ROWS, RowRange, page_links, requested_rows
from club.pages.totals import update_totals
from club.store.database import StoreTransaction
from club.store.kinds import StoredKind
from club.store.tallies import ALL_GAMES, PersonTally, ScopeKind, TallyScope
from device.history.kinds import GameKind
from device.history.ratings import Rating
from device.reports import text_lines
from device.reports.html import element, link_to
from display.words import figure, text

PATH = "/statistics"
PEOPLE = "people"
_SEPARATOR = ": "

FIRST_ROWS = 20
"""How many rows each table has while the page shows all tables."""

MAX_KINDS, MAX_LINKED = 10, 200
"""How many kinds of games get a table, and how many get a table or a link. Those that most people play come first."""

_PEOPLE_COLUMNS = ("person", text("Person")), ("won", text("Won")), ("played", text("Played"))
_KIND_COLUMNS = (
    ("person", text("Person")),
    ("won", text("Won")),
    ("played", text("Played")),
    ("mean", text("On average")),
    ("best", text("Best")),
    ("worst", text("Worst")),
    ("rating", text("Rating")),
)


def statistics_page(view: ClubView) -> ClubPage:
    """The first rows of every table; or only the table that the URL asks for, page by page."""
    parts, key = update_totals(view), view.requested.table
    with view.store.read_only_transaction() as transaction:
        kinds = _shown_kinds(transaction, key)
        if key in ("", PEOPLE):
            parts += _people_parts(transaction, view)
        for each in sorted(kinds[:MAX_KINDS], key=lambda each: each.kind):
            parts += _kind_parts(transaction, view, each)
    if key:
        parts.append(element("p", link_to(PATH, view.say(text("All statistics")))))
    else:
        parts += _other_kinds(view, kinds[MAX_KINDS:])
    return ClubPage(PATH, view.say(text("Statistics")), tuple(parts))


def _shown_kinds(transaction: StoreTransaction, key: str) -> list[StoredKind]:
    """The kind of game whose table has this key. If the key is empty: the kinds that most people have finished."""
    game, _, title = key.partition(_SEPARATOR)
    if key:
        return transaction.kinds.find_kinds([GameKind(game, title)])
    people = transaction.tallies.most_played_kinds(MAX_LINKED)
    return sorted(
        transaction.kinds.kinds_by_numbers(people.keys()), key=lambda each: (-people[each.number], each.number)
    )


def _other_kinds(view: ClubView, kinds: Sequence[StoredKind]) -> list[Part]:
    """Links to the tables of the other kinds of games."""
    named = [
        element("li", link_to(f"{PATH}?table={quote(kind_key(each.kind))}", view.say(each.title))) for each in kinds
    ]
    return [element("h2", view.say(text("Other games"))), element("ul", *named)] if named else []


def kind_key(kind: GameKind) -> str:
    """The key by which the URL names the table of a kind of game."""
    return f"{kind.game}{_SEPARATOR}{kind.title}"


def _requested_rows(view: ClubView, key: str) -> RowRange:
    return requested_rows(view, key, ROWS if view.requested.table == key else FIRST_ROWS)


def _people_parts(transaction: StoreTransaction, view: ClubView) -> list[Part]:
    rows = _requested_rows(view, PEOPLE)
    shown = tuple(
        (person_cell(tally.person), TableCell(tally.won), TableCell(tally.played))
        for tally in transaction.tallies.people_by_wins(ALL_GAMES, rows.skip, rows.limit)
    )
    table = PageTable(PEOPLE, text("Who has won how many games"), _PEOPLE_COLUMNS, shown, NOTHING_FINISHED)
    return [table, page_links(view, PATH, PEOPLE, rows, transaction.tallies.count_people(ALL_GAMES))]


def _kind_parts(transaction: StoreTransaction, view: ClubView, kind: StoredKind) -> list[Part]:
    """The table of one kind of game: a row for each player, with games, points and rating."""
    key, scope = kind_key(kind.kind), TallyScope(ScopeKind.KIND, kind.number)
    rows = _requested_rows(view, key)
    tallies = transaction.tallies.people_by_wins(scope, rows.skip, rows.limit)
    rated = transaction.ratings.current_ratings(kind.number, [tally.person for tally in tallies])
    shown = tuple(_row(view, tally, rated.get(tally.person), lowest_wins=kind.lowest_wins) for tally in tallies)
    table = PageTable(key, text("{game}", game=kind.title), _KIND_COLUMNS, shown)
    return [table, page_links(view, PATH, key, rows, transaction.tallies.count_people(scope))]


def _row(view: ClubView, tally: PersonTally, rating: Rating | None, *, lowest_wins: bool) -> tuple[TableCell, ...]:
    best, worst = (tally.least, tally.most) if lowest_wins else (tally.most, tally.least)
    mean = mean_points(tally)
    return (
        TableCell(tally.person),
        TableCell(tally.won),
        TableCell(tally.played),
        TableCell(round(mean, 2), view.say(text_lines.one_decimal(mean))),
        TableCell(best, figure(best)),
        TableCell(worst, figure(worst)),
        rating_cell(view, rating),
    )
