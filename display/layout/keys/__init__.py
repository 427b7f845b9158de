"""The key map: pads whose rows and columns spell a code, and lists of codes."""

from __future__ import annotations

from display.layout.keys.blocks import Keys, keys
from display.layout.keys.drawing import parts
from display.layout.keys.levels import Levels, choices, levels, remaining, then
from display.layout.keys.shelves import LEAST_CUT, Fit, fitted, found, in_full, legible

__all__ = [
    "LEAST_CUT",
    "Fit",
    "Keys",
    "Levels",
    "choices",
    "fitted",
    "found",
    "in_full",
    "keys",
    "legible",
    "levels",
    "parts",
    "remaining",
    "then",
]
