"""Players in a column at the right of keys that need not all the width below a strip: on the smallest panels only."""

from __future__ import annotations

from display.layout import low_rows
from display.layout.keymap import FittedKeys, fitted
from display.layout.look import Look, least_in_play
from display.scene import Box, SceneItem
from display.text_metrics import one_line, text_width
from display.vocabulary import Board, Page

NAMES = (52, 44, 36)
"""So many pixels names have in such a column, rather than none: some are shortened."""

BETWEEN = 4
"""Gaps between the keys and the players."""


def placed(page: Page, board: Board, keys: FittedKeys, box: Box, look: Look) -> list[SceneItem]:
    """Keys in a box, with players beside them if that costs no key anything."""
    digits = least_in_play(look, len(board.rows))
    if not low_rows.have_room(board.rows, page.keymap.players, box, digits, look):
        return [*keys.parts]
    widths = _widths(board, digits, look)
    # Where the narrowest column takes too much, wider ones do, too.
    for wide in widths if _beside(page, keys, box, widths[-1], look) else ():
        beside = _beside(page, keys, box, wide, look)
        if beside is not None:
            column = box._replace(x0=box.x1 - wide)
            return [*beside.parts, *low_rows.draw(board.rows, column, digits, look)]
    return [*keys.parts]


def _beside(page: Page, keys: FittedKeys, box: Box, wide: int, look: Look) -> FittedKeys | None:
    """Keys in what a column so wide leaves; None where any would be smaller than before, or gone."""
    room = box._replace(x1=box.x1 - wide - BETWEEN * look.gap)
    beside = fitted(page.keymap, page.begun, room, look.keys[0], look)
    return beside if beside.size >= keys.size and _cells(beside) == _cells(keys) else None


def _widths(board: Board, digits: int, look: Look) -> list[int]:
    """How wide the column may be, from the widest: for whole names, or for less of them."""
    bare = low_rows.least_width(board.rows, digits, look)
    names = max(text_width(one_line(row.name), look.least) for row in board.rows)
    return [bare + names, *(bare + each for each in NAMES if each < names)]


def _cells(keys: FittedKeys) -> set[tuple[str, str]]:
    """The codes of keys, and what they mean."""
    return {(cell.code, cell.label) for cell in keys.cells}
