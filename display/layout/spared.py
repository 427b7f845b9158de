"""Whether a page of the smallest panels can spare the room for what holding keys does."""

from __future__ import annotations

from collections import Counter
from itertools import combinations

from display.layout.frame_lines import holds_height
from display.layout.keymap.area import ROW_THEN_COLUMN
from display.layout.notice import shortened
from display.layout.scale import Scale
from display.layout.text_items import label_text
from display.scene import Cell, Part, Scene, TextLine
from display.text_metrics import ELLIPSIS
from display.vocabulary import Board, Notice, Page
from display.words import Language


def nothing_suffers(kept: Scene, found: Scene, scale: Scale) -> bool:
    """Whether all that is on one page is on another, too, and nothing smaller."""
    return _lines(kept) <= _lines(found) and _is_read(kept, found, scale, scale.keys[0])


def little_suffers(page: Page, kept: Scene, found: Scene, scale: Scale, language: Language) -> bool:
    """Whether all that must be read of one page is on another, too, in type that is read: the codes of the question and
    what they mean, names, totals and figures, and sentences. What may be typed after that, letters of players that are
    no keys, what players have said besides, and how a pad is read, may give way, and of a notice what its shortest form
    that says what to do leaves out."""
    return _all_there(page, kept, found, language) and _is_read(kept, found, scale, _least_read(page, kept, scale))


def overlaps(page: Page, found: Scene) -> bool:
    """Whether tiles, which take all the height that there is, have too little of it: what is on them overlaps."""
    tiles = page.keymap.asked is not None and any(cell.emblem for cell in page.keymap.asked.cells)
    return tiles and any(one.box.meets(other.box) for one, other in combinations(_written(found), 2))


def _all_there(page: Page, kept: Scene, found: Scene, language: Language) -> bool:
    parts = _dear(page)
    lost = _words(kept, parts) - _words(found, parts) - _spare(page.notice, language)
    answers = {(item.code, item.label) for item in kept.items if isinstance(item, Cell) and item.after == ""}
    legend, left = _legend(kept), _legend(found)
    ended = not left or legend <= left or ELLIPSIS in left
    return ended and not lost and answers <= {*_cells(found)} and _cut(found) <= _cut(kept)


def _least_read(page: Page, kept: Scene, scale: Scale) -> int:
    """The least type of a page with what holding keys does: choices with one way back keep what they have room for."""
    refused = isinstance(page.body, Board) and page.notice is not None
    choices = len(page.holds) == 1 and not refused and not any(item.part is Part.NAME for item in _written(kept))
    return scale.text if choices else scale.keys[1]


def _dear(page: Page) -> frozenset[Part]:
    """What of a page may not give way, besides the cells that answer."""
    noted = page.notice is None and isinstance(page.body, Board)
    return frozenset({Part.NAME, Part.TOTAL, Part.FIGURE}) | (frozenset() if noted else frozenset({Part.TEXT}))


def _spare(notice: Notice | None, language: Language) -> Counter[str]:
    """Words that may give way."""
    spare = Counter(label_text(ROW_THEN_COLUMN, language).split())
    return spare if notice is None else spare + (_said(notice, language) - _said(_brief(notice), language))


def _is_read(kept: Scene, found: Scene, scale: Scale, well: int) -> bool:
    """Whether nothing is in smaller type than is read `well`, but for what was, above the line that says what holding
    keys does."""
    y = found.height - holds_height(scale.least, scale)
    sizes: dict[str, int] = {}
    for item in _written(kept):
        sizes[item.text] = min(item.size, sizes.get(item.text, item.size))
    above = [item for item in _written(found) if item.baseline <= y]
    return all(item.size >= min(well, sizes.get(item.text, scale.least)) for item in above)


def _brief(notice: Notice) -> Notice:
    """The shortest form of a notice; where one says in other words what is to be done, that."""
    forms = tuple(shortened(notice))
    return forms[-2] if forms[1:] and forms[-2].lines[-1] not in notice.lines else forms[-1]


def _said(notice: Notice, language: Language) -> Counter[str]:
    return Counter(word for line in notice.lines for word in label_text(line, language).split())


def _written(scene: Scene) -> list[TextLine]:
    return [item for item in scene.items if isinstance(item, TextLine)]


def _lines(scene: Scene) -> Counter[tuple[str, ...]]:
    """What is written on a page, and on its keys."""
    return Counter((item.text,) for item in _written(scene)) + _cells(scene)


def _words(scene: Scene, parts: frozenset[Part]) -> Counter[str]:
    """The words of some parts, however they are divided into lines."""
    return Counter(word for item in _written(scene) if item.part in parts for word in item.text.split())


def _legend(scene: Scene) -> frozenset[str]:
    """After which codes there is more to type, and whether something of that is left out."""
    return frozenset(item.text for item in _written(scene) if item.part is Part.LEGEND)


def _cells(scene: Scene) -> Counter[tuple[str, ...]]:
    return Counter((item.code, item.label) for item in scene.items if isinstance(item, Cell))


def _cut(scene: Scene) -> int:
    return sum(ELLIPSIS in item.text for item in _written(scene) if item.part is not Part.LEGEND)
