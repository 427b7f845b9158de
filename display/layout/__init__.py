"""Where everything on a page goes, for each size of panel."""

from __future__ import annotations

from display.layout.page import fit_page, lay_out

__all__ = ["fit_page", "lay_out"]
