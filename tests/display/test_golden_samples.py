"""Every kind of page looks as it did, each once: general ones in one game, those of play in all, in both languages.

`make golden` draws them anew, and that run fails: look at them before committing.
"""

from __future__ import annotations

from itertools import cycle
from pathlib import Path

import pytest
from PIL import Image

from device.pages.surface import surface_of
from display.draw import draw_page
from display.languages import language
from hal.panel import panel, picture
from tests.display.golden_pictures import looks_as_kept
from tests.games.registered import GAMES
from tests.games.sample_game_pages import sample_game_pages

FOLDER = Path(__file__).parents[1] / "golden" / "samples"
KIND = panel.panel_kind("what-4")
GENERAL = "no-loose-ends"
PLAYED = ("question", "refused", "summary", "final")


def drawn(game_id: str) -> dict[str, Image.Image]:
    """The pictures of a game by the names of their files."""
    found = {}
    shown = [sample for sample in sample_game_pages(game_id) if sample.is_shown_on(KIND)]
    for sample, code in zip(shown, cycle(("fr", "en", "fr")), strict=False):
        if game_id == GENERAL or sample.name.startswith(PLAYED):
            name = f"{game_id}-{sample.name}-{code}.png"
            found[name] = draw_page(sample.page, surface_of(KIND), language(code))
    return found


@pytest.mark.locked
@pytest.mark.parametrize("game_id", GAMES)
def test_sample_pages_look_as_they_did(game_id: str, renew_golden: bool) -> None:
    images = drawn(game_id)
    if renew_golden:
        FOLDER.mkdir(parents=True, exist_ok=True)
        for old in _kept(game_id):
            old.unlink()
        for name, image in images.items():
            picture.write_png(image, FOLDER / name)
        pytest.fail(f"{len(images)} pictures of {game_id} were drawn anew: look at them, then run the tests again")
    assert {path.name for path in _kept(game_id)} == set(images), "make golden"
    differing = [name for name, image in images.items() if not looks_as_kept(FOLDER / name, image)]
    assert not differing, f"see *.actual.png in {FOLDER}"


def _kept(game_id: str) -> list[Path]:
    """The golden pictures of a game; one game's word may begin with another's."""
    others = [other for other in GAMES if other != game_id and other.startswith(game_id)]
    return [
        path
        for path in FOLDER.glob(f"{game_id}-*.png")
        if not path.name.endswith(".actual.png") and not any(path.name.startswith(f"{other}-") for other in others)
    ]
