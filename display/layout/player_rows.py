"""Lay out and draw the rows of players: who acts, the cards before each, and the totals."""

from __future__ import annotations

from collections.abc import Iterable, Iterator
from functools import cached_property, lru_cache
from itertools import product, zip_longest

from display.layout import chips
from display.layout.layout_options import NO_LOSS, LayoutLoss, total_loss
from display.layout.page_style import (
    PageStyle,
    largest_fitting,
    largest_for_words,
    total_sizes,
    type_sizes,
    with_small_names,
)
from display.layout.text_items import (
    baseline_in,
    keycap,
    keycap_height,
    keycap_width,
    left_aligned,
    right_aligned,
    shorten_name,
)
from display.scene import BOLD, NO_RECT, REGULAR, Fill, Item, Rect, Role, Target
from display.text_metrics import capital_height, line_height, max_text_width, one_line, size_at_most, text_width
from display.vocabulary import Face, Ink, Mark, Note, PlayerRow, Style
from display.words import Label, figure
from values.named_tuple import NamedTuple

LOSS_OF_NOTES = 6
"""The loss if notes are left out, in pixels of smaller type, besides a pixel for each note."""

Corner = tuple[int, int]


class PlayerText(NamedTuple):
    """A row as text, with its marks as chips. `total` and `note` are empty if there is none.

    `code` is empty if it is no key to press. `briefs` are shorter and shorter forms of the note.
    """

    name: str
    code: str
    is_acting: bool
    total: str
    marks: chips.ChipStrip | None
    note: str
    briefs: tuple[str, ...]


class RowTraits(NamedTuple):
    """The names and codes of rows, and whether any has marks or a note: the same on many pages."""

    names: tuple[str, ...]
    codes: tuple[str, ...]
    has_marks: bool
    has_notes: bool


class RowSizes(NamedTuple):
    """Measures that all rows of a board share: sizes of type, and the widths of codes, names and totals.

    Marks stand below the name, on `mark_line_count` lines, or beside it if that is 0. `width` and `height` are a row's,
    the line below it included.
    """

    style: PageStyle
    width: int
    height: int
    total_size: int
    total_width: int
    mark_line_count: int = 0
    name_size: int = 0
    name_width: int = 0
    code_size: int = 0
    code_width: int = 0
    chip_size: int = 0
    note_size: int = 0

    @cached_property
    def names_start(self) -> int:
        """The offset where names begin."""
        return self.style.gap // 2 + (self.code_width + self.style.gap if self.code_width else 0)

    @cached_property
    def names_end(self) -> int:
        """The offset where the room before the totals ends."""
        gap = self.style.gap
        between = 2 * gap if self.style.is_compact else gap
        return self.width - (self.total_margin + self.total_width + between if self.total_width else gap // 2)

    @property
    def total_margin(self) -> int:
        """The space between a total and the end of its row: white figures at a black row's edge are hard to read."""
        return self.style.gap if self.style.is_compact else self.style.gap + self.style.stroke

    @property
    def _chips_height(self) -> int:
        return self.mark_line_count * chips.chip_height(self.chip_size) + 2 * (self.mark_line_count - 1)

    @cached_property
    def name_rect(self) -> Rect:
        """The part of a row that contains the name."""
        height = self.height - self.style.stroke
        if not self.mark_line_count:
            return Rect(0, 0, self.width, height)
        margin = max(0, height - line_height(self.name_size) - self._chips_height) // 3
        return Rect(0, margin, self.width, margin + line_height(self.name_size))

    @cached_property
    def marks_rect(self) -> Rect:
        """The rectangle for a row's marks and its note."""
        stroke, start, height = self.style.stroke, self.names_start, self.height - self.style.stroke
        if not self.mark_line_count:
            return Rect(start + self.name_width + self.style.gap, 2 * stroke, self.names_end, height - 2 * stroke)
        gap = max(stroke, (height - self.name_rect.y1 - self._chips_height) // 2)
        return Rect(start, min(self.name_rect.y1 + gap, height), self.names_end, height - stroke)


class RowContents(NamedTuple):
    """The contents of a row: as much of the name as fits, the marks and the note, with offsets from the row's corner.

    `name_rect` is the part of the row with the name in its middle. `loss` is what is given up.
    """

    name: str
    flow: chips.ChipFlow | None
    flow_corner: Corner
    note: str
    note_rect: Rect
    loss: LayoutLoss
    name_rect: Rect


class RowsPlan(NamedTuple):
    """Rows as they fit a room, and what is given up."""

    rows: tuple[PlayerText, ...]
    sizes: RowSizes
    contents: tuple[RowContents, ...]
    loss: LayoutLoss


def player_texts(rows: tuple[PlayerRow, ...], key_codes: frozenset[str], style: PageStyle) -> tuple[PlayerText, ...]:
    """Return rows as text. On the smallest panels they have no marks; open cards are notes there.

    Codes that are no keys are left out, so that nobody presses them by mistake.
    """
    return tuple([_player_text(row, row.code in key_codes, style) for row in rows])


def _player_text(row: PlayerRow, has_key: bool, style: PageStyle) -> PlayerText:
    note = _note(row, style)
    return PlayerText(
        one_line(row.name),
        row.code if has_key else "",
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


def min_row_height(style: PageStyle) -> int:
    """Return the minimum height of a row with the smallest totals of the style."""
    return max(style.total_height + 3 * style.stroke, line_height(style.min_size) + style.stroke)


def draw_rows(rows: tuple[PlayerRow, ...], key_codes: frozenset[str], rect: Rect, style: PageStyle) -> list[Item]:
    """Draw rows in a rectangle, from its top. On the smallest panels, notes are drawn only if they take no room."""
    texts = player_texts(rows, key_codes, style)
    return draw(plan_rows(texts, rect.width, rect.height, style), rect.x0, rect.y0) if texts else []


def plan_rows(rows: tuple[PlayerText, ...], width: int, height: int, style: PageStyle) -> RowsPlan:
    """Fit rows into a room, with the longest form of notes that fits in all: a row without one would read as zero.

    On the smallest panels, small type is preferred to leaving out notes.
    """
    first: RowsPlan | None = None
    for is_dense, form in product((False, True) if style.is_compact else (False,), note_forms(rows)):
        plan = _plan_form(form, width, height, style, is_dense)
        if all(shown.note == row.note for row, shown in zip(form, plan.contents, strict=True) if row.briefs):
            return plan
        first = first or plan
    assert first is not None
    without_notes = tuple([row._replace(note="") if row.briefs else row for row in first.rows])
    return _plan_measured(without_notes, first.sizes)


def note_forms(rows: tuple[PlayerText, ...]) -> Iterator[tuple[PlayerText, ...]]:
    """Yield the rows with their notes in full, and then in shorter and shorter forms."""
    yield rows
    for brief_count in range(1, 1 + max([len(row.briefs) for row in rows])):
        yield tuple([row._replace(note=row.briefs[:brief_count][-1]) if row.briefs else row for row in rows])


def _plan_form(rows: tuple[PlayerText, ...], width: int, height: int, style: PageStyle, is_dense: bool) -> RowsPlan:
    """Fit rows into a room, with the marks below or beside the names, whichever gives up less.

    Dense rows are in small type.
    """
    height = min(height // len(rows), style.total_height * 6)
    if not any(row.code or row.total for row in rows):
        height = min(height, 2 * line_height(style.name_size))
    total_size, total_width = _measure_totals(rows, width, height, style)
    if is_dense:
        style, total_size = with_small_names(style), style.total_size
        total_width = max_text_width([row.total for row in rows], total_size)
    base, traits = RowSizes(style, width, height, total_size, total_width), _row_traits(rows, style)
    bases = [base._replace(mark_line_count=lines) for lines in _mark_line_counts(rows, traits, height, style)]
    return _best_plan(rows, [_measure_rows(rows, traits, base) for base in bases])


def _best_plan(rows: tuple[PlayerText, ...], choices: list[RowSizes]) -> RowsPlan:
    """Return the rows that give up least. Measures that must give up least are tried first.

    Others are tried only if they may give up less than the best so far.
    """
    first, *others = sorted(choices, key=_min_loss)
    plan = _plan_with_notes(rows, first)
    for sizes in others:
        if _min_loss(sizes) < plan.loss:
            plan = min(plan, _plan_with_notes(rows, sizes), key=lambda candidate: candidate.loss)
    return plan


def _row_traits(rows: tuple[PlayerText, ...], style: PageStyle) -> RowTraits:
    """Return what the rows have to show. On the smallest panels, notes get only the room that is left."""
    names, codes = tuple([row.name for row in rows]), tuple([row.code for row in rows])
    has_notes = not style.is_compact and any(row.note for row in rows)
    return RowTraits(names, codes, any(row.marks for row in rows), has_notes)


def _mark_line_counts(rows: tuple[PlayerText, ...], traits: RowTraits, height: int, style: PageStyle) -> Iterable[int]:
    """Return the possible numbers of lines for marks below the names in rows of this height; 0 puts them beside."""
    two_lines = line_height(style.min_size) + chips.chip_height(style.min_size) + 3 * style.stroke
    if height < two_lines or not (traits.has_marks or traits.has_notes):
        return (0,)
    return (2, 1, 0) if traits.has_marks else (1, 0)


def _measure_totals(rows: tuple[PlayerText, ...], width: int, height: int, style: PageStyle) -> tuple[int, int]:
    """Return the type of totals in rows of this width and height, and the width of the widest total.

    They are as large as the row's height allows, and leave names the width that they need in small type.
    """
    totals = [row.total for row in rows if row.total]
    sizes = total_sizes(min((height - 2 * style.stroke) * 5 // 8, style.total_height * 5 // 4), style.total_height)
    if not totals:
        return sizes[0], 0
    max_width = width * 3 // 10
    if not style.is_compact:
        code = max([keycap_width(row.code, style.small_size) for row in rows if row.code], default=0)
        max_width = min(
            max_width, width - max_text_width([row.name for row in rows], style.small_size) - code - 3 * style.gap
        )
    size = largest_for_words(totals, sizes, sizes[-1], max_width)
    return size, max_text_width(totals, size)


def _plan_with_notes(rows: tuple[PlayerText, ...], sizes: RowSizes) -> RowsPlan:
    """Return rows with these measures, with notes in larger type if all of them fit."""
    plan, style = _plan_measured(rows, sizes), sizes.style
    if style.is_compact or plan.loss.unsaid or not any(row.note for row in rows):
        return plan
    larger = type_sizes(max(style.small_size, sizes.note_size), sizes.note_size)
    plans = (_plan_measured(rows, sizes._replace(note_size=size)) for size in larger if size <= sizes.name_size)
    return next((larger_plan for larger_plan in plans if not larger_plan.loss.unsaid), plan)


def _plan_measured(rows: tuple[PlayerText, ...], sizes: RowSizes) -> RowsPlan:
    contents = tuple([_row_contents(row.name, row.marks, row.note, sizes) for row in rows])
    base, loss = _min_loss(sizes), total_loss([row.loss for row in contents])
    small = base.small + (LOSS_OF_NOTES + loss.unsaid if loss.unsaid else 0)
    return RowsPlan(rows, sizes, contents, loss._replace(crowded=base.crowded, unread=base.unread, small=small))


def _min_loss(sizes: RowSizes) -> LayoutLoss:
    """Return the minimum loss of rows with these measures, whatever they contain."""
    style = sizes.style
    is_crowded = sizes.total_width > 0 and sizes.names_start > sizes.names_end + style.gap
    small = style.name_size - sizes.name_size + style.chip_size - sizes.chip_size
    return LayoutLoss(crowded=int(is_crowded), unread=int(sizes.name_size < style.step_below_small), small=small)


def _measure_rows(rows: tuple[PlayerText, ...], traits: RowTraits, base: RowSizes) -> RowSizes:
    """Return the sizes of names, codes, notes and marks. Names are small if marks beside larger ones would be cut."""
    style, strips = base.style, [row.marks for row in rows if row.marks]
    for largest_name in (style.name_size, style.small_size):
        sizes = _measure_names(traits, base, largest_name)
        size = min([_largest_chip_size(strip, sizes) for strip in strips], default=style.chip_size)
        if size:
            return sizes._replace(chip_size=size)
    return sizes


@lru_cache(maxsize=32)
def _measure_names(traits: RowTraits, base: RowSizes, largest: int) -> RowSizes:
    """Return all sizes but those of marks, which are set to the smallest.

    Names are in the largest type in which all of them fit, or else in small type.
    """
    names = _name_sizes(base, largest)
    sizes = base._replace(name_size=names[0], chip_size=base.style.min_size, note_size=base.style.min_size)
    for name_size in names:
        if sizes.name_width and name_size < base.style.small_size:
            break
        sizes, wanted_width = _with_names(sizes, traits, name_size)
        if sizes.name_width == wanted_width:
            break
    return sizes


def _name_sizes(base: RowSizes, largest: int) -> list[int]:
    """Return the sizes of type for names that fit the height of rows and are no larger than totals; the largest first.

    Beside marks with codes, which must be readable from a chair, names are no larger than these.
    """
    style = base.style
    max_height = base.height - 2 * style.stroke
    if base.mark_line_count:
        below_chips = max_height - chips.chip_height(style.min_size)
        max_height = max(base.height * 9 // 20, min(line_height(style.small_size), below_chips))
    if base.total_width:
        largest = min(largest, base.total_size)
    sizes = type_sizes(largest, min(largest, style.step_below_small))
    low = range(min(style.min_size, largest), 4, -1)
    return [size for size in sizes if line_height(size) <= max_height] or [
        largest_fitting(low, 5, lambda size: line_height(size) <= base.height)
    ]


def _with_names(sizes: RowSizes, traits: RowTraits, name_size: int) -> tuple[RowSizes, int]:
    """Return the measures with names in type of a size, and the width of the widest name.

    Codes are a little smaller than names, unless those are small.
    """
    style = sizes.style
    codes, height = type_sizes(max(name_size * 4 // 5, style.small_size), 5), sizes.height - style.stroke
    code_size = largest_fitting(codes, 5, lambda size: keycap_height(size) < height)
    code_width = max([keycap_width(code, code_size) for code in traits.codes if code], default=0)
    note_size = max(style.min_size, size_at_most(min(style.small_size + style.stroke, name_size * 4 // 5)))
    sizes = sizes._replace(name_size=name_size, code_size=code_size, code_width=code_width, note_size=note_size)
    wanted = max_text_width(traits.names, name_size)
    return sizes._replace(name_width=min(_max_name_width(traits, sizes), wanted)), wanted


def _max_name_width(traits: RowTraits, sizes: RowSizes) -> int:
    """Return the maximum width of names in a row: less beside marks, unless the names are small already."""
    width = sizes.names_end - sizes.names_start
    if sizes.mark_line_count or not (traits.has_marks or traits.has_notes):
        return width
    return width * 9 // 20 if traits.has_marks and sizes.name_size > sizes.style.small_size else width * 2 // 3


@lru_cache(maxsize=128)
def _largest_chip_size(strip: chips.ChipStrip, sizes: RowSizes) -> int:
    """Return the largest type in which marks fit, whole and with none left out; 0 if there is none."""
    style = sizes.style
    for size in type_sizes(style.chip_size, style.min_size):
        rect = sizes._replace(chip_size=size).marks_rect
        flow = chips.chip_flow(strip, size, rect.width, style, is_folded=False)
        if flow.is_whole and flow.height(style) <= rect.height:
            return size
    return 0


@lru_cache(maxsize=64)
def _row_contents(full_name: str, marks: chips.ChipStrip | None, note: str, sizes: RowSizes) -> RowContents:
    """Return the contents and positions of a row with a name, marks and a note."""
    is_compact = sizes.style.is_compact
    is_alone = not marks and (is_compact or not note)
    name_width = sizes.names_end - sizes.names_start if is_alone else sizes.name_width
    name = shorten_name(full_name, sizes.name_size, name_width)
    flow, corner, loss = _marks_shown(marks, sizes)
    loss = loss._replace(cut=name != full_name)
    contents = RowContents(name, flow, corner, "", NO_RECT, loss, sizes.name_rect)
    if not note:
        whole = Rect(0, 0, sizes.width, sizes.height - sizes.style.stroke)
        return contents if marks else contents._replace(name_rect=whole)
    if is_compact:
        return _with_spare_note(contents, note, sizes)
    for rect in _note_rects(flow, min(sizes.name_width, text_width(full_name, sizes.name_size)), sizes):
        if text_width(note, sizes.note_size, REGULAR) <= rect.width and line_height(sizes.note_size) <= rect.height:
            return contents._replace(note=note, note_rect=rect)
    return contents._replace(loss=loss._replace(unsaid=1))


def _with_spare_note(contents: RowContents, note: str, sizes: RowSizes) -> RowContents:
    """Return a row with its note beside the name, or below it in a row that is high enough.

    Without room, the row is returned without its note.
    """
    left, right, head, gap = sizes.names_start, sizes.names_end, sizes.name_rect, sizes.style.gap
    width, height = text_width(note, sizes.style.min_size, REGULAR), line_height(sizes.style.min_size)
    name_end, name_height = left + text_width(contents.name, sizes.name_size), line_height(sizes.name_size)
    space = min(2 * gap, (right + 2 * gap - name_end - width) // 2)
    beside = Rect(name_end + space, head.y0, right, head.y1)
    if space > gap and width <= beside.width and height <= beside.height:
        return contents._replace(note=note, note_rect=beside)
    top = (head.height - name_height - height) // 2
    below = Rect(left, top + name_height, right, top + name_height + height)
    if width <= below.width and top >= 0:
        return contents._replace(note=note, note_rect=below, name_rect=Rect(0, top, sizes.width, below.y0))
    return contents


def _marks_shown(marks: chips.ChipStrip | None, sizes: RowSizes) -> tuple[chips.ChipFlow | None, Corner, LayoutLoss]:
    """Return a row's marks as they fit, their corner, and what is given up."""
    rect, style = sizes.marks_rect, sizes.style
    if marks is None:
        return None, (rect.x0, rect.y0), NO_LOSS
    flow, loss = chips.fit_chips(marks, type_sizes(sizes.chip_size, style.min_size), rect.width, rect.height, style)
    margin = 0 if sizes.mark_line_count else max(0, rect.height - flow.height(style))
    return flow, (rect.x0, rect.y0 + margin // 2), loss


def _note_rects(flow: chips.ChipFlow | None, name_width: int, sizes: RowSizes) -> Iterator[Rect]:
    """Yield the rectangles where a row's note may go: after the marks, or above these after a name of this width."""
    rect, name_rect = sizes.marks_rect, sizes.name_rect
    if flow is not None:
        used_width = (flow.width if flow.line_count <= 1 else rect.width) + sizes.style.gap
        height = chips.chip_height(flow.size)
        top = rect.y0 if sizes.mark_line_count else rect.y0 + max(0, rect.height - height) // 2
        bottom = max(top + height, min(rect.y1, top + line_height(sizes.note_size)))
        rect = Rect(rect.x0 + used_width, top, rect.x1, bottom)
    yield rect
    if sizes.mark_line_count:
        yield Rect(sizes.names_start + name_width + sizes.style.gap, name_rect.y0, rect.x1, name_rect.y1)


def draw(plan: RowsPlan, x: int, y: int) -> list[Item]:
    """Draw rows from a corner, with lines between them, except beside rows of players who act."""
    items: list[Item] = []
    sizes, style = plan.sizes, plan.sizes.style
    for row, below in zip_longest(plan.rows, plan.rows[1:]):
        bottom = y + sizes.height - style.stroke
        if below is not None and not (style.is_compact or row.is_acting or below.is_acting):
            items.append(Fill(Rect(x, bottom, x + sizes.width, bottom + style.stroke)))
        items += _draw_row(row, x, y, sizes)
        y += sizes.height
    return items


@lru_cache(maxsize=32)
def _draw_row(row: PlayerText, x: int, y: int, sizes: RowSizes) -> tuple[Item, ...]:
    """Draw one row from its corner, without the line below it."""
    style, contents = sizes.style, _row_contents(row.name, row.marks, row.note, sizes)
    rect = Rect(x, y, x + sizes.width, y + sizes.height - (0 if style.is_compact else style.stroke))
    ink = Ink.WHITE if row.is_acting else Ink.BLACK
    items: list[Item] = [Fill(rect)] if row.is_acting else []
    if row.total:
        baseline = y + (rect.height + capital_height(sizes.total_size)) // 2
        right = rect.x1 - sizes.total_margin
        items.append(right_aligned(row.total, right, baseline, sizes.total_size, BOLD, ink, Role.TOTAL))
    items += _named_items(row, contents, rect, sizes, ink)
    if contents.flow is not None:
        x_offset, y_offset = contents.flow_corner
        items += chips.placed_items(contents.flow, x + x_offset, y + y_offset, style, ink)
    if contents.note:
        note_rect, size = contents.note_rect.moved(x, y), sizes.note_size
        items.append(left_aligned(contents.note, note_rect.x0, baseline_in(note_rect, size), size, REGULAR, ink))
    return tuple(items)


def _named_items(row: PlayerText, contents: RowContents, rect: Rect, sizes: RowSizes, ink: Ink) -> list[Item]:
    """Draw the code and the name of a row, with targets for choosing the player by pointing."""
    x, baseline = rect.x0 + sizes.names_start, baseline_in(contents.name_rect.moved(rect.x0, rect.y0), sizes.name_size)
    items = _draw_code(row, rect, baseline, sizes, ink) if row.code else []
    if contents.name:
        items.append(left_aligned(contents.name, x, baseline, sizes.name_size, BOLD, ink, Role.NAME))
    if not row.code:
        return items
    return [*items, Target(items[0].rect, row.code), Target(items[-1].rect, row.code)]


def _draw_code(row: PlayerText, rect: Rect, baseline: int, sizes: RowSizes, ink: Ink) -> list[Item]:
    """Draw the code of a row: level with the name, or in the middle if it would stick out."""
    size = sizes.code_size
    height = keycap_height(size)
    top = baseline - (capital_height(sizes.name_size) + height) // 2
    if size > sizes.name_size or top < rect.y0 or top + height > rect.y1:
        top = rect.y0 + (rect.height - height) // 2
    left = rect.x0 + sizes.style.gap // 2
    return keycap(row.code, Rect(left, top, left + sizes.code_width, top + height), size, ink)
