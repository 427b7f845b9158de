"""What stands in the body of a page: players, sheets, breakdowns, paragraphs."""

from __future__ import annotations

from display.layout.regions import Regions
from display.layout.scale import Scale, least_in_play, least_total
from display.scene import Box, Item
from display.vocabulary import Board, Body, Breakdown, Page, Paragraphs, Sheet
from display.words import Language

# What a page does not have is not loaded for it.


def players(body: Body | None) -> int:
    """How many totals a page shows."""
    if isinstance(body, Board | Sheet):
        return len(body.rows)
    return len(body.players) if isinstance(body, Breakdown) else 0


def has_centre(board: Board) -> bool:
    """Whether anything lies in the middle of a board."""
    return bool(board.centre or board.tokens or board.centre_title)


def make_room(body: Body, places: Regions, scale: Scale, height: int) -> Regions:
    """The places: on the smallest panels, many players leave no room above them. `height` is the lesser side."""
    if not scale.compact or not isinstance(body, Board) or not has_centre(body):
        return places
    from display.layout import player_rows

    least = player_rows.least_row(least_in_play(height, len(body.rows)), scale)
    if len(body.rows) * least > places.players.height and places.keys.y0 == places.body.y0:
        return places.with_centre_above_keys()
    return places


def draw(
    page: Page, body: Body, box: Box, places: Regions, scale: Scale, language: Language, height: int
) -> list[Item]:
    """The body in its place; `height` is the panel's lesser side in pixels."""
    digits = least_total(height, players(body))
    if isinstance(body, Board):
        return _board(body, places, scale, language, height)
    if isinstance(body, Sheet):
        from display.layout import poster, score_sheet

        if any(row.rank for row in body.rows):
            return poster.draw(body, box, places.centre if box != places.body else None, scale, language)
        return score_sheet.plan(body, box, digits, scale, language).draw()
    if isinstance(body, Breakdown):
        from display.layout import breakdown

        return breakdown.draw(body, box, digits, scale, language)
    assert isinstance(body, Paragraphs)
    from display.layout import paragraphs

    beside_keys = page.keymap.asked is not None
    return paragraphs.draw(body, box, scale, language, large=beside_keys)[0]


def centre_alone(body: Body, box: Box, scale: Scale, language: Language) -> list[Item]:
    """What lies in the middle of a board, where the keys leave the players no room."""
    assert isinstance(body, Board)
    from display.layout import centre

    return list(centre.draw(body, box, scale, language))


def _board(board: Board, places: Regions, scale: Scale, language: Language, height: int) -> list[Item]:
    """The players, and what lies in the middle."""
    items: list[Item] = []
    room = places.players
    if has_centre(board) and places.centre.height > 0:
        from display.layout import centre

        items += centre.draw(board, places.centre, scale, language)
    elif scale.compact:
        room = places.table
    digits = least_in_play(height, len(board.rows))
    if board.scoreboards and not scale.compact:
        from display.layout import player_tiles

        return items + player_tiles.draw(board, room, digits, scale, language)
    from display.layout import player_rows

    return items + player_rows.rows(board.rows, room, digits, scale, language)
