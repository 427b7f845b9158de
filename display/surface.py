"""A surface to draw on: its size in pixels and the inks of the panel."""

from __future__ import annotations

from functools import cache

from display.vocabulary import Ink
from values.named_tuple import NamedTuple

RGB = tuple[int, int, int]

# Ink on paper in lamplight is duller than a screen; these colours can be told apart there too.
COLOURS: dict[Ink, RGB] = {
    Ink.WHITE: (255, 255, 255),
    Ink.BLACK: (0, 0, 0),
    Ink.RED: (200, 30, 30),
    Ink.YELLOW: (240, 205, 20),
    Ink.BLUE: (30, 70, 180),
    Ink.GREEN: (30, 125, 60),
    Ink.ORANGE: (225, 110, 20),
}
"""The colour of each ink on a screen: red, green, blue, 0 to 255.

This is the only such table: every image has its colours as its palette, for whatever code saves or shows it."""


class Surface(NamedTuple):
    """A panel to draw on: `width` by `height` pixels.

    `inks` are the panel's own colours by their native index; None for an index without ink. Black and white are always
    among them.
    """

    width: int
    height: int
    inks: tuple[Ink | None, ...]

    def indices(self) -> dict[Ink, int]:
        """Return the native index of each ink; black's for those that the panel lacks."""
        return _indices(self.inks)

    def palette(self) -> bytes:
        """Return the palette: red, green and blue of each index. An index without ink repeats the first one's."""
        return _palette(self.inks)


@cache
def _indices(inks: tuple[Ink | None, ...]) -> dict[Ink, int]:
    return {ink: inks.index(ink if ink in inks else Ink.BLACK) for ink in Ink}


@cache
def _palette(inks: tuple[Ink | None, ...]) -> bytes:
    first = inks[0]
    assert first is not None
    return b"".join(bytes(COLOURS[ink or first]) for ink in inks)
