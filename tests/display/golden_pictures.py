"""Comparison of pictures with stored golden ones."""

from __future__ import annotations

from pathlib import Path

from PIL import Image

from hal.panel import picture


def looks_as_kept(golden: Path, image: Image.Image) -> bool:
    """Whether a picture equals the golden one. If not, it is stored beside that as `*.actual.png`."""
    actual = golden.with_suffix(".actual.png")
    picture.write_png(image, actual)
    with Image.open(golden) as kept, Image.open(actual) as now:
        same = kept.size == now.size and kept.convert("RGB").tobytes() == now.convert("RGB").tobytes()
    if same:
        actual.unlink()
    return same
