"""The list of games, the page of one game, and the page of everything that waits for the director."""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from itertools import islice

from club.league.past_games import past_game
from club.pages.cells import linked_cell
from club.pages.forms import drop_down, form
from club.pages.left_out_parts import left_out_game_parts, left_out_table_parts
from club.pages.notice_parts import notice_parts, other_record_parts
from club.pages.page_content import ClubPage, ClubView, PagePart, PageTable, TableCell
from club.pages.paging import older_link, page_links, requested_rows
from club.pages.paths import game_path
from club.pages.records import record_parts
from club.pages.rounds import rounds_parts
from club.store.database import ClubStore
from club.store.evenings import Evening
from club.store.games import StoredGame
from device.history.past_game import PastGame
from device.reports import csv_tables, spreadsheet, text_lines
from device.reports.html import Markup, element, join_markup, link_to
from device.session.evenings import evening_of as evening_day
from display.dates import date_text
from display.words import Text, text

MAX_LISTED_GAMES = 100
"""Maximum number of games of a list on a page."""

FILE_BATCH_SIZE = 200
"""Games that are read together for the file of all games, and lines that are sent together."""

_GAMES_CAPTION = text("Games")
_NO_GAME_YET = text("There is no game yet.")


def past_games(games: Sequence[StoredGame]) -> list[tuple[StoredGame, PastGame]]:
    """Those of these games that have players, each with its result as a `PastGame`."""
    pairs = ((game, past_game(game)) for game in games)
    return [(game, past) for game, past in pairs if past is not None]


def games_table(
    view: ClubView,
    games: Sequence[StoredGame],
    table_numbers: dict[str, int],
    key: str = "games",
    caption: Text = _GAMES_CAPTION,
    if_empty: Text = _NO_GAME_YET,
) -> PageTable:
    """A table of games, with a row for each."""
    rows = []
    for game, past in past_games(games):
        summary = view.say(text_lines.game_line(past))
        result_cell = linked_cell(game_path(game.box, game.mark.game), summary)
        rows.append((TableCell(table_numbers.get(game.box)), _day_cell(view, past), result_cell))
    columns = ("table", text("Table")), ("day", text("Day")), ("result", text("Result"))
    return PageTable(key, caption, columns, tuple(rows), if_empty)


def latest_games_part(
    view: ClubView, path: str, games: Sequence[StoredGame], table_numbers: dict[str, int]
) -> tuple[PageTable, PagePart, str]:
    """The table of the latest games, a link to older ones, and the URL's query for this part.

    `games` must have one game more than are shown, if there are more.
    """
    shown_games = games[:MAX_LISTED_GAMES]
    first_shown_number = shown_games[-1].number if len(games) > MAX_LISTED_GAMES else None
    query = "" if view.requested_part.before_number is None else f"before={view.requested_part.before_number}"
    return games_table(view, shown_games, table_numbers), older_link(view, path, first_shown_number), query


def _day_cell(view: ClubView, past: PastGame) -> TableCell:
    evening_date = evening_day(past.began_at)
    return (
        TableCell(None)
        if evening_date is None
        else TableCell(evening_date.isoformat(), view.say(date_text(evening_date)))
    )


def games_page(view: ClubView) -> ClubPage:
    """The page of the latest games, or of those before the requested number."""
    with view.store.read_only_transaction() as transaction:
        table_numbers = transaction.boxes.table_numbers()
        games = transaction.games.games_before(view.requested_part.before_number, MAX_LISTED_GAMES + 1)
    table, older_games_link, query = latest_games_part(view, "/games", games, table_numbers)
    files = element("p", link_to("/games.csv", view.say(text("All games as a table, a row a player"))))
    return ClubPage("/games", view.say(text("Games")), (table, older_games_link, files), query=query)


def games_file(store: ClubStore) -> Iterator[str]:
    """Yield the CSV file of all games, with a row for each player, in pieces of some rows. Raises StoreFailed."""
    lines = csv_tables.player_lines(_all_games(store))
    yield spreadsheet.BYTE_ORDER_MARK
    while batch := list(islice(lines, FILE_BATCH_SIZE)):
        yield "".join(batch)


def _all_games(store: ClubStore) -> Iterator[PastGame]:
    last_number = 0
    while True:
        with store.read_only_transaction() as transaction:
            games = transaction.games.games_after(last_number, FILE_BATCH_SIZE)
        if not games:
            return
        last_number = games[-1].number
        yield from (past for _, past in past_games(games))


def game_page(view: ClubView, box: str, identity: str) -> ClubPage | None:
    """The page of one game: rounds, totals, its record, and lines that were taken back or corrected.

    Returns None if there is no such game, or if it has no players.
    """
    with view.store.read_only_transaction() as transaction:
        game = transaction.games.find_game(box, identity)
        past = None if game is None else past_game(game)
        if game is None or past is None:
            return None
        evenings, evening_number = (
            transaction.evenings.list_evenings(),
            transaction.evenings.evening_of_game(game.number),
        )
        record, query = record_parts(transaction, view, game)
        other_records = transaction.other_records.records_of_game(game.number)
        left_out_group = transaction.left_out.group_number_of(game.number)
    evening_part = _evening_part(view, game, evenings, evening_number)
    parts = (
        *left_out_game_parts(view, game, left_out_group),
        *rounds_parts(view, past.result),
        evening_part,
        *record,
        *other_record_parts(view, game, other_records),
    )
    return ClubPage(game_path(box, identity), view.say(text_lines.game_line(past)), parts, query=query)


def _evening_part(
    view: ClubView, game: StoredGame, evenings: list[Evening], evening_number: int | None
) -> Markup | None:
    """The evening of a game; for a director, with forms to change it or resend the game."""
    evening = next((evening_option for evening_option in evenings if evening_option.number == evening_number), None)
    evening_link = None if evening is None else element("p", link_to(f"/evenings/{evening.number}", evening.title))
    if view.director is None:
        return evening_link
    evening_options = [(str(option.number), option.title) for option in evenings]
    options = [("", view.say(text("no evening"))), *evening_options]
    evening_choice = drop_down(
        view, "evening", text("Evening"), options, "" if evening_number is None else str(evening_number)
    )
    move_form = form(view, "move-game", text("Move"), evening_choice, box=game.box, game=game.mark.game)
    send_again_form = form(view, "send-again", text("Have the box send it again"), box=game.box, game=game.mark.game)
    return join_markup((evening_link, element("div", move_form, send_again_form, class_="forms")))


def set_aside_page(view: ClubView) -> ClubPage:
    """The page of everything that waits for the director, the oldest first, with the left-out games."""
    with view.store.read_only_transaction() as transaction:
        set_aside_messages, boxes = transaction.set_aside_messages.list_messages(), transaction.boxes.list_boxes()
        notices, left_out_groups = transaction.notices.open_notices(), transaction.left_out.list_groups()
    rows_shown, table_numbers = requested_rows(view, "aside"), {box.name: box.table_number for box in boxes}
    messages = rows_shown.select(set_aside_messages)
    columns = ("table", text("Table")), ("game", text("Game")), ("why", text("Why"))
    rows = tuple(
        (TableCell(table_numbers[message.box]), TableCell(message.identity), TableCell(view.say(message.sentence)))
        for message in messages
    )
    everything = text("Everything else counts.") if left_out_groups else text("Everything counts.")
    table = PageTable("aside", text("What does not count, and why"), columns, rows, everything)
    send_again_forms = [
        form(
            view,
            "send-again",
            text("Have table {table} send it again", table=table_numbers[message.box]),
            box=message.box,
            game=message.identity,
        )
        for message in messages
        if view.director is not None
    ]
    links = page_links(view, "/aside", "aside", rows_shown, len(set_aside_messages))
    return ClubPage(
        "/aside",
        view.say(text("Not counted")),
        (
            *notice_parts(view, notices),
            table,
            links,
            *send_again_forms,
            *left_out_table_parts(view, left_out_groups, boxes),
        ),
    )
