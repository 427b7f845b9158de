"""The table as it stands: the middle, the players, the scoreboards."""

from __future__ import annotations

from display.layout import grids, marks, rows
from display.layout.scale import Scale, steps
from display.layout.writing import said, words
from display.scene import Box, Item
from display.typeface import line, rise, rung, shorten, width
from display.vocabulary import Board
from display.words import Language

LOST_SCOREBOARDS = 80


def draw(
    board: Board, box: Box, digits: int, scale: Scale, language: Language, centre: int = 0
) -> tuple[list[Item], int]:
    """A board in a box, and how much was lost to make it fit.

    The rows come first: what lies in the middle (in type of the size `centre`, if
    given) and the scoreboards take what they leave.
    """
    items: list[Item] = []
    loss = 0
    need = len(board.rows) * rows.least_row(digits, scale)
    fair = len(board.rows) * rows.fair_row(board.rows, digits, scale)
    top, bottom = box.y0, box.y1
    if board.centre:
        size = centre or centre_size(board, digits, scale)
        drawn, high, lost = _centre(board, Box(box.x0, top, box.x1, bottom - need), scale, size, language)
        items += drawn
        top += high
        loss += lost
    if board.grids:
        plan = grids.plan(board.grids, box.width, bottom - top - fair - scale.gap, digits * 4 // 5, scale)
        if plan is None or plan.cell < scale.small:
            plan = grids.plan(board.grids, box.width, bottom - top - need - scale.gap, scale.small, scale)
        if plan is None:
            loss += LOST_SCOREBOARDS
        else:
            loss += max(0, scale.small + scale.line - plan.cell) // 2
            place = Box(box.x0, bottom - plan.height, box.x1, bottom)
            items += grids.draw(board.grids, plan, place, scale, language)
            bottom = place.y0 - scale.gap
    if board.rows:
        drawn, lost = rows.draw(board.rows, Box(box.x0, top, box.x1, bottom), digits, scale, language)
        items += drawn
        loss += lost
    return items, loss


def centre_size(board: Board, digits: int, scale: Scale) -> int:
    """The type of what lies in the middle: large, unless scoreboards need the room."""
    if board.grids and len(board.rows) > 4:
        return rung(scale.small + 2 * scale.line)
    return min(scale.marks * 5 // 4, max(scale.least, digits))


def _centre(board: Board, box: Box, scale: Scale, largest: int, language: Language) -> tuple[list[Item], int, int]:
    """What lies in the middle of the table, how high it is, and how much was lost."""
    title = said(board.centre_title, language) if board.centre_title is not None else ""
    gap = max(2, scale.gap // 2)
    chips = steps(largest, scale.least)
    size = scale.small
    wide = min(width(title, size), box.width // 3)
    room = box.width - wide - (scale.gap if title else 0)
    strip = marks.strip(board.centre, language)
    single = min(box.height - scale.gap, marks.chip_height(largest))
    flowed, loss = marks.fit(strip, chips, room, single, gap, scale.line)
    if loss:
        flowed, loss = marks.fit(strip, chips, room, box.height - scale.gap, gap, scale.line)
    if not flowed.lines or not flowed.whole or loss >= marks.LEFT_OUT:
        title, wide, room = "", 0, box.width
        flowed, loss = marks.fit(strip, chips, room, box.height - scale.gap, gap, scale.line)
        loss += 1
    if not flowed.lines:
        return [], 0, loss
    items: list[Item] = []
    if title:
        baseline = box.y0 + (marks.chip_height(flowed.size) + rise(size)) // 2
        if marks.chip_height(flowed.size) >= line(size) or flowed.height(gap) >= line(size):
            items.append(words(shorten(title, size, True, wide), box.x0, baseline, size))
    left = box.x0 + (wide + scale.gap if title else 0)
    items += marks.place(flowed, left, box.y0, gap, scale.line)
    return items, flowed.height(gap) + scale.gap, loss
