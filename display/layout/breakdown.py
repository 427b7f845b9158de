"""Why a score is what it is: each player's points, cause by cause."""

from __future__ import annotations

from collections.abc import Callable
from dataclasses import dataclass, field
from functools import partial

from display.layout import score_sheet
from display.layout.look import Look, steps
from display.layout.text_items import TextRun, left_aligned, right_aligned, run_items, run_width, text_run
from display.scene import Box, Fill, Item, Part
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
    size_for_height,
    text_width,
    wrap,
)
from display.vocabulary import Breakdown, Ink, PlayerBreakdown, Sheet, SheetRow
from display.words import Text, figure, signed
from values.named_tuple import NamedTuple

LEAST_CLEAR = 4
"""Pixels between a name and the figures after it at the least."""

NARROWEST_LETTERS = 2.6
"""So many letters of a sentence are at least as wide as their type is high."""


class CauseText(NamedTuple):
    """A cause in the words of a language: why, the cards concerned, and the points."""

    words: str
    cards: tuple[TextRun, ...]
    points: int


PlacedRuns = tuple[tuple[TextRun, int, bool], ...]
"""Runs on one line, each with how far from its start it begins, and whether it is bold."""


class BreakdownSizes(NamedTuple):
    """An account in type of one size: where the words of causes begin, and how wide each cause is on one line."""

    indent: int
    whys: tuple[int, ...]


@dataclass(frozen=True, slots=True, eq=False)
class BreakdownText:
    """An account in the words of a language, and what has been measured of it, by size of type.

    `gained` is what all its causes are together, and `won` the same where it stands beside the total, `letters` about
    how long each is.
    """

    name: str
    total: str
    won: str
    gained: str
    whys: tuple[CauseText, ...]
    letters: tuple[int, ...]
    measured: dict[int, BreakdownSizes] = field(default_factory=dict)
    broken: dict[tuple[int, int], dict[int, tuple[PlacedRuns, ...]]] = field(default_factory=dict)


People = tuple[BreakdownText, ...]


class BreakdownShape(NamedTuple):
    """How accounts share a room: how wide columns are, the type of names, and where each account begins."""

    wide: int
    name: int
    corners: list[tuple[int, int]]


class BreakdownRoom(NamedTuple):
    """What accounts share: a box, how high totals are at least, the sizes of things, the least type of names, the type
    of what was won, and whether causes may be in larger type than names."""

    box: Box
    digits: int
    look: Look
    name: int
    won: int
    larger: bool = False

    @property
    def dense(self) -> BreakdownRoom:
        """The same room with what was won in smaller type than the totals."""
        return self._replace(won=size_at_most(max(self.look.small, self.won * 3 // 5)))

    @property
    def tight(self) -> BreakdownRoom:
        """The densest, with names a step smaller."""
        return self.dense._replace(name=max(self.look.least, size_at_most(self.look.small - 1)))

    @property
    def tightest(self) -> BreakdownRoom:
        """The same with names in the least type, before any is cut; causes need not be as small."""
        return self.dense._replace(name=self.look.least, larger=True)

    def column(self, across: int) -> int:
        """How wide each of so many columns is."""
        return (self.box.width - (across - 1) * 2 * self.look.gap) // across

    def columns(self, wide: int) -> int:
        """How many columns of a width there are at most."""
        return (self.box.width + 2 * self.look.gap) // (wide + 2 * self.look.gap)


def draw(breakdown: Breakdown, box: Box, digits: int, look: Look) -> list[Item]:
    """Accounts in one or more columns: the type shrinks, then causes are summed up.

    Where nobody's points have a cause that is told, they stand on one line with the total.
    What each player won stands alone where there is no room for causes, and on the smallest panels for all of them.
    """
    room = BreakdownRoom(box, digits, look, look.small, size_for_height(digits))
    planned = _with_causes(_people(breakdown, look), room)
    if planned is None:
        return score_sheet.draw(_points_alone(breakdown), box, digits, look)
    return planned()


def _with_causes(people: People, room: BreakdownRoom) -> Callable[[], list[Item]] | None:
    """Accounts with all causes, or on larger panels some; None where there is no room for them, or nothing is told."""
    if people and not any(told.whys for told in people):
        return None
    return _whole(people, room) or (None if room.look.compact else _summed_up(people, room))


def _points_alone(told: Breakdown) -> Sheet:
    """What each player won in the round; where that is not known apart, a column for each kind of cause."""
    if any(account.gained is not None for account in told.players):
        people = [(account, signed(account.gained or 0)) for account in told.players]
        return Sheet((), tuple([SheetRow(account.name, (points,), account.total) for account, points in people]))
    kinds = _kinds(told)
    rows = [
        SheetRow(account.name, tuple([_points_of(account, kind) for kind in kinds]), account.total)
        for account in told.players
    ]
    return Sheet(kinds, tuple(rows))


def _kinds(told: Breakdown) -> tuple[Text, ...]:
    """The kinds of causes, in the order in which accounts have them."""
    places: dict[Text, int] = {}
    for account in told.players:
        for place, cause in enumerate(account.causes):
            if cause.kind is not None:
                places[cause.kind] = max(place, places.get(cause.kind, 0))
    return tuple(sorted(places, key=lambda kind: places[kind]))


def _points_of(account: PlayerBreakdown, kind: Text) -> str:
    """The points of a kind together; nothing where there are none."""
    found = [cause.points for cause in account.causes if cause.kind == kind]
    return signed(sum(found)) if found else ""


def _people(breakdown: Breakdown, look: Look) -> People:
    return tuple([_breakdown_text(account, look) for account in breakdown.players])


def _breakdown_text(account: PlayerBreakdown, look: Look) -> BreakdownText:
    whys = tuple(
        [
            CauseText(look.say(why), tuple([text_run(card, look.language) for card in cards]), points)
            for why, points, cards, _ in account.causes
        ]
    )
    letters = tuple([len(why.words) + 2 * len(why.cards) for why in whys])
    won = "" if account.gained is None else signed(account.gained)
    return BreakdownText(one_line(account.name), figure(account.total), won, _points(whys), whys, letters)


def _points(whys: tuple[CauseText, ...]) -> str:
    """The points of some causes together."""
    return signed(sum([why.points for why in whys]))


def _whole(people: People, room: BreakdownRoom) -> Callable[[], list[Item]] | None:
    if not people:
        return list
    for each, largest, least, cut in _type_sizes(room):
        for size in steps(largest, least):
            for across in _ways(people, each, size, cut):
                shape = _shape(people, across, each, size)
                if shape is not None:
                    return partial(_drawn, people, shape, each, size, 0)
    return None


def _type_sizes(room: BreakdownRoom) -> tuple[tuple[BreakdownRoom, int, int, bool], ...]:
    """Ways to fit accounts, the best first: the room, the largest and the least type of causes, and whether names are
    cut. What was won gives way before causes do that are to be read from a chair.

    On the smallest panels no name is cut: so little would be left of it that points alone say more. Small names give
    way there before causes do, which are read below them.
    """
    largest, least = min(room.look.text, size_for_height(room.digits)), room.look.least
    read = min(largest, room.look.causes)
    roomy = [(each, largest, read, False) for each in (room, room.dense)]
    rooms = (room, room.dense, room.tight, *([room.tightest] if room.look.compact else []))
    smaller = [(each, size, size, False) for size in steps(read, least) for each in rooms]
    if room.look.compact:
        return (*roomy, *smaller)
    return (*roomy, *smaller, (room.tightest, read, least, False), (room, largest, least, True))


def _summed_up(people: People, room: BreakdownRoom) -> Callable[[], list[Item]] | None:
    """Accounts in the least type, of each as many causes as there is room for; None if that is none before the rest."""
    size = room.look.least
    longest = max(len(told.whys) for told in people)
    for most in range(longest - 1, 1, -1):
        for across in range(1, len(people) + 1):
            shape = _shape(people, across, room, size, most)
            if shape is not None:
                return partial(_drawn, people, shape, room, size, most)
    return None


def _ways(people: People, room: BreakdownRoom, size: int, cut: bool) -> range:
    """In how many columns accounts may fit: in as few as leave names whole, or in more, where names are `cut`."""
    bounds = _bounds(len(people), sum([len(told.whys) for told in people]), room, size)
    if not bounds:
        return bounds
    name = _least_name(room, size)
    named = room.columns(max([text_width(told.name, name) + _figures(told, room) for told in people]) + _clear(room))
    return range(max(bounds.start, named + 1), bounds.stop) if cut else range(bounds.start, min(bounds.stop, named + 1))


def _bounds(people: int, causes: int, room: BreakdownRoom, size: int) -> range:
    """In how many columns so many people and causes may fit whatever they say: each cause takes a line."""
    high = people * _apart(_least_name(room, size), room) + causes * line_height(size)
    return range(max(1, -(-high // (room.box.height + room.look.gap))), min(people, room.columns(9 * size)) + 1)


def _narrowest(people: People, room: BreakdownRoom, size: int) -> int:
    """How wide a column is at least: as wide as a total needs, and as points with some words after them."""
    total = max([_figures(told, room) for told in people])
    points = max([_sizes(told, size).indent for told in people]) - _space(size)
    return max(9 * size, total + 3 * size, points + 4 * size)


def _sizes(told: BreakdownText, size: int) -> BreakdownSizes:
    """An account in type of a size."""
    found = told.measured.get(size)
    if found is None:
        points = max([text_width(points, size) for points in (told.gained, *[signed(why.points) for why in told.whys])])
        between = size // 2
        whys = [
            text_width(why.words, size, False) + sum([between + run_width(card, size) for card in why.cards])
            for why in told.whys
        ]
        found = told.measured[size] = BreakdownSizes(points + _space(size), tuple(whys))
    return found


def _space(size: int) -> int:
    """The space between points and words."""
    return max(3, size // 2)


def _shape(people: People, across: int, room: BreakdownRoom, size: int, most: int = 0) -> BreakdownShape | None:
    """Accounts in so many columns below the largest names that leave them room; None if they do not fit.

    Type is measured, and lines are broken, only where accounts may fit by what is known before that.
    """
    wide = room.column(across)
    if not most and not _may_fit(people, wide, across, room, size):
        return None
    if wide < _narrowest(people, room, size):
        return None
    lines = [_lines_shown(told, wide, size, most) for told in people]
    for name in _name_sizes(people, wide, room, size):
        corners = _even(lines, _apart(name, room), size, across, room)
        if corners is not None:
            return BreakdownShape(wide, name, corners)
    return None


def _may_fit(people: People, wide: int, across: int, room: BreakdownRoom, size: int) -> bool:
    """Whether accounts may fit by the number of their letters, and by how wide their causes are."""
    least = _apart(_least_name(room, size), room)
    if _placed([_guessed(told, wide, size) for told in people], least, size, across, room) is None:
        return False
    if wide < _narrowest(people, room, size):
        return False
    return _placed([_least_lines(told, wide, size) for told in people], least, size, across, room) is not None


def _even(lines: list[int], apart: int, size: int, across: int, room: BreakdownRoom) -> list[tuple[int, int]] | None:
    """Where each account begins, from top to bottom in so many columns that are as even as can be; None if they do not
    fit."""
    if across == 1 or _placed(lines, apart, size, across, room) is None:
        return _placed(lines, apart, size, across, room)
    share = (len(lines) * apart + sum(lines) * line_height(size)) // across
    lower = range(share, room.box.height + room.look.gap, max(1, line_height(size) // 2))
    ways = (_placed(lines, apart, size, across, room._replace(box=_lower(room, high))) for high in lower)
    return next(filter(None, ways), None) or _placed(lines, apart, size, across, room)


def _lower(room: BreakdownRoom, high: int) -> Box:
    """The box of a room for columns that are so high with the space below them."""
    return room.box._replace(y1=room.box.y0 + high - room.look.gap)


def _placed(lines: list[int], apart: int, size: int, across: int, room: BreakdownRoom) -> list[tuple[int, int]] | None:
    """Where accounts with so many lines begin; None if they do not fit."""
    step, wide = line_height(size), room.column(across) + 2 * room.look.gap
    deepest = room.box.height + room.look.gap
    corners = []
    column = y = 0
    for count in lines:
        high = apart + count * step
        if y and y + high > deepest:
            column, y = column + 1, 0
        if column >= across or high > deepest:
            return None
        corners.append((room.box.x0 + column * wide, room.box.y0 + y))
        y += high
    return corners


def _guessed(told: BreakdownText, wide: int, size: int) -> int:
    """So many lines an account has at least, by the number of its letters."""
    room = int((wide - 2 * size) * NARROWEST_LETTERS / size)
    return sum([1 if letters <= room else max(2, -(-letters // max(1, room))) for letters in told.letters])


def _least_lines(told: BreakdownText, wide: int, size: int) -> int:
    """So many lines an account has at least."""
    indent, whys = _sizes(told, size)
    return _full_lines(whys, wide - indent, size)


def _full_lines(whys: tuple[int, ...], room: int, size: int) -> int:
    """The lines of causes so wide if each line were full. Where a line ends, the space before the next word goes."""
    return sum([1 if why <= room else max(2, -(-(why + size) // max(1, room + size))) for why in whys])


def _lines_shown(told: BreakdownText, wide: int, size: int, most: int) -> int:
    """How many lines an account has that shows all its causes, or no more than `most`."""
    broken, count = _broken(told, wide, size), len(told.whys)
    if most and count > most:
        return 1 + sum([len(broken.get(at, (1,))) for at in range(most - 1)])
    return count - len(broken) + sum([len(lines) for lines in broken.values()])


def _broken(told: BreakdownText, wide: int, size: int) -> dict[int, tuple[PlacedRuns, ...]]:
    """The lines of those causes that take more than one in a column, by their places."""
    found = told.broken.get((wide, size))
    if found is None:
        indent, whys = _sizes(told, size)
        room = wide - indent
        found = {at: _lines(told.whys[at], room, size) for at, why in enumerate(whys) if why > room}
        told.broken[wide, size] = found
    return found


def _least_name(room: BreakdownRoom, size: int) -> int:
    """The least type of names above causes of a size."""
    return size_at_most(min(room.name if room.larger else max(size, room.name), size_for_height(room.digits)))


def _name_sizes(people: People, wide: int, room: BreakdownRoom, size: int) -> tuple[int, ...]:
    """Sizes of names to choose from, from the largest that totals leave room for to the least."""
    least = _least_name(room, size)
    rooms = [(told.name, wide - _figures(told, room) - _clear(room)) for told in people]
    sizes = steps(min(room.look.text, size_for_height(room.digits)), least)
    fitting = [each for each in sizes if all(text_width(name, each) <= room for name, room in rooms)]
    return tuple(fitting) or (least,)


def _head(name: int, room: BreakdownRoom) -> tuple[int, int]:
    """The baseline that a name shares with its total, and where the line below them lies."""
    large = size_for_height(room.digits)
    baseline = max(capital_height(large) + overshoot(large), ascent(name))
    return baseline, baseline + max(descent(name), overshoot(large)) + room.look.line


def _apart(name: int, room: BreakdownRoom) -> int:
    """How far one account is from the next without the lines of its causes."""
    return _head(name, room)[1] + 2 * room.look.line + room.look.gap


def _drawn(people: People, shape: BreakdownShape, room: BreakdownRoom, size: int, most: int) -> list[Item]:
    wide, name, corners = shape
    high = _head(name, room)[1] + 2 * room.look.line
    items: list[Item] = []
    for told, (x, y) in zip(people, corners, strict=True):
        items += _account_head(told, Box(x, y, x + wide, y + high), room, name)
        items += _causes(told, x, y + high, wide, size, most)
    return items


def _account_head(told: BreakdownText, box: Box, room: BreakdownRoom, size: int) -> list[Item]:
    """Name and total of an account, and a line."""
    large = size_for_height(room.digits)
    baseline, bottom = _head(size, room)
    y = box.y0 + baseline
    name = shorten(told.name, size, True, box.width - _figures(told, room) - _clear(room))
    items: list[Item] = [
        left_aligned(name, box.x0, y, size, True, Ink.BLACK, Part.NAME),
        right_aligned(told.total, box.x1, y, large, True, Ink.BLACK, Part.TOTAL),
        Fill(Box(box.x0, box.y0 + bottom, box.x1, box.y0 + bottom + room.look.line)),
    ]
    if told.won:
        right = box.x1 - text_width(told.total, large) - _apart_figures(room)
        items.append(right_aligned(told.won, right, y, room.won, False, Ink.BLACK, Part.FIGURE))
    return items


def _figures(told: BreakdownText, room: BreakdownRoom) -> int:
    """How wide the total is, with what was won before it."""
    won = text_width(told.won, room.won, False) + _apart_figures(room) if told.won else 0
    return text_width(told.total, size_for_height(room.digits)) + won


def _clear(room: BreakdownRoom) -> int:
    """The least space between a name and the figures after it."""
    return max(LEAST_CLEAR, room.look.gap)


def _apart_figures(room: BreakdownRoom) -> int:
    return max(room.look.gap, room.digits * 2 // 3)


def _causes(told: BreakdownText, x: int, y: int, wide: int, size: int, most: int) -> list[Item]:
    """The causes of an account from a corner in a width: all, or no more than `most`, the last for all that is left."""
    items: list[Item] = []
    start = x + _sizes(told, size).indent
    right = start - _space(size)
    baseline = y + ascent(size)
    broken = _broken(told, wide, size)
    for at, why in enumerate(told.whys):
        if most and at + 1 == most < len(told.whys):
            return items + _rest(_points(told.whys[at:]), right, start, baseline, size)
        items.append(right_aligned(signed(why.points), right, baseline, size, True, Ink.BLACK, Part.FIGURE))
        if at not in broken:
            items += _on_one_line(why, start, baseline, size)
            baseline += line_height(size)
            continue
        for pieces in broken[at]:
            for run, offset, bold in pieces:
                items += run_items(run, start + offset, baseline, size, bold, Ink.BLACK, Part.FIGURE)
            baseline += line_height(size)
    return items


def _rest(points: str, right: int, start: int, baseline: int, size: int) -> list[Item]:
    """The points of all causes that there is no room for."""
    return [
        right_aligned(points, right, baseline, size, True, Ink.BLACK, Part.FIGURE),
        left_aligned(ELLIPSIS, start, baseline, size, False, Ink.BLACK, Part.FIGURE),
    ]


def _on_one_line(why: CauseText, x: int, baseline: int, size: int) -> list[Item]:
    """Why, and the cards after it."""
    said_ = left_aligned(why.words, x, baseline, size, False, Ink.BLACK, Part.FIGURE)
    items: list[Item] = [said_]
    x = said_.box.x1
    for run in why.cards:
        x += size // 2
        items += run_items(run, x, baseline, size, True, Ink.BLACK, Part.FIGURE)
        x += run_width(run, size)
    return items


def _lines(why: CauseText, room: int, size: int) -> tuple[PlacedRuns, ...]:
    """Why, and the cards after it, broken into lines."""
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
    return tuple(tuple(pieces) for pieces in lines)
