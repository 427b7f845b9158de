"""Check whether a page of the smallest panels has room to spare for what holding keys does."""

from __future__ import annotations

from collections import Counter
from collections.abc import Sequence
from itertools import combinations

from display.layout.frame_lines import holds_height
from display.layout.keymap.area import ROW_THEN_COLUMN
from display.layout.notice import shortened_notices
from display.layout.page_style import PageStyle
from display.scene import KeyMapCell, Role, Scene, SceneItem, Target, TextLine
from display.text_metrics import ELLIPSIS
from display.vocabulary import Board, Notice, Page

MENU_KEY = "D"
"""The key that is held for the menu wherever a game asks something."""


def keeps_everything(old: Scene, new: Scene, style: PageStyle) -> bool:
    """Whether everything on page `old` is on page `new`, too, and nothing is smaller."""
    return _written_lines(old) <= _written_lines(new) and _stays_readable(old, new, style, style.key_size)


def keeps_what_must_be_read(page: Page, old: Scene, new: Scene, style: PageStyle) -> bool:
    """Whether everything that must be read of page `old` is on page `new`, too, in readable type.

    That is the codes of the question and their meanings, names, totals and figures, and sentences. These may be
    dropped: what may be typed after that, what else players have declared, how a pad is read, and beside a notice the
    title of the keys, and what its shortest form with instructions leaves out.
    """
    return _has_all(page, old, new, style) and _stays_readable(old, new, style, _min_readable_size(page, old, style))


def shows_more_holds(old: Sequence[SceneItem], new: Sequence[SceneItem]) -> bool:
    """Whether `new` says what holding more keys does than `old`, and keeps everything in its type."""
    return len(_held_keys(new)) > len(_held_keys(old)) and _line_sizes(old) <= _line_sizes(new)


def shows_more_holds_below_keys(page: Page, old: Scene, new: Scene, style: PageStyle) -> bool:
    """Whether page `new` says what holding more keys does than page `old`, and keeps what must be read."""
    return len(_held_keys(new.items)) > len(_held_keys(old.items)) and keeps_what_must_be_read(page, old, new, style)


def has_overlaps(page: Page, scene: Scene) -> bool:
    """Whether items on tiles overlap, since tiles take all the height of a page and may have too little of it."""
    has_tiles = page.keymap.level is not None and any(cell.emblem for cell in page.keymap.level.cells)
    return has_tiles and any(line.rect.overlaps(other.rect) for line, other in combinations(_text_lines(scene), 2))


def _has_all(page: Page, old: Scene, new: Scene, style: PageStyle) -> bool:
    roles = _required_roles(page)
    lost = _words_in_roles(old, roles) - _words_in_roles(new, roles) - _droppable_words(page, style)
    answers = {(item.code, item.label) for item in old.items if isinstance(item, KeyMapCell) and item.prefix == ""}
    old_titles, new_titles = _legend_titles(old), _legend_titles(new)
    has_legend = not new_titles or old_titles <= new_titles or ELLIPSIS in new_titles
    return has_legend and not lost and answers <= {*_cell_codes(new)} and _count_cut(new) <= _count_cut(old)


def _min_readable_size(page: Page, old: Scene, style: PageStyle) -> int:
    """Return the smallest type of a page with what holding keys does. Menus, and choices with one way back, keep larger
    type."""
    is_refusal = isinstance(page.body, Board) and page.notice is not None
    asks_nobody = not any(item.role is Role.NAME for item in _text_lines(old))
    is_menu = page.notice is None and not any(hold.key == MENU_KEY for hold in page.holds)
    is_choice = (is_menu or len(page.holds) == 1) and not is_refusal and asks_nobody
    return style.text_size if is_choice else style.readable_size


def _required_roles(page: Page) -> frozenset[Role]:
    """Return the parts of a page that may not be dropped, besides the cells that answer."""
    has_notes = page.notice is None and isinstance(page.body, Board)
    return frozenset({Role.NAME, Role.TOTAL, Role.FIGURE}) | (frozenset() if has_notes else frozenset({Role.TEXT}))


def _droppable_words(page: Page, style: PageStyle) -> Counter[str]:
    """Return the words that may be dropped."""
    hint_words = Counter(style.say(ROW_THEN_COLUMN).split())
    if page.notice is None:
        return hint_words
    title_words = Counter(style.say(page.keymap.level.title).split() if page.keymap.level is not None else ())
    return hint_words + title_words + (_notice_words(page.notice, style) - _shortest_words(page.notice, style))


def _stays_readable(old: Scene, new: Scene, style: PageStyle, min_size: int) -> bool:
    """Whether nothing above the line for holding keys is in type smaller than `min_size`, unless it was so before."""
    y = new.height - holds_height(style.min_size, style)
    sizes: dict[str, int] = {}
    for item in _text_lines(old):
        sizes[item.text] = min(item.size, sizes.get(item.text, item.size))
    lines_above = [item for item in _text_lines(new) if item.baseline <= y]
    return all(item.size >= min(min_size, sizes.get(item.text, style.min_size)) for item in lines_above)


def _shortest_words(notice: Notice, style: PageStyle) -> Counter[str]:
    """Return the words of a notice's shortest form, or the one before that if its instructions are in other words."""
    forms = tuple(shortened_notices(notice))
    return _notice_words(forms[-2] if forms[1:] and forms[-2].lines[-1] not in notice.lines else forms[-1], style)


def _notice_words(notice: Notice, style: PageStyle) -> Counter[str]:
    return Counter(word for line in notice.lines for word in style.say(line).split())


def _text_lines(scene: Scene) -> list[TextLine]:
    return [item for item in scene.items if isinstance(item, TextLine)]


def _written_lines(scene: Scene) -> Counter[tuple[str, ...]]:
    """Return everything written on a page, and on its keys."""
    return Counter((item.text,) for item in _text_lines(scene)) + _cell_codes(scene)


def _words_in_roles(scene: Scene, roles: frozenset[Role]) -> Counter[str]:
    """Return the words of some parts, however they are divided into lines."""
    return Counter(word for item in _text_lines(scene) if item.role in roles for word in item.text.split())


def _legend_titles(scene: Scene) -> frozenset[str]:
    """Return the legend's titles: after which codes there is more to type, and an ellipsis if something is left out."""
    return frozenset(item.text for item in _text_lines(scene) if item.role is Role.LEGEND)


def _held_keys(items: Sequence[SceneItem]) -> set[str]:
    return {item.keys for item in items if isinstance(item, Target) and item.is_held}


def _line_sizes(items: Sequence[SceneItem]) -> Counter[tuple[str, int]]:
    return Counter((item.text, item.size) for item in items if isinstance(item, TextLine))


def _cell_codes(scene: Scene) -> Counter[tuple[str, ...]]:
    return Counter((item.code, item.label) for item in scene.items if isinstance(item, KeyMapCell))


def _count_cut(scene: Scene) -> int:
    return sum(ELLIPSIS in item.text for item in _text_lines(scene) if item.role is not Role.LEGEND)
