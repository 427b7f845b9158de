"""Which place of a page its key map has, beside a body."""

from __future__ import annotations

from display.layout.body import has_centre
from display.layout.keymap import FittedKeys, fitted
from display.layout.look import Look, largest_fitting, steps
from display.layout.regions import Regions
from display.layout.text_items import line_count, paragraph
from display.scene import Box, group
from display.text_metrics import line_height
from display.vocabulary import Board, Body, Face, KeyMap, Page
from display.words import Label, text


def placed(page: Page, body: Body, places: Regions, look: Look) -> tuple[FittedKeys, Box]:
    """The key map in its place, or where it could not be read there in that of all the body; and where that is."""
    keymap = _without_marked(page, body, look)
    if keymap is not page.keymap:
        return _on_cards(keymap, page.begun, places.keys, look), places.keys
    tried: list[tuple[FittedKeys, Box]] = []
    menu = look.compact and _is_menu(page, body)
    for room in [places.body] if menu else _rooms(page, body, places, look.compact):
        keys = fitted(keymap, page.begun, room, look.keys[0], look)
        if keys.read(look):
            return keys, room
        tried.append((keys, room))
    return max(tried[:-1] if _names_only(keymap, body) else tried, key=lambda each: (each[0].whole, each[0].size))


def _on_cards(keymap: KeyMap, begun: str, box: Box, look: Look) -> FittedKeys:
    """Where the keys are that stand in no table, and below that the others."""
    words = look.say(text("The keys stand before the cards."))
    sizes = steps(look.text, look.least)
    size = largest_fitting(sizes, look.least, lambda size: _high(words, size, box.width) <= box.height // 3)
    told, high = paragraph(words, box, size)
    said = group(tuple(told))
    if keymap.asked is None or not keymap.asked.cells:
        return FittedKeys((said,), size, True)
    rest = fitted(keymap, begun, box._replace(y0=box.y0 + high + look.gap), look.keys[0], look)
    return rest._replace(parts=(said, *rest.parts))


def _high(words: str, size: int, room: int) -> int:
    return line_count(words, size, True, room) * line_height(size)


def _rooms(page: Page, body: Body, places: Regions, compact: bool) -> list[Box]:
    """The places that a key map may have, the best first."""
    board = body if isinstance(body, Board) else None
    centred = board is not None and has_centre(board)
    rooms = [places.keys] if centred or places.side == places.keys else [places.keys, places.side]
    if board is not None and _spelled(page, board):
        rooms.reverse()  # nothing else ever lies there while a name is spelled
    on_strip = compact and centred and not _is_list(page)
    return [*rooms, *([places.strip[1]] if on_strip else []), places.body]


def _is_list(page: Page) -> bool:
    """Whether words are chosen, as in a menu: who reads those asks for nothing that lies in the middle."""
    asked = page.keymap.asked
    if asked is None or asked.who:
        return False
    return not any(isinstance(cell.label, Face) or _is_figure(cell.label) for cell in asked.cells)


def _is_menu(page: Page, body: Body) -> bool:
    """Whether a board in play is left for words that have two keys each, so many are they."""
    asked = page.keymap.asked
    return asked is not None and asked.pad and isinstance(body, Board) and _in_play(body) and _is_list(page)


def _is_figure(label: Label) -> bool:
    return isinstance(label, str) and label.isdecimal()


def _spelled(page: Page, board: Board) -> bool:
    """Whether figures or letters are asked before a game has begun."""
    return page.keymap.asked is not None and page.keymap.asked.pad and not _in_play(board)


def _in_play(board: Board) -> bool:
    """Whether a game has begun: its players have points."""
    return any(row.total is not None for row in board.rows)


def _without_marked(page: Page, body: Body, look: Look) -> KeyMap:
    """The key map without the codes that the board's marks carry, which a notice may leave no room for."""
    keymap = page.keymap
    bare = look.compact or page.notice is not None
    if not isinstance(body, Board) or bare or keymap.asked is None:
        return keymap
    carried = _carried(body)
    left = tuple(cell for cell in keymap.asked.cells if (cell.code, cell.label) not in carried)
    return keymap if left == keymap.asked.cells else keymap._replace(asked=keymap.asked._replace(cells=left))


def _carried(board: Board) -> set[tuple[str, Label]]:
    """The codes on the marks of those whose turn it is, with what they are on."""
    return {(mark.code, mark.label) for row in board.rows if row.acting for mark in row.marks}


def _names_only(keymap: KeyMap, body: Body) -> bool:
    """Whether a key map asks who, and the names stand on the board as well."""
    return keymap.asked is not None and keymap.asked.who and isinstance(body, Board)
