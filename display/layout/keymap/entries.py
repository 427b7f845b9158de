"""The cells of a key map as text in a language."""

from __future__ import annotations

from functools import lru_cache

from display.layout.page_style import PageStyle
from display.layout.text_items import TextRun, text_run
from display.vocabulary import KeyGrid
from values.named_tuple import NamedTuple

FIGURE = 3
"""A label of more letters than this counts as words; figures are at most as long."""


class KeyEntry(NamedTuple):
    """A code, how its label is drawn, what it says, and whether the keys typed so far begin the code."""

    code: str
    run: TextRun
    label: str
    begun: bool

    @property
    def is_wordy(self) -> bool:
        """Whether the label is words instead of a figure or a suit."""
        return len(self.run) == 1 and len(self.label) > FIGURE


@lru_cache(maxsize=64)
def key_entries(grid: KeyGrid, begun: str, spelled: bool, style: PageStyle) -> tuple[KeyEntry, ...]:
    """Return the entries of a grid, sorted by code; suits are `spelled` out, or else have one letter."""
    return tuple(
        KeyEntry(
            cell.code,
            text_run(cell.label, style.language, spelled=spelled),
            style.say(cell.label),
            bool(begun) and cell.code.startswith(begun),
        )
        for cell in sorted(grid.cells, key=lambda cell: cell.code)
    )
