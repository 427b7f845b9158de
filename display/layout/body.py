"""Lay out the body of a page: players, sheets, breakdowns, paragraphs. Used by `display.layout.page`."""

from __future__ import annotations

from collections.abc import Sequence

from display.layout import centre
from display.layout.page_style import PageStyle, with_totals, with_totals_in_play
from display.layout.regions import Regions
from display.scene import Item, Rect
from display.text_metrics import line_height
from display.vocabulary import Board, Body, Breakdown, Page, Paragraphs, Sheet

MAX_STRIP_LINES = 3
"""The centre of the table is drawn as a strip if its rectangle is lower than this number of lines of small type."""

MAX_SHORT_LIST_LENGTH, PERCENT_FOR_KEYS = 5, 7
"""Up to `MAX_SHORT_LIST_LENGTH` players above the keys give these `PERCENT_FOR_KEYS` per cent of the body's height."""

PERCENT_BELOW_SENTENCES = 11
"""Per cent of the body's height that sentences give to the keys below them."""

# imported late in the functions below: needed only if a page has that kind of body


def player_count(body: Body | None) -> int:
    """Return how many players' totals a body shows."""
    if isinstance(body, Board | Sheet):
        return len(body.rows)
    return len(body.players) if isinstance(body, Breakdown) else 0


def cuts_paragraphs(body: Body | None, rect: Rect, style: PageStyle) -> bool:
    """Whether a rectangle with a gap below it is too low for all paragraphs of a body."""
    if not isinstance(body, Paragraphs):
        return False
    from display.layout import paragraphs

    return paragraphs.count_fitting(body, rect._replace(y1=rect.y1 - style.gap), style) < len(body.lines)


def has_centre(board: Board) -> bool:
    """Whether there is anything in the centre of a board."""
    return bool(board.centre or board.token_count or board.centre_title)


def regions_for(body: Body, regions: Regions, style: PageStyle) -> Regions:
    """Return the regions, changed for the body if needed.

    On the smallest panels, many players leave no room above them, or none beside the keys, and many cards need more
    room above the players.
    """
    if not style.is_compact:
        return _seating_regions(body, regions, style)
    if regions.keys.y0 != regions.body.y0:
        return _stacked_regions(body, regions, style) if style.is_roomy else regions
    if isinstance(body, Board) and has_centre(body):
        from display.layout import centre, player_rows

        rows_height = len(body.rows) * player_rows.min_row_height(with_totals_in_play(style, len(body.rows)))
        if rows_height > regions.players.height:
            return regions.with_centre_above_keys()
        missing_height = centre.min_height(body, regions.centre.width, style) - regions.centre.height
        has_room = 0 < missing_height <= regions.players.height - rows_height
        return regions.with_taller_centre(missing_height) if has_room else regions
    if player_count(body) * line_height(style.min_size) > regions.players_and_centre.height:
        return _regions_above_keys(body, regions, style)
    return regions


def _stacked_regions(body: Body, regions: Regions, style: PageStyle) -> Regions:
    """Return the regions of an upright page on the larger of the smallest panels.

    If there is something in the centre and there are few players, these give some of their room to the keys. So do
    sentences.
    """
    if isinstance(body, Board) and has_centre(body) and len(body.rows) <= MAX_SHORT_LIST_LENGTH:
        return regions.with_taller_keys(regions.body.height * PERCENT_FOR_KEYS // 100)
    if isinstance(body, Paragraphs):
        return regions.with_taller_keys(regions.body.height * PERCENT_BELOW_SENTENCES // 100)
    return _seating_regions(body, regions, style)


def _seating_regions(body: Body, regions: Regions, style: PageStyle) -> Regions:
    """Return the regions of an upright page while players choose their seats.

    The list of seats takes little room; the question's keys, above all letters, get the rest.
    """
    if regions.players.x1 != regions.keys.x1 or not isinstance(body, Board) or not _is_seating(body):
        return regions
    list_height = len(body.rows) * (line_height(style.name_size) + style.gap)
    return regions.with_players_above_keys(min(list_height, regions.players.y1 - regions.body.y0), style.gap)


def _regions_above_keys(body: Body, regions: Regions, style: PageStyle) -> Regions:
    """Return the regions for more players than fit in one column, if they can be set in several."""
    if isinstance(body, Sheet) and _is_ranked(body):
        from display.layout import poster

        return regions.with_players_above_keys(
            _column_height(len(body.rows), poster.COMPACT_COLUMN_COUNT, style), style.gap
        )
    if isinstance(body, Board) and _is_seating(body):
        from display.layout import seat_list

        return regions.with_players_above_keys(_column_height(len(body.rows), seat_list.COLUMN_COUNT, style), style.gap)
    return regions


def _column_height(people_count: int, column_count: int, style: PageStyle) -> int:
    """Return the minimum height of a number of people in columns."""
    return -(-people_count // column_count) * line_height(style.min_size)


def _is_ranked(sheet: Sheet) -> bool:
    return any(row.rank for row in sheet.rows)


def _is_seating(board: Board) -> bool:
    """Whether a board only lists who sits where, because the game has not begun."""
    return not any(row.code or row.marks or row.total is not None for row in board.rows)


def draw(page: Page, body: Body, rect: Rect, regions: Regions, style: PageStyle) -> list[Item]:
    """Draw the body: a board in its `regions`, any other body in `rect`."""
    if isinstance(body, Board):
        return _draw_board(body, page.keymap.player_codes, regions, style)
    style = with_totals(style, player_count(body))
    if isinstance(body, Sheet):
        from display.layout import poster, score_sheet

        if _is_ranked(body):
            return poster.draw(body, rect, regions.centre if rect != regions.body else None, style)
        return score_sheet.draw(body, rect, style)
    if isinstance(body, Breakdown):
        from display.layout import breakdown

        return breakdown.draw(body, rect, style)
    assert isinstance(body, Paragraphs)
    from display.layout import paragraphs

    beside_keys = page.keymap.level is not None
    return paragraphs.draw(body, rect, style, is_large=beside_keys)


def _draw_centre(board: Board, rect: Rect, style: PageStyle) -> Sequence[Item]:
    """Draw the centre of the table, as a strip if a notice leaves room for no more."""
    if not style.is_compact and rect.height < MAX_STRIP_LINES * line_height(style.small_size):
        from display.layout import centre_strip

        strip = centre_strip.fit_strip(board, rect.width, style)
        return centre_strip.draw(strip, rect, style) if strip else ()
    return centre.draw(board, rect, style)


def _draw_board(board: Board, key_codes: frozenset[str], regions: Regions, style: PageStyle) -> list[Item]:
    """Draw the players and the centre of the table. Only players' letters among `key_codes` are keys to press."""
    items: list[Item] = []
    rect = regions.players
    if has_centre(board) and regions.centre.height > 0:
        items += _draw_centre(board, regions.centre, style)
    elif style.is_compact or regions.players.x1 == regions.body.x1:
        rect = regions.players_and_centre
    style = with_totals_in_play(style, len(board.rows))
    if board.scoreboards and not style.is_compact:
        from display.layout import player_tiles

        return items + player_tiles.draw(board, key_codes, rect, style)
    if style.is_compact and _is_seating(board) and len(board.rows) * line_height(style.min_size) > rect.height:
        from display.layout import seat_list

        return items + seat_list.draw(board.rows, rect, style)
    return items + _draw_rows(board, key_codes, rect, style)


def _draw_rows(board: Board, key_codes: frozenset[str], rect: Rect, style: PageStyle) -> list[Item]:
    """Draw rows high enough for any letters, or, on the smallest panels, lower ones if there are too many."""
    from display.layout import player_rows

    is_crowded = len(board.rows) * player_rows.min_row_height(style) > rect.height
    if style.is_compact and is_crowded and not _is_seating(board):
        from display.layout import low_rows

        if low_rows.is_room_for(board.rows, key_codes, rect, style):
            return low_rows.draw(board.rows, rect, style)
    return player_rows.draw_rows(board.rows, key_codes, rect, style)
