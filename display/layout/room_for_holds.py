"""Check whether a page of the smallest panels has room to spare for what holding keys does."""

from __future__ import annotations

from collections import Counter
from itertools import combinations

from display.layout.frame_lines import holds_height
from display.layout.keymap.area import ROW_THEN_COLUMN
from display.layout.look import Look
from display.layout.notice import shortened
from display.scene import Cell, Part, Scene, Target, TextLine
from display.text_metrics import ELLIPSIS
from display.vocabulary import Board, Notice, Page

MENU_KEY = "D"
"""The key that is held for the menu wherever a game asks something."""


def keeps_everything(kept: Scene, found: Scene, look: Look) -> bool:
    """Whether everything on page `kept` is on page `found`, too, and nothing is smaller."""
    return _lines(kept) <= _lines(found) and _is_read(kept, found, look, look.keys[0])


def keeps_what_must_be_read(page: Page, kept: Scene, found: Scene, look: Look) -> bool:
    """Whether everything that must be read of page `kept` is on page `found`, too, in readable type.

    That is the codes of the question and their meanings, names, totals and figures, and sentences. These may be
    dropped: what may be typed after that, letters of players that are no keys, what else players have declared, how a
    pad is read, and what a notice's shortest form with instructions leaves out.
    """
    return _all_there(page, kept, found, look) and _is_read(kept, found, look, _least_read(page, kept, look))


def says_more(kept: Scene, found: Scene) -> bool:
    """Whether page `found` says what holding more keys does than page `kept`, and keeps everything in its type."""
    return len(_held(found)) > len(_held(kept)) and _set(kept) <= _set(found)


def says_more_below_keys(page: Page, kept: Scene, found: Scene, look: Look) -> bool:
    """Whether page `found` says what holding more keys does than page `kept`, and keeps what must be read."""
    return len(_held(found)) > len(_held(kept)) and keeps_what_must_be_read(page, kept, found, look)


def overlaps(page: Page, found: Scene) -> bool:
    """Whether items on tiles overlap, since tiles take all the height of a page and may have too little of it."""
    tiles = page.keymap.asked is not None and any(cell.emblem for cell in page.keymap.asked.cells)
    return tiles and any(one.box.meets(other.box) for one, other in combinations(_written(found), 2))


def _all_there(page: Page, kept: Scene, found: Scene, look: Look) -> bool:
    parts = _dear(page)
    lost = _words(kept, parts) - _words(found, parts) - _spare(page.notice, look)
    answers = {(item.code, item.label) for item in kept.items if isinstance(item, Cell) and item.after == ""}
    legend, left = _legend(kept), _legend(found)
    ended = not left or legend <= left or ELLIPSIS in left
    return ended and not lost and answers <= {*_cells(found)} and _cut(found) <= _cut(kept)


def _least_read(page: Page, kept: Scene, look: Look) -> int:
    """Return the smallest type of a page with what holding keys does. Choices without a menu keep larger type."""
    refused = isinstance(page.body, Board) and page.notice is not None
    asks_nobody = not any(item.part is Part.NAME for item in _written(kept))
    choices = not any(hold.key == MENU_KEY for hold in page.holds) and not refused and asks_nobody
    return look.text if choices else look.keys[1]


def _dear(page: Page) -> frozenset[Part]:
    """Return the parts of a page that may not be dropped, besides the cells that answer."""
    noted = page.notice is None and isinstance(page.body, Board)
    return frozenset({Part.NAME, Part.TOTAL, Part.FIGURE}) | (frozenset() if noted else frozenset({Part.TEXT}))


def _spare(notice: Notice | None, look: Look) -> Counter[str]:
    """Return the words that may be dropped."""
    spare = Counter(look.say(ROW_THEN_COLUMN).split())
    return spare if notice is None else spare + (_said(notice, look) - _said(_brief(notice), look))


def _is_read(kept: Scene, found: Scene, look: Look, well: int) -> bool:
    """Whether nothing above the line for holding keys is in type smaller than `well`, unless it was so before."""
    y = found.height - holds_height(look.min_size, look)
    sizes: dict[str, int] = {}
    for item in _written(kept):
        sizes[item.text] = min(item.size, sizes.get(item.text, item.size))
    above = [item for item in _written(found) if item.baseline <= y]
    return all(item.size >= min(well, sizes.get(item.text, look.min_size)) for item in above)


def _brief(notice: Notice) -> Notice:
    """Return the shortest form of a notice, or the one before that if its instructions are in other words."""
    forms = tuple(shortened(notice))
    return forms[-2] if forms[1:] and forms[-2].lines[-1] not in notice.lines else forms[-1]


def _said(notice: Notice, look: Look) -> Counter[str]:
    return Counter(word for line in notice.lines for word in look.say(line).split())


def _written(scene: Scene) -> list[TextLine]:
    return [item for item in scene.items if isinstance(item, TextLine)]


def _lines(scene: Scene) -> Counter[tuple[str, ...]]:
    """Return everything written on a page, and on its keys."""
    return Counter((item.text,) for item in _written(scene)) + _cells(scene)


def _words(scene: Scene, parts: frozenset[Part]) -> Counter[str]:
    """Return the words of some parts, however they are divided into lines."""
    return Counter(word for item in _written(scene) if item.part in parts for word in item.text.split())


def _legend(scene: Scene) -> frozenset[str]:
    """Return the legend's titles: after which codes there is more to type, and an ellipsis if something is left out."""
    return frozenset(item.text for item in _written(scene) if item.part is Part.LEGEND)


def _held(scene: Scene) -> set[str]:
    return {item.keys for item in scene.items if isinstance(item, Target) and item.held}


def _set(scene: Scene) -> Counter[tuple[str, int]]:
    return Counter((item.text, item.size) for item in _written(scene))


def _cells(scene: Scene) -> Counter[tuple[str, ...]]:
    return Counter((item.code, item.label) for item in scene.items if isinstance(item, Cell))


def _cut(scene: Scene) -> int:
    return sum(ELLIPSIS in item.text for item in _written(scene) if item.part is not Part.LEGEND)
