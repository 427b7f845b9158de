"""What must hold of every drawing, proved from its boxes."""

from __future__ import annotations

import re

from display.layout.scale import least_total
from display.raster import default
from display.scene import Box, Cell, Frame, Part, Scene, Symbol, TextLine, codes
from display.surface import Surface
from display.text_bitmaps import text_bitmap
from display.text_metrics import ELLIPSIS, capital_height, one_line
from display.vocabulary import Board, Breakdown, KeyGrid, Page, Sheet
from display.words import ENGLISH, Language, figure

FIGURES = re.compile(r"\d+")


def prove(scene: Scene, page: Page, surface: Surface, language: Language = ENGLISH, *, crammed: bool = False) -> None:
    """Fail unless a drawing is whole: inside the panel, nothing on anything else, every figure and code there.

    A `crammed` page may leave out the codes of the declaration after the next.
    """
    inside(scene, surface)
    apart(scene)
    uncut(scene)
    totals(scene, page, surface, language)
    key_map(scene, page, language, crammed)


def inside(scene: Scene, surface: Surface) -> None:
    assert (scene.width, scene.height) == (surface.width, surface.height)
    panel = Box(0, 0, surface.width, surface.height)
    for item in scene.items:
        assert item.box.within(panel), item
        assert item.box.width > 0, item
        assert item.box.height > 0, item


def apart(scene: Scene) -> None:
    """Writing and symbols never touch each other, and lie wholly inside or outside of every frame and bar."""
    written = sorted(
        (item for item in scene.items if isinstance(item, TextLine | Symbol)), key=lambda item: item.box.y0
    )
    for at, one in enumerate(written):
        for two in written[at + 1 :]:
            if two.box.y0 >= one.box.y1:
                break
            assert not one.box.meets(two.box), (one, two)
    for ground in scene.items:
        if isinstance(ground, TextLine | Symbol):
            continue
        room = ground.box.inset(ground.line, ground.line) if isinstance(ground, Frame) else ground.box
        for item in written:
            if item.box.y0 >= ground.box.y1:
                break
            assert item.box.within(room) or not item.box.meets(ground.box), (item, ground)


def uncut(scene: Scene) -> None:
    """The pixels of everything with a figure or a code in it lie inside its box, so nothing is cut when painted."""
    for item in scene.items:
        if isinstance(item, TextLine) and (FIGURES.search(item.text) or item.part is Part.KEY):
            drawn = text_bitmap(item.text, item.size, item.bold, default())
            assert drawn.right - min(0, drawn.left) <= item.box.width, item
            assert item.box.y0 <= item.baseline + drawn.top, item
            assert item.baseline + drawn.bottom <= item.box.y1, item


def totals(scene: Scene, page: Page, surface: Surface, language: Language) -> None:
    """Every total is there, and nothing on the page is larger."""
    expected = _totals(page)
    compact_notice = max(surface.width, surface.height) <= 250 and page.notice is not None
    drawn = [item for item in scene.items if isinstance(item, TextLine) and item.part is Part.TOTAL]
    if compact_notice:
        return
    assert sorted(item.text for item in drawn) == sorted(expected), [item.text for item in drawn]
    if not drawn:
        return
    least = min(capital_height(item.size) for item in drawn)
    assert least >= least_total(surface.height, _players(page))
    assert least * (12 if _players(page) <= 4 else 16) >= surface.height
    others = [item for item in scene.items if isinstance(item, TextLine) and item.part is not Part.TOTAL]
    largest = max(others, key=lambda item: item.size)
    assert largest.size <= min(item.size for item in drawn), largest


def _players(page: Page) -> int:
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


def key_map(scene: Scene, page: Page, language: Language, crammed: bool) -> None:
    """Every code is drawn with its label; of those of the declaration after the next, at least what no mark says.

    The smallest panels, and crammed pages below a notice, may keep deeper levels for when their turn comes, but never
    a part of a level.
    """
    drawn = [(code, label) for _, code, label in codes(scene)]
    needed = _pairs(page.keymap.grids, language)
    ahead = _pairs(page.keymap.ahead, language)
    marked = _marked(page, language)
    compact = max(scene.width, scene.height) <= 250
    if (compact and not page.typed) or (crammed and page.notice is not None):
        needed = _pairs(page.keymap.grids[:1], language)
    elif compact:
        whole = [_pairs((grid,), language) for grid in (*page.keymap.left, *page.keymap.grids)]
        needed = next((pairs for pairs in whole if set(pairs) <= set(drawn)), needed)
    if crammed or compact:
        ahead = []
    for pair in (*needed, *(pair for pair in ahead if pair not in marked)):
        assert pair in drawn, pair
    known = (*page.keymap.grids, *page.keymap.ahead, *page.keymap.left)
    assert set(drawn) <= set(_pairs(known, language))
    for cell in scene.items:
        if isinstance(cell, Cell):
            _labelled(cell, scene)


def _pairs(grids: tuple[KeyGrid, ...], language: Language) -> list[tuple[str, str]]:
    return [(cell.code, one_line(language.say(cell.label))) for grid in grids for cell in grid.cells]


def _marked(page: Page, language: Language) -> set[tuple[str, str]]:
    if not isinstance(page.body, Board):
        return set()
    marks = [mark for row in page.body.rows for mark in row.marks] + list(page.body.centre)
    return {(mark.code, one_line(language.say(mark.label))) for mark in marks}


def _labelled(cell: Cell, scene: Scene) -> None:
    """What stands in a cell says its label: all figures of it, and the words at least begun."""
    inside_ = [item for item in scene.items if isinstance(item, TextLine) and item.box.within(cell.box)]
    label = "".join(item.text for item in inside_ if item.part is Part.LABEL)
    assert FIGURES.findall(" ".join(item.text for item in inside_ if item.part is Part.LABEL)) == FIGURES.findall(
        cell.label
    ), (cell, label)
    symbols = [item for item in scene.items if isinstance(item, Symbol) and item.box.within(cell.box)]
    assert label or symbols, cell
    if not symbols and ELLIPSIS not in label:
        assert _bare(label) == _bare(cell.label), (cell, label)


def _bare(words: str) -> str:
    return words.replace(" ", "")
