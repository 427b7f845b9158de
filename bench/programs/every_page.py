"""Draws every page of every game in every language on one panel, and prints its peak memory."""

from __future__ import annotations

import sys

from bench.processes import own_peak
from device.config import LANGUAGES
from device.gallery.samples import sample_pages
from device.games import ids
from device.pages.surface import surface_of
from display.draw import draw_page
from display.languages import language
from hal.panel import panel


def main() -> None:
    """Run with the argument: the panel's name."""
    surface = surface_of(panel.panel_kind(sys.argv[1]))
    for sample in (sample for game_id in ids() for sample in sample_pages(game_id)):
        for code in LANGUAGES:
            draw_page(sample.page, surface, language(code))
    print(own_peak())


if __name__ == "__main__":
    main()
