"""Draw a breakdown of scores: each player's points, cause by cause."""

from __future__ import annotations

from collections.abc import Callable, Iterator
from functools import lru_cache, partial

from display.layout import score_sheet
from display.layout.page_style import PageStyle, largest_fitting, type_sizes
from display.layout.text_items import (
    TextRun,
    left_aligned,
    right_aligned,
    run_items,
    run_width,
    text_run,
    with_ink_height,
)
from display.scene import BOLD, REGULAR, Fill, Item, Rect, Role, TextLine
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
from values.named_tuple import NamedTuple, compared_by_identity

ARROW = "→"
MAX_SMALL_TOTAL = 14
"""An arrow may be one pixel away from totals in type up to this size."""

MIN_NAME_GAP = 4
"""Minimum pixels between a name and the figures after it."""

MAX_LETTERS_PER_EM = 2.6
"""Maximum number of letters, on average, in a width equal to the type size. It is used to estimate lines."""


class CauseText(NamedTuple):
    """A cause as text: the reason, the cards concerned, the points, and its approximate number of letters."""

    words: str
    cards: tuple[TextRun, ...]
    points: int
    letter_count: int


CauseLines = tuple[tuple[tuple[TextRun, int, bool], ...], ...]
"""The lines of a cause: the runs on each line, each with its offset from the line's start and whether it is bold."""


@compared_by_identity
class BreakdownText(NamedTuple):
    """One player's breakdown as text. It equals only itself, so that it is hashed quickly as a key of caches.

    `gain` are the points beside the total, if any; `sum` is the sum of the causes.
    """

    name: str
    total: str
    gain: str
    sum: str
    causes: tuple[CauseText, ...]


Texts = tuple[BreakdownText, ...]


class BreakdownShape(NamedTuple):
    """A layout of breakdowns: the width of columns, the type size of names, and the corner of each breakdown."""

    width: int
    name_size: int
    corners: list[tuple[int, int]]


class BreakdownRoom(NamedTuple):
    """A rectangle for all breakdowns, and what they share: the style, the smallest type of names, the type of gains.

    Causes may be in larger type than names if `has_larger_causes`.
    """

    rect: Rect
    style: PageStyle
    min_name_size: int
    gain_size: int
    has_larger_causes: bool = False

    @property
    def with_smaller_gains(self) -> BreakdownRoom:
        """The room with gains in smaller type than the totals."""
        return self._replace(gain_size=size_at_most(max(self.style.small_size, self.gain_size * 3 // 5)))

    @property
    def with_smaller_names(self) -> BreakdownRoom:
        """The room with smaller gains, and with names a step smaller."""
        return self.with_smaller_gains._replace(min_name_size=self.style.step_below_small)

    @property
    def with_smallest_names(self) -> BreakdownRoom:
        """The room with smaller gains, and with names in the smallest type; causes need not be as small."""
        return self.with_smaller_gains._replace(min_name_size=self.style.min_size, has_larger_causes=True)

    def column_width(self, column_count: int) -> int:
        """Return the width of each of `column_count` columns."""
        return self.rect.column(0, column_count, 2 * self.style.gap).width

    def max_columns(self, width: int) -> int:
        """Return how many columns of a width fit at most."""
        return (self.rect.width + 2 * self.style.gap) // (width + 2 * self.style.gap)

    def smallest_name_above(self, size: int) -> int:
        """Return the smallest type of names above causes of a size."""
        min_size = self.min_name_size if self.has_larger_causes else max(size, self.min_name_size)
        return size_at_most(min(min_size, self.style.total_size))

    def head_offsets(self, name_size: int) -> tuple[int, int]:
        """Return the baseline that a name shares with its total, and the offset of the line below them."""
        total_size = self.style.total_size
        baseline = max(capital_height(total_size) + overshoot(total_size), ascent(name_size))
        return baseline, baseline + max(descent(name_size), overshoot(total_size)) + self.style.stroke

    def base_height(self, name_size: int) -> int:
        """Return the height of a breakdown without the lines of its causes, the gap below it included."""
        return self.head_offsets(name_size)[1] + 2 * self.style.stroke + self.style.gap

    @property
    def name_gap(self) -> int:
        """The minimum space between a name and the figures after it."""
        return max(MIN_NAME_GAP, self.style.gap)

    @property
    def gain_gap(self) -> int:
        """The space between a gain and a total, with room for an arrow."""
        arrow = text_width(ARROW, self.style.min_size, REGULAR) + 2 * _arrow_space(self.style.total_size) + 2
        return max(self.style.gap, self.style.total_height * 2 // 3, arrow)

    def figures_width(self, entry: BreakdownText) -> int:
        """Return the width of a total with the gain before it."""
        gain = text_width(entry.gain, self.gain_size, REGULAR) + self.gain_gap if entry.gain else 0
        return text_width(entry.total, self.style.total_size) + gain


def draw(breakdown: Breakdown, rect: Rect, style: PageStyle) -> list[Item]:
    """Draw breakdowns in one or more columns: the type shrinks first, then causes are summed up.

    Only points and totals are drawn, one line for each player, if no cause is known or if there is no room for causes.
    On the smallest panels, they are drawn so unless all causes fit.
    """
    texts = tuple([_breakdown_text(account, style) for account in breakdown.players])
    if not texts:
        return []
    if any(entry.causes for entry in texts):
        room = BreakdownRoom(rect, style, style.small_size, style.total_size)
        if draw_layout := next(_layouts(texts, room), None):
            return draw_layout()
    items = score_sheet.draw(_points_sheet(breakdown), rect, style)
    arrows = [*_arrows_to_totals(items, style)] if texts[0].gain else []
    return [*items, *arrows] if len(arrows) == len(texts) else items


def _arrows_to_totals(items: list[Item], style: PageStyle) -> Iterator[TextLine]:
    """Yield an arrow from each figure of a sheet to the total in its row, if there is room.

    Two bare figures would look alike.
    """
    totals = _lines_of_role(items, Role.TOTAL)
    for gain in _lines_of_role(items, Role.FIGURE):
        total = min([line for line in totals if _precedes(gain, line)], key=lambda line: line.rect.x0, default=None)
        if total is not None:
            yield from _arrow_to_total(gain, total, style)


def _lines_of_role(items: list[Item], role: Role) -> list[TextLine]:
    return [item for item in items if isinstance(item, TextLine) and item.role is role]


def _precedes(gain: TextLine, total: TextLine) -> bool:
    """Whether a total stands in the same row, after a gain."""
    return total.rect.x0 >= gain.rect.x1 and total.rect.y0 < gain.baseline and total.baseline > gain.rect.y0


def _arrow_to_total(gain: TextLine, total: TextLine, style: PageStyle) -> Iterator[TextLine]:
    """Yield an arrow from a gain to a total, in the largest type for which there is room between them, if any."""
    between = total.rect.x0 - gain.rect.x1
    width = between - 2 * _arrow_space(total.size)
    sizes = type_sizes(gain.size, style.min_size)
    if size := largest_fitting(sizes, 0, lambda size: text_width(ARROW, size, REGULAR) <= width):
        x = gain.rect.x1 + min((between - text_width(ARROW, size, REGULAR)) // 2, size // 2)
        yield with_ink_height(left_aligned(ARROW, x, gain.baseline, size, REGULAR))


def _arrow_space(size: int) -> int:
    """Return the minimum space on either side of an arrow before a total: closer, it reads as a part of that."""
    return 1 if size <= MAX_SMALL_TOTAL else size // 5


def _points_sheet(breakdown: Breakdown) -> Sheet:
    """Return a sheet of each player's points in the round; if those are not known, of their points by kind of cause."""
    accounts = breakdown.players
    if any(account.round_points is not None for account in accounts):
        rows = [SheetRow(account.name, (signed(account.round_points or 0),), account.total) for account in accounts]
        return Sheet((), tuple(rows))
    kinds = _kinds_of_causes(breakdown)
    points = [tuple([_points_of(account, kind) for kind in kinds]) for account in accounts]
    rows = [SheetRow(account.name, cells, account.total) for account, cells in zip(accounts, points, strict=True)]
    return Sheet(kinds, tuple(rows))


def _kinds_of_causes(breakdown: Breakdown) -> tuple[Text, ...]:
    """Return the kinds of causes, in the order in which breakdowns have them."""
    positions: dict[Text, int] = {}
    for account in breakdown.players:
        for position, cause in enumerate(account.causes):
            if cause.kind is not None:
                positions[cause.kind] = max(position, positions.get(cause.kind, 0))
    return tuple(sorted(positions, key=positions.__getitem__))


def _points_of(account: PlayerBreakdown, kind: Text) -> str:
    """Return the sum of the points of a kind; an empty string if there are none."""
    points = [cause.points for cause in account.causes if cause.kind == kind]
    return signed(sum(points)) if points else ""


def _breakdown_text(account: PlayerBreakdown, style: PageStyle) -> BreakdownText:
    causes = []
    for reason, points, faces, _ in account.causes:
        words, cards = style.say(reason), tuple([text_run(face, style.language) for face in faces])
        causes.append(CauseText(words, cards, points, len(words) + 2 * len(cards)))
    gain = "" if account.round_points is None else signed(account.round_points)
    total, points_sum = figure(account.total), signed(sum([cause.points for cause in causes]))
    return BreakdownText(one_line(account.name), total, gain, points_sum, tuple(causes))


def _layouts(texts: Texts, room: BreakdownRoom) -> Iterator[Callable[[], list[Item]]]:
    """Yield layouts with all causes, the best first.

    After those, on larger panels, it yields layouts in the smallest type, each with only as many causes as fit.
    """
    for dense_room, size, cuts_names in _type_choices(room):
        for column_count in _column_counts(texts, dense_room, size, cuts_names):
            shape = _fit(texts, column_count, dense_room, size)
            if shape is not None:
                yield partial(_draw_breakdowns, texts, shape, dense_room, size, 0)
    size, cause_count = room.style.min_size, max([len(entry.causes) for entry in texts])
    for max_causes in () if room.style.is_compact else range(cause_count - 1, 1, -1):
        for column_count in range(1, len(texts) + 1):
            shape = _fit(texts, column_count, room, size, max_causes)
            if shape is not None:
                yield partial(_draw_breakdowns, texts, shape, room, size, max_causes)


def _type_choices(room: BreakdownRoom) -> Iterator[tuple[BreakdownRoom, int, bool]]:
    """Yield what to try, the best first: how dense breakdowns are, the type of causes, and whether names are cut.

    Gains become smaller before causes become too small to read from a chair. On the smallest panels no name is cut: so
    little would be left of it that points alone say more. There, names become smaller before the causes, which are read
    below them.
    """
    style, dense = room.style, room.with_smallest_names
    largest = min(style.text_size, style.total_size)
    readable, smallest = min(largest, style.cause_size), style.min_size
    choices = (room, room.with_smaller_gains, room.with_smaller_names, *([dense] if style.is_compact else []))
    yield from ((choice, size, False) for choice in choices[:2] for size in type_sizes(largest, readable))
    yield from ((choice, size, False) for size in type_sizes(readable, smallest) for choice in choices)
    if not style.is_compact:
        yield from ((dense, size, False) for size in type_sizes(readable, smallest))
        yield from ((room, size, True) for size in type_sizes(largest, smallest))


def _column_counts(texts: Texts, room: BreakdownRoom, size: int, cuts_names: bool) -> range:
    """Return the numbers of columns in which breakdowns may fit, since each cause takes at least a line.

    With `cuts_names`, there are more columns than leave names whole; otherwise no more than that.
    """
    name_size, line_count = room.smallest_name_above(size), sum([len(entry.causes) for entry in texts])
    height = len(texts) * room.base_height(name_size) + line_count * line_height(size)
    low, high = max(1, -(-height // (room.rect.height + room.style.gap))), min(len(texts), room.max_columns(9 * size))
    if low > high:
        return range(0)
    widths = [text_width(entry.name, name_size) + room.figures_width(entry) for entry in texts]
    max_uncut = room.max_columns(max(widths) + room.name_gap)
    return range(max(low, max_uncut + 1), high + 1) if cuts_names else range(low, min(high, max_uncut) + 1)


def _fit(texts: Texts, column_count: int, room: BreakdownRoom, size: int, max_causes: int = 0) -> BreakdownShape | None:
    """Lay breakdowns out in columns with the largest names that fit; None if they do not fit.

    Text is measured, and lines are broken, only if the breakdowns may fit by a cheaper estimate: by the number of their
    letters, and by the width of their causes.
    """
    width, base_height = room.column_width(column_count), room.base_height(room.smallest_name_above(size))
    for count_lines in () if max_causes else (_estimated_line_count, _min_line_count):
        line_counts = [count_lines(entry, width, size) for entry in texts]
        if not _corners(line_counts, base_height, size, column_count, room, room.rect.height):
            return None
    if width < _min_column_width(texts, room, size):
        return None
    line_counts = [_shown_line_count(entry, width, size, max_causes) for entry in texts]
    for name_size in _name_sizes(texts, width, room, size):
        corners = _even_corners(line_counts, room.base_height(name_size), size, column_count, room)
        if corners:
            return BreakdownShape(width, name_size, corners)
    return None


def _min_column_width(texts: Texts, room: BreakdownRoom, size: int) -> int:
    """Return the minimum width of a column: that of a total, and that of points with some words after them."""
    figures = max([room.figures_width(entry) for entry in texts])
    points = max([_words_offset(entry, size) for entry in texts]) - _points_gap(size)
    return max(9 * size, figures + 3 * size, points + 4 * size)


def _even_corners(
    line_counts: list[int], base_height: int, size: int, column_count: int, room: BreakdownRoom
) -> list[tuple[int, int]]:
    """Return the corners of breakdowns, in columns that are as even as possible.

    The list is empty if they do not fit.
    """
    corners = _corners(line_counts, base_height, size, column_count, room, room.rect.height)
    if column_count == 1 or not corners:
        return corners
    step, gap = line_height(size), room.style.gap
    even_height = (len(line_counts) * base_height + sum(line_counts) * step) // column_count
    heights = range(even_height - gap, room.rect.height, max(1, step // 2))
    lower = (_corners(line_counts, base_height, size, column_count, room, height) for height in heights)
    return next(filter(None, lower), corners)


def _corners(
    line_counts: list[int], base_height: int, size: int, column_count: int, room: BreakdownRoom, height: int
) -> list[tuple[int, int]]:
    """Return the corners of breakdowns with these numbers of lines, in columns of this height.

    The list is empty if they do not fit.
    """
    gap, step = room.style.gap, line_height(size)
    column_step = room.column_width(column_count) + 2 * gap
    corners = []
    column = y = 0
    for count in line_counts:
        entry_height = base_height + count * step
        if y and y + entry_height > height + gap:
            column, y = column + 1, 0
        if column >= column_count or entry_height > height + gap:
            return []
        corners.append((room.rect.x0 + column * column_step, room.rect.y0 + y))
        y += entry_height
    return corners


def _points_gap(size: int) -> int:
    """Return the space between points and words."""
    return max(3, size // 2)


@lru_cache(maxsize=128)
def _words_offset(entry: BreakdownText, size: int) -> int:
    """Return the offset at which the words of causes begin, after the points."""
    points = (entry.sum, *[signed(cause.points) for cause in entry.causes])
    return max([text_width(figures, size) for figures in points]) + _points_gap(size)


@lru_cache(maxsize=128)
def _cause_widths(entry: BreakdownText, size: int) -> list[int]:
    """Return the width of each cause on one line."""
    return [
        text_width(cause.words, size, REGULAR) + sum([size // 2 + run_width(card, size) for card in cause.cards])
        for cause in entry.causes
    ]


def _estimated_line_count(entry: BreakdownText, width: int, size: int) -> int:
    """Return the minimum number of lines of a breakdown, estimated by the number of its letters."""
    per_line = int((width - 2 * size) * MAX_LETTERS_PER_EM / size)
    letters = [cause.letter_count for cause in entry.causes]
    return sum([1 if count <= per_line else max(2, -(-count // max(1, per_line))) for count in letters])


def _min_line_count(entry: BreakdownText, width: int, size: int) -> int:
    """Return the minimum number of lines of a breakdown, as if each line were full.

    At the end of a line, the space before the next word is saved.
    """
    room, widths = width - _words_offset(entry, size), _cause_widths(entry, size)
    return sum([1 if cause <= room else max(2, -(-(cause + size) // max(1, room + size))) for cause in widths])


def _shown_line_count(entry: BreakdownText, width: int, size: int, max_causes: int) -> int:
    """Return the number of lines of a breakdown that shows all its causes, or no more than `max_causes`."""
    line_counts = [len(cause_lines) for cause_lines in _cause_lines(entry, width, size)]
    return 1 + sum(line_counts[: max_causes - 1]) if max_causes and len(line_counts) > max_causes else sum(line_counts)


@lru_cache(maxsize=128)
def _cause_lines(entry: BreakdownText, width: int, size: int) -> list[CauseLines]:
    """Return the lines of each cause in a column of a width."""
    words_width = width - _words_offset(entry, size)
    return [_break_cause(cause, words_width, size) for cause in entry.causes]


def _break_cause(cause: CauseText, width: int, size: int) -> CauseLines:
    """Break the reason, and the cards after it, into lines."""
    parts = wrap(cause.words, size, REGULAR, width) or ("",)
    lines: list[list[tuple[TextRun, int, bool]]] = [[((part,), 0, False)] for part in parts]
    end = text_width(parts[-1], size, REGULAR)
    for run in cause.cards:
        start = end + size // 2
        end = start + run_width(run, size)
        if end > width:
            lines.append([])
            start, end = 0, end - start
        lines[-1].append((run, start, True))
    return tuple(map(tuple, lines))


def _name_sizes(texts: Texts, width: int, room: BreakdownRoom, size: int) -> tuple[int, ...]:
    """Return the sizes of names to choose from, from the largest that totals leave room for to the smallest."""
    smallest = room.smallest_name_above(size)
    widths = [(entry.name, width - room.figures_width(entry) - room.name_gap) for entry in texts]
    sizes = type_sizes(min(room.style.text_size, room.style.total_size), smallest)
    fitting = [type_ for type_ in sizes if all(text_width(name, type_) <= width for name, width in widths)]
    return tuple(fitting) or (smallest,)


def _draw_breakdowns(
    texts: Texts, shape: BreakdownShape, room: BreakdownRoom, size: int, max_causes: int
) -> list[Item]:
    width, name_size, corners = shape
    head_height = room.head_offsets(name_size)[1] + 2 * room.style.stroke
    items: list[Item] = []
    for entry, (x, y) in zip(texts, corners, strict=True):
        items += _draw_head(entry, Rect(x, y, x + width, y + head_height), room, name_size)
        items += _draw_causes(entry, x, y + head_height, width, size, max_causes)
    return items


def _draw_head(entry: BreakdownText, rect: Rect, room: BreakdownRoom, size: int) -> list[Item]:
    """Draw the name and total of a breakdown, and a line below."""
    style = room.style
    baseline, bottom = room.head_offsets(size)
    y = rect.y0 + baseline
    name = shorten(entry.name, size, BOLD, rect.width - room.figures_width(entry) - room.name_gap)
    total = right_aligned(entry.total, rect.x1, y, style.total_size, BOLD, Ink.BLACK, Role.TOTAL)
    items: list[Item] = [
        left_aligned(name, rect.x0, y, size, BOLD, Ink.BLACK, Role.NAME),
        total,
        Fill(Rect(rect.x0, rect.y0 + bottom, rect.x1, rect.y0 + bottom + style.stroke)),
    ]
    if entry.gain:
        right = rect.x1 - text_width(entry.total, style.total_size) - room.gain_gap
        gain = right_aligned(entry.gain, right, y, room.gain_size, REGULAR, Ink.BLACK, Role.FIGURE)
        items += [gain, *_arrow_to_total(gain, total, style)]
    return items


def _draw_causes(entry: BreakdownText, x: int, y: int, width: int, size: int, max_causes: int) -> list[Item]:
    """Draw the causes from a corner in a width: all, or `max_causes` of them, the last one for the sum of the rest."""
    items: list[Item] = []
    words_x, baseline = x + _words_offset(entry, size), y + ascent(size)
    points = [cause.points for cause in entry.causes]
    lines = list(_cause_lines(entry, width, size))
    if max_causes and len(lines) > max_causes:
        points[max_causes - 1 :] = [sum(points[max_causes - 1 :])]
        lines[max_causes - 1 :] = [((((ELLIPSIS,), 0, False),),)]
    for cause_points, cause_lines in zip(points, lines, strict=True):
        right = words_x - _points_gap(size)
        items.append(right_aligned(signed(cause_points), right, baseline, size, BOLD, Ink.BLACK, Role.FIGURE))
        for runs in cause_lines:
            for run, offset, bold in runs:
                items += run_items(run, words_x + offset, baseline, size, bold, Ink.BLACK, Role.FIGURE)
            baseline += line_height(size)
    return items
