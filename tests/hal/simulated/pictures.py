"""Pictures to show on simulated panels."""

from __future__ import annotations

import random

import numpy
from PIL import Image

from hal.panel.panel import PanelKind
from tests.hal.simulated.chips import Pixels


def noise(kind: PanelKind, seed: int = 1) -> Image.Image:
    """A picture in which every pixel has one of the panel's inks by chance; no two lines or columns are alike."""
    used = bytes(index for index, ink in enumerate(kind.inks) if ink is not None)
    table = bytes(used[value * len(used) // 256] for value in range(256))
    drawn = random.Random(seed).randbytes(kind.width * kind.height).translate(table)
    return Image.frombytes("P", (kind.width, kind.height), drawn)


def pixels(image: Image.Image) -> Pixels:
    """The picture's colour indices, line by line."""
    return numpy.asarray(image)


def same(image: Image.Image, seen: Pixels | None) -> bool:
    """Whether this is what is seen, pixel for pixel."""
    return seen is not None and seen.shape == (image.height, image.width) and bool((pixels(image) == seen).all())
