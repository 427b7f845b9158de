"""Check and save pictures in a panel's own colour indices, with a palette of their colours on a screen."""

from __future__ import annotations

import io
from pathlib import Path
from typing import TYPE_CHECKING

from hal.panel.panel import PanelKind

if TYPE_CHECKING:
    from PIL.Image import Image


class InvalidPicture(ValueError):
    """The panel cannot show this picture; the message says why."""


def check_picture(kind: PanelKind, image: Image) -> None:
    """Raise InvalidPicture if the panel cannot show this picture, because of its mode, its size, or inks."""
    if image.mode != "P":
        raise InvalidPicture(f"picture of mode {image.mode}, not P")
    if image.size != (kind.width, kind.height):
        raise InvalidPicture(f"picture of {image.width} by {image.height} for a panel of {kind.width} by {kind.height}")
    for index, count in enumerate(image.histogram()):
        if count and (index >= len(kind.inks) or kind.inks[index] is None):
            raise InvalidPicture(f"{count} pixels of colour {index}, which {kind.name} does not have")


def encode_png(image: Image) -> bytes:
    """Encode a picture as a PNG, in its own palette."""
    file = io.BytesIO()
    image.save(file, format="PNG")
    return file.getvalue()


def write_png(image: Image, path: Path) -> None:
    """Write a picture as a PNG, in its own palette. Raises OSError."""
    path.write_bytes(encode_png(image))
