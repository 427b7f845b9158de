"""From a panel's kind to what pages are drawn for."""

from __future__ import annotations

from display.surface import Surface
from display.vocabulary import Ink
from hal.panel.panel import PanelKind


def surface_of(kind: PanelKind) -> Surface:
    """What can be drawn on a panel."""
    inks = tuple(None if ink is None else Ink(ink) for ink in kind.inks)
    return Surface(kind.width, kind.height, inks)
