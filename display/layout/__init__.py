"""Where everything on a page goes, for each size of panel."""

from __future__ import annotations

from display.layout.page import fitting, lay_out

__all__ = ["fitting", "lay_out"]
