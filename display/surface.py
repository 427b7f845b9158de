"""What can be drawn on: a size in pixels and the inks of a panel."""

from __future__ import annotations

from dataclasses import dataclass
from functools import cache

from display.vocabulary import Ink

RGB = tuple[int, int, int]

COLOURS: dict[Ink, RGB] = {
    Ink.WHITE: (255, 255, 255),
    Ink.BLACK: (0, 0, 0),
    Ink.RED: (255, 0, 0),
    Ink.YELLOW: (255, 255, 0),
    Ink.BLUE: (0, 0, 255),
    Ink.GREEN: (0, 255, 0),
    Ink.ORANGE: (255, 128, 0),
}
"""How each ink looks on a screen."""


@dataclass(frozen=True, slots=True)
class Surface:
    """A panel to draw on: `width` by `height` pixels.

    `inks` are the panel's own colours by their native index; None where an
    index has no ink. Black and white are always among them.
    """

    width: int
    height: int
    inks: tuple[Ink | None, ...]

    def index(self, ink: Ink, otherwise: Ink = Ink.BLACK) -> int:
        """The native index of an ink, or of `otherwise` (black or white) where the panel lacks it."""
        return _indices(self.inks, otherwise)[ink]

    def indices(self) -> dict[Ink, int]:
        """The native index of each ink; black's for those that the panel lacks."""
        return _indices(self.inks, Ink.BLACK)

    def palette(self) -> bytes:
        """Red, green and blue of each index; an index without ink repeats the first one's."""
        return _palette(self.inks)


@cache
def _indices(inks: tuple[Ink | None, ...], otherwise: Ink) -> dict[Ink, int]:
    return {ink: inks.index(ink if ink in inks else otherwise) for ink in Ink}


@cache
def _palette(inks: tuple[Ink | None, ...]) -> bytes:
    first = inks[0]
    assert first is not None
    return b"".join(bytes(COLOURS[ink or first]) for ink in inks)
