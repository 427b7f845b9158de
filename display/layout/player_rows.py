"""The players: who acts, what lies before each, and the totals."""

from __future__ import annotations

from collections.abc import Iterator
from enum import Enum
from functools import lru_cache

from display.layout import chips
from display.layout.look import Look, small_named, smaller_total, steps
from display.layout.text_items import baseline_in, keycap_height, keycap_width, left_aligned, player_code
from display.scene import Box, Fill, Item, Part, Target
from display.text_metrics import (
    capital_height,
    line_height,
    one_line,
    shorten,
    size_at_most,
    size_for_height,
    text_width,
)
from display.vocabulary import Ink, Note, PlayerRow
from display.words import figure
from values.named_tuple import NamedTuple

SHORTENED = 3
"""The loss for a name that is not there in full."""

NO_NOTE = 2
"""The loss for a note that is left out."""

TOO_NARROW = 500
"""The loss where codes and totals, which are never cut, have no room beside each other."""

MISSED = 10
"""The loss from which on something is missing that people look for."""

NO_NOTES = 6
"""How much worse rows read, in pixels of type, where any note is left out."""

TINY = 20
"""How much worse rows read, in pixels of type, with names in less type than is read from a chair."""

NOWHERE = Box(0, 0, 0, 0)


class Spacing(Enum):
    """How closely rows are set: in large type, in small type, or in small type and without codes that are no keys."""

    LOOSE = "loose"
    SMALL = "small"
    TIGHT = "tight"


class PlayerText(NamedTuple):
    """A row in words: everything said, and its marks as chips. `total` and `note` are empty where there is none. Where
    it is `keyed`, its code is a key to press. `briefs` are what the note says in fewer and fewer words."""

    name: str
    code: str
    keyed: bool
    acting: bool
    total: str
    strip: chips.ChipStrip | None
    note: str
    briefs: tuple[str, ...]


class RowSizes(NamedTuple):
    """What all rows of a board have in common: sizes of type, and how wide codes, names and totals are.

    `double` rows have their marks below the name, on as many lines as they are `deep`. `width` and `high` are a row's,
    the line below it included.
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
    deep: int = 1


class TotalSizes(NamedTuple):
    """The width and height of a row, the type of its total, and how wide the widest is."""

    width: int
    high: int
    size: int
    wide: int


class RowTraits(NamedTuple):
    """What names and codes rows have, and whether any has marks, a note or marks with codes: the same on many pages.

    Rows that are `named_only` have neither codes nor totals: the players of a game that is not begun. Marks below
    names go on as many lines as they are `deep`.
    """

    names: tuple[str, ...]
    codes: tuple[str, ...]
    marked: bool
    noted: bool
    coded: bool
    named_only: bool
    deep: int


class RowAreas(NamedTuple):
    """Where names begin and totals do, the part of a row that has the name, and the room for marks and the note."""

    left: int
    right: int
    head: Box
    marks: Box


class RowContents(NamedTuple):
    """What a row shows: as much of the name as has room, the marks and the note, and where from the row's corner.

    `head` is the part of the row that has the name in its middle.

    `loss` tells what is missing.
    """

    name: str
    flow: chips.ChipFlow | None
    corner: tuple[int, int]
    note: str
    place: Box
    loss: int
    head: Box


class RowsPlan(NamedTuple):
    """How rows go into a room, and how much is lost."""

    people: tuple[PlayerText, ...]
    measure: RowSizes
    lines: tuple[RowContents, ...]
    loss: int

    @property
    def cut(self) -> int:
        """How much of names, marks and totals is lost: notes are left out of it."""
        unsaid = sum([1 for row, line in zip(self.people, self.lines, strict=True) if row.note and not line.note])
        return self.loss - NO_NOTE * unsaid


def player_texts(rows: tuple[PlayerRow, ...], keyed: frozenset[str], look: Look) -> tuple[PlayerText, ...]:
    """Rows in the words of a language."""
    return tuple(_player(row, row.code in keyed, look) for row in rows)


def _player(row: PlayerRow, keyed: bool, look: Look) -> PlayerText:
    return PlayerText(
        one_line(row.name),
        row.code,
        keyed,
        row.acting,
        "" if row.total is None else figure(row.total),
        chips.chip_strip(row.marks, look) if row.marks else None,
        "" if row.note is None else look.say(row.note),
        tuple([look.say(brief) for brief in row.note.briefs]) if isinstance(row.note, Note) else (),
    )


def least_row(digits: int, look: Look) -> int:
    """The height a row needs at least, with totals of figures so high."""
    return max(digits + 3 * look.line, line_height(look.least) + look.line)


def rows(rows_: tuple[PlayerRow, ...], keyed: frozenset[str], box: Box, digits: int, look: Look) -> list[Item]:
    """Rows in a box, from its top. On the smallest panels they have no marks, and notes where these take no room."""
    if look.compact:
        rows_ = tuple(row._replace(marks=()) for row in rows_)
    people = player_texts(rows_, keyed, look)
    return draw(plan(people, box.width, box.height, digits, look), box.x0, box.y0, look) if people else []


def plan(people: tuple[PlayerText, ...], width_: int, height: int, digits: int, look: Look) -> RowsPlan:
    """Rows in a room, with the longest form of notes that all have room for: a row without one would read as nought.

    On the smallest panels they are in small type, or else tight as well, rather than without notes.
    """
    for spacing in Spacing if look.compact else (Spacing.LOOSE,):
        for way in ways_to_note(people):
            told = tuple([_without_spare_code(row) for row in way]) if spacing is Spacing.TIGHT else way
            found = _plan(told, width_, height, digits, look, spacing)
            if all(each.note == row.note for row, each in zip(told, found.lines, strict=True) if row.briefs):
                return found
    return _without_notes(_plan(people, width_, height, digits, look, Spacing.LOOSE), look)


def _without_notes(plan: RowsPlan, look: Look) -> RowsPlan:
    """Rows in the same sizes, without the notes that have their like in other rows."""
    bare = tuple([row._replace(note="") if row.briefs else row for row in plan.people])
    return _planned_so(bare, plan.measure, look)


def ways_to_note(people: tuple[PlayerText, ...]) -> Iterator[tuple[PlayerText, ...]]:
    """Rows with their notes in full, and in fewer and fewer words."""
    yield people
    for length in range(1, 1 + max([len(row.briefs) for row in people])):
        yield tuple([row._replace(note=row.briefs[:length][-1]) if row.briefs else row for row in people])


def _without_spare_code(row: PlayerText) -> PlayerText:
    """A row without a code that is no key."""
    return row if row.keyed else row._replace(code="")


def _plan(
    people: tuple[PlayerText, ...], width_: int, height: int, digits: int, look: Look, spacing: Spacing
) -> RowsPlan:
    """Rows in a room: the marks beside the names or below them, whichever reads better; tight ones in small type."""
    traits = _traits(people, look)
    high = min(height // len(people), digits * 6)
    if traits.named_only:
        high = min(high, 2 * line_height(look.name))
    totals = _total_sizes(people, width_, high, digits, look)
    if spacing is not Spacing.LOOSE:
        look = small_named(look)
        totals = totals._replace(size=size_for_height(digits))
        totals = totals._replace(wide=max([text_width(row.total, totals.size) for row in people]))
    single, worth = _measured(people, traits, totals, False, look)
    if not _may_double(traits, high, look):
        return _planned(people, single, look)
    double = _measured(people, traits, totals, True, look)
    if traits.marked and traits.deep == 1:
        double = max(_measured(people, traits._replace(deep=2), totals, True, look), double, key=lambda way: way[1])
    return _better(people, (single, worth), double, look)


def _total_sizes(people: tuple[PlayerText, ...], wide: int, high: int, digits: int, look: Look) -> TotalSizes:
    """Totals in rows so wide and high: as large as the row is high enough for, and not too wide."""
    figures = [row.total for row in people if row.total]
    total = size_for_height(min(max(digits, (high - 2 * look.line) * 5 // 8), digits * 5 // 4))
    if not figures:
        return TotalSizes(wide, high, total, 0)
    while total > size_for_height(digits) and max([text_width(each, total) for each in figures]) > wide * 3 // 10:
        total = smaller_total(total, digits)
    total = _beside_names(people, figures, total, wide, digits, look)
    return TotalSizes(wide, high, total, max([text_width(each, total) for each in figures]))


def _traits(people: tuple[PlayerText, ...], look: Look) -> RowTraits:
    """What there is to make room for; on the smallest panels notes have what is left."""
    coded = _coded(people)
    return RowTraits(
        tuple([row.name for row in people]),
        tuple([row.code for row in people]),
        any(row.strip for row in people),
        not look.compact and any(row.note for row in people),
        coded,
        not "".join([row.code + row.total for row in people]),
        2 if coded else 1,
    )


def _coded(people: tuple[PlayerText, ...]) -> bool:
    """Whether any mark has a code."""
    return any(chip.code for row in people if row.strip for chip in row.strip.open)


def _may_double(traits: RowTraits, high: int, look: Look) -> bool:
    """Whether marks or notes could go below the names in rows so high."""
    enough = line_height(look.least) + chips.chip_height(look.least) + 3 * look.line
    return (traits.marked or traits.noted) and high >= enough


def _better(
    people: tuple[PlayerText, ...], single: tuple[RowSizes, int], double: tuple[RowSizes, int], look: Look
) -> RowsPlan:
    """Rows as one or the other measure has them, whichever reads better with the notes that it leaves out."""
    notes = sum([1 for row in people if row.note])
    doubt = NO_NOTES + notes if notes else 0
    if single[1] - doubt > double[1]:
        return _planned(people, single[0], look)
    if single[1] <= double[1] - doubt:
        return _planned(people, double[0], look)
    one, other = _planned(people, single[0], look), _planned(people, double[0], look)
    if one.loss // MISSED != other.loss // MISSED:
        return min(one, other, key=lambda plan: plan.loss)
    return one if single[1] - _unsaid(one) > double[1] - _unsaid(other) else other


def _unsaid(plan: RowsPlan) -> int:
    """How much worse rows read without the notes that are cut or left out."""
    lost = sum([1 for row, each in zip(plan.people, plan.lines, strict=True) if row.note != each.note])
    return NO_NOTES + lost if lost else 0


def _beside_names(
    people: tuple[PlayerText, ...], figures: list[str], total: int, wide: int, digits: int, look: Look
) -> int:
    """The size of totals at which names have the room that they need in small type, if there is one."""
    if look.compact:
        return total
    code = max((keycap_width(row.code, look.small) for row in people if row.code), default=0)
    named = max(text_width(row.name, look.small) for row in people) + code + 3 * look.gap
    while total > size_for_height(digits) and named + max(text_width(each, total) for each in figures) > wide:
        total = smaller_total(total, digits)
    return total


def _planned(people: tuple[PlayerText, ...], measure: RowSizes, look: Look) -> RowsPlan:
    """Rows in sizes of type, with notes in larger type where all of them have room in it."""
    if look.compact or not any(row.note for row in people):
        return _planned_so(people, measure, look)
    larger = (size for size in steps(max(look.small, measure.note), measure.note) if size <= measure.name)
    ways = (_planned_so(people, measure._replace(note=size), look) for size in larger)
    return next((way for way in ways if not _unsaid(way)), None) or _planned_so(people, measure, look)


def _planned_so(people: tuple[PlayerText, ...], measure: RowSizes, look: Look) -> RowsPlan:
    lines = tuple([_line(row.name, row.strip, row.note, measure, look) for row in people])
    left, right = _edges(measure, look)
    crowded = TOO_NARROW if measure.totals and left > right + look.gap else 0
    return RowsPlan(people, measure, lines, crowded + sum([each.loss for each in lines]))


def _measured(
    people: tuple[PlayerText, ...], told: RowTraits, totals: TotalSizes, double: bool, look: Look
) -> tuple[RowSizes, int]:
    """The sizes of names, codes, notes and marks, and how well rows read in them: less if names or marks are cut.

    Names are small where marks beside larger ones would be cut.
    """
    largest = look.keys[1] if told.coded and not look.compact else look.name
    for names in (largest, min(largest, look.small)):
        measure, whole = _named(told, totals, double, names, look)
        size = min([_chip(row.strip, look.marks, measure, look) for row in people if row.strip], default=look.marks)
        if size:
            break
    worth = measure.name - (0 if whole else 10) - (TINY if measure.name < _least_name(look) else 0)
    return (measure._replace(chip=size), worth + size) if size else (measure, worth + measure.chip - 100)


@lru_cache(maxsize=32)
def _named(told: RowTraits, totals: TotalSizes, double: bool, largest: int, look: Look) -> tuple[RowSizes, bool]:
    """The sizes of all but marks, which are as small as they get, and whether names are there in full."""
    sizes = _name_sizes(totals, double, largest, look)
    measure = RowSizes(
        totals.width, totals.high, totals.size, totals.wide, sizes[0], 0, 0, 0, double, look.least, look.least
    )
    measure = measure._replace(deep=told.deep)
    wanted = 0
    for name in sizes:
        if measure.names and name < look.small:
            break
        measure, wanted = _with_names(measure, told, name, look)
        if measure.names == wanted:
            break
    return measure, measure.names >= wanted


def _name_sizes(totals: TotalSizes, double: bool, largest: int, look: Look) -> list[int]:
    """The sizes of type for names that are not too high for their rows, nor larger than totals; the largest first.

    Beside marks with codes, which have to be read from a chair, names are no larger than these.
    """
    share = totals.high - 2 * look.line
    if double:
        share = max(totals.high * 9 // 20, min(line_height(look.small), share - chips.chip_height(look.least)))
    if totals.wide:
        largest = min(largest, totals.size)
    sizes = [each for each in steps(largest, min(largest, _least_name(look))) if line_height(each) <= share]
    tiny = range(min(look.least, largest), 4, -1)
    return sizes or [next((each for each in tiny if line_height(each) <= totals.high), 5)]


def _least_name(look: Look) -> int:
    """The least type of names, unless rows are too low for it."""
    return max(look.least, size_at_most(look.small - 1))


def _with_names(measure: RowSizes, told: RowTraits, name: int, look: Look) -> tuple[RowSizes, int]:
    """The sizes of rows with names in type of a size, and how wide the widest name is."""
    code = _cap_size(name, measure.high, look)
    codes = max([keycap_width(each, code) for each in told.codes if each], default=0)
    note = max(look.least, size_at_most(min(look.small + look.line, name * 4 // 5)))
    measure = measure._replace(name=name, code=code, codes=codes, note=note)
    left, right = _edges(measure, look)
    wanted = max([text_width(each, name) for each in told.names])
    return measure._replace(names=min(_names_room(told, right - left, measure, look), wanted)), wanted


@lru_cache(maxsize=128)
def _chip(strip: chips.ChipStrip, largest: int, measure: RowSizes, look: Look) -> int:
    """The largest type in which marks fit, whole and with none left out; 0 if there is none."""
    for size in steps(largest, look.least):
        room = _marks_room(measure._replace(chip=size), look)
        flowed = chips.chip_flow(strip, False, size, room.width, look)
        if flowed.whole and flowed.height(look) <= room.height:
            return size
    return 0


def _names_room(told: RowTraits, room: int, measure: RowSizes, look: Look) -> int:
    """How much of a row names may take at most: beside marks less, unless the names are small already."""
    if not measure.double and told.marked and measure.name > look.small:
        return room * 9 // 20
    return room * 2 // 3 if not measure.double and (told.marked or told.noted) else room


def _cap_size(name: int, high: int, look: Look) -> int:
    """The type of codes: a little smaller than the names, except where those are small."""
    size = max(name * 4 // 5, look.small)
    return next((each for each in steps(size, 5) if keycap_height(each) < high - look.line), 5)


def _edges(measure: RowSizes, look: Look) -> tuple[int, int]:
    """Where names begin and where the room before the totals ends."""
    left = look.gap // 2 + (measure.codes + look.gap if measure.codes else 0)
    between = 2 * look.gap if look.compact else look.gap
    right = measure.width - (_beside_total(look) + measure.totals + between if measure.totals else look.gap // 2)
    return left, right


def _beside_total(look: Look) -> int:
    """How far totals stand from the end of their row: white figures at the edge of a black row are hard to make out."""
    return look.gap if look.compact else look.gap + look.line


def _head(measure: RowSizes, look: Look) -> Box:
    """The part of a row that has the name in it."""
    high = measure.high - look.line
    if not measure.double:
        return Box(0, 0, measure.width, high)
    spare = max(0, high - line_height(measure.name) - _chips_high(measure)) // 3
    return Box(0, spare, measure.width, spare + line_height(measure.name))


def _chips_high(measure: RowSizes) -> int:
    """How high the lines of marks are."""
    return measure.deep * chips.chip_height(measure.chip) + 2 * (measure.deep - 1)


def _marks_room(measure: RowSizes, look: Look) -> Box:
    """The room for a row's marks and its note."""
    left, right = _edges(measure, look)
    high = measure.high - look.line
    if measure.double:
        head = _head(measure, look)
        gap = max(look.line, (high - head.y1 - _chips_high(measure)) // 2)
        return Box(left, min(head.y1 + gap, high), right, high - look.line)
    return Box(left + measure.names + look.gap, 2 * look.line, right, high - 2 * look.line)


@lru_cache(maxsize=32)
def _places(measure: RowSizes, look: Look) -> RowAreas:
    return RowAreas(*_edges(measure, look), _head(measure, look), _marks_room(measure, look))


@lru_cache(maxsize=64)
def _line(full: str, strip: chips.ChipStrip | None, said_: str, measure: RowSizes, look: Look) -> RowContents:
    """What of a row with a name, marks and a note is shown, and where."""
    places = _places(measure, look)
    room = measure.names if strip or (said_ and not look.compact) else places.right - places.left
    name, loss = _name_shown(full, measure.name, room)
    flowed, corner, lost = _marks_shown(strip, places.marks, measure, look)
    whole = Box(0, 0, measure.width, measure.high - look.line)
    bare = RowContents(name, flowed, corner, "", NOWHERE, loss + lost, places.head if strip or said_ else whole)
    if not said_:
        return bare
    if look.compact:
        return _with_spare_note(bare, said_, measure, look)
    named = min(measure.names, text_width(full, measure.name))
    note, where = _note_place(said_, flowed, named, places, measure, look)
    return bare._replace(note=note, place=where, loss=bare.loss + (0 if note else NO_NOTE))


def _name_shown(full: str, size: int, room: int) -> tuple[str, int]:
    """As much of a name as has room, and how much is lost."""
    name = shorten(full, size, True, room)
    return "" if text_width(name, size) > room else name, 0 if name == full else SHORTENED


def _with_spare_note(row: RowContents, said_: str, measure: RowSizes, look: Look) -> RowContents:
    """A row with its note beside the name, or below it if the row is high enough; without it where it has no room."""
    left, right, head, _ = _places(measure, look)
    wide, high = text_width(said_, look.least, False), line_height(look.least)
    named = left + text_width(row.name, measure.name)
    apart = min(2 * look.gap, (right + 2 * look.gap - named - wide) // 2)
    beside = Box(named + apart, head.y0, right, head.y1)
    if apart > look.gap and wide <= beside.width and high <= beside.height:
        return row._replace(note=said_, place=beside)
    top = (head.height - line_height(measure.name) - high) // 2
    below = Box(left, top + line_height(measure.name), right, top + line_height(measure.name) + high)
    if wide <= below.width and top >= 0:
        return row._replace(note=said_, place=below, head=Box(0, top, measure.width, below.y0))
    return row


def _marks_shown(
    strip: chips.ChipStrip | None, place: Box, measure: RowSizes, look: Look
) -> tuple[chips.ChipFlow | None, tuple[int, int], int]:
    """A row's marks as they fit the room for them, where they begin, and how much is lost."""
    if strip is None:
        return None, (place.x0, place.y0), 0
    flowed, lost = chips.fit(strip, steps(measure.chip, look.least), place.width, place.height, look)
    spare = 0 if measure.double else max(0, place.height - flowed.height(look))
    return flowed, (place.x0, place.y0 + spare // 2), lost


def _note_place(
    note: str, flowed: chips.ChipFlow | None, named: int, places: RowAreas, measure: RowSizes, look: Look
) -> tuple[str, Box]:
    """The words of a row's note and where they go: after the marks, or after a name so wide; no words if nowhere."""
    head, size = places.head, measure.note
    rooms = [places.marks if flowed is None else _after_marks(flowed, places.marks, measure, look)]
    if measure.double:
        end = places.left + named + look.gap
        rooms.append(Box(end, head.y0, rooms[0].x1, head.y1))
    for each in rooms:
        if text_width(note, size, False) <= each.width and line_height(size) <= each.height:
            return note, each
    return "", NOWHERE


def _after_marks(flowed: chips.ChipFlow, place: Box, measure: RowSizes, look: Look) -> Box:
    """The room that marks leave beside them."""
    used = (flowed.width if flowed.lines <= 1 else place.width) + look.gap
    high = chips.chip_height(flowed.size)
    top = place.y0 if measure.double else place.y0 + max(0, place.height - high) // 2
    return Box(place.x0 + used, top, place.x1, max(top + high, min(place.y1, top + line_height(measure.note))))


def draw(plan: RowsPlan, x: int, y: int, look: Look) -> list[Item]:
    """Rows from a corner."""
    items: list[Item] = []
    measure = plan.measure
    for at, row in enumerate(plan.people):
        bottom = y + measure.high - look.line
        if not (row.acting or look.compact) and at + 1 < len(plan.people) and not plan.people[at + 1].acting:
            items.append(Fill(Box(x, bottom, x + measure.width, bottom + look.line)))
        items += _row(row, x, y, measure, look)
        y += measure.high
    return items


@lru_cache(maxsize=32)
def _row(row: PlayerText, x: int, y: int, measure: RowSizes, look: Look) -> tuple[Item, ...]:
    """One row from its corner, without the line below it."""
    items: list[Item] = []
    box = Box(x, y, x + measure.width, y + measure.high - (0 if look.compact else look.line))
    shown = _line(row.name, row.strip, row.note, measure, look)
    left = _places(measure, look).left
    ink = Ink.BLACK
    if row.acting:
        items.append(Fill(box))
        ink = Ink.WHITE
    if row.total:
        wide = text_width(row.total, measure.total)
        baseline = y + (box.height + capital_height(measure.total)) // 2
        right = box.x1 - _beside_total(look)
        items.append(left_aligned(row.total, right - wide, baseline, measure.total, True, ink, Part.TOTAL))
    baseline = baseline_in(shown.head.at(x, y), measure.name)
    named: list[Item] = []
    if row.code:
        named += _code(row, box, baseline, measure, ink, look)
    if shown.name:
        named.append(left_aligned(shown.name, x + left, baseline, measure.name, True, ink, Part.NAME))
    items += named
    items += _targets(row, named)
    if shown.flow is not None:
        across, down = shown.corner
        items += chips.place(shown.flow, x + across, y + down, look, ink)
    if shown.note:
        place = shown.place.at(x, y)
        items.append(left_aligned(shown.note, place.x0, baseline_in(place, measure.note), measure.note, False, ink))
    return tuple(items)


def _targets(row: PlayerText, named: list[Item]) -> list[Target]:
    """Where a player may be pointed at: the key and the name."""
    return [Target(item.box, row.code) for item in (named[0], named[-1])] if row.code and row.keyed else []


def _code(row: PlayerText, box: Box, baseline: int, measure: RowSizes, ink: Ink, look: Look) -> list[Item]:
    """The code of a row: level with the name, or in the middle if it would stick out."""
    size = measure.code
    high = keycap_height(size)
    top = baseline - (capital_height(measure.name) + high) // 2
    if size > measure.name or top < box.y0 or top + high > box.y1:
        top = box.y0 + (box.height - high) // 2
    left = box.x0 + look.gap // 2
    return player_code(row.code, row.keyed, Box(left, top, left + measure.codes, top + high), size, ink)
