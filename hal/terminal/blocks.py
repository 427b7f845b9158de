"""Draw images with block characters: four pixels per cell, in two colours."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from enum import Enum
from functools import lru_cache
from typing import TYPE_CHECKING

from hal.panel.panel import PanelKind

if TYPE_CHECKING:
    from PIL.Image import Image

Rgb = tuple[int, int, int]

QUARTER_BLOCKS = " ▘▝▀▖▌▞▛▗▚▐▜▄▙▟█"
"""The block character for each set of inked quarters: 1 top left, 2 top right, 4 bottom left, 8 bottom right."""

MIN_CONTRAST = 48
"""The minimum difference in brightness (0 to 255) for the quarters of a cell to get two colours."""

MIN_READABLE_SCALE = 0.3
"""With fewer quarter rows per pixel of the panel than this, text on the panel can't be read."""


class ColourDepth(Enum):
    """How many colours a terminal has."""

    TRUE_COLOUR = "24 bits"
    COLOURS_256 = "256"
    MONOCHROME = "none"


def colour_depth(environment: Mapping[str, str]) -> ColourDepth:
    """Return the terminal's colour depth by its environment. `NO_COLOR` is respected (no-color.org)."""
    terminal = environment.get("TERM", "dumb")
    if environment.get("NO_COLOR") or terminal in ("", "dumb") or terminal.startswith(("vt", "ansi-m")):
        return ColourDepth.MONOCHROME
    if environment.get("COLORTERM") in ("truecolor", "24bit") or terminal.endswith("-direct"):
        return ColourDepth.TRUE_COLOUR
    return ColourDepth.COLOURS_256


def fit_picture(kind: PanelKind, column_count: int, row_count: int) -> tuple[int, int]:
    """Return how many columns and rows a panel's picture takes in a space; a cell is about twice as high as wide."""
    fitted_column_count = min(column_count, 2 * row_count * kind.width // kind.height, kind.width)
    fitted_row_count = min(row_count, round(fitted_column_count * kind.height / kind.width / 2))
    return max(1, fitted_column_count), max(1, fitted_row_count)


def is_readable(kind: PanelKind, row_count: int) -> bool:
    """Whether text on a panel can be read if its picture is this many rows high."""
    return 2 * row_count >= MIN_READABLE_SCALE * kind.height


def picture_lines(image: Image, column_count: int, row_count: int, depth: ColourDepth) -> tuple[str, ...]:
    """Return a panel's image in its own colours as lines with escape sequences, each `column_count` cells wide."""
    from PIL import Image as pil_image

    reduced_image = image.convert("RGB").resize((2 * column_count, 2 * row_count), pil_image.Resampling.BOX)
    data = reduced_image.tobytes()
    pixels = [(data[start], data[start + 1], data[start + 2]) for start in range(0, len(data), 3)]
    line_size = 4 * column_count
    lines = [pixels[start : start + line_size] for start in range(0, len(pixels), line_size)]
    return tuple(_cell_line(line, column_count, depth) for line in lines)


def _cell_line(pixels: list[Rgb], column_count: int, depth: ColourDepth) -> str:
    """Return one line of cells for two rows of pixels."""
    cells: list[str] = []
    last_style = ""
    for cell in range(column_count):
        top, bottom = 2 * cell, 2 * (column_count + cell)
        block, ink, paper = _block_cell((pixels[top], pixels[top + 1], pixels[bottom], pixels[bottom + 1]))
        if depth is ColourDepth.MONOCHROME:
            cells.append(block if ink != paper else (QUARTER_BLOCKS[-1] if _lightness(ink) < 128 else " "))
            continue
        style = _style(ink, paper, depth)
        cells.append(block if style == last_style else style + block)
        last_style = style
    return "".join(cells) + ("" if depth is ColourDepth.MONOCHROME else "\x1b[0m")


@lru_cache(maxsize=4096)
def _block_cell(quarters: tuple[Rgb, Rgb, Rgb, Rgb]) -> tuple[str, Rgb, Rgb]:
    """Return the block character for four quarters, its ink and its paper."""
    lightnesses = [_lightness(colour) for colour in quarters]
    if max(lightnesses) - min(lightnesses) < MIN_CONTRAST:
        mean = _mean(quarters)
        return " ", mean, mean
    threshold = (max(lightnesses) + min(lightnesses)) / 2
    is_inked = [lightness < threshold for lightness in lightnesses]
    ink = _mean([colour for colour, is_ink in zip(quarters, is_inked, strict=True) if is_ink])
    paper = _mean([colour for colour, is_ink in zip(quarters, is_inked, strict=True) if not is_ink])
    return QUARTER_BLOCKS[sum(1 << position for position, is_ink in enumerate(is_inked) if is_ink)], ink, paper


def _lightness(colour: Rgb) -> float:
    red, green, blue = colour
    return 0.299 * red + 0.587 * green + 0.114 * blue


def _mean(colours: Sequence[Rgb]) -> Rgb:
    count = len(colours)
    red, green, blue = (sum(part) // count for part in zip(*colours, strict=True))
    return red, green, blue


@lru_cache(maxsize=4096)
def _style(ink: Rgb, paper: Rgb, depth: ColourDepth) -> str:
    if depth is ColourDepth.TRUE_COLOUR:
        return "\x1b[38;2;{};{};{};48;2;{};{};{}m".format(*ink, *paper)
    return f"\x1b[38;5;{_nearest_index(ink)};48;5;{_nearest_index(paper)}m"


def _nearest_index(colour: Rgb) -> int:
    """Return the nearest of the 256 colours: greys from 232, or else the cube of six steps from 16."""
    if max(colour) - min(colour) < 16:
        grey = round((sum(colour) / 3 - 8) / 10)
        return 16 if grey < 0 else 231 if grey > 23 else 232 + grey
    red, green, blue = (0 if part < 48 else 1 if part < 115 else (part - 35) // 40 for part in colour)
    return 16 + 36 * red + 6 * green + blue
