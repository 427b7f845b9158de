"""Why a score is what it is: each player's points, cause by cause."""

from __future__ import annotations

from dataclasses import dataclass, field
from functools import partial
from typing import NamedTuple

from display.layout.planned import Planned
from display.layout.scale import Scale, steps
from display.layout.writing import Run, put, run_of, run_width, said, words
from display.scene import Box, Fill, Item, Part
from display.typeface import ELLIPSIS, above, below, clean, line, over, rise, rung, shorten, size_of, width, wrap
from display.vocabulary import Account, Accounts, Cause, Ink
from display.words import Language, figure, signed

NOTHING_LEFT = 50
"""The loss when there is no room for any account."""


MEASURED = 14
"""The type in which words are measured once."""


class Why(NamedTuple):
    """A cause in the words of a language: why, the cards concerned, the points, and how wide all is in `MEASURED`."""

    words: str
    cards: tuple[Run, ...]
    points: str
    wide: int


Written = tuple[tuple[Run, int, bool], ...]
"""Runs on one line, each with how far from its start it begins, and whether it is bold."""


@dataclass(frozen=True, slots=True, eq=False)
class Told:
    """An account in the words of a language, and what has been measured of it, by size of type."""

    name: str
    total: str
    whys: tuple[Why, ...]
    sum: int
    rests: tuple[str, ...]
    points: dict[int, int] = field(default_factory=dict)
    lines: dict[tuple[int, int], list[tuple[Written, ...]]] = field(default_factory=dict)


def plan(accounts: Accounts, box: Box, digits: int, scale: Scale, language: Language) -> Planned:
    """Accounts in one or more columns, and how much is lost: the type shrinks, then causes are summed up."""
    people = tuple(_told(account, language) for account in accounts.accounts)
    if not people:
        return Planned(list, 0)
    for whole in (True, False):
        for size in steps(min(scale.text, digits), scale.least):
            for across in range(1, _most_across(people, box, digits, size, whole, scale) + 1):
                corners = _corners(people, across, box, digits, size, 0, scale)
                if corners is not None:
                    return Planned(partial(_drawn, people, across, corners, box, digits, size, 0, scale), 0)
    longest = max(len(told.whys) for told in people)
    for most in range(longest - 1, 0, -1):
        for across in range(1, len(people) + 1):
            corners = _corners(people, across, box, digits, scale.least, most, scale)
            if corners is not None:
                drawn = partial(_drawn, people, across, corners, box, digits, scale.least, most, scale)
                return Planned(drawn, 10 + longest - most)
    return Planned(list, NOTHING_LEFT)


def _most_across(people: tuple[Told, ...], box: Box, digits: int, size: int, whole: bool, scale: Scale) -> int:
    """In how many columns accounts may stand: in none where names that had better be whole would be cut."""
    if not whole:
        return len(people)
    large, name = size_of(digits), rung(min(max(size, scale.small), digits))
    need = max(width(told.name, name) + width(told.total, large) for told in people) + scale.gap
    return min(len(people), (box.width + 2 * scale.gap) // (need + 2 * scale.gap))


def _told(account: Account, language: Language) -> Told:
    whys = tuple(_why(cause, language) for cause in account.causes)
    rests = tuple(signed(sum(cause.points for cause in account.causes[at:])) for at in range(len(account.causes)))
    return Told(clean(account.name), figure(account.total), whys, sum(cause.points for cause in account.causes), rests)


def _why(cause: Cause, language: Language) -> Why:
    words_, cards = said(cause.why, language), tuple(run_of(card, language) for card in cause.cards)
    wide = width(words_, MEASURED, False) + sum(run_width(card, MEASURED) + MEASURED // 2 for card in cards)
    return Why(words_, cards, signed(cause.points), wide)


def _column_width(across: int, box: Box, scale: Scale) -> int:
    return (box.width - (across - 1) * 2 * scale.gap) // across


def _corners(
    people: tuple[Told, ...], across: int, box: Box, digits: int, size: int, most: int, scale: Scale
) -> list[tuple[int, int]] | None:
    """Where each account begins, from top to bottom in so many columns; None if they do not fit."""
    room = across * box.height - len(people) * digits
    if not most and sum(len(told.whys) for told in people) * line(size) > room:
        return None
    wide = _column_width(across, box, scale)
    if not all(_holds(told, wide, digits, size) for told in people):
        return None
    lines = sum(_least_lines(told, wide, size, most) for told in people)
    if lines * line(size) > room:
        return None
    corners = []
    column, y = 0, 0
    name = _name_size(people, wide, digits, size, scale)
    for told in people:
        high = _height(told, wide, digits, size, most, name, scale)
        if y and y + high > box.height:
            column, y = column + 1, 0
        if column >= across or y + high > box.height:
            return None
        corners.append((box.x0 + column * (wide + 2 * scale.gap), box.y0 + y))
        y += high + scale.gap
    return corners


def _least_lines(told: Told, wide: int, size: int, most: int) -> int:
    """So many lines an account has at least: tells most sizes that are too large without breaking a line."""
    if most:
        return min(len(told.whys), most)
    room = max(1, wide - _indent(told, size)) * MEASURED * 10 // 9
    return sum(max(1, -(-why.wide * size // room)) for why in told.whys)


def _drawn(
    people: tuple[Told, ...],
    across: int,
    corners: list[tuple[int, int]],
    box: Box,
    digits: int,
    size: int,
    most: int,
    scale: Scale,
) -> list[Item]:
    wide = _column_width(across, box, scale)
    name = _name_size(people, wide, digits, size, scale)
    items: list[Item] = []
    for told, (x, y) in zip(people, corners, strict=True):
        items += _account(told, x, y, wide, digits, size, most, name, scale)
    return items


def _points(told: Told, size: int) -> int:
    """How wide the points are."""
    if size not in told.points:
        told.points[size] = max(
            width(points, size) for points in (signed(told.sum), *(why.points for why in told.whys))
        )
    return told.points[size]


def _holds(told: Told, wide: int, digits: int, size: int) -> bool:
    """Whether a column is wide enough for the total, and for points with some words after them."""
    if wide < 9 * size:
        return False
    return max(width(told.total, size_of(digits)) + 3 * size, _points(told, size) + 4 * size) <= wide


def _name_size(people: tuple[Told, ...], wide: int, digits: int, size: int, scale: Scale) -> int:
    """The type of names: as large as totals leave room for, and as stands in a total's line."""
    large = size_of(digits)
    least = rung(min(max(size, scale.small), digits))
    rooms = [(told.name, wide - width(told.total, large) - scale.gap) for told in people]
    sizes = steps(min(scale.text, digits), least)
    return next((each for each in sizes if all(width(name, each) <= room for name, room in rooms)), least)


def _head(name: int, digits: int, scale: Scale) -> tuple[int, int]:
    """The baseline that a name shares with its total, and where the line below them lies."""
    large = size_of(digits)
    baseline = max(rise(large) + over(large), above(name))
    return baseline, baseline + max(below(name), over(large)) + scale.line


def _height(told: Told, wide: int, digits: int, size: int, most: int, name: int, scale: Scale) -> int:
    counts = [len(each) for each in _broken(told, wide, size)]
    lines = sum(counts) if not most or len(counts) <= most else sum(counts[: most - 1]) + 1
    return _head(name, digits, scale)[1] + 2 * scale.line + lines * line(size)


def _broken(told: Told, wide: int, size: int) -> list[tuple[Written, ...]]:
    """The lines of each cause in a column."""
    found = told.lines.get((wide, size))
    if found is None:
        room = wide - _indent(told, size)
        found = told.lines[wide, size] = [_lines(why, room, size) for why in told.whys]
    return found


def _indent(told: Told, size: int) -> int:
    """Where the words of causes begin."""
    return _points(told, size) + max(3, size // 2)


def _account(
    told: Told, x: int, y: int, wide: int, digits: int, size: int, most: int, name_size: int, scale: Scale
) -> list[Item]:
    """One account: name and total, a line, the causes."""
    large = size_of(digits)
    baseline, bottom = _head(name_size, digits, scale)
    name = shorten(told.name, name_size, True, wide - width(told.total, large) - scale.gap)
    items: list[Item] = [
        words(name, x, y + baseline, name_size, True, Ink.BLACK, Part.NAME),
        words(told.total, x + wide - width(told.total, large), y + baseline, large, True, Ink.BLACK, Part.TOTAL),
        Fill(Box(x, y + bottom, x + wide, y + bottom + scale.line)),
    ]
    start = _indent(told, size)
    baseline = y + bottom + 2 * scale.line + above(size)
    right = x + start - max(3, size // 2)
    for points, lines in _shown(told, wide, size, most):
        items.append(words(points, right - width(points, size), baseline, size, True, Ink.BLACK, Part.FIGURE))
        for pieces in lines:
            for run, offset, bold in pieces:
                items += put(run, x + start + offset, baseline, size, bold, Ink.BLACK, Part.FIGURE)
            baseline += line(size)
    return items


def _shown(told: Told, wide: int, size: int, most: int) -> list[tuple[str, tuple[Written, ...]]]:
    """Points and lines of the causes, or of `most` of them with the points of the rest in one."""
    every = [(why.points, lines) for why, lines in zip(told.whys, _broken(told, wide, size), strict=True)]
    if not most or len(every) <= most:
        return every
    return [*every[: most - 1], (told.rests[most - 1], ((((ELLIPSIS,), 0, False),),))]


def _lines(why: Why, room: int, size: int) -> tuple[Written, ...]:
    """Why, and the cards after it, broken into lines."""
    broken = wrap(why.words, size, False, room) or ("",)
    lines: list[list[tuple[Run, int, bool]]] = [[((part,), 0, False)] for part in broken]
    end = width(broken[-1], size, False)
    for run in why.cards:
        wide = run_width(run, size)
        start = end + size // 2
        if start + wide > room:
            lines.append([])
            start = 0
        lines[-1].append((run, start, True))
        end = start + wide
    return tuple(tuple(pieces) for pieces in lines)
