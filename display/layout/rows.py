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

NOWHERE = Box(0, 0, 0, 0)


class Player(NamedTuple):
    """A row in words: everything said, and its marks as chips. `total` and `note` are empty where there is none."""

    name: str
    code: str
    acting: bool
    total: str
    strip: marks.Strip | None
    note: str


class Measure(NamedTuple):
    """What all rows of a board have in common: sizes of type, and how wide codes, names and totals are.

    `double` rows have their marks on a line below the name. `width` and `high` are a row's, the line below it included.
    """

    width: int
    high: int
    total: int
    totals: int
    name: int
    names: int
    code: int
    codes: int
    double: bool
    chip: int
    note: int


class Places(NamedTuple):
    """Where names begin and totals do, the part of a row that has the name, and the room for marks and the note."""

    left: int
    right: int
    head: Box
    marks: Box


class Line(NamedTuple):
    """What a row shows: as much of the name as has room, the marks and the note, and where from the row's corner.

    `loss` tells what is missing.
    """

    name: str
    flow: marks.Flow | None
    corner: tuple[int, int]
    note: str
    place: Box
    loss: int


class Plan(NamedTuple):
    """How rows go into a room, and how much is lost."""

    people: tuple[Player, ...]
    measure: Measure
    lines: tuple[Line, ...]
    loss: int


def players(rows: tuple[Row, ...], language: Language) -> tuple[Player, ...]:
    """Rows in the words of a language."""
    return tuple(_player(row, language) for row in rows)


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


def plan(people: tuple[Player, ...], width_: int, height: int, digits: int, scale: Scale) -> Plan:
    """Rows in a room: the marks beside the names or below them, whichever reads better."""
    high = min(height // len(people), digits * 4)
    figures = [row.total for row in people if row.total]
    total = size_of(min(max(digits, (high - 2 * scale.line) * 5 // 8), digits * 2))
    while figures and total > size_of(digits) and max(width(each, total) for each in figures) > width_ * 3 // 10:
        total = max(size_of(digits), rung(total - 1))
    total = _beside_names(people, figures, total, width_, digits, scale)
    totals = max((width(each, total) for each in figures), default=0)
    measure = Measure(width_, high, total, totals, 0, 0, 0, 0, False, scale.least, scale.least)
    single = _planned(people, _measured(people, measure, scale), scale)
    if not any(row.strip or row.note for row in people):
        return single
    if high < line(scale.least) + marks.chip_height(scale.least) + 3 * scale.line:
        return single
    double = _planned(people, _measured(people, measure._replace(double=True), scale), scale)
    return single if _worth(single, scale) > _worth(double, scale) else double


def _beside_names(
    people: tuple[Player, ...], figures: list[str], total: int, wide: int, digits: int, scale: Scale
) -> int:
    """The size of totals at which names have the room that they need in small type, if there is one."""
    if not figures or scale.pocket:
        return total
    code = max((cap_width(row.code, scale.small) for row in people if row.code), default=0)
    named = max(width(row.name, scale.small) for row in people) + code + 3 * scale.gap
    while total > size_of(digits) and named + max(width(each, total) for each in figures) > wide:
        total = max(size_of(digits), rung(total - 1))
    return total


def _planned(people: tuple[Player, ...], measure: Measure, scale: Scale) -> Plan:
    places = Places(*_edges(measure, scale), _head(measure, scale), _marks_room(measure, scale))
    lines = tuple(_line(row, places, measure, scale) for row in people)
    return Plan(people, measure, lines, sum(each.loss for each in lines))


def _measured(people: tuple[Player, ...], measure: Measure, scale: Scale) -> Measure:
    """The sizes of names, codes, notes and marks."""
    high, totals, total = measure.high, measure.totals, measure.total
    share = high - 2 * scale.line
    if measure.double:
        share = max(high * 9 // 20, min(line(scale.small), share - marks.chip_height(scale.least)))
    largest = min(scale.name, total - 1 if scale.pocket else total * 4 // 5) if totals else scale.name
    sizes = [size for size in steps(largest, min(largest, scale.least)) if line(size) <= share]
    sizes = sizes or [next((size for size in range(min(scale.least, largest), 4, -1) if line(size) < high), 5)]
    measure = measure._replace(name=sizes[0])
    for name in sizes:
        if measure.names and name < scale.small:
            break
        code = _cap_size(name, high, scale)
        codes = max((cap_width(row.code, code) for row in people if row.code), default=0)
        note = max(scale.least, rung(min(scale.small + scale.line, name * 4 // 5)))
        measure = measure._replace(name=name, code=code, codes=codes, note=note)
        left, right = _edges(measure, scale)
        wanted = max(width(row.name, name) for row in people)
        measure = measure._replace(names=min(_names_room(people, right - left, measure.double), wanted))
        if measure.names == wanted:
            break
    chip = min(scale.marks, total * 3 // 4 if totals else scale.marks)
    strips = [row.strip for row in people if row.strip]
    for size in steps(chip, scale.least):
        if _all_fit(strips, measure._replace(chip=size), scale):
            return measure._replace(chip=size)
    return measure


def _names_room(rows: tuple[Player, ...], room: int, double: bool) -> int:
    """How much of a row names may take at most."""
    if not double and any(row.strip for row in rows):
        return room * 9 // 20
    return room * 2 // 3 if not double and any(row.note for row in rows) else room


def _all_fit(strips: list[marks.Strip], measure: Measure, scale: Scale) -> bool:
    """Whether all marks fit, whole and with none left out."""
    if not strips:
        return True
    room, gap = _marks_room(measure, scale), _chip_gap(scale)
    for strip in strips:
        flowed = marks.flow(strip, False, measure.chip, room.width, gap, scale.line)
        if not flowed.whole or flowed.height(gap) > room.height:
            return False
    return True


def _worth(plan: Plan, scale: Scale) -> int:
    """How well rows read: the size of what is in them, less what is missing."""
    measure = plan.measure
    worth = measure.name + measure.chip
    if not _all_fit([row.strip for row in plan.people if row.strip], measure, scale):
        worth -= 100
    if any(width(row.name, measure.name) > measure.names for row in plan.people):
        worth -= 10
    lost = sum(1 for row, each in zip(plan.people, plan.lines, strict=True) if row.note and not each.note)
    return worth - (6 if lost else 0) - lost


def _cap_size(name: int, high: int, scale: Scale) -> int:
    """The type of codes: a little smaller than the names, except where those are small."""
    size = max(name * 4 // 5, scale.small)
    return next((each for each in steps(size, 5) if cap_height(each) < high - scale.line), 5)


def _chip_gap(scale: Scale) -> int:
    return max(2, scale.gap // 2)


def _edges(measure: Measure, scale: Scale) -> tuple[int, int]:
    """Where names begin and where the room before the totals ends."""
    left = scale.gap // 2 + (measure.codes + scale.gap if measure.codes else 0)
    right = measure.width - scale.gap // 2 - (measure.totals + scale.gap if measure.totals else 0)
    return left, right


def _head(measure: Measure, scale: Scale) -> Box:
    """The part of a row that has the name in it."""
    high = measure.high - scale.line
    if not measure.double:
        return Box(0, 0, measure.width, high)
    spare = max(0, high - line(measure.name) - marks.chip_height(measure.chip)) // 3
    return Box(0, spare, measure.width, spare + line(measure.name))


def _marks_room(measure: Measure, scale: Scale) -> Box:
    """The room for a row's marks and its note."""
    left, right = _edges(measure, scale)
    high = measure.high - scale.line
    if measure.double:
        head = _head(measure, scale)
        gap = max(scale.line, (high - head.y1 - marks.chip_height(measure.chip)) // 2)
        return Box(left, min(head.y1 + gap, high), right, high - scale.line)
    return Box(left + measure.names + scale.gap, 2 * scale.line, right, high - 2 * scale.line)


def _line(row: Player, places: Places, measure: Measure, scale: Scale) -> Line:
    """What of a row is shown, and where."""
    room = measure.names if row.strip or row.note else places.right - places.left
    name = shorten(row.name, measure.name, True, room)
    loss = 0 if name == row.name else SHORTENED
    if width(name, measure.name) > room:
        name = ""
    if not row.strip and not row.note:
        return Line(name, None, (0, 0), "", NOWHERE, loss)
    place, gap = places.marks, _chip_gap(scale)
    flowed, corner = None, (place.x0, place.y0)
    if row.strip:
        sizes = steps(measure.chip, scale.least)
        flowed, lost = marks.fit(row.strip, sizes, place.width, place.height, gap, scale.line)
        loss += lost
        if not measure.double:
            corner = (place.x0, place.y0 + max(0, (place.height - flowed.height(gap)) // 2))
    if not row.note:
        return Line(name, flowed, corner, "", NOWHERE, loss)
    note, where = _note_place(row, flowed, places, measure, scale)
    return Line(name, flowed, corner, note, where, loss + (0 if note == row.note else 1 if note else 2))


def _note_place(
    row: Player, flowed: marks.Flow | None, places: Places, measure: Measure, scale: Scale
) -> tuple[str, Box]:
    """The words of a row's note and where they go: after the marks, or after the name; no words if nowhere."""
    place, head = places.marks, places.head
    note, size = row.note, measure.note
    if flowed is not None:
        used = (flowed.width if flowed.lines <= 1 else place.width) + scale.gap
        high = marks.chip_height(flowed.size)
        top = place.y0 if measure.double else place.y0 + max(0, place.height - high) // 2
        place = Box(place.x0 + used, top, place.x1, max(top + high, min(place.y1, top + line(size))))
    rooms = [place]
    if measure.double:
        end = places.left + min(measure.names, width(row.name, measure.name)) + scale.gap
        rooms.append(Box(end, head.y0, place.x1, head.y1))
    for each in rooms:
        if width(note, size, False) <= each.width and line(size) <= each.height:
            return note, each
    last = rooms[-1]
    short = shorten(note, size, False, last.width)
    if last.width >= 4 * size and width(short, size, False) <= last.width and line(size) <= last.height:
        return short, last
    return "", NOWHERE


def draw(plan: Plan, x: int, y: int, scale: Scale) -> list[Item]:
    """Rows from a corner."""
    items: list[Item] = []
    measure = plan.measure
    head = _head(measure, scale)
    for at, (row, each) in enumerate(zip(plan.people, plan.lines, strict=True)):
        place = Box(x, y, x + measure.width, y + measure.high - scale.line)
        ink = Ink.BLACK
        if row.acting:
            items.append(Fill(place))
            ink = Ink.WHITE
        elif at + 1 < len(plan.people) and not plan.people[at + 1].acting and not scale.pocket:
            items.append(Fill(Box(place.x0, place.y1, place.x1, place.y1 + scale.line)))
        items += _row(row, each, place, head if row.strip or row.note else None, measure, ink, scale)
        y += measure.high
    return items


def _row(row: Player, shown: Line, box: Box, head: Box | None, measure: Measure, ink: Ink, scale: Scale) -> list[Item]:
    """One row; `head` is the part of it that has the name in it, from its corner, where that is not all."""
    items: list[Item] = []
    if row.total:
        x = box.x1 - scale.gap // 2 - width(row.total, measure.total)
        baseline = box.y0 + (box.height + rise(measure.total)) // 2
        items.append(words(row.total, x, baseline, measure.total, True, ink, Part.TOTAL))
    baseline = baseline_in(head.at(box.x0, box.y0) if head else box, measure.name)
    if row.code:
        size = measure.code
        high = cap_height(size)
        top = baseline - (rise(measure.name) + high) // 2
        if size > measure.name or top < box.y0 or top + high > box.y1:
            top = box.y0 + (box.height - high) // 2
        x = box.x0 + scale.gap // 2
        items += cap(row.code, Box(x, top, x + measure.codes, top + high), size, ink)
    if shown.name:
        left = box.x0 + _edges(measure, scale)[0]
        items.append(words(shown.name, left, baseline, measure.name, True, ink, Part.NAME))
    if shown.flow is not None:
        x, y = shown.corner
        items += marks.place(shown.flow, box.x0 + x, box.y0 + y, _chip_gap(scale), scale.line, ink)
    if shown.note:
        place = shown.place.at(box.x0, box.y0)
        items.append(words(shown.note, place.x0, baseline_in(place, measure.note), measure.note, False, ink))
    return items
