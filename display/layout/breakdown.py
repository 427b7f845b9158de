"""Draw a breakdown of scores: each player's points, cause by cause."""

from __future__ import annotations

from collections.abc import Callable, Iterator
from functools import lru_cache, partial

from display.layout import score_sheet
from display.layout.page_style import PageStyle, type_sizes
from display.layout.text_items import TextRun, left_aligned, right_aligned, run_items, run_width, text_run, with_ink_box
from display.scene import Box, Fill, Item, Role, TextLine
from display.text_metrics import (
    ELLIPSIS,
    ascent,
    capital_height,
    descent,
    line_height,
    one_line,
    overshoot,
    shorten,
    size_at_most,
    text_width,
    wrap,
)
from display.vocabulary import Breakdown, Ink, PlayerBreakdown, Sheet, SheetRow
from display.words import Text, figure, signed
from values.named_tuple import NamedTuple, equal_only_itself

ARROW = "→"
SMALL_TOTAL = 14
"""An arrow may be one pixel away from totals in type up to this size."""

MIN_CLEAR = 4
"""Minimum pixels between a name and the figures after it."""

NARROWEST_LETTERS = 2.6
"""At least so many letters of a sentence are as wide as their type is high. It is used to estimate lines."""


class CauseText(NamedTuple):
    """A cause as text: the reason, the cards concerned, and the points."""

    words: str
    cards: tuple[TextRun, ...]
    points: int


CauseLines = tuple[tuple[tuple[TextRun, int, bool], ...], ...]
"""The lines of a cause: the runs on each line, each with its offset from the line's start and whether it is bold."""


@equal_only_itself
class BreakdownText(NamedTuple):
    """One player's breakdown as text. It equals only itself, so that it is hashed quickly as a key of caches.

    `gained` is the sum of all its causes; `won` is the gain shown beside the total, if any; `letters` are the
    approximate lengths of the causes.
    """

    name: str
    total: str
    won: str
    gained: str
    whys: tuple[CauseText, ...]
    letters: tuple[int, ...]


People = tuple[BreakdownText, ...]


class BreakdownShape(NamedTuple):
    """A layout of breakdowns: the width of columns, the type size of names, and the corner of each breakdown."""

    wide: int
    name: int
    corners: list[tuple[int, int]]


class BreakdownRoom(NamedTuple):
    """Settings that all breakdowns share in a layout.

    They are: a box, the style, the smallest type of names, the type of points won, and
    whether causes may be in larger type than names.
    """

    box: Box
    style: PageStyle
    name: int
    won: int
    larger: bool = False

    @property
    def with_smaller_figures(self) -> BreakdownRoom:
        """The same settings with points won in smaller type than the totals."""
        return self._replace(won=size_at_most(max(self.style.small_size, self.won * 3 // 5)))

    @property
    def with_smaller_names(self) -> BreakdownRoom:
        """The dense settings with names a step smaller."""
        return self.with_smaller_figures._replace(
            name=max(self.style.min_size, size_at_most(self.style.small_size - 1))
        )

    @property
    def with_smallest_names(self) -> BreakdownRoom:
        """The dense settings with names in the smallest type, before any is cut; causes need not be as small."""
        return self.with_smaller_figures._replace(name=self.style.min_size, larger=True)

    def column_width(self, across: int) -> int:
        """Return the width of each of `across` columns."""
        return self.box.column(0, across, 2 * self.style.gap).width

    def max_columns(self, width: int) -> int:
        """Return how many columns of a width fit at most."""
        return (self.box.width + 2 * self.style.gap) // (width + 2 * self.style.gap)


def draw(breakdown: Breakdown, box: Box, style: PageStyle) -> list[Item]:
    """Draw breakdowns in one or more columns: the type shrinks first, then causes are summed up.

    Only points and totals are drawn, one line for each player, if no cause is known or if there is no room for causes.
    On the smallest panels, they are drawn so unless all causes fit.
    """
    room = BreakdownRoom(box, style, style.small_size, style.total_size)
    people = tuple([_breakdown_text(account, style) for account in breakdown.players])
    if not people:
        return []
    has_causes = any(entry.whys for entry in people)
    draw_layout = next(_layouts(people, room), None) if has_causes else None
    if draw_layout:
        return draw_layout()
    items = score_sheet.draw(_points_alone(breakdown), box, style)
    arrows = [*_arrows_to_totals(items, style)] if people[0].won else []
    return [*items, *arrows] if len(arrows) == len(people) else items


def _arrows_to_totals(items: list[Item], style: PageStyle) -> Iterator[TextLine]:
    """Yield an arrow from each figure of a sheet to the total in its row, if there is room.

    Two bare figures would style alike.
    """
    totals = _lines_in(items, Role.TOTAL)
    for won in _lines_in(items, Role.FIGURE):
        total = min([total for total in totals if _precedes(won, total)], key=lambda total: total.box.x0, default=None)
        if total is not None:
            yield from _arrow_to_total(won, total, style)


def _lines_in(items: list[Item], role: Role) -> list[TextLine]:
    return [item for item in items if isinstance(item, TextLine) and item.role is role]


def _precedes(won: TextLine, total: TextLine) -> bool:
    """Whether a total stands in the same row, after points won."""
    return total.box.x0 >= won.box.x1 and total.box.y0 < won.baseline and total.baseline > won.box.y0


def _arrow_to_total(won: TextLine, total: TextLine, style: PageStyle) -> Iterator[TextLine]:
    """Yield an arrow from points won to a total, in the largest type for which there is room between them, if any."""
    room = total.box.x0 - won.box.x1 - 2 * _arrow_space(total.size)
    size = next((each for each in type_sizes(won.size, style.min_size) if text_width(ARROW, each, False) <= room), 0)
    if size:
        arrow_width = text_width(ARROW, size, False)
        x = won.box.x1 + min((total.box.x0 - won.box.x1 - arrow_width) // 2, size // 2)
        yield with_ink_box(left_aligned(ARROW, x, won.baseline, size, False))


def _arrow_space(size: int) -> int:
    """Return the minimum space on either side of an arrow before a total: closer, it reads as a part of that."""
    return 1 if size <= SMALL_TOTAL else size // 5


def _points_alone(breakdown: Breakdown) -> Sheet:
    """Return a sheet of each player's points in the round; if those are not known, of their points by kind of cause."""
    if any(account.round_points is not None for account in breakdown.players):
        people = [(account, signed(account.round_points or 0)) for account in breakdown.players]
        return Sheet((), tuple([SheetRow(account.name, (points,), account.total) for account, points in people]))
    kinds = _points_by_kind(breakdown)
    rows = [
        SheetRow(account.name, tuple([_points_of(account, kind) for kind in kinds]), account.total)
        for account in breakdown.players
    ]
    return Sheet(kinds, tuple(rows))


def _points_by_kind(breakdown: Breakdown) -> tuple[Text, ...]:
    """Return the kinds of causes, in the order in which breakdowns have them."""
    places: dict[Text, int] = {}
    for account in breakdown.players:
        for place, cause in enumerate(account.causes):
            if cause.kind is not None:
                places[cause.kind] = max(place, places.get(cause.kind, 0))
    return tuple(sorted(places, key=lambda kind: places[kind]))


def _points_of(account: PlayerBreakdown, kind: Text) -> str:
    """Return the sum of the points of a kind; an empty string if there are none."""
    points = [cause.points for cause in account.causes if cause.kind == kind]
    return signed(sum(points)) if points else ""


def _breakdown_text(account: PlayerBreakdown, style: PageStyle) -> BreakdownText:
    whys = tuple(
        [
            CauseText(style.say(why), tuple([text_run(card, style.language) for card in cards]), points)
            for why, points, cards, _ in account.causes
        ]
    )
    letters = tuple([len(why.words) + 2 * len(why.cards) for why in whys])
    won = "" if account.round_points is None else signed(account.round_points)
    return BreakdownText(
        one_line(account.name), figure(account.total), won, signed(sum([why.points for why in whys])), whys, letters
    )


def _layouts(people: People, room: BreakdownRoom) -> Iterator[Callable[[], list[Item]]]:
    """Yield layouts with all causes, the best first.

    After those, on larger panels, it yields layouts in the smallest type, each with only as many causes as fit.
    """
    for each, size, cut in _type_sizes(room):
        for across in _column_counts(people, each, size, cut):
            shape = _fit(people, across, each, size)
            if shape is not None:
                yield partial(_draw_all, people, shape, each, size, 0)
    size, longest = room.style.min_size, max([len(entry.whys) for entry in people])
    for most in () if room.style.is_compact else range(longest - 1, 1, -1):
        for across in range(1, len(people) + 1):
            shape = _fit(people, across, room, size, most)
            if shape is not None:
                yield partial(_draw_all, people, shape, room, size, most)


def _type_sizes(room: BreakdownRoom) -> Iterator[tuple[BreakdownRoom, int, bool]]:
    """Yield settings to try, the best first: the shared settings, the type of causes, and whether names are cut.

    Points won become smaller before causes become too small to read from a chair. On the smallest panels no name is
    cut: so little would be left of it that points alone say more. There, names become smaller before the causes, which
    are read below them.
    """
    largest, least, compact = (
        min(room.style.text_size, room.style.total_size),
        room.style.min_size,
        room.style.is_compact,
    )
    read = min(largest, room.style.cause_size)
    rooms = (room, room.with_smaller_figures, room.with_smaller_names, *([room.with_smallest_names] if compact else []))
    yield from ((each, size, False) for each in rooms[:2] for size in type_sizes(largest, read))
    yield from ((each, size, False) for size in type_sizes(read, least) for each in rooms)
    if not compact:
        yield from ((room.with_smallest_names, size, False) for size in type_sizes(read, least))
        yield from ((room, size, True) for size in type_sizes(largest, least))


def _column_counts(people: People, room: BreakdownRoom, size: int, cut: bool) -> range:
    """Return the numbers of columns in which breakdowns may fit, since each cause takes at least a line.

    If names are `cut`, the range has more columns than leave names whole; otherwise it has those that do.
    """
    name = _least_name(room, size)
    high = len(people) * _account_distance(name, room) + sum([len(entry.whys) for entry in people]) * line_height(size)
    min_columns = max(1, -(-high // (room.box.height + room.style.gap)))
    max_columns = min(len(people), room.max_columns(9 * size))
    if min_columns > max_columns:
        return range(0)
    columns_with_whole_names = room.max_columns(
        max([text_width(entry.name, name) + _figures_width(entry, room) for entry in people]) + _figure_gap(room)
    )
    return (
        range(max(min_columns, columns_with_whole_names + 1), max_columns + 1)
        if cut
        else range(min_columns, min(max_columns, columns_with_whole_names) + 1)
    )


def _fit(people: People, across: int, room: BreakdownRoom, size: int, max_causes: int = 0) -> BreakdownShape | None:
    """Lay breakdowns out in `across` columns with the largest names that fit; None if they do not fit.

    Text is measured, and lines are broken, only if the breakdowns may fit by a cheaper estimate: by the number of their
    letters, and by the width of their causes.
    """
    wide, least = room.column_width(across), _account_distance(_least_name(room, size), room)
    for count in () if max_causes else (_estimated_lines, _least_lines):
        if not _corners([count(entry, wide, size) for entry in people], least, size, across, room, room.box.height):
            return None
    if wide < _least_column_width(people, room, size):
        return None
    lines = [_lines_shown(entry, wide, size, max_causes) for entry in people]
    for name in _name_sizes(people, wide, room, size):
        corners = _even_corners(lines, _account_distance(name, room), size, across, room)
        if corners:
            return BreakdownShape(wide, name, corners)
    return None


def _least_column_width(people: People, room: BreakdownRoom, size: int) -> int:
    """Return the minimum width of a column: that of a total, and that of points with some words after them."""
    total, points = (
        max([_figures_width(entry, room) for entry in people]),
        max([_indent(entry, size) for entry in people]),
    )
    return max(9 * size, total + 3 * size, points - _space(size) + 4 * size)


def _even_corners(lines: list[int], apart: int, size: int, across: int, room: BreakdownRoom) -> list[tuple[int, int]]:
    """Return the corners of breakdowns, in `across` columns that are as even as possible.

    The list is empty if they do not fit.
    """
    corners = _corners(lines, apart, size, across, room, room.box.height)
    if across == 1 or not corners:
        return corners
    step, deepest = line_height(size), room.box.height + room.style.gap
    share = (len(lines) * apart + sum(lines) * step) // across
    lower = range(share, deepest, max(1, step // 2))
    candidates = (_corners(lines, apart, size, across, room, high - room.style.gap) for high in lower)
    return next(filter(None, candidates), corners)


def _corners(
    lines: list[int], apart: int, size: int, across: int, room: BreakdownRoom, height: int
) -> list[tuple[int, int]]:
    """Return the corners of breakdowns with these numbers of lines, in columns of this height.

    The list is empty if they do not fit.
    """
    step, wide, deepest = line_height(size), room.column_width(across) + 2 * room.style.gap, height + room.style.gap
    corners = []
    column = y = 0
    for count in lines:
        high = apart + count * step
        if y and y + high > deepest:
            column, y = column + 1, 0
        if column >= across or high > deepest:
            return []
        corners.append((room.box.x0 + column * wide, room.box.y0 + y))
        y += high
    return corners


def _space(size: int) -> int:
    """Return the space between points and words."""
    return max(3, size // 2)


@lru_cache(maxsize=128)
def _indent(entry: BreakdownText, size: int) -> int:
    """Return the offset at which the words of causes begin, after the points."""
    points = max([text_width(points, size) for points in (entry.gained, *[signed(why.points) for why in entry.whys])])
    return points + _space(size)


@lru_cache(maxsize=128)
def _widths(entry: BreakdownText, size: int) -> list[int]:
    """Return the width of each cause on one line."""
    return [
        text_width(why.words, size, False) + sum([size // 2 + run_width(card, size) for card in why.cards])
        for why in entry.whys
    ]


def _estimated_lines(entry: BreakdownText, width: int, size: int) -> int:
    """Return the minimum number of lines of a breakdown, estimated by the number of its letters."""
    room = int((width - 2 * size) * NARROWEST_LETTERS / size)
    return sum([1 if letters <= room else max(2, -(-letters // max(1, room))) for letters in entry.letters])


def _least_lines(entry: BreakdownText, width: int, size: int) -> int:
    """Return the minimum number of lines of a breakdown, as if each line were full.

    At the end of a line, the space before the next word is saved.
    """
    room = width - _indent(entry, size)
    return sum([1 if why <= room else max(2, -(-(why + size) // max(1, room + size))) for why in _widths(entry, size)])


def _lines_shown(entry: BreakdownText, width: int, size: int, max_causes: int) -> int:
    """Return the number of lines of a breakdown that shows all its causes, or no more than `max_causes`."""
    lines = [len(cause_lines) for cause_lines in _cause_lines(entry, width, size)]
    return 1 + sum(lines[: max_causes - 1]) if max_causes and len(lines) > max_causes else sum(lines)


@lru_cache(maxsize=128)
def _cause_lines(entry: BreakdownText, width: int, size: int) -> list[CauseLines]:
    """Return the lines of each cause in a column of a width."""
    room = width - _indent(entry, size)
    return [_break_cause(why, room, size) for why in entry.whys]


def _break_cause(why: CauseText, room: int, size: int) -> CauseLines:
    """Break the reason, and the cards after it, into lines."""
    broken = wrap(why.words, size, False, room) or ("",)
    lines: list[list[tuple[TextRun, int, bool]]] = [[((part,), 0, False)] for part in broken]
    end = text_width(broken[-1], size, False)
    for run in why.cards:
        wide = run_width(run, size)
        start = end + size // 2
        if start + wide > room:
            lines.append([])
            start = 0
        lines[-1].append((run, start, True))
        end = start + wide
    return tuple(map(tuple, lines))


def _least_name(room: BreakdownRoom, size: int) -> int:
    """Return the smallest type of names above causes of a size."""
    return size_at_most(min(room.name if room.larger else max(size, room.name), room.style.total_size))


def _name_sizes(people: People, width: int, room: BreakdownRoom, size: int) -> tuple[int, ...]:
    """Return the sizes of names to choose from, from the largest that totals leave room for to the smallest."""
    least = _least_name(room, size)
    rooms = [(entry.name, width - _figures_width(entry, room) - _figure_gap(room)) for entry in people]
    sizes = type_sizes(min(room.style.text_size, room.style.total_size), least)
    fitting = [each for each in sizes if all(text_width(name, each) <= room for name, room in rooms)]
    return tuple(fitting) or (least,)


def _head_offsets(name: int, room: BreakdownRoom) -> tuple[int, int]:
    """Return the baseline that a name shares with its total, and the offset of the line below them."""
    large = room.style.total_size
    baseline = max(capital_height(large) + overshoot(large), ascent(name))
    return baseline, baseline + max(descent(name), overshoot(large)) + room.style.stroke


def _account_distance(name: int, room: BreakdownRoom) -> int:
    """Return the distance from one breakdown to the next without the lines of its causes."""
    return _head_offsets(name, room)[1] + 2 * room.style.stroke + room.style.gap


def _draw_all(people: People, shape: BreakdownShape, room: BreakdownRoom, size: int, max_causes: int) -> list[Item]:
    wide, name, corners = shape
    high = _head_offsets(name, room)[1] + 2 * room.style.stroke
    items: list[Item] = []
    for entry, (x, y) in zip(people, corners, strict=True):
        items += _account_head(entry, Box(x, y, x + wide, y + high), room, name)
        items += _draw_causes(entry, x, y + high, wide, size, max_causes)
    return items


def _account_head(entry: BreakdownText, box: Box, room: BreakdownRoom, size: int) -> list[Item]:
    """Draw the name and total of a breakdown, and a line below."""
    large = room.style.total_size
    baseline, bottom = _head_offsets(size, room)
    y = box.y0 + baseline
    name = shorten(entry.name, size, True, box.width - _figures_width(entry, room) - _figure_gap(room))
    total = right_aligned(entry.total, box.x1, y, large, True, Ink.BLACK, Role.TOTAL)
    items: list[Item] = [
        left_aligned(name, box.x0, y, size, True, Ink.BLACK, Role.NAME),
        total,
        Fill(Box(box.x0, box.y0 + bottom, box.x1, box.y0 + bottom + room.style.stroke)),
    ]
    if entry.won:
        right = box.x1 - text_width(entry.total, large) - _least_figure_gap(room)
        won = right_aligned(entry.won, right, y, room.won, False, Ink.BLACK, Role.FIGURE)
        items += [won, *_arrow_to_total(won, total, room.style)]
    return items


def _figures_width(entry: BreakdownText, room: BreakdownRoom) -> int:
    """Return the width of the total with the points won before it."""
    won = text_width(entry.won, room.won, False) + _least_figure_gap(room) if entry.won else 0
    return text_width(entry.total, room.style.total_size) + won


def _figure_gap(room: BreakdownRoom) -> int:
    """Return the minimum space between a name and the figures after it."""
    return max(MIN_CLEAR, room.style.gap)


def _least_figure_gap(room: BreakdownRoom) -> int:
    """Return the space between points won and a total, with room for an arrow."""
    arrow = text_width(ARROW, room.style.min_size, False) + 2 * _arrow_space(room.style.total_size) + 2
    return max(room.style.gap, room.style.total_height * 2 // 3, arrow)


def _draw_causes(entry: BreakdownText, x: int, y: int, width: int, size: int, max_causes: int) -> list[Item]:
    """Draw the causes from a corner in a width: all, or `max_causes` of them, the last one for the sum of the rest."""
    items: list[Item] = []
    start = x + _indent(entry, size)
    baseline = y + ascent(size)
    shown = list(zip([why.points for why in entry.whys], _cause_lines(entry, width, size), strict=True))
    if max_causes and len(shown) > max_causes:
        rest = sum([points for points, _ in shown[max_causes - 1 :]])
        shown[max_causes - 1 :] = [(rest, ((((ELLIPSIS,), 0, False),),))]
    for points, lines in shown:
        right = start - _space(size)
        items.append(right_aligned(signed(points), right, baseline, size, True, Ink.BLACK, Role.FIGURE))
        for pieces in lines:
            for run, offset, bold in pieces:
                items += run_items(run, start + offset, baseline, size, bold, Ink.BLACK, Role.FIGURE)
            baseline += line_height(size)
    return items
