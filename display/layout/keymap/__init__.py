"""The key map: the codes of the question asked now, large, and a small legend of what may follow."""

from __future__ import annotations

from display.layout.keymap.area import FittedKeyMap, fit_keys

__all__ = ["FittedKeyMap", "fit_keys"]
