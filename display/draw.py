"""Draw a page as an image: lay it out, then paint it."""

from __future__ import annotations

from PIL import Image

from display.layout import lay_out
from display.paint import paint_scene
from display.raster import Raster
from display.surface import Surface
from display.vocabulary import Page
from display.words import Language


def draw_page(page: Page, surface: Surface, language: Language, raster: Raster | None = None) -> Image.Image:
    """Return the image of a page, in mode P with the surface's own palette.

    `raster` is the way to draw; by default the fastest that works with this version of Pillow.
    """
    return paint_scene(lay_out(page, surface, language), surface, raster)
