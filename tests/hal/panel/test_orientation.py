"""A panel that is mounted turned: its kind, and which way pictures turn. Flips: tests/hal/panel/test_inky_panel.py."""

from __future__ import annotations

import pytest
from PIL import Image

from hal.panel.orientation import ANGLES, UPRIGHT, Mounting, mount, picture_as_seen, rotated_kind
from hal.panel.panel import PANEL_KINDS, PanelKind, RefreshMode, panel_kind

CORNERS = [(0, 0), (249, 0), (249, 121), (0, 121)]
"""Of a panel of 250 by 122 pixels, clockwise from the top left."""


class Shown:
    """A panel that keeps what it is shown."""

    def __init__(self) -> None:
        self.kind: PanelKind = panel_kind("phat-red")
        self.image: Image.Image | None = None

    def show(self, image: Image.Image, mode: RefreshMode = RefreshMode.FULL) -> None:
        self.image = image


def marked(degrees: int) -> tuple[Image.Image, Image.Image]:
    """A picture with a mark in its top left corner, and what a panel that is turned shows of it."""
    shown = Shown()
    panel = mount(shown, Mounting(degrees))
    image = Image.new("P", (panel.kind.width, panel.kind.height))
    image.putpixel((0, 0), 2)
    panel.show(image)
    assert shown.image is not None
    return image, shown.image


@pytest.mark.parametrize("degrees", ANGLES)
def test_top_left_corner_goes_clockwise(degrees: int) -> None:
    _, shown = marked(degrees)
    assert shown.size == (250, 122)
    assert [corner for corner in CORNERS if shown.getpixel(corner) == 2] == [CORNERS[degrees // 90]]


@pytest.mark.parametrize("degrees", ANGLES)
def test_kind_is_the_same_but_for_its_size(degrees: int) -> None:
    assert PANEL_KINDS
    for one in PANEL_KINDS:
        size = (one.width, one.height) if degrees in (0, 180) else (one.height, one.width)
        assert rotated_kind(one, degrees) == one._replace(width=size[0], height=size[1])


def test_panel_that_is_not_turned_is_itself() -> None:
    shown = Shown()
    assert mount(shown, UPRIGHT) is shown


@pytest.mark.parametrize("degrees", ANGLES)
def test_what_hangs_turned_is_seen_upright(degrees: int) -> None:
    image, shown = marked(degrees)
    assert picture_as_seen(shown, degrees).tobytes() == image.tobytes()


@pytest.mark.parametrize("degrees", [45, 360, -90, 1])
def test_other_angles_are_refused(degrees: int) -> None:
    with pytest.raises(ValueError, match=f"0, 90, 180, 270 degrees, not by {degrees}"):
        mount(Shown(), Mounting(degrees))
    with pytest.raises(ValueError, match=f"not by {degrees}"):
        rotated_kind(panel_kind("phat-red"), degrees)
