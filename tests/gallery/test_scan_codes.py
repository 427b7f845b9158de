"""The code for a phone is read off the panel's own picture, at every size and both ways up, and off the gallery's."""

from __future__ import annotations

import json
from pathlib import Path
from urllib.parse import unquote, urlsplit

import pytest
from PIL import Image

from device import games
from device.gallery import render
from device.pages.surface import surface_of
from device.reports import qr
from display.draw import draw_page
from display.layout import fit_page, lay_out
from display.scene import Role, TextLine
from display.text_alternative import page_sections
from display.vocabulary import Page, ScanCode
from display.words import ENGLISH
from hal.panel import panel
from hal.panel.panel import PanelKind
from tablekeeper.testing.scene_checks import check_apart
from tests.games.sample_game_pages import sample_game_pages
from tests.non_empty import non_empty
from tests.scan_codes import decoded, needs_a_reader

pytestmark = needs_a_reader

GAME = "no-loose-ends"
SIZES = {(kind.width, kind.height): kind for kind in panel.PANEL_KINDS}
TOO_SMALL = {(212, 104), (250, 122), (264, 176)}


def page() -> Page:
    return next(sample.page for sample in sample_game_pages(GAME) if sample.name == "to-a-phone")


def test_every_panel_that_has_room_shows_it_both_ways_up(tmp_path: Path) -> None:
    pictures = []
    for size, kind in non_empty(SIZES.items()):
        if size not in TOO_SMALL:
            drawn = draw_page(page(), surface_of(kind), ENGLISH).convert("RGB")
            for turned in (0, 180):
                pictures.append(tmp_path / f"{size[0]}-{turned}.png")
                drawn.rotate(turned).save(pictures[-1])
    found = decoded(pictures)
    assert len(found) == len(pictures) == 2 * (len(SIZES) - len(TOO_SMALL))
    assert len(set(found)) == 1
    play = json.loads(unquote(urlsplit(found[0]).query.removeprefix("data=")))
    assert play["game"]["bggId"] == 436936


@pytest.mark.parametrize("size", sorted(TOO_SMALL))
def test_a_panel_without_room_says_where_else_it_is(size: tuple[int, int]) -> None:
    drawn = draw_page(page(), surface_of(SIZES[size]), ENGLISH).convert("RGB")
    assert drawn.getcolors() is not None
    assert "tablekeeper export 1 --qr game.png" in read_out(SIZES[size])


def test_a_panel_without_room_shows_the_code_of_the_games_own_page_where_one_is_served(tmp_path: Path) -> None:
    address = "http://192.168.178.120:8080/past/game/1234"
    body = page().body
    assert isinstance(body, ScanCode)
    smaller = ScanCode(qr.qr_modules(address), body.instruction, body.fallback)
    shown = page()._replace(body=body._replace(fallback=smaller))
    pictures = []
    for size in non_empty(sorted(TOO_SMALL)):
        flat = surface_of(SIZES[size])
        for surface in (flat, flat._replace(width=flat.height, height=flat.width)):
            pictures.append(tmp_path / f"{surface.width}.png")
            draw_page(shown, surface, ENGLISH).convert("RGB").save(pictures[-1])
            scene = lay_out(shown, surface, ENGLISH)
            check_apart(scene)
            keys = [item.text for item in scene.items if isinstance(item, TextLine) and item.role is Role.KEY]
            assert keys == [hold.key for hold in shown.holds]
    assert decoded(pictures) == [address] * len(pictures)


@pytest.mark.parametrize("size", sorted(SIZES.keys() - TOO_SMALL))
def test_a_page_with_the_code_is_not_read_out_as_too_small(size: tuple[int, int]) -> None:
    assert "too small" not in read_out(SIZES[size])
    assert "Point the phone's camera here" in read_out(SIZES[size])


def read_out(kind: PanelKind) -> str:
    """The page as a table with this panel has it, in words."""
    shown = fit_page(page(), surface_of(kind))
    return " ".join(line for _, lines in page_sections(shown, ENGLISH) for line in lines)


def test_it_can_be_read_off_the_gallery(tmp_path: Path) -> None:
    shelf = render.GalleryContents(games.ids(), (panel.panel_kind("what-4"),), ("en",))
    found = render.picture_png(shelf, f"what-4/en/{GAME}/to-a-phone.png")
    assert found is not None
    (tmp_path / "code.png").write_bytes(found)
    with Image.open(tmp_path / "code.png") as picture:
        picture.load()
    body = page().body
    assert isinstance(body, ScanCode)
    assert decoded([tmp_path / "code.png"])[0].startswith("https://app.bgstatsapp.com/createPlay.html?data=")


@pytest.mark.parametrize("size", sorted(SIZES.keys() - TOO_SMALL))
def test_beside_the_code_stands_which_keys_lead_away(size: tuple[int, int]) -> None:
    flat = surface_of(SIZES[size])
    for surface in (flat, flat._replace(width=flat.height, height=flat.width)):
        scene = lay_out(page(), surface, ENGLISH)
        check_apart(scene)
        keys = [item.text for item in scene.items if isinstance(item, TextLine) and item.role is Role.KEY]
        assert keys == [hold.key for hold in page().holds] != []
