"""Both ways of driving Pillow draw the same, and the one below its public methods is used only where it is known."""

from __future__ import annotations

from typing import Any

import PIL
import pytest
from PIL import Image

from display.draw import draw_page
from display.raster import CORE, CORE_BELOW, PUBLIC, Brush, Raster, choose_raster, default_raster
from display.words import ENGLISH
from tests.display import sample_pages
from tests.display.sample_pages import SURFACES

KNOWN = "13.0.0"


def test_every_page_looks_the_same_by_public_methods_alone() -> None:
    pages = sample_pages.representative()
    assert len(pages) > 10
    for name, page in pages.items():
        for size in ("212x104", "250x122", "400x300", "800x480"):
            ours, public = (draw_page(page, SURFACES[size], ENGLISH, raster) for raster in (CORE, PUBLIC))
            assert ours.tobytes() == public.tobytes(), (name, size)


def test_the_core_is_used_with_the_version_that_the_tests_run_with() -> None:
    """Else all other tests, and the figures of `make bench`, would be about something else than what is used."""
    assert choose_raster(PIL.__version__, CORE) is CORE is default_raster()


@pytest.mark.parametrize("version", [f"{CORE_BELOW[0]}.0.0", "14.0.0.dev0", "15.2", "10.0.1", "9.5.0", "x"])
def test_of_a_version_that_is_not_known_only_public_methods_are_used(version: str) -> None:
    assert choose_raster(version, CORE) is PUBLIC


def test_a_core_that_draws_something_else_is_not_used() -> None:
    def shifted(image: Image.Image) -> Brush:
        brush = CORE.brush(image)
        return brush._replace(stamp=lambda corner, mask, ink: brush.stamp((corner[0] + 1, corner[1]), mask, ink))

    assert choose_raster(KNOWN, Raster(shifted, CORE.drawable, CORE.make_font)) is PUBLIC


def test_a_core_whose_fonts_set_something_else_is_not_used() -> None:
    def unmade(row: Image.Image, table: bytes) -> Any:
        return CORE.make_font(row, bytes(len(table))) if CORE.make_font is not None else None

    assert choose_raster(KNOWN, Raster(CORE.brush, CORE.drawable, unmade)) is PUBLIC


def test_a_core_that_has_gone_is_not_used() -> None:
    def gone(image: Image.Image) -> Brush:
        raise AttributeError("'Image' object has no attribute 'im'")

    assert choose_raster(KNOWN, Raster(gone, CORE.drawable, CORE.make_font)) is PUBLIC
