"""From a panel's kind to what pages are drawn for."""

from __future__ import annotations

from device.session.pointing import CELLS, FEW
from display.surface import Surface
from display.vocabulary import Ink
from hal.panel.panel import PanelKind


def surface_of(kind: PanelKind) -> Surface:
    """What can be drawn on a panel."""
    inks = tuple(None if ink is None else Ink(ink) for ink in kind.inks)
    return Surface(kind.width, kind.height, inks)


SMALL = 200
"""Panels of less height, in pixels, show few lines at once: those of 212×104 and 250×122."""


def lines_at_once(kind: PanelKind) -> int:
    """At most how many lines of a round are there to choose from on a page."""
    return FEW if kind.height < SMALL else CELLS
