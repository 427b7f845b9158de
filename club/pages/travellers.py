"""The page of an evening's travellers, and the page of a person's results, compared with others' in the same rounds.

A traveller, as in bridge, is the table of one round with the results of everybody who played it.
"""

from __future__ import annotations

from collections.abc import Iterator, Sequence

from club.league.travellers import Traveller, TravellerLine, travellers
from club.pages.evenings import EVENINGS_PATH, find_evening
from club.pages.games import MAX_LISTED_GAMES, latest_games_part, past_games
from club.pages.page_content import ClubPage, ClubView, PagePart, PageTable, TableCell
from club.pages.paging import RowRange, page_links
from club.pages.paths import person_path
from club.pages.totals import update_totals
from club.pages.traveller_titles import traveller_headings
from club.store.database import StoreTransaction
from club.store.evenings import Evening
from club.store.games import StoredGame
from device.reports.html import element, join_markup, link_to
from display.words import Several, Text, figure, signed, text

MAX_ROWS_SHOWN = 150
"""Maximum number of table rows on a page, over all its travellers."""

MAX_EVENINGS = 200
"""Maximum number of evenings that a person's page links to: the latest."""

_TRAVELLERS_KEY = "travellers"


def travellers_page(view: ClubView, number: int) -> ClubPage | None:
    """The travellers of an evening: each round with everybody who played it. None if there is no such evening."""
    with view.store.read_only_transaction() as transaction:
        evening = find_evening(transaction, number)
        if evening is None:
            return None
        games, table_numbers = transaction.games.games_of_evening(number), transaction.boxes.table_numbers()
    shown_travellers, path = travellers([past for _, past in past_games(games)]), f"{EVENINGS_PATH}/{number}/travellers"
    table_by_game = {game.number: table_numbers.get(game.box) for game in games}
    rows = RowRange((view.requested_part.page - 1) * MAX_ROWS_SHOWN, MAX_ROWS_SHOWN)
    parts = list(_traveller_tables(view, shown_travellers, table_by_game, rows))
    if not shown_travellers:
        parts.append(element("p", view.say(text("No round has been scored yet."))))
    parts.append(page_links(view, path, _TRAVELLERS_KEY, rows, sum(map(len, shown_travellers))))
    title = view.say(text("{evening}: each round side by side", evening=evening.title))
    return ClubPage(path, title, tuple(parts), query=f"page={view.requested_part.page}" if rows.skip else "")


def _traveller_tables(
    view: ClubView, travellers_: Sequence[Traveller], table_by_game: dict[int, int | None], rows: RowRange
) -> Iterator[PagePart]:
    """Yield one HTML table per traveller; only the rows of this page, so a traveller may be cut at a page's ends."""
    rows_before = 0
    for ordinal, (traveller, heading) in enumerate(zip(travellers_, traveller_headings(travellers_), strict=True), 1):
        first, last = max(rows.skip - rows_before, 0), min(rows.skip + rows.limit - rows_before, len(traveller))
        rows_before += len(traveller)
        if first < last:
            if heading.options:
                yield element("p", view.language.say(Several(heading.options)))
            yield _traveller_table(
                view, traveller.lines()[first:last], heading.title, f"traveller{ordinal}", table_by_game
            )


def _traveller_table(
    view: ClubView, lines: Sequence[TravellerLine], caption: Text, key: str, table_by_game: dict[int, int | None]
) -> PageTable:
    columns = (
        ("person", text("Person")), ("table", text("Table")), ("gained", text("Points of the round")),
        ("total", text("Points so far")), ("before", text("Better than, of 100")),
    )  # fmt: skip
    table_rows = tuple(
        (_player_cell(view, line), TableCell(table_by_game.get(line.game.number)), *_points_cells(line))
        for line in lines
    )
    return PageTable(key, caption, columns, table_rows)


def _player_cell(view: ClubView, line: TravellerLine) -> TableCell:
    """The player's name, with a link to their results if they gave a name."""
    name = view.say(line.name)
    has_name = line.game.people[line.seat] is not None
    return TableCell(name, link_to(person_path(line.name), name) if has_name else None)


def _points_cells(line: TravellerLine) -> tuple[TableCell, TableCell, TableCell]:
    return (
        TableCell(line.points_gained, signed(line.points_gained)),
        TableCell(None) if line.total_points is None else TableCell(line.total_points, figure(line.total_points)),
        TableCell(line.percent_beaten),
    )


def person_page(view: ClubView, name: str) -> ClubPage | None:
    """A person's games, and their rounds of an evening, compared with others' in the same rounds.

    The evening is the requested one, or the person's last. Returns None for a name that has played no game.
    """
    counting_notice = update_totals(view)
    with view.store.read_only_transaction() as transaction:
        numbers = transaction.scores.games_of_person(name, view.requested_part.before_number, MAX_LISTED_GAMES + 1)
        if not numbers and not transaction.scores.games_of_person(name, before_game=None, limit=1):
            return None
        games, table_numbers = (transaction.games.games_by_numbers(numbers)[::-1], transaction.boxes.table_numbers())
        evenings = _evenings_of_person(transaction, name)
        requested_evening = next(
            (candidate for candidate in evenings if candidate.number == view.requested_part.evening), None
        )
        evening = requested_evening or next(iter(evenings), None)
        comparable_games = [] if evening is None else _comparable_games(transaction, name, evening.number)
    path = person_path(name)
    table, older_games_link, query = latest_games_part(view, path, games, table_numbers)
    parts: list[PagePart] = [*counting_notice, table, older_games_link]
    if evening is not None:
        parts += [_own_rounds(view, name, evening, comparable_games), _evening_links(view, path, evenings, evening)]
    if requested_evening is not None:
        query = f"evening={requested_evening.number}"
    return ClubPage(path, name, tuple(parts), query=query)


def _evenings_of_person(transaction: StoreTransaction, name: str) -> list[Evening]:
    """The evenings on which a person played, the latest first."""
    evenings_by_number = {evening.number: evening for evening in transaction.evenings.list_evenings()}
    numbers = transaction.scores.evenings_of_person(name)
    return [evenings_by_number[number] for number in numbers if number in evenings_by_number][:MAX_EVENINGS]


def _comparable_games(transaction: StoreTransaction, name: str, evening_number: int) -> list[StoredGame]:
    """All games played on an evening of the kinds of card game that this person played then, to compare results."""
    kinds = transaction.kinds.kinds_by_numbers(transaction.scores.kinds_of_person(name, evening_number))
    return transaction.games.games_of_evening(evening_number, {stored_kind.kind.game_id for stored_kind in kinds})


def _own_rounds(view: ClubView, name: str, evening: Evening, games: Sequence[StoredGame]) -> PageTable:
    own_travellers = travellers([past for _, past in past_games(games)], name)
    table_rows = tuple(
        (TableCell(view.say(heading.title)), *_points_cells(line), TableCell(len(traveller) - 1))
        for traveller, heading in zip(own_travellers, traveller_headings(own_travellers), strict=True)
        for line in traveller.lines(name)
    )
    caption, empty_sentence = text("{name}", name=evening.title), text("No round has been scored yet.")
    return PageTable(f"evening{evening.number}", caption, _OWN_COLUMNS, table_rows, empty_sentence)


def _evening_links(view: ClubView, path: str, evenings: Sequence[Evening], current: Evening) -> PagePart:
    """Links to other evenings; None if there are none."""
    links = [
        join_markup((link_to(f"{path}?evening={evening.number}", evening.title), " "))
        for evening in evenings
        if evening.number != current.number
    ]
    return element("p", view.say(text("Other evenings:")), " ", *links) if links else None


_OWN_COLUMNS = (
    ("round", text("Round")), ("gained", text("Points of the round")), ("total", text("Points so far")),
    ("before", text("Better than, of 100")), ("others", text("Others who played it")),
)  # fmt: skip
