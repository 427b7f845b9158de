"""Paint scenes as images in a panel's own palette."""

from __future__ import annotations

from collections.abc import Sequence
from functools import lru_cache
from itertools import pairwise
from math import hypot

from PIL import Image, ImageChops, ImageDraw

from display.raster import Brush, Drawable, Raster, default_raster
from display.scene import Fill, Form, Frame, Group, Polyline, Rect, Scene, SceneItem, Sign, Symbol, TextLine
from display.surface import Surface
from display.text_bitmaps import text_bitmap
from display.vocabulary import Ink, Shape

OUTLINES: dict[Form, tuple[tuple[float, float], ...]] = {
    Shape.DIAMOND: ((0.5, 0), (1, 0.5), (0.5, 1), (0, 0.5)),
    Shape.TRIANGLE: ((0.5, 0.04), (1, 0.94), (0, 0.94)),
    Shape.SQUARE: ((0.06, 0.06), (0.94, 0.06), (0.94, 0.94), (0.06, 0.94)),
    Shape.STAR: (
        (0.5, 0), (0.63, 0.34), (1, 0.37), (0.71, 0.6), (0.82, 0.98),
        (0.5, 0.77), (0.18, 0.98), (0.29, 0.6), (0, 0.37), (0.37, 0.34),
    ),
    Shape.CLUB: (
        (0.5, 0), (0.64, 0.05), (0.73, 0.18), (0.72, 0.32), (0.62, 0.44), (0.78, 0.38), (0.93, 0.43), (1, 0.57),
        (0.97, 0.73), (0.85, 0.83), (0.7, 0.81), (0.56, 0.68), (0.6, 0.87), (0.7, 1), (0.3, 1), (0.4, 0.87),
        (0.44, 0.68), (0.3, 0.81), (0.15, 0.83), (0.03, 0.73), (0, 0.57), (0.07, 0.43), (0.22, 0.38), (0.38, 0.44),
        (0.28, 0.32), (0.27, 0.18), (0.36, 0.05),
    ),
    Shape.HEART: (
        (0.5, 0.26), (0.58, 0.11), (0.72, 0.03), (0.87, 0.06), (0.98, 0.2), (1, 0.36), (0.9, 0.56), (0.5, 0.98),
        (0.1, 0.56), (0, 0.36), (0.02, 0.2), (0.13, 0.06), (0.28, 0.03), (0.42, 0.11),
    ),
    Shape.SPADE: (
        (0.5, 0), (0.9, 0.4), (1, 0.56), (0.96, 0.72), (0.82, 0.8), (0.66, 0.76), (0.56, 0.66), (0.6, 0.87), (0.7, 1),
        (0.3, 1), (0.4, 0.87), (0.44, 0.66), (0.34, 0.76), (0.18, 0.8), (0.04, 0.72), (0, 0.56), (0.1, 0.4),
    ),
    Sign.TICK: ((0, 0.55), (0.15, 0.38), (0.38, 0.62), (0.85, 0.05), (1, 0.2), (0.4, 0.95)),
    Sign.CROSS: (
        (0.16, 0), (0.5, 0.33), (0.84, 0), (1, 0.16), (0.67, 0.5), (1, 0.84),
        (0.84, 1), (0.5, 0.67), (0.16, 1), (0, 0.84), (0.33, 0.5), (0, 0.16),
    ),
    Sign.CROWN: ((0, 0.2), (0.28, 0.5), (0.5, 0.05), (0.72, 0.5), (1, 0.2), (0.9, 0.92), (0.1, 0.92)),
    Sign.ALARM: ((0.5, 0), (1, 1), (0, 1)),
}  # fmt: skip
"""Corners of the shapes in a square of side 1. Rings and discs are round."""


def paint_scene(scene: Scene, surface: Surface, raster: Raster | None = None) -> Image.Image:
    """Paint a scene as an image in mode P whose values are the surface's native indices.

    `raster` is the way to draw; by default the fastest that works with this version of Pillow.
    """
    indices = surface.indices()
    image = Image.new("P", (scene.width, scene.height), indices[Ink.WHITE])
    image.putpalette(surface.palette())
    _draw_items(image, scene.parts, surface, raster or default_raster(), 0, 0)
    return image


def _draw_items(
    image: Image.Image, parts: Sequence[SceneItem], surface: Surface, raster: Raster, left: int, top: int
) -> None:
    """Draw items on an image whose corner lies at `left`, `top` of the panel."""
    brush, indices = raster.brush(image), surface.indices()
    for item in parts:
        rect = item.rect.moved(-left, -top) if left or top else item.rect
        if isinstance(item, TextLine):
            _draw_text(brush, item, rect, item.baseline - top, indices[item.ink], raster)
        elif isinstance(item, Fill):
            brush.fill(indices[item.ink], rect)
        elif isinstance(item, Frame):
            x0, y0, x1, y1 = rect
            brush.frame((x0, y0, x1 - 1, y1 - 1), indices[item.ink], 0, item.stroke)
        elif isinstance(item, Group):
            brush.paste(_group_image(item, surface, raster), rect)
        elif isinstance(item, Symbol):
            _draw_symbol(brush, item, rect, indices, raster)
        elif isinstance(item, Polyline):
            _draw_polyline(brush, item, indices[item.ink], left, top)


@lru_cache(maxsize=6)
def _group_image(group: Group, surface: Surface, raster: Raster) -> Drawable:
    """Return the image of a group. It is cached, since groups stay the same from page to page."""
    image = Image.new("P", (group.rect.width, group.rect.height), surface.indices()[Ink.WHITE])
    _draw_items(image, group.items, surface, raster, group.rect.x0, group.rect.y0)
    return raster.drawable(image)


def _draw_text(brush: Brush, item: TextLine, rect: Rect, baseline: int, ink: int, raster: Raster) -> None:
    """Draw a line of text from the left of its rectangle, moved right or left if its ink would leave it otherwise."""
    mask, left, top, right, bottom = text_bitmap(item.text, item.size, item.bold, raster)
    if mask is None:
        return
    x0, y0, x1, y1 = rect
    x, y = x0 + left, baseline + top
    if left < 0 or x0 + right > x1 or y < y0 or baseline + bottom > y1:
        x = max(x0 - left, min(x0, x1 - right)) + left
        _draw_cropped(brush, (x, y), mask, rect, ink)
    else:
        brush.stamp((x, y), mask, ink)


def _draw_cropped(brush: Brush, corner: tuple[int, int], mask: Drawable, rect: Rect, ink: int) -> None:
    """Draw the part of a mask that is inside `rect`: an odd accent is cut off instead of covering its neighbour."""
    x, y = corner
    width, height = mask.size
    top, right, bottom = max(0, rect.y0 - y), min(width, rect.x1 - x), min(height, rect.y1 - y)
    if right > 0 and bottom > top:
        brush.stamp((x, y + top), mask.crop((0, top, right, bottom)), ink)


def _draw_polyline(brush: Brush, item: Polyline, ink: int, left: int, top: int) -> None:
    points = [(x - left, y - top) for x, y in item.points]
    if item.dash is None:
        brush.line(points, ink, item.stroke)
        return
    dash_length, gap_length = item.dash
    drawn_length = 0.0
    for (x0, y0), (x1, y1) in pairwise(points):
        length = max(1.0, hypot(x1 - x0, y1 - y0))
        step_x, step_y = (x1 - x0) / length, (y1 - y0) / length
        x, y = x0 + 0.5, y0 + 0.5  # Pillow cuts off what is beyond the point
        start = -(drawn_length % (dash_length + gap_length))
        while start < length:
            end = start + dash_length
            if end > 0:
                first, last = start if start > 0 else 0, end if end < length else length
                dash = (x + first * step_x, y + first * step_y, x + last * step_x, y + last * step_y)
                brush.line(dash, ink, item.stroke)
            start = end + gap_length
        drawn_length += length


def _draw_symbol(brush: Brush, item: Symbol, rect: Rect, indices: dict[Ink, int], raster: Raster) -> None:
    x0, y0, x1, y1 = rect
    solid, inner = _symbol_masks(item.form, x1 - x0, y1 - y0, raster)
    edge, fill = indices[item.edge], indices[item.ink]
    brush.stamp((x0, y0), solid, edge)
    if item.ink is Ink.GRAY:
        contrast = Ink.WHITE if item.edge is Ink.BLACK else Ink.BLACK
        brush.stamp((x0, y0), _chessboard_mask(item.form, x1 - x0, y1 - y0, raster), indices[contrast])
        return
    if item.ink not in (Ink.BLACK, Ink.WHITE) and fill not in (edge, indices[Ink.BLACK]):
        brush.stamp((x0, y0), inner, fill)


@lru_cache(maxsize=64)
def _chessboard_mask(form: Form, width: int, height: int, raster: Raster) -> Drawable:
    """Return the mask of a chessboard of dots inside the outline of a shape. On any panel, it looks gray."""
    dot = max(1, min(width, height) // 16)
    board = Image.new("1", (width, height), 0)
    board.putdata([(x // dot + y // dot) % 2 for y in range(height) for x in range(width)])
    return raster.drawable(ImageChops.logical_and(_inside_mask(form, width, height), board))


def _inside_mask(form: Form, width: int, height: int) -> Image.Image:
    """Return the mask of the area inside the outline of a shape."""
    return _erode(_solid_mask(form, width, height), max(1, min(width, height) // 14))


@lru_cache(maxsize=256)
def _symbol_masks(form: Form, width: int, height: int, raster: Raster) -> tuple[Drawable, Drawable]:
    """Return the masks of the whole shape and of the area inside its outline."""
    return raster.drawable(_solid_mask(form, width, height)), raster.drawable(_inside_mask(form, width, height))


def _solid_mask(form: Form, width: int, height: int) -> Image.Image:
    solid = Image.new("1", (width, height), 0)
    pen = ImageDraw.Draw(solid)
    if form in (Shape.DISC, Shape.RING):
        pen.ellipse((0, 0, width - 1, height - 1), fill=1)
        hole = max(2, min(width, height) * 3 // 10)
        if form is Shape.RING:
            pen.ellipse((hole, hole, width - 1 - hole, height - 1 - hole), fill=0)
    else:
        pen.polygon([(int(x * (width - 1) + 0.5), int(y * (height - 1) + 0.5)) for x, y in OUTLINES[form]], fill=1)
    if form is Sign.ALARM:
        _draw_exclamation(pen, width, height)
    return solid


def _draw_exclamation(pen: ImageDraw.ImageDraw, width: int, height: int) -> None:
    """Draw the exclamation mark inside a warning triangle."""
    middle, thickness = (width - 1) / 2, width // 24
    pen.rectangle((middle - thickness, height * 0.4, middle + thickness, height * 0.68), fill=0)
    pen.rectangle((middle - thickness, height * 0.78, middle + thickness, height * 0.78 + 2 * thickness), fill=0)


def _erode(mask: Image.Image, margin: int) -> Image.Image:
    """Return a mask without its outermost `margin` pixels on all sides."""
    for _ in range(margin):
        inner = mask
        for dx, dy in ((1, 0), (-1, 0), (0, 1), (0, -1)):
            shifted = Image.new("1", mask.size, 0)
            shifted.paste(mask, (dx, dy))
            inner = ImageChops.logical_and(inner, shifted)
        mask = inner
    return mask
