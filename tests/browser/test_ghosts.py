"""A picture of a panel has the ghosts that partial refreshes leave on a real one."""

from __future__ import annotations

from PIL import Image

from hal.browser.ghosting import GhostingSimulator
from hal.panel.panel import RefreshMode

FULL, PARTIAL = RefreshMode
WHITE, BLACK = (255, 255, 255), (0, 0, 0)


def page(*black: int) -> Image.Image:
    """Four pixels, of which these are black."""
    image = Image.new("P", (4, 1))
    image.putpalette(bytes((*WHITE, *BLACK)))
    for x in black:
        image.putpixel((x, 0), 1)
    return image


def pixels(image: Image.Image) -> list[tuple[int, int, int]]:
    rgb = image.convert("RGB").tobytes()
    return [(rgb[at], rgb[at + 1], rgb[at + 2]) for at in range(0, len(rgb), 3)]


def test_what_was_there_before_is_left_as_a_shade_until_a_full_refresh() -> None:
    ghosts = GhostingSimulator()
    assert pixels(ghosts.draw_with_traces(page(0), PARTIAL)) == [BLACK, WHITE, WHITE, WHITE]
    left = pixels(ghosts.draw_with_traces(page(1), PARTIAL))
    assert left[2:] == [WHITE, WHITE]
    assert all(230 < part < 255 for part in left[0])
    assert all(0 < part < 25 for part in left[1])
    later = pixels(ghosts.draw_with_traces(page(1, 2), PARTIAL))
    assert later[0] == left[0]
    assert pixels(ghosts.draw_with_traces(page(1, 2), FULL)) == [WHITE, BLACK, BLACK, WHITE]


def test_a_full_refresh_keeps_the_panel_s_own_picture() -> None:
    ghosts, image = GhostingSimulator(), page(3)
    assert ghosts.draw_with_traces(image, FULL) is image
