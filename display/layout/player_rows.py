"""Lay out and draw the rows of players: who acts, the cards before each, and the totals."""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from functools import cached_property, lru_cache
from itertools import product

from display.layout import chips
from display.layout.layout_options import NOTHING_GIVEN_UP, GivenUp, total_loss
from display.layout.page_style import (
    PageStyle,
    largest_fitting,
    largest_for_words,
    total_sizes,
    type_sizes,
    with_small_names,
)
from display.layout.text_items import baseline_in, keycap_height, keycap_width, left_aligned, player_code, shorten_name
from display.scene import Box, Fill, Item, Role, Target
from display.text_metrics import capital_height, line_height, one_line, size_at_most, text_width
from display.vocabulary import Face, Ink, Mark, Note, PlayerRow, Style
from display.words import Label, figure
from values.named_tuple import NamedTuple

NO_NOTES = 6
"""Leaving out a note counts as much as so many pixels of smaller type."""

NOWHERE = Box(0, 0, 0, 0)


class PlayerText(NamedTuple):
    """A row as text, with its marks as chips. `total` and `note` are empty if there is none.

    If it is `keyed`, its code is a key to press. `briefs` are shorter and shorter forms of the note.
    """

    name: str
    code: str
    keyed: bool
    acting: bool
    total: str
    strip: chips.ChipStrip | None
    note: str
    briefs: tuple[str, ...]


class RowTraits(NamedTuple):
    """The names and codes of rows, and whether any has marks or a note: the same on many pages."""

    names: tuple[str, ...]
    codes: tuple[str, ...]
    marked: bool
    noted: bool


class RowSizes(NamedTuple):
    """Measures that all rows of a board share: sizes of type, and the widths of codes, names and totals.

    Marks stand below the name, on `deep` lines, or beside it if that is 0. `width` and `high` are a row's, the line
    below it included.
    """

    style: PageStyle
    width: int
    high: int
    total: int
    totals: int
    deep: int = 0
    name: int = 0
    names: int = 0
    code: int = 0
    codes: int = 0
    chip: int = 0
    note: int = 0

    @cached_property
    def left(self) -> int:
        """The offset where names begin."""
        return self.style.gap // 2 + (self.codes + self.style.gap if self.codes else 0)

    @cached_property
    def right(self) -> int:
        """The offset where the room before the totals ends."""
        gap = self.style.gap
        between = 2 * gap if self.style.is_compact else gap
        return self.width - (self.total_margin + self.totals + between if self.totals else gap // 2)

    @property
    def total_margin(self) -> int:
        """The space between a total and the end of its row: white figures at a black row's edge are hard to read."""
        return self.style.gap if self.style.is_compact else self.style.gap + self.style.stroke

    @property
    def _chips_high(self) -> int:
        return self.deep * chips.chip_height(self.chip) + 2 * (self.deep - 1)

    @cached_property
    def name_box(self) -> Box:
        """The part of a row that contains the name."""
        high = self.high - self.style.stroke
        if not self.deep:
            return Box(0, 0, self.width, high)
        spare = max(0, high - line_height(self.name) - self._chips_high) // 3
        return Box(0, spare, self.width, spare + line_height(self.name))

    @cached_property
    def marks_box(self) -> Box:
        """The box for a row's marks and its note."""
        high, line = self.high - self.style.stroke, self.style.stroke
        if not self.deep:
            return Box(self.left + self.names + self.style.gap, 2 * line, self.right, high - 2 * line)
        gap = max(line, (high - self.name_box.y1 - self._chips_high) // 2)
        return Box(self.left, min(self.name_box.y1 + gap, high), self.right, high - line)


class RowContents(NamedTuple):
    """What a row shows: as much of the name as fits, the marks and the note, with their offsets from the row's corner.

    `name_box` is the part of the row with the name in its middle. `loss` is what is given up.
    """

    name: str
    flow: chips.ChipFlow | None
    corner: tuple[int, int]
    note: str
    place: Box
    loss: GivenUp
    head: Box


class RowsPlan(NamedTuple):
    """Rows as they fit a room, and what is given up."""

    people: tuple[PlayerText, ...]
    measure: RowSizes
    lines: tuple[RowContents, ...]
    loss: GivenUp


def player_texts(
    rows: tuple[PlayerRow, ...], keyed: frozenset[str], style: PageStyle, *, marked: bool = False
) -> tuple[PlayerText, ...]:
    """Return rows as text. On the smallest panels they have no marks; open cards are notes there.

    Codes that are no keys are left out, so that nobody presses them by mistake, unless the markers on a scoreboard are
    `marked` with them.
    """
    return tuple([_player(row, row.code in keyed, style, marked=marked) for row in rows])


def _player(row: PlayerRow, keyed: bool, style: PageStyle, *, marked: bool) -> PlayerText:
    note = _note(row, style)
    return PlayerText(
        one_line(row.name),
        row.code if keyed or marked else "",
        keyed,
        row.acting,
        "" if row.total is None else figure(row.total),
        chips.chip_strip(row.marks, style) if row.marks and not style.is_compact else None,
        "" if note is None else style.say(note),
        tuple([style.say(brief) for brief in note.briefs]) if isinstance(note, Note) else (),
    )


def _note(row: PlayerRow, style: PageStyle) -> Label | None:
    """Return a row's note; on the smallest panels, a row without one has its open cards instead."""
    return _open_cards(row.marks, style) if row.note is None and style.is_compact else row.note


def _open_cards(marks: tuple[Mark, ...], style: PageStyle) -> str | None:
    """Return cards in letters; None if there are none, or if there are other marks as well."""
    faces = [mark.label for mark in marks if isinstance(mark.label, Face) and mark.style is Style.PLAIN]
    suited = [(face.value, face.suit) for face in faces if face.value and face.suit is not None]
    if not suited or len(suited) < len(marks):
        return None
    return " ".join(f"{style.say(value)}{style.say(suit.letter)}" for value, suit in suited)


def least_row_height(style: PageStyle) -> int:
    """Return the minimum height of a row with totals of this height."""
    return max(style.total_height + 3 * style.stroke, line_height(style.min_size) + style.stroke)


def draw_rows(rows_: tuple[PlayerRow, ...], keyed: frozenset[str], box: Box, style: PageStyle) -> list[Item]:
    """Draw rows in a box, from its top. On the smallest panels, notes are drawn only if they take no room."""
    people = player_texts(rows_, keyed, style)
    return draw(plan_rows(people, box.width, box.height, style), box.x0, box.y0) if people else []


def plan_rows(people: tuple[PlayerText, ...], width: int, height: int, style: PageStyle) -> RowsPlan:
    """Fit rows into a room, with the longest form of notes that fits in all: a row without one would read as zero.

    On the smallest panels, small type is preferred to leaving out notes.
    """
    first: RowsPlan | None = None
    for dense, way in product((False, True) if style.is_compact else (False,), note_forms(people)):
        plan = _plan(way, width, height, style, dense)
        if all(line.note == row.note for row, line in zip(way, plan.lines, strict=True) if row.briefs):
            return plan
        first = first or plan
    assert first is not None
    bare = tuple([row._replace(note="") if row.briefs else row for row in first.people])
    return _plan_measured(bare, first.measure)


def note_forms(people: tuple[PlayerText, ...]) -> Iterator[tuple[PlayerText, ...]]:
    """Yield the rows with their notes in full, and then in shorter and shorter forms."""
    yield people
    for length in range(1, 1 + max([len(row.briefs) for row in people])):
        yield tuple([row._replace(note=row.briefs[:length][-1]) if row.briefs else row for row in people])


def _plan(people: tuple[PlayerText, ...], width: int, height: int, style: PageStyle, dense: bool) -> RowsPlan:
    """Fit rows into a room, with the marks below or beside the names, whichever gives up less.

    `dense` rows are in small type.
    """
    high = min(height // len(people), style.total_height * 6)
    if not any(row.code or row.total for row in people):
        high = min(high, 2 * line_height(style.name_size))
    total, totals = _total_sizes(people, width, high, style)
    if dense:
        style, total = with_small_names(style), style.total_size
        totals = _widest_text([row.total for row in people], total)
    base, traits = RowSizes(style, width, high, total, totals), _row_traits(people, style)
    depths = _mark_line_counts(people, traits, high, style)
    return _best_plan(people, [_measure_rows(people, traits, base._replace(deep=deep)) for deep in depths])


def _best_plan(people: tuple[PlayerText, ...], measures: list[RowSizes]) -> RowsPlan:
    """Return the rows that give up least. Measures that must give up least are tried first.

    Others are tried only if they may give up less than the best so far.
    """
    first, *others = sorted(measures, key=_least_given_up)
    plan = _plan_with_notes(people, first)
    for measure in others:
        if _least_given_up(measure) < plan.loss:
            plan = min(plan, _plan_with_notes(people, measure), key=lambda way: way.loss)
    return plan


def _row_traits(people: tuple[PlayerText, ...], style: PageStyle) -> RowTraits:
    """Return what there is to make room for. On the smallest panels, notes get only what is left."""
    names, codes = tuple([row.name for row in people]), tuple([row.code for row in people])
    noted = not style.is_compact and any(row.note for row in people)
    return RowTraits(names, codes, any(row.strip for row in people), noted)


def _mark_line_counts(
    people: tuple[PlayerText, ...], traits: RowTraits, height: int, style: PageStyle
) -> tuple[int, ...]:
    """Return the possible numbers of lines for marks below the names in rows of this height; 0 puts them beside."""
    enough = line_height(style.min_size) + chips.chip_height(style.min_size) + 3 * style.stroke
    if height < enough or not (traits.marked or traits.noted):
        return (0,)
    return (1, 0) if not traits.marked else (2, 0) if _has_codes(people) else (2, 1, 0)


def _total_sizes(people: tuple[PlayerText, ...], width: int, height: int, style: PageStyle) -> tuple[int, int]:
    """Return the type of totals in rows of this width and height, and the width of the widest total.

    They are as large as the row's height allows, and leave names the width that they need in small type.
    """
    figures = [row.total for row in people if row.total]
    sizes = total_sizes(min((height - 2 * style.stroke) * 5 // 8, style.total_height * 5 // 4), style.total_height)
    if not figures:
        return sizes[0], 0
    room = width * 3 // 10
    if not style.is_compact:
        code = max([keycap_width(row.code, style.small_size) for row in people if row.code], default=0)
        room = min(room, width - _widest_text([row.name for row in people], style.small_size) - code - 3 * style.gap)
    size = largest_for_words(figures, sizes, sizes[-1], room)
    return size, _widest_text(figures, size)


def _widest_text(written: Sequence[str], size: int) -> int:
    return max([text_width(each, size) for each in written])


def _has_codes(people: tuple[PlayerText, ...]) -> bool:
    """Whether any mark has a code."""
    return any(chip.code for row in people if row.strip for chip in row.strip.open)


def _plan_with_notes(people: tuple[PlayerText, ...], measure: RowSizes) -> RowsPlan:
    """Return rows with these measures, with notes in larger type if all of them fit."""
    plan, style = _plan_measured(people, measure), measure.style
    if style.is_compact or plan.loss.unsaid or not any(row.note for row in people):
        return plan
    larger = [size for size in type_sizes(max(style.small_size, measure.note), measure.note) if size <= measure.name]
    ways = (_plan_measured(people, measure._replace(note=size)) for size in larger)
    return next((way for way in ways if not way.loss.unsaid), plan)


def _plan_measured(people: tuple[PlayerText, ...], measure: RowSizes) -> RowsPlan:
    lines = tuple([_line(row.name, row.strip, row.note, measure) for row in people])
    least, rest = _least_given_up(measure), total_loss([each.loss for each in lines])
    small = least.small + (NO_NOTES + rest.unsaid if rest.unsaid else 0)
    return RowsPlan(people, measure, lines, rest._replace(crowded=least.crowded, unread=least.unread, small=small))


def _least_given_up(measure: RowSizes) -> GivenUp:
    """Return what rows with these measures give up at least, whatever they contain."""
    style = measure.style
    crowded = measure.totals > 0 and measure.left > measure.right + style.gap
    small = style.name_size - measure.name + style.chip_size - measure.chip
    return GivenUp(crowded=int(crowded), unread=int(measure.name < _least_name(style)), small=small)


def _measure_rows(people: tuple[PlayerText, ...], traits: RowTraits, base: RowSizes) -> RowSizes:
    """Return the sizes of names, codes, notes and marks. Names are small if marks beside larger ones would be cut."""
    style, strips = base.style, [row.strip for row in people if row.strip]
    largest = style.readable_size if not style.is_compact and _has_codes(people) else style.name_size
    for names in (largest, min(largest, style.small_size)):
        measure = _measure_names(traits, base, names)
        size = min([_largest_chip_size(strip, measure) for strip in strips], default=style.chip_size)
        if size:
            return measure._replace(chip=size)
    return measure


@lru_cache(maxsize=32)
def _measure_names(traits: RowTraits, base: RowSizes, largest: int) -> RowSizes:
    """Return all sizes but those of marks, which are set to the smallest.

    Names are in the largest type in which all of them fit, or else in small type.
    """
    sizes = _name_sizes(base, largest)
    measure = base._replace(name=sizes[0], chip=base.style.min_size, note=base.style.min_size)
    for name in sizes:
        if measure.names and name < base.style.small_size:
            break
        measure, wanted = _with_names(measure, traits, name)
        if measure.names == wanted:
            break
    return measure


def _name_sizes(base: RowSizes, largest: int) -> list[int]:
    """Return the sizes of type for names that fit the height of rows and are no larger than totals; the largest first.

    Beside marks with codes, which must be readable from a chair, names are no larger than these.
    """
    style = base.style
    share = base.high - 2 * style.stroke
    if base.deep:
        share = max(base.high * 9 // 20, min(line_height(style.small_size), share - chips.chip_height(style.min_size)))
    if base.totals:
        largest = min(largest, base.total)
    sizes = [each for each in type_sizes(largest, min(largest, _least_name(style))) if line_height(each) <= share]
    tiny = range(min(style.min_size, largest), 4, -1)
    return sizes or [largest_fitting(tiny, 5, lambda size: line_height(size) <= base.high)]


def _least_name(style: PageStyle) -> int:
    """Return the smallest type of names, unless rows are too low for it."""
    return max(style.min_size, size_at_most(style.small_size - 1))


def _with_names(measure: RowSizes, traits: RowTraits, name: int) -> tuple[RowSizes, int]:
    """Return the measures with names in type of a size, and the width of the widest name.

    Codes are a little smaller than names, unless those are small.
    """
    style = measure.style
    high = measure.high - style.stroke
    code = largest_fitting(
        type_sizes(max(name * 4 // 5, style.small_size), 5), 5, lambda size: keycap_height(size) < high
    )
    codes = max([keycap_width(each, code) for each in traits.codes if each], default=0)
    note = max(style.min_size, size_at_most(min(style.small_size + style.stroke, name * 4 // 5)))
    measure = measure._replace(name=name, code=code, codes=codes, note=note)
    wanted = _widest_text(traits.names, name)
    return measure._replace(names=min(_max_name_width(traits, measure), wanted)), wanted


def _max_name_width(traits: RowTraits, measure: RowSizes) -> int:
    """Return the maximum width of names in a row: less beside marks, unless the names are small already."""
    room = measure.right - measure.left
    if measure.deep or not (traits.marked or traits.noted):
        return room
    return room * 9 // 20 if traits.marked and measure.name > measure.style.small_size else room * 2 // 3


@lru_cache(maxsize=128)
def _largest_chip_size(strip: chips.ChipStrip, measure: RowSizes) -> int:
    """Return the largest type in which marks fit, whole and with none left out; 0 if there is none."""
    style = measure.style
    for size in type_sizes(style.chip_size, style.min_size):
        room = measure._replace(chip=size).marks_box
        flowed = chips.chip_flow(strip, False, size, room.width, style)
        if flowed.whole and flowed.height(style) <= room.height:
            return size
    return 0


@lru_cache(maxsize=64)
def _line(full: str, strip: chips.ChipStrip | None, note: str, measure: RowSizes) -> RowContents:
    """Return the contents and positions of a row with a name, marks and a note."""
    compact, head = measure.style.is_compact, measure.name_box
    name = shorten_name(full, measure.name, _name_room(strip is not None, note, measure))
    flowed, corner, loss = _marks_shown(strip, measure)
    whole = Box(0, 0, measure.width, measure.high - measure.style.stroke)
    loss = loss._replace(cut=name != full)
    bare = RowContents(name, flowed, corner, "", NOWHERE, loss, head if strip or note else whole)
    if not note:
        return bare
    if compact:
        return _with_spare_note(bare, note, measure)
    for each in _note_places(flowed, min(measure.names, text_width(full, measure.name)), measure):
        if text_width(note, measure.note, False) <= each.width and line_height(measure.note) <= each.height:
            return bare._replace(note=note, place=each)
    return bare._replace(loss=loss._replace(unsaid=1))


def _name_room(marked: bool, note: str, measure: RowSizes) -> int:
    """Return how much of a row's width its name may take: all of it if nothing is beside it."""
    return measure.names if marked or (note and not measure.style.is_compact) else measure.right - measure.left


def _with_spare_note(row: RowContents, said: str, measure: RowSizes) -> RowContents:
    """Return a row with its note beside the name, or below it in a row that is high enough.

    Without room, the row is returned without its note.
    """
    left, right, head, gap, size = (
        measure.left,
        measure.right,
        measure.name_box,
        measure.style.gap,
        measure.style.min_size,
    )
    wide, high = text_width(said, size, False), line_height(size)
    named = left + text_width(row.name, measure.name)
    apart = min(2 * gap, (right + 2 * gap - named - wide) // 2)
    beside = Box(named + apart, head.y0, right, head.y1)
    if apart > gap and wide <= beside.width and high <= beside.height:
        return row._replace(note=said, place=beside)
    top = (head.height - line_height(measure.name) - high) // 2
    below = Box(left, top + line_height(measure.name), right, top + line_height(measure.name) + high)
    if wide <= below.width and top >= 0:
        return row._replace(note=said, place=below, head=Box(0, top, measure.width, below.y0))
    return row


def _marks_shown(
    strip: chips.ChipStrip | None, measure: RowSizes
) -> tuple[chips.ChipFlow | None, tuple[int, int], GivenUp]:
    """Return a row's marks as they fit, their corner, and what is given up."""
    box, style = measure.marks_box, measure.style
    if strip is None:
        return None, (box.x0, box.y0), NOTHING_GIVEN_UP
    flowed, loss = chips.fit_chips(strip, type_sizes(measure.chip, style.min_size), box.width, box.height, style)
    spare = 0 if measure.deep else max(0, box.height - flowed.height(style))
    return flowed, (box.x0, box.y0 + spare // 2), loss


def _note_places(flowed: chips.ChipFlow | None, named: int, measure: RowSizes) -> Iterator[Box]:
    """Yield the boxes where a row's note may go: after the marks, or above these after a name of this width."""
    box, head = measure.marks_box, measure.name_box
    if flowed is not None:
        used = (flowed.width if flowed.lines <= 1 else box.width) + measure.style.gap
        high = chips.chip_height(flowed.size)
        top = box.y0 if measure.deep else box.y0 + max(0, box.height - high) // 2
        bottom = max(top + high, min(box.y1, top + line_height(measure.note)))
        box = Box(box.x0 + used, top, box.x1, bottom)
    yield box
    if measure.deep:
        yield Box(measure.left + named + measure.style.gap, head.y0, box.x1, head.y1)


def draw(plan: RowsPlan, x: int, y: int) -> list[Item]:
    """Draw rows from a corner."""
    items: list[Item] = []
    measure, style = plan.measure, plan.measure.style
    for at, row in enumerate(plan.people):
        bottom = y + measure.high - style.stroke
        if not (row.acting or style.is_compact) and at + 1 < len(plan.people) and not plan.people[at + 1].acting:
            items.append(Fill(Box(x, bottom, x + measure.width, bottom + style.stroke)))
        items += _row(row, x, y, measure)
        y += measure.high
    return items


@lru_cache(maxsize=32)
def _row(row: PlayerText, x: int, y: int, measure: RowSizes) -> tuple[Item, ...]:
    """Draw one row from its corner, without the line below it."""
    style, contents = measure.style, _line(row.name, row.strip, row.note, measure)
    box = Box(x, y, x + measure.width, y + measure.high - (0 if style.is_compact else style.stroke))
    ink = Ink.WHITE if row.acting else Ink.BLACK
    items: list[Item] = [Fill(box)] if row.acting else []
    if row.total:
        baseline = y + (box.height + capital_height(measure.total)) // 2
        left = box.x1 - measure.total_margin - text_width(row.total, measure.total)
        items.append(left_aligned(row.total, left, baseline, measure.total, True, ink, Role.TOTAL))
    items += _named_items(row, contents, box, measure, ink)
    if contents.flow is not None:
        across, down = contents.corner
        items += chips.placed_items(contents.flow, x + across, y + down, style, ink)
    if contents.note:
        place = contents.place.moved(x, y)
        items.append(left_aligned(contents.note, place.x0, baseline_in(place, measure.note), measure.note, False, ink))
    return tuple(items)


def _named_items(row: PlayerText, contents: RowContents, box: Box, measure: RowSizes, ink: Ink) -> list[Item]:
    """Draw the code and the name of a row, with targets for choosing the player by pointing."""
    baseline = baseline_in(contents.head.moved(box.x0, box.y0), measure.name)
    named = _code(row, box, baseline, measure, ink) if row.code else []
    if contents.name:
        named.append(left_aligned(contents.name, box.x0 + measure.left, baseline, measure.name, True, ink, Role.NAME))
    if not (row.code and row.keyed):
        return named
    return [*named, Target(named[0].box, row.code), Target(named[-1].box, row.code)]


def _code(row: PlayerText, box: Box, baseline: int, measure: RowSizes, ink: Ink) -> list[Item]:
    """Draw the code of a row: level with the name, or in the middle if it would stick out."""
    size = measure.code
    high = keycap_height(size)
    top = baseline - (capital_height(measure.name) + high) // 2
    if size > measure.name or top < box.y0 or top + high > box.y1:
        top = box.y0 + (box.height - high) // 2
    left = box.x0 + measure.style.gap // 2
    return player_code(row.code, row.keyed, Box(left, top, left + measure.codes, top + high), size, ink)
