"""Pictures in a panel's own colours."""

from __future__ import annotations

import io
from pathlib import Path
from typing import TYPE_CHECKING

from hal.panel import PanelKind

if TYPE_CHECKING:
    from PIL.Image import Image

# Ink on paper, seen by lamplight, is duller than a screen; these stay apart from each other there too.
COLOURS: dict[str, tuple[int, int, int]] = {
    "white": (255, 255, 255),
    "black": (0, 0, 0),
    "red": (200, 30, 30),
    "yellow": (240, 205, 20),
    "blue": (30, 70, 180),
    "green": (30, 125, 60),
    "orange": (225, 110, 20),
}
"""How each ink is shown on a screen: red, green, blue, 0 to 255."""


def check(kind: PanelKind, image: Image) -> None:
    """Raise ValueError if the panel could not show this picture: mode, size, inks that it does not have."""
    if image.mode != "P":
        raise ValueError(f"picture of mode {image.mode}, not P")
    if image.size != (kind.width, kind.height):
        raise ValueError(f"picture of {image.width} by {image.height} for a panel of {kind.width} by {kind.height}")
    for index, count in enumerate(image.histogram()):
        if count and (index >= len(kind.inks) or kind.inks[index] is None):
            raise ValueError(f"{count} pixels of colour {index}, which {kind.name} does not have")


def png(kind: PanelKind, image: Image) -> bytes:
    """A picture as a PNG with the panel's own palette."""
    shown = image.copy()
    shown.putpalette([part for ink in kind.inks for part in COLOURS[ink or "white"]])
    file = io.BytesIO()
    shown.save(file, format="PNG")
    return file.getvalue()


def write(kind: PanelKind, image: Image, path: Path) -> None:
    """Write a picture as a PNG with the panel's own palette. Raises OSError."""
    path.write_bytes(png(kind, image))
