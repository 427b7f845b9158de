"""The cells of a key map: as text in a language, and filled while their code is being typed."""

from __future__ import annotations

from functools import lru_cache

from display.layout.page_style import PageStyle
from display.layout.text_items import TextRun, text_run
from display.scene import Fill, Item, KeyMapCell, Rect
from display.vocabulary import Ink, KeyGrid
from values.named_tuple import NamedTuple

MAX_FIGURE_LENGTH = 3
"""A label of more letters than this counts as words; figures are at most as long."""


class KeyEntry(NamedTuple):
    """A code, how its label is drawn, what it says, and whether the keys typed so far begin the code."""

    code: str
    run: TextRun
    label: str
    is_begun: bool

    @property
    def is_wordy(self) -> bool:
        """Whether the label is words instead of a figure or a suit."""
        return len(self.run) == 1 and len(self.label) > MAX_FIGURE_LENGTH


@lru_cache(maxsize=64)
def key_entries(grid: KeyGrid, typed_keys: str, style: PageStyle, *, is_spelled: bool) -> tuple[KeyEntry, ...]:
    """Return the entries of a grid, sorted by code; suits are `is_spelled` out, or else have one letter."""
    return tuple(
        KeyEntry(
            cell.code,
            text_run(cell.label, style.language, spelled=is_spelled),
            style.say(cell.label),
            bool(typed_keys) and cell.code.startswith(typed_keys),
        )
        for cell in sorted(grid.cells, key=lambda cell: cell.code)
    )


def draw_cell(entry: KeyEntry, rect: Rect, title: str) -> tuple[list[Item], Ink]:
    """Draw the cell of a code, filled if it is begun. Also return the ink for what is in it."""
    cell = KeyMapCell(rect, title, entry.code, entry.label, entry.is_begun)
    return ([cell, Fill(rect)], Ink.WHITE) if entry.is_begun else ([cell], Ink.BLACK)
