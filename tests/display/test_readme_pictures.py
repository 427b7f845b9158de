"""The pages that the README shows look as the box shows them. `make golden` draws them anew."""

from __future__ import annotations

from pathlib import Path

import pytest

from device.pages.surface import surface_of
from display.draw import draw_page
from display.languages import language
from hal.panel import panel, picture
from tests.display.golden_pictures import looks_as_kept
from tests.games.sample_game_pages import sample_game_pages

FOLDER = Path(__file__).parents[2] / "docs" / "pictures"
SHOWN = {
    "planning": ("no-loose-ends", "question", "impression-7.3-spectra", 1, "en"),
    "final": ("no-loose-ends", "final", "impression-7.3-spectra", 1, "en"),
    "french": ("no-loose-ends", "question-4", "impression-7.3-spectra", 1, "fr"),
    "small": ("no-thanks", "question-2", "phat-212-black", 2, "en"),
}
"""By their files: which sample page of which game, on which panel, how many times its size, in which language."""


@pytest.mark.locked
@pytest.mark.parametrize("file", SHOWN)
def test_the_readme_shows_pages_as_they_are(file: str, renew_golden: bool) -> None:
    game_id, name, kind, times, code = SHOWN[file]
    page = next(sample.page for sample in sample_game_pages(game_id) if sample.name == name)
    image = draw_page(page, surface_of(panel.panel_kind(kind)), language(code))
    image = image.resize((times * image.width, times * image.height))
    golden = FOLDER / f"{file}.png"
    if renew_golden:
        picture.write_png(image, golden)
        pytest.fail(f"{golden.name} was drawn anew: look at it, then run the tests again")
    assert looks_as_kept(golden, image), "make golden"
