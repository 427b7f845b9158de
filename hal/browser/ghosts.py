"""Simulate the ghosting of a panel: the traces that partial refreshes leave until a full one."""

from __future__ import annotations

from typing import TYPE_CHECKING

from hal.panel.panel import RefreshMode

if TYPE_CHECKING:
    from PIL.Image import Image

GRAY = (128, 128, 128)
STRENGTH = 0.1
"""The share of gray in a pixel that has changed: visible, without making reading harder."""


class Ghosts:
    """The ghosting of one panel."""

    def __init__(self) -> None:
        self._last_image: Image | None = None
        self._traces: Image | None = None

    def draw_with_traces(self, image: Image, mode: RefreshMode) -> Image:
        """Return a picture as it looks on the panel, with the traces of the pictures before."""
        before, self._last_image = self._last_image, image.copy()
        if mode is RefreshMode.FULL or before is None:
            self._traces = None
            return image
        from PIL import Image as images
        from PIL import ImageChops

        changed = ImageChops.difference(image.convert("L"), before.convert("L")).point([0] + [255] * 255)
        self._traces = changed if self._traces is None else ImageChops.lighter(self._traces, changed)
        picture = image.convert("RGB")
        pale = images.blend(picture, images.new("RGB", picture.size, GRAY), STRENGTH)
        return images.composite(pale, picture, self._traces)
