"""Checks of a laid-out page (a scene), computed from the rectangles of its items."""

from __future__ import annotations

import re

from display.layout.page_style import min_total_height, min_total_height_in_play, style_for
from display.raster import default_raster
from display.scene import Frame, KeyMapCell, Rect, Role, Scene, Symbol, TextLine, drawn_key_map
from display.surface import Surface
from display.text_bitmaps import text_bitmap
from display.text_metrics import ELLIPSIS, capital_height, one_line
from display.vocabulary import Board, Breakdown, KeyGrid, Page, Sheet
from display.words import ENGLISH, Language, figure

FIGURES = re.compile(r"\d+")


def check_scene(
    scene: Scene, page: Page, surface: Surface, language: Language = ENGLISH, *, crammed: bool = False
) -> None:
    """Fail unless a scene is right: inside the panel, without overlaps, with every figure and code.

    A `crammed` page may leave out the codes of the declaration after the next.
    """
    check_inside(scene, surface)
    check_apart(scene)
    check_uncut(scene)
    check_totals(scene, page, surface, language)
    check_key_map(scene, page, language, crammed)


def check_inside(scene: Scene, surface: Surface) -> None:
    assert (scene.width, scene.height) == (surface.width, surface.height)
    panel = Rect(0, 0, surface.width, surface.height)
    for item in scene.items:
        assert item.rect.is_within(panel), item
        assert item.rect.width > 0, item
        assert item.rect.height > 0, item


def check_apart(scene: Scene) -> None:
    """Check that text and symbols never overlap, and lie wholly inside or outside of every frame and bar."""
    items = scene.items
    written = sorted((item for item in items if isinstance(item, TextLine | Symbol)), key=lambda item: item.rect.y0)
    for index, item in enumerate(written):
        for overlapping_item in _overlapping_items(item.rect, written[index + 1 :]):
            raise AssertionError((item, overlapping_item))
    for ground in items:
        if isinstance(ground, TextLine | Symbol):
            continue
        room = ground.rect.inset(ground.stroke, ground.stroke) if isinstance(ground, Frame) else ground.rect
        for item in _overlapping_items(ground.rect, written):
            assert item.rect.is_within(room), (item, ground)


def _overlapping_items(rect: Rect, written: list[TextLine | Symbol]) -> list[TextLine | Symbol]:
    """Return the items that share a pixel with a rectangle. `written` is sorted from top to bottom."""
    left, top, right, bottom = rect
    overlapping_items = []
    for item in written:
        x0, y0, x1, y1 = item.rect
        if y0 >= bottom:
            break
        if y1 > top and x0 < right and x1 > left:
            overlapping_items.append(item)
    return overlapping_items


def check_uncut(scene: Scene) -> None:
    """Check that the pixels of text with a figure or a code lie inside its rectangle: nothing is cut when painted."""
    for item in scene.items:
        if isinstance(item, TextLine) and (FIGURES.search(item.text) or item.role is Role.KEY):
            drawn = text_bitmap(item.text, item.size, item.bold, default_raster())
            assert drawn.right - min(0, drawn.left) <= item.rect.width, item
            assert item.rect.y0 <= item.baseline + drawn.top, item
            assert item.baseline + drawn.bottom <= item.rect.y1, item


def check_totals(scene: Scene, page: Page, surface: Surface, language: Language) -> None:
    """Check that every total is drawn, and large enough. If the page is about points, nothing on it may be larger."""
    expected = _totals(page)
    drawn = [item for item in scene.items if isinstance(item, TextLine) and item.role is Role.TOTAL]
    if _is_board_replaced(scene, page):
        return
    assert sorted(item.text for item in drawn) == sorted(expected), [item.text for item in drawn]
    if not drawn:
        return
    min_height = min(capital_height(item.size) for item in drawn)
    style = style_for(surface.width, surface.height)
    if isinstance(page.body, Board):
        assert min_height >= min_total_height_in_play(style, _player_count(page))
        return
    if isinstance(page.body, Sheet) and any(row.rank for row in page.body.rows):
        return
    assert min_height >= min_total_height(style, _player_count(page))
    assert min_height * _height_divisor(_player_count(page)) >= style.shorter_side
    _check_none_larger(scene, drawn, style.question_size)


def _check_none_larger(scene: Scene, drawn: list[TextLine], question_size: int) -> None:
    """Check that nothing is larger than the drawn totals, unless it is no larger than `question_size`."""
    written = [item for item in scene.items if isinstance(item, TextLine)]
    others = [item for item in written if item.role is not Role.TOTAL and item.size > question_size] or drawn
    largest = max(others, key=lambda item: item.size)
    assert largest.size <= min(item.size for item in drawn), largest


def _height_divisor(player_count: int) -> int:
    """The lesser side of a panel, divided by this, is the least height of a total's digits."""
    if player_count <= 4:
        return 12
    return 16 if player_count <= 7 else 18


def _is_board_replaced(scene: Scene, page: Page) -> bool:
    """Whether a notice on one of the smallest panels, or a long menu, replaces the board."""
    if max(scene.width, scene.height) <= 250 and page.notice is not None:
        return True
    has_total = any(isinstance(item, TextLine) and item.role is Role.TOTAL for item in scene.items)
    return page.keymap.level is not None and not has_total


def _player_count(page: Page) -> int:
    body = page.body
    if isinstance(body, Breakdown):
        return len(body.players)
    return len(body.rows) if isinstance(body, Board | Sheet) else 0


def _totals(page: Page) -> list[str]:
    body = page.body
    if isinstance(body, Breakdown):
        return [figure(account.total) for account in body.players]
    if isinstance(body, Board | Sheet):
        return [figure(row.total) for row in body.rows if row.total is not None]
    return []


def check_key_map(scene: Scene, page: Page, language: Language, crammed: bool) -> None:
    """Check that every code of the question is drawn with its label, or on a mark; so is the legend.

    The smallest panels, and crammed pages, may shorten the legend.
    """
    drawn = {(code, label) for _, code, label in drawn_key_map(scene)}
    level = page.keymap.level
    needed = _code_labels(() if level is None else (level,), language)
    legend = _code_labels(page.keymap.next_levels, language)
    is_small = max(scene.width, scene.height) <= 264
    for pair in (*needed, *(() if crammed or is_small else legend)):
        assert pair in drawn, pair
    assert drawn <= {*needed, *legend}
    items = scene.items
    written = [item for item in items if isinstance(item, TextLine)]
    symbols = [item for item in items if isinstance(item, Symbol)]
    for cell in items:
        if isinstance(cell, KeyMapCell):
            _check_label(cell, written, symbols)


def _code_labels(grids: tuple[KeyGrid, ...], language: Language) -> set[tuple[str, str]]:
    return {(cell.code, one_line(language.say(cell.label))) for grid in grids for cell in grid.cells}


def _check_label(cell: KeyMapCell, written: list[TextLine], symbols: list[Symbol]) -> None:
    """Check that the text in a cell shows its label: all figures of it, and at least the beginning of the words."""
    texts = [item for item in written if item.rect.is_within(cell.rect)]
    label = "".join(item.text for item in texts if item.role is Role.LABEL)
    assert FIGURES.findall(" ".join(item.text for item in texts if item.role is Role.LABEL)) == FIGURES.findall(
        cell.label
    ), (cell, label)
    has_symbol = any(item.rect.is_within(cell.rect) for item in symbols)
    assert label or has_symbol, cell
    if not has_symbol and ELLIPSIS not in label:
        assert _letters_of(label) == _letters_of(cell.label), (cell, label)


def _letters_of(words: str) -> str:
    return "".join(words.split())
