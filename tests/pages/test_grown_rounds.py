"""Where older rounds grow, a round's details say what it has added to them."""

from __future__ import annotations

from pathlib import Path

import pytest

from device.pages.build import page as page_of
from device.pages.surface import surface_of
from device.reports.game_pages import game_page
from device.session.keyscript import key_script
from device.session.places import GamePlace
from device.session.prompts import ArchiveView
from device.session.session import Session
from display.layout import lay_out
from display.scene import TextLine
from display.words import ENGLISH
from hal.panel import panel
from tests.table.tables import play

ROUNDS = ["Ann out", "Bo out", "Cy out", "Bo out", "Ann out", "Cy out"]
LOOP = ["game loop", "players Ann Bo Cy Dora", "set detail finish", *ROUNDS]
ADDED = "Added to earlier rounds: Ann +1, Bo +1 and Cy +1."


@pytest.mark.parametrize(("details", "said"), [(2, True), (3, False)])
@pytest.mark.parametrize("accepted", [0, 1])
def test_details_of_a_round_say_what_it_added_to_earlier_ones(
    tmp_path: Path, accepted: int, details: int, said: bool
) -> None:
    """The summary said +3, the details 2; the first round could add to none."""
    # What was declared is the first page of details, or what comes before the next round.
    keys = [*key_script("\n".join(LOOP).encode()), *["hold C"] * accepted, *["hold B"] * (details + 1)]
    page = play(tmp_path, keys).page()
    assert (ENGLISH.say(page.last_declaration or "") == ADDED) is said
    surface = surface_of(panel.panel_kind("phat-212-black"))
    drawn = lay_out(page, surface, ENGLISH)
    lines = " ".join(item.text for item in drawn.items if isinstance(item, TextLine))
    assert (ADDED in lines) is said


@pytest.mark.parametrize(("page", "said"), [(1, True), (2, False)])
def test_the_history_says_what_a_round_added_to_earlier_ones(tmp_path: Path, page: int, said: bool) -> None:
    """The round was accepted with +3, and the history of the stopped game said 2."""
    play(tmp_path, [*key_script("\n".join([*LOOP, "end"]).encode()), *["hold C"] * 2])
    found = game_page(tmp_path, GamePlace(1, page), 0)
    shown = page_of(Session(), ArchiveView(found), ())
    assert shown.last_declaration == found.remark
    assert (ENGLISH.say(found.remark or "") == ADDED) is said
