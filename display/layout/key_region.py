"""Choose the region of a page for its key map beside a body."""

from __future__ import annotations

from display.layout.body import has_centre
from display.layout.keymap import FittedKeys, fit_keys
from display.layout.layout_options import GivenUp, least_loss
from display.layout.page_style import PageStyle, largest_type
from display.layout.regions import Regions
from display.layout.text_items import paragraph, wrapped_height
from display.scene import Box, group_items
from display.vocabulary import Board, Body, Face, KeyMap, Page
from display.words import Label, text


def place_keys(page: Page, body: Body, regions: Regions, style: PageStyle) -> tuple[FittedKeys, Box]:
    """Fit the key map into its region, or into the whole body if it could not be read there. Also return that box."""
    keymap = _without_drawn_codes(page, body, style)
    if keymap is not page.keymap:
        return _keys_on_cards(keymap, page.typed_keys, regions.keys, style), regions.keys
    is_about_names = _asks_who(keymap, body)

    def loss(fit: tuple[FittedKeys, Box]) -> GivenUp:
        keys, box = fit
        hides_names = is_about_names and box is regions.body and not keys.is_readable(style)
        return keys.loss(style)._replace(missing=int(hides_names))

    is_menu = style.is_compact and _is_menu(page, body)
    boxes = [regions.body] if is_menu else _key_boxes(page, body, regions, style.is_compact)
    best = least_loss(((fit_keys(keymap, page.typed_keys, box, style.key_size, style), box) for box in boxes), loss)
    assert best is not None
    return best


def _keys_on_cards(keymap: KeyMap, typed_keys: str, box: Box, style: PageStyle) -> FittedKeys:
    """Draw a sentence that the keys are on the cards, and below it the remaining keys."""
    words = style.say(text("The keys stand before the cards."))
    width, most = box.width, box.height // 3
    size = largest_type(style.text_size, style.min_size, lambda size: wrapped_height(words, size, True, width) <= most)
    items, height = paragraph(words, box, size)
    sentence = group_items(tuple(items))
    if keymap.level is None or not keymap.level.cells:
        return FittedKeys((sentence,), size, True)
    keys = fit_keys(keymap, typed_keys, box._replace(y0=box.y0 + height + style.gap), style.key_size, style)
    return keys._replace(groups=(sentence, *keys.groups))


def _key_boxes(page: Page, body: Body, regions: Regions, is_compact: bool) -> list[Box]:
    """Return the boxes that a key map may have, the best first."""
    board = body if isinstance(body, Board) else Board(())
    is_centred, boxes = has_centre(board), [regions.keys]
    if not is_centred and regions.keys_and_centre != regions.keys:
        boxes.append(regions.keys_and_centre)
    if isinstance(body, Board) and _asks_before_game(page, body):
        boxes.reverse()  # nothing else is ever in that box while a name is spelled
    if is_compact and is_centred and not _is_list(page):
        boxes.append(regions.centre_strip[1])
    return [*boxes, regions.body]


def _is_list(page: Page) -> bool:
    """Whether the choices are words, as in a menu. Players who read those do not need the centre of the table."""
    level = page.keymap.level
    if level is None or level.is_of_players:
        return False
    return not any(isinstance(cell.label, Face) or _is_figure(cell.label) for cell in level.cells)


def _is_menu(page: Page, body: Body) -> bool:
    """Whether a board in play gives way to a menu with so many words that each has two keys."""
    level = page.keymap.level
    return level is not None and level.is_pad and isinstance(body, Board) and _has_begun(body) and _is_list(page)


def _is_figure(label: Label) -> bool:
    return isinstance(label, str) and label.isdecimal()


def _asks_before_game(page: Page, board: Board) -> bool:
    """Whether the question asks for figures or letters before a game has begun."""
    return page.keymap.level is not None and page.keymap.level.is_pad and not _has_begun(board)


def _has_begun(board: Board) -> bool:
    """Whether a game has begun: its players have totals."""
    return any(row.total is not None for row in board.rows)


def _without_drawn_codes(page: Page, body: Body, style: PageStyle) -> KeyMap:
    """Return the key map without the codes that are drawn on the board's marks.

    It is unchanged if there may be no room for codes on the board: on the smallest panels, or with a notice.
    """
    keymap = page.keymap
    if not isinstance(body, Board) or style.is_compact or page.notice is not None or keymap.level is None:
        return keymap
    drawn_codes = _codes_on_marks(body)
    cells = tuple(cell for cell in keymap.level.cells if (cell.code, cell.label) not in drawn_codes)
    return keymap if cells == keymap.level.cells else keymap._replace(level=keymap.level._replace(cells=cells))


def _codes_on_marks(board: Board) -> set[tuple[str, Label]]:
    """Return the codes on the marks of players whose turn it is, with their labels."""
    return {(mark.code, mark.label) for row in board.rows if row.acting for mark in row.marks}


def _asks_who(keymap: KeyMap, body: Body) -> bool:
    """Whether a key map asks who, and the names are on the board as well."""
    return keymap.level is not None and keymap.level.is_of_players and isinstance(body, Board)
