"""The table as it stands: the middle, the players, the scoreboards."""

from __future__ import annotations

from functools import partial
from typing import NamedTuple

from display.layout import chips, player_rows, scoreboards
from display.layout.body_plan import BodyPlan
from display.layout.scale import Scale, steps
from display.layout.text_items import label_text, left_aligned
from display.scene import Box, Item
from display.text_metrics import capital_height, line_height, shorten, size_at_most, text_width
from display.vocabulary import Board
from display.words import Language

LOST_SCOREBOARDS = 80


class BoardText(NamedTuple):
    """A board in the words of a language."""

    board: Board
    people: tuple[player_rows.PlayerText, ...]
    title: str
    centre: chips.ChipStrip
    language: Language


class Centre(NamedTuple):
    """What lies in the middle of the table, as it fits: its title, how wide that is, and its marks."""

    title: str
    wide: int
    flow: chips.ChipFlow


def board_text(board: Board, language: Language) -> BoardText:
    """A board in the words of a language."""
    title = label_text(board.centre_title, language) if board.centre_title is not None else ""
    return BoardText(
        board, player_rows.player_texts(board.rows, language), title, chips.chip_strip(board.centre, language), language
    )


def plan(table: BoardText, box: Box, digits: int, scale: Scale, banded: bool, enough: int) -> BodyPlan | None:
    """A board in a box, and how much is lost to make it fit; its scoreboards are left out where they are `banded`.

    The rows come first: what lies in the middle and the scoreboards take what they leave. None where these two
    lose `enough` already.
    """
    board, loss = table.board, 0
    need = len(board.rows) * player_rows.least_row(digits, scale)
    top, bottom = box.y0, box.y1
    centre = below = people = None
    if board.centre:
        centre, high, lost = _centre(table, box.width, bottom - need - top, centre_size(board, digits, scale), scale)
        top += high
        loss += lost
    if board.scoreboards and not banded:
        fair = len(board.rows) * player_rows.fair_row(board.rows, digits, scale)
        below = scoreboards.plan(board.scoreboards, box.width, bottom - top - fair - scale.gap, digits * 4 // 5, scale)
        if below is None or below.cell < scale.small:
            below = scoreboards.plan(board.scoreboards, box.width, bottom - top - need - scale.gap, scale.small, scale)
        if below is None:
            loss += LOST_SCOREBOARDS
        else:
            loss += max(0, scale.small + scale.line - below.cell) // 2
            bottom -= below.height + scale.gap
    if loss >= enough:
        return None
    if table.people:
        people = player_rows.plan(table.people, box.width, bottom - top, digits, scale)
        loss += people.loss
    return BodyPlan(partial(_draw, table, box, top, centre, below, people, scale), loss)


def _draw(
    table: BoardText,
    box: Box,
    top: int,
    centre: Centre | None,
    below: scoreboards.ScoreboardPlan | None,
    people: player_rows.RowsPlan | None,
    scale: Scale,
) -> list[Item]:
    items: list[Item] = []
    if centre is not None:
        items += _draw_centre(centre, box, scale)
    if below is not None:
        place = Box(box.x0, box.y1 - below.height, box.x1, box.y1)
        items += scoreboards.draw(table.board.scoreboards, below, place, scale, table.language)
    if people is not None:
        items += player_rows.draw(people, box.x0, top, scale)
    return items


def centre_size(board: Board, digits: int, scale: Scale) -> int:
    """The type of what lies in the middle: large, unless scoreboards need the room."""
    if board.scoreboards and len(board.rows) > 4:
        return size_at_most(scale.small + 2 * scale.line)
    return min(scale.marks * 5 // 4, max(scale.least, digits))


def _centre(table: BoardText, wide: int, height: int, largest: int, scale: Scale) -> tuple[Centre | None, int, int]:
    """What lies in the middle of the table in a room, how high it is, and how much is lost."""
    title, gap = table.title, max(2, scale.gap // 2)
    sizes = steps(largest, scale.least)
    single = min(height - scale.gap, chips.chip_height(largest))
    titled = text_width(title, scale.small)
    room = wide - titled - (scale.gap if title else 0)
    flowed, loss = chips.fit(table.centre, sizes, room, single, gap, scale.line)
    if loss or flowed.size < largest:
        titled = min(titled, wide // 3)
        room = wide - titled - (scale.gap if title else 0)
        flowed, loss = chips.fit(table.centre, sizes, room, single, gap, scale.line)
    if loss:
        flowed, loss = chips.fit(table.centre, sizes, room, height - scale.gap, gap, scale.line)
    if not flowed.lines or not flowed.whole or loss >= chips.LEFT_OUT:
        title, titled = "", 0
        flowed, loss = chips.fit(table.centre, sizes, wide, height - scale.gap, gap, scale.line)
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
        high = chips.chip_height(flowed.size)
        if high >= line_height(size) or flowed.height(gap) >= line_height(size):
            baseline = box.y0 + (high + capital_height(size)) // 2
            items.append(left_aligned(shorten(title, size, True, wide), box.x0, baseline, size))
    return items + chips.place(flowed, left, box.y0, gap, scale.line)
