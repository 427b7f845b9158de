"""What may be pointed at on a picture: all that can be chosen, each place once, by the codes that the page has."""

from __future__ import annotations

from collections.abc import Iterator
from functools import cache

import pytest

from device.pages.surface import surface_of
from display.click_areas import ClickArea, page_click_areas
from display.layout import lay_out
from display.scene import KeyMapCell, Rect, Scene, Target
from display.surface import Surface
from display.vocabulary import IdleText, KeyCell, Page
from display.words import ENGLISH
from hal.panel import panel
from tests.games.registered import GAMES
from tests.games.sample_game_pages import sample_game_pages
from tests.non_empty import non_empty
from tests.thorough import THOROUGH

SIZES = {(kind.width, kind.height): kind for kind in panel.PANEL_KINDS}
KINDS = tuple(SIZES.values()) if THOROUGH else tuple(SIZES[size] for size in ((212, 104), (400, 300), (800, 480)))


def surfaces() -> Iterator[Surface]:
    """Panels of every size, and one that stands upright."""
    yield from map(surface_of, KINDS)
    flat = surface_of(SIZES[400, 300])
    yield flat._replace(width=flat.height, height=flat.width)


@cache
def laid_out(game_id: str) -> tuple[tuple[str, Page, Scene, tuple[ClickArea, ...]], ...]:
    found = []
    for surface in surfaces():
        for sample in sample_game_pages(game_id):
            scene = lay_out(sample.page, surface, ENGLISH)
            where = f"{sample.name} on {surface.width}×{surface.height}"
            found.append((where, sample.page, scene, page_click_areas(sample.page, scene, ENGLISH)))
    return tuple(found)


@pytest.mark.parametrize("game_id", GAMES)
def test_places_lie_on_the_panel_and_share_no_pixel(game_id: str) -> None:
    for where, _, scene, found in non_empty(laid_out(game_id)):
        whole = Rect(0, 0, scene.width, scene.height)
        for at, spot in enumerate(found):
            assert spot.rect.is_within(whole), where
            assert spot.rect.width > 0 < spot.rect.height, where
            assert not any(spot.rect.overlaps(other.rect) for other in found[at + 1 :]), where


def asked_cells(page: Page) -> tuple[KeyCell, ...]:
    """The cells of the question."""
    level = page.keymap.level
    return () if level is None else level.cells


@pytest.mark.parametrize("game_id", GAMES)
def test_each_place_means_a_code_of_the_page_in_its_words(game_id: str) -> None:
    for where, page, _, found in non_empty(laid_out(game_id)):
        if isinstance(page.body, IdleText):
            assert [spot.keys for spot in found] == [""], where
            continue
        asked = asked_cells(page)
        codes = {cell.code: ENGLISH.say(cell.label) for cell in asked}
        codes |= {
            grid.prefix + cell.code: ENGLISH.say(cell.label)
            for grid in page.keymap.next_levels
            if grid.prefix
            for cell in grid.cells
        }
        holds = {hold.key: ENGLISH.say(hold.label) for hold in page.holds}
        for spot in found:
            words = (holds if spot.is_held else codes)[spot.keys]
            assert " ".join(words.split()) == " ".join(spot.label.split()), where


@pytest.mark.parametrize("game_id", GAMES)
def test_each_choice_that_is_drawn_has_a_place(game_id: str) -> None:
    """Each code of the question has, too: none of them is left out of a page."""
    for where, page, scene, found in non_empty(laid_out(game_id)):
        keys = {spot.keys for spot in found if not spot.is_held}
        asked = asked_cells(page)
        assert {cell.code for cell in asked} <= keys, where
        drawn = {item.code for item in scene.items if isinstance(item, KeyMapCell) and item.prefix == ""}
        assert drawn <= keys, where
        held = {item.keys for item in scene.items if isinstance(item, Target) and item.is_held}
        assert held == {spot.keys for spot in found if spot.is_held}, where
