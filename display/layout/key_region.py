"""Choose the region of a page for its key map beside a body."""

from __future__ import annotations

from display.layout.body import has_centre
from display.layout.keymap import FittedKeyMap, fit_keys
from display.layout.layout_options import LayoutLoss, best_option
from display.layout.page_style import PageStyle
from display.layout.regions import Regions
from display.scene import Rect
from display.vocabulary import Board, Body, Face, KeyMap, Page


def place_keys(page: Page, body: Body, regions: Regions, style: PageStyle) -> tuple[FittedKeyMap, Rect]:
    """Fit the key map into its region, or into the whole body if unreadable there. Also return its rectangle."""
    key_map = page.keymap
    repeats_names = _repeats_names(key_map, body)

    def loss(fit: tuple[FittedKeyMap, Rect]) -> LayoutLoss:
        keys, rect = fit
        hides_names = repeats_names and rect is regions.body and not keys.is_readable(style)
        return keys.loss(style)._replace(missing=int(hides_names))

    is_wordy_menu = style.is_compact and _is_wordy_menu(page, body)
    rects = [regions.body] if is_wordy_menu else _key_rects(page, body, regions, style.is_compact)
    fits = ((fit_keys(key_map, page.typed_keys, rect, style.key_size, style), rect) for rect in rects)
    best = best_option(fits, loss)
    assert best is not None
    return best


def _key_rects(page: Page, body: Body, regions: Regions, is_compact: bool) -> list[Rect]:
    """Return the rectangles that a key map may have, the best first."""
    board = body if isinstance(body, Board) else Board(())  # an empty board has no centre either
    shows_centre, rects = has_centre(board), [regions.keys]
    if not shows_centre and regions.keys_and_centre != regions.keys:
        rects.append(regions.keys_and_centre)
    if isinstance(body, Board) and _asks_before_game(page, body):
        rects.reverse()  # nothing else is ever in the centre while a name is spelled
    if is_compact and shows_centre and not _has_word_choices(page):
        rects.append(regions.below_centre_strip)
    return [*rects, regions.body]


def _has_word_choices(page: Page) -> bool:
    """Whether the choices are words, as in a menu. Players who read those do not need the centre of the table."""
    level = page.keymap.level
    if level is None or level.is_of_players:
        return False
    labels = [cell.label for cell in level.cells]
    return not any(isinstance(label, Face) or (isinstance(label, str) and label.isdecimal()) for label in labels)


def _is_wordy_menu(page: Page, body: Body) -> bool:
    """Whether a menu during a game has so many words that it is a pad: a code of two keys for each."""
    level = page.keymap.level
    is_pad = level is not None and level.is_pad
    return is_pad and isinstance(body, Board) and _has_begun(body) and _has_word_choices(page)


def _asks_before_game(page: Page, board: Board) -> bool:
    """Whether the question asks for figures or letters before a game has begun."""
    return page.keymap.level is not None and page.keymap.level.is_pad and not _has_begun(board)


def _has_begun(board: Board) -> bool:
    """Whether a game has begun: its players have totals."""
    return any(row.total is not None for row in board.rows)


def _repeats_names(key_map: KeyMap, body: Body) -> bool:
    """Whether a key map has the players' names, which are on the board as well."""
    return key_map.level is not None and key_map.level.is_of_players and isinstance(body, Board)
