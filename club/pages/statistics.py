"""The statistics page: people by wins, and for each kind of game a table with ratings."""

from __future__ import annotations

from collections.abc import Sequence
from urllib.parse import quote

from club.pages.cells import person_cell
from club.pages.leagues import NO_FINISHED_GAME, average_points, rating_cell
from club.pages.page_content import ClubPage, ClubView, PagePart, PageTable, TableCell
from club.pages.paging import DEFAULT_ROWS, RowRange, page_links, requested_rows
from club.pages.totals import update_totals
from club.store.database import StoreTransaction
from club.store.kinds import StoredKind
from club.store.tallies import ALL_GAMES, PersonTally, ScopeKind, TallyScope
from device.history.kinds import GameKind
from device.history.ratings import Rating
from device.reports import text_lines
from device.reports.html import element, link_to
from display.words import figure, text

STATISTICS_PATH = "/statistics"
PEOPLE_KEY = "people"
_SEPARATOR = ": "

ROWS_ON_FULL_PAGE = 20
"""How many rows each table has while the page shows all tables."""

MAX_KIND_TABLES, MAX_LINKED_KINDS = 10, 200
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
    parts, key = update_totals(view), view.requested_part.table_key
    with view.store.read_only_transaction() as transaction:
        stored_kinds = _shown_kinds(transaction, key)
        if key in ("", PEOPLE_KEY):
            parts += _people_parts(transaction, view)
        for stored_kind in sorted(stored_kinds[:MAX_KIND_TABLES], key=lambda stored_kind: stored_kind.kind):
            parts += _kind_parts(transaction, view, stored_kind)
    if key:
        parts.append(element("p", link_to(STATISTICS_PATH, view.say(text("All statistics")))))
    else:
        parts += _other_kinds(view, stored_kinds[MAX_KIND_TABLES:])
    return ClubPage(STATISTICS_PATH, view.say(text("Statistics")), tuple(parts))


def _shown_kinds(transaction: StoreTransaction, key: str) -> list[StoredKind]:
    """The kind of game whose table has this key. If the key is empty: the kinds that most people have finished."""
    game, _, title = key.partition(_SEPARATOR)
    if key:
        return transaction.kinds.find_kinds([GameKind(game, title)])
    people_by_kind = transaction.tallies.most_played_kinds(MAX_LINKED_KINDS)
    kinds = transaction.kinds.kinds_by_numbers(people_by_kind.keys())
    return sorted(kinds, key=lambda kind: (-people_by_kind[kind.number], kind.number))


def _other_kinds(view: ClubView, kinds: Sequence[StoredKind]) -> list[PagePart]:
    """Links to the tables of the other kinds of games."""
    links = [
        element("li", link_to(f"{STATISTICS_PATH}?table={quote(kind_key(kind.kind))}", view.say(kind.title)))
        for kind in kinds
    ]
    return [element("h2", view.say(text("Other games"))), element("ul", *links)] if links else []


def kind_key(kind: GameKind) -> str:
    """The key by which the URL names the table of a kind of game."""
    return f"{kind.game_id}{_SEPARATOR}{kind.title}"


def _rows_of_table(view: ClubView, key: str) -> RowRange:
    return requested_rows(view, key, DEFAULT_ROWS if view.requested_part.table_key == key else ROWS_ON_FULL_PAGE)


def _people_parts(transaction: StoreTransaction, view: ClubView) -> list[PagePart]:
    rows = _rows_of_table(view, PEOPLE_KEY)
    cells = tuple(
        (person_cell(tally.person), TableCell(tally.won), TableCell(tally.played))
        for tally in transaction.tallies.people_by_wins(ALL_GAMES, rows.skip, rows.limit)
    )
    table = PageTable(PEOPLE_KEY, text("Who has won how many games"), _PEOPLE_COLUMNS, cells, NO_FINISHED_GAME)
    return [table, page_links(view, STATISTICS_PATH, PEOPLE_KEY, rows, transaction.tallies.count_people(ALL_GAMES))]


def _kind_parts(transaction: StoreTransaction, view: ClubView, stored_kind: StoredKind) -> list[PagePart]:
    """The table of one kind of game: a row for each player, with games, points and rating."""
    key, scope = kind_key(stored_kind.kind), TallyScope(ScopeKind.KIND, stored_kind.number)
    rows = _rows_of_table(view, key)
    tallies = transaction.tallies.people_by_wins(scope, rows.skip, rows.limit)
    ratings_by_name = transaction.ratings.current_ratings(stored_kind.number, [tally.person for tally in tallies])
    cells = tuple(
        _row(view, tally, ratings_by_name.get(tally.person), lowest_wins=stored_kind.lowest_wins) for tally in tallies
    )
    table = PageTable(key, text("{game}", game=stored_kind.title), _KIND_COLUMNS, cells)
    return [table, page_links(view, STATISTICS_PATH, key, rows, transaction.tallies.count_people(scope))]


def _row(view: ClubView, tally: PersonTally, rating: Rating | None, *, lowest_wins: bool) -> tuple[TableCell, ...]:
    best, worst = (tally.least, tally.most) if lowest_wins else (tally.most, tally.least)
    average = average_points(tally)
    return (
        TableCell(tally.person),
        TableCell(tally.won),
        TableCell(tally.played),
        TableCell(round(average, 2), view.say(text_lines.one_decimal(average))),
        TableCell(best, figure(best)),
        TableCell(worst, figure(worst)),
        rating_cell(view, rating),
    )
