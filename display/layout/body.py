"""Lay out the body of a page: players, sheets, breakdowns, paragraphs. Used by `display.layout.page`."""

from __future__ import annotations

from collections.abc import Sequence

from display.layout import centre
from display.layout.look import Look, least_total_height, least_total_height_in_play
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


def make_room(body: Body, places: Regions, look: Look) -> Regions:
    """Return the regions, changed for the body if needed.

    On the smallest panels, many players leave no room above them, or none beside the keys, and many cards need more
    room above the players.
    """
    if not look.compact:
        return _seating_regions(body, places, look)
    if places.keys.y0 != places.body.y0:
        return _stacked_regions(body, places, look) if look.roomy else places
    if isinstance(body, Board) and has_centre(body):
        from display.layout import centre, player_rows

        least = len(body.rows) * player_rows.least_row_height(least_total_height_in_play(look, len(body.rows)), look)
        if least > places.players.height:
            return places.with_centre_above_keys()
        more = centre.least_height(body, places.centre.width, look) - places.centre.height
        return places.with_higher_centre(more) if 0 < more <= places.players.height - least else places
    if players(body) * line_height(look.min_size) > places.players_and_centre.height:
        return _above_keys(body, places, look)
    return places


def _stacked_regions(body: Body, places: Regions, look: Look) -> Regions:
    """Return the regions of an upright page on the larger of the smallest panels.

    If there is something in the centre and there are few players, these give some of their room to the keys. So do
    sentences.
    """
    if isinstance(body, Board) and has_centre(body) and len(body.rows) <= FEW_STACKED:
        return places.with_higher_keys(places.body.height * LEFT_TO_KEYS // 100)
    if isinstance(body, Paragraphs):
        return places.with_higher_keys(places.body.height * SENTENCES_LEAVE // 100)
    return _seating_regions(body, places, look)


def _seating_regions(body: Body, places: Regions, look: Look) -> Regions:
    """Return the regions of an upright page while players choose their seats.

    The list of seats takes little room; the question's keys, above all letters, get the rest.
    """
    if places.players.x1 != places.keys.x1 or not isinstance(body, Board) or not _is_seating(body):
        return places
    high = len(body.rows) * (line_height(look.name) + look.gap)
    return places.with_players_above_keys(min(high, places.players.y1 - places.body.y0), look.gap)


def _above_keys(body: Body, places: Regions, look: Look) -> Regions:
    """Return the regions for more players than fit in one column, if they can be set in several."""
    if isinstance(body, Sheet) and _is_ranked(body):
        from display.layout import poster

        return places.with_players_above_keys(poster.least_height(len(body.rows), look), look.gap)
    if isinstance(body, Board) and _is_seating(body):
        from display.layout import seat_list

        return places.with_players_above_keys(seat_list.height(len(body.rows), look), look.gap)
    return places


def _is_ranked(sheet: Sheet) -> bool:
    return any(row.rank for row in sheet.rows)


def _is_seating(board: Board) -> bool:
    """Whether a board only lists who sits where, because the game has not begun."""
    return not any(row.code or row.marks or row.total is not None for row in board.rows)


def draw(page: Page, body: Body, box: Box, places: Regions, look: Look) -> list[Item]:
    """Draw the body in its regions."""
    digits = least_total_height(look, players(body))
    if isinstance(body, Board):
        return _board(body, page.keymap.players, places, look)
    if isinstance(body, Sheet):
        from display.layout import poster, score_sheet

        if _is_ranked(body):
            return poster.draw(body, box, places.centre if box != places.body else None, look)
        return score_sheet.draw(body, box, digits, look)
    if isinstance(body, Breakdown):
        from display.layout import breakdown

        return breakdown.draw(body, box, digits, look)
    assert isinstance(body, Paragraphs)
    from display.layout import paragraphs

    beside_keys = page.keymap.asked is not None
    return paragraphs.draw(body, box, look, large=beside_keys)


def _centre(board: Board, box: Box, look: Look) -> Sequence[Item]:
    """Draw the centre of the table, as a strip if a notice leaves room for no more."""
    if not look.compact and box.height < STRIP_LINES * line_height(look.small):
        from display.layout import centre_strip

        strip = centre_strip.fit_strip(board, box.width, look)
        return centre_strip.draw(strip, box, look) if strip else ()
    return centre.draw(board, box, look)


def _board(board: Board, keyed: frozenset[str], places: Regions, look: Look) -> list[Item]:
    """Draw the players and the centre of the table. Letters of players that are not `keyed` are no keys to press."""
    items: list[Item] = []
    room = places.players
    if has_centre(board) and places.centre.height > 0:
        items += _centre(board, places.centre, look)
    elif look.compact or places.players.x1 == places.body.x1:
        room = places.players_and_centre
    digits = least_total_height_in_play(look, len(board.rows))
    if board.scoreboards and not look.compact:
        from display.layout import player_tiles

        return items + player_tiles.draw(board, keyed, room, digits, look)
    if look.compact and _is_seating(board) and len(board.rows) * line_height(look.min_size) > room.height:
        from display.layout import seat_list

        return items + seat_list.draw(board.rows, room, look)
    return items + _rows(board, keyed, room, digits, look)


def _rows(board: Board, keyed: frozenset[str], room: Box, digits: int, look: Look) -> list[Item]:
    """Draw rows high enough for any letters, or, on the smallest panels, lower ones if there are too many."""
    from display.layout import player_rows

    crowded = len(board.rows) * player_rows.least_row_height(digits, look) > room.height
    if look.compact and crowded and not _is_seating(board):
        from display.layout import low_rows

        if low_rows.have_room(board.rows, keyed, room, digits, look):
            return low_rows.draw(board.rows, room, digits, look)
    return player_rows.draw_rows(board.rows, keyed, room, digits, look)
