"""Accounts of a round share their room evenly, in type as large as it allows."""

from __future__ import annotations

import pytest

from device.pages.surface import surface_of
from display.languages import language
from display.layout import lay_out
from display.layout.page_style import SMALL
from display.scene import Role, TextLine
from display.vocabulary import Breakdown, Page
from display.words import ENGLISH, Language
from hal.panel import panel
from tablekeeper.testing.scene_checks import check_scene
from tests.games.registered import GAMES
from tests.games.sample_game_pages import sample_game_pages
from tests.non_empty import non_empty

SURFACE = surface_of(panel.panel_kind("what-black"))
UPRIGHT = SURFACE._replace(width=SURFACE.height, height=SURFACE.width)
SAID = pytest.mark.parametrize("said", [ENGLISH, language("fr")], ids=lambda said: said.code)


def _summary(game_id: str, name: str) -> Page:
    page = next(sample.page for sample in sample_game_pages(game_id) if sample.name == name)
    assert isinstance(page.body, Breakdown)
    return page


def _lines(page: Page, said: Language, role: Role) -> list[TextLine]:
    items = lay_out(page, UPRIGHT, said).items
    return non_empty(item for item in items if isinstance(item, TextLine) and item.role is role)


@SAID
def test_seven_short_accounts_have_all_the_width(said: Language) -> None:
    totals = _lines(_summary("wizard", "summary-3"), said, Role.TOTAL)
    assert {total.rect.x1 for total in totals} == {UPRIGHT.width - SMALL.gap}


@SAID
@pytest.mark.parametrize("game_id", ["loop", "no-thanks"])
def test_causes_below_long_names_are_in_type_that_is_read(game_id: str, said: Language) -> None:
    assert min(line.size for line in _lines(_summary(game_id, "summary"), said, Role.FIGURE)) >= SMALL.small_size - 1


@SAID
@pytest.mark.parametrize("game_id", ["loop", "no-thanks"])
def test_columns_of_accounts_are_even(game_id: str, said: Language) -> None:
    names = _lines(_summary(game_id, "summary"), said, Role.NAME)
    columns = [sum(name.rect.x0 == x for name in names) for x in {name.rect.x0 for name in names}]
    assert max(columns) - min(columns) <= 1


@pytest.mark.parametrize("kind", ["phat-212-black", "phat-black", "waveshare-2.7", "what-black"])
@pytest.mark.parametrize("game_id", GAMES)
def test_an_arrow_leads_from_points_won_to_the_total(game_id: str, kind: str) -> None:
    """“−10 −60” did not say which was of the round. For all players, or for none."""
    surface = surface_of(panel.panel_kind(kind))
    shown = [each for each in sample_game_pages(game_id) if each.name.startswith("summary")]
    for each in non_empty(shown):
        body = each.page.body
        assert isinstance(body, Breakdown)
        drawn = lay_out(each.page, surface, ENGLISH)
        check_scene(drawn, each.page, surface)
        lines = [item for item in drawn.items if isinstance(item, TextLine)]
        arrows = [item for item in lines if item.text == "→"]
        crowded = kind == "phat-212-black" and len(body.players) == 10
        assert len(arrows) == (0 if crowded else len(body.players)), each.name
        totals = [item.rect for item in lines if item.role is Role.TOTAL]
        assert all(any(arrow.rect.x1 < total.x0 for total in totals) for arrow in arrows)
