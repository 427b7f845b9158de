"""Room for other languages: every page holds together in French, and with every word 40 % longer."""

from __future__ import annotations

import re

import pytest

from device.pages.surface import surface_of
from display.languages import language
from display.layout import lay_out
from display.scene import Scene
from display.surface import Surface
from display.vocabulary import Page
from display.words import Language, text
from hal.panel import panel
from tablekeeper.testing.scene_checks import check_apart, check_inside, check_key_map, check_scene, check_uncut
from tests.display.pseudo_language import LONGER, PSEUDO, stretched
from tests.games.registered import GAMES
from tests.games.sample_game_pages import sample_game_pages
from tools import catalogues

FRENCH = language("fr")
WHERE = (("what-black", PSEUDO), ("impression-7.3-spectra", PSEUDO), ("what-black", FRENCH), ("phat-4", FRENCH))


def test_sentences_are_longer_and_keep_their_arguments() -> None:
    messages = [message.id for message in catalogues.template() if isinstance(message.id, str) and len(message.id) > 30]
    braces = re.compile(r"\{\w+\}")
    english, longer = (sum(len(braces.sub("", said)) for said in each) for each in (messages, map(stretched, messages)))
    assert longer >= (1 + LONGER) * english
    assert stretched("{player} bids") == "{player} bídséx"
    assert PSEUDO.say(text("{player} bids", player="Ann")) == "Ann bídséx"
    assert stretched("B") == "B"


@pytest.mark.parametrize("game_id", GAMES)
def test_every_page_fits(game_id: str) -> None:
    for kind, spoken in WHERE:
        surface = surface_of(panel.panel_kind(kind))
        for sample in sample_game_pages(game_id):
            scene = lay_out(sample.page, surface, spoken)
            try:
                _prove(scene, sample.page, surface, spoken)
            except AssertionError as error:
                raise AssertionError(f"{sample.name} on {kind} in {spoken.code}: {error}") from error


def _prove(scene: Scene, page: Page, surface: Surface, spoken: Language) -> None:
    """The proofs of all pages; but a notice of such length may take the place of the board with its totals."""
    if page.notice is None or spoken is not PSEUDO:
        check_scene(scene, page, surface, spoken, crammed=True)
        return
    check_inside(scene, surface)
    check_apart(scene)
    check_uncut(scene)
    check_key_map(scene, page, spoken, crammed=True)
