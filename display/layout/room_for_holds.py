"""Check whether a page of the smallest panels has room to spare for what holding keys does."""

from __future__ import annotations

from collections import Counter
from collections.abc import Sequence
from itertools import combinations

from display.layout.frame_lines import holds_height
from display.layout.keymap.area import ROW_THEN_COLUMN
from display.layout.notice import shortened_notices
from display.layout.page_style import PageStyle
from display.scene import Cell, Role, Scene, SceneItem, Target, TextLine
from display.text_metrics import ELLIPSIS
from display.vocabulary import Board, Notice, Page

MENU_KEY = "D"
"""The key that is held for the menu wherever a game asks something."""


def keeps_everything(kept: Scene, found: Scene, style: PageStyle) -> bool:
    """Whether everything on page `kept` is on page `found`, too, and nothing is smaller."""
    return _lines(kept) <= _lines(found) and _stays_readable(kept, found, style, style.key_size)


def keeps_what_must_be_read(page: Page, kept: Scene, found: Scene, style: PageStyle) -> bool:
    """Whether everything that must be read of page `kept` is on page `found`, too, in readable type.

    That is the codes of the question and their meanings, names, totals and figures, and sentences. These may be
    dropped: what may be typed after that, letters of players that are no keys, what else players have declared, how a
    pad is read, and what a notice's shortest form with instructions leaves out.
    """
    return _has_all(page, kept, found, style) and _stays_readable(kept, found, style, _least_read(page, kept, style))


def says_more(kept: Sequence[SceneItem], found: Sequence[SceneItem]) -> bool:
    """Whether `found` says what holding more keys does than `kept`, and keeps everything in its type."""
    return len(_hold_words(found)) > len(_hold_words(kept)) and _line_sizes(kept) <= _line_sizes(found)


def says_more_below_keys(page: Page, kept: Scene, found: Scene, style: PageStyle) -> bool:
    """Whether page `found` says what holding more keys does than page `kept`, and keeps what must be read."""
    return len(_hold_words(found.items)) > len(_hold_words(kept.items)) and keeps_what_must_be_read(
        page, kept, found, style
    )


def overlaps(page: Page, scene: Scene) -> bool:
    """Whether items on tiles overlap, since tiles take all the height of a page and may have too little of it."""
    tiles = page.keymap.level is not None and any(cell.emblem for cell in page.keymap.level.cells)
    return tiles and any(line.box.overlaps(other.box) for line, other in combinations(_text_lines(scene), 2))


def _has_all(page: Page, kept: Scene, found: Scene, style: PageStyle) -> bool:
    roles = _required_roles(page)
    lost = _words_in_roles(kept, roles) - _words_in_roles(found, roles) - _droppable_words(page.notice, style)
    answers = {(item.code, item.label) for item in kept.items if isinstance(item, Cell) and item.prefix == ""}
    legend, left = _legend_titles(kept), _legend_titles(found)
    ended = not left or legend <= left or ELLIPSIS in left
    return ended and not lost and answers <= {*_cell_codes(found)} and _count_cut(found) <= _count_cut(kept)


def _least_read(page: Page, kept: Scene, style: PageStyle) -> int:
    """Return the smallest type of a page with what holding keys does. Menus, and choices with one way back, keep larger
    type."""
    refused = isinstance(page.body, Board) and page.notice is not None
    asks_nobody = not any(item.role is Role.NAME for item in _text_lines(kept))
    menu = page.notice is None and not any(hold.key == MENU_KEY for hold in page.holds)
    choices = (menu or len(page.holds) == 1) and not refused and asks_nobody
    return style.text_size if choices else style.readable_size


def _required_roles(page: Page) -> frozenset[Role]:
    """Return the parts of a page that may not be dropped, besides the cells that answer."""
    noted = page.notice is None and isinstance(page.body, Board)
    return frozenset({Role.NAME, Role.TOTAL, Role.FIGURE}) | (frozenset() if noted else frozenset({Role.TEXT}))


def _droppable_words(notice: Notice | None, style: PageStyle) -> Counter[str]:
    """Return the words that may be dropped."""
    spare = Counter(style.say(ROW_THEN_COLUMN).split())
    return (
        spare
        if notice is None
        else spare + (_notice_words(notice, style) - _notice_words(_shortest_notice(notice), style))
    )


def _stays_readable(kept: Scene, found: Scene, style: PageStyle, well: int) -> bool:
    """Whether nothing above the line for holding keys is in type smaller than `well`, unless it was so before."""
    y = found.height - holds_height(style.min_size, style)
    sizes: dict[str, int] = {}
    for item in _text_lines(kept):
        sizes[item.text] = min(item.size, sizes.get(item.text, item.size))
    above = [item for item in _text_lines(found) if item.baseline <= y]
    return all(item.size >= min(well, sizes.get(item.text, style.min_size)) for item in above)


def _shortest_notice(notice: Notice) -> Notice:
    """Return the shortest form of a notice, or the one before that if its instructions are in other words."""
    forms = tuple(shortened_notices(notice))
    return forms[-2] if forms[1:] and forms[-2].lines[-1] not in notice.lines else forms[-1]


def _notice_words(notice: Notice, style: PageStyle) -> Counter[str]:
    return Counter(word for line in notice.lines for word in style.say(line).split())


def _text_lines(scene: Scene) -> list[TextLine]:
    return [item for item in scene.items if isinstance(item, TextLine)]


def _lines(scene: Scene) -> Counter[tuple[str, ...]]:
    """Return everything written on a page, and on its keys."""
    return Counter((item.text,) for item in _text_lines(scene)) + _cell_codes(scene)


def _words_in_roles(scene: Scene, roles: frozenset[Role]) -> Counter[str]:
    """Return the words of some parts, however they are divided into lines."""
    return Counter(word for item in _text_lines(scene) if item.role in roles for word in item.text.split())


def _legend_titles(scene: Scene) -> frozenset[str]:
    """Return the legend's titles: after which codes there is more to type, and an ellipsis if something is left out."""
    return frozenset(item.text for item in _text_lines(scene) if item.role is Role.LEGEND)


def _hold_words(items: Sequence[SceneItem]) -> set[str]:
    return {item.keys for item in items if isinstance(item, Target) and item.is_held}


def _line_sizes(items: Sequence[SceneItem]) -> Counter[tuple[str, int]]:
    return Counter((item.text, item.size) for item in items if isinstance(item, TextLine))


def _cell_codes(scene: Scene) -> Counter[tuple[str, ...]]:
    return Counter((item.code, item.label) for item in scene.items if isinstance(item, Cell))


def _count_cut(scene: Scene) -> int:
    return sum(ELLIPSIS in item.text for item in _text_lines(scene) if item.role is not Role.LEGEND)
