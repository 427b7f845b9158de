"""Choose the region of a page for its key map beside a body."""

from __future__ import annotations

from display.layout.body import has_centre
from display.layout.keymap import FittedKeys, fit_keys
from display.layout.page_style import PageStyle, largest_fitting, type_sizes
from display.layout.regions import Regions
from display.layout.text_items import line_count, paragraph
from display.scene import Box, group_items
from display.text_metrics import line_height
from display.vocabulary import Board, Body, Face, KeyMap, Page
from display.words import Label, text


def place_keys(page: Page, body: Body, places: Regions, style: PageStyle) -> tuple[FittedKeys, Box]:
    """Fit the key map into its region, or into the whole body if it could not be read there. Also return that box."""
    keymap = _without_marked(page, body, style)
    if keymap is not page.keymap:
        return _keys_on_cards(keymap, page.typed_keys, places.keys, style), places.keys
    tried: list[tuple[FittedKeys, Box]] = []
    menu = style.is_compact and _is_menu(page, body)
    for room in [places.body] if menu else _key_boxes(page, body, places, style.is_compact):
        keys = fit_keys(keymap, page.typed_keys, room, style.key_size, style)
        if keys.is_readable(style):
            return keys, room
        tried.append((keys, room))
    return max(tried[:-1] if _asks_who(keymap, body) else tried, key=lambda each: (each[0].whole, each[0].size))


def _keys_on_cards(keymap: KeyMap, begun: str, box: Box, style: PageStyle) -> FittedKeys:
    """Draw a sentence that the keys are on the cards, and below it the remaining keys."""
    words = style.say(text("The keys stand before the cards."))
    sizes = type_sizes(style.text_size, style.min_size)
    size = largest_fitting(sizes, style.min_size, lambda size: _words_height(words, size, box.width) <= box.height // 3)
    told, high = paragraph(words, box, size)
    said = group_items(tuple(told))
    if keymap.level is None or not keymap.level.cells:
        return FittedKeys((said,), size, True)
    rest = fit_keys(keymap, begun, box._replace(y0=box.y0 + high + style.gap), style.key_size, style)
    return rest._replace(parts=(said, *rest.parts))


def _words_height(words: str, size: int, room: int) -> int:
    return line_count(words, size, True, room) * line_height(size)


def _key_boxes(page: Page, body: Body, places: Regions, compact: bool) -> list[Box]:
    """Return the boxes that a key map may have, the best first."""
    board = body if isinstance(body, Board) else None
    centred = board is not None and has_centre(board)
    rooms = [places.keys] if centred or places.keys_and_centre == places.keys else [places.keys, places.keys_and_centre]
    if board is not None and _asks_before_game(page, board):
        rooms.reverse()  # nothing else is ever in that box while a name is spelled
    on_strip = compact and centred and not _is_list(page)
    return [*rooms, *([places.centre_strip[1]] if on_strip else []), places.body]


def _is_list(page: Page) -> bool:
    """Whether the choices are words, as in a menu. Players who read those do not need the centre of the table."""
    asked = page.keymap.level
    if asked is None or asked.is_of_players:
        return False
    return not any(isinstance(cell.label, Face) or _is_figure(cell.label) for cell in asked.cells)


def _is_menu(page: Page, body: Body) -> bool:
    """Whether a board in play gives way to a menu with so many words that each has two keys."""
    asked = page.keymap.level
    return asked is not None and asked.is_pad and isinstance(body, Board) and _has_begun(body) and _is_list(page)


def _is_figure(label: Label) -> bool:
    return isinstance(label, str) and label.isdecimal()


def _asks_before_game(page: Page, board: Board) -> bool:
    """Whether the question asks for figures or letters before a game has begun."""
    return page.keymap.level is not None and page.keymap.level.is_pad and not _has_begun(board)


def _has_begun(board: Board) -> bool:
    """Whether a game has begun: its players have totals."""
    return any(row.total is not None for row in board.rows)


def _without_marked(page: Page, body: Body, style: PageStyle) -> KeyMap:
    """Return the key map without the codes that are drawn on the board's marks.

    It is unchanged if there may be no room for codes on the board: on the smallest panels, or with a notice.
    """
    keymap = page.keymap
    bare = style.is_compact or page.notice is not None
    if not isinstance(body, Board) or bare or keymap.level is None:
        return keymap
    carried = _codes_on_marks(body)
    left = tuple(cell for cell in keymap.level.cells if (cell.code, cell.label) not in carried)
    return keymap if left == keymap.level.cells else keymap._replace(level=keymap.level._replace(cells=left))


def _codes_on_marks(board: Board) -> set[tuple[str, Label]]:
    """Return the codes on the marks of players whose turn it is, with their labels."""
    return {(mark.code, mark.label) for row in board.rows if row.acting for mark in row.marks}


def _asks_who(keymap: KeyMap, body: Body) -> bool:
    """Whether a key map asks who, and the names are on the board as well."""
    return keymap.level is not None and keymap.level.is_of_players and isinstance(body, Board)
