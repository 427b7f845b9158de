"""The smallest panels: who acts, the totals, the key map, and nothing else."""

from __future__ import annotations

from collections.abc import Callable, Sequence
from functools import lru_cache, partial
from typing import NamedTuple

from display.layout import breakdown, notice, paragraphs, score_sheet
from display.layout.keymap import (
    KeyBlocks,
    KeyMapFit,
    fitted,
    key_blocks,
    key_map_items,
    legible,
    level_choices,
    or_nothing,
)
from display.layout.scale import Scale, least_total, smaller_total, steps
from display.layout.text_items import (
    baseline_in,
    centred_baseline,
    keycap,
    keycap_height,
    keycap_width,
    label_text,
    left_aligned,
    right_aligned,
)
from display.scene import Box, Fill, Item, Part, SceneItem
from display.text_metrics import (
    ascent,
    capital_height,
    line_height,
    one_line,
    shorten,
    size_for_height,
    text_width,
)
from display.vocabulary import (
    Board,
    Body,
    Breakdown,
    Ink,
    KeyGrid,
    Notice,
    Page,
    Paragraphs,
    PlayerRow,
    Sheet,
    SheetRow,
)
from display.words import Language, figure, signed

CUT_SHORT = 4
"""The loss of a key map that leaves a notice too little room to say all."""

SHARES = (40, 28)
"""Per cent of a page's height that the players may take above a key map, in the order they are tried."""

ROW = 3
"""How much higher a row is than its figures at least."""


class PlayerTotals(NamedTuple):
    """The players of a page, how high the figures of their totals are at least, and how wide the widest of them is."""

    rows: tuple[PlayerRow, ...]
    digits: int
    wide: int


NO_PLAYERS = PlayerTotals((), 0, 0)


class CompactArrangement(NamedTuple):
    """A way to share a page: how its key map fits, where that begins, and what draws all else."""

    fit: KeyMapFit
    x: int
    y: int
    others: Callable[[], Sequence[SceneItem]]


def draw(page: Page, whole: Box, totals: int, scale: Scale, language: Language) -> list[SceneItem]:
    """A page with so many totals on a panel of 250 by 122 pixels or less."""
    digits, inner = least_total(whole.height, totals), whole.inset(scale.margin, 1)
    items, y = _asked(page, inner, digits if totals else inner.height, scale, language)
    rest = Box(inner.x0, y, inner.x1, inner.y1)
    if not page.keymap.grids:
        return items + _alone(page, rest, digits, scale, language)
    best = _best(page, digits, rest, scale, language)
    if best is None:
        return items + _first_keys(page.keymap.grids[0], rest, scale, language)
    return items + _drawn(best)


def _best(page: Page, digits: int, rest: Box, scale: Scale, language: Language) -> CompactArrangement | None:
    """The page with as many levels of its key map as can be read, or else with one; None where that has no room."""
    people = _people(page.body, digits) if page.notice is None else NO_PLAYERS
    best: CompactArrangement | None = None
    for grids in level_choices(page.keymap):
        way = _with_keys(page, key_blocks(grids, page.typed, scale, language), people, rest, scale, language)
        if legible(way.fit, scale, 0):
            return way
        if legible(way.fit, scale) and (best is None or way.fit.loss < best.fit.loss):
            best = way
    return best or (way if way.fit.places else None)


def _drawn(way: CompactArrangement) -> list[SceneItem]:
    return [*way.others(), *key_map_items(way.fit, way.x, way.y)]


def _first_keys(grid: KeyGrid, rest: Box, scale: Scale, language: Language) -> list[SceneItem]:
    """Of a level that is too much for the panel, what each first key leads to; the rest is shown once that is typed."""
    items: list[SceneItem] = []
    told: dict[str, str] = {}
    for cell in grid.cells:
        told[cell.code[0]] = f"{told.get(cell.code[0], '')} {label_text(cell.label, language)}".lstrip()
    size = scale.least
    for size in steps(scale.alone, scale.least):
        room = rest.width - keycap_width("D", size) - 2 * scale.gap
        high = max(line_height(size), keycap_height(size)) + scale.gap
        if len(told) * high <= rest.height and all(text_width(labels, size) <= room for labels in told.values()):
            break
    y = rest.y0 + scale.gap
    for first, labels in told.items():
        place = Box(rest.x0, y, rest.x0 + keycap_width("D", size), y + keycap_height(size))
        left = place.x1 + 2 * scale.gap
        written = shorten(labels, size, True, rest.x1 - left)
        items += [*keycap(first, place, size), left_aligned(written, left, centred_baseline(place, size), size)]
        y += max(line_height(size), keycap_height(size)) + scale.gap
    return items


def _with_keys(
    page: Page, levels: KeyBlocks, people: PlayerTotals, rest: Box, scale: Scale, language: Language
) -> CompactArrangement:
    """A page with some levels of its key map."""
    if page.notice is not None:
        return _noticed(page.notice, levels, rest, scale, language)
    if page.body is None:
        return CompactArrangement(
            or_nothing(fitted(levels, rest.width, rest.height, scale.alone)), rest.x0, rest.y0, tuple
        )
    if isinstance(page.body, Paragraphs):
        fit = _at_foot(levels, rest, rest.y0 + 2 * line_height(scale.least), scale.keys[1])
        upper = Box(rest.x0, rest.y0, rest.x1, rest.y1 - fit.height - scale.gap)
        told = partial(_told, page.body, upper, scale, language) if legible(fit, scale) else tuple
        return _under(fit, rest, told)
    return _shared(levels, people, rest, scale)


def _told(lines: Paragraphs, box: Box, scale: Scale, language: Language) -> list[Item]:
    return paragraphs.draw(lines, box, scale, language)[0]


def _under(fit: KeyMapFit, rest: Box, others: Callable[[], Sequence[SceneItem]]) -> CompactArrangement:
    """A page with its key map at the foot."""
    return CompactArrangement(fit, rest.x0, rest.y1 - fit.height, others)


def _noticed(told: Notice, levels: KeyBlocks, rest: Box, scale: Scale, language: Language) -> CompactArrangement:
    """A notice above the key map, or beside it where the notice would not be whole."""
    fit = _at_foot(levels, rest, rest.y0 + 3 * line_height(scale.least), scale.keys[1])
    room = Box(rest.x0, rest.y0, rest.x1, rest.y1 - fit.height - scale.gap)
    if room.height < notice.least_height(told, room.width, scale, language):
        beside = fitted(levels, rest.width - rest.width * 9 // 20, rest.height, scale.keys[1])
        left = Box(rest.x0, rest.y0, rest.x1 - beside.width - 2 * scale.gap, rest.y1) if beside else rest
        if beside is None or beside.loss or notice.least_height(told, left.width, scale, language) > left.height:
            short = fit._replace(loss=fit.loss + CUT_SHORT)
            return _under(short, rest, partial(_notice, told, room, scale, language))
        x = rest.x1 - beside.width
        beside = or_nothing(fitted(levels, beside.width, rest.height, beside.size))
        return CompactArrangement(beside, x, rest.y0, partial(_notice, told, left, scale, language))
    drawn, high = notice.draw(told, room, scale, language)
    y = rest.y0 + high + scale.gap
    return CompactArrangement(
        or_nothing(fitted(levels, rest.width, rest.y1 - y, scale.keys[0])), rest.x0, y, lambda: drawn
    )


def _notice(told: Notice, box: Box, scale: Scale, language: Language) -> Sequence[Item]:
    return notice.draw(told, box, scale, language)[0]


def _alone(page: Page, rest: Box, digits: int, scale: Scale, language: Language) -> list[SceneItem]:
    """What a page without keys has besides its question."""
    if page.notice is not None:
        return list(notice.draw(page.notice, rest, scale, language)[0])
    return list(_body(page.body, rest, digits, scale, language)) if page.body is not None else []


def _people(body: Body | None, digits: int) -> PlayerTotals:
    """Names and totals of any body that has them."""
    rows = _rows(body)
    return PlayerTotals(rows, digits, _player_width(rows, digits))


def _rows(body: Body | None) -> tuple[PlayerRow, ...]:
    if isinstance(body, Board):
        return body.rows
    if isinstance(body, Sheet):
        return tuple(PlayerRow(row.name, acting=row.winner, total=row.total) for row in body.rows)
    if isinstance(body, Breakdown):
        return tuple(PlayerRow(account.name, total=account.total) for account in body.players)
    return ()


def _asked(page: Page, box: Box, digits: int, scale: Scale, language: Language) -> tuple[list[SceneItem], int]:
    """The question, or else the heading, on one line, and where the page goes on."""
    question = label_text(page.question if page.question is not None else page.heading, language)
    largest = max(scale.small, min(scale.question, size_for_height(digits) - 1))
    items: list[SceneItem] = []
    right = box.x1
    for key in reversed(page.typed):
        right -= keycap_width(key, scale.small)
        place = Box(right, box.y0, right + keycap_width(key, scale.small), box.y0 + keycap_height(scale.small))
        items += keycap(key, place, scale.small)
        right -= 1
    room = right - box.x0 - (scale.gap if page.typed else 0)
    size = next((each for each in range(largest, scale.small, -1) if text_width(question, each) <= room), scale.small)
    written = shorten(question, size, True, room)
    return [*items, left_aligned(written, box.x0, box.y0 + ascent(size), size)], box.y0 + line_height(size) + 1


def _at_foot(levels: KeyBlocks, rest: Box, top: int, most: int) -> KeyMapFit:
    """How a key map fits at the foot of a box, below `top` if it can."""
    fit = fitted(levels, rest.width, rest.y1 - top, most)
    if fit is None:
        fit = or_nothing(fitted(levels, rest.width, rest.height, most))
    return or_nothing(fitted(levels, rest.width, fit.height, fit.size))


def _body(body: Body, rest: Box, digits: int, scale: Scale, language: Language) -> list[Item]:
    """A body that has the page to itself."""
    if isinstance(body, Sheet):
        return score_sheet.plan(body, rest, digits, scale, language).draw()
    if isinstance(body, Breakdown):
        planned = breakdown.whole(body, rest, digits, scale, language)
        return (planned or score_sheet.plan(_points(body), rest, digits, scale, language)).draw()
    if isinstance(body, Paragraphs):
        return paragraphs.draw(body, rest, scale, language)[0]
    people = _people(body, digits)
    return _roster(people, rest, _columns(people, rest), scale)


def _points(told: Breakdown) -> Sheet:
    """Every point alone, where there is no room for the causes; of a total that was begun before, what is new in it."""
    if any(account.before is not None for account in told.players):
        gained = [signed(account.total - (account.before or 0)) for account in told.players]
        people = zip(told.players, gained, strict=True)
        return Sheet((), tuple([SheetRow(account.name, (points,), account.total) for account, points in people]))
    most = max((len(account.causes) for account in told.players), default=0)
    rows = tuple(
        SheetRow(
            account.name,
            ("",) * (most - len(account.causes)) + tuple([signed(cause.points) for cause in account.causes]),
            account.total,
        )
        for account in told.players
    )
    return Sheet((), rows)


def _shared(levels: KeyBlocks, people: PlayerTotals, rest: Box, scale: Scale) -> CompactArrangement:
    """Players and key map side by side, or one above the other, whichever leaves the keys larger."""
    most = min(scale.keys[0], size_for_height(people.digits) - 1)
    beside, left = _beside(levels, people, rest, most, scale)
    if beside is not None and beside.size >= min(most, scale.keys[1]) and not beside.loss:
        return _side_by_side(people, left, beside, rest, scale)
    for part in SHARES:
        columns = _columns(people, Box(rest.x0, rest.y0, rest.x1, rest.y0 + rest.height * part // 100))
        high = -(-len(people.rows) // columns) * (people.digits + ROW)
        under = _at_foot(levels, rest, rest.y0 + high + 1, most)
        if not under.loss:
            break
    if beside is not None and (under.loss, -under.size) >= (beside.loss, -beside.size):
        return _side_by_side(people, left, beside, rest, scale)
    upper = Box(rest.x0, rest.y0, rest.x1, rest.y1 - under.height - 1)
    columns = _columns(people, upper)
    return _under(under, rest, partial(_roster, people, upper, columns, scale))


def _side_by_side(people: PlayerTotals, left: Box, fit: KeyMapFit, rest: Box, scale: Scale) -> CompactArrangement:
    return CompactArrangement(fit, left.x1 + 2 * scale.gap, rest.y0, partial(_roster, people, left, 1, scale))


def _beside(
    levels: KeyBlocks, people: PlayerTotals, rest: Box, most: int, scale: Scale
) -> tuple[KeyMapFit | None, Box]:
    """How the key map fits at the right of the players, if it does, and the room left for them."""
    widest = rest.width * (11 if len(people.rows) > 4 else 10) // 18
    fit = fitted(levels, widest, rest.height, most)
    if fit is None:
        return None, rest
    left = Box(rest.x0, rest.y0, rest.x1 - fit.width - 2 * scale.gap, rest.y1)
    fit = fitted(levels, fit.width, rest.height, fit.size)
    return (fit, left) if left.width >= people.wide else (None, rest)


def _player_width(rows: tuple[PlayerRow, ...], digits: int) -> int:
    """How wide code and total are at least, with room for a few letters of the name."""
    large = size_for_height(digits)
    totals = max((text_width(figure(row.total), large) for row in rows if row.total is not None), default=0)
    codes = max((keycap_width(row.code, large) for row in rows if row.code), default=0)
    return totals + codes + 2 * large


def _columns(people: PlayerTotals, box: Box) -> int:
    """In how many columns players fit with their totals at full size, as many as there is width for."""
    return _across(len(people.rows), box.width // people.wide, box.height, people.digits + ROW)


@lru_cache(maxsize=256)
def _across(count: int, most: int, height: int, row: int) -> int:
    """In how many columns so many rows fit a height, of as many columns at most as there is width for."""
    enough = (across for across in range(1, most) if height // -(-count // across) >= row)
    return next(enough, max(1, min(most, count)))


def _roster(people: PlayerTotals, box: Box, across: int, scale: Scale) -> list[Item]:
    """Players and totals in columns."""
    if not people.rows:
        return []
    digits, down = people.digits, -(-len(people.rows) // across)
    wide = (box.width - (across - 1) * 2 * scale.gap) // across
    high = min(box.height // down, 3 * digits) - 1
    totals = ["" if row.total is None else figure(row.total) for row in people.rows]
    large = size_for_height(min(max(digits, high * 5 // 8), 2 * digits))
    while large > size_for_height(digits) and max([text_width(total, large) for total in totals]) > wide * 3 // 10:
        large = smaller_total(large, digits)
    size = next((each for each in range(min(scale.name, large - 1), 5, -1) if line_height(each) <= high), 5)
    items: list[Item] = []
    for at, (row, total) in enumerate(zip(people.rows, totals, strict=True)):
        column, below = divmod(at, down)
        x, y = box.x0 + column * (wide + 2 * scale.gap), box.y0 + below * (high + 1)
        items += _player(one_line(row.name), row.code, row.acting, total, Box(x, y, x + wide, y + high), size, large)
    return items


@lru_cache(maxsize=32)
def _player(full: str, code: str, acting: bool, total: str, box: Box, size: int, large: int) -> tuple[Item, ...]:
    """One player: code, name and total, in white on black if it is their turn."""
    items: list[Item] = []
    ink = Ink.BLACK
    if acting:
        items.append(Fill(box))
        ink = Ink.WHITE
    left, right = box.x0 + 1, box.x1 - 1
    if total:
        written = right_aligned(total, right, centred_baseline(box, large), large, True, ink, Part.TOTAL)
        items.append(written)
        right = written.box.x0 - 2
    baseline = baseline_in(box, size)
    if code:
        small = max(6, size - 2)
        top = max(
            box.y0, min(baseline - (capital_height(size) + keycap_height(small)) // 2, box.y1 - keycap_height(small))
        )
        items += keycap(code, Box(left, top, left + keycap_width(code, small), top + keycap_height(small)), small, ink)
        left += keycap_width(code, small) + 2
    name = shorten(full, size, True, right - left)
    if name and text_width(name, size) <= right - left:
        items.append(left_aligned(name, left, baseline, size, True, ink, Part.NAME))
    return tuple(items)
