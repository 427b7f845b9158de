"""A whole page: head, question, notice, body, key map and foot, each in its place."""

from __future__ import annotations

from functools import lru_cache

from display.layout import board, grids, text
from display.layout.keys import Fit, Levels, choices, fitted, found, keys, legible, levels, parts, remaining, then
from display.layout.scale import Scale, least_total, scale_for, steps
from display.layout.search import NEVER, Chosen, Planner, Search
from display.layout.sharing import ways
from display.layout.writing import baseline_in, cap, cap_height, cap_width, lines_of, paragraph, said, words
from display.scene import Box, Fill, Piece, Scene, Sign, Symbol
from display.surface import Surface
from display.typeface import above, line, rise, shorten, size_of, width
from display.vocabulary import Accounts, Board, Body, Hold, Ink, KeyMap, Lines, Page, Quiet, Sheet
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
    if isinstance(page.body, Quiet):
        items = _quiet(page.body, whole, scale, language)
    else:
        items = _pocket(page, whole, scale, language) if scale.pocket else _page(page, whole, scale, language)
    return Scene(surface.width, surface.height, tuple(items))


def players(body: Body | None) -> int:
    """How many totals a page shows."""
    if isinstance(body, Board):
        return len(body.rows)
    if isinstance(body, Sheet):
        return len(body.rows)
    return len(body.accounts) if isinstance(body, Accounts) else 0


# Parts that most pages lack are loaded with the first page that has them: a start has none.


def _pocket(page: Page, whole: Box, scale: Scale, language: Language) -> list[Piece]:
    from display.layout import pocket

    return list(pocket.draw(page, whole, players(page.body), scale, language))


def _quiet(quiet: Quiet, whole: Box, scale: Scale, language: Language) -> list[Piece]:
    from display.layout import quiet as quietly

    return list(quietly.draw(quiet, whole, scale, language))


def _page(page: Page, whole: Box, scale: Scale, language: Language) -> list[Piece]:
    inner = whole.inset(scale.margin, scale.margin // 2)
    digits = least_total(whole.height, players(page.body))
    head, y = _head(page, inner, scale, language)
    asked, y = _question(page, Box(inner.x0, y, inner.x1, inner.y1), digits, scale, language)
    foot, bottom = _foot(page.holds, inner.x0, inner.x1, inner.y1, scale, language)
    items = [*head, *asked, *foot]
    rest = Box(inner.x0, y + scale.gap // 2, inner.x1, bottom - scale.gap // 2)
    if page.notice is not None:
        from display.layout import notice

        drawn, high = notice.draw(page.notice, _notice_room(page, rest, digits, scale), scale, language)
        items += drawn
        rest = Box(rest.x0, rest.y0 + high + scale.gap, rest.x1, rest.y1)
    return items + _middle(page, rest, digits, scale, language)


def _head(page: Page, box: Box, scale: Scale, language: Language) -> tuple[list[Piece], int]:
    """Heading and status on one line with a rule below, and where the page goes on."""
    size = scale.heading
    heading = said(page.heading, language)
    status = said(page.status, language) if page.status is not None else ""
    for size in steps(scale.heading, scale.least):
        if width(heading, size) + width(status, size, False) + 2 * scale.gap <= box.width:
            break
    items: list[Piece] = []
    baseline = box.y0 + above(size)
    heading = shorten(heading, size, True, box.width)
    items.append(words(heading, box.x0, baseline, size))
    room = box.width - width(heading, size) - 2 * scale.gap
    status = shorten(status, size, False, room) if status and room > 4 * size else ""
    if status:
        items.append(words(status, box.x1 - width(status, size, False), baseline, size, False))
    bottom = box.y0 + line(size)
    items.append(Fill(Box(box.x0, bottom, box.x1, bottom + scale.line)))
    return items, bottom + scale.line


def _question(page: Page, box: Box, digits: int, scale: Scale, language: Language) -> tuple[list[Piece], int]:
    """The question in large type, the keys typed so far beside it, and where the page goes on."""
    if page.question is None:
        return [], box.y0
    question = said(page.question, language)
    if isinstance(page.body, Sheet) and any(row.winner for row in page.body.rows) and not page.typed:
        return _winner(question, box, digits, scale)
    largest = min(scale.question, size_of(digits) - 1) if page.body is not None else scale.question
    typed, room = _typed(page.typed, box, largest, scale)
    size = next((each for each in steps(largest, scale.small) if width(question, each) <= room), 0)
    if size * 5 < largest * 4:
        sizes = steps(largest, scale.least)
        size = next((each for each in sizes if lines_of(question, each, True, room) <= 2), scale.least)
    place = Box(box.x0, box.y0 + scale.gap // 2, box.x0 + room, box.y1)
    drawn, high = paragraph(question, place, size, most=2)
    return [*drawn, *typed], max([place.y0 + high, *(item.box.y1 for item in typed)])


def _winner(sentence: str, box: Box, digits: int, scale: Scale) -> tuple[list[Piece], int]:
    """Who has won, as large as the totals allow, between two crowns on a black bar."""
    largest = size_of(digits) - 1
    room = box.width - 4 * scale.gap - 2 * largest
    size = next((each for each in steps(largest, scale.least) if width(sentence, each) <= room), scale.least)
    written = shorten(sentence, size, True, room)
    bar = Box(box.x0, box.y0 + scale.gap // 2, box.x1, box.y0 + scale.gap // 2 + line(size) + scale.gap)
    side, baseline = rise(size) | 1, baseline_in(bar, size)
    x = bar.x0 + (bar.width - width(written, size)) // 2
    items: list[Piece] = [Fill(bar), words(written, x, baseline, size, True, Ink.WHITE)]
    for left in (x - scale.gap - side, x + width(written, size) + scale.gap):
        crown = Box(left, baseline - side, left + side, baseline)
        items.append(Symbol(crown, Sign.CROWN, Ink.YELLOW, Ink.WHITE))
    return items, bar.y1


def _typed(keys: str, box: Box, size: int, scale: Scale) -> tuple[list[Piece], int]:
    """The keys typed so far as caps at the right, and the room they leave."""
    if not keys:
        return [], box.width
    y = box.y0 + scale.gap // 2 + max(0, line(size) - cap_height(size)) // 2
    items: list[Piece] = []
    x = box.x1
    for key in reversed(keys):
        x -= cap_width(key, size)
        items += cap(key, Box(x, y, x + cap_width(key, size), y + cap_height(size)), size)
        x -= max(1, scale.gap // 2)
    return items, x - box.x0 - scale.gap


@lru_cache(maxsize=8)
def _foot(
    holds: tuple[Hold, ...], left: int, right: int, bottom: int, scale: Scale, language: Language
) -> tuple[tuple[Piece, ...], int]:
    """What holding the keys does, on the last line, and where that begins."""
    if not holds:
        return (), bottom
    hold = said(text_("hold"), language)
    labels = [said(each.label, language) for each in holds]
    for size in steps(scale.small + scale.line, scale.least):
        if _foot_width(hold, holds, labels, size, scale) <= right - left:
            break
    spare = right - left - _foot_width(hold, holds, [""] * len(holds), size, scale)
    labels = _shared(labels, size, spare)
    high = max(cap_height(size), line(size))
    place = Box(left, bottom - high, right, bottom)
    baseline = baseline_in(place, size)
    items: list[Piece] = [
        Fill(Box(left, place.y0 - scale.line - scale.gap // 2, right, place.y0 - scale.gap // 2)),
        words(hold, left, baseline, size, False),
    ]
    x = left + width(hold, size, False) + scale.gap
    loose = min(4 * scale.gap, max(0, spare - sum(width(each, size, False) for each in labels)) // len(holds))
    for each, label in zip(holds, labels, strict=True):
        wide = cap_width(each.key, size)
        top = baseline - (rise(size) + cap_height(size)) // 2
        items += cap(each.key, Box(x, top, x + wide, top + cap_height(size)), size)
        x += wide + scale.gap // 2
        if label:
            items.append(words(label, x, baseline, size, False))
        x += width(label, size, False) + scale.gap + loose
    return tuple(items), place.y0 - scale.line - scale.gap // 2


def _foot_width(hold: str, holds: tuple[Hold, ...], labels: list[str], size: int, scale: Scale) -> int:
    keys = sum(cap_width(each.key, size) + scale.gap // 2 + scale.gap for each in holds)
    return width(hold, size, False) + keys + sum(width(label, size, False) for label in labels)


def _shared(labels: list[str], size: int, spare: int) -> list[str]:
    """Labels shortened, the longest first, until all fit the space they share."""
    widths = [width(label, size, False) for label in labels]
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


def _middle(page: Page, box: Box, digits: int, scale: Scale, language: Language) -> list[Piece]:
    """Body and key map in the room that is left."""
    if page.body is None:
        return _keys_alone(page, box, scale, language)
    best = _best(page, page.body, box, digits, scale, language)
    if best is None:
        alone = keys(levels(page.keymap.grids), page.typed, scale, language)
        return list(parts(found(fitted(alone, box.width, box.height, scale.keys[0])), box.x0, box.y0))
    items: list[Piece] = []
    if best.band is not None:
        items += grids.draw(*best.band, scale, language)
    return [*items, *best.body.draw(), *parts(best.place.keys, best.place.x, best.place.y)]


def _best(page: Page, body: Body, box: Box, digits: int, scale: Scale, language: Language) -> Chosen | None:
    """The first way to share the room that loses next to nothing, or else the best."""
    search = Search(_planner(body, digits, scale, language))
    need = players(body) * (digits + 3 * scale.line) + scale.gap
    for shown, behind in _levels(page.keymap, _marked(body, language), language):
        enough = behind + SLIGHT
        if search.settled(enough) <= behind:
            break
        for way in ways(body, keys(shown, page.typed, scale, language), box, digits, need, scale):
            if search.consider(way, behind, enough):
                return search.best
    search.settled(NEVER)
    return search.best


def _keys_alone(page: Page, box: Box, scale: Scale, language: Language) -> list[Piece]:
    """A key map that has the page to itself."""
    fit: Fit | None = None
    for shown in choices(page.keymap):
        fit = fitted(keys(shown, page.typed, scale, language), box.width, box.height, scale.alone)
        if legible(fit, scale):
            break
    return list(parts(found(fit), box.x0, box.y0))


@lru_cache(maxsize=16)
def _levels(keymap: KeyMap, marked: frozenset[tuple[str, str]], language: Language) -> tuple[tuple[Levels, int], ...]:
    """The levels to draw, and the cost.

    All; without what is `marked`, the board's own codes; the next question's only; and where even those are too much,
    fewer.
    """
    ways = [(levels((*keymap.grids, *then(keymap.ahead))), 0)]
    left = remaining(keymap.ahead, marked, language)
    if left != keymap.ahead:
        ways.append((levels((*keymap.grids, *then(left))), 1))
    if left:
        ways.append((levels(keymap.grids), AHEAD_LOST))
    for fewer in choices(keymap)[2:]:
        ways.append((fewer, AHEAD_LOST + DEEPER_LOST * (len(keymap.grids) - len(fewer.grids))))
    return tuple(ways)


def _marked(body: Body, language: Language) -> frozenset[tuple[str, str]]:
    """The codes on a board's marks, with what they are on."""
    if not isinstance(body, Board):
        return frozenset()
    marks = [mark for row in body.rows for mark in row.marks] + list(body.centre)
    return frozenset((mark.code, said(mark.label, language)) for mark in marks if mark.code)


def _planner(body: Body, digits: int, scale: Scale, language: Language) -> Planner:
    if isinstance(body, Board):
        table = board.spoken(body, language)
        return lambda box, banded, enough: board.plan(table, box, digits, scale, banded, enough)
    if isinstance(body, Sheet):
        from display.layout import sheet

        return lambda box, banded, enough: sheet.plan(body, box, digits, scale, language)
    if isinstance(body, Accounts):
        from display.layout import accounts

        return lambda box, banded, enough: accounts.plan(body, box, digits, scale, language)
    assert isinstance(body, Lines)
    return lambda box, banded, enough: text.plan(body, box, scale, language)
