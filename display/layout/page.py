"""A whole page: head, question, notice, body, key map and foot, each in its place."""

from __future__ import annotations

from functools import lru_cache

from display.layout import board, paragraphs, scoreboards
from display.layout.arrangement_search import NEVER, ArrangementSearch, BodyPlanner, ChosenArrangement
from display.layout.arrangements import candidates
from display.layout.keymap import (
    KeyMapFit,
    Levels,
    fitted,
    key_blocks,
    key_map_items,
    legible,
    level_choices,
    levels,
    named_then,
    or_nothing,
    without_marked,
)
from display.layout.scale import Scale, least_total, scale_for, steps
from display.layout.text_items import (
    baseline_in,
    keycap,
    keycap_height,
    keycap_width,
    label_text,
    left_aligned,
    line_count,
    paragraph,
)
from display.scene import Box, Fill, Scene, SceneItem, Sign, Symbol
from display.surface import Surface
from display.text_metrics import ascent, capital_height, line_height, shorten, size_for_height, text_width
from display.vocabulary import Board, Body, Breakdown, Hold, IdleText, Ink, KeyMap, Page, Paragraphs, Sheet
from display.words import Language
from display.words import text as text_

SLIGHT = 1
"""A loss that is not worth trying another arrangement for."""

AHEAD_LOST = 14
"""About as bad as key codes three pixels smaller than they should be: the next question comes before the one after
it."""

DEEPER_LOST = 50
"""The loss for each level of the next declaration that is not there before its turn: the last thing to go."""


def lay_out(page: Page, surface: Surface, language: Language) -> Scene:
    """The page as it looks on a surface.

    What is too much is reduced in this order: spaces and type; levels of the
    declaration after the next that stand on the board; the status and the labels
    of holds; notes; marks, whose number is then told. Codes, totals and figures stay whole.
    """
    scale = scale_for(surface.width, surface.height)
    whole = Box(0, 0, surface.width, surface.height)
    if isinstance(page.body, IdleText):
        items = _quiet(page.body, whole, scale, language)
    else:
        items = _compact(page, whole, scale, language) if scale.compact else _page(page, whole, scale, language)
    return Scene(surface.width, surface.height, tuple(items))


def players(body: Body | None) -> int:
    """How many totals a page shows."""
    if isinstance(body, Board):
        return len(body.rows)
    if isinstance(body, Sheet):
        return len(body.rows)
    return len(body.players) if isinstance(body, Breakdown) else 0


# Parts that most pages lack are loaded with the first page that has them: a start has none.


def _compact(page: Page, whole: Box, scale: Scale, language: Language) -> list[SceneItem]:
    from display.layout import compact_page

    return list(compact_page.draw(page, whole, players(page.body), scale, language))


def _quiet(quiet: IdleText, whole: Box, scale: Scale, language: Language) -> list[SceneItem]:
    from display.layout import idle_page as quietly

    return list(quietly.draw(quiet, whole, scale, language))


def _page(page: Page, whole: Box, scale: Scale, language: Language) -> list[SceneItem]:
    inner = whole.inset(scale.margin, scale.margin // 2)
    digits = least_total(whole.height, players(page.body))
    head, y = _head(page, inner, scale, language)
    asked, y = _question(page, Box(inner.x0, y, inner.x1, inner.y1), digits, scale, language)
    foot, bottom = _foot(page.holds, inner.x0, inner.x1, inner.y1, scale, language)
    heard, bottom = _heard(page, Box(inner.x0, y, inner.x1, bottom), scale, language)
    items = [*head, *asked, *foot, *heard]
    rest = Box(inner.x0, y + scale.gap // 2, inner.x1, bottom - scale.gap // 2)
    if page.notice is not None:
        from display.layout import notice

        drawn, high = notice.draw(page.notice, _notice_room(page, rest, digits, scale), scale, language)
        items += drawn
        rest = Box(rest.x0, rest.y0 + high + scale.gap, rest.x1, rest.y1)
    return items + _middle(page, rest, digits, scale, language)


def _head(page: Page, box: Box, scale: Scale, language: Language) -> tuple[list[SceneItem], int]:
    """Heading and status on one line with a rule below, and where the page goes on."""
    size = scale.heading
    heading = label_text(page.heading, language)
    status = label_text(page.status, language) if page.status is not None else ""
    for size in steps(scale.heading, scale.least):
        if text_width(heading, size) + text_width(status, size, False) + 2 * scale.gap <= box.width:
            break
    items: list[SceneItem] = []
    baseline = box.y0 + ascent(size)
    heading = shorten(heading, size, True, box.width)
    items.append(left_aligned(heading, box.x0, baseline, size))
    room = box.width - text_width(heading, size) - 2 * scale.gap
    status = shorten(status, size, False, room) if status and room > 4 * size else ""
    if status:
        items.append(left_aligned(status, box.x1 - text_width(status, size, False), baseline, size, False))
    bottom = box.y0 + line_height(size)
    items.append(Fill(Box(box.x0, bottom, box.x1, bottom + scale.line)))
    return items, bottom + scale.line


def _question(page: Page, box: Box, digits: int, scale: Scale, language: Language) -> tuple[list[SceneItem], int]:
    """The question in large type, the keys typed so far beside it, and where the page goes on."""
    if page.question is None:
        return [], box.y0
    question = label_text(page.question, language)
    if not page.typed and _has_winner(page.body):
        return _winner(question, box, digits, scale)
    largest = min(scale.question, size_for_height(digits) - 1) if page.body is not None else scale.question
    typed, room = _typed(page.typed, box, largest, scale)
    place = Box(box.x0, box.y0 + scale.gap // 2, box.x0 + room, box.y1)
    drawn, high = paragraph(question, place, _question_size(question, largest, room, scale), most=2)
    return [*drawn, *typed], max([place.y0 + high, *(item.box.y1 for item in typed)])


def _has_winner(body: Body | None) -> bool:
    return isinstance(body, Sheet) and any(row.winner for row in body.rows)


def _question_size(question: str, largest: int, room: int, scale: Scale) -> int:
    """The type of a question: on one line as long as it is nearly as large as can be, or else on two."""
    size = next((each for each in steps(largest, scale.small) if text_width(question, each) <= room), 0)
    if size * 5 >= largest * 4:
        return size
    sizes = steps(largest, scale.least)
    return next((each for each in sizes if line_count(question, each, True, room) <= 2), scale.least)


def _winner(sentence: str, box: Box, digits: int, scale: Scale) -> tuple[list[SceneItem], int]:
    """Who has won, as large as the totals allow, between two crowns on a black bar."""
    largest = size_for_height(digits) - 1
    room = box.width - 4 * scale.gap - 2 * largest
    size = next((each for each in steps(largest, scale.least) if text_width(sentence, each) <= room), scale.least)
    written = shorten(sentence, size, True, room)
    bar = Box(box.x0, box.y0 + scale.gap // 2, box.x1, box.y0 + scale.gap // 2 + line_height(size) + scale.gap)
    side, baseline = capital_height(size) | 1, baseline_in(bar, size)
    x = bar.x0 + (bar.width - text_width(written, size)) // 2
    items: list[SceneItem] = [Fill(bar), left_aligned(written, x, baseline, size, True, Ink.WHITE)]
    for left in (x - scale.gap - side, x + text_width(written, size) + scale.gap):
        crown = Box(left, baseline - side, left + side, baseline)
        items.append(Symbol(crown, Sign.CROWN, Ink.YELLOW, Ink.WHITE))
    return items, bar.y1


def _typed(keys: str, box: Box, size: int, scale: Scale) -> tuple[list[SceneItem], int]:
    """The keys typed so far as caps at the right, and the room they leave."""
    if not keys:
        return [], box.width
    y = box.y0 + scale.gap // 2 + max(0, line_height(size) - keycap_height(size)) // 2
    items: list[SceneItem] = []
    x = box.x1
    for key in reversed(keys):
        x -= keycap_width(key, size)
        items += keycap(key, Box(x, y, x + keycap_width(key, size), y + keycap_height(size)), size)
        x -= max(1, scale.gap // 2)
    return items, x - box.x0 - scale.gap


@lru_cache(maxsize=8)
def _foot(
    holds: tuple[Hold, ...], left: int, right: int, bottom: int, scale: Scale, language: Language
) -> tuple[tuple[SceneItem, ...], int]:
    """What holding the keys does, on the last line, and where that begins."""
    if not holds:
        return (), bottom
    hold = label_text(text_("hold"), language)
    labels = [label_text(each.label, language) for each in holds]
    for size in steps(scale.small + scale.line, scale.least):
        if _foot_width(hold, holds, labels, size, scale) <= right - left:
            break
    spare = right - left - _foot_width(hold, holds, [""] * len(holds), size, scale)
    labels = _shared(labels, size, spare)
    high = max(keycap_height(size), line_height(size))
    place = Box(left, bottom - high, right, bottom)
    baseline = baseline_in(place, size)
    items: list[SceneItem] = [
        Fill(Box(left, place.y0 - scale.line - scale.gap // 2, right, place.y0 - scale.gap // 2)),
        left_aligned(hold, left, baseline, size, False),
    ]
    x = left + text_width(hold, size, False) + scale.gap
    loose = min(4 * scale.gap, max(0, spare - sum(text_width(each, size, False) for each in labels)) // len(holds))
    for each, label in zip(holds, labels, strict=True):
        wide = keycap_width(each.key, size)
        top = baseline - (capital_height(size) + keycap_height(size)) // 2
        items += keycap(each.key, Box(x, top, x + wide, top + keycap_height(size)), size)
        x += wide + scale.gap // 2
        if label:
            items.append(left_aligned(label, x, baseline, size, False))
        x += text_width(label, size, False) + scale.gap + loose
    return tuple(items), place.y0 - scale.line - scale.gap // 2


def _heard(page: Page, box: Box, scale: Scale, language: Language) -> tuple[list[SceneItem], int]:
    """A remark, or else the last thing heard, at the foot of a box, and where that begins."""
    remark = None if page.remark is None else label_text(page.remark, language)
    if remark is not None and text_width(remark, scale.small, False) <= box.width:
        words = remark
    elif page.heard is not None:
        words = shorten(label_text(page.heard, language), scale.small, False, box.width)
    else:
        return [], box.y1
    top = box.y1 - line_height(scale.small) - scale.gap // 2
    return [left_aligned(words, box.x0, top + ascent(scale.small), scale.small, False)], top


def _foot_width(hold: str, holds: tuple[Hold, ...], labels: list[str], size: int, scale: Scale) -> int:
    keys = sum(keycap_width(each.key, size) + scale.gap // 2 + scale.gap for each in holds)
    return text_width(hold, size, False) + keys + sum(text_width(label, size, False) for label in labels)


def _shared(labels: list[str], size: int, spare: int) -> list[str]:
    """Labels shortened, the longest first, until all fit the space they share."""
    widths = [text_width(label, size, False) for label in labels]
    limit = max(widths)
    while limit > 0 and sum(min(limit, wide) for wide in widths) > spare:
        limit -= 1
    return [shorten(label, size, False, limit) for label in labels]


def _notice_room(page: Page, rest: Box, digits: int, scale: Scale) -> Box:
    """How much of the page a notice may take: what the body and the key map can spare."""
    need = players(page.body) * (digits + 3 * scale.line)
    if isinstance(page.body, Board):
        need += digits if page.body.centre else 0
    high = max(rest.height * 2 // 5, min(rest.height * 2 // 3, rest.height - need - scale.gap))
    if page.keymap.grids and page.body is None:
        high = rest.height // 2
    if need:
        high = min(high, rest.height - need - scale.gap)
    return Box(rest.x0, rest.y0, rest.x1, rest.y0 + high)


def _middle(page: Page, box: Box, digits: int, scale: Scale, language: Language) -> list[SceneItem]:
    """Body and key map in the room that is left."""
    if page.body is None:
        return _keys_alone(page, box, scale, language)
    best = _best(page, page.body, box, digits, scale, language)
    if best is None:
        alone = key_blocks(levels(page.keymap.grids), page.typed, scale, language)
        return list(key_map_items(or_nothing(fitted(alone, box.width, box.height, scale.keys[0])), box.x0, box.y0))
    items: list[SceneItem] = []
    if best.band is not None:
        items += scoreboards.draw(*best.band, scale, language)
    return [*items, *best.body.draw(), *key_map_items(best.place.keys, best.place.x, best.place.y)]


def _best(page: Page, body: Body, box: Box, digits: int, scale: Scale, language: Language) -> ChosenArrangement | None:
    """The first way to share the room that loses next to nothing, or else the best."""
    search = ArrangementSearch(_planner(body, digits, scale, language))
    need = players(body) * (digits + 3 * scale.line) + scale.gap
    for shown, behind in _levels(page.keymap, _marked(body, language), language):
        enough = behind + SLIGHT
        if search.settled(enough) <= behind:
            break
        for way in candidates(body, key_blocks(shown, page.typed, scale, language), box, digits, need, scale):
            if search.consider(way, behind, enough):
                return search.best
    search.settled(NEVER)
    return search.best


def _keys_alone(page: Page, box: Box, scale: Scale, language: Language) -> list[SceneItem]:
    """A key map that has the page to itself."""
    fit: KeyMapFit | None = None
    for shown in level_choices(page.keymap):
        fit = fitted(key_blocks(shown, page.typed, scale, language), box.width, box.height, scale.alone)
        if legible(fit, scale):
            break
    return list(key_map_items(or_nothing(fit), box.x0, box.y0))


@lru_cache(maxsize=16)
def _levels(keymap: KeyMap, marked: frozenset[tuple[str, str]], language: Language) -> tuple[tuple[Levels, int], ...]:
    """The levels to draw, and the cost.

    All; without what is `marked`, the board's own codes; the next question's only; and where even those are too much,
    fewer.
    """
    ways = [(levels((*keymap.grids, *named_then(keymap.ahead))), 0)]
    left = without_marked(keymap.ahead, marked, language)
    if left != keymap.ahead:
        ways.append((levels((*keymap.grids, *named_then(left))), 1))
    if left:
        ways.append((levels(keymap.grids), AHEAD_LOST))
    for fewer in level_choices(keymap)[2:]:
        ways.append((fewer, AHEAD_LOST + DEEPER_LOST * (len(keymap.grids) - len(fewer.grids))))
    return tuple(ways)


def _marked(body: Body, language: Language) -> frozenset[tuple[str, str]]:
    """The codes on a board's marks, with what they are on."""
    if not isinstance(body, Board):
        return frozenset()
    marks = [mark for row in body.rows for mark in row.marks] + list(body.centre)
    return frozenset((mark.code, label_text(mark.label, language)) for mark in marks if mark.code)


def _planner(body: Body, digits: int, scale: Scale, language: Language) -> BodyPlanner:
    if isinstance(body, Board):
        table = board.board_text(body, language)
        return lambda box, banded, enough: board.plan(table, box, digits, scale, banded, enough)
    if isinstance(body, Sheet):
        from display.layout import score_sheet

        return lambda box, banded, enough: score_sheet.plan(body, box, digits, scale, language)
    if isinstance(body, Breakdown):
        from display.layout import breakdown

        return lambda box, banded, enough: breakdown.plan(body, box, digits, scale, language)
    assert isinstance(body, Paragraphs)
    return lambda box, banded, enough: paragraphs.plan(body, box, scale, language)
