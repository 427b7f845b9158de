"""The start page: all tables with their current games, updated live, and the tables that call the director."""

from __future__ import annotations

from club.league.position import Position, PositionCache, current_round, position_after
from club.pages.cells import ago_cell, duration_cell, linked_cell
from club.pages.page_content import ClubPage, ClubView, PageTable, Part, TableCell
from club.pages.paging import page_links, requested_rows
from club.pages.wording import duration_since, game_path
from club.store.boxes import ClubBox
from club.store.connections import BoxConnection
from club.store.games import StoredGame
from club.store.receiver import ChangedGame
from device.history.kinds import played_variant
from device.history.results import GameResult, points_after_name
from device.reports.html import element
from device.reports.text_lines import standing_line
from display.words import Several, text

_COLUMNS = (
    ("table", text("Table")),
    ("box", text("Box")),
    ("game", text("Game")),
    ("round", text("Round")),
    ("standings", text("Standings")),
    ("asked", text("Asked")),
    ("last_heard", text("Last heard")),
    ("connection", text("Connection")),
    ("calls", text("Calls")),
)

_TABLES = "tables"

_NO_BREAK = "\N{NO-BREAK SPACE}"

GAME_AT = 2
"""The index of the first column about a table's game."""


def tables_page(view: ClubView, positions: PositionCache) -> ClubPage:
    """The page with a row for each table and its last game."""
    rows_shown = requested_rows(view, _TABLES)
    with view.store.read_only_transaction() as transaction:
        boxes = transaction.boxes.list_boxes()
        there = [box for box in boxes if not box.is_revoked]
        part = rows_shown.part_of(there)
        games = transaction.games.latest_games([box.name for box in part])
        connections, calls = transaction.connections.list_connections(), transaction.director_messages.open_calls()
        shown = [(box, games.get(box.name)) for box in part]
        found = {
            box.name: positions.position_of(transaction, game)
            for box, game in shown
            if game is not None and _is_played(game)
        }
    rows = tuple(
        _row(view, box, game, found.get(box.name), connections.get(box.name), calls.get(box.name))
        for box, game in shown
    )
    table = PageTable(_TABLES, text("Tables"), _COLUMNS, rows, text("No box has joined the club yet."))
    ways = page_links(view, "/", _TABLES, rows_shown, len(there))
    calling = _calls_part(view, {box.name: box.table_number for box in boxes}, calls)
    return ClubPage("/", view.say(text("Tables")), (calling, table, ways), live=True)


def _calls_part(view: ClubView, seats: dict[str, int], calls: dict[str, float]) -> Part:
    """A sentence with the tables that call the director; None if none does."""
    calling = [str(seats[name]) for name in sorted(calls, key=lambda name: calls[name])]
    if not calling:
        return None
    words = text("Tables that call the director, the longest first: {tables}", tables=Several(tuple(calling)))
    return element("p", view.say(words), class_="alarm", role="status")


def _is_played(game: StoredGame) -> bool:
    return game.result is not None and not game.result.finished


def _row(
    view: ClubView,
    box: ClubBox,
    game: StoredGame | None,
    position: Position | None,
    connection: BoxConnection | None,
    call: float | None,
) -> tuple[TableCell, ...]:
    head = TableCell(box.table_number), TableCell(box.name)
    called = TableCell(None) if call is None else duration_cell(view, call)
    tail = _connection_cell(view, connection), called
    if game is None or game.result is None:
        return (*head, *(TableCell(None),) * 5, *tail)
    cells = _game_cells(view, game_path(game.box, game.mark.game), game.result, position, game.changed_at)
    return (*head, *cells, *tail)


def _game_cells(
    view: ClubView, path: str, result: GameResult, position: Position | None, changed: float
) -> tuple[TableCell, ...]:
    """The cells of a row about a table's game."""
    title = view.say(played_variant(result).title)
    named = linked_cell(path, title)
    last_change = ago_cell(view, changed)
    turn = TableCell(None) if position is None else _question_cell(view, position)
    return named, _round_cell(view, result), _standings_cell(view, result), turn, last_change


def changed_cells(view: ClubView, game: ChangedGame) -> tuple[TableCell, ...]:
    """The cells of a table's row from `GAME_AT` on, after a change of its game."""
    if game.result is None or game.last_line is None:
        return (TableCell(None),) * 5
    position = None if game.result.finished else position_after(game.record, game.last_line)
    return _game_cells(view, game_path(game.box.name, game.mark.game), game.result, position, game.changed_at)


def _standings_cell(view: ClubView, result: GameResult) -> TableCell:
    """Everybody by place, with their standing. On a page, a no-break space keeps name and standing together."""
    standings = [
        (view.say(seat.name), points_after_name(seat.name, view.say(standing_line(result, at))))
        for at, seat in sorted(enumerate(result.display_seats), key=lambda one: one[1].place)
    ]
    return TableCell(*(", ".join(map(between.join, standings)) for between in (" ", _NO_BREAK)))


def _round_cell(view: ClubView, result: GameResult) -> TableCell:
    return TableCell(current_round(result), view.say(text("over")) if result.finished else None)


def _question_cell(view: ClubView, position: Position) -> TableCell:
    if position.question is None:
        return TableCell(None)
    return TableCell(view.say(position.question))


def _connection_cell(view: ClubView, connection: BoxConnection | None) -> TableCell:
    if connection is None:
        return TableCell("offline", view.say(text("never connected")))
    if connection.is_online:
        return TableCell("connected", view.say(text("connected")))
    words = text("offline for {time}", time=duration_since(view, connection.changed_at))
    return TableCell("offline", view.say(words))
