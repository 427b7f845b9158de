"""The names of panels where one is chosen."""

from __future__ import annotations

from device.pages.web_words import panel_name
from display.words import ENGLISH
from hal.panel.panel import PANEL_KINDS, panel_kind


def test_a_panel_has_the_name_by_which_it_is_sold_and_its_id() -> None:
    """“what-red” was all that was said to those who have an Inky wHAT."""
    told = {name: ENGLISH.say(panel_name(panel_kind(name))) for name in ("what-red", "impression-7.3-spectra")}
    assert told == {
        "what-red": "Inky wHAT, black, white and red, 400 × 300 (what-red)",
        "impression-7.3-spectra": "Inky Impression 7.3″, 6 colours, 800 × 480 (impression-7.3-spectra)",
    }
    assert len({ENGLISH.say(panel_name(kind)) for kind in PANEL_KINDS}) == len(PANEL_KINDS)
