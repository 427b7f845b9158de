"""What follows from a kind of panel for its pages: the surface to draw on, and how many lines a choice has."""

from __future__ import annotations

from device.session.line_choice import LINES_ON_SMALL_PANEL, PAD_CELL_COUNT
from display.surface import Surface
from display.vocabulary import Ink
from hal.panel.panel import PanelKind

_SMALL_PANEL_HEIGHT = 200
"""Panels below this height, in pixels, show few lines at once: those of 212×104, 250×122 and 264×176."""


def surface_of(kind: PanelKind) -> Surface:
    """The surface for drawing pages for a panel."""
    inks = tuple(None if ink is None else Ink(ink) for ink in kind.inks)
    return Surface(kind.width, kind.height, inks)


def max_choosable_lines(kind: PanelKind) -> int:
    """The maximum number of lines of a round to choose from on one page."""
    return LINES_ON_SMALL_PANEL if kind.height < _SMALL_PANEL_HEIGHT else PAD_CELL_COUNT
