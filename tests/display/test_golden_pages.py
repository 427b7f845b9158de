"""Pages look as they did: every pixel has the ink that it had.

`pytest tests/display --renew-golden` draws them anew: look at them before committing.
"""

from __future__ import annotations

from pathlib import Path

import pytest
from PIL import Image

from display.draw import draw_page
from display.words import ENGLISH
from tests.display import sample_pages
from tests.display.sample_pages import SURFACES

FOLDER = Path(__file__).parents[1] / "golden" / "pages"
GOLDEN = (
    ("planning", "264x176"),
    ("loop", "264x176"),
    ("planning", "400x300"),
    ("turn", "400x300"),
    ("loop", "400x300"),
    ("revoke", "400x300"),
    ("chart", "400x300"),
    ("quiet", "400x300"),
    ("trick", "800x480"),
    ("details", "800x480"),
    ("sheet", "800x480"),
    ("flip", "800x480"),
)


@pytest.mark.locked
@pytest.mark.parametrize(("name", "size"), GOLDEN)
def test_pages_look_as_they_did(name: str, size: str, renew_golden: bool) -> None:
    image = draw_page(sample_pages.representative()[name], SURFACES[size], ENGLISH)
    golden = FOLDER / f"{name}-{size}.png"
    if renew_golden:
        FOLDER.mkdir(parents=True, exist_ok=True)
        image.save(golden, optimize=True)
        pytest.fail(f"{golden.name} was drawn anew: look at it, then run again without --renew-golden")
    actual = golden.with_suffix(".actual.png")
    with Image.open(golden) as kept:
        same = (kept.mode, kept.size) == (image.mode, image.size) and kept.tobytes() == image.tobytes()
    if not same:
        image.save(actual)
    assert same, f"see {actual}"
    actual.unlink(missing_ok=True)
