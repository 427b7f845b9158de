"""Why a score is what it is: each player's points, cause by cause."""

from __future__ import annotations

from typing import NamedTuple

from display.layout.planned import Planned
from display.layout.scale import Scale, steps
from display.layout.writing import Run, put, run_of, run_width, said, words
from display.scene import Box, Fill, Item, Part
from display.typeface import ELLIPSIS, above, below, clean, line, over, rise, rung, shorten, size_of, width, wrap
from display.vocabulary import Account, Accounts, Cause, Ink
from display.words import Language, Text, figure, signed

NOTHING_LEFT = 50
"""The loss when there is no room for any account."""


class Told(NamedTuple):
    """An account, and how many lines each cause takes, by the width of the column and the type."""

    account: Account
    lines: dict[tuple[int, int], list[int]]


def plan(accounts: Accounts, box: Box, digits: int, scale: Scale, language: Language) -> Planned:
    items, loss = draw(accounts, box, digits, scale, language)
    return Planned(lambda: items, loss)


def draw(accounts: Accounts, box: Box, digits: int, scale: Scale, language: Language) -> tuple[list[Item], int]:
    """Accounts in one or more columns, and how much was lost: the type shrinks, then causes are summed up."""
    people = tuple(Told(account, {}) for account in accounts.accounts)
    if not people:
        return [], 0
    for size in steps(min(scale.text, digits), scale.least):
        for across in range(1, len(people) + 1):
            corners = _corners(people, across, box, digits, size, 0, scale, language)
            if corners is not None:
                return _drawn(people, across, corners, box, digits, size, 0, scale, language), 0
    longest = max(len(told.account.causes) for told in people)
    for most in range(longest - 1, 0, -1):
        for across in range(1, len(people) + 1):
            corners = _corners(people, across, box, digits, scale.least, most, scale, language)
            if corners is not None:
                drawn = _drawn(people, across, corners, box, digits, scale.least, most, scale, language)
                return drawn, 10 + longest - most
    return [], NOTHING_LEFT


def _column_width(across: int, box: Box, scale: Scale) -> int:
    return (box.width - (across - 1) * 2 * scale.gap) // across


def _corners(
    people: tuple[Told, ...],
    across: int,
    box: Box,
    digits: int,
    size: int,
    most: int,
    scale: Scale,
    language: Language,
) -> list[tuple[int, int]] | None:
    """Where each account begins, from top to bottom in so many columns; None if they do not fit."""
    wide = _column_width(across, box, scale)
    lines = sum(min(len(told.account.causes), most or len(told.account.causes)) for told in people)
    if lines * line(size) + len(people) * digits > across * box.height:
        return None
    corners = []
    column, y = 0, 0
    for told in people:
        if not _holds(told.account, wide, digits, size):
            return None
        high = _height(told, wide, digits, size, most, scale, language)
        if y and y + high > box.height:
            column, y = column + 1, 0
        if column >= across or y + high > box.height:
            return None
        corners.append((box.x0 + column * (wide + 2 * scale.gap), box.y0 + y))
        y += high + scale.gap
    return corners


def _drawn(
    people: tuple[Told, ...],
    across: int,
    corners: list[tuple[int, int]],
    box: Box,
    digits: int,
    size: int,
    most: int,
    scale: Scale,
    language: Language,
) -> list[Item]:
    wide = _column_width(across, box, scale)
    items: list[Item] = []
    for told, (x, y) in zip(people, corners, strict=True):
        items += _account(told.account, x, y, wide, digits, size, most, scale, language)
    return items


def _points(account: Account, size: int) -> int:
    """How wide the points are."""
    total = sum(cause.points for cause in account.causes)
    return max(width(signed(points), size) for points in (total, *(cause.points for cause in account.causes)))


def _holds(account: Account, wide: int, digits: int, size: int) -> bool:
    """Whether a column is wide enough for the total, and for points with some words after them."""
    if wide < 9 * size:
        return False
    total = width(figure(account.total), size_of(digits))
    return max(total + 3 * size, _points(account, size) + 4 * size) <= wide


def _head(account: Account, digits: int, size: int, scale: Scale) -> tuple[int, int, int]:
    """Type of the name, the baseline it shares with the total, and where the line below them lies."""
    large = size_of(digits)
    name = rung(min(max(size, scale.small), digits))
    baseline = max(rise(large) + over(large), above(name))
    return name, baseline, baseline + max(below(name), over(large)) + scale.line


def _height(told: Told, wide: int, digits: int, size: int, most: int, scale: Scale, language: Language) -> int:
    account = told.account
    counts = told.lines.get((wide, size))
    if counts is None:
        room = wide - _indent(account, size)
        counts = [len(_cause_lines(cause, room, size, language)) for cause in account.causes]
        told.lines[wide, size] = counts
    lines = sum(counts) if not most or len(counts) <= most else sum(counts[: most - 1]) + 1
    return _head(account, digits, size, scale)[2] + 2 * scale.line + lines * line(size)


def _indent(account: Account, size: int) -> int:
    """Where the words of causes begin."""
    return _points(account, size) + max(3, size // 2)


def _account(
    account: Account,
    x: int,
    y: int,
    wide: int,
    digits: int,
    size: int,
    most: int,
    scale: Scale,
    language: Language,
) -> list[Item]:
    """One account: name and total, a line, the causes."""
    total, large = figure(account.total), size_of(digits)
    name_size, baseline, bottom = _head(account, digits, size, scale)
    name = shorten(clean(account.name), name_size, True, wide - width(total, large) - scale.gap)
    items: list[Item] = [
        words(name, x, y + baseline, name_size, True, Ink.BLACK, Part.NAME),
        words(total, x + wide - width(total, large), y + baseline, large, True, Ink.BLACK, Part.TOTAL),
        Fill(Box(x, y + bottom, x + wide, y + bottom + scale.line)),
    ]
    start = _indent(account, size)
    baseline = y + bottom + 2 * scale.line + above(size)
    for cause in _causes(account, most):
        points = signed(cause.points)
        right = x + start - max(3, size // 2)
        items.append(words(points, right - width(points, size), baseline, size, True, Ink.BLACK, Part.FIGURE))
        for pieces in _cause_lines(cause, wide - start, size, language):
            for run, offset, bold in pieces:
                items += put(run, x + start + offset, baseline, size, bold, Ink.BLACK, Part.FIGURE)
            baseline += line(size)
    return items


REST = Text(ELLIPSIS)
"""Stands for the causes that are summed up."""


def _causes(account: Account, most: int) -> tuple[Cause, ...]:
    """The causes, or `most` of them with the points of the rest in one."""
    if not most or len(account.causes) <= most:
        return account.causes
    kept = account.causes[: most - 1]
    return (*kept, Cause(REST, sum(cause.points for cause in account.causes[most - 1 :])))


Written = tuple[tuple[Run, int, bool], ...]
"""Runs on one line, each with how far from its start it begins, and whether it is bold."""


def _cause_lines(cause: Cause, room: int, size: int, language: Language) -> tuple[Written, ...]:
    """Why, and the cards after it, broken into lines."""
    why = wrap(said(cause.why, language), size, False, room) or ("",)
    lines: list[list[tuple[Run, int, bool]]] = [[((part,), 0, False)] for part in why]
    end = width(why[-1], size, False)
    for card in cause.cards:
        run = run_of(card, language)
        wide = run_width(run, size)
        start = end + size // 2
        if start + wide > room:
            lines.append([])
            start = 0
        lines[-1].append((run, start, True))
        end = start + wide
    return tuple(tuple(pieces) for pieces in lines)
