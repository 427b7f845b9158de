"""The smallest panels: who acts, the totals, the key map, and nothing else."""

from __future__ import annotations

from display.layout import accounts, notice, sheet, text
from display.layout.keys import Drawn, choices, found, key_map, legible
from display.layout.scale import Scale, least_total
from display.layout.writing import baseline_in, cap, cap_height, cap_width, middle, said, words
from display.scene import Box, Fill, Item, Part, Piece
from display.typeface import above, clean, line, rise, rung, shorten, size_of, width
from display.vocabulary import Accounts, Board, Ink, KeyGrid, Lines, Notice, Page, Row, Sheet, SheetRow
from display.words import Language, figure, signed

CUT_SHORT = 4
"""The loss of a key map that leaves a notice too little room to say all."""

SHARES = (40, 28)
"""Per cent of a page's height that the players may take above a key map, in the order they are tried."""

ROW = 3
"""How much higher a row is than its figures at least."""


def draw(page: Page, whole: Box, scale: Scale, language: Language) -> list[Piece]:
    """A page on a panel of 250 by 122 pixels or less."""
    people = _people(page)
    digits = least_total(whole.height, len(people))
    inner = whole.inset(scale.margin, 1)
    items, y = _asked(page, inner, digits if people else inner.height, scale, language)
    rest = Box(inner.x0, y, inner.x1, inner.y1)
    if not page.keymap.grids:
        return items + _alone(page, rest, digits, scale, language)
    best: tuple[int, list[Piece]] | None = None
    for levels in choices(page.keymap):
        drawn, packed = _with_keys(page, levels, people, rest, digits, scale, language)
        if legible(packed, scale, 0):
            return items + drawn
        if legible(packed, scale) and (best is None or packed.loss < best[0]):
            best = packed.loss, drawn
    return items + (drawn if best is None else best[1])


def _with_keys(
    page: Page,
    levels: tuple[KeyGrid, ...],
    people: tuple[Row, ...],
    rest: Box,
    digits: int,
    scale: Scale,
    language: Language,
) -> tuple[list[Piece], Drawn]:
    """What a page has besides its question, with some levels of its key map, and these as drawn."""
    if page.notice is not None:
        return _noticed(page.notice, levels, page.typed, rest, scale, language)
    if page.body is None:
        packed = found(key_map(levels, page.typed, rest, scale.alone, scale, language))
        return list(packed.parts), packed
    if isinstance(page.body, Lines):
        packed = _at_foot(levels, page.typed, rest, rest.y0 + 2 * line(scale.least), scale.keys[1], scale, language)
        upper = Box(rest.x0, rest.y0, rest.x1, rest.y1 - packed.height - scale.gap)
        return [*text.draw(page.body, upper, scale, language)[0], *packed.parts], packed
    return _shared(levels, page.typed, people, rest, digits, scale, language)


def _noticed(
    told: Notice, levels: tuple[KeyGrid, ...], typed: str, rest: Box, scale: Scale, language: Language
) -> tuple[list[Piece], Drawn]:
    """A notice above the key map, or beside it where the notice would not be whole."""
    packed = _at_foot(levels, typed, rest, rest.y0 + 3 * line(scale.least), scale.keys[1], scale, language)
    room = Box(rest.x0, rest.y0, rest.x1, rest.y1 - packed.height - scale.gap)
    if room.height < notice.least_height(told, room.width, scale, language):
        half = Box(rest.x0 + rest.width * 9 // 20, rest.y0, rest.x1, rest.y1)
        beside = key_map(levels, typed, half, scale.keys[1], scale, language)
        left = Box(rest.x0, rest.y0, rest.x1 - beside.width - 2 * scale.gap, rest.y1) if beside else rest
        if beside is None or beside.loss or notice.least_height(told, left.width, scale, language) > left.height:
            drawn, high = notice.draw(told, room, scale, language)
            return [*drawn, *packed.parts], packed._replace(loss=packed.loss + CUT_SHORT)
        place = Box(rest.x1 - beside.width, rest.y0, rest.x1, rest.y1)
        beside = found(key_map(levels, typed, place, beside.size, scale, language))
        return [*notice.draw(told, left, scale, language)[0], *beside.parts], beside
    drawn, high = notice.draw(told, room, scale, language)
    below = Box(rest.x0, rest.y0 + high + scale.gap, rest.x1, rest.y1)
    packed = found(key_map(levels, typed, below, scale.keys[0], scale, language))
    return [*drawn, *packed.parts], packed


def _alone(page: Page, rest: Box, digits: int, scale: Scale, language: Language) -> list[Piece]:
    """What a page without keys has besides its question."""
    if page.notice is not None:
        return list(notice.draw(page.notice, rest, scale, language)[0])
    return list(_body(page, rest, digits, scale, language)) if page.body is not None else []


def _people(page: Page) -> tuple[Row, ...]:
    """Names and totals of any body that has them."""
    if isinstance(page.body, Board):
        return page.body.rows
    if isinstance(page.body, Sheet):
        return tuple(Row(row.name, acting=row.winner, total=row.total) for row in page.body.rows)
    if isinstance(page.body, Accounts):
        return tuple(Row(account.name, total=account.total) for account in page.body.accounts)
    return ()


def _asked(page: Page, box: Box, digits: int, scale: Scale, language: Language) -> tuple[list[Piece], int]:
    """The question, or else the heading, on one line, and where the page goes on."""
    question = said(page.question if page.question is not None else page.heading, language)
    largest = max(scale.small, min(scale.question, size_of(digits) - 1))
    items: list[Piece] = []
    right = box.x1
    for key in reversed(page.typed):
        right -= cap_width(key, scale.small)
        place = Box(right, box.y0, right + cap_width(key, scale.small), box.y0 + cap_height(scale.small))
        items += cap(key, place, scale.small)
        right -= 1
    room = right - box.x0 - (scale.gap if page.typed else 0)
    size = next((each for each in range(largest, scale.small, -1) if width(question, each) <= room), scale.small)
    written = shorten(question, size, True, room)
    return [*items, words(written, box.x0, box.y0 + above(size), size)], box.y0 + line(size) + 1


def _at_foot(
    levels: tuple[KeyGrid, ...], typed: str, rest: Box, top: int, most: int, scale: Scale, language: Language
) -> Drawn:
    """A key map at the foot of a box, below `top`."""
    packed = key_map(levels, typed, Box(rest.x0, top, rest.x1, rest.y1), most, scale, language)
    if packed is None:
        packed = found(key_map(levels, typed, rest, most, scale, language))
    place = Box(rest.x0, rest.y1 - packed.height, rest.x1, rest.y1)
    return found(key_map(levels, typed, place, packed.size, scale, language))


def _body(page: Page, rest: Box, digits: int, scale: Scale, language: Language) -> list[Item]:
    """A body that has the page to itself."""
    if isinstance(page.body, Sheet):
        return sheet.draw(page.body, rest, digits, scale, language)[0]
    if isinstance(page.body, Accounts):
        drawn, loss = accounts.draw(page.body, rest, digits, scale, language)
        return drawn if not loss else sheet.draw(_points(page.body), rest, digits, scale, language)[0]
    if isinstance(page.body, Lines):
        return text.draw(page.body, rest, scale, language)[0]
    people = _people(page)
    return _roster(people, rest, _columns(people, rest, digits), digits, scale)


def _points(told: Accounts) -> Sheet:
    """Every point alone, where there is no room for the causes."""
    most = max((len(account.causes) for account in told.accounts), default=0)
    rows = tuple(
        SheetRow(
            account.name,
            (*(None for _ in range(most - len(account.causes))), *(signed(cause.points) for cause in account.causes)),
            account.total,
        )
        for account in told.accounts
    )
    return Sheet((), rows)


def _shared(
    levels: tuple[KeyGrid, ...],
    typed: str,
    people: tuple[Row, ...],
    rest: Box,
    digits: int,
    scale: Scale,
    language: Language,
) -> tuple[list[Piece], Drawn]:
    """Players and key map side by side, or one above the other, whichever leaves the keys larger."""
    most = min(scale.keys[0], size_of(digits) - 1)
    beside, left = _beside(levels, typed, people, rest, digits, most, scale, language)
    if beside is not None and beside.size >= min(most, scale.keys[1]) and not beside.loss:
        return [*_roster(people, left, 1, digits, scale), *beside.parts], beside
    for part in SHARES:
        columns = _columns(people, Box(rest.x0, rest.y0, rest.x1, rest.y0 + rest.height * part // 100), digits)
        high = -(-len(people) // columns) * (digits + ROW)
        under = _at_foot(levels, typed, rest, rest.y0 + high + 1, most, scale, language)
        if not under.loss:
            break
    if beside is not None and (under.loss, -under.size) >= (beside.loss, -beside.size):
        return [*_roster(people, left, 1, digits, scale), *beside.parts], beside
    upper = Box(rest.x0, rest.y0, rest.x1, rest.y1 - under.height - 1)
    columns = _columns(people, upper, digits)
    return [*_roster(people, upper, columns, digits, scale), *under.parts], under


def _beside(
    levels: tuple[KeyGrid, ...],
    typed: str,
    people: tuple[Row, ...],
    rest: Box,
    digits: int,
    most: int,
    scale: Scale,
    language: Language,
) -> tuple[Drawn | None, Box]:
    """The key map at the right of the players, if it fits there, and the room left for them."""
    widest = rest.width * (11 if len(people) > 4 else 10) // 18
    packed = key_map(levels, typed, Box(rest.x1 - widest, rest.y0, rest.x1, rest.y1), most, scale, language)
    if packed is None:
        return None, rest
    narrow = Box(rest.x1 - packed.width, rest.y0, rest.x1, rest.y1)
    packed = key_map(levels, typed, narrow, packed.size, scale, language)
    left = Box(rest.x0, rest.y0, narrow.x0 - 2 * scale.gap, rest.y1)
    return (packed, left) if left.width >= _player_width(people, digits) else (None, rest)


def _player_width(people: tuple[Row, ...], digits: int) -> int:
    """How wide code and total are at least, with room for a few letters of the name."""
    large = size_of(digits)
    totals = max((width(figure(row.total), large) for row in people if row.total is not None), default=0)
    codes = max((cap_width(row.code, large) for row in people if row.code), default=0)
    return totals + codes + 2 * large


def _columns(people: tuple[Row, ...], box: Box, digits: int) -> int:
    """In how many columns players fit with their totals at full size, as many as there is width for."""
    most = max(1, box.width // _player_width(people, digits))
    return next(
        (across for across in range(1, most) if box.height // -(-len(people) // across) >= digits + ROW),
        max(1, min(most, len(people))),
    )


def _roster(people: tuple[Row, ...], box: Box, across: int, digits: int, scale: Scale) -> list[Item]:
    """Players and totals in columns."""
    if not people:
        return []
    down = -(-len(people) // across)
    wide = (box.width - (across - 1) * 2 * scale.gap) // across
    high = min(box.height // down, 3 * digits) - 1
    totals = ["" if row.total is None else figure(row.total) for row in people]
    large = size_of(min(max(digits, high * 5 // 8), 2 * digits))
    while large > size_of(digits) and max(width(total, large) for total in totals) > wide * 3 // 10:
        large = max(size_of(digits), rung(large - 1))
    size = next((each for each in range(min(scale.name, large - 1), 5, -1) if line(each) <= high), 5)
    items: list[Item] = []
    for at, (row, total) in enumerate(zip(people, totals, strict=True)):
        column, below = divmod(at, down)
        x, y = box.x0 + column * (wide + 2 * scale.gap), box.y0 + below * (high + 1)
        items += _player(row, total, Box(x, y, x + wide, y + high), size, large)
    return items


def _player(row: Row, total: str, box: Box, size: int, large: int) -> list[Item]:
    """One player: code, name and total, in white on black if it is their turn."""
    items: list[Item] = []
    ink = Ink.BLACK
    if row.acting:
        items.append(Fill(box))
        ink = Ink.WHITE
    left, right = box.x0 + 1, box.x1 - 1 - width(total, large)
    if total:
        items.append(words(total, right, middle(box, large), large, True, ink, Part.TOTAL))
        right -= 2
    baseline = baseline_in(box, size)
    if row.code:
        code = max(6, size - 2)
        top = max(box.y0, min(baseline - (rise(size) + cap_height(code)) // 2, box.y1 - cap_height(code)))
        items += cap(row.code, Box(left, top, left + cap_width(row.code, code), top + cap_height(code)), code, ink)
        left += cap_width(row.code, code) + 2
    name = shorten(clean(row.name), size, True, right - left)
    if name and width(name, size) <= right - left:
        items.append(words(name, left, baseline, size, True, ink, Part.NAME))
    return items
