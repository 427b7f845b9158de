"""The start page: all tables with their current games, updated live, and the tables that call the director."""

from __future__ import annotations

from club.league.position import Position, PositionCache, position_after
from club.pages.cells import ago_cell, duration_cell, linked_cell
from club.pages.page_content import ClubPage, ClubView, PagePart, PageTable, TableCell
from club.pages.paging import page_links, requested_rows
from club.pages.paths import game_path
from club.pages.time_texts import duration_since
from club.store.box_connections import BoxConnection
from club.store.boxes import ClubBox
from club.store.games import StoredGame
from club.store.receiver import ChangedGame
from device.history.kinds import played_variant
from device.history.results import GameResult, points_after_name
from device.reports.html import element
from device.reports.text_lines import standing_of_seat
from display.words import Several, text

_COLUMNS = (
    ("table", text("Table")),
    ("box", text("Box")),
    ("game", text("Game")),
    ("round", text("Round")),
    ("standings", text("Standings")),
    ("asked", text("Asked")),
    ("last_heard", text("Last change")),
    ("connection", text("Connection")),
    ("calls", text("Calls")),
)

NO_BOX = text("There is no box in the club.")

_TABLES_KEY = "tables"

_NO_BREAK = "\N{NO-BREAK SPACE}"

_EMPTY_GAME_CELLS = (TableCell(None),) * 5
FIRST_GAME_COLUMN = 2
"""The index of the first column about a table's game."""


def tables_page(view: ClubView, positions: PositionCache) -> ClubPage:
    """The page with a row for each table and its last game."""
    rows_shown = requested_rows(view, _TABLES_KEY)
    with view.store.read_only_transaction() as transaction:
        boxes = transaction.boxes.list_boxes()
        active_boxes = [box for box in boxes if not box.is_revoked]
        shown_boxes = rows_shown.select(active_boxes)
        game_by_box = transaction.games.latest_games([box.name for box in shown_boxes])
        connections, calls = transaction.box_connections.list_connections(), transaction.director_messages.open_calls()
        boxes_with_games = [(box, game_by_box.get(box.name)) for box in shown_boxes]
        position_by_box = {
            box.name: positions.position_of(transaction, game)
            for box, game in boxes_with_games
            if game is not None and _is_being_played(game)
        }
    rows = tuple(
        _table_row(view, box, game, position_by_box.get(box.name), connections.get(box.name), calls.get(box.name))
        for box, game in boxes_with_games
    )
    table = PageTable(_TABLES_KEY, text("Tables"), _COLUMNS, rows, NO_BOX)
    links = page_links(view, "/", _TABLES_KEY, rows_shown, len(active_boxes))
    calls_part = _calls_part(view, {box.name: box.table_number for box in boxes}, calls)
    return ClubPage("/", view.say(text("Tables")), (calls_part, table, links), is_live=True)


def _calls_part(view: ClubView, table_numbers: dict[str, int], calls: dict[str, float]) -> PagePart:
    """A sentence with the tables that call the director; None if none does."""
    if not calls:
        return None
    calling_tables = Several(tuple(str(table_numbers[name]) for name in calls))
    sentence = text("Tables that call the director, the longest first: {tables}", tables=calling_tables)
    return element("p", view.say(sentence), class_="alarm", role="status")


def _is_being_played(game: StoredGame) -> bool:
    return game.result is not None and not game.result.finished


def _table_row(
    view: ClubView,
    box: ClubBox,
    game: StoredGame | None,
    position: Position | None,
    connection: BoxConnection | None,
    called_at: float | None,
) -> tuple[TableCell, ...]:
    first_cells = TableCell(box.table_number), TableCell(box.name)
    call_cell = TableCell(None) if called_at is None else duration_cell(view, called_at)
    last_cells = _connection_cell(view, connection), call_cell
    if game is None or game.result is None:
        return (*first_cells, *_EMPTY_GAME_CELLS, *last_cells)
    cells = _game_cells(view, game_path(game.box, game.mark.game), game.result, position, game.changed_at)
    return (*first_cells, *cells, *last_cells)


def _game_cells(
    view: ClubView, path: str, result: GameResult, position: Position | None, changed_at: float
) -> tuple[TableCell, ...]:
    """The cells of a row about a table's game."""
    title = view.say(played_variant(result).title)
    title_cell = linked_cell(path, title)
    changed_cell = ago_cell(view, changed_at)
    question_cell = TableCell(None) if position is None else _question_cell(view, position)
    return title_cell, _round_cell(view, result), _standings_cell(view, result), question_cell, changed_cell


def changed_cells(view: ClubView, game: ChangedGame) -> tuple[TableCell, ...]:
    """The cells of a table's row from `FIRST_GAME_COLUMN` on, after a change of its game."""
    if game.result is None or game.last_line is None:
        return _EMPTY_GAME_CELLS
    position = None if game.result.finished else position_after(game.record, game.last_line)
    return _game_cells(view, game_path(game.box.name, game.mark.game), game.result, position, game.changed_at)


def _standings_cell(view: ClubView, result: GameResult) -> TableCell:
    """Everybody by place, with their standing. On a page, a no-break space keeps name and standing together."""
    standings = [
        (view.say(seat.name), points_after_name(seat.name, view.say(standing_of_seat(result, index))))
        for index, seat in sorted(enumerate(result.display_seats), key=lambda index_and_seat: index_and_seat[1].place)
    ]
    return TableCell(*(", ".join(map(separator.join, standings)) for separator in (" ", _NO_BREAK)))


def _round_cell(view: ClubView, result: GameResult) -> TableCell:
    return TableCell(result.current_round, view.say(text("over")) if result.finished else None)


def _question_cell(view: ClubView, position: Position) -> TableCell:
    if position.question is None:
        return TableCell(None)
    return TableCell(view.say(position.question))


def _connection_cell(view: ClubView, connection: BoxConnection | None) -> TableCell:
    if connection is None:
        return TableCell("offline", view.say(text("never connected")))
    if connection.is_online:
        return TableCell("connected", view.say(text("connected")))
    sentence = text("offline for {time}", time=duration_since(view, connection.changed_at))
    return TableCell("offline", view.say(sentence))
