"""Players in a column at the right of keys that need not all the width below a strip: on the smallest panels only."""

from __future__ import annotations

from collections.abc import Iterator

from display.layout import low_rows
from display.layout.keymap import FittedKeys, fitted
from display.layout.scale import Scale, least_in_play
from display.scene import Box, Cell, SceneItem
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
    if low_rows.have_room(board.rows, page.keymap.players, box, digits, scale):
        for wide in _widths(board, digits, scale):
            room = box._replace(x1=box.x1 - wide - BETWEEN * scale.gap)
            beside = fitted(page.keymap, page.begun, room, scale.keys[0], scale, language)
            if beside.size >= keys.size and _cells(beside) == _cells(keys):
                column = box._replace(x0=box.x1 - wide)
                return [*beside.parts, *low_rows.draw(board.rows, column, digits, scale, language)]
    return [*keys.parts]


def _widths(board: Board, digits: int, scale: Scale) -> Iterator[int]:
    """How wide the column may be: for whole names, or for less of them."""
    bare = low_rows.least_width(board.rows, digits, scale)
    names = max(text_width(one_line(row.name), scale.least) for row in board.rows)
    yield bare + names
    yield from (bare + each for each in NAMES if each < names)


def _cells(keys: FittedKeys) -> set[tuple[str, str]]:
    """The codes of keys, and what they mean."""
    return {(item.code, item.label) for part in keys.parts for item in part.items if isinstance(item, Cell)}
