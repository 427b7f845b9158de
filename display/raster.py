"""The two ways in which pictures are made with Pillow: by its public methods alone, or by the core below them.

The public methods prepare every call anew and know no bitmap fonts but those in files, which costs a page time: `make
bench` has the figures. The core does the same drawing, but it is not public and may change with any version. So it is
used only with versions of Pillow that the tests were run with, and only where it draws what the public methods draw;
everywhere else they draw.
"""

from __future__ import annotations

from collections.abc import Callable, Sequence
from functools import cache
from importlib import import_module
from typing import Any

import PIL
from PIL import Image, ImageDraw

from values.named_tuple import NamedTuple, equal_only_itself

CORE_FROM, CORE_BELOW = (10, 1), (14,)
"""The versions of Pillow whose core is known: from the first to below the second. Newer ones draw by public methods."""

Mask = Any
"""What a raster draws with: a picture in black and white, or Pillow's core of it. Both have `size` and `crop`."""

Edges = tuple[int, int, int, int]
"""Left, top, right and bottom of a rectangle; right and bottom are just outside."""


Points = Sequence[float] | Sequence[tuple[float, float]]
"""Points as x and y in turn, or as pairs of these."""


class Brush(NamedTuple):
    """What draws on one picture of mode P or 1. Inks are values of its pixels.

    `fill` takes an ink and edges; `paste` takes a picture as its raster holds it, and edges. `frame` takes the corner
    pixels of a rectangle, an ink, 0 and a thickness; `line` points one after the other, an ink and a thickness; `stamp`
    a corner, a mask and an ink.
    """

    fill: Callable[[int, Edges], None]
    paste: Callable[[Mask, Edges], None]
    frame: Callable[[Edges, int, int, int], None]
    line: Callable[[Points, int, int], None]
    stamp: Callable[[tuple[int, int], Mask, int], None]


@equal_only_itself
class Raster(NamedTuple):
    """A way to draw with Pillow. It equals only itself, so that what it made is found at once.

    `brush` gives what draws on a picture, `held` a picture as the brush takes it. `font` makes one of Pillow's bitmap
    fonts of its letters in a row and its table; None if that cannot be had.
    """

    brush: Callable[[Image.Image], Brush]
    held: Callable[[Image.Image], Mask]
    font: Callable[[Image.Image, bytes], Any] | None


def _public_brush(image: Image.Image) -> Brush:
    pen = ImageDraw.Draw(image)

    def frame(corners: Edges, ink: int, _: int, line: int) -> None:
        pen.rectangle(corners, outline=ink, width=line)

    def stamp(corner: tuple[int, int], mask: Mask, ink: int) -> None:
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
"""Pillow's core. Only `default` knows whether it may be used."""


@cache
def default() -> Raster:
    """The core where this version of Pillow has the one that is known, or else the public methods."""
    return chosen(PIL.__version__, CORE)


def chosen(version: str, core: Raster) -> Raster:
    """A core, if it is known for a version of Pillow and draws as the public methods do; or else these."""
    known = CORE_FROM <= tuple(int(part) for part in version.split(".")[:2] if part.isdigit()) < CORE_BELOW
    return core if known and _agrees(core) else PUBLIC


def _agrees(core: Raster) -> bool:
    """Whether a core draws one of each thing as the public methods do."""
    try:
        return _sample(core) == _sample(PUBLIC) and _sets(core)
    except Exception:  # whatever a core that has changed may raise
        return False


def _sample(raster: Raster) -> bytes:
    """A small picture with one of each thing."""
    image, mask, group = Image.new("P", (16, 16), 1), Image.new("1", (3, 3), 1), Image.new("P", (2, 2), 6)
    mask.putpixel((1, 1), 0)
    brush = raster.brush(image)
    brush.fill(2, (0, 0, 5, 4))
    brush.frame((6, 1, 14, 9), 3, 0, 2)
    brush.line((0.5, 12.5, 12, 15), 4, 1)
    brush.stamp((1, 6), raster.held(mask), 5)
    brush.paste(raster.held(group), (12, 12, 14, 14))
    return _pixels(image)


def _sets(core: Raster) -> bool:
    """Whether a font that consists of one letter, a box of 2 by 2 pixels, sets that."""
    if core.font is None:
        return True
    table = bytearray(256 * 20)
    table[20:40] = b"".join(number.to_bytes(2, "big", signed=True) for number in (3, 0, 0, -2, 2, 0, 0, 0, 2, 2))
    mask = core.font(Image.new("1", (2, 2), 1), bytes(table)).getmask(b"\x01\x01", "1")
    image = Image.new("P", (5, 2))
    core.brush(image).stamp((0, 0), mask.crop(mask.getbbox()), 1)
    return _pixels(image) == 2 * b"\1\1\0\1\1"


def _pixels(image: Image.Image) -> bytes:
    """The colours row by row. What `tobytes` loads for that would be a twentieth of a start."""
    found: Any = image.load()
    return bytes(found[x, y] for y in range(image.height) for x in range(image.width))
