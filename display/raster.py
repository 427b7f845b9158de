"""Two ways to draw with Pillow: by its public methods alone, or by the core extension below them.

The public methods prepare every call again and can load bitmap fonts only from files, which makes a page slower: `make
bench` has the figures. The core does the same drawing, but it is not public and may change with any version. So it is
used only with versions of Pillow that the tests were run with, and only if it draws what the public methods draw.
Otherwise, the public methods are used.
"""

from __future__ import annotations

from collections.abc import Callable, Sequence
from functools import cache
from importlib import import_module
from struct import pack_into
from typing import Any

import PIL
from PIL import Image, ImageDraw

from values.named_tuple import NamedTuple, compared_by_identity

CORE_FROM, CORE_BELOW = (10, 1), (14,)
"""The versions of Pillow whose core is supported: from the first to below the second. Newer ones use the public
methods."""

Drawable = Any
"""What a raster draws with: an image, or Pillow's core of it. Both have `size` and `crop`."""

Edges = tuple[int, int, int, int]
"""Left, top, right and bottom of a rectangle; right and bottom are just outside."""

Corners = tuple[int, int, int, int]
"""Left, top, right and bottom of a rectangle; right and bottom are its last pixels."""

Points = Sequence[float] | Sequence[tuple[float, float]]
"""Points as x and y in turn, or as pairs of these."""


class Brush(NamedTuple):
    """The functions that draw on one image of mode P or 1. Inks are values of its pixels.

    `fill` takes an ink; `paste` an image of the same mode; `frame` an ink, 0 (Pillow's `fill`: only the outline is
    drawn) and a thickness; `line` points in order, an ink and a thickness; `stamp` the upper left corner, a mask (an
    image of mode 1) and an ink. Images and masks are as `Raster.drawable` returns them.
    """

    fill: Callable[[int, Edges], None]
    paste: Callable[[Drawable, Edges], None]
    frame: Callable[[Corners, int, int, int], None]
    line: Callable[[Points, int, int], None]
    stamp: Callable[[tuple[int, int], Drawable, int], None]


@compared_by_identity
class Raster(NamedTuple):
    """A way to draw with Pillow. It equals only itself, so that it is hashed quickly as a key of caches.

    `brush` returns the functions that draw on an image; `drawable` converts an image for `paste` and `stamp`.
    `make_font` makes a Pillow font from an image of all letters in a row and the table of their places; it is None for
    the public methods, which load bitmap fonts only from files.
    """

    brush: Callable[[Image.Image], Brush]
    drawable: Callable[[Image.Image], Drawable]
    make_font: Callable[[Image.Image, bytes], Any] | None


def _public_brush(image: Image.Image) -> Brush:
    pen = ImageDraw.Draw(image)

    def frame(corners: Corners, ink: int, _: int, thickness: int) -> None:
        pen.rectangle(corners, outline=ink, width=thickness)

    def stamp(corner: tuple[int, int], mask: Drawable, ink: int) -> None:
        pen.bitmap(corner, mask, ink)

    return Brush(image.paste, image.paste, frame, pen.line, stamp)


PUBLIC = Raster(_public_brush, lambda image: image, None)
"""Public methods only: works with every version of Pillow, and is slower."""


def _core_brush(image: Image.Image) -> Brush:
    core = image.im
    pen = ImageDraw.ImageDraw(image).draw
    return Brush(core.paste, core.paste, pen.draw_rectangle, pen.draw_lines, pen.draw_bitmap)


def _core_font(row: Image.Image, table: bytes) -> Any:
    return import_module("PIL._imaging").font(row.im, table)


CORE = Raster(_core_brush, lambda image: image.im, _core_font)
"""Pillow's core. Use `default_raster`, which checks whether it works with this version."""


@cache
def default_raster() -> Raster:
    """Return the core if it works with this version of Pillow, or else the public methods."""
    return choose_raster(PIL.__version__, CORE)


def choose_raster(version: str, core: Raster) -> Raster:
    """Return `core` if it is known to work with a version of Pillow and draws as `PUBLIC` does; otherwise `PUBLIC`."""
    is_supported = CORE_FROM <= tuple(int(part) for part in version.split(".")[:2] if part.isdigit()) < CORE_BELOW
    return core if is_supported and _draws_equally(core) else PUBLIC


def _draws_equally(core: Raster) -> bool:
    """Whether a core draws one item of each kind as the public methods do."""
    try:
        return _sample_pixels(core) == _sample_pixels(PUBLIC) and _font_works(core)
    except Exception:  # whatever a core that has changed may raise
        return False


def _sample_pixels(raster: Raster) -> bytes:
    """Draw a small image with one item of each kind, and return its pixels."""
    image, mask, group = Image.new("P", (16, 16), 1), Image.new("1", (3, 3), 1), Image.new("P", (2, 2), 6)
    mask.putpixel((1, 1), 0)
    brush = raster.brush(image)
    brush.fill(2, (0, 0, 5, 4))
    brush.frame((6, 1, 14, 9), 3, 0, 2)
    brush.line((0.5, 12.5, 12, 15), 4, 1)
    brush.stamp((1, 6), raster.drawable(mask), 5)
    brush.paste(raster.drawable(group), (12, 12, 14, 14))
    return _pixels(image)


def _font_works(core: Raster) -> bool:
    """Whether the core's font works: one with a single letter, a rectangle of 2 by 2 pixels, is drawn and compared."""
    if core.make_font is None:
        return True
    table = bytearray(256 * 20)
    # The entry of code 1: how far the pen moves, the letter's edges from the pen, and its edges in the image.
    pack_into(">10h", table, 20, 3, 0, 0, -2, 2, 0, 0, 0, 2, 2)
    mask = core.make_font(Image.new("1", (2, 2), 1), bytes(table)).getmask(b"\x01\x01", "1")
    image = Image.new("P", (5, 2))
    core.brush(image).stamp((0, 0), mask.crop(mask.getbbox()), 1)
    return _pixels(image) == 2 * b"\1\1\0\1\1"


def _pixels(image: Image.Image) -> bytes:
    """Return the pixels row by row. Loading what `tobytes` needs would take a twentieth of the program's start."""
    pixels: Any = image.load()
    return bytes(pixels[x, y] for y in range(image.height) for x in range(image.width))
