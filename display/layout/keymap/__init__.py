"""The key map: pads whose rows and columns spell a code, and lists of codes."""

from __future__ import annotations

from display.layout.keymap.blocks import KeyBlocks, key_blocks
from display.layout.keymap.drawing import key_map_items
from display.layout.keymap.levels import Levels, level_choices, levels, named_then, without_marked
from display.layout.keymap.packing import LEAST_CUT, KeyMapFit, fitted, in_full, legible, or_nothing

__all__ = [
    "LEAST_CUT",
    "KeyBlocks",
    "KeyMapFit",
    "Levels",
    "fitted",
    "in_full",
    "key_blocks",
    "key_map_items",
    "legible",
    "level_choices",
    "levels",
    "named_then",
    "or_nothing",
    "without_marked",
]
