"""Pages turned into pictures."""

from __future__ import annotations

from PIL import Image

from display.layout import lay_out
from display.paint import paint
from display.raster import Raster
from display.surface import Surface
from display.vocabulary import Page
from display.words import Language


def draw(page: Page, surface: Surface, language: Language, raster: Raster | None = None) -> Image.Image:
    """The picture of a page in mode P, in the surface's own palette, drawn as `display.paint` says."""
    return paint(lay_out(page, surface, language), surface, raster)
