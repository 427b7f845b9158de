"""Where everything on a page goes, for each size of panel."""

from __future__ import annotations

from display.layout.page import count_fitting_paragraphs, fit_page, lay_out

__all__ = ["count_fitting_paragraphs", "fit_page", "lay_out"]
