"""The players: who acts, what lies before each, and the totals."""

from __future__ import annotations

from typing import NamedTuple

from display.layout import marks
from display.layout.scale import Scale, steps
from display.layout.writing import baseline_in, cap, cap_height, cap_width, said, words
from display.scene import Box, Fill, Item, Part
from display.typeface import clean, line, rise, rung, shorten, size_of, width
from display.vocabulary import Ink, Row
from display.words import Language, figure

SHORTENED = 3
"""The loss for a name that is not there in full."""


class Measure(NamedTuple):
    """What all rows of a board have in common: sizes of type, and how wide codes, names and totals are.

    `double` rows have their marks on a line below the name.
    """

    total: int
    totals: int
    name: int
    names: int
    codes: int
    high: int
    double: bool
    chip: int
    note: int


class Player(NamedTuple):
    """A row in words: everything said, and its marks as chips. `total` and `note` are empty where there is none."""

    name: str
    code: str
    acting: bool
    total: str
    strip: marks.Strip | None
    note: str


def _player(row: Row, language: Language) -> Player:
    return Player(
        clean(row.name),
        row.code,
        row.acting,
        "" if row.total is None else figure(row.total),
        marks.strip(row.marks, language) if row.marks else None,
        "" if row.note is None else said(row.note, language),
    )


def least_row(digits: int, scale: Scale) -> int:
    """The height a row needs at least, with totals of figures so high."""
    return max(digits + 3 * scale.line, line(scale.least) + scale.line)


def fair_row(rows: tuple[Row, ...], digits: int, scale: Scale) -> int:
    """The height at which a row is not cramped."""
    if not any(row.marks for row in rows):
        return max(digits * 5 // 4, line(scale.small)) + scale.line
    return max(digits * 5 // 4, line(scale.small) + marks.chip_height(scale.small) + scale.gap)


def draw(rows: tuple[Row, ...], box: Box, digits: int, scale: Scale, language: Language) -> tuple[list[Item], int]:
    """Rows from the top of a box, and how much was lost to make them fit."""
    people = [_player(row, language) for row in rows]
    measure = _measure(people, box, digits, scale)
    items: list[Item] = []
    loss = 0
    for at, row in enumerate(people):
        y = box.y0 + at * measure.high
        place = Box(box.x0, y, box.x1, y + measure.high - scale.line)
        ink = Ink.BLACK
        if row.acting:
            items.append(Fill(place))
            ink = Ink.WHITE
        elif at + 1 < len(people) and not people[at + 1].acting and not scale.pocket:
            items.append(Fill(Box(place.x0, place.y1, place.x1, place.y1 + scale.line)))
        drawn, lost = _row(row, place, measure, ink, scale)
        items += drawn
        loss += lost
    return items, loss


def _measure(rows: list[Player], box: Box, digits: int, scale: Scale) -> Measure:
    """Sizes for rows that share a box: the marks beside the names or below them, whichever reads better."""
    high = min(box.height // len(rows), digits * 4)
    figures = [row.total for row in rows if row.total]
    total = size_of(min(max(digits, (high - 2 * scale.line) * 5 // 8), digits * 2))
    while figures and total > size_of(digits) and max(width(each, total) for each in figures) > box.width * 3 // 10:
        total = max(size_of(digits), rung(total - 1))
    totals = max((width(each, total) for each in figures), default=0)
    single = _in_mode(rows, box, high, total, totals, False, scale)
    if not any(row.strip or row.note for row in rows):
        return single
    if high < line(scale.least) + marks.chip_height(scale.least) + 3 * scale.line:
        return single
    double = _in_mode(rows, box, high, total, totals, True, scale)
    if _worth(single, rows, box, scale) > _worth(double, rows, box, scale):
        return single
    return double


def _in_mode(
    rows: list[Player],
    box: Box,
    high: int,
    total: int,
    totals: int,
    double: bool,
    scale: Scale,
) -> Measure:
    share = high - 2 * scale.line
    if double:
        share = max(high * 9 // 20, min(line(scale.small), share - marks.chip_height(scale.least)))
    largest = min(scale.name, total - 1 if scale.pocket else total * 4 // 5) if totals else scale.name
    sizes = [size for size in steps(largest, min(largest, scale.least)) if line(size) <= share]
    sizes = sizes or [next((size for size in range(min(scale.least, largest), 4, -1) if line(size) < high), 5)]
    measure = Measure(total, totals, sizes[0], 0, 0, high, double, scale.least, scale.least)
    for name in sizes:
        if measure.names and name < scale.small:
            break
        code = _cap_size(measure._replace(name=name), scale)
        codes = max((cap_width(row.code, code) for row in rows if row.code), default=0)
        note = max(scale.least, rung(min(scale.small + scale.line, name * 4 // 5)))
        measure = measure._replace(name=name, codes=codes, note=note)
        left, right = _edges(box, measure, scale)
        wanted = max(width(row.name, name) for row in rows)
        measure = measure._replace(names=min(_names_room(rows, right - left, double), wanted))
        if measure.names == wanted:
            break
    chip = min(scale.marks, total * 3 // 4 if totals else scale.marks)
    for size in steps(chip, scale.least):
        if all(_fits(row, box, measure, size, scale) for row in rows):
            return measure._replace(chip=size)
    return measure


def _names_room(rows: list[Player], room: int, double: bool) -> int:
    """How much of a row names may take at most."""
    if not double and any(row.strip for row in rows):
        return room * 9 // 20
    return room * 2 // 3 if not double and any(row.note for row in rows) else room


def _worth(measure: Measure, rows: list[Player], box: Box, scale: Scale) -> int:
    """How well rows read: the size of what is in them, less what is missing."""
    worth = measure.name + measure.chip
    if not all(_fits(row, box, measure, measure.chip, scale) for row in rows):
        worth -= 100
    if any(width(row.name, measure.name) > measure.names for row in rows):
        worth -= 10
    lost = sum(1 for row in rows if row.note and _note_place(row, box, measure, scale) is None)
    return worth - (6 if lost else 0) - lost


def _cap_size(measure: Measure, scale: Scale) -> int:
    """The type of codes: a little smaller than the names, except where those are small."""
    size = max(measure.name * 4 // 5, scale.small)
    return next((each for each in steps(size, 5) if cap_height(each) < measure.high - scale.line), 5)


def _chip_gap(scale: Scale) -> int:
    return max(2, scale.gap // 2)


def _edges(box: Box, measure: Measure, scale: Scale) -> tuple[int, int]:
    """Where names begin and where the room before the totals ends."""
    left = box.x0 + scale.gap // 2 + (measure.codes + scale.gap if measure.codes else 0)
    right = box.x1 - scale.gap // 2 - (measure.totals + scale.gap if measure.totals else 0)
    return left, right


def _head(box: Box, measure: Measure, scale: Scale) -> Box:
    """The part of a row that has the name in it."""
    if not measure.double:
        return box
    deep = marks.chip_height(measure.chip)
    spare = max(0, box.height - line(measure.name) - deep) // 3
    return Box(box.x0, box.y0 + spare, box.x1, box.y0 + spare + line(measure.name))


def _marks_room(box: Box, measure: Measure, scale: Scale) -> Box:
    """The room for a row's marks and its note."""
    left, right = _edges(box, measure, scale)
    if measure.double:
        head = _head(box, measure, scale)
        gap = max(scale.line, (box.y1 - head.y1 - marks.chip_height(measure.chip)) // 2)
        return Box(left, min(head.y1 + gap, box.y1), right, box.y1 - scale.line)
    return Box(left + measure.names + scale.gap, box.y0 + 2 * scale.line, right, box.y1 - 2 * scale.line)


def _fits(row: Player, box: Box, measure: Measure, size: int, scale: Scale) -> bool:
    if not row.strip:
        return True
    place = Box(box.x0, box.y0, box.x1, box.y0 + measure.high - scale.line)
    room = _marks_room(place, measure._replace(chip=size), scale)
    flowed = marks.flow(row.strip, False, size, room.width, _chip_gap(scale), scale.line)
    return flowed.whole and flowed.height(_chip_gap(scale)) <= room.height


def _row(row: Player, box: Box, measure: Measure, ink: Ink, scale: Scale) -> tuple[list[Item], int]:
    items: list[Item] = []
    if row.total:
        x = box.x1 - scale.gap // 2 - width(row.total, measure.total)
        baseline = box.y0 + (box.height + rise(measure.total)) // 2
        items.append(words(row.total, x, baseline, measure.total, True, ink, Part.TOTAL))
    head = _head(box, measure, scale) if row.strip or row.note else box
    left, right = _edges(box, measure, scale)
    baseline = baseline_in(head, measure.name)
    if row.code:
        size = _cap_size(measure, scale)
        high = cap_height(size)
        top = baseline - (rise(measure.name) + high) // 2
        if size > measure.name or top < box.y0 or top + high > box.y1:
            top = box.y0 + (box.height - high) // 2
        x = box.x0 + scale.gap // 2
        items += cap(row.code, Box(x, top, x + measure.codes, top + high), size, ink)
    room = measure.names if row.strip or row.note else right - left
    name = shorten(row.name, measure.name, True, room)
    if width(name, measure.name) <= room:
        items.append(words(name, left, baseline, measure.name, True, ink, Part.NAME))
    loss = 0 if name == row.name else SHORTENED
    if row.strip:
        place, gap = _marks_room(box, measure, scale), _chip_gap(scale)
        flowed, lost = _flow(row.strip, box, measure, scale)
        loss += lost
        y = place.y0 if measure.double else place.y0 + max(0, (place.height - flowed.height(gap)) // 2)
        items += marks.place(flowed, place.x0, y, gap, scale.line, ink)
    if not row.note:
        return items, loss
    noted = _note_place(row, box, measure, scale)
    if noted is None:
        return items, loss + 2
    note, place = noted
    items.append(words(note, place.x0, baseline_in(place, measure.note), measure.note, False, ink))
    return items, loss + (0 if note == row.note else 1)


def _flow(strip: marks.Strip, box: Box, measure: Measure, scale: Scale) -> tuple[marks.Flow, int]:
    place = _marks_room(box, measure, scale)
    sizes = steps(measure.chip, scale.least)
    return marks.fit(strip, sizes, place.width, place.height, _chip_gap(scale), scale.line)


def _note_place(row: Player, box: Box, measure: Measure, scale: Scale) -> tuple[str, Box] | None:
    """The words of a row's note and where they go: after the marks, or after the name; None if nowhere."""
    note = row.note
    place, size = _marks_room(box, measure, scale), measure.note
    if row.strip:
        flowed, _ = _flow(row.strip, box, measure, scale)
        used = (flowed.width if flowed.lines <= 1 else place.width) + scale.gap
        high = marks.chip_height(flowed.size)
        top = place.y0 if measure.double else place.y0 + max(0, place.height - high) // 2
        place = Box(place.x0 + used, top, place.x1, max(top + high, min(place.y1, top + line(size))))
    places = [place]
    if measure.double:
        head = _head(box, measure, scale)
        end = place.x0 if not row.strip else _edges(box, measure, scale)[0]
        end += min(measure.names, width(row.name, measure.name)) + scale.gap
        places.append(Box(end, head.y0, place.x1, head.y1))
    for each in places:
        if width(note, size, False) <= each.width and line(size) <= each.height:
            return note, each
    last = places[-1]
    short = shorten(note, size, False, last.width)
    if last.width >= 4 * size and width(short, size, False) <= last.width and line(size) <= last.height:
        return short, last
    return None
