"""The table as it stands: the middle, the players, the scoreboards."""

from __future__ import annotations

from functools import partial
from typing import NamedTuple

from display.layout import grids, marks, rows
from display.layout.planned import Planned
from display.layout.scale import Scale, steps
from display.layout.writing import said, words
from display.scene import Box, Item
from display.typeface import line, rise, rung, shorten, width
from display.vocabulary import Board
from display.words import Language

LOST_SCOREBOARDS = 80


class Spoken(NamedTuple):
    """A board in the words of a language."""

    board: Board
    people: tuple[rows.Player, ...]
    title: str
    centre: marks.Strip
    language: Language


class Centre(NamedTuple):
    """What lies in the middle of the table, as it fits: its title, how wide that is, and its marks."""

    title: str
    wide: int
    flow: marks.Flow


def spoken(board: Board, language: Language) -> Spoken:
    """A board in the words of a language."""
    title = said(board.centre_title, language) if board.centre_title is not None else ""
    return Spoken(board, rows.players(board.rows, language), title, marks.strip(board.centre, language), language)


def plan(table: Spoken, box: Box, digits: int, scale: Scale, banded: bool, enough: int) -> Planned | None:
    """A board in a box, and how much is lost to make it fit; its scoreboards are left out where they are `banded`.

    The rows come first: what lies in the middle and the scoreboards take what they leave. None where these two
    lose `enough` already.
    """
    board, loss = table.board, 0
    need = len(board.rows) * rows.least_row(digits, scale)
    top, bottom = box.y0, box.y1
    centre = scoreboards = people = None
    if board.centre:
        centre, high, lost = _centre(table, box.width, bottom - need - top, centre_size(board, digits, scale), scale)
        top += high
        loss += lost
    if board.grids and not banded:
        fair = len(board.rows) * rows.fair_row(board.rows, digits, scale)
        scoreboards = grids.plan(board.grids, box.width, bottom - top - fair - scale.gap, digits * 4 // 5, scale)
        if scoreboards is None or scoreboards.cell < scale.small:
            scoreboards = grids.plan(board.grids, box.width, bottom - top - need - scale.gap, scale.small, scale)
        if scoreboards is None:
            loss += LOST_SCOREBOARDS
        else:
            loss += max(0, scale.small + scale.line - scoreboards.cell) // 2
            bottom -= scoreboards.height + scale.gap
    if loss >= enough:
        return None
    if table.people:
        people = rows.plan(table.people, box.width, bottom - top, digits, scale)
        loss += people.loss
    return Planned(partial(_draw, table, box, top, centre, scoreboards, people, scale), loss)


def _draw(
    table: Spoken,
    box: Box,
    top: int,
    centre: Centre | None,
    scoreboards: grids.Plan | None,
    people: rows.Plan | None,
    scale: Scale,
) -> list[Item]:
    items: list[Item] = []
    if centre is not None:
        items += _draw_centre(centre, box, scale)
    if scoreboards is not None:
        place = Box(box.x0, box.y1 - scoreboards.height, box.x1, box.y1)
        items += grids.draw(table.board.grids, scoreboards, place, scale, table.language)
    if people is not None:
        items += rows.draw(people, box.x0, top, scale)
    return items


def centre_size(board: Board, digits: int, scale: Scale) -> int:
    """The type of what lies in the middle: large, unless scoreboards need the room."""
    if board.grids and len(board.rows) > 4:
        return rung(scale.small + 2 * scale.line)
    return min(scale.marks * 5 // 4, max(scale.least, digits))


def _centre(table: Spoken, wide: int, height: int, largest: int, scale: Scale) -> tuple[Centre | None, int, int]:
    """What lies in the middle of the table in a room, how high it is, and how much is lost."""
    title, gap = table.title, max(2, scale.gap // 2)
    chips = steps(largest, scale.least)
    single = min(height - scale.gap, marks.chip_height(largest))
    titled = width(title, scale.small)
    room = wide - titled - (scale.gap if title else 0)
    flowed, loss = marks.fit(table.centre, chips, room, single, gap, scale.line)
    if loss or flowed.size < largest:
        titled = min(titled, wide // 3)
        room = wide - titled - (scale.gap if title else 0)
        flowed, loss = marks.fit(table.centre, chips, room, single, gap, scale.line)
    if loss:
        flowed, loss = marks.fit(table.centre, chips, room, height - scale.gap, gap, scale.line)
    if not flowed.lines or not flowed.whole or loss >= marks.LEFT_OUT:
        title, titled = "", 0
        flowed, loss = marks.fit(table.centre, chips, wide, height - scale.gap, gap, scale.line)
        loss += 1
    if not flowed.lines:
        return None, 0, loss
    return Centre(title, titled, flowed), flowed.height(gap) + scale.gap, loss


def _draw_centre(centre: Centre, box: Box, scale: Scale) -> list[Item]:
    title, wide, flowed = centre
    items: list[Item] = []
    size, gap, left = scale.small, max(2, scale.gap // 2), box.x0
    if title:
        left += wide + scale.gap
        high = marks.chip_height(flowed.size)
        if high >= line(size) or flowed.height(gap) >= line(size):
            baseline = box.y0 + (high + rise(size)) // 2
            items.append(words(shorten(title, size, True, wide), box.x0, baseline, size))
    return items + marks.place(flowed, left, box.y0, gap, scale.line)
