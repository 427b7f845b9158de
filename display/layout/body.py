"""Lay out the body of a page: players, sheets, breakdowns, paragraphs. Used by `display.layout.page`."""

from __future__ import annotations

from collections.abc import Sequence

from display.layout import centre
from display.layout.page_style import PageStyle, least_total_height, with_total_height, with_totals_in_play
from display.layout.regions import Regions
from display.scene import Box, Item
from display.text_metrics import line_height
from display.vocabulary import Board, Body, Breakdown, Page, Paragraphs, Sheet

STRIP_LINES = 3
"""The centre of the table is drawn as a strip if its box is lower than so many lines of small type."""

FEW_STACKED, LEFT_TO_KEYS = 5, 7
"""Up to `FEW_STACKED` players above the keys give these `LEFT_TO_KEYS` per cent of the body's height."""

SENTENCES_LEAVE = 11
"""Per cent of the body's height that sentences give to the keys below them."""

# imported late in the functions below: needed only if a page has that kind of body


def players(body: Body | None) -> int:
    """Return how many players' totals a body shows."""
    if isinstance(body, Board | Sheet):
        return len(body.rows)
    return len(body.players) if isinstance(body, Breakdown) else 0


def has_centre(board: Board) -> bool:
    """Whether there is anything in the centre of a board."""
    return bool(board.centre or board.tokens or board.centre_title)


def make_room(body: Body, places: Regions, style: PageStyle) -> Regions:
    """Return the regions, changed for the body if needed.

    On the smallest panels, many players leave no room above them, or none beside the keys, and many cards need more
    room above the players.
    """
    if not style.is_compact:
        return _seating_regions(body, places, style)
    if places.keys.y0 != places.body.y0:
        return _stacked_regions(body, places, style) if style.is_roomy else places
    if isinstance(body, Board) and has_centre(body):
        from display.layout import centre, player_rows

        least = len(body.rows) * player_rows.least_row_height(with_totals_in_play(style, len(body.rows)))
        if least > places.players.height:
            return places.with_centre_above_keys()
        more = centre.least_height(body, places.centre.width, style) - places.centre.height
        return places.with_higher_centre(more) if 0 < more <= places.players.height - least else places
    if players(body) * line_height(style.min_size) > places.players_and_centre.height:
        return _above_keys(body, places, style)
    return places


def _stacked_regions(body: Body, places: Regions, style: PageStyle) -> Regions:
    """Return the regions of an upright page on the larger of the smallest panels.

    If there is something in the centre and there are few players, these give some of their room to the keys. So do
    sentences.
    """
    if isinstance(body, Board) and has_centre(body) and len(body.rows) <= FEW_STACKED:
        return places.with_higher_keys(places.body.height * LEFT_TO_KEYS // 100)
    if isinstance(body, Paragraphs):
        return places.with_higher_keys(places.body.height * SENTENCES_LEAVE // 100)
    return _seating_regions(body, places, style)


def _seating_regions(body: Body, places: Regions, style: PageStyle) -> Regions:
    """Return the regions of an upright page while players choose their seats.

    The list of seats takes little room; the question's keys, above all letters, get the rest.
    """
    if places.players.x1 != places.keys.x1 or not isinstance(body, Board) or not _is_seating(body):
        return places
    high = len(body.rows) * (line_height(style.name_size) + style.gap)
    return places.with_players_above_keys(min(high, places.players.y1 - places.body.y0), style.gap)


def _above_keys(body: Body, places: Regions, style: PageStyle) -> Regions:
    """Return the regions for more players than fit in one column, if they can be set in several."""
    if isinstance(body, Sheet) and _is_ranked(body):
        from display.layout import poster

        return places.with_players_above_keys(poster.least_height(len(body.rows), style), style.gap)
    if isinstance(body, Board) and _is_seating(body):
        from display.layout import seat_list

        return places.with_players_above_keys(seat_list.height(len(body.rows), style), style.gap)
    return places


def _is_ranked(sheet: Sheet) -> bool:
    return any(row.rank for row in sheet.rows)


def _is_seating(board: Board) -> bool:
    """Whether a board only lists who sits where, because the game has not begun."""
    return not any(row.code or row.marks or row.total is not None for row in board.rows)


def draw(page: Page, body: Body, box: Box, places: Regions, style: PageStyle) -> list[Item]:
    """Draw the body in its regions."""
    if isinstance(body, Board):
        return _board(body, page.keymap.player_codes, places, style)
    style = with_total_height(style, least_total_height(style, players(body)))
    if isinstance(body, Sheet):
        from display.layout import poster, score_sheet

        if _is_ranked(body):
            return poster.draw(body, box, places.centre if box != places.body else None, style)
        return score_sheet.draw(body, box, style)
    if isinstance(body, Breakdown):
        from display.layout import breakdown

        return breakdown.draw(body, box, style)
    assert isinstance(body, Paragraphs)
    from display.layout import paragraphs

    beside_keys = page.keymap.level is not None
    return paragraphs.draw(body, box, style, large=beside_keys)


def _centre(board: Board, box: Box, style: PageStyle) -> Sequence[Item]:
    """Draw the centre of the table, as a strip if a notice leaves room for no more."""
    if not style.is_compact and box.height < STRIP_LINES * line_height(style.small_size):
        from display.layout import centre_strip

        strip = centre_strip.fit_strip(board, box.width, style)
        return centre_strip.draw(strip, box, style) if strip else ()
    return centre.draw(board, box, style)


def _board(board: Board, keyed: frozenset[str], places: Regions, style: PageStyle) -> list[Item]:
    """Draw the players and the centre of the table. Letters of players that are not `keyed` are no keys to press."""
    items: list[Item] = []
    room = places.players
    if has_centre(board) and places.centre.height > 0:
        items += _centre(board, places.centre, style)
    elif style.is_compact or places.players.x1 == places.body.x1:
        room = places.players_and_centre
    style = with_totals_in_play(style, len(board.rows))
    if board.scoreboards and not style.is_compact:
        from display.layout import player_tiles

        return items + player_tiles.draw(board, keyed, room, style)
    if style.is_compact and _is_seating(board) and len(board.rows) * line_height(style.min_size) > room.height:
        from display.layout import seat_list

        return items + seat_list.draw(board.rows, room, style)
    return items + _rows(board, keyed, room, style)


def _rows(board: Board, keyed: frozenset[str], room: Box, style: PageStyle) -> list[Item]:
    """Draw rows high enough for any letters, or, on the smallest panels, lower ones if there are too many."""
    from display.layout import player_rows

    crowded = len(board.rows) * player_rows.least_row_height(style) > room.height
    if style.is_compact and crowded and not _is_seating(board):
        from display.layout import low_rows

        if low_rows.have_room(board.rows, keyed, room, style):
            return low_rows.draw(board.rows, room, style)
    return player_rows.draw_rows(board.rows, keyed, room, style)
