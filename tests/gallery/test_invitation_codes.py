"""The codes by which phones come to a table, read off the panel's own picture; and the same in words."""

from __future__ import annotations

from collections import Counter
from pathlib import Path

import pytest

from device.pages import build as pages
from device.pages.surface import surface_of
from device.reports import invitation
from device.session.places import InvitationPart, InvitationPlace
from device.session.prompts import ArchiveView
from device.session.session import Session
from display.draw import draw_page
from display.languages import language
from display.layout import fit_page, lay_out
from display.scene import Role, TextLine
from display.text_alternative import page_sections
from display.vocabulary import Page, Paragraphs, ScanCode
from display.words import ENGLISH
from hal.browser.own_wifi import BOX_ADDRESS, OwnWifi, WifiState
from hal.panel import panel
from tablekeeper.testing.scene_checks import check_apart
from tests.non_empty import non_empty
from tests.scan_codes import decoded, needs_a_reader

CODE = "K7PWX4RM"
WIDEST = OwnWifi(WifiState.ACTIVE, "Tablekeeper-MWMW", "MWMWMWMWMWMW")
KINDS = {(kind.width, kind.height): kind for kind in panel.PANEL_KINDS}
LANGUAGES = (ENGLISH, language("fr"))
READ = {
    InvitationPart.JOIN: "WIFI:T:WPA;S:Tablekeeper-MWMW;P:MWMWMWMWMWMW;;",
    InvitationPart.OPEN: f"http://{BOX_ADDRESS}:8080/#token={CODE}&phone",
}


def page(part: InvitationPart, wifi: OwnWifi = WIDEST, address: str = f"http://{BOX_ADDRESS}:8080/") -> Page:
    found = invitation.invitation_page(Path(), InvitationPlace(address, CODE, wifi=wifi, part=part), 9)
    return pages.page(Session(), ArchiveView(found), ())


MIN_FOR_BOTH = 300
"""Pixels that the lesser side of a panel has that shows both codes at once."""


def drawn(part: InvitationPart, folder: Path, *, both: bool) -> list[Path]:
    """Pictures of the panels that have room for both codes, or of those that have not, each lying and upright."""
    pictures = []
    for size, kind in KINDS.items():
        if (min(size) >= MIN_FOR_BOTH) == both:
            flat = surface_of(kind)
            for surface in (flat, flat._replace(width=flat.height, height=flat.width)):
                pictures.append(folder / f"{size[0]}-{surface.width}.png")
                draw_page(page(part), surface, ENGLISH).convert("RGB").save(pictures[-1])
    assert pictures
    return pictures


@needs_a_reader
@pytest.mark.parametrize("part", list(READ))
def test_a_small_panel_shows_both_codes_one_after_the_other(part: InvitationPart, tmp_path: Path) -> None:
    pictures = drawn(part, tmp_path, both=False)
    assert decoded(pictures) == [READ[part]] * len(pictures)


@needs_a_reader
def test_a_larger_panel_shows_both_at_once_then_the_second_alone(tmp_path: Path) -> None:
    pictures = drawn(InvitationPart.JOIN, tmp_path, both=True)
    assert Counter(decoded(pictures)) == dict.fromkeys(READ.values(), len(pictures))
    pictures = drawn(InvitationPart.OPEN, tmp_path, both=True)
    assert decoded(pictures) == [READ[InvitationPart.OPEN]] * len(pictures)


@pytest.mark.parametrize("size", [(212, 104), (250, 122), (400, 300), (800, 480)])
def test_no_word_of_them_is_cut(size: tuple[int, int]) -> None:
    for spoken in non_empty(LANGUAGES):
        for part in non_empty(InvitationPart):
            scene = lay_out(page(part), surface_of(KINDS[size]), spoken)
            check_apart(scene)
            lines = [item for item in scene.items if isinstance(item, TextLine) and item.role is not Role.KEY]
            words = "".join(item.text for item in lines if "…" not in item.text)
            cut = [item.text for item in lines if "…" in item.text]
            assert all("back" in each or "retour" in each for each in cut), (spoken.code, part, cut)
            wanted = {InvitationPart.JOIN: WIDEST.password, InvitationPart.OPEN: CODE}
            assert wanted.get(part, CODE) in words.replace(" ", "")


def test_who_types_has_name_password_address_and_code() -> None:
    words = said(page(InvitationPart.WORDS))
    assert "Tablekeeper-MWMW, password MWMWMWMWMWMW." in words
    assert f"{BOX_ADDRESS}:8080, code {CODE}." in words
    assert "close it" in words


@pytest.mark.parametrize("state", [state for state in WifiState if state not in (WifiState.INACTIVE, WifiState.ACTIVE)])
def test_whatever_is_wrong_stands_on_the_panel_in_one_sentence(state: WifiState) -> None:
    shown = page(InvitationPart.JOIN, OwnWifi(state), "")
    assert isinstance(shown.body, Paragraphs)
    (sentence,) = shown.body.lines
    assert ENGLISH.say(sentence).count(".") == 1
    for size in non_empty(KINDS):
        for spoken in non_empty(LANGUAGES):
            scene = lay_out(shown, surface_of(KINDS[size]), spoken)
            assert not [item.text for item in scene.items if isinstance(item, TextLine) and "…" in item.text]


def test_a_wifi_whose_page_is_not_there_yet_shows_no_password() -> None:
    assert WIDEST.password not in said(page(InvitationPart.JOIN, WIDEST, ""))


def test_in_a_network_the_first_code_opens_the_page() -> None:
    shown = page(InvitationPart.JOIN, OwnWifi(), "http://192.168.1.20:8080/")
    assert isinstance(fit_page(shown, surface_of(KINDS[400, 300])).body, ScanCode)
    assert "192.168.1.20:8080" in said(shown)


def said(shown: Page) -> str:
    return " ".join(line for _, lines in page_sections(shown, ENGLISH) for line in lines)
