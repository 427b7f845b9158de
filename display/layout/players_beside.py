"""Players in a column at the right of keys that need not all the width below a strip: on the smallest panels only."""

from __future__ import annotations

from display.layout import low_rows
from display.layout.keymap import FittedKeys, fitted
from display.layout.scale import Scale, least_in_play
from display.scene import Box, SceneItem
from display.text_metrics import one_line, text_width
from display.vocabulary import Board, Page
from display.words import Language

NAMES = (52, 44, 36)
"""So many pixels names have in such a column, rather than none: some are shortened."""

BETWEEN = 4
"""Gaps between the keys and the players."""


def placed(
    page: Page, board: Board, keys: FittedKeys, box: Box, height: int, scale: Scale, language: Language
) -> list[SceneItem]:
    """Keys in a box, with players beside them if that costs no key anything; `height` is the panel's lesser side."""
    digits = least_in_play(height, len(board.rows))
    if not low_rows.have_room(board.rows, page.keymap.players, box, digits, scale):
        return [*keys.parts]
    widths = _widths(board, digits, scale)
    # Where the narrowest column takes too much, wider ones do, too.
    for wide in widths if _beside(page, keys, box, widths[-1], scale, language) else ():
        beside = _beside(page, keys, box, wide, scale, language)
        if beside is not None:
            column = box._replace(x0=box.x1 - wide)
            return [*beside.parts, *low_rows.draw(board.rows, column, digits, scale, language)]
    return [*keys.parts]


def _beside(page: Page, keys: FittedKeys, box: Box, wide: int, scale: Scale, language: Language) -> FittedKeys | None:
    """Keys in what a column so wide leaves; None where any would be smaller than before, or gone."""
    room = box._replace(x1=box.x1 - wide - BETWEEN * scale.gap)
    beside = fitted(page.keymap, page.begun, room, scale.keys[0], scale, language)
    return beside if beside.size >= keys.size and _cells(beside) == _cells(keys) else None


def _widths(board: Board, digits: int, scale: Scale) -> list[int]:
    """How wide the column may be, from the widest: for whole names, or for less of them."""
    bare = low_rows.least_width(board.rows, digits, scale)
    names = max(text_width(one_line(row.name), scale.least) for row in board.rows)
    return [bare + names, *(bare + each for each in NAMES if each < names)]


def _cells(keys: FittedKeys) -> set[tuple[str, str]]:
    """The codes of keys, and what they mean."""
    return {(cell.code, cell.label) for cell in keys.cells}
