"""Draw images with block characters: four pixels per cell, in two colours."""

from __future__ import annotations

from collections.abc import Mapping
from enum import Enum
from functools import lru_cache
from typing import TYPE_CHECKING

from hal.panel.panel import PanelKind

if TYPE_CHECKING:
    from PIL.Image import Image

RGB = tuple[int, int, int]

QUARTERS = " ▘▝▀▖▌▞▛▗▚▐▜▄▙▟█"
"""The block character for each set of inked quarters: 1 top left, 2 top right, 4 bottom left, 8 bottom right."""

APART = 48
"""The minimum difference in brightness (0 to 255) for the quarters of a cell to get two colours."""

READABLE = 0.3
"""With fewer quarter rows per pixel of the panel than this, text on the panel can't be read."""


class Depth(Enum):
    """How many colours a terminal has."""

    TRUE = "24 bits"
    MANY = "256"
    NONE = "none"


def colour_depth(environment: Mapping[str, str]) -> Depth:
    """Return the terminal's colour depth by its environment. `NO_COLOR` is respected (no-color.org)."""
    terminal = environment.get("TERM", "dumb")
    if environment.get("NO_COLOR") or terminal in ("", "dumb") or terminal.startswith(("vt", "ansi-m")):
        return Depth.NONE
    if environment.get("COLORTERM") in ("truecolor", "24bit") or terminal.endswith("-direct"):
        return Depth.TRUE
    return Depth.MANY


def fit_picture(kind: PanelKind, columns: int, rows: int) -> tuple[int, int]:
    """Return the columns and rows for a panel's picture in a space; a cell is assumed to be twice as high as wide."""
    wide = min(columns, 2 * rows * kind.width // kind.height, kind.width)
    return max(1, wide), max(1, min(rows, round(wide * kind.height / kind.width / 2)))


def is_readable(kind: PanelKind, rows: int) -> bool:
    """Whether text on a panel can be read if its picture is this many rows high."""
    return 2 * rows >= READABLE * kind.height


def lines(image: Image, columns: int, rows: int, colours: Depth) -> tuple[str, ...]:
    """Return a panel's image in its own colours as lines with escape sequences, each `columns` cells wide."""
    from PIL import Image as Images

    small = image.convert("RGB").resize((2 * columns, 2 * rows), Images.Resampling.BOX)
    raw = small.tobytes()
    pixels = [(raw[at], raw[at + 1], raw[at + 2]) for at in range(0, len(raw), 3)]
    wide = 2 * columns
    return tuple(_line(pixels[2 * row * wide : 2 * (row + 1) * wide], columns, colours) for row in range(rows))


def _line(pixels: list[RGB], columns: int, colours: Depth) -> str:
    """Return one line of cells for two rows of pixels."""
    parts: list[str] = []
    before = ""
    for cell in range(columns):
        top, bottom = 2 * cell, 2 * (columns + cell)
        block, ink, paper = _block_cell((pixels[top], pixels[top + 1], pixels[bottom], pixels[bottom + 1]))
        if colours is Depth.NONE:
            parts.append(block if ink != paper else (QUARTERS[-1] if _lightness(ink) < 128 else " "))
            continue
        style = _style(ink, paper, colours)
        parts.append(block if style == before else style + block)
        before = style
    return "".join(parts) + ("" if colours is Depth.NONE else "\x1b[0m")


@lru_cache(maxsize=4096)
def _block_cell(quarters: tuple[RGB, RGB, RGB, RGB]) -> tuple[str, RGB, RGB]:
    """Return the block character for four quarters, its ink and its paper."""
    lights = [_lightness(one) for one in quarters]
    if max(lights) - min(lights) < APART:
        mean = _mean(quarters)
        return " ", mean, mean
    middle = (max(lights) + min(lights)) / 2
    dark = [light < middle for light in lights]
    ink = _mean([one for one, inked in zip(quarters, dark, strict=True) if inked])
    paper = _mean([one for one, inked in zip(quarters, dark, strict=True) if not inked])
    return QUARTERS[sum(1 << at for at, inked in enumerate(dark) if inked)], ink, paper


def _lightness(colour: RGB) -> float:
    red, green, blue = colour
    return 0.299 * red + 0.587 * green + 0.114 * blue


def _mean(colours: list[RGB] | tuple[RGB, ...]) -> RGB:
    count = len(colours)
    red, green, blue = (sum(part) // count for part in zip(*colours, strict=True))
    return red, green, blue


@lru_cache(maxsize=4096)
def _style(ink: RGB, paper: RGB, colours: Depth) -> str:
    if colours is Depth.TRUE:
        return "\x1b[38;2;{};{};{};48;2;{};{};{}m".format(*ink, *paper)
    return f"\x1b[38;5;{_nearest_index(ink)};48;5;{_nearest_index(paper)}m"


def _nearest_index(colour: RGB) -> int:
    """Return the nearest of the 256 colours: greys from 232, or else the cube of six steps from 16."""
    if max(colour) - min(colour) < 16:
        grey = round((sum(colour) / 3 - 8) / 10)
        return 16 if grey < 0 else 231 if grey > 23 else 232 + grey
    red, green, blue = (0 if part < 48 else 1 if part < 115 else (part - 35) // 40 for part in colour)
    return 16 + 36 * red + 6 * green + blue
